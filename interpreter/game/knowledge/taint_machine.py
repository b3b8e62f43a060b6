"""A machine on which everything is noted that seats could learn: it runs steps that have been played before."""

from __future__ import annotations

from bisect import bisect_right
from math import prod
from typing import Protocol

from regelwerk.dsl import ir

from ...engine.context import Context, Limits, State
from ...engine.machine import Machine
from ..sight.onlookers import Onlookers
from .labels import ENTRY, Marked
from .taint import Taint


class TaintMachine(Machine):
    """Runs a ruleset on states that carry who does not know what is in them."""

    def __init__(self, compiled: ir.Compiled, limits: Limits) -> None:
        super().__init__(compiled, "reference", limits)
        self.onlookers = Onlookers(compiled, self.runtime.places)
        self.taint = Taint(self.runtime, self.onlookers)
        self.reference = self.taint
        self._slots = sorted((slot for slot in compiled.slots if slot.kind == "cell"), key=lambda slot: slot.addr)
        self._starts = [slot.addr for slot in self._slots]

    def slot_at(self, cell: int) -> ir.Slot | None:
        """Find the slot that keeps something in a cell."""
        n = bisect_right(self._starts, cell) - 1
        slot = self._slots[n] if n >= 0 else None
        if slot is None or (cell - slot.addr) % slot.stride:
            return None
        return slot if cell < slot.addr + prod(slot.sizes) * slot.stride else None

    def begin(self) -> None:
        """Forget what was noted about earlier steps."""
        self.taint.reason = self.taint.hinted = self.taint.shown = 0

    def take(self, S: State, X: Context, code: int) -> None:
        """Take an option; who does not see what was picked does not know it."""
        self._answered(S, S[ir.ASK] - 1, S[ir.WHO], code)
        super().take(S, X, code)

    def ask(self, S: State, X: Context, site: int) -> int:
        """Let somebody decide: what is offered shows to nobody else."""
        taint, asked = self.taint, self.compiled.sites[site]
        S[ir.ASK] = site + 1
        who = self.engine.who(site, S, X)
        taint.reason |= getattr(who, "unknown", 0)
        S[ir.WHO] = who = int(who)
        if not 0 <= who < S[ir.PLAYERS]:
            self.runtime.nobody(site)
        reason, hinted = taint.reason, taint.hinted
        taint.listed = taint.codes = 0
        found = self._listed(S, X, site)
        if X.trial:
            taint.reason |= taint.listed | taint.codes
            return self.trials.ask(S, X, site, found)
        found = self.trials.filtered(S, site, found)
        seats = taint.listed | taint.reason
        taint.reason, taint.hinted = reason, hinted | ((seats | taint.codes) & 1 << who)
        kind = "decision"
        if len(found) == 1 and asked.forced:
            kind, code = "forced", found[0]
            taint.reason |= seats
            taint.hinted |= seats & ~reason
        elif not found:
            self.runtime.nothing(site)
        elif X.pick is not None:
            code = X.pick(found, site)
        else:
            X.options = found
            return -1
        S[ir.TICKS] = 0 if kind == "decision" else S[ir.TICKS]
        if X.events is not None:
            self.runtime.record(S, X, kind, site, code)
        self._answered(S, site, who, code)
        S[ir.ASK] = 0
        S[ir.WHO] = ir.NONE
        return code

    def _answered(self, S: State, site: int, who: int, code: int) -> None:
        assert isinstance(S, Marked)
        others = (1 << S[ir.PLAYERS]) - 1 & ~(1 << who)
        if self.compiled.sites[site].secret or not self.runtime.secret.isdisjoint(self.runtime.frames(S)):
            S.label(ir.CHOSEN, others)
            S.label(ENTRY, others)
            return
        seats = 0
        for thing in self.onlookers.things(self.texts, self.compiled.sites[site], code):
            if thing is not None:
                seats |= self.onlookers.off(S, self.onlookers.place(S, thing))
        S.label(ir.CHOSEN, seats & others)
        S.label(ENTRY, 0)


class BothMachines(Protocol):
    """A ruleset with both machines: the one that plays, and this one."""

    compiled: ir.Compiled
    machine: Machine

    @property
    def taint_machine(self) -> TaintMachine: ...
