"""Python source for option functions that are chains: one comprehension, with rows for what needs no state."""

from __future__ import annotations

from math import prod

from regelwerk.dsl.ir.operations import Body, Expression, Operation
from regelwerk.interpreter.analysis.chains import (
    Loop,
    Saver,
    Set,
    Spans,
    Step,
    Test,
    bound_by,
    chain,
    different,
    expressions,
    folded,
    is_static,
    replaced,
    spans,
    step_replaced,
)
from regelwerk.interpreter.analysis.code import HUGE, everything, registers, unset_registers

from .expressions import AND, OR
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

    def listed_options(self, body: Body, most: int) -> bool | None:
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

    def _unrolled(self, steps: list[Step]) -> bool:
        """Write a few tests one after the other instead: a comprehension costs as much as five of them."""
        loop, *tests, last = steps
        limits = self._spans.get(loop[1]) if loop[0] == "for" else None
        if loop[0] != "for" or limits is None or limits[1] - limits[0] > MOST_TESTS:
            return False
        if any(step[0] != "if" for step in tests):
            return False
        self.put(1, "o = []")
        for number in range(*limits):
            test = _test(tests, loop[1], number)
            code = self.value(_with(_of(last), loop[1], number))
            if test == 1:
                self.put(1, f"o.append({code})")
            elif test != 0:
                self.put(1, f"if {self.condition(test)}: o.append({code})")
        return True

    def _fanned(self, steps: list[Step], most: int) -> bool:
        """Write a loop over a set with a few ways to go on from each element: a row has all of them, and each is tested
        in its place. A comprehension over all ways of all elements costs a quarter more."""
        if len(steps) < 4 or is_static(steps[0]):
            return False
        match steps:
            case [("bits", element, mask), ("for", way, _, _), *_, last]:
                pass
            case _:
                return False
        limits, ways = self._spans.get(element), self._spans.get(way)
        count = 2 + self._static_steps(steps[2:-1])
        given = [step for step in steps[2:count] if step[0] == "set" or step[0] == "if"]
        tests = steps[count:-1]
        if limits is None or ways is None or not 1 < ways[1] - ways[0] <= MOST_WAYS or not tests:
            return False
        if len(given) < count - 2 or any(step[0] != "if" for step in tests):
            return False
        inside = [element, *(step[1] for step in given if step[0] == "set")]
        used = {r for step in given for e in expressions(step) for r in registers(e)}
        params = sorted(used - {*inside, way})
        if len(params) > 1:
            return False
        row: list[tuple[list[Step], Saver]] = []
        written: list[tuple[Expression, str]] = []
        self._next = most
        for number in range(*ways):
            saver = Saver([*inside, *params], self._next)
            code = saver.whole(_with(_of(last), way, number))
            if code is None:
                return False
            test = saver.saved(_test(tests, way, number))
            written.append((saver.named(test, inside), f"v{code[1]}"))
            row.append(([_step_with(s, way, number) for s in given], saver))
            self._next = saver.free
        kept = [r for _, saver in row for r, _ in saver.values]
        maker = self._fan_maker([*(params or [self._next]), element], row, kept, limits[1])
        self.put(1, "o = []")
        param = f"v{params[0]}" if params else "0"
        self.put(1, f"for {', '.join(f'v{r}' for r in kept)} in K{maker}({self.value(mask)}, {param}):")
        for test, name in written:
            wanted = "" if test == 1 else f" and {self.condition(test, AND)}"
            self.put(2, f"if {name} is not None{wanted}: o.append({name})")
        return True

    def _fan_maker(self, params: list[int], row: list[tuple[list[Step], Saver]], kept: list[int], width: int) -> int:
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

    def _steps(self, steps: list[Step], indent: int) -> int:
        """Write steps inside one another; give the indent of what comes inside."""
        for step in steps:
            match step:
                case ("set", register, value):
                    self.put(indent, f"v{register} = {self.value(value)}")
                    continue
                case ("if" | "opt", cond):
                    self.put(indent, f"if {self.condition(cond)}:")
                case _:
                    self.put(indent, self._loop_part(step) + ":")
            indent += 1
        return indent

    def _comprehension(self, steps: list[Step], most: int) -> str:
        self._next = most
        parts: list[str] = []
        ranged: Spans = {}
        todo = list(steps[:-1])
        last = steps[-1]
        while todo:
            step = todo.pop(0)
            if step[0] == "if" or step[0] == "opt":
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
        return f"[{self._inner(self.value(_of(last)))} {' '.join(parts)}]"

    def _inner(self, source: str) -> str:
        if "lambda" in source:
            raise Unfit
        return source

    def _plain(self, source: str) -> str:
        if ":=" in source or "lambda" in source:
            raise Unfit
        return source

    def _loop_part(self, step: Loop) -> str:
        """Write a loop as part of a comprehension."""
        match step:
            case ("row", register, rows, at):
                return f"for v{register} in L{rows}[{self._plain(self.value(at))}]"
            case ("for", register, first, stop):
                start = "" if first == 0 else f"{self._plain(self.value(first))}, "
                return f"for v{register} in range({start}{self._plain(self.value(stop))})"
            case ("bits", register, int(mask)) if mask >= 0 and mask.bit_count() <= 64:
                return f"for v{register} in {tuple(i for i in range(mask.bit_length()) if mask >> i & 1)}"
            case ("bits", register, ("tab", table, index)) if self._as_rows(table):
                self.rows.add(table)
                return f"for v{register} in M{table}[{self._plain(self.value(index))}]"
            case (_, register, elements):
                return f"for v{register} in ELEMENTS({self._plain(self.value(elements))})"

    def _walked(
        self, step: Step, todo: list[Step], last: Step, limits: tuple[int, int]
    ) -> tuple[str, list[Step], Step] | None:
        """Walk over a run of cells instead of numbers, if the next test looks at them."""
        if step[0] != "for" or not todo or todo[0][0] != "if" or limits[1] - limits[0] < 4:
            return None
        register = step[1]
        wanted: list[int] = []

        def look(e: Operation) -> Expression | None:
            if e[0] == "ld" and e[2] == ("v", register) and e[1] + limits[0] >= 0:
                wanted.append(e[1])
            return None

        replaced(_of(todo[0]), look)
        if not wanted:
            return None
        addr, cell = wanted[0], self._next
        self._next += 1

        def change(e: Operation) -> Expression | None:
            return ("v", cell) if e[0] == "ld" and e[1] == addr and e[2] == ("v", register) else None

        rest = [step_replaced(s, change) for s in [*todo, last]]
        start = f", {limits[0]}" if limits[0] else ""
        part = f"for v{register}, v{cell} in ENUMERATE(S[{addr + limits[0]}:{addr + limits[1]}]{start})"
        return part, rest[:-1], rest[-1]

    # ------------------------------------------------------------------ rows

    def _static_steps(self, steps: list[Step]) -> int:
        for n, step in enumerate(steps):
            if not is_static(step):
                return n
        return len(steps)

    def _rows(
        self, steps: list[Step], count: int, last: Step, ranged: Spans, width: int = 0
    ) -> tuple[str, list[Step]] | None:
        """Work the first steps out beforehand; give the loop over the row and the rest of the chain.

        With a width, the first step is a loop over a set that is not known beforehand."""
        if not any(step[0] in ("if", "set") for step in steps[:count]):
            return None
        inside = [register for step in steps[:count] if (register := bound_by(step)) >= 0]
        used = _read(steps[1 if width else 0 : count])
        params = sorted(used - set(inside))
        rest = [*steps[count:], last]
        used |= _read(rest)
        params = sorted(set(params) | {r for r in ranged if r in used})  # what the rest knows too may go into the rows
        wide = [r for r in params if r not in ranged or ranged[r][0] < 0]
        if len(wide) > 1:
            return None
        order = wide + [r for r in params if r not in wide]
        saver = Saver([*inside, *params], self._next)
        rest = [saver.save(step) for step in rest]
        self._next = saver.free
        needed = _read(rest)
        values = [*[(r, _register(r)) for r in inside if r in needed], *saver.values]
        if not values:
            return None
        if width:
            mask = self._plain(self.value(_of(steps[0])))
            number = self._row_maker(steps[1:count], [*(order or [self._next]), inside[0]], values, width)
            targets = ", ".join(f"v{r}" for r, _ in values)
            return f"for {targets}, in K{number}({mask}, {f'v{order[0]}' if order else 0})", rest
        return self._made(steps[:count], order, values, ranged), rest

    def _made(self, steps: list[Step], order: list[int], values: list[tuple[int, Expression]], ranged: Spans) -> str:
        number = self._row_maker(steps, order or [self._next], values, [ranged[r][1] for r in order[1:]])
        key = f"v{order[0]}" if order else "0"
        for r in order[1:]:
            key = f"({key} * {ranged[r][1]} + v{r})"
        targets = ", ".join(f"v{r}" for r, _ in values)
        return f"for {targets}, in K{number}[{key.removeprefix('(').removesuffix(')')}]"

    def _row_maker(
        self, steps: list[Step], params: list[int], values: list[tuple[int, Expression]], kind: list[int] | int
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


def _of(step: Step) -> Expression:
    """Give the one expression of a step."""
    return expressions(step)[-1]


def _read(steps: list[Step]) -> set[int]:
    return {register for step in steps for e in expressions(step) for register in registers(e)}


def _register(number: int) -> Expression:
    return "v", number


def _test(steps: list[Step], register: int, number: int) -> Expression:
    """Put several tests together, with a certain value of a register; 1 if nothing is left to test."""
    tests = [_with(_of(step), register, number) for step in steps]
    test: Expression = 1
    for one in tests:
        if not isinstance(one, int) or not one:
            test = one if test == 1 else ("and", test, one)
    return folded(test)


def _step_with(step: Set | Test, register: int, number: int) -> Step:
    match step:
        case ("set", name, value):
            return "set", name, _with(value, register, number)
        case (word, cond):
            return word, _with(cond, register, number)


def _with(e: Expression, register: int, number: int) -> Expression:
    """Give an expression in which a register has a certain value."""
    return folded(replaced(e, lambda x: number if x == ("v", register) else None))
