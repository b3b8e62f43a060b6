"""Loops: over numbers, sets, rows of numbers and piles."""

from __future__ import annotations

from collections.abc import Callable

from regelwerk.dsl import ir
from regelwerk.interpreter.analysis.code import everything

from .. import memory as mem
from .. import spans
from ..encode import I32, READ, Code
from ..owners import Owner
from ..program import PLAIN, Program
from .expressions import Expressions, Node
from .values import Mask

WIDE_ROWS = 1 << 16  # elements of a table of masks that is also kept as lists


class Loops(Expressions):
    """Writes loops around what others write."""

    def __init__(self, program: Program, code: Code, owner: Owner, variant: int = PLAIN) -> None:
        super().__init__(program, code, owner, variant)
        self._loops: list[tuple[object, object]] = []  # labels: break, next
        self._lists: list[int] = []  # where scratch stood before each list that is gone over

    def body(self, code: list[Node]) -> None:
        """Write statements."""
        raise NotImplementedError

    def let_go(self) -> None:
        """Give back the room of all lists that are gone over."""
        if self._lists:
            self._scratch_to(self._lists[0])

    def _scratch_to(self, kept: int) -> None:
        self.c.i32(0).get(kept).load("i32.store", mem.SCRATCH)

    def s_break(self) -> None:
        self.c.br(self._loops[-1][0])

    def s_next(self) -> None:
        self.c.br(self._loops[-1][1])

    def _loop(self, head: Callable[[object], None], body: list[Node], step: Callable[[], None] | None = None) -> None:
        """Write a loop. `head` leaves it or fetches the next element, `step` comes after the body."""
        c = self.c
        out, top, on = object(), object(), object()
        c.block(out)
        c.loop(top)
        head(out)
        if step is not None:
            c.block(on)
        self._loops.append((out, top if step is None else on))
        self.body(body)
        self._loops.pop()
        if step is not None:
            c.end()
            step()
        c.br(top)
        c.end()
        c.end()

    def s_while(self, cond: Node, body: list[Node]) -> None:
        def head(out: object) -> None:
            self.condition(cond)
            self.c.op("i32.eqz").br_if(out)

        self._loop(head, body)

    def _into(self, n: int, span: spans.Span = (0, spans.HIGHEST)) -> None:
        """Put the element on the stack into a register."""
        mask = self.laid(n)
        if mask:
            self.convert(span, 0, mask.words)
            self.lay(mask)
            return
        kept, form = self.register(n)
        self.convert(span, 0, form)
        self.pop(kept)

    def s_for(self, n: int, start: Node, stop: Node, body: list[Node]) -> None:
        c = self.c
        at, end = c.local(), c.local()
        self.number(start)
        c.set(at)
        self.number(stop)
        c.set(end)

        def head(out: object) -> None:
            c.get(at).get(end).op("i64.ge_s").br_if(out)
            c.get(at)
            self._into(n, spans.NUMBER)
            c.get(at).i64(1).op("i64.add").set(at)

        self._loop(head, body)
        c.free(at, end)

    def s_bits(self, n: int, mask: Node, body: list[Node]) -> None:
        c = self.c
        match mask:
            case ("ones", count):
                self.s_for(n, 0, ("chk", count, 0, self.known(mask)[1].bit_length(), 0), body)
                return
            case ("tab", table, index) if self._as_rows(table):
                self._listed(n, "bits", table, index, body)
                return
        if lying := self.lying(mask, body):
            self._over(n, lying, body)
            return
        found = self.known(mask)
        k = max(1, self.natural(mask))
        self.positive(found)
        left = self.held(k)
        base = c.local()
        if k > 1:
            c.i64(0).set(base)

        def head(out: object) -> None:
            self.next_bit(left, base, out)
            self._into(n)

        self._loop(head, body)
        c.free(base, *left)

    def _over(self, n: int, mask: Mask, body: list[Node]) -> None:
        """Go over a mask in memory."""
        at, word = self.c.local(I32), self.c.local()
        self.start_lying(mask, at, word)

        def head(out: object) -> None:
            self.next_lying(mask, at, word, out)
            self._into(n)

        self._loop(head, body)
        self.c.free(at, word)

    def _as_rows(self, table: int) -> bool:
        data = self.p.compiled.tables[table]
        wide = max(data).bit_length() > 64
        return wide and min(data) >= 0 and sum(mask.bit_count() for mask in data) <= WIDE_ROWS

    def s_row(self, n: int, rows: int, key: Node, body: list[Node]) -> None:
        self._listed(n, "row", rows, key, body)

    def _listed(self, n: int, kind: str, number: int, key: Node, body: list[Node]) -> None:
        """Go over a row of static numbers."""
        c = self.c
        starts, _, size, count = self.p.rows(kind, number)
        at, end, row = c.local(I32), c.local(I32), c.local(I32)
        self.index(key, -1, count - 1)
        c.i32(4).op("i32.mul").i32(starts + 4).op("i32.add").tee(row).load("i32.load").set(at)
        c.get(row).load("i32.load", 4).set(end)
        c.free(row)

        def head(out: object) -> None:
            c.get(at).get(end).op("i32.ge_u").br_if(out)
            c.get(at).load(READ[size])
            self._into(n, spans.NUMBER)
            c.get(at).i32(size).op("i32.add").set(at)

        self._loop(head, body)
        c.free(at, end)

    def s_pile(self, n: int, place: Node, body: list[Node]) -> None:
        """Go over what lay in a place at the start; if it may change meanwhile, over a copy."""
        c = self.c
        size = self.p.place_size
        first, at, where = c.local(I32), c.local(I32), c.local()
        self.number(place)
        c.tee(where)
        self._delta()
        c.call(self.p.helper("lowest")).set(first)
        c.get(where)
        self._delta()
        c.call(self.p.helper("psize")).op("i32.wrap_i64").set(at)
        c.free(where)
        moving = any(node[0] in ir.CHANGING for node in everything(body))
        if moving:
            kept = c.local(I32)
            c.read(mem.SCRATCH, "i32.load").set(kept)
            c.get(first).get(at).call(self.p.helper("copied")).set(first)
            self._lists.append(kept)
        c.get(at).i32(size).op("i32.mul").get(first).op("i32.add").set(at)

        def head(out: object) -> None:
            c.get(at).get(first).op("i32.le_u").br_if(out)
            c.get(at).i32(size).op("i32.sub").tee(at).load(READ[size])
            self._into(n)

        self._loop(head, body)
        if moving:
            self._lists.pop()
            self._scratch_to(kept)
            c.free(kept)
        c.free(first, at)
