"""Statements and functions."""

from __future__ import annotations

from collections.abc import Callable

from ..facts import all_expressions, everything
from . import memory as mem
from . import spans
from .bounds import Owner
from .encode import I32, READ, WRITE, Code
from .expressions import Expressions, Node
from .program import PLAIN, Program
from .spans import words
from .wide import Mask

CHEAP = 6  # nodes of a value that is worked out though it may not be wanted
MOST_WORK = 2**40  # of one charge
WIDE_ROWS = 1 << 16  # elements of a table of masks that is also kept as lists
SAY, EVENT, CHANCE, ORDER, DECISION, FORCED = range(1, 7)  # kinds of events in memory
CHANGING = {"st", "move", "shuffle", "do", "draw"}


class Statements(Expressions):
    """Writes statements. `leave` says how the function is left, with its result on the stack."""

    def __init__(self, program: Program, code: Code, owner: Owner, variant: int = PLAIN) -> None:
        super().__init__(program, code, owner, variant)
        self._loops: list[tuple[object, object]] = []  # labels: break, next
        self._lists: list[int] = []  # where scratch stood before each list that is gone over

    def leave_on_signal(self) -> None:
        c = self.c
        c.read(mem.SIGNAL, "i32.load")
        c.if_()
        self.let_go()
        self.signalled()
        c.end()

    def stumble(self) -> None:
        self._fail(mem.STUMBLED)

    def _fail(self, how: int) -> None:
        """Let a trial fail; in play, break it off."""
        c = self.c
        c.read(mem.TRIAL, "i32.load").op("i32.eqz").trap_if()
        c.i32(0).i32(how).load("i32.store", mem.SIGNAL)
        self.let_go()
        self.signalled()

    def signalled(self) -> None:
        """Leave because a trial has ended."""
        for _ in self.c.results:
            self.c.i64(0)
        self.c.op("return")

    def let_go(self) -> None:
        """Give back the room of all lists that are gone over."""
        if self._lists:
            self._scratch_to(self._lists[0])

    def _scratch_to(self, kept: int) -> None:
        self.c.i32(0).get(kept).load("i32.store", mem.SCRATCH)

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
        if type(index) is int and lo <= index <= hi:
            c.i32(0)
            at += index * region.size
        else:
            at = self.offset(index, lo, hi, at, region.size)
        self._store(e, region.span, at, region.size, region.words)

    def _save(self, big: int) -> None:
        """See that a trial has a copy of a big region that is about to be changed."""
        if big >= 0:
            c = self.c
            c.read(self.p.saved + 4 * big, "i32.load").read(mem.LEVEL, "i32.load").op("i32.ne")
            c.if_()
            c.i32(big).call(self.p.helper("save"))
            c.end()

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
        if type(index) is not int:
            self.number(index)
            c.op("drop")
        span = self.p.bounds.frame_span(self.owner, cell)
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
        otherwise = other[0][2] if other else ["v", n]
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

    # ------------------------------------------------------------------ loops

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
        if type(mask) is not int and mask[0] == "ones":
            self.s_for(n, 0, ["chk", mask[1], 0, self.known(mask)[1].bit_length(), 0], body)
            return
        if type(mask) is not int and mask[0] == "tab" and self._as_rows(mask[1]):
            self._listed(n, "bits", mask[1], mask[2], body)
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
        moving = any(node[0] in CHANGING for node in everything(body))
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

    # ------------------------------------------------------------------ deeds

    def s_do(self, function: int, args: list[Node]) -> None:
        form = self.x_call(function, args)
        for _ in range(max(1, form)):
            self.c.op("drop")

    def s_tick(self, e: Node, span: int) -> None:
        c = self.c
        at = self.base() - 8
        self.number(e)
        self.within(spans.number(self.known(e)), -MOST_WORK, MOST_WORK)
        t = c.local()
        c.set(t)
        c.i32(0).read(at).get(t).op("i64.add").tee(t).load("i64.store", at)
        c.get(t).i64(self.p.limits.ticks).op("i64.gt_s").trap_if()
        c.free(t)

    def s_move(self, kind: int, component: Node, place: Node, under: int) -> None:
        c = self.c
        movable = self.p.compiled.movables[kind]
        region = self.p.loc_regions[kind]
        self._save(region.big)
        t = c.local()
        found = spans.number(self.known(component))
        self.number(component)
        if found[0] < 0:
            c.tee(t).i64(0).op("i64.lt_s")
            c.if_()
            self.stumble()
            c.end()
            c.get(t)
        self.within(spans.common(found, (0, spans.HIGHEST)), 0, region.start + region.count - 1 - movable.loc)
        c.tee(t).op("i32.wrap_i64").i32(region.size).op("i32.mul")
        c.i32(self.base() + region.at + (movable.loc - region.start) * region.size).op("i32.add").get(t)
        c.free(t)
        self.number(place)
        c.i32(under).call(self.p.helper("move"))
        if self.p.move_may_fail:
            self.leave_on_signal()

    def _chance(self, site: int) -> None:
        at, step = self.p.chances[site]
        self.c.i32(at).i64(step).i32(site)

    def s_shuffle(self, place: Node, site: int) -> None:
        self.number(place)
        self._chance(site)
        self.c.call(self.p.helper("shuffle"))
        self.leave_on_signal()

    def s_draw(self, n: int, site: int, bound: Node) -> None:
        self.number(bound)
        self._chance(site)
        self.c.call(self.p.helper("draw"))
        self._into(n)
        self.leave_on_signal()

    def s_among(self, elements: Node) -> None:
        pass  # only if chance comes from outside

    def s_note(self, change: int, e: Node) -> None:
        pass  # only for explanations

    def s_needs(self, cond: Node, text: int, args: list[Node], span: int) -> None:
        c = self.c
        self.condition(cond)
        c.op("i32.eqz")
        c.if_()
        for arg in args:
            if type(arg) is list and any(type(x) is list and x[0] != "v" for x in all_expressions(arg)):
                self._dropped(arg)  # it may take work, or fail
        c.read(mem.EXPLAIN, "i32.load")
        c.if_()
        c.i32(0).i32(1).load("i32.store", mem.NOTED)
        c.else_()
        self._fail(mem.UNMET)
        c.end()
        c.end()

    def _dropped(self, e: Node) -> None:
        for _ in range(max(1, self.natural(e))):
            self.c.op("drop")

    def s_fail(self, text: int, args: list[Node], span: int) -> None:
        self.c.trap()

    def s_say(self, text: int, args: list[Node]) -> None:
        self._event(SAY, text, args)

    def s_event(self, n: int, args: list[Node]) -> None:
        self._event(EVENT, n, args)

    def _event(self, kind: int, n: int, args: list[Node]) -> None:
        """Write an event down if somebody listens: kind, number, and each argument with its form."""
        c = self.c
        c.read(mem.LISTENING, "i32.load")
        c.if_()
        kept: list[tuple[int, list[int]]] = []
        for arg in args:
            form = self.natural(arg)
            kept.append((form, self.held(max(1, form))))
        for value in (kind, n, len(args)):
            c.i64(value).call(self.p.helper("wrote"))
        for form, held in kept:
            c.i64(form).call(self.p.helper("wrote"))
            for word in held:
                c.get(word).call(self.p.helper("wrote"))
            c.free(*held)
        c.end()

    def s_opt(self, code: Node) -> None:
        c = self.c
        t = c.local(I32)
        self.number(code)
        self.within(spans.number(self.known(code)), 0, spans.HIGHEST)
        u = c.local()
        c.set(u)
        c.read(mem.OPTIONS, "i32.load").tee(t).get(u).load("i64.store")
        c.i32(0).get(t).i32(8).op("i32.add").tee(t).load("i32.store", mem.OPTIONS)
        c.get(t).i32(self.p.options_end).op("i32.ge_u").trap_if()
        c.free(t, u)
