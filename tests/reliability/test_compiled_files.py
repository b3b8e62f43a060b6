"""A compiled ruleset from somewhere else: only whole numbers reach an engine, and what is damaged is refused."""

from __future__ import annotations

import ast
import json
import random
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import ValidationError

from regelwerk.dsl import ir
from regelwerk.dsl.ir.validation import validate
from regelwerk.interpreter.engine.context import Limits
from regelwerk.interpreter.engine.python import engine
from regelwerk.interpreter.errors import Refused, RuleError
from regelwerk.interpreter.game.game import Ruleset
from regelwerk.interpreter.game.schema import compiled_schema
from regelwerk.library.building import build

NAMES = ["tic-tac-toe", "pig", "leduc-poker", "connect-four", "breakthrough"]
EVIL = "0]+[__import__('os').system('true')"
LIMITS = Limits(ticks=20_000, options=500)


def content(name: str) -> dict[str, Any]:
    compiled = build(name).compiled
    assert compiled is not None
    found: dict[str, Any] = json.loads(compiled.model_dump_json(exclude={"scenarios"}))
    return found


CONTENTS = {name: content(name) for name in NAMES}


def spots(node: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """List the way to everything inside."""
    found = [path]
    if isinstance(node, dict):
        for key, inner in node.items():
            found += spots(inner, (*path, key))
    elif isinstance(node, list):
        for n, inner in enumerate(node):
            found += spots(inner, (*path, n))
    return found


def codes(compiled: dict[str, Any]) -> list[tuple[Any, ...]]:
    """List the way to every operand of code."""
    roots: list[tuple[Any, ...]] = [("functions", n, "body") for n in range(len(compiled["functions"]))]
    for n, proc in enumerate(compiled["procs"]):
        for m in range(len(proc["blocks"])):
            roots += [("procs", n, "blocks", m, "code"), ("procs", n, "blocks", m, "term")]
    for n, site in enumerate(compiled["sites"]):
        roots += [("sites", n, "who"), ("sites", n, "args")]
        roots += [("sites", n, "entries", m, part) for m in range(len(site["entries"])) for part in ("args", "call")]
    return [(*root, *rest) for root in roots for rest in spots(at(compiled, root)) if rest]


def at(node: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        node = node[step]
    return node


def replaced(node: Any, path: tuple[Any, ...], new: Any) -> Any:
    """Give a copy with something else at a place."""
    if not path:
        return new
    if isinstance(node, dict):
        return {**node, path[0]: replaced(node[path[0]], path[1:], new)}
    return [*node[: path[0]], replaced(node[path[0]], path[1:], new), *node[path[0] + 1 :]]


PLACES = {name: (codes(whole), spots(whole)[1:]) for name, whole in CONTENTS.items()}
SCHEMA = Draft202012Validator(compiled_schema())
ODD = st.one_of(
    st.sampled_from([EVIL, "1", "", None, True, 1.0, -1, 2**31, 2**63, -(2**70), [], {}, [EVIL], ["ld", EVIL, 0]]),
    st.integers(-5, 50),
    st.recursive(st.one_of(st.integers(-9, 99), st.text(max_size=5)), lambda inner: st.lists(inner, max_size=4)),
)


def no_number(value: Any) -> bool:
    """Is something among this that is neither a list, nor a whole number, nor the name of an operation in front?"""
    if isinstance(value, list):
        return any(no_number(inner) for n, inner in enumerate(value) if n or not isinstance(inner, str))
    return type(value) is not int


@settings(suppress_health_check=list(HealthCheck))
@given(st.sampled_from(NAMES), st.integers(0, 2**31), ODD)
@example("pig", 5, EVIL)
def test_only_operations_and_whole_numbers_are_code(name: str, spot: int, odd: Any) -> None:
    places = PLACES[name][0]
    path = places[spot % len(places)]
    if path[-1] == 0 and isinstance(at(CONTENTS[name], path), str):
        path = (*path[:-1], 1) if len(at(CONTENTS[name], path[:-1])) > 1 else path
    changed = replaced(CONTENTS[name], path, odd)
    if no_number(odd) or isinstance(odd, bool):
        with pytest.raises(ValidationError):
            ir.Compiled.model_validate(changed)
        with pytest.raises(ValidationError):
            ir.Compiled.model_validate_json(json.dumps(changed))
        return
    _stands(changed, playing=small(odd))


def small(odd: Any) -> bool:
    return all(small(inner) for inner in odd) if isinstance(odd, list) else not isinstance(odd, int) or odd < 10_000


@settings(suppress_health_check=list(HealthCheck))
@given(st.sampled_from(NAMES), st.integers(0, 2**31), ODD)
def test_a_damaged_file_is_refused_or_played(name: str, spot: int, odd: Any) -> None:
    places = PLACES[name][1]
    _stands(replaced(CONTENTS[name], places[spot % len(places)], odd), playing=small(odd))


def _stands(data: dict[str, Any], playing: bool) -> None:
    """Read it, and play what can be read: every way it can end is one that tells what is wrong."""
    try:
        compiled = ir.Compiled.model_validate(data)
    except ValidationError:
        return
    if validate(compiled):
        with pytest.raises(Refused, match="damaged"):
            Ruleset(compiled)
        return
    _harmless(engine.source_of(compiled, LIMITS)[0])
    for name in ("python", "reference") if playing else ():
        try:
            rules = Ruleset(compiled, name, LIMITS)
            game = rules.new_game(compiled.players[0], 1)
            rng = random.Random(1)
            for _ in range(6):
                for decision in game.decisions()[:1]:
                    game.choose(rng.choice(decision.options).id, decision.seat)
        except (RuleError, Refused):
            pass
        except (LookupError, ArithmeticError, ValueError, AssertionError, RecursionError):
            pass  # well-formed rules that make no sense stumble like any program; they can do nothing but reckon


def words(source: str) -> set[str]:
    """List everything in generated Python that is no whole number: names without their numbers, texts, attributes."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and type(node.value) is not int:
            found.add(f"constant {node.value!r}")
        elif isinstance(node, ast.Name):
            found.add(re.sub(r"[0-9_]+$", "", node.id))
        elif isinstance(node, ast.Attribute):
            found.add(f".{node.attr}")
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found.add("import")
    return found


def pristine(name: str) -> set[str]:
    return words(engine.source_of(ir.Compiled.model_validate(CONTENTS[name]), LIMITS)[0])


# What the writer of Python says of its own, and what it says of one game only because others do not need it.
OWN = set().union(*map(pristine, NAMES)) | {"abs", "range", "len", "list", "int"}


def _harmless(source: str) -> None:
    """Whatever was changed, generated Python says nothing that it does not say of other games."""
    more = {word for word in words(source) - OWN if not re.fullmatch(r"[A-Z]+|[a-z]", word)}
    assert not more, more


@pytest.mark.parametrize("op", ["ld", "v", "tab"])
def test_a_text_in_the_place_of_a_number_is_refused_by_schema_model_and_validator(op: str) -> None:
    whole = CONTENTS["tic-tac-toe"]
    bad: Any = {"v": ["v", EVIL], "ld": ["ld", EVIL, 0], "tab": ["tab", EVIL, 0]}[op]
    changed = replaced(whole, ("functions", 0, "body", 0), ["ret", bad])
    assert not SCHEMA.is_valid(changed)
    with pytest.raises(ValidationError, match="is no whole number"):
        ir.Compiled.model_validate(changed)
    built = ir.Compiled.model_validate(whole)
    code: Any = ("ret", tuple(bad))
    built.functions[0].body[0] = code  # whoever goes round the model meets the machine
    assert validate(built)
    with pytest.raises(Refused, match="is no whole number"):
        Ruleset(built)


def test_code_that_is_nested_without_end_is_refused() -> None:
    listed: Any = 1
    made: Any = 1
    for _ in range(900):
        listed, made = ["neg", listed], ("neg", made)
    bodies: list[Any] = [[["ret", listed]], [("ret", made)]]
    for body in bodies:
        with pytest.raises(ValidationError, match="nested too deeply"):
            ir.Function(name="deep", params=0, registers=0, effects=False, body=body)


def test_functions_that_reach_themselves_are_refused() -> None:
    whole = CONTENTS["pig"]
    number = len(whole["functions"])
    round_ = {"name": "round", "params": 0, "registers": 0, "effects": False, "body": [["ret", ["call", number, []]]]}
    compiled = ir.Compiled.model_validate({**whole, "functions": [*whole["functions"], round_]})
    with pytest.raises(Refused, match="reaches itself"):
        Ruleset(compiled)
