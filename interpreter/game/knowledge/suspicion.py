"""Cells of frames that may hold something worked out from what not everybody sees: as the code says, before it runs.

Followed are names within a block, what a procedure keeps from one block to the next, what it is handed and what it
gives. Which block comes next may hang on something hidden, too; that is noted where it runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from regelwerk.dsl import ir
from regelwerk.dsl.ir.operations import Body, Expression, Operation

from ...analysis.code import bodies_of, expressions_of, operations, register_set


class Suspicion:
    """Goes through all procedures until nothing more comes up."""

    def __init__(
        self,
        compiled: ir.Compiled,
        hidden: Callable[[Operation], bool],
        secret: Callable[[Expression], bool],
    ) -> None:
        self.compiled = compiled
        self.hidden = hidden  # does an operation read what not everybody sees?
        self.secret = secret  # may not everybody look into a place?
        self.cells: set[tuple[int, int]] = set()  # procedure, cell of its frame
        self.giving: set[int] = set()  # procedures whose result is such a thing
        known = -1
        while known != (known := len(self.cells) + len(self.giving)):
            for number, proc in enumerate(compiled.procs):
                for block in proc.blocks:
                    self._block(number, block)

    def of(self, proc: int) -> set[int]:
        """Give the suspicious cells of a frame."""
        return {cell for number, cell in self.cells if number == proc}

    def _block(self, number: int, block: ir.Block) -> None:
        registers: set[int] = set()
        while True:
            before = len(registers)
            self._body(number, block.code, registers, False)
            if len(registers) == before:
                break
        match block.term:
            case ("call", callee, args, _):
                self._hand_over(number, callee, args, 0, registers)
            case ("all", _, callee, args, _):
                self._hand_over(number, callee, args, 1, registers)
            case ("ret", e) if self._reads(number, e, registers):
                self.giving.add(number)

    def _hand_over(
        self, number: int, callee: int, args: Iterable[Expression], first: int, registers: set[int]
    ) -> None:  # fmt: skip
        at = self.compiled.procs[callee].base + ir.FRAME_LOCALS
        for n, arg in enumerate(args, first):
            if self._reads(number, arg, registers):
                self.cells.add((callee, at + n))

    def _body(self, number: int, body: Body, registers: set[int], why: bool) -> None:
        proc = self.compiled.procs[number]
        for s in body:
            unknown = why or any(self._reads(number, e, registers) for e in expressions_of(s))
            match s:
                case ("pile", _, place, _) if self.secret(place):
                    unknown = True
                case ("draw", _, chance, _) if not self.compiled.chances[chance].public:
                    unknown = True
            if unknown:
                registers.add(register_set(s))
                if s[0] == "st" and proc.base <= s[1] < proc.base + proc.size:
                    self.cells.add((number, s[1]))
            for inner in bodies_of(s):
                self._body(number, inner, registers, unknown)

    def _reads(self, number: int, e: Expression, registers: set[int]) -> bool:
        for x in operations(e):
            match x:
                case ("v", n) if n in registers:
                    return True
                case ("ld", ir.RESULT, _) if self.giving:
                    return True
                case ("ld", cell, _) if (number, cell) in self.cells:
                    return True
            if self.hidden(x):
                return True
        return False
