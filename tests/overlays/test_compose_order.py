"""Overlays that do not meet need no order, and of those that do neither file names nor arguments decide."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regelwerk.dsl import ast
from regelwerk.dsl.diagnostics import Diagnostic
from regelwerk.dsl.overlays import merge
from tests.overlays.demo import CORE, overlay, problems, read

PEACE = [
    ("include green is 1 into worth", "include blue is 2 into worth"),
    ('include "Fish" is 1 into final', 'include "Fowl" is 2 into final'),
    ("suspend jest.deep when pot > 3", "suspend jest.deep when pot < 2"),
    ("suspend jest.deep when pot > 3", "except jest.deep when pot < 2\n  from gain 3 coin\n  to nothing"),
    ("add to Card\n  weight 0..9", "add to Card\n  height 0..8"),
    ("include jest into trade.round", "include sing into trade.round"),
    ('add fool.title\n  to "A"', "change fool.price\n  from 4\n  to 5"),
    ("add ace.play\n  to jest", "change ace.price\n  from 1\n  to 5"),
    ("add ace.play\n  to jest", "add two.play\n  to gain 1 coin"),
]


@pytest.mark.parametrize(("one", "two"), PEACE)
def test_what_does_not_meet_needs_no_order(one: str, two: str) -> None:
    assert problems(overlay(one + "\n", "a"), overlay(two + "\n", "b")) == []


OPS = [
    *(op for pair in PEACE for op in pair),
    "except limit when pot > 3\n  from 7\n  to 9",
    "suspend jest.inner when pot > 3",
    "settle limit by a",
    "settle limit\n  to 5",
    "settle jest by b",
    "insert option after trade.sell\n  swap: nothing",
    "remove trade.keep",
    "insert line before winner.limit\n  most me.cards",
    "change trade.sell.when\n  from pot > 2\n  to pot > 3",
    "change limit\n  from 7\n  to 8",
    "change limit\n  from 8\n  to 9",
    "change limit\n  from 7\n  to 9",
    "remove limit was 7",
    "include green into king.suits",
    "include gold into king.suits",
    "include gold into Suit",
    "remove jest.inner",
    "insert after jest.inner\n  more: jest",
    "insert before jest.last\n  jest",
    "insert before jest.outer\n  jest",
    "change jest.outer\n  from jest\n  to jest",
    "remove jest.deep was gain 3 coin",
    "Card joker\n  price 1",
    "Card joker\n  price 2",
    "change joker.price\n  from 1\n  to 3",
    "remove fool",
    "change fool.price\n  from 4\n  to 5",
    'supersedes "one bets"\n  then pot = 6',
    'change jest."if"\n  from\n    if pot > 3\n      gain 1 coin\n      gain 2 coin\n  to jest',
    'remove jest."if pot"',
    'insert before jest."if"\n  jest',
    'suspend jest."say" when pot > 3',
    'remove trade."needs pot < 9"',
    'change trade."Too rich."\n  from "Too rich."\n  to "No."',
    "change table.pot.sight\n  from public\n  to hidden",
    "change table.pot.sight\n  from public\n  to private",
    'suspend bet when pot > 3 else "No luck."',
]
CORE_FILE = read(CORE, "core.regel")
PARSED = [overlay(op + "\n").decls[1] for op in OPS]


@st.composite
def overlay_sets(draw: st.DrawFn) -> list[ast.File]:
    files = []
    for id in draw(st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=4)):
        layer = draw(st.sampled_from(["edition", "mod", "mod", "mod"]))
        lines = [f"  {draw(st.sampled_from(['after', 'requires']))} {draw(st.sampled_from('abcdefgh'))}"]
        header = overlay("", id, layer, lines[0] if draw(st.booleans()) else "")
        ops = draw(st.lists(st.sampled_from(PARSED), max_size=3))
        files.append(replace(header, decls=(*header.decls, *(replace(op) for op in ops))))
    return files


def renamed(node: object, name: str) -> object:
    """The same tree as if it had been read from another file."""
    if isinstance(node, tuple):
        if hasattr(node, "end_line"):
            return node._replace(file=name)  # type: ignore[attr-defined]
        return tuple(renamed(n, name) for n in node)
    if not isinstance(node, ast.Node):
        return node
    inner: dict[str, Any] = {f: renamed(getattr(node, f), name) for f in type(node).__dataclass_fields__}
    return replace(node, **inner)


@settings(max_examples=300, deadline=None)
@given(overlay_sets(), st.data())
def test_neither_order_nor_file_names_matter(files: list[ast.File], data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(files))
    others = [renamed(f, data.draw(st.sampled_from(["z", "m", "a"])) + str(i)) for i, f in enumerate(shuffled)]
    before = merge([CORE_FILE], files)
    after = merge([CORE_FILE], [f for f in others if isinstance(f, ast.File)])
    assert before.decls == after.decls
    assert verdict(before.problems) == verdict(after.problems)
    assert {a: [who.overlay for who in t] for a, t in before.origin.items()} == {
        a: [who.overlay for who in t] for a, t in after.origin.items()
    }


def verdict(found: list[Diagnostic]) -> Counter[tuple[str, str]]:
    return Counter((d.code, d.message) for d in found)
