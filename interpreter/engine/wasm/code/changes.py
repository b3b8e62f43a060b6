"""Changes: what changes the table, takes chance, tells something, or fails."""

from __future__ import annotations

from regelwerk.interpreter.analysis.code import all_expressions

from .. import memory as mem
from .. import spans
from ..encode import I32
from .expressions import Node
from .loops import Loops
from .memoised import forget

MOST_WORK = 2**40  # of one charge


class Changes(Loops):
    """Writes changes, and how code is left when a trial has ended."""

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

    # ------------------------------------------------------------------ changes

    def _save(self, big: int) -> None:
        """See that a trial has a copy of a big region that is about to be changed."""
        if big >= 0:
            c = self.c
            c.read(self.p.saved + 4 * big, "i32.load").read(mem.LEVEL, "i32.load").op("i32.ne")
            c.if_()
            c.i32(big).call(self.p.helper("save"))
            c.end()

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

    def s_move(self, kind: int, component: Node, place: Node, under: int, _: int) -> None:
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
        c.i32(self.base() + region.at + (movable.loc - region.start) * region.size).op("i32.add")
        self.shifted(region)
        c.get(t)
        c.free(t)
        self.number(place)
        forget(self.p, c, self.p.memos.written(region, *self.p.place_regions))
        c.i32(under).call(self.p.helper("move"))
        if self.p.move_may_fail:
            self.leave_on_signal()

    def _chance(self, site: int) -> None:
        at, step = self.p.chances[site]
        self.c.i32(at).i64(step).i32(site)

    def s_shuffle(self, place: Node, site: int) -> None:
        self.number(place)
        self._chance(site)
        forget(self.p, self.c, self.p.memos.written(*self.p.place_regions))
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
            if isinstance(arg, tuple) and any(isinstance(x, tuple) and x[0] != "v" for x in all_expressions(arg)):
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
        self._event(mem.SAY, text, args)

    def s_event(self, n: int, args: list[Node]) -> None:
        self._event(mem.EVENT, n, args)

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
