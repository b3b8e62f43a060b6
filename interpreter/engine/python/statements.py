"""Python source for statements and functions."""

from __future__ import annotations

from regelwerk.dsl import ir
from regelwerk.interpreter.analysis.code import all_statements, unset_registers

from .expressions import LOOSE, Code, Emitter

MOST_ELEMENTS = 4096  # of a mask table that is also kept as tuples


class StatementEmitter(Emitter):
    """Writes functions: one statement after the other."""

    def function(self, number: int) -> None:
        """Write one function of the ruleset."""
        f = self.compiled.functions[number]
        self.fresh(f.body, f.params)
        self.has_context = number in self.contextual
        params = ["S", "X"] if self.has_context else ["S"]
        params += [f"v{i}" for i in range(f.params)]
        self.put(0, f"def f{number}({', '.join(params)}):")
        self.unset(1, unset_registers(f.body, set(range(f.params))))
        if any(s[0] == "opt" for s in all_statements(f.body)):
            self.put(1, "O = X.out.append")
        self.body(f.body, 1)
        if not f.body or f.body[-1][0] != "ret":
            self.put(1, "return 0")

    def who(self, number: int) -> None:
        """Write who decides at a site."""
        self.fresh([], 0)
        self.has_context = True
        self.put(0, f"def w{number}(S, X):")
        self.put(1, f"return {self.value(self.compiled.sites[number].who)}")

    def unset(self, indent: int, registers: set[int]) -> None:
        """Begin with 0 what may be read before it is set."""
        if registers:
            self.put(indent, " = ".join(f"v{n}" for n in sorted(registers)) + " = 0")

    def body(self, code: list[Code], indent: int) -> None:
        """Write statements; nothing at all becomes `pass`."""
        before = len(self.lines)
        for s in code:
            self.statement(s, indent)
            if s[0] in ("ret", "break", "next", "fail"):
                break
        if len(self.lines) == before:
            self.put(indent, "pass")

    def statement(self, s: Code, indent: int) -> None:
        op = s[0]
        if op == "set":
            self.put(indent, f"v{s[1]} = {self.value(s[2])}")
        elif op == "st":
            self._store(s, indent)
        elif op == "if":
            self._if(s, indent)
        elif op in ir.LOOPS:
            self._loop(op, s, indent)
        elif op == "break":
            self.put(indent, "break")
        elif op == "next":
            self.put(indent, "continue")
        elif op == "ret":
            self.put(indent, f"return {self.value(s[1])}")
        elif op == "do":
            self.put(indent, self.call(s[1], s[2]))
        elif op == "switch":
            self._switch(s, indent)
        elif op == "tick":
            self._tick(s, indent)
        else:
            self._deed(op, s, indent)

    def _store(self, s: Code, indent: int) -> None:
        index = s[2]
        if not self.is_simple(index) and not self.is_simple(s[3]):
            t = self.temp()  # Python would evaluate the right side first
            self.put(indent, f"{t} = {self.value(index)}")
            self.put(indent, f"S[{t} + {s[1]}] = {self.value(s[3])}")
            return
        self.put(indent, f"{self.cell(s[1], index)} = {self.value(s[3])}")

    def _if(self, s: Code, indent: int) -> None:
        then, other = s[2], s[3]
        if not then and other:
            self.put(indent, f"if not ({self.condition(s[1])}):")
            self.body(other, indent + 1)
            return
        self.put(indent, f"if {self.condition(s[1])}:")
        self.body(then, indent + 1)
        while len(other) == 1 and other[0][0] == "if" and other[0][2]:
            inner = other[0]
            self.put(indent, f"elif {self.condition(inner[1])}:")
            self.body(inner[2], indent + 1)
            other = inner[3]
        if other:
            self.put(indent, "else:")
            self.body(other, indent + 1)

    def _loop(self, op: str, s: Code, indent: int) -> None:
        if op == "while":
            self.put(indent, f"while {self.condition(s[1])}:")
        elif op == "for":
            start = "" if s[2] == 0 else f"{self.value(s[2])}, "
            self.put(indent, f"for v{s[1]} in range({start}{self.value(s[3])}):")
        elif op == "row":
            self.put(indent, f"for v{s[1]} in L{s[2]}[{self.value(s[3])}]:")
        elif op == "pile":
            self.put(indent, f"for v{s[1]} in CONTENTS(S, {self.value(s[2])}):")
        else:
            self._bits(s, indent)
            return
        self.body(s[-1], indent + 1)

    def _bits(self, s: Code, indent: int) -> None:
        mask = s[2]
        if isinstance(mask, int) and mask.bit_count() <= 64:
            elements = [i for i in range(mask.bit_length()) if mask >> i & 1]
            self.put(indent, f"for v{s[1]} in {tuple(elements)}:")
        elif not isinstance(mask, int) and mask[0] == "ones":
            self.put(indent, f"for v{s[1]} in range({self.value(mask[1])}):")
        elif not isinstance(mask, int) and mask[0] == "tab" and self._as_rows(mask[1]):
            self.rows.add(mask[1])
            self.put(indent, f"for v{s[1]} in M{mask[1]}[{self.value(mask[2])}]:")
        else:
            self.put(indent, f"for v{s[1]} in ELEMENTS({self.value(mask)}):")
        self.body(s[3], indent + 1)

    def _as_rows(self, table: int) -> bool:
        data = self.compiled.tables[table]
        return min(data) >= 0 and sum(mask.bit_count() for mask in data) <= MOST_ELEMENTS

    def _switch(self, s: Code, indent: int) -> None:
        t = self.temp()
        self.put(indent, f"{t} = {self.value(s[1])}")
        cases = list(enumerate(s[2]))
        self.put(indent, f"if 0 <= {t} < {len(cases)}:")
        self._cases(t, cases, indent + 1)
        if s[3]:
            self.put(indent, "else:")
            self.body(s[3], indent + 1)

    def _cases(self, t: str, cases: list[tuple[int, list[Code]]], indent: int) -> None:
        """Write a choice between neighbouring cases by halving."""
        if not cases:
            self.put(indent, "pass")
        elif len(cases) == 1:
            self.body(cases[0][1], indent)
        else:
            half = len(cases) // 2
            self.put(indent, f"if {t} < {cases[half][0]}:")
            self._cases(t, cases[:half], indent + 1)
            self.put(indent, "else:")
            self._cases(t, cases[half:], indent + 1)

    def _tick(self, s: Code, indent: int) -> None:
        t = self.temp()
        if self.is_simple(s[1]):
            self.put(indent, f"S[{ir.TICKS}] = {t} = S[{ir.TICKS}] + {self.at(s[1], LOOSE + 1)}")
        else:  # the value may take work itself
            self.put(indent, f"{t} = {self.value(s[1])}")
            self.put(indent, f"S[{ir.TICKS}] = {t} = S[{ir.TICKS}] + {t}")
        self.put(indent, f"if {t} > {self.limit}: WORK({s[2]})")

    def _deed(self, op: str, s: Code, indent: int) -> None:
        if op == "move":
            self.put(indent, f"MOVE(S, {s[1]}, {self.value(s[2])}, {self.value(s[3])}, {s[4]})")
        elif op == "shuffle":
            self.put(indent, f"SHUFFLE(S, X, {self.value(s[1])}, {s[2]})")
        elif op == "among":
            self.put(indent, f"if X.supplied: X.among = {self.value(s[1])}")
        elif op == "draw":
            self.put(indent, f"v{s[1]} = D{s[2]}(S, X, {self.value(s[3])})")
        elif op == "needs":
            unmet = f"UNMET(S, X, {s[2]}, {self.listed(s[3])}, {s[4]})"
            self.put(indent, f"if not ({self.condition(s[1])}): {unmet}")
        elif op == "fail":
            self.put(indent, f"FAIL({s[1]}, {self.listed(s[2])}, {s[3]})")
        elif op in ("say", "event"):
            event = f"({op!r}, {s[1]}, {self.listed(s[2])})"
            self.put(indent, f"if X.events is not None: X.events.append({event})")
        elif op == "opt":
            self.put(indent, f"O({self.value(s[1])})")
        elif op != "note":
            raise ValueError(f"unknown statement {op}")
