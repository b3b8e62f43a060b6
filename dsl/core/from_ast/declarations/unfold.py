"""Scenarios as they are meant: seats of their file, the `given` they share, one for each case of a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from difflib import get_close_matches
from typing import Any, TypeVar

from regelwerk.dsl import ast
from regelwerk.dsl.ast.printer.expressions import expr as written
from regelwerk.dsl.source import Span

from ..errors import mistake, unknown_title

T = TypeVar("T")


class Unfolding:
    """Knows all scenarios and seats of a game; what was unfolded before is the same object again."""

    def __init__(self, decls: Iterable[ast.Decl]) -> None:
        decls = list(decls)
        self.seats = {d.at.file: d.seats for d in decls if isinstance(d, ast.Seats)}
        self.titled = {title(d.title): d for d in decls if isinstance(d, ast.Scenario)}
        self.invariants = [title(d.title) for d in decls if isinstance(d, ast.Invariant)]

    def of(self, d: ast.Scenario) -> list[ast.Scenario]:
        """Give the scenarios that a declaration stands for; mostly just itself."""
        for broken in d.breaks:
            # one that an overlay brings may be named, too: without it nothing is left out; but not a slip
            if title(broken) not in self.invariants and get_close_matches(title(broken), self.invariants, 1, 0.8):
                raise unknown_title("RW7010", "invariant", title(broken), self.invariants, broken.at)
        if not d.seats and d.at.file in self.seats:
            d = replace(d, seats=self.seats[d.at.file])
        if d.like is not None:
            d = self._shared(d, d.like, [title(d.title)])
        return [self._case(d, row) for row in d.cases] if d.columns else [d]

    def _shared(self, d: ast.Scenario, like: ast.Text, ways: list[str]) -> ast.Scenario:
        other = self.titled.get(title(like))
        if other is None:
            others = [t for t in self.titled if t != title(d.title)]
            raise unknown_title("RW7011", "scenario", title(like), others, like.at)
        if title(like) in ways:
            raise mistake("RW7011", "This leads back to where it began.", like.at, "Write the lines of `given` here.")
        seats = d.seats or other.seats or self.seats.get(other.at.file, ())
        d = replace(
            d, seats=seats, given=(*other.given, *d.given), setup=d.setup or other.setup, like=None,
            breaks=tuple({title(t): t for t in (*other.breaks, *d.breaks)}.values()),
        )  # fmt: skip
        return d if other.like is None else self._shared(d, other.like, [*ways, title(like)])

    def _case(self, d: ast.Scenario, row: ast.Example) -> ast.Scenario:
        if len(row.values) != len(d.columns):
            said = f"The table has {len(d.columns)} columns, this row {len(row.values)}."
            raise mistake("RW7012", said, row.at, f"Its columns: {', '.join(n.id for n in d.columns)}.")
        meant = {n.id: e for n, e in zip(d.columns, row.values, strict=True)}
        named = ", ".join(written(e) for e in row.values)
        told = ast.Text((f"{title(d.title)}: {named}",), at=d.title.at)
        marks = replace(d.marks, cites=tuple(dict.fromkeys((*d.marks.cites, *row.marks.cites))))
        return replace(
            d, title=told, given=_with(d.given, meant), when=_with(d.when, meant), then=_with(d.then, meant),
            setup=_with(d.setup, meant), columns=(), cases=(), marks=marks,
        )  # fmt: skip


def title(t: ast.Text) -> str:
    """The plain words of a title."""
    return "".join(p for p in t.parts if isinstance(p, str))


def _with(node: T, meant: Mapping[str, ast.Expr]) -> T:
    """Put what its columns stand for into a part of a scenario."""
    found: Any = node
    if isinstance(found, Span | str):
        return node
    if isinstance(found, tuple):
        return tuple(_with(n, meant) for n in found)  # type: ignore[return-value]
    if isinstance(found, ast.Ident) and found.id in meant:
        return meant[found.id]  # type: ignore[return-value]
    if not isinstance(found, ast.Node):
        return node
    new = {f.name: _with(getattr(found, f.name), meant) for f in fields(found) if f.name not in ("at", "marks")}
    changed = {k: v for k, v in new.items() if v is not getattr(found, k)}
    return replace(found, **changed) if changed else node  # type: ignore[return-value]
