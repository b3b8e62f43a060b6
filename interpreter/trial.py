"""Trials: can this option, this procedure, be carried through?

A trial runs on a copy of the state. It succeeds when it reaches chance, when the home frame - the outermost
active frame standing in a guarded unit - leaves that unit, or when nothing from the home frame upwards is at
risk any more. It fails on an unmet requirement or a decision without options. At a decision, some option has
to succeed. The work counts towards the step that wants to know.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from ..dsl import ir
from .context import Context, State
from .decisions import elements
from .equipment import Engine, Equipment
from .errors import STUMBLES, Reached, RuleError, Unmet
from .reference import Reference

COST = 50  # ticks of a copy
DEEPEST = 100  # trials inside trials
Unit = tuple[int, int]  # the home frame and its guarded unit


class Trials:
    def __init__(self, kit: Equipment, engine: Engine, reference: Reference) -> None:
        self.kit = kit
        self.engine = engine
        self.reference = reference
        compiled = kit.compiled
        self.sites = compiled.sites
        self.units = [[block.unit for block in proc.blocks] for proc in compiled.procs]
        self.risks = [[block.risk for block in proc.blocks] for proc in compiled.procs]
        self.risky_site = [any(entry.risky for entry in site.entries) for site in compiled.sites]
        self.rooms = [[block.rooms for block in proc.blocks] for proc in compiled.procs]
        self.site_rooms = [sorted({r for entry in site.entries for r in entry.rooms}) for site in compiled.sites]
        self.skip = [[1] if _skips(site) else [] for site in compiled.sites]
        self.stumbled: dict[int, str] = {}  # where trials met something other than a requirement, for tools
        self._inside = 0
        self.risky_frames = any(map(any, self.risks)) or any(map(any, self.rooms))

    # ------------------------------------------------------------------ what is offered

    def filtered(self, S: State, site: int, found: list[int]) -> list[int]:
        """Keep the options that can be carried through."""
        home = self._home(S) if self.risky_frames else None
        if self.risky_site[site] or self._tight(S, self.site_rooms[site]):
            tried = [self._at_risk(S, entry) for entry in self.sites[site].entries]
            found = [code for code in found if not tried[code % len(tried)] or self._can_take(S, site, code)]
        if home is not None:
            found = [code for code in found if self._holds(S, site, code, *home)]
        return found or self.skip[site]

    def _home(self, S: State) -> Unit | None:
        """Find (home frame, unit) of the decision the machine stands at; None: nothing is at risk."""
        bases, units, risks = self.kit.bases, self.units, self.risks
        frames = self.kit.frames(S)
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
            first, count, lo, hi = self.kit.compiled.rooms[number]
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
        args = self.reference.values(entry.call, S, R, Context())
        return bool(self.can(S, entry.proc, args))

    def _holds(self, S: State, site: int, code: int, home: int, unit: int) -> bool:
        X = self._context(home, unit)
        self._within(X, self.sites[site])
        return self._attempt(S, X, code) is None

    # ------------------------------------------------------------------ trials

    def can(self, S: State, proc: int, args: Sequence[int]) -> int:
        """Tell (1, 0) whether a procedure can be carried out on its own."""
        return 1 if self.obstacle(S, proc, args) is None else 0

    def obstacle(self, S: State, proc: int, args: Sequence[int]) -> Unmet | None:
        """Try a procedure on an empty stack; give what stands in its way."""
        C = S.copy()
        C[ir.ASK] = 0
        self.kit.enter(C, proc, args, 0)
        return self._run(S, C, self._context(-1, 0))

    def obstacle_of(self, S: State, site: int, code: int) -> Unmet | None:
        """Try an option of the pending decision; give what stands in its way."""
        home = self._home(S)
        return None if home is None else self._attempt(S, self._context(*home), code)

    def _context(self, home: int, unit: int) -> Context:
        X = Context()
        X.trial = True
        X.home, X.unit = home, unit
        X.budget = self.kit.limits.trials
        return X

    def _within(self, X: Context, site: ir.Site) -> None:
        X.budget -= 1
        if X.budget < 0:
            raise RuleError("work", f"too many ways to go on have to be tried ({site.name})", site.span)

    def _attempt(self, S: State, X: Context, code: int) -> Unmet | None:
        C = S.copy()
        C[ir.ASK] = 0
        C[ir.WHO] = ir.NONE
        C[ir.CHOSEN] = code
        return self._run(S, C, X)

    def _run(self, S: State, C: State, X: Context) -> Unmet | None:
        self.kit.charge(C, COST, 0)
        if self._inside >= DEEPEST:
            raise RuleError("depth", "trials inside trials are nested too deeply")
        self._inside += 1
        try:
            self.engine.run(C, X)
        except Reached as reached:
            S[ir.TICKS] = reached.ticks
            return None
        except Unmet as unmet:
            S[ir.TICKS] = unmet.ticks
            return unmet.with_traceback(None)  # it would keep the copy, in a ring that only a collection finds
        except RuleError as error:
            if error.kind not in STUMBLES:
                raise
            self.stumbled.setdefault(error.span, error.kind)
            S[ir.TICKS] += COST  # engines need not agree on how far they came
            return Unmet(STUMBLES[error.kind], error.args_of_text, error.span, S[ir.TICKS])
        finally:
            self._inside -= 1
        S[ir.TICKS] = C[ir.TICKS]
        return None

    def ask(self, S: State, X: Context, site: int, found: list[int]) -> int:
        """Go on at a decision inside a trial: the only option, or whichever succeeds."""
        asked = self.sites[site]
        risk = self._risk(S, X)
        if risk == ir.RISK_LATER and (X.depth >= self.kit.limits.ahead or X.budget <= 0):
            risk = 0  # far enough
        if not risk and any(self._entry_holds(S, site, code) for code in found):
            raise Reached(S[ir.TICKS])
        if len(found) == 1 and asked.forced and (not self.skip[site] or found == self.skip[site]):
            S[ir.ASK] = 0
            S[ir.WHO] = ir.NONE
            return found[0]
        if X.depth >= self.kit.limits.depth:
            message = f"too many decisions in a row have to be tried ({asked.name})"
            raise RuleError("depth", message, asked.span)
        failed: Unmet | None = None
        X.depth += 1
        for code in dict.fromkeys([*found, *self.skip[site]]):
            self._within(X, asked)
            unmet = self._attempt(S, X, code)
            if unmet is None:
                raise Reached(S[ir.TICKS])
            failed = unmet
        X.depth -= 1
        if failed is None:  # there was nothing to try
            failed = Unmet(*(self._reason(S, asked) or (-1, (), asked.span)), 0)
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

    def _risk(self, S: State, X: Context) -> int:
        """Tell how the frames from the top to the home frame are at risk: 0, or as a block is."""
        bases = self.kit.bases
        found = 0
        for proc in self.kit.frames(S):
            risk = self.risks[proc][S[bases[proc]]]
            if risk == ir.RISK:
                return risk
            found = found or risk
            if proc == X.home:
                return ir.RISK if self._tight(S, self.rooms[proc][S[bases[proc]]]) else found
        return ir.RISK_LATER if self._tight(S, self.kit.compiled.procs[proc].rooms) else found


def _skips(site: ir.Site) -> bool:
    """Is this a choice that is skipped when nothing can be chosen?"""
    return site.kind == "choose" and site.entries[-1].name == "none"
