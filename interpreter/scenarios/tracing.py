"""What a run really came by: the pieces of code, rows of tables and decisions, trials included.

The reference engine notes them while it runs. A piece is a list of statements without the lists inside it: those are
pieces of their own, so that of a switch only the branches taken count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from regelwerk.dsl import ir

from ..engine.context import Context, State
from ..engine.reference.engine import Reference
from ..engine.reference.operations import Code, Executor, Registers, Value
from ..engine.runtime import Runtime
from ..engine.trials import Trials
from ..errors import STUMBLES, Unmet

UNKNOWN = 0  # stands for whatever has no number: who came by it has to run again
ROWS = 32  # a row of a table is the number of the table, moved up by so many bits, plus its index

Whose = tuple[int, int]  # who needs room: a procedure or decision, and which block or entry of it (-1: it as a whole)
Seen = tuple[tuple[int, int], ...]  # for each room the least and the greatest number found in it


class Numbers:
    """Numbers for everything a run can come by. They outlast a change of the rules: see `selection`."""

    def __init__(self) -> None:
        self.last = UNKNOWN
        self.functions: list[int] = []
        self.procs: list[int] = []
        self.sites: list[int] = []
        self.tables: list[int] = []
        self.lists: list[int] = []
        self.pieces: dict[tuple[int, int], int] = {}  # (what it lies in, the how manieth there) -> number

    def fresh(self) -> int:
        self.last += 1
        return self.last

    def piece(self, outer: int, which: int) -> int:
        """Give a piece its number."""
        if outer == UNKNOWN:
            return UNKNOWN
        key = (outer, which)
        if key not in self.pieces:
            self.pieces[key] = self.fresh()
        return self.pieces[key]


def inner(code: Sequence[Code]) -> Iterator[list[Code]]:
    """Give the lists of statements inside a list of statements, in the order in which they are bound."""
    for s in code:
        for letter, operand in zip(ir.STATEMENTS[s[0]], s[1:], strict=True):
            if letter == "b":
                yield operand
            elif letter == "B":
                yield from operand


class Tracing(Reference):
    """The reference engine; `seen` is what it came by."""

    def __init__(self, runtime: Runtime, numbers: Numbers) -> None:
        super().__init__(runtime)
        self.numbers = numbers
        self.seen: set[int] = set()
        self._outer, self._which = UNKNOWN, 0

    def bind_function(self, number: int) -> Executor:
        self._outer, self._which = self.numbers.functions[number], 0
        execute = super().bind_function(number)
        self._outer = UNKNOWN
        return execute

    def bind_code(self, proc: int, block: int) -> Executor:
        self._outer, self._which = self.numbers.procs[proc], block
        execute = super().bind_code(proc, block)
        self._outer = UNKNOWN
        return execute

    def bind_block(self, code: list[Code]) -> Executor:
        number = self.numbers.piece(self._outer, self._which)
        after = self._outer, self._which + 1
        self._outer, self._which = number, 0
        execute = super().bind_block(code)
        self._outer, self._which = after
        add = self.seen.add

        def coming_by(S: State, R: Registers, X: Context) -> int | None:
            add(number)
            return execute(S, R, X)

        return coming_by

    def who(self, site: int, S: State, X: Context) -> int:
        self.seen.add(self.numbers.sites[site])
        return super().who(site, S, X)

    def x_tab(self, n: int, e: Value) -> Value:
        table, first, add = self.tables[n], self.numbers.tables[n] << ROWS, self.seen.add

        def read(S: State, R: Registers, X: Context) -> int:
            index = e(S, R, X)
            add(first + index)
            return table[index]

        return read

    def s_row(self, n: int, rows: int, key: Value, body: Executor) -> Executor:
        table, first, add = self.lists[rows], self.numbers.lists[rows] << ROWS, self.seen.add

        def row(S: State, R: Registers, X: Context) -> list[int]:
            index = key(S, R, X)
            add(first + index)
            return table[index]

        return self._loop(n, row, body)


class TracedTrials(Trials):
    """Trials that note what they found where they looked whether a number has room."""

    def __init__(self, runtime: Runtime, tracing: Tracing) -> None:
        super().__init__(runtime, tracing, tracing)
        self.seen = tracing.seen
        self.found: dict[Whose, set[Seen]] = {}
        numbers = tracing.numbers
        self._whose: dict[int, Whose] = {}
        for n, proc in enumerate(runtime.compiled.procs):
            for k, rooms in enumerate([proc.rooms, *self.rooms[n]], -1):
                self._whose[id(rooms)] = (numbers.procs[n], k)
        for n, site in enumerate(runtime.compiled.sites):
            for k, rooms in enumerate([self.site_rooms[n], *(entry.rooms for entry in site.entries)], -1):
                self._whose[id(rooms)] = (numbers.sites[n], k)

    def _tight(self, S: State, rooms: Sequence[int]) -> bool:
        if rooms:
            looked = [self.runtime.compiled.rooms[number] for number in rooms]
            cells = [S[first : first + count] for first, count, _, _ in looked]
            self.found.setdefault(self._whose[id(rooms)], set()).add(tuple([(min(c), max(c)) for c in cells]))
        return super()._tight(S, rooms)

    def can(self, S: State, proc: int, args: Sequence[int]) -> int:
        return 1 if super().obstacle(S, proc, args) is None else 0

    def obstacle(self, S: State, proc: int, args: Sequence[int]) -> Unmet | None:
        unmet = super().obstacle(S, proc, args)
        if unmet is not None and unmet.text == STUMBLES["range"]:
            self.seen.add(UNKNOWN)  # the sentence names a number that is looked for in all of the rules
        return unmet
