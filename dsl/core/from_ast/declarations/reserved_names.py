"""Names that the language has itself: no declaration may give them another meaning.

Overlays are written by strangers. Were a value called `top` allowed, every `top(...)` in the game would be theirs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from regelwerk.dsl import ast

from ..advice import WORDS
from ..context import World
from ..errors import mistake

_WORDS = frozenset(WORDS)


def refuse_taken(w: World, every: Sequence[ast.Decl]) -> None:
    """Report every declaration that takes a word of the language for its name."""
    asked = _WORDS | frozenset(w.readers.built_ins)
    for d in every:
        for name, taken in _declared(d, asked):
            if name.id in taken:
                said = f"`{name.id}` means something in the language itself."
                w.report(mistake("RW2063", said, name.at, "Choose another name."))


def _declared(d: ast.Decl, asked: frozenset[str]) -> Iterator[tuple[ast.Name, frozenset[str]]]:
    """The names a declaration introduces, each with those that it must not be. Only rules are called with brackets."""
    match d:
        case ast.Value() | ast.Effect() | ast.Action():
            yield d.name, asked
        case ast.Thing() | ast.Ruling():
            yield d.name, _WORDS
        case ast.Rows():
            yield from ((row.name, _WORDS) for row in d.rows)
        case ast.Kind():
            yield from ((member.name, _WORDS) for member in d.members)
        case ast.State(owner="table"):
            yield from ((slot.name, _WORDS) for slot in d.slots)
