"""Trials: can this option, this procedure, be carried through?

A trial runs on a copy of the state, the same one for all options of a decision (`draft`). It succeeds when it
reaches chance, when the home frame - the outermost active frame standing in a guarded unit - leaves that unit, or
when nothing from the home frame upwards is at risk any more. It fails on an unmet requirement or a decision without
options. At a decision, some option has to succeed. The work counts towards the step that wants to know.

At first, options are simply tried one after the other. If many are not enough, a trial is searched to its end with a
memory of positions it came by: from each of them everything has been tried, or is about to be.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from hashlib import blake2b

from regelwerk.dsl import ir

from ..errors import STUMBLES, Reached, RuleError, Unmet
from .context import Context, State
from .draft import Draft, put
from .option_codes import elements
from .reference.engine import Reference
from .runtime import Engine, Runtime

COST = 50  # ticks of a copy
DEEPEST = 100  # trials inside trials
Unit = tuple[int, int]  # the home frame and its guarded unit
Begin = Callable[[State], None]  # gives the answer, or enters the procedure, that is tried
Todo = tuple[State, Iterator[int], ir.Site]  # a decision and the answers not tried yet


class Spent(Exception):
    """So many options have been tried that positions are worth remembering."""


class Fork(Exception):
    """A search came to a decision: from here, these options have to be tried."""

    def __init__(self, site: ir.Site, codes: Iterable[int]):
        super().__init__(site.name)
        self.site, self.codes = site, codes


class Trials:
    def __init__(self, runtime: Runtime, engine: Engine, reference: Reference) -> None:
        self.runtime = runtime
        self.engine = engine
        self.reference = reference
        compiled = runtime.compiled
        self.sites = compiled.sites
        self.units = [[block.unit for block in proc.blocks] for proc in compiled.procs]
        self.risks = [[block.risk for block in proc.blocks] for proc in compiled.procs]
        self.risky_site = [any(entry.risky for entry in site.entries) for site in compiled.sites]
        self.rooms = [[block.rooms for block in proc.blocks] for proc in compiled.procs]
        self.site_rooms = [sorted({r for entry in site.entries for r in entry.rooms}) for site in compiled.sites]
        self.skip = [[1] if _skips(site) else [] for site in compiled.sites]
        self.stumbled: dict[int, str] = {}  # where trials met something other than a requirement, for tools
        self._inside = 0
        self._idle = Context()  # for what is said about an option: nobody listens, nothing is asked
        self.risky_frames = any(map(any, self.risks)) or any(map(any, self.rooms))

    # ------------------------------------------------------------------ what is offered

    def filtered(self, S: State, site: int, found: list[int]) -> list[int]:
        """Keep the options that can be carried through."""
        home = self._home(S) if self.risky_frames else None
        alone = self.risky_site[site] or self._tight(S, self.site_rooms[site])
        if found and (alone or home is not None):
            C = Draft(S, self.runtime.all_frames) if type(S) is list else S
            try:
                if alone:
                    tried = [self._at_risk(C, entry) for entry in self.sites[site].entries]
                    found = [code for code in found if not tried[code % len(tried)] or self._can_take(C, site, code)]
                if home is not None:
                    found = [code for code in found if self._holds(C, site, code, *home)]
            finally:
                S[ir.TICKS] = C[ir.TICKS]
        return found or self.skip[site]

    def _home(self, S: State) -> Unit | None:
        """Find (home frame, unit) of the decision the machine stands at; None: nothing is at risk."""
        bases, units, risks = self.runtime.bases, self.units, self.risks
        frames = self.runtime.frames(S)
        home = frames[0]
        block = S[bases[home]]
        risky = above = 0
        for proc in frames:
            at = S[bases[proc]]
            above = above or risks[proc][at]
            if units[proc][at]:
                home, block, risky = proc, at, above
        if not units[home][block]:
            risky = risks[home][block]
        if risky or self._tight(S, self.rooms[home][block]):
            return home, units[home][block]
        return None

    def _tight(self, S: State, rooms: Sequence[int]) -> bool:
        """Is a number so near to its limits that it may leave its range?"""
        for number in rooms:
            first, count, lo, hi = self.runtime.compiled.rooms[number]
            cells = S[first : first + count]
            if (lo > ir.NONE_NUM and min(cells) < lo) or max(cells) > hi:
                return True
        return False

    def _at_risk(self, S: State, entry: ir.Entry) -> bool:
        """May this entry turn out impossible when it is carried out?"""
        return entry.proc >= 0 and (entry.risky or self._tight(S, entry.rooms))

    def _entry_holds(self, S: State, site: int, code: int) -> bool:
        entries = self.sites[site].entries
        return not self._at_risk(S, entries[code % len(entries)]) or self._can_take(S, site, code)

    def _can_take(self, S: State, site: int, code: int) -> bool:
        entries = self.sites[site].entries
        entry = entries[code % len(entries)]
        R = [S[ir.WHO], *elements(entry, code // len(entries))]
        args = self.reference.values(entry.call, S, R, self._idle)
        return bool(self.can(S, entry.proc, args))

    def _holds(self, S: State, site: int, code: int, home: int, unit: int) -> bool:
        X = self._context(home, unit)
        X.budget -= 1
        return self._settled(S, lambda C: _take(C, code), X) is None

    # ------------------------------------------------------------------ trials

    def can(self, S: State, proc: int, args: Sequence[int]) -> int:
        """Tell (1, 0) whether a procedure can be carried out on its own."""
        return 1 if self.obstacle(S, proc, args) is None else 0

    def obstacle(self, S: State, proc: int, args: Sequence[int]) -> Unmet | None:
        """Try a procedure on an empty stack; give what stands in its way."""

        def enter(C: State) -> None:
            put(C, ir.ASK, 0)
            self.runtime.enter(C, proc, args, 0)

        return self._settled(S, enter, self._context(-1, 0))

    def obstacle_of(self, S: State, site: int, code: int) -> Unmet | None:
        """Try an option of the pending decision; give what stands in its way."""
        home = self._home(S)
        return None if home is None else self._settled(S, lambda C: _take(C, code), self._context(*home))

    def _context(self, home: int, unit: int) -> Context:
        X = Context()
        X.trial = True
        X.home, X.unit = home, unit
        X.budget = self.runtime.limits.ahead
        return X

    def _settled(self, S: State, begin: Begin, X: Context) -> Unmet | None:
        """Try what begins like this."""
        try:
            return self._tried(S, begin, X)
        except Spent:
            C = S.copy()
            begin(C)
            return self._searched(S, C, X)

    def _tried(self, S: State, begin: Begin, X: Context) -> Unmet | None:
        """Try what begins like this, without looking at positions; a draft is as before afterwards."""
        C = self._draft(S)
        mark = C.mark() if isinstance(C, Draft) else None
        try:
            begin(C)
            unmet, ticks = self._run(S[ir.TICKS], C, X)
        finally:
            if isinstance(C, Draft) and mark is not None:
                C.put_back(mark)
        put(S, ir.TICKS, ticks)
        return unmet

    def _draft(self, S: State) -> State:
        """Give a state on which something can be tried: a draft is one, of others a copy. One that carries more than
        its cells, such as who knows what, makes its own."""
        if isinstance(S, Draft):
            return S
        return Draft(S, self.runtime.all_frames) if type(S) is list else S.copy()

    def _searched(self, S: State, C: State, X: Context) -> Unmet | None:
        """Search for a way to the end; give what stands in the way of the last one."""
        X.searches = True
        X.budget = self.runtime.limits.trials
        seen, todo = set[bytes](), list[Todo]()
        failed, too_deep = Unmet(-1, (), 0, 0), None
        following: State | None = C
        while following is not None:
            C = following
            try:
                unmet, S[ir.TICKS] = self._run(S[ir.TICKS], C, X)
                if unmet is None:
                    return None
                failed = unmet
            except Fork as fork:
                S[ir.TICKS] = C[ir.TICKS]
                if len(todo) >= self.runtime.limits.depth:
                    too_deep = fork.site
                elif (position := self._position(C)) not in seen:
                    seen.add(position)
                    todo.append((C, iter(fork.codes), fork.site))
            following = self._next(S, X, todo)
        if too_deep is not None:
            message = f"too many decisions in a row have to be tried ({too_deep.name})"
            raise RuleError("depth", message, too_deep.span)
        return failed

    def _next(self, S: State, X: Context, todo: list[Todo]) -> State | None:
        """Give the next answer at the last decision that has one left."""
        while todo:
            at, codes, site = todo[-1]
            for code in codes:
                X.budget -= 1
                if X.budget < 0:
                    raise RuleError("work", f"too many ways to go on have to be tried ({site.name})", site.span)
                C = _taken(at, code)
                C[ir.TICKS] = S[ir.TICKS]
                return C
            todo.pop()
        return None

    def _position(self, C: State) -> bytes:
        """Tell positions apart, however often a loop has been gone through."""
        P = self.runtime.canonical(C)
        for proc in map(self.runtime.compiled.procs.__getitem__, self.runtime.frames(C)):
            for cell in proc.counts:
                P[proc.base + cell] = 0
        return blake2b(marshal.dumps(list(P), 2), digest_size=16).digest()

    def _run(self, before: int, C: State, X: Context) -> tuple[Unmet | None, int]:
        """Run a trial; give what stands in its way, and the work that counts, with that `before`."""
        self.runtime.charge(C, COST, 0)
        if self._inside >= DEEPEST:
            raise RuleError("depth", "trials inside trials are nested too deeply")
        self._inside += 1
        try:
            self.engine.run(C, X)
        except Reached as reached:
            return None, reached.ticks
        except Unmet as unmet:
            return unmet.with_traceback(None), unmet.ticks  # it would keep the copy, in a ring
        except RuleError as error:
            if error.kind not in STUMBLES:
                raise
            self.stumbled.setdefault(error.span, error.kind)
            ticks = before + COST  # engines need not agree on how far they came
            return Unmet(STUMBLES[error.kind], error.args_of_text, error.span, ticks), ticks
        finally:
            self._inside -= 1
        return None, C[ir.TICKS]

    def ask(self, S: State, X: Context, site: int, found: list[int]) -> int:
        """Go on at a decision inside a trial: the only option, or whichever succeeds."""
        asked = self.sites[site]
        if not self._risk(S, X) and any(self._entry_holds(S, site, code) for code in found):
            raise Reached(S[ir.TICKS])
        if len(found) == 1 and asked.forced and (not self.skip[site] or found == self.skip[site]):
            put(S, ir.ASK, 0)
            put(S, ir.WHO, ir.NONE)
            return found[0]
        codes = dict.fromkeys([*found, *self.skip[site]])
        if not codes:
            raise Unmet(*(self._reason(S, asked) or (-1, (), asked.span)), S[ir.TICKS])
        if X.searches:
            raise Fork(asked, codes)
        failed = Unmet(-1, (), asked.span, 0)
        for code in codes:
            X.budget -= 1
            if X.budget < 0:
                raise Spent
            unmet = self._tried(S, partial(_take, code=code), X)
            if unmet is None:
                raise Reached(S[ir.TICKS])
            failed = unmet
        failed.ticks = S[ir.TICKS]
        raise failed

    def _reason(self, S: State, site: ir.Site) -> tuple[int, tuple[int, ...], int] | None:
        """Give the first requirement that stands in the way of one of several options."""
        X = Context()
        X.unmet = []  # past an unmet requirement the rest need make no sense
        for entry in site.entries:
            if entry.guard >= 0 and not entry.radix:
                with suppress(RuleError, Unmet, IndexError, ValueError):
                    self.reference.call(entry.guard, S, X, (S[ir.WHO],))
            if X.unmet:
                return X.unmet[0]
        return None

    def _risk(self, S: State, X: Context) -> bool:
        """Tell whether one of the frames from the top to the home frame is at risk."""
        bases = self.runtime.bases
        for proc in self.runtime.frames(S):
            block = S[bases[proc]]
            if self.risks[proc][block]:
                return True
            if proc == X.home:
                return self._tight(S, self.rooms[proc][block])
        return self._tight(S, self.runtime.compiled.procs[proc].rooms)


def _take(C: State, code: int) -> None:
    """Give an answer at a decision."""
    put(C, ir.ASK, 0)
    put(C, ir.WHO, ir.NONE)
    put(C, ir.CHOSEN, code)


def _taken(S: State, code: int) -> State:
    """Copy a state that stands at a decision, with an answer given."""
    C = S.copy()
    _take(C, code)
    return C


def _skips(site: ir.Site) -> bool:
    """Is this a choice that is skipped when nothing can be chosen?"""
    return site.kind == "choose" and site.entries[-1].name == "none"
