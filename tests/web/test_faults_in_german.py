"""What the server says when something cannot be done has words in German."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from regelwerk import web
from regelwerk.web.tables.faults import told

FOLDER = Path(web.__file__).parent
MADE_ELSEWHERE = {"", "*", "*: *."}  # what the rules, the library or the checker says


def written(node: ast.expr) -> str:
    """Give a text with `*` for what differs; numbers that are worked out stand for themselves as 7."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(part.value if isinstance(part, ast.Constant) else "*" for part in node.values)  # type: ignore[misc]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "sentence":
        return written(node.args[0])
    return "*"


def said() -> Iterator[tuple[str, str]]:
    for path in sorted(FOLDER.rglob("*.py")):
        for function in ast.walk(ast.parse(path.read_text())):
            if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Module):
                continue
            named = {
                target.id: written(node.value)
                for node in ast.walk(function)
                if isinstance(node, ast.Assign)
                for target in node.targets
                if isinstance(target, ast.Name)
            }
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Fault":
                    for arg in node.args[2:4]:
                        text = named.get(arg.id, "*") if isinstance(arg, ast.Name) else written(arg)
                        yield path.name, text


def test_every_fault_can_be_told_in_german() -> None:
    found = {(file, text) for file, text in said() if text not in MADE_ELSEWHERE}
    assert len(found) > 40
    filled = {(file, text.replace("*", "7")) for file, text in found}
    assert [(file, text) for file, text in sorted(filled) if told(text, "de") == text] == []


def test_what_a_fault_speaks_of_stays() -> None:
    assert (
        told("Wallenstein is for 3 to 5 players, not 2.", "de-DE")
        == "Wallenstein ist für 3 bis 5 Personen, nicht für 2."
    )
    assert told("There is no game called chess.", "en") == "There is no game called chess."
    assert told("Something has been revealed since.", "de") == "Seither wurde etwas aufgedeckt."


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("Pig has no texts in fr. There are: de.", "Pig gibt es nicht auf fr. Es gibt: de."),
        ("There is no overlay maps for this ruleset. Did you mean mops?",
         "Für dieses Spiel gibt es keine Auflage maps. Meintest du mops?"),
        ("The ruling tip cannot be 7. There are: yes, no.", "Auf die Frage tip ist 7 keine Antwort. Es gibt: yes, no."),
        ("The rules break off: pig.regel:7:3: the place is taken.",
         "Die Regeln brechen ab: pig.regel:7:3: der Platz ist besetzt."),
        ("The game cannot begin: pig.regel:7:3: 12 lies outside 0..9.",
         "Das Spiel kann nicht beginnen: pig.regel:7:3: 12 liegt außerhalb von 0..9."),
        ("A bot cannot go on: RuleError: x.", "Ein Bot kann nicht weiterspielen: RuleError: x."),
    ],
)  # fmt: skip
def test_what_library_and_rules_refuse_is_told_in_german(english: str, german: str) -> None:
    assert told(english, "de") == german
