"""Expressions about the state: cells, tables, calls, places, sets."""

from __future__ import annotations

from regelwerk.interpreter.analysis.code import inner

from .. import spans
from ..encode import I32, READ
from ..program import CHECKED, PLAIN
from ..spans import Span, words
from ..state_layout import Region
from .values import COMPARE, EAGER, Node
from .wide import Wide

__all__ = ["Expressions", "Node"]

CALM = {"v", "ld", "tab", "add", "sub", "mul", "min", "max", "not", "and", "or", *COMPARE}  # as a rule


class Expressions(Wide):
    """Writes expressions of one function, site or procedure."""

    # ------------------------------------------------------------------ cells, tables

    def calm(self, e: Node) -> int:
        if isinstance(e, int):
            return 0
        if e[0] not in CALM:
            return EAGER + 1
        known = self._calm.get(id(e))
        if known is None or known[0] is not e:
            nodes = 1 + sum(self.calm(x) for x in inner(e))
            known = self._calm[id(e)] = e, nodes if nodes <= EAGER and self._at_any_time(e) else EAGER + 1
        return known[1]

    def _at_any_time(self, e: Node) -> bool:
        """Can this never fail or take work, given that nothing inside it does? Only for what fits into one word."""
        found = self.span(e)
        if found is None or words(found):
            return False
        match e:
            case ("add" | "sub" | "mul" as op, left, right):
                x, y = spans.number(self.known(left)), spans.number(self.known(right))
                return spans.inside(spans.exact(op, x, y), spans.NUMBER)
            case ("tab", table, index):
                data = self.p.table(table)
                return not data.words and spans.inside(self.known(index), (-1, data.count - 1))
            case ("ld", cell, index):
                return self._has_cell(cell, index)
            case (op, left, right) if op in COMPARE:
                return not words(self.known(left)) and not words(self.known(right))
        return True

    def _has_cell(self, cell: int, index: Node) -> bool:
        """Is there a cell of one word, whatever the index is?"""
        found = self.known(index)
        if cell + found[0] >= self.p.layout.frames:
            span = self.p.bounds.frames.span(self.owner, cell + found[0])
            return isinstance(index, int) and span is not None and not words(span)
        region = self.p.bounds.target(cell, found)
        if region is None or region.words or cell >= self.p.layout.frames:
            return False
        first = region.start - (region.guard is not None)
        return spans.inside(found, (first - cell, region.start + region.count - 1 - cell))

    def base(self) -> int:
        """Give the address of the state at hand."""
        return self.p.state_of(self.variant)

    def x_ld(self, cell: int, index: Node) -> int:
        c = self.c
        found = self.known(index)
        if found[0] == found[1] and cell + found[0] >= self.p.layout.frames:
            return self._local(cell + found[0], index)
        if cell >= self.p.layout.frames:
            if self.listed_cell(cell, index) is None:
                return self._zero(0)
            c.load("i64.load", self.base() + self.p.layout.frame_cell(cell))
            return 0
        region = self.p.bounds.target(cell, found)
        if region is None:
            c.trap()
            return self._zero(0)
        at = self.base() + region.at + (cell - region.start) * region.size
        lo = region.start - (region.guard is not None) - cell
        hi = region.start + region.count - 1 - cell
        if isinstance(index, int) and lo <= index <= hi:
            self.start_of(region)
            self._read(at + index * region.size, region.size, region.words)
            return region.words
        offset = self.offset(index, lo, hi, at, region.size)
        self.shifted(region)
        self._read(offset, region.size, region.words)
        return region.words

    def start_of(self, region: Region) -> None:
        """Push what is to be added to the addresses of a region."""
        self.c.i32(0) if region.big < 0 else self.c.away()

    def shifted(self, region: Region) -> None:
        """Add it to what is pushed."""
        if region.big >= 0:
            self.c.away().op("i32.add")

    def offset(self, index: Node, lo: int, hi: int, at: int, size: int) -> int:
        """Push where an element of a row of cells lies that begins at an address; give what is to be added to it."""
        c = self.c
        found = self.known(index)
        plus = 0
        match index:
            case ["add", rest, int(more)] if spans.inside(found, (lo, hi)) and spans.inside(self.known(rest), (0, hi)):
                index, plus = rest, more * size  # the same for all elements side by side
        self.index(index, lo, hi)
        if size > 1:
            c.i32(size).op("i32.mul")
        if max(found[0], lo) < 0 or at + plus < 0:
            c.i32(at + plus).op("i32.add")
            return 0
        return at + plus

    def _read(self, offset: int, size: int, count: int) -> None:
        """Read a cell at the pushed address plus an offset."""
        c = self.c
        if count <= 1:
            c.load(READ[size], offset)
            return
        t = c.local(I32)
        c.set(t)
        for i in range(count):
            c.get(t).load("i64.load", offset + 8 * i)
        c.free(t)

    def _local(self, cell: int, index: Node) -> int:
        c = self.c
        span = self.p.bounds.frames.span(self.owner, cell)
        if not isinstance(index, int):
            self.number(index)
            c.op("drop")
        if span is None:
            c.trap()
            return self._zero(0)
        for i in range(max(1, words(span))):
            c.read(self.base() + self.p.layout.frame_cell(cell, i))
        return words(span)

    def listed_cell(self, cell: int, index: Node) -> Span | None:
        """Push the offset of a cell of a list in a frame, and give its bounds; None if it cannot be done."""
        run = self.p.bounds.frames.run(self.owner, cell)
        if run is None:
            self.c.trap()
            return None
        self.index(index, 0, run[1] - 1)
        self.c.i32(8).op("i32.mul")
        return run[0]

    def _zero(self, form: int) -> int:
        for _ in range(max(1, form)):
            self.c.i64(0)
        return form

    def x_tab(self, table: int, index: Node) -> int:
        c = self.c
        data = self.p.table(table)
        if not data.count:
            c.trap()
            return self._zero(0)
        found = self.known(index)
        self.index(index, -1, data.count - 1)
        if data.size > 1:
            c.i32(data.size).op("i32.mul")
        offset = data.at
        if found[0] < 0:
            c.i32(data.at).op("i32.add")
            offset = 0
        self._read(offset, data.size, data.words)
        return data.words

    def x_was(self, start: int, e: Node) -> int:
        if self.variant == PLAIN:
            return self.natural(e)
        before, self.variant = self.variant, CHECKED + 1 + start
        form = self.natural(e)
        self.variant = before
        return form

    # ------------------------------------------------------------------ calls, trials, places

    def x_call(self, function: int, args: list[Node]) -> int:
        self.arguments(function, args)
        self.c.call(self.p.function(function, self.variant))
        if function in self.p.signalling:
            self.leave_on_signal()
        return words(self.p.bounds.results[function] or (0, 0))

    def x_trial(self, proc: int, args: list[Node]) -> int:
        c = self.c
        if self.variant not in (PLAIN, CHECKED):
            c.trap()
            return self._zero(0)
        for n, arg in enumerate(args):
            self.fitting(arg, self.p.bounds.frames.locals[proc][n])
        c.call(self.p.trial_of(proc, once=True)).op("i64.extend_i32_u")
        return 0

    def _delta(self) -> None:
        self.c.i32(self.base() - self.p.state)

    def x_psize(self, place: Node) -> int:
        self.number(place)
        self._delta()
        self.c.call(self.p.helper("psize"))
        return 0

    def x_ptop(self, place: Node, n: Node) -> int:
        self.number(place)
        self.number(n)
        self._delta()
        self.c.call(self.p.helper("ptop"))
        return 0

    def x_pset(self, place: Node) -> int:
        self.number(place)
        self._delta()
        self.c.call(self.p.helper("pset"))
        return words(self.known(("pset", place)))

    def x_dijkstra(self, start: Node, goal: Node, ways: int, cost: int, rest: list[Node]) -> int:
        self.number(start)
        self.number(goal)
        self._passed_on(cost, rest)
        self.c.call(self.p.cheapest(ways, cost, len(rest), self.variant))
        self.leave_on_signal()
        return 0

    def x_pairs(self, mask: Node, gain: int, rest: list[Node]) -> int:
        k, found = self._operand(mask)
        self.positive(found)
        self._passed_on(gain, rest)
        self.c.call(self.p.pairs(gain, k, len(rest), self.variant))
        if gain in self.p.signalling:
            self.leave_on_signal()
        return 0

    def _passed_on(self, function: int, rest: list[Node]) -> None:
        """Push the arguments that a search passes on to a function, behind the two of its own."""
        for n, arg in enumerate(rest):
            self.value(arg, self.p.param(function, 2 + n))

    # ------------------------------------------------------------------ sets

    def _operand(self, e: Node) -> tuple[int, Span]:
        """Push a mask or number as it is; give how many words, and its bounds."""
        return max(1, self.natural(e)), self.known(e)

    def x_bit(self, a: Node) -> int:
        found = self.known(a)
        span = spans.unary("bit", found, self.p.bounds.widest)
        form = words(span)
        self.number(a)
        self.within(spans.number(found), 0, span[1].bit_length() - 1)
        self.single(max(1, form))
        return form

    def x_ones(self, a: Node) -> int:
        found = self.known(a)
        span = spans.unary("ones", found, self.p.bounds.widest)
        form = words(span)
        self.number(a)
        self.within(spans.number(found), 0, span[1].bit_length())
        self.lowest(max(1, form), span[1].bit_length())
        return form

    def x_has(self, mask: Node, element: Node) -> int:
        if self.has_word(mask, element):
            return 0
        k, found = self._operand(mask)
        self.number(element)
        self.contains(k, found, spans.number(self.known(element)))
        return 0

    def _bits(self, op: str, a: Node, b: Node) -> int:
        x, y = self.known(a), self.known(b)
        forms = words(x), words(y)
        result = words(spans.BINARY[op](x, y))
        if not max(forms):
            self.number(a)
            self.number(b)
            self.combine(op, 1)
            return result
        wide = [max(1, form) for form in forms]
        if x[0] < 0 or y[0] < 0:
            k = max(2, *wide, result)
        else:
            k = {"band": min(wide), "bor": max(wide), "bandn": wide[0]}[op]
        for e, form in ((a, forms[0]), (b, forms[1])):
            if form > k:  # what lies above does not matter here
                self.natural(e)
                for _ in range(form - k):
                    self.c.op("drop")
            else:
                self.value(e, k)
        self.combine(op, k)
        for _ in range(k - max(1, result)):
            self.c.op("drop")
        return result

    def x_band(self, a: Node, b: Node) -> int:
        return self._bits("band", a, b)

    def x_bor(self, a: Node, b: Node) -> int:
        return self._bits("bor", a, b)

    def x_bandn(self, a: Node, b: Node) -> int:
        return self._bits("bandn", a, b)

    def x_shl(self, a: Node, n: int) -> int:
        found = self.known(a)
        span = spans.shifted("shl", found, n, self.p.bounds.widest)
        form = words(span)
        if form == 0:
            self.number(a)
            self.moved_up(found, n)
            return 0
        self.value(a, form)
        room = 64 * form - (form > 1)
        self.moved_up_wide(form, n, 0 if (found[1] << n).bit_length() <= room else room)
        return form

    def x_shr(self, a: Node, n: int) -> int:
        k, found = self._operand(a)
        span = spans.shifted("shr", found, n, self.p.bounds.widest)
        if k > 1:
            self.positive(found)
        self.moved_down(k, n, signed=words(found) == 0)
        for _ in range(k - max(1, words(span))):
            self.c.op("drop")
        return words(span)

    def x_size(self, a: Node) -> int:
        k, found = self._operand(a)
        self.positive(found)
        self.counted(k)
        return 0

    def x_low(self, a: Node) -> int:
        k, _ = self._operand(a)
        self.first(k)
        return 0

    def x_nth(self, mask: Node, n: Node) -> int:
        k, found = self._operand(mask)
        self.positive(found)
        self.number(n)
        self.c.call(self.p.nth(k))
        return 0
