"""What a piece of code can change, whether it is run or not: whoever cannot know which, cannot know these things."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from regelwerk.dsl import ir
from regelwerk.dsl.ir.operations import Body, Expression, Operation

from ...analysis.code import (
    all_statements,
    callee,
    expressions_of,
    operations,
    register_set,
)
from .suspicion import Suspicion


@dataclass(slots=True)
class Effects:
    """Registers and slots that may be written, and what else may happen."""

    registers: set[int] = field(default_factory=set)
    slots: set[int] = field(default_factory=set)  # numbers of slots with cells
    moves: bool = False
    speaks: bool = False
    jumps: bool = False  # leaves the loop or function

    @property
    def any(self) -> bool:
        """Does it do anything beside reckoning?"""
        return bool(self.slots or self.moves or self.speaks)

    def add(self, other: Effects) -> None:
        """Take over what happens in a function that is called; its registers are its own."""
        self.slots |= other.slots
        self.moves |= other.moves
        self.speaks |= other.speaks


class Finder:
    """Finds the effects of code of one ruleset."""

    def __init__(self, compiled: ir.Compiled) -> None:
        self.compiled = compiled
        self._functions: dict[int, Effects] = {}
        self._procs: dict[int, Effects] = {}
        self._open = {slot.place for slot in compiled.slots if slot.place >= 0 and slot.visibility == "public"}
        self._reading: dict[int, bool] = {}  # functions that read what not everybody sees
        cells = [(slot.addr, number) for number, slot in enumerate(compiled.slots) if slot.kind == "cell"]
        self._slots = sorted(cells)
        self._suspicion: Suspicion | None = None

    def suspicious(self, proc: int) -> set[int]:
        """Give the cells of a frame that may hold something worked out from what not everybody sees."""
        if self._suspicion is None:
            self._suspicion = Suspicion(self.compiled, self._hidden, self._secret)
        return self._suspicion.of(proc)

    def _reads_hidden(self, bodies: Iterable[Body]) -> bool:
        for s in (s for body in bodies for s in all_statements(body)):
            match s:
                case ("pile", _, place, _) if self._secret(place):
                    return True
                case ("draw", _, chance, _) if not self.compiled.chances[chance].public:
                    return True
            if any(self._hidden(x) for e in expressions_of(s) for x in operations(e)):
                return True
        return False

    def _hidden(self, e: Operation) -> bool:
        match e:
            case ("ld", cell, _):
                number = self.slot_at(cell)
                return number >= 0 and self.compiled.slots[number].visibility != "public"
            case ("call", function, _):
                if function not in self._reading:
                    self._reading[function] = False
                    self._reading[function] = self._reads_hidden([self.compiled.functions[function].body])
                return self._reading[function]
            case ("ptop", place, _) | ("pset", place):
                return self._secret(place)
        return False

    def _secret(self, place: Expression) -> bool:
        """May a place be one that not everybody looks into? The first place of its slot is a number in it."""
        match place:
            case ("add", int(first), _) | ("add", _, int(first)):
                place = first
        return not isinstance(place, int) or place not in self._open

    def slot_at(self, cell: int) -> int:
        """Give the slot a cell belongs to, -1 if it is none with cells."""
        for addr, number in reversed(self._slots):
            if addr <= cell:
                slot = self.compiled.slots[number]
                size = 1
                for each in slot.sizes:
                    size *= each
                return number if cell < addr + size * slot.stride else -1
        return -1

    def of(self, bodies: Iterable[Body]) -> Effects:
        """Give what statements can do."""
        found = Effects()
        for s in (s for body in bodies for s in all_statements(body)):
            found.registers.add(register_set(s))
            match s:
                case ("st", cell, _, _):
                    found.slots.add(self.slot_at(cell))
                case ("move" | "shuffle", *_):
                    found.moves = True
                case ("say" | "event", *_):
                    found.speaks = True
                case ("break" | "next" | "ret", *_):
                    found.jumps = True
                case ("do", function, _):
                    found.add(self.function(function))
        found.registers.discard(-1)
        found.slots.discard(-1)
        return found

    def function(self, number: int) -> Effects:
        """Give what a function can do."""
        if number not in self._functions:
            self._functions[number] = Effects()  # nothing comes back to itself
            self._functions[number] = self.of([self.compiled.functions[number].body])
        return self._functions[number]

    def proc(self, number: int) -> Effects:
        """Give what a procedure can do, and everything it starts."""
        if number not in self._procs:
            self._procs[number] = found = Effects()
            for block in self.compiled.procs[number].blocks:
                found.add(self.of([block.code]))
                if (other := callee(block.term)) >= 0:
                    found.add(self.proc(other))
        return self._procs[number]
