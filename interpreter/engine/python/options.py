"""Python source for option functions that are chains: one comprehension, with rows for what needs no state."""

from __future__ import annotations

from math import prod

from regelwerk.interpreter.analysis.chains import (
    Saver,
    Spans,
    chain,
    different,
    expressions,
    folded,
    is_static,
    registers,
    replaced,
    spans,
    step_replaced,
)
from regelwerk.interpreter.analysis.code import HUGE, everything, unset_registers

from .expressions import AND, OR, Code
from .statements import StatementEmitter

MOST_TESTS = 6
MOST_WAYS = 8  # to go on from an element


class Unfit(Exception):
    """This cannot be written inside a comprehension."""


class ListEmitter(StatementEmitter):
    """Writes lists of options."""

    most_options = 0
    few = False  # can the options at hand never be too many?
    made_rows: list[list[int] | int]  # all rows so far: the radixes of the keys, or the width of the set they are for

    def listed_options(self, body: list[Code], most: int) -> bool | None:
        """Write `o = [...]`; None if that is not possible, otherwise whether all are different for sure."""
        found = chain(body)
        if found is None or any(node[0] == "call" and node[1] in self.contextual for node in everything(body)):
            return None
        first, steps = found
        widths = {slot.addr: slot.bits for slot in self.compiled.slots if slot.bits}
        self._spans = spans(first, steps, widths)
        lines, temps, rows = len(self.lines), self._temps, len(self.made_rows)
        extra = len(self._extra)
        try:
            self.unset(1, unset_registers(body, set()))
            for s in first:
                self.statement(s, 1)
            if not self._unrolled(steps) and not self._fanned(steps, most):
                self.put(1, f"o = {self._comprehension(steps, most)}")
        except Unfit:
            del self.lines[lines:], self.made_rows[rows:], self._extra[extra:]
            self._temps = temps
            return None
        counts = [self._spans.get(step[1]) for step in steps if step[0] in ("for", "bits", "row")]
        self.few = prod(limits[1] - limits[0] if limits else HUGE for limits in counts) <= self.most_options
        return different(steps, self._spans)

    def _unrolled(self, steps: list[Code]) -> bool:
        """Write a few tests one after the other instead: a comprehension costs as much as five of them."""
        limits = self._spans.get(steps[0][1]) if steps[0][0] == "for" else None
        if limits is None or limits[1] - limits[0] > MOST_TESTS or any(step[0] != "if" for step in steps[1:-1]):
            return False
        self.put(1, "o = []")
        for number in range(*limits):
            test = _test(steps[1:-1], steps[0][1], number)
            code = self.value(_with(steps[-1][1], steps[0][1], number))
            if test == 1:
                self.put(1, f"o.append({code})")
            elif test != 0:
                self.put(1, f"if {self.condition(test)}: o.append({code})")
        return True

    def _fanned(self, steps: list[Code], most: int) -> bool:
        """Write a loop over a set with a few ways to go on from each element: a row has all of them, and each is tested
        in its place. A comprehension over all ways of all elements costs a quarter more."""
        if len(steps) < 4 or steps[0][0] != "bits" or steps[1][0] != "for" or is_static(steps[0]):
            return False
        (_, element, mask), (_, way, *_), last = steps[0], steps[1], steps[-1]
        limits, ways = self._spans.get(element), self._spans.get(way)
        count = 2 + self._static_steps(steps[2:-1])
        given, tests = steps[2:count], steps[count:-1]
        if limits is None or ways is None or not 1 < ways[1] - ways[0] <= MOST_WAYS or not tests:
            return False
        if any(step[0] not in ("set", "if") for step in given) or any(step[0] != "if" for step in tests):
            return False
        inside = [element, *(step[1] for step in given if step[0] == "set")]
        used = {r for step in given for e in expressions(step) for r in registers(e)}
        params = sorted(used - {*inside, way})
        if len(params) > 1:
            return False
        row: list[tuple[list[Code], Saver]] = []
        written: list[tuple[Code, str]] = []
        self._next = most
        for number in range(*ways):
            saver = Saver([*inside, *params], self._next)
            code = saver.whole(_with(last[1], way, number))
            if code is None:
                return False
            test = saver.save(["if", _test(tests, way, number)])[1]
            written.append((saver.named(test, inside), f"v{code[1]}"))
            row.append(([[*s[:-1], _with(s[-1], way, number)] for s in given], saver))
            self._next = saver.free
        kept = [r for _, saver in row for r, _ in saver.values]
        maker = self._fan_maker([*(params or [self._next]), element], row, kept, limits[1])
        self.put(1, "o = []")
        param = f"v{params[0]}" if params else "0"
        self.put(1, f"for {', '.join(f'v{r}' for r in kept)} in K{maker}({self.value(mask)}, {param}):")
        for test, code in written:
            wanted = "" if test == 1 else f" and {self.condition(test, AND)}"
            self.put(2, f"if {code} is not None{wanted}: o.append({code})")
        return True

    def _fan_maker(self, params: list[int], row: list[tuple[list[Code], Saver]], kept: list[int], width: int) -> int:
        """Write the function that works out the row of one element: the values of a way that is not there are none."""
        number = len(self.made_rows)
        self.made_rows.append(width)
        outer, self.lines = self.lines, []
        self.put(0, f"def k{number}({', '.join(f'v{r}' for r in params)}):")
        self.put(1, f"{' = '.join(f'v{r}' for r in kept)} = None")
        for given, saver in row:
            indent = self._steps(given, 1)
            for r, e in saver.values:
                self.put(indent, f"v{r} = {self.value(e)}")
        self.put(1, f"return (({', '.join(f'v{r}' for r in kept)}),)")
        self._extra += self.lines
        self.lines = outer
        return number

    def _steps(self, steps: list[Code], indent: int) -> int:
        """Write steps inside one another; give the indent of what comes inside."""
        for step in steps:
            if step[0] == "set":
                self.put(indent, f"v{step[1]} = {self.value(step[2])}")
                continue
            self.put(indent, f"if {self.condition(step[1])}:" if step[0] == "if" else self._loop_part(step) + ":")
            indent += 1
        return indent

    def _comprehension(self, steps: list[Code], most: int) -> str:
        self._next = most
        parts: list[str] = []
        ranged: Spans = {}
        todo = list(steps[:-1])
        last = steps[-1]
        while todo:
            step = todo.pop(0)
            if step[0] == "if":
                parts.append(f"if {self._inner(self.condition(step[1], OR))}")
                continue
            if step[0] == "set":
                parts.append(f"for v{step[1]} in [{self._plain(self.value(step[2]))}]")
                continue
            limits = self._spans.get(step[1])
            if step[0] == "bits" and not is_static(step) and limits is not None:
                count = self._static_steps(todo)
                made = self._rows([step, *todo], count + 1, last, {}, limits[1]) if count else None
                if made is not None:
                    part, rest = made
                    parts.append(part)
                    todo, last = rest[:-1], rest[-1]
                    continue
            count = self._static_steps([step, *todo])
            made = self._rows([step, *todo], count, last, ranged) if count > 1 else None
            if made is not None:
                part, rest = made
                parts.append(part)
                todo, last = rest[:-1], rest[-1]
                continue
            if limits is not None:
                ranged[step[1]] = limits
                walked = self._walked(step, todo, last, limits)
                if walked is not None:
                    part, todo, last = walked
                    parts.append(part)
                    continue
            parts.append(self._loop_part(step))
        if parts and not parts[0].startswith("for "):  # a comprehension begins with a loop
            raise Unfit
        return f"[{self._inner(self.value(last[1]))} {' '.join(parts)}]"

    def _inner(self, source: str) -> str:
        if "lambda" in source:
            raise Unfit
        return source

    def _plain(self, source: str) -> str:
        if ":=" in source or "lambda" in source:
            raise Unfit
        return source

    def _loop_part(self, step: Code) -> str:
        """Write a loop as part of a comprehension."""
        if step[0] == "row":
            return f"for v{step[1]} in L{step[2]}[{self._plain(self.value(step[3]))}]"
        if step[0] == "for":
            start = "" if step[2] == 0 else f"{self._plain(self.value(step[2]))}, "
            return f"for v{step[1]} in range({start}{self._plain(self.value(step[3]))})"
        mask = step[2]
        if type(mask) is int and mask >= 0 and mask.bit_count() <= 64:
            return f"for v{step[1]} in {tuple(i for i in range(mask.bit_length()) if mask >> i & 1)}"
        if type(mask) is not int and mask[0] == "tab" and self._as_rows(mask[1]):
            self.rows.add(mask[1])
            return f"for v{step[1]} in M{mask[1]}[{self._plain(self.value(mask[2]))}]"
        return f"for v{step[1]} in ELEMENTS({self._plain(self.value(mask))})"

    def _walked(
        self, step: Code, todo: list[Code], last: Code, limits: tuple[int, int]
    ) -> tuple[str, list[Code], Code] | None:
        """Walk over a run of cells instead of numbers, if the next test looks at them."""
        if step[0] != "for" or not todo or todo[0][0] != "if" or limits[1] - limits[0] < 4:
            return None
        register = step[1]
        wanted: list[int] = []

        def look(e: Code) -> Code | None:
            if e[0] == "ld" and e[2] == ["v", register] and e[1] + limits[0] >= 0:
                wanted.append(e[1])
            return None

        replaced(todo[0][1], look)
        if not wanted:
            return None
        addr, cell = wanted[0], self._next
        self._next += 1

        def change(e: Code) -> Code | None:
            return ["v", cell] if e[0] == "ld" and e[1] == addr and e[2] == ["v", register] else None

        rest = [step_replaced(s, change) for s in [*todo, last]]
        start = f", {limits[0]}" if limits[0] else ""
        part = f"for v{register}, v{cell} in ENUMERATE(S[{addr + limits[0]}:{addr + limits[1]}]{start})"
        return part, rest[:-1], rest[-1]

    # ------------------------------------------------------------------ rows

    def _static_steps(self, steps: list[Code]) -> int:
        for n, step in enumerate(steps):
            if not is_static(step):
                return n
        return len(steps)

    def _rows(
        self, steps: list[Code], count: int, last: Code, ranged: Spans, width: int = 0
    ) -> tuple[str, list[Code]] | None:
        """Work the first steps out beforehand; give the loop over the row and the rest of the chain.

        With a width, the first step is a loop over a set that is not known beforehand."""
        if not any(step[0] in ("if", "set") for step in steps[:count]):
            return None
        inside = [step[1] for step in steps[:count] if step[0] != "if"]
        used: set[int] = set()
        for step in steps[1 if width else 0 : count]:
            for e in expressions(step):
                used |= registers(e)
        params = sorted(used - set(inside))
        rest = [*steps[count:], last]
        for e in (e for step in rest for e in expressions(step)):
            used |= registers(e)
        params = sorted(set(params) | {r for r in ranged if r in used})  # what the rest knows too may go into the rows
        wide = [r for r in params if r not in ranged or ranged[r][0] < 0]
        if len(wide) > 1:
            return None
        order = wide + [r for r in params if r not in wide]
        saver = Saver([*inside, *params], self._next)
        rest = [saver.save(step) for step in rest]
        self._next = saver.free
        needed: set[int] = set()
        for e in (e for step in rest for e in expressions(step)):
            needed |= registers(e)
        values = [(r, ["v", r]) for r in inside if r in needed] + saver.values
        if not values:
            return None
        if width:
            mask = self._plain(self.value(steps[0][2]))
            number = self._row_maker(steps[1:count], [*(order or [self._next]), inside[0]], values, width)
            targets = ", ".join(f"v{r}" for r, _ in values)
            return f"for {targets}, in K{number}({mask}, {f'v{order[0]}' if order else 0})", rest
        return self._made(steps[:count], order, values, ranged), rest

    def _made(self, steps: list[Code], order: list[int], values: list[tuple[int, Code]], ranged: Spans) -> str:
        number = self._row_maker(steps, order or [self._next], values, [ranged[r][1] for r in order[1:]])
        key = f"v{order[0]}" if order else "0"
        for r in order[1:]:
            key = f"({key} * {ranged[r][1]} + v{r})"
        targets = ", ".join(f"v{r}" for r, _ in values)
        return f"for {targets}, in K{number}[{key.removeprefix('(').removesuffix(')')}]"

    def _row_maker(
        self, steps: list[Code], params: list[int], values: list[tuple[int, Code]], kind: list[int] | int
    ) -> int:
        """Write the function that works out a row."""
        number = len(self.made_rows)
        self.made_rows.append(kind)
        outer, self.lines = self.lines, []
        self.put(0, f"def k{number}({', '.join(f'v{r}' for r in params)}):")
        self.put(1, "o = []")
        indent = self._steps(steps, 1)
        self.put(indent, f"o.append(({', '.join(self.value(e) for _, e in values)},))")
        self.put(1, "return LIST(o)")
        self._extra += self.lines
        self.lines = outer
        return number


def _test(steps: list[Code], register: int, number: int) -> Code:
    """Put several tests together, with a certain value of a register; 1 if nothing is left to test."""
    tests = [_with(step[1], register, number) for step in steps]
    test: Code = 1
    for one in tests:
        if type(one) is not int or not one:
            test = one if test == 1 else ["and", test, one]
    return folded(test)


def _with(e: Code, register: int, number: int) -> Code:
    """Give an expression in which a register has a certain value."""
    return folded(replaced(e, lambda x: number if x == ["v", register] else None))
