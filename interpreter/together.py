"""A simultaneous decision: every seat answers on a copy of its own, in secret, and may think again."""

from __future__ import annotations

from ..dsl import ir
from .context import BRANCH, Context, State
from .machine import Machine


class Branch:
    """The part of one seat."""

    def __init__(self, seat: int, S: State, X: Context) -> None:
        self.seat = seat
        self.S = S
        self.X = X
        self.answers: list[int] = []
        self.committed = False

    @property
    def done(self) -> bool:
        """Has the seat nothing more to decide?"""
        return not self.S[ir.ASK]


class Together:
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
        C = self.S.copy()
        X = Context()
        X.table, X.simultaneous = BRANCH, self.proc
        args = self.machine.reference.values(self.args, C, [0] * 64, X)
        C[self.cursor] = 0
        self.machine.kit.enter(C, self.body, (seat, *args), self.proc + 1)
        self.machine.run(C, X)
        branch = Branch(seat, C, X)
        branch.committed = branch.done  # nothing to decide
        return branch

    def copy(self) -> Together:
        """Copy everything the seats have answered so far."""
        twin = Together.__new__(Together)
        twin.__dict__.update(self.__dict__)
        twin.S = self.S.copy()
        twin.branches = {}
        for seat, branch in self.branches.items():
            X = Context()
            X.table, X.simultaneous, X.options = BRANCH, self.proc, branch.X.options
            other = Branch(seat, branch.S.copy(), X)
            other.answers, other.committed = branch.answers.copy(), branch.committed
            twin.branches[seat] = other
        return twin

    def answer(self, seat: int, code: int) -> None:
        """Take an option for a seat; after an error its earlier answers still stand."""
        branch = self.branches[seat]
        before = branch.answers.copy()
        try:
            self.machine.take(branch.S, branch.X, code)
        except Exception:
            self.branches[seat] = self.replayed(seat, before)
            raise
        branch.answers.append(code)

    def replayed(self, seat: int, answers: list[int]) -> Branch:
        """Begin the part of a seat anew and answer as before."""
        branch = self._begun(seat)
        for code in answers:
            self.machine.take(branch.S, branch.X, code)
            branch.answers.append(code)
        return branch

    @property
    def complete(self) -> bool:
        """Has everybody committed?"""
        return all(branch.committed for branch in self.branches.values())
