"""Python source for statements and functions."""

from __future__ import annotations

from regelwerk.dsl import ir
from regelwerk.dsl.ir.operations import Body, Expression, Statement
from regelwerk.interpreter.analysis.code import all_statements, unset_registers

from .expressions import LOOSE, Emitter

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

    def body(self, code: Body, indent: int) -> None:
        """Write statements; nothing at all becomes `pass`."""
        before = len(self.lines)
        for s in code:
            self.statement(s, indent)
            if s[0] in ("ret", "break", "next", "fail"):
                break
        if len(self.lines) == before:
            self.put(indent, "pass")

    def statement(self, s: Statement, indent: int) -> None:
        match s:
            case ("set", register, value):
                self.put(indent, f"v{register} = {self.value(value)}")
            case ("st", cell, index, value):
                self._store(cell, index, value, indent)
            case ("if", cond, then, other):
                self._if(cond, then, other, indent)
            case ("ret", value):
                self.put(indent, f"return {self.value(value)}")
            case ("do", function, args):
                self.put(indent, self.call(function, args))
            case ("tick", work, span):
                self._tick(work, span, indent)
            case ("while", cond, body):
                self._loop(f"while {self.condition(cond)}", body, indent)
            case ("for", register, first, stop, body):
                start = "" if first == 0 else f"{self.value(first)}, "
                self._loop(f"for v{register} in range({start}{self.value(stop)})", body, indent)
            case ("row", register, rows, at, body):
                self._loop(f"for v{register} in L{rows}[{self.value(at)}]", body, indent)
            case ("pile", register, place, body):
                self._loop(f"for v{register} in CONTENTS(S, {self.value(place)})", body, indent)
            case ("bits", register, mask, body):
                self._loop(f"for v{register} in {self._elements(mask)}", body, indent)
            case ("break",):
                self.put(indent, "break")
            case ("next",):
                self.put(indent, "continue")
            case ("switch", case, cases, other):
                self._switch(case, cases, other, indent)
            case _:
                self._execute(s, indent)

    def _store(self, cell: int, index: Expression, value: Expression, indent: int) -> None:
        if not self.is_simple(index) and not self.is_simple(value):
            t = self.temp()  # Python would evaluate the right side first
            self.put(indent, f"{t} = {self.value(index)}")
            self.put(indent, f"S[{t} + {cell}] = {self.value(value)}")
            return
        if isinstance(index, int) and cell + index in self.in_frames:
            self.put(indent, self.written(cell + index, self.value(value)))
            return
        self.put(indent, f"{self.cell(cell, index)} = {self.value(value)}")

    def written(self, cell: int, value: str | int) -> str:
        """Write into a cell of header or frames: in a trial past the notes of the draft."""
        return f"PUT(S, {cell}, {value})" if self.trial else f"S[{cell}] = {value}"

    def _if(self, cond: Expression, then: Body, other: Body, indent: int) -> None:
        if not then and other:
            self.put(indent, f"if not ({self.condition(cond)}):")
            self.body(other, indent + 1)
            return
        self.put(indent, f"if {self.condition(cond)}:")
        self.body(then, indent + 1)
        while True:
            match other:
                case [("if", cond, [_, *_] as then, rest)]:
                    self.put(indent, f"elif {self.condition(cond)}:")
                    self.body(then, indent + 1)
                    other = rest
                case _:
                    break
        if other:
            self.put(indent, "else:")
            self.body(other, indent + 1)

    def _loop(self, head: str, body: Body, indent: int) -> None:
        self.put(indent, f"{head}:")
        self.body(body, indent + 1)

    def _elements(self, mask: Expression) -> str:
        """Write what a loop over a set goes over."""
        match mask:
            case int() if mask.bit_count() <= 64:
                return f"{tuple(i for i in range(mask.bit_length()) if mask >> i & 1)}"
            case ("ones", count):
                return f"range({self.value(count)})"
            case ("tab", table, index) if self._as_rows(table):
                self.rows.add(table)
                return f"M{table}[{self.value(index)}]"
        return f"ELEMENTS({self.value(mask)})"

    def _as_rows(self, table: int) -> bool:
        data = self.compiled.tables[table]
        return min(data) >= 0 and sum(mask.bit_count() for mask in data) <= MOST_ELEMENTS

    def _switch(self, case: Expression, cases: list[Body], other: Body, indent: int) -> None:
        t = self.temp()
        self.put(indent, f"{t} = {self.value(case)}")
        self.put(indent, f"if 0 <= {t} < {len(cases)}:")
        self._cases(t, list(enumerate(cases)), indent + 1)
        if other:
            self.put(indent, "else:")
            self.body(other, indent + 1)

    def _cases(self, t: str, cases: list[tuple[int, Body]], indent: int) -> None:
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

    def _tick(self, work: Expression, span: int, indent: int) -> None:
        t = self.temp()
        if self.is_simple(work):
            self.put(indent, f"S[{ir.TICKS}] = {t} = S[{ir.TICKS}] + {self.at(work, LOOSE + 1)}")
        else:  # the value may take work itself
            self.put(indent, f"{t} = {self.value(work)}")
            self.put(indent, f"S[{ir.TICKS}] = {t} = S[{ir.TICKS}] + {t}")
        self.put(indent, f"if {t} > {self.limit}: WORK({span})")

    def _execute(self, s: Statement, indent: int) -> None:
        match s:
            case ("needs", cond, text, args, span):
                unmet = f"UNMET(S, X, {text}, {self.listed(args)}, {span})"
                self.put(indent, f"if not ({self.condition(cond)}): {unmet}")
            case ("opt", code):
                self.put(indent, f"O({self.value(code)})")
            case ("move", movable, what, to, under, span):
                self.put(indent, f"MOVE(S, {movable}, {self.value(what)}, {self.value(to)}, {under}, {span})")
            case ("say" | "event" as op, number, args):
                event = f"({op!r}, {number}, {self.listed(args)})"
                self.put(indent, f"if X.events is not None: X.events.append({event})")
            case ("shuffle", place, chance):
                self.put(indent, f"SHUFFLE(S, X, {self.value(place)}, {chance})")
            case ("among", mask):
                self.put(indent, f"if X.supplied: X.among = {self.value(mask)}")
            case ("draw", register, chance, sides):
                self.put(indent, f"v{register} = D{chance}(S, X, {self.value(sides)})")
            case ("fail", text, args, span):
                self.put(indent, f"FAIL({text}, {self.listed(args)}, {span})")
            case ("note", _, _):
                pass
            case _:
                raise ValueError(f"unknown statement {s[0]}")
