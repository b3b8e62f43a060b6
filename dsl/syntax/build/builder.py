"""What the builders of trees have in common: places, names, marks, and nodes made of the parts of a rule.

Most nodes have one field for each part of their rule, in another order. Such a node is said, not programmed:

    resource: "resource" (NAME | TYPE) [_COMMA NAME] [STRING] marks _NL [fields]

    "resource": node(
        ast.Resource, name=declared, plural=maybe(name), title=maybe(text), marks=marks, fields=several(_field)
    )

The parts come in the order of the grammar, each with the field that it fills and who reads it. A rule with more or
fewer parts than that cannot be built at all. What stands around a part is passed on the way down, so it can depend on
that who reads it, which is why this is no transformer of the parser's library (decision 036)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from lark import Token, Tree

from regelwerk.dsl import ast
from regelwerk.dsl.diagnostics import Diagnostic
from regelwerk.dsl.source import Span

from ..words import reserved

T = TypeVar("T")

DEEPEST = 150  # levels of nesting; keeps every later walk over the tree inside the host's stack

# A grammar tree, a token, or None for an optional part that is not there.
Piece = Any


class TooDeep(Exception):
    """A declaration is nested deeper than any rulebook; carries the place."""


@dataclass(slots=True)
class Builder:
    """What building one declaration needs to know."""

    file: str
    parse_part: Callable[[int, int], Tree[Token] | None]  # parse the expression between two offsets
    problems: list[Diagnostic]
    depth: int = 0


Read = Callable[[Builder, Piece], T]  # of one part
Build = Callable[[Builder, list[Piece], Span], T]  # of all parts of a rule and its place


@dataclass(frozen=True, slots=True)
class Rest(Generic[T]):
    """Reads all parts that no other reader of a node is there for."""

    read: Read[T]

    def __call__(self, b: Builder, pieces: list[Piece]) -> tuple[T, ...]:
        return tuple([self.read(b, p) for p in pieces])


def node(made: Callable[..., T], **parts: Read[Any] | Rest[Any]) -> Build[T]:
    """Build a node of the parts of a rule: the fields they fill, in their order, and who reads them."""
    fields = list(parts.items())
    rest = next((n for n, read in enumerate(parts.values()) if isinstance(read, Rest)), None)

    def build(b: Builder, c: list[Piece], at: Span) -> T:
        if rest is not None:
            after = len(c) - (len(fields) - rest - 1)
            c = [*c[:rest], c[rest:after], *c[after:]]
        given = {}
        for (field, read), piece in zip(fields, c, strict=True):
            given[field] = read(b, piece)
        return made(**given, at=at)

    return build


def part(build: Build[T]) -> Read[T]:
    """Read a rule that is part of another one."""
    return lambda b, tree: build(b, tree.children, span(b, tree))


def maybe(read: Read[T]) -> Read[T | None]:
    """Read a part that may be missing."""
    return lambda b, piece: None if piece is None else read(b, piece)


def several(read: Read[T]) -> Read[tuple[T, ...]]:
    """Read the parts of a list; a list that is missing has none."""
    return lambda b, tree: () if tree is None else tuple([read(b, c) for c in tree.children])


def given(b: Builder, piece: Piece) -> bool:
    """Say whether a word is there."""
    return piece is not None


def word(b: Builder, token: Piece) -> str:
    """Give a word as it is written; none, if it is missing."""
    return "" if token is None else str(token)


def span(b: Builder, piece: Piece) -> Span:
    """Return the place of a tree or a token."""
    m = piece.meta if isinstance(piece, Tree) else piece
    if isinstance(piece, Tree) and m.empty:
        return Span(b.file, 0, 0, 0, 0)
    return Span(b.file, m.line, m.column, m.end_line, m.end_column)


def name(b: Builder, token: Piece) -> ast.Name:
    return ast.Name(str(token), at=span(b, token))


def declared(b: Builder, token: Piece, taken: Callable[[], frozenset[str]] = reserved) -> ast.Name:
    """Build a name where it is introduced: words of the language cannot be names."""
    if str(token) in taken():
        said = f"`{token}` is a word of the language and cannot be a name."
        help = f"Choose another name, for example with a second word: `{token}_…`."
        b.problems.append(Diagnostic("RW1016", said, span(b, token), help))
    return name(b, token)


names = several(name)


def marks(b: Builder, tree: Piece) -> ast.Marks:
    if not tree.children:
        return ast.NO_MARKS
    cites = tuple(ast.Cite(str(t)[1:], at=span(b, t)) for t in tree.children if t.type == "CITE")
    return ast.Marks(cites, any(t.type == "RECONSTRUCTED" for t in tree.children), at=span(b, tree))


def joined(said: Piece, more: Piece) -> Tree[Token]:
    """Give the marks at two ends of a rule as one list."""
    return Tree("marks", [*said.children, *more.children], said.meta if said.children else more.meta)


def path(b: Builder, tree: Piece) -> ast.Path:
    parts = tuple(str(t)[1:-1] if t.type == "STRING" else str(t) for t in tree.children)
    return ast.Path(parts, at=span(b, tree))
