"""Decisions: who decides, what is offered, what of it can be carried through, and who answers."""

from __future__ import annotations

from regelwerk.dsl import ir
from regelwerk.interpreter.analysis.code import ALWAYS
from regelwerk.interpreter.analysis.offers import all_different

from .. import memory as mem
from ..encode import I32, I64, Code, Push
from ..program import Program, site_rooms
from .copies import add, keep_state, let_go
from .equal_trials import once_enough
from .helpers import store
from .operations.calls import do
from .operations.writers import emitter
from .option_masks import MaskedOptions, bits_of, expanded, picked, thrown
from .rooms import tight
from .trials import get_header, put_header, signal_reached

MORE = 16  # times the work of trials: more than with those left out, which go through decisions inside them twice
STOP, ENDED = -1, -2  # instead of a code: the machine stops, a trial has ended


def _leave(c: Code) -> None:
    """Leave because a trial has ended: while listing, nothing is listed; elsewhere it is told by the code."""
    if c.results == [I64]:
        c.i64(ENDED)
    elif not c.params:
        c.i32(0)
    else:
        c.trap()
    c.op("return")


class Ask:
    """Writes the functions of one decision."""

    def __init__(self, program: Program, site: int) -> None:
        self.p = program
        self.me = site
        self.site = program.compiled.sites[site]
        self.skips = self.site.kind == "choose" and self.site.entries[-1].name == "none"
        self.risky = [
            n for n, entry in enumerate(self.site.entries) if (entry.risky or entry.rooms) and entry.proc >= 0
        ]

    def write(self) -> None:
        self.bits = bits_of(self.p, self.site)
        self.masked = MaskedOptions(self.p, self.site, self.bits).write() if self.bits else -1
        self.listed, self.offered = self._listed_options(), self._offered()
        tried = self._tried()
        self._ask(tried)

    def _begin(self, params: list[int], results: list[int]) -> tuple[int, Code]:
        number, code = self.p.module.function(params, results)
        self._into(code)
        return number, code

    def _into(self, code: Code) -> None:
        """Write into this function from now on."""
        self.c = code
        self.em = emitter(self.p, code, ("s", self.me), leave=_leave)

    # ------------------------------------------------------------------ listing

    def _listed_options(self) -> int:
        """List what is offered behind the options that stand there; give how many."""
        number, c = self._begin([], [I32])
        first, count = c.local(I32), c.local(I32)
        f = self.site.options
        if self.bits:
            c.call(self.masked)
            if f in self.p.signalling:
                self.em.leave_on_signal()
            c.call(expanded(self.p, self.bits))
            return number
        c.read(mem.OPTIONS, "i32.load").set(first)
        do(self.em, f, [])
        if not all_different(self.p.compiled, self.site):
            c.get(first).call(self.p.helper("distinct"))
        c.read(mem.OPTIONS, "i32.load").get(first).op("i32.sub").i32(3).op("i32.shr_u").tee(count)
        c.i32(self.p.limits.options).op("i32.gt_u").trap_if()
        c.get(count)
        return number

    def _kept(self, first: int, count: int, holds: Push) -> None:
        """Keep the options for which `holds` pushes a flag, given the code in `self.code`."""
        c = self.c
        at, to, end = c.local(I32), c.local(I32), c.local(I32)
        c.get(first).tee(at).tee(to).get(count).i32(8).op("i32.mul", "i32.add").set(end)
        with c.endless() as (out, _):
            c.get(at).get(end).op("i32.ge_u").br_if(out)
            c.get(at).load("i64.load").set(self.code)
            holds()
            c.if_()
            c.get(to).get(self.code).load("i64.store")
            c.get(to).i32(8).op("i32.add").set(to)
            c.end()
            c.get(at).i32(8).op("i32.add").set(at)
        c.get(to).get(first).op("i32.sub").i32(3).op("i32.shr_u").set(count)
        c.free(at, to, end)

    def _offered(self) -> int:
        """Keep the options that can be carried through; give how many."""
        here, once = once_enough(self.p, self.me)
        self.holds = self._entry_holds(self.risky) if self.risky else -1
        twice = [n for n in self.risky if n not in once]
        spared = twice != self.risky
        others = self._entry_holds(twice) if spared and twice else -1
        number, c = self._begin([I32, I32], [I32])
        self.code = c.local()
        if self.me in self.p.risky:
            self._at_risk()
            c.if_()
            home = c.local()
            c.call(self.p.helper("home")).set(home)
            c.get(home).i64(0).op("i64.ge_s").i32(int(bool(self.risky))).op("i32.or")
            c.if_()
            keep_state(self.p, c)
            if spared:
                c.get(home).i64(here).op("i64.eq")
                c.if_()
                self._kept_alone(twice, others)
                c.else_()
            self._kept_alone(self.risky, self.holds)
            if spared:
                c.end()
            c.get(home).i64(0).op("i64.ge_s")
            c.if_()
            work = c.local()
            c.read(self.p.state - 8).set(work)
            c.i32(0).i64(0).load("i64.store", mem.UNCOUNTED)
            self._kept(0, 1, lambda: c.get(self.code).get(home).call(self.p.helper("holds")))
            if spared:
                self._count_more(work)
            c.end()
            let_go(self.p, c)
            c.end()
            c.end()
        if self.skips:
            c.get(1).op("i32.eqz")
            c.if_()
            c.get(0).i64(1).load("i64.store")
            c.i32(1).set(1)
            c.end()
        c.i32(0).get(0).get(1).i32(8).op("i32.mul", "i32.add")
        store(c, mem.OPTIONS)
        c.get(1)
        return number

    def _kept_alone(self, entries: list[int], holds: int) -> None:
        """Keep the options whose actions can be carried out on their own."""
        c = self.c
        if not entries:
            return
        always = any(self.site.entries[n].risky for n in entries)
        c.i32(1) if always else tight(self.p, c, sorted({r for n in entries for r in self.site.entries[n].rooms}))
        c.if_()
        self._kept(0, 1, lambda: c.get(self.code).call(holds))
        c.end()

    def _count_more(self, before: int) -> None:
        """Count the trials that were left out: no more work than this, even with decisions gone through again."""
        c, ticks = self.c, self.p.state - 8
        c.i32(0).read(ticks).read(mem.UNCOUNTED).op("i64.add").get(before).op("i64.sub").i64(MORE).op("i64.mul")
        c.get(before).op("i64.add").tee(before).load("i64.store", ticks)
        c.get(before).i64(self.p.limits.ticks).op("i64.gt_s").trap_if()

    def _at_risk(self) -> None:
        """Push whether an option may turn out impossible half-way, as far as that is known beforehand."""
        danger = self.p.risky.get(self.me, set())
        self.c.i32(1) if ALWAYS in danger else tight(self.p, self.c, sorted(danger))

    def _entry_holds(self, risky: list[int]) -> int:
        """Tell whether the action of an option can be carried out on its own; only these are asked."""
        number, c = self._begin([I64], [I32])
        entries = self.site.entries
        rest = c.local()
        c.get(0).i64(len(entries)).op("i64.div_u").set(rest)
        kept = {}
        for n in risky:
            entry = entries[n]
            c.get(0).i64(len(entries)).op("i64.rem_u").i64(n).op("i64.eq")
            if not entry.risky:
                tight(self.p, c, entry.rooms)
                c.op("i32.and")
            c.if_()
            payload = c.local()
            c.get(rest).set(payload)
            kept = self.p.bounds.registers[self.em.owner]
            self.p.bounds.registers[self.em.owner] = {0: (0, self.p.compiled.players[1] - 1)}
            self.em.registers = {0: [c.local()]}
            get_header(self.p, c, ir.WHO)
            c.set(self.em.registers[0][0])
            for i, (radix, offset) in enumerate(zip(entry.radix, entry.offsets, strict=True), 1):
                self.p.bounds.registers[self.em.owner][i] = (offset, offset + radix - 1)
                self.em.registers[i] = [c.local()]
                c.get(payload).i64(radix).op("i64.rem_u").i64(offset).op("i64.add").set(self.em.registers[i][0])
                c.get(payload).i64(radix).op("i64.div_u").set(payload)
            for i, arg in enumerate(entry.call):
                self.em.fitting(arg, self.p.bounds.frames.locals[entry.proc][i])
            c.call(self.p.trial_of(entry.proc)).op("return")
            c.end()
            self.p.bounds.registers[self.em.owner] = kept
        c.i32(1)
        return number

    # ------------------------------------------------------------------ trials

    def _tried(self) -> int:
        """Go on at a decision inside a trial: options begin at an address, so many. Gives a code, or ENDED."""
        number, c = self._begin([I32, I32], [I64])
        c.call(self.p.helper("risk")).op("i32.eqz")
        c.if_()
        self._any_entry()
        c.end()
        if self.site.forced:
            c.get(1).i32(1).op("i32.eq")
            if self.skips:
                c.get(0).load("i64.load").i64(1).op("i64.eq", "i32.and")
            c.if_()
            put_header(self.p, c, ir.ASK, 0)
            put_header(self.p, c, ir.WHO, ir.NONE)
            c.get(0).load("i64.load").op("return")
            c.end()
        if self.skips:
            self._with_skip()

        def attempt() -> None:
            add(c, mem.BUDGET, -1)
            c.read(mem.BUDGET, "i32.load").i32(0).op("i32.lt_s").trap_if()  # Python searches on, and remembers
            c.call(self.p.helper("attempt"))

        self._until(attempt)
        c.get(1).op("i32.eqz")
        c.if_()
        self._reason()
        c.end()
        self._end(reached=False)
        c.i64(ENDED)
        return number

    def _end(self, reached: bool) -> None:
        c = self.c
        if reached:
            signal_reached(c)
        else:
            store(c, mem.SIGNAL, mem.UNMET)
        c.i64(ENDED).op("return")

    def _any_entry(self) -> None:
        """End the trial if the action of some option can be carried out."""
        c = self.c
        if not self.risky:
            c.get(1)
            c.if_()
            self._end(reached=True)
            c.end()
            return
        self._until(lambda: c.call(self.holds))

    def _until(self, succeeds: Push) -> None:
        """Try one option after the other until one succeeds; that ends the trial."""
        c = self.c
        at, end = c.local(I32), c.local(I32)
        c.get(0).tee(at).get(1).i32(8).op("i32.mul", "i32.add").set(end)
        keep_state(self.p, c)
        with c.endless() as (out, _):
            c.get(at).get(end).op("i32.ge_u").br_if(out)
            c.get(at).load("i64.load")
            succeeds()
            c.if_()
            let_go(self.p, c)
            self._end(reached=True)
            c.end()
            c.get(at).i32(8).op("i32.add").set(at)
        let_go(self.p, c)
        c.free(at, end)

    def _with_skip(self) -> None:
        """Add the option to go without, unless it stands there."""
        c = self.c
        end = c.local(I32)
        c.get(0).get(1).i32(8).op("i32.mul", "i32.add").tee(end).i64(1).load("i64.store")
        c.i32(0).get(end).i32(8).op("i32.add")
        store(c, mem.OPTIONS)
        c.get(0).call(self.p.helper("distinct")).read(mem.OPTIONS, "i32.load").get(0).op("i32.sub").i32(3)
        c.op("i32.shr_u").set(1)
        c.free(end)

    def _reason(self) -> None:
        """Look for the first requirement in the way, as others do to explain it: that is work, too."""
        c = self.c
        guards = [entry.guard for entry in self.site.entries if entry.guard >= 0 and not entry.radix]
        if not guards:
            return
        explain, trial = c.local(I32), c.local(I32)
        for word, n in ((mem.EXPLAIN, explain), (mem.TRIAL, trial)):
            c.read(word, "i32.load").set(n)
        store(c, mem.EXPLAIN, 1)
        store(c, mem.TRIAL, 0)
        store(c, mem.NOTED, 0)
        done = object()
        c.block(done)
        for guard in guards:
            get_header(self.p, c, ir.WHO)
            self.em.stack.convert((0, 63), 0, self.p.param(guard, 0))
            c.call(self.p.function(guard))
            for _ in self.p.module.functions[self.p.function(guard)].results:
                c.op("drop")
            c.read(mem.NOTED, "i32.load").br_if(done)
        c.end()
        for word, n in ((mem.EXPLAIN, explain), (mem.TRIAL, trial)):
            c.i32(0).get(n)
            store(c, word)

    # ------------------------------------------------------------------ asking

    def _ask(self, tried: int) -> None:
        """Let somebody decide: a code, STOP or ENDED."""
        slow = self._slowly(tried) if self.bits else -1
        self._into(self.p.asks[self.me][1])
        c = self.c
        who, first = c.local(), c.local(I32)
        self.code = c.local()
        put_header(self.p, c, ir.ASK, self.me + 1)
        self.em.number(self.site.who)
        c.tee(who)
        get_header(self.p, c, ir.PLAYERS)
        c.op("i64.ge_u")
        c.if_()
        self.em.stumble()
        c.end()
        c.i32(0).get(who)
        put_header(self.p, c, ir.WHO)
        c.read(mem.OPTIONS, "i32.load").set(first)
        listed = c.local(I64 if self.bits else I32)
        c.call(self.masked if self.bits else self.listed).set(listed)
        if self.site.options in self.p.signalling:
            c.read(mem.SIGNAL, "i32.load")
            c.if_()
            self._options_to(first)
            _leave(c)
            c.end()
        if self.bits:
            self._quickly(listed, who)
            c.get(who).get(listed).call(slow)
        else:
            self._answered(who, first, listed, tried)

    def _slowly(self, tried: int) -> int:
        """Let the seat given decide about options given as bits."""
        assert self.bits
        number, c = self._begin([I64, I64], [I64])
        first, count = c.local(I32), c.local(I32)
        self.code = c.local()
        c.read(mem.OPTIONS, "i32.load").set(first)
        c.get(1).call(expanded(self.p, self.bits)).set(count)
        self._answered(0, first, count, tried)
        return number

    def _answered(self, who: int, first: int, count: int, tried: int) -> None:
        """Push the answer of somebody to so many options that begin at an address."""
        c = self.c
        c.read(mem.TRIAL, "i32.load")
        c.if_()
        c.get(first).get(count).call(tried)
        self._options_to(first)
        c.op("return")
        c.end()
        if self.me in self.p.risky or self.skips:
            self._at_risk()
            c.get(count).op("i32.eqz", "i32.or")
            c.if_()
            c.get(first).get(count).call(self.offered).set(count)
            c.end()
        answered = object()
        c.block(answered)
        if self.site.forced:
            c.get(count).i32(1).op("i32.eq")
            c.if_()
            c.get(first).load("i64.load").set(self.code)
            self._record(mem.FORCED, who)
            c.br(answered)
            c.end()
        c.get(count).op("i32.eqz").trap_if()
        c.read(mem.RANDOM, "i32.load").op("i32.eqz")
        c.if_()
        for word, n in ((mem.FIRST, first), (mem.COUNT, count)):
            c.i32(0).get(n)
            store(c, word)
        c.i64(STOP).op("return")
        c.end()
        self._pick(first, count)
        c.i32(0).i64(0).load("i64.store", self.p.state - 8)
        self._record(mem.DECISION, who)
        c.end()
        put_header(self.p, c, ir.ASK, 0)
        put_header(self.p, c, ir.WHO, ir.NONE)
        self._options_to(first)
        c.get(self.code)

    def _quickly(self, found: int, who: int) -> None:
        """Answer at random from options kept as bits, if nothing of them has to be tried."""
        c, p = self.c, self.p
        slow, made = object(), c.local(I32)
        danger = p.risky.get(self.me, set())
        if self.bits is None or any(entry.risky for entry in self.site.entries):
            return
        c.block(slow)
        c.read(mem.RANDOM, "i32.load").i32(mem.AT_RANDOM).op("i32.ne").read(mem.TRIAL, "i32.load").op("i32.or").br_if(
            slow
        )
        c.get(found).op("i64.eqz").br_if(slow)
        if ALWAYS in danger:
            tight(p, c, site_rooms(self.site))
            c.br_if(slow)
            c.call(p.helper("home")).i64(0).op("i64.ge_s").br_if(slow)
        elif danger:
            self._at_risk()
            c.br_if(slow)
        c.get(found).op("i64.popcnt", "i32.wrap_i64").set(made)
        if p.limits.options < 64:
            c.get(made).i32(p.limits.options).op("i32.gt_u").br_if(slow)
        answered = object()
        c.block(answered)
        if self.site.forced:
            c.get(made).i32(1).op("i32.eq")
            c.if_()
            c.get(found).op("i64.ctz")
            self._code_of()
            self._record(mem.FORCED, who)
            c.br(answered)
            c.end()
        picked(c, found, made)
        self._code_of()
        c.i32(0).i64(0).load("i64.store", p.state - 8)
        self._record(mem.DECISION, who)
        c.end()
        put_header(p, c, ir.ASK, 0)
        put_header(p, c, ir.WHO, ir.NONE)
        c.get(self.code).op("return")
        c.end()
        c.free(made)

    def _code_of(self) -> None:
        """Keep the code of the pushed bit."""
        assert self.bits
        c = self.c
        if self.bits.scale != 1:
            c.i64(self.bits.scale).op("i64.mul")
        if self.bits.offset:
            c.i64(self.bits.offset).op("i64.add")
        c.set(self.code)

    def _options_to(self, first: int) -> None:
        self.c.i32(0).get(first)
        store(self.c, mem.OPTIONS)

    def _pick(self, first: int, count: int) -> None:
        """Answer at random, unless it was often enough."""
        c = self.c
        c.get(first).get(count).call(self.p.helper("pick")).tee(self.code).i64(0).op("i64.lt_s")
        c.if_()
        c.i64(STOP).op("return")
        c.end()

    def _record(self, kind: int, who: int) -> None:
        c, p = self.c, self.p
        c.read(mem.LISTENING, "i32.load")
        c.if_()
        c.i64(kind).get(who).i64(self.me).get(self.code).call(p.helper("recorded"))
        c.end()


def make_pick(p: Program) -> int:
    """Pick one of the options at an address by the dice; -1 if there were too many answers."""
    number, c = p.module.function([I32, I32], [I64])
    c.read(mem.RANDOM, "i32.load").i32(mem.BY_POLICY).op("i32.eq")
    c.if_()
    c.get(0).get(1).call(p.helper("lean")).op("return")
    c.end()
    thrown(c, 1)
    c.i32(8).op("i32.mul").get(0).op("i32.add").load("i64.load")
    return number
