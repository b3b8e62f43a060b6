"""JSON Schemas of everything that crosses a boundary, made from the models and the tables of operations."""

from __future__ import annotations

import json
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, TypeAdapter

from regelwerk.dsl import ir

from .decisions import Decision
from .saving.save import SavedGame, SavedSecrets

Schema = dict[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"
OPERANDS: dict[str, Schema] = {
    "e": {"$ref": "#/$defs/expression"},
    "x": {"type": "array", "items": {"$ref": "#/$defs/expression"}},
    "n": {"type": "integer"},
    "N": {"type": "array", "items": {"type": "integer"}},
    "b": {"type": "array", "items": {"$ref": "#/$defs/statement"}},
    "B": {"type": "array", "items": {"type": "array", "items": {"$ref": "#/$defs/statement"}}},
}
# Where code stands in the models: (model, field) -> (kind, in a list).
CODE: dict[tuple[str, str], tuple[str, bool]] = {
    ("Saying", "lines"): ("phrase", True),
    ("Function", "body"): ("statement", True),
    ("Block", "code"): ("statement", True),
    ("Block", "term"): ("terminator", False),
    ("Entry", "args"): ("expression", True),
    ("Entry", "call"): ("expression", True),
    ("Entry", "domain"): ("expression", True),
    ("Site", "who"): ("expression", False),
    ("Site", "args"): ("expression", True),
}


class Closed(BaseModel):
    model_config = ConfigDict(extra="forbid")


class LogEntry(Closed):
    """One event. Members that do not belong to a kind are absent; null is what a seat may not see."""

    kind: Literal["decision", "forced", "chance", "say", "show", "reveal", "event"]
    seat: int = 0
    site: str = ""
    option: str | None = None
    text: str | None = None
    of: int = 0
    result: int | list[int] | None = None
    means: str | None = None
    supplied: bool = False
    name: str = ""
    args: list[int] = []
    seen_by: list[int] | None = None


class TableNote(Closed):
    """Who sat at the table, and how the rules were put together: as a command would say it."""

    ruleset: str = ""
    overlays: list[str] = []
    rulings: dict[str, str] = {}
    language: str = ""
    seats: list[str] = []  # human, or the name of a bot
    dice: bool = False  # chance came from a real table
    scenario: str = ""  # its title, if the game began at the position of one


class LogFile(Closed):
    """The log of a game with everything needed to replay it, and answers in secret that are not complete yet."""

    format: Literal["regelwerk/log/1"]
    ruleset: str
    hash: str
    lock: str = ""
    parts: list[ir.Part] = []  # what the rules were made of
    players: int
    seed: int
    names: list[str]
    entries: list[LogEntry]
    secrets: SavedSecrets | None = None
    table: TableNote | None = None


class Place(Closed):
    file: str
    line: int
    column: int
    end_line: int
    end_column: int


class Remark(Closed):
    place: Place | None
    text: str


class Repair(Remark):
    safe: bool


class Message(Closed):
    """One mistake: what is wrong, where, and the way out."""

    code: str
    title: str
    severity: Literal["error", "warning"]
    message: str
    help: str
    place: Place | None
    others: list[Remark]
    fixes: list[Repair]
    cites: list[str]


class Messages(Closed):
    version: Literal[1]
    diagnostics: list[Message]


class ViewOption(Closed):
    id: str
    text: str


class ViewDecision(Closed):
    site: str
    question: str
    secret: bool
    options: list[ViewOption]


class View(Closed):
    """What a seat may see; `slots` by address, maps nested by the ids of their keys."""

    ruleset: str
    seat: int | None
    players: int
    names: list[str]
    over: bool
    deciding: list[int]
    decision: ViewDecision | None
    slots: dict[str, Any]


def _operations(table: dict[str, str]) -> Schema:
    """Describe every operation as an array: its name, then its operands.

    The name decides which form is looked at; a plain choice between all forms takes time without end.
    """
    forms: list[Schema] = []
    for op, letters in table.items():
        items = [{"const": op}, *(OPERANDS[letter] for letter in letters)]
        form = {"prefixItems": items, "items": False, "minItems": len(items)}
        forms.append({"if": {"prefixItems": [{"const": op}]}, "then": form})
    names = {"prefixItems": [{"enum": list(table)}], "minItems": 1}
    return {"type": "array", **names, "allOf": forms}


def compiled_schema() -> Schema:
    """Describe a compiled ruleset, code included."""
    schema = ir.Compiled.model_json_schema()
    definitions = schema["$defs"]
    definitions["expression"] = {"if": {"type": "integer"}, "else": _operations(ir.EXPRESSIONS)}
    definitions["statement"] = _operations(ir.STATEMENTS)
    definitions["terminator"] = _operations(ir.TERMINATORS)
    said = {"prefixItems": [{"type": "string"}] * 2, "items": {"$ref": "#/$defs/phrase"}, "minItems": 2}
    definitions["phrase"] = {"anyOf": [{"type": "integer"}, {"type": "string"}, {"type": "array", **said}]}
    for (model, field), (kind, listed) in CODE.items():
        place = definitions[model]["properties"][field]
        if listed:
            place["items"] = {"$ref": f"#/$defs/{kind}"}
        else:
            place["$ref"] = f"#/$defs/{kind}"
    return schema


def schemas() -> dict[str, Schema]:
    """Give all schemas by name; `NAME.v1.schema.json` is their file."""
    found = {
        "compiled": compiled_schema(),
        "game": SavedGame.model_json_schema(),
        "log": LogFile.model_json_schema(),
        "decision": TypeAdapter(Decision).json_schema(),
        "view": View.model_json_schema(),
        "diagnostics": Messages.model_json_schema(),
    }
    return {name: {"$schema": DIALECT, **schema} for name, schema in found.items()}


def file_name(name: str) -> str:
    """Give the file of a schema."""
    return f"{name}.v1.schema.json"


def written(schema: Schema) -> str:
    """Write a schema as it stands in its file."""
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"
