"""Rows that stand for many: `each s in Suit, n in 1..13: s, n` is a row for every combination, `red_1` and so on.

They are spelled out before overlays apply, so that a mod can change a single one of them. What they go through is known
from the text alone: kinds, things that are named one by one, ranges, and what is reckoned from these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from operator import add, eq, floordiv, ge, gt, le, lt, mod, mul, ne, sub
from typing import Any, NamedTuple

from .. import ast
from ..ast.tree import title, words
from ..ast.visitor import Walk, rebuilt
from ..diagnostics import Diagnostic
from ..source import Span

MOST = 500  # rows that one line may stand for
_CODE = "RW3104"
_RECKONED: dict[str, Callable[[int, int], int]] = {
    "+": add, "-": sub, "*": mul, "/": floordiv, "/up": lambda a, b: -(-a // b), "mod": mod, "at least": max,
    "at most": min, "<": lt, "<=": le, ">": gt, ">=": ge,
}  # fmt: skip
_COMPARED = {"=": eq, "!=": ne}


class Member(NamedTuple):
    """Something that has a name: a member of a kind, or a thing."""

    of: str
    id: str
    said: str


Value = int | bool | Member
Names = Mapping[str, Value]
_JOINED: dict[str, Callable[[Value, Value], Value]] = {
    "and": lambda a, b: a and b, "or": lambda a, b: a or b, "implies": lambda a, b: not a or b,
}  # fmt: skip


class _Unknown(Exception):
    """This cannot be told from the text alone."""

    def __init__(self, at: Span) -> None:
        self.at = at


def spelled_out(every: Sequence[Sequence[ast.File]]) -> tuple[list[list[ast.File]], list[Diagnostic]]:
    """Give the files with every such row written out, and what is wrong with them; most files are as they were."""
    decls = [d for files in every for file in files for d in file.decls]
    if not any(row.each for d in decls if isinstance(d, ast.Rows) for row in d.rows):
        return [[*files] for files in every], []
    speller = _Speller(decls)
    return [[replace(f, decls=tuple(map(speller.declared, f.decls))) for f in files] for files in every], speller.found


class _Speller:
    def __init__(self, decls: Sequence[ast.Decl]) -> None:
        self.found: list[Diagnostic] = []
        self.members: dict[str, list[Member]] = {}
        for d in decls:
            if isinstance(d, ast.Kind):
                self.members[d.name.id] = [_member(d.name.id, m.name, m.title) for m in d.members]
            elif isinstance(d, ast.Thing):
                self._add(d.type.id, d.name, d.title)
            elif isinstance(d, ast.Rows):
                for row in d.rows:
                    if not row.each:
                        self._add(d.type.id, row.name, row.title)

    def _add(self, of: str, name: ast.Name, said: ast.Text | None) -> None:
        self.members.setdefault(of, []).append(_member(of, name, said))

    def declared(self, d: ast.Decl) -> ast.Decl:
        """Write out the rows of a declaration."""
        if not isinstance(d, ast.Rows) or not any(row.each for row in d.rows):
            return d
        rows: list[ast.Row] = []
        for row in d.rows:
            if not row.each:
                rows.append(row)
                continue
            try:
                made = list(islice(self._rows(row, row.each, {}), MOST + 1))
            except _Unknown as e:
                said = "What these rows go through, and what decides about them, has to be known from the text alone."
                help = "Go through a kind, a type with named things, a range or a set: `each s in Suit, n in 1..13`."
                self.found.append(Diagnostic(_CODE, said, e.at, help))
                continue
            if len(made) > MOST:
                said = f"This line stands for more than {MOST} rows."
                self.found.append(Diagnostic(_CODE, said, row.at, "What has no differences is a number that is kept."))
                continue
            if made and not made[0].name.id[:1].isalpha():
                said = f"`{made[0].name.id}` is no name: names begin with a letter."
                help = f"Write a word in front, `card each …`; the first is called `card_{made[0].name.id}` then."
                self.found.append(Diagnostic(_CODE, said, row.at, help))
                continue
            for one in made:
                self._add(d.type.id, one.name, one.title)
            rows += made
        return replace(d, rows=tuple(rows))

    def _rows(self, row: ast.Row, each: tuple[ast.Binder, ...], names: Names) -> Iterator[ast.Row]:
        if not each:
            yield self._row(row, names)
            return
        binder, rest = each[0], each[1:]
        if binder.stop is not None:
            raise _Unknown(binder.stop.at)
        for value in self._source(binder.source, names):
            inner = {**names, binder.name.id: value}
            if binder.where is None or self.value(binder.where, inner) is True:
                yield from self._rows(row, rest, inner)

    def _source(self, e: ast.Expr, names: Names) -> Sequence[Value]:
        if isinstance(e, ast.TypeIdent) and e.id in self.members:
            return self.members[e.id]
        if isinstance(e, ast.Binary) and e.op == "..":
            low, high = self._number(e.left, names), self._number(e.right, names)
            return range(low, min(high, low + MOST) + 1)
        if isinstance(e, ast.SetLit):
            return [self.value(item, names) for item in e.items]
        raise _Unknown(e.at)

    def _row(self, row: ast.Row, names: Names) -> ast.Row:
        called = [row.name.id] if row.name.id else []
        said = [words(row.name.id)] if row.name.id else []
        for value in names.values():
            called.append(value.id if isinstance(value, Member) else f"minus_{-value}" if value < 0 else str(value))
            said.append(_said(value))
        text = ast.Text((" ".join(said),), at=row.at) if row.title is None else self._title(row.title, names)
        values = tuple(self._put(v, names) for v in row.values)
        return replace(row, name=ast.Name("_".join(called), at=row.at), title=text, values=values, each=())

    def _title(self, text: ast.Text, names: Names) -> ast.Text:
        return replace(text, parts=tuple(p if isinstance(p, str) else _said(self.value(p, names)) for p in text.parts))

    def _put(self, e: ast.Expr, names: Names) -> ast.Expr:
        """Put what the names stand for into a value, and reckon as far as that goes."""
        try:
            return _written(self.value(e, names), e.at)
        except _Unknown:
            pass
        if isinstance(e, ast.IfExpr):
            try:
                return self._put(e.then if self.value(e.cond, names) else e.other, names)
            except _Unknown:
                pass

        def change(new: Any, _: Walk) -> Any:
            return _written(names[new.id], new.at) if isinstance(new, ast.Ident) and new.id in names else new

        return rebuilt(e, change)  # type: ignore[no-any-return]

    def value(self, e: ast.Expr, names: Names) -> Value:
        """Reckon what is known from the text alone."""
        match e:
            case ast.Number():
                return e.value
            case ast.Ident():
                if e.id in names:
                    return names[e.id]
                if e.id in ("yes", "no"):
                    return e.id == "yes"
                called = [m for of in self.members.values() for m in of if m.id == e.id]
                if len(called) == 1:
                    return called[0]
            case ast.Dot(ast.TypeIdent() as of, name):
                called = [m for m in self.members.get(of.id, ()) if m.id == name.id]
                if called:
                    return called[0]
            case ast.Dot(of, name) if name.id == "place":
                value = self.value(of, names)
                if isinstance(value, Member):
                    return self.members[value.of].index(value) + 1
            case ast.Unary(op, of):
                return not self.value(of, names) if op == "not" else -self._number(of, names)
            case ast.IfExpr():
                return self.value(e.then if self.value(e.cond, names) else e.other, names)
            case ast.Binary(("in" | "not in") as op, left, right):
                return (self.value(left, names) in self._source(right, names)) == (op == "in")
            case ast.Binary(op, left, right) if op in _COMPARED:
                return bool(_COMPARED[op](self.value(left, names), self.value(right, names)))
            case ast.Binary(op, left, right) if op in _JOINED:
                return bool(_JOINED[op](self.value(left, names), self.value(right, names)))
            case ast.Binary(op, left, right) if op in _RECKONED:
                a, b = self._number(left, names), self._number(right, names)
                if b != 0 or op not in ("/", "/up", "mod"):
                    return _RECKONED[op](a, b)
            case _:
                pass
        raise _Unknown(e.at)

    def _number(self, e: ast.Expr, names: Names) -> int:
        found = self.value(e, names)
        if isinstance(found, Member):
            raise _Unknown(e.at)
        return found


def _member(of: str, name: ast.Name, said: ast.Text | None) -> Member:
    return Member(of, name.id, words(name.id) if said is None else title(said))


def _said(value: Value) -> str:
    return value.said if isinstance(value, Member) else str(int(value))


def _written(value: Value, at: Span) -> ast.Expr:
    if isinstance(value, Member):
        return ast.Dot(ast.TypeIdent(value.of, at=at), ast.Name(value.id, at=at), at=at)
    if isinstance(value, bool):
        return ast.Ident("yes" if value else "no", at=at)
    number = ast.Number(abs(value), at=at)
    return number if value >= 0 else ast.Unary("-", number, at=at)
