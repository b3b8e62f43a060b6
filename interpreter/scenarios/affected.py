"""Which scenarios a change of the rules can touch: those that reach some code, table or sentence that is not as before.

Every piece of a compiled ruleset gets a mark, made of what it says and of the marks of all it refers to. Two scenarios
with the same mark run the same code on the same data, so they come out the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from regelwerk.dsl import ir

# Where the operands of an operation are numbers of other pieces; terminators have operations of their own.
REFERS: dict[str, tuple[tuple[int, str], ...]] = {
    "tab": ((1, "table"),),
    "call": ((1, "function"),),
    "trial": ((1, "proc"),),
    "dijkstra": ((3, "function"), (4, "function")),
    "pairs": ((2, "function"),),
    "row": ((2, "list"),),
    "do": ((1, "function"),),
    "needs": ((2, "text"),),
    "fail": ((1, "text"),),
    "say": ((1, "text"),),
}
LEADS: dict[str, tuple[tuple[int, str], ...]] = {
    "call": ((1, "proc"),),
    "ask": ((1, "site"),),
    "all": ((2, "proc"),),
}
_COMMON = {"players", "domains", "titles", "slots", "movables", "places", "state", "chances", "events", "changes"}
Piece = tuple[str, int]


class _Ring(Exception):
    """A piece refers to itself in the end: no mark can be made of it."""


def marks(compiled: ir.Compiled) -> list[int | None]:
    """Give every scenario its mark, in order; None if nothing can be told."""
    seen = _Marks(compiled)
    try:
        return [seen.scenario(s) for s in compiled.scenarios]
    except (_Ring, RecursionError):
        return [None for _ in compiled.scenarios]


class _Marks:
    def __init__(self, compiled: ir.Compiled) -> None:
        self.compiled = compiled
        self.common = hash(compiled.model_dump_json(include=_COMMON))
        self.known: dict[Piece, int] = {}
        self.busy: set[Piece] = set()

    def scenario(self, s: ir.Scenario) -> int:
        said = s.model_dump_json(exclude={"span", "cites"})
        pieces: list[Piece] = [("proc", self.compiled.setup), ("proc", s.given)]
        pieces += [("proc", step.proc) for step in s.steps]
        pieces += [("function", t.function) for t in s.then] + [("proc", t.proc) for t in s.then]
        pieces += [("function", check.function) for check in self.compiled.invariants]
        return hash((self.common, said, *(self.mark(p) for p in pieces)))

    def mark(self, piece: Piece) -> int:
        """Give a piece its mark; a number below 0 refers to nothing."""
        if piece[1] < 0:
            return 0
        if piece in self.busy:
            raise _Ring
        if piece not in self.known:
            self.busy.add(piece)
            said, inner = self.said(piece)
            self.known[piece] = hash((piece, said, *(self.mark(p) for p in dict.fromkeys(inner))))
            self.busy.discard(piece)
        return self.known[piece]

    def said(self, piece: Piece) -> tuple[str, list[Piece]]:
        """Give what a piece says, and to what it refers."""
        kind, number = piece
        c = self.compiled
        if kind == "table":
            return repr(c.tables[number]), []
        if kind == "list":
            return repr(c.lists[number]), []
        if kind == "text":
            return repr(c.texts[number]), []
        if kind == "function":
            f = c.functions[number]
            return repr((f.params, f.registers, f.effects, f.body)), [*_inside(f.body)]
        if kind == "site":
            return self._site(c.sites[number])
        p = c.procs[number]
        code = [(b.code, b.term, b.unit, b.risk, b.rooms) for b in p.blocks]
        inner = [*_inside([b.code for b in p.blocks])]
        for block in p.blocks:
            term: tuple[Any, ...] = block.term
            inner += [(what, term[at]) for at, what in LEADS.get(term[0], ())]
            inner += _inside(term[1:])
        return repr((p.params, p.base, p.size, p.registers, p.action, p.rooms, p.secret, code)), inner

    def _site(self, site: ir.Site) -> tuple[str, list[Piece]]:
        inner: list[Piece] = [("function", site.options), ("text", site.question), *_inside([site.who, site.args])]
        for e in site.entries:
            inner += [("text", e.text), ("proc", e.proc), ("function", e.guard)]
            inner += _inside([e.args, e.call, e.domain])
        return site.model_dump_json(exclude={"span", "cites"}), inner


def _inside(code: Any) -> Iterator[Piece]:
    """Give the pieces that some code refers to."""
    todo = [code]
    while todo:
        part = todo.pop()
        if part and type(part[0]) is str:
            for at, what in REFERS.get(part[0], ()):
                yield what, part[at]
        todo += [p for p in part if isinstance(p, list | tuple)]
