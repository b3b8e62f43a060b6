"""A simultaneous decision: every seat answers on a copy of its own, in secret, and may think again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from regelwerk.dsl import ir

from ..errors import Refused
from .context import BRANCH, Context, State
from .machine import Machine


@dataclass(frozen=True, slots=True)
class Branch:
    """The part of one seat; an answer makes a new one, so copies of a game can share it."""

    seat: int
    S: State
    options: list[int]
    answers: tuple[int, ...] = ()
    committed: bool = False

    @property
    def done(self) -> bool:
        """Has the seat nothing more to decide?"""
        return not self.S[ir.ASK]


class Simultaneous:
    """All seats of a simultaneous decision the machine stands at."""

    def __init__(self, machine: Machine, S: State) -> None:
        self.machine = machine
        self.S = S
        self.proc = S[ir.TOP] - 1
        p = machine.compiled.procs[self.proc]
        term = p.blocks[S[p.base]].term
        assert term[0] == "all"
        self.cursor, self.body, self.args = term[1], term[2], term[3]
        mask = S[self.cursor]
        self.branches = {seat: self._begun(seat) for seat in range(mask.bit_length()) if mask >> seat & 1}

    @staticmethod
    def stands(S: State) -> bool:
        """Does the machine stand at a simultaneous decision?"""
        return bool(S[ir.TOP]) and not S[ir.ASK]

    def _begun(self, seat: int) -> Branch:
        C, X = self.S.copy(), self._context()
        args = self.machine.reference.values(self.args, C, [0] * 64, X)
        C[self.cursor] = 0
        self.machine.runtime.enter(C, self.body, (seat, *args), self.proc + 1)
        self.machine.run(C, X)
        return Branch(seat, C, X.options, committed=not C[ir.ASK])  # committed: nothing to decide

    def _context(self) -> Context:
        X = Context()
        X.table, X.simultaneous = BRANCH, self.proc
        return X

    def copy(self, S: State) -> Simultaneous:
        """Copy for a copy of the state."""
        twin = Simultaneous.__new__(Simultaneous)
        twin.__dict__ = self.__dict__ | {"S": S, "branches": self.branches.copy()}
        return twin

    def answer(self, seat: int, code: int) -> None:
        """Take an option for a seat; after an error its earlier answers still stand."""
        self.branches[seat] = self._after(self.branches[seat], code)

    def _after(self, branch: Branch, code: int) -> Branch:
        S, X = branch.S.copy(), self._context()
        self.machine.take(S, X, code)
        return Branch(branch.seat, S, X.options, (*branch.answers, code))

    def replay(self, seat: int, answers: Sequence[int], committed: bool = False) -> None:
        """Begin the part of a seat anew and answer as said."""
        branch = self._begun(seat)
        for code in answers:
            branch = self._after(branch, code)
        self.branches[seat] = replace(branch, committed=committed or branch.committed)

    def revise(self, seat: int, keep: int) -> None:
        """Take back the answers of a seat, all but the first so many; -1: only the last. Refused if they are final."""
        branch = self.branches[seat]
        if branch.committed:
            raise Refused(f"seat {seat + 1} has committed")
        if keep < 0 and not branch.answers:
            raise Refused("there is nothing to take back")
        self.replay(seat, branch.answers[:keep])

    def commit(self, seat: int) -> None:
        """Make the answers of a seat final. Refused if it has to decide more."""
        if not self.branches[seat].done:
            raise Refused(f"seat {seat + 1} has not decided everything")
        self.branches[seat] = replace(self.branches[seat], committed=True)

    def state_of(self, seat: int | None) -> State:
        """Give the state as it is for a seat, or for somebody who takes no part."""
        return self.S if seat is None or seat not in self.branches else self.branches[seat].S

    def codes(self, seat: int) -> list[int]:
        """List the codes of what a seat can choose now."""
        branch = self.branches.get(seat)
        return [] if branch is None or branch.done else list(branch.options)

    @property
    def asked(self) -> list[tuple[State, list[int]]]:
        """What those who have not decided everything see, and their options."""
        return [(branch.S, branch.options) for branch in self.branches.values() if not branch.done]

    @property
    def waiting(self) -> list[int]:
        """The seats that have decided everything and not committed yet."""
        return [branch.seat for branch in self.branches.values() if branch.done and not branch.committed]

    @property
    def complete(self) -> bool:
        """Has everybody committed?"""
        return all(branch.committed for branch in self.branches.values())
