"""Statements and functions: registers, cells, branches."""

from __future__ import annotations

from .. import spans
from ..encode import I32, WRITE
from ..memory import DECISION
from ..spans import words
from .changes import Changes
from .expressions import Node
from .memoised import forget

__all__ = ["DECISION", "Statements"]

CHEAP = 6  # nodes of a value that is worked out though it may not be wanted


class Statements(Changes):
    """Writes statements. `leave` says how the function is left, with its result on the stack."""

    # ------------------------------------------------------------------ functions

    def function(self, number: int) -> None:
        """Write a whole function."""
        f = self.p.compiled.functions[number]
        self.parameters(number, f.params, f.body)
        self.clear(f.body, set(range(f.params)), [])
        self.form = words(self.p.bounds.results[number] or (0, 0))
        if any(self.p.bounds.registers[self.owner].get(n) is None for n in range(f.params)):
            self.c.trap()  # nothing calls it
        self.body(f.body)
        for _ in range(max(1, self.form)):
            self.c.i64(0)

    def body(self, code: list[Node]) -> None:
        for s in code:
            getattr(self, "s_" + s[0])(*s[1:])
            if s[0] in ("ret", "break", "next", "fail"):
                break

    def s_ret(self, e: Node) -> None:
        self.value(e, self.form)
        self.let_go()
        self.c.op("return")

    # ------------------------------------------------------------------ registers, cells, branches

    def s_set(self, n: int, e: Node) -> None:
        if self.set_mask(n, e):
            return
        kept, form = self.register(n)
        self.value(e, form)
        self.pop(kept)

    def s_st(self, cell: int, index: Node, e: Node) -> None:
        found = self.known(index)
        if found[0] == found[1] and cell + found[0] >= self.p.layout.frames:
            self._st_local(cell + found[0], index, e)
            return
        if cell >= self.p.layout.frames:
            span = self.listed_cell(cell, index)
            if span is not None:
                self._store(e, span, self.base() + self.p.layout.frame_cell(cell), 8, 0)
            return
        c = self.c
        region = self.p.bounds.target(cell, found)
        if region is None:
            c.trap()
            return
        self._save(region.big)
        at = self.base() + region.at + (cell - region.start) * region.size
        lo, hi = region.start - cell, region.start + region.count - 1 - cell
        if isinstance(index, int) and lo <= index <= hi:
            self.start_of(region)
            at += index * region.size
        else:
            at = self.offset(index, lo, hi, at, region.size)
            self.shifted(region)
        self._store(e, region.span, at, region.size, region.words)
        forget(self.p, c, self.p.memos.written(region))

    def _store(self, e: Node, span: spans.Span, at: int, size: int, form: int) -> None:
        """Write a value to the pushed address plus an offset."""
        c = self.c
        if form <= 1:
            self.convert(span, self.fitting(e, span), form)
            c.load(WRITE[size], at)
            return
        t = c.local(I32)
        c.set(t)
        self.convert(span, self.fitting(e, span), form)
        kept = self.held(form)
        for i, n in enumerate(kept):
            c.get(t).get(n).load("i64.store", at + 8 * i)
        c.free(t, *kept)

    def _st_local(self, cell: int, index: Node, e: Node) -> None:
        c = self.c
        if not isinstance(index, int):
            self.number(index)
            c.op("drop")
        span = self.p.bounds.frames.span(self.owner, cell)
        if span is None:
            c.trap()
            return
        self.store_local(cell, e, span)

    def store_local(self, cell: int, e: Node, span: spans.Span) -> None:
        """Write to a cell of a frame."""
        kept = self.held(max(1, self.fitting(e, span)))
        self.put_local(cell, kept, self.base())
        self.c.free(*kept)

    def put_local(self, cell: int, kept: list[int], base: int) -> None:
        """Write words to a cell of a frame."""
        for i, word in enumerate(kept):
            self.c.i32(0).get(word).load("i64.store", base + self.p.layout.frame_cell(cell, i))

    def s_if(self, cond: Node, then: list[Node], other: list[Node]) -> None:
        c = self.c
        if self._chosen(cond, then, other):
            return
        self.condition(cond)
        if not then and other:
            c.op("i32.eqz")
            then, other = other, then
        c.if_()
        self.body(then)
        if other:
            c.else_()
            self.body(other)
        c.end()

    def _chosen(self, cond: Node, then: list[Node], other: list[Node]) -> bool:
        """Set a register to one of two values without a branch, if that is all there is to do and it is cheap."""
        if len(then) != 1 or then[0][0] != "set" or len(other) > 1 or (other and other[0][:2] != then[0][:2]):
            return False
        n, value = then[0][1:]
        if self.laid(n):
            return False
        otherwise = other[0][2] if other else ("v", n)
        kept, form = self.register(n)
        if form or any(self.calm(e) > CHEAP for e in (value, otherwise)):
            return False
        self.number(value)
        self.number(otherwise)
        self.condition(cond)
        self.c.op("select").set(kept[0])
        return True

    def s_switch(self, case: Node, blocks: list[list[Node]], other: list[Node]) -> None:
        c = self.c
        t = c.local()
        self.number(case)
        c.set(t)
        done, last = object(), object()
        labels: list[object] = [object() for _ in blocks]
        for label in [done, last, *reversed(labels)]:
            c.block(label)
        if not spans.inside(self.known(case), (0, len(blocks) - 1)):
            c.get(t).i64(len(blocks)).op("i64.lt_u", "i32.eqz").br_if(last)
        c.get(t)
        c.free(t)
        c.op("i32.wrap_i64")
        c.br_table([*labels, last])
        for block in blocks:
            c.end()
            self.body(block)
            c.br(done)
        c.end()
        self.body(other)
        c.end()
