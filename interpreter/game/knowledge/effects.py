"""What a piece of code can change, whether it is run or not: whoever cannot know which, cannot know these things."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from regelwerk.dsl import ir

from ...analysis.code import Code, all_expressions, all_statements, bodies_of, expressions_of

_REGISTERS = ("set", "for", "bits", "row", "pile")


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

    def suspicious(self, proc: int) -> set[int]:
        """Give the cells of a frame that may hold something worked out from what not everybody sees."""
        p = self.compiled.procs[proc]
        found = set()
        for block in p.blocks:
            if self._reads_hidden([block.code, [["set", 0, e] for e in _operands(block.term)]]):
                found |= {s[1] for s in all_statements(block.code) if s[0] == "st" and p.base <= s[1] < p.base + p.size}
        return found

    def _reads_hidden(self, bodies: Iterable[list[Code]]) -> bool:
        for s in (s for body in bodies for s in all_statements(body)):
            if (s[0] == "pile" and self._secret(s[2])) or (s[0] == "draw" and not self.compiled.chances[s[2]].public):
                return True
            for e in expressions_of(s):
                if any(self._hidden(x) for x in all_expressions(e)):
                    return True
        return False

    def _hidden(self, e: Code) -> bool:
        if type(e) is int:
            return False
        if e[0] == "ld":
            number = self.slot_at(e[1])
            slots = self.compiled.slots
            return number >= 0 and slots[number].visibility != "public"
        if e[0] == "call":
            if e[1] not in self._reading:
                self._reading[e[1]] = False
                self._reading[e[1]] = self._reads_hidden([self.compiled.functions[e[1]].body])
            return self._reading[e[1]]
        return e[0] in ("ptop", "pset") and self._secret(e[1])

    def _secret(self, place: Code) -> bool:
        """May a place be one that not everybody looks into? The first place of its slot is a number in it."""
        if type(place) is list and place[0] == "add":
            place = next((operand for operand in place[1:] if type(operand) is int), place)
        return type(place) is not int or place not in self._open

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

    def of(self, bodies: Iterable[list[Code]]) -> Effects:
        """Give what statements can do."""
        found = Effects()
        for s in (s for body in bodies for s in all_statements(body)):
            op = s[0]
            if op in _REGISTERS or op == "draw":
                found.registers.add(s[1])
            if op == "st":
                found.slots.add(self.slot_at(s[1]))
            elif op in ("move", "shuffle"):
                found.moves = True
            elif op in ("say", "event"):
                found.speaks = True
            elif op in ("break", "next", "ret"):
                found.jumps = True
            elif op == "do":
                found.add(self.function(s[1]))
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
                if block.term[0] in ("call", "all"):
                    found.add(self.proc(block.term[1 if block.term[0] == "call" else 2]))
        return self._procs[number]


def _operands(term: Code) -> list[Code]:
    """Give the expressions of the end of a block."""
    found: list[Code] = []
    for letter, operand in zip(ir.TERMINATORS[term[0]], term[1:], strict=True):
        found += [operand] if letter == "e" else operand if letter == "x" else []
    return found


def inside(s: Code) -> list[list[Code]]:
    """Give the bodies of a statement."""
    return list(bodies_of(s))
