"""Trees hold what their classes say, wherever they are built from."""

from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from regelwerk.dsl import ast
from regelwerk.dsl.ast.visitor import nodes
from regelwerk.dsl.source import Source
from regelwerk.dsl.syntax.parse import parse

ROOT = Path(__file__).parents[3]
TEXTS = [*sorted((ROOT / "rulesets").rglob("*.regel")), *sorted((ROOT / "tests").rglob("*.regel"))]


hints: Callable[[type], dict[str, Any]] = cache(lambda kind: get_type_hints(kind, vars(ast)))


def fits(value: object, wanted: Any) -> bool:
    if get_origin(wanted) is tuple:
        return isinstance(value, tuple) and (
            all(fits(v, get_args(wanted)[0]) for v in value)
            if get_args(wanted)[-1] is ...
            else len(value) == len(get_args(wanted)) and all(map(fits, value, get_args(wanted)))
        )
    if isinstance(wanted, UnionType):
        return any(fits(value, each) for each in get_args(wanted))
    return type(value) is wanted or (wanted is not int and isinstance(value, wanted))


def ill_fitting(tree: object) -> Iterator[str]:
    for _, node in nodes(tree):
        for field in fields(node):
            if not fits(getattr(node, field.name), hints(type(node))[field.name]):
                yield f"{type(node).__name__}.{field.name} = {getattr(node, field.name)!r}"


@pytest.mark.parametrize("path", TEXTS, ids=lambda p: p.stem)
def test_every_field_of_every_node_holds_what_its_class_says(path: Path) -> None:
    file, _ = parse(Source(path.name, path.read_text(encoding="utf-8")))
    assert list(ill_fitting(file)) == []


def test_a_field_that_holds_something_else_would_be_seen() -> None:
    assert list(ill_fitting(ast.Score(ast.Number(3))))  # type: ignore[arg-type]
    assert list(ill_fitting(ast.Offer((ast.Name("a"),))))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text", ["effect a\n  move {n} of b to c\n", "value v(n: 0..3) 0..3 repeat at most {n} = n\n", "say {n}"]
)
def test_numbers_of_any_length_get_a_message(text: str) -> None:
    _, problems = parse(Source("f", text.format(n="9" * 5000)))
    assert problems
    assert all(len(p.message) < 200 for p in problems)
