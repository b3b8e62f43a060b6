"""Option functions as chains: loop, test, loop, name, test, offer. Most are; they become one comprehension.

What a chain works out without the state is worked out once and kept in rows (`Rows`): where a piece on this cell
may step, say. A step of a chain is a statement without its inner statements.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, TypeAlias

from regelwerk.dsl import ir
from regelwerk.dsl.ir.operations import Body, Expression, Operation, Register

from .code import all_expressions, rebuilt, registers

MOST_ROWS = 4096
MOST_PARAMS = 32
STATIC = {
    "v", "tab", "add", "sub", "mul", "min", "max", "neg", "abs", "not", "eq", "ne", "lt", "le", "gt", "ge",
    "and", "or", "if", "has", "band", "bor", "bandn", "size", "low",
}  # fmt: skip
SAFE = STATIC - {"tab", "has"}  # cannot fail whatever the registers are
FOLDS: dict[str, Callable[..., int | bool]] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "eq": operator.eq, "ne": operator.ne,
    "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge,
}  # fmt: skip
Loop: TypeAlias = """(
    tuple[Literal["for"], int, Expression, Expression]
    | tuple[Literal["bits"], int, Expression]
    | tuple[Literal["row"], int, int, Expression]
)"""
Set: TypeAlias = 'tuple[Literal["set"], int, Expression]'
Test: TypeAlias = 'tuple[Literal["if", "opt"], Expression]'
Step: TypeAlias = "Loop | Set | Test"


class Rows(dict[int, tuple[Any, ...]]):
    """Rows by key, made when first needed. The key is the parameters in a mixed radix, the last of them lowest."""

    def __init__(self, make: Callable[..., tuple[Any, ...]], radixes: Sequence[int]) -> None:
        super().__init__()
        self.make = make
        self.radixes = radixes  # of all parameters but the first

    def __missing__(self, key: int) -> tuple[Any, ...]:
        rest, params = key, []
        for radix in reversed(self.radixes):
            rest, param = divmod(rest, radix)
            params.append(param)
        row = self.make(rest, *reversed(params))
        if len(self) < MOST_ROWS:
            self[key] = row
        return row


def set_rows(make: Callable[..., tuple[Any, ...]], width: int) -> Callable[[int, int], list[Any]]:
    """Give a function of a set and a parameter: the rows of all elements, one after another, found by bytes."""
    size = width + 7 >> 3
    known: dict[int, list[list[Any]]] = {}

    def tables_for(param: int) -> list[list[Any]]:
        tables = [[None] * 256 for _ in range(size)]
        if len(known) < MOST_PARAMS:
            known[param] = tables
        return tables

    def filled(mask: int, param: int) -> list[Any]:
        """Write down what is missing; sets that share elements share their rows, or memory would be the bottleneck."""
        tables = known.get(param) or tables_for(param)
        found: list[Any] = []
        for place, byte in enumerate(mask.to_bytes(size, "little")):
            table = tables[place]
            if table[byte] is None:
                for bit in (1 << i for i in range(8) if byte >> i & 1):
                    table[bit] = table[bit] or make(param, 8 * place + bit.bit_length() - 1)
                table[byte] = tuple(row for i in range(8) if byte >> i & 1 for row in table[1 << i])
            found += table[byte]
        return found

    def rows(mask: int, param: int) -> list[Any]:
        found: list[Any] = []
        try:
            for table, byte in zip(known[param], mask.to_bytes(size, "little"), strict=True):
                found += table[byte]
        except (KeyError, TypeError):
            return filled(mask, param)
        return found

    def rows_of_eight(mask: int, param: int) -> list[Any]:
        try:
            s, t, u, v, w, x, y, z = known[param]
            a, b, c, d, e, f, g, h = mask.to_bytes(8, "little")
            return [*s[a], *t[b], *u[c], *v[d], *w[e], *x[f], *y[g], *z[h]]
        except (KeyError, TypeError):
            return filled(mask, param)

    return rows_of_eight if size == 8 else rows


def chain(body: Body) -> tuple[Body, list[Step]] | None:
    """Divide a function into what comes first and a chain; None if it is none."""
    if not body or body[-1][0] not in ("for", "bits", "row", "if"):
        return None
    first, links = body[:-1], list(body[-1:])
    if any(s[0] not in ("set", "tick") for s in first):
        return None
    steps: list[Step] = []
    while links:
        named = [s for s in links[:-1] if s[0] == "set"]
        if len(named) < len(links) - 1:
            return None
        steps += named
        match links[-1]:
            case ("opt", code):
                steps.append(("opt", code))
                links = []
            case ("if", cond, inside, []):
                steps.append(("if", cond))
                links = inside
            case ("for", register, start, stop, inside):
                steps.append(("for", register, start, stop))
                links = inside
            case ("bits", register, mask, inside):
                steps.append(("bits", register, mask))
                links = inside
            case ("row", register, rows, at, inside):
                steps.append(("row", register, rows, at))
                links = inside
            case _:
                return None
    bound = [r for step in steps if (r := bound_by(step)) >= 0]
    bound += [s[1] for s in first if s[0] == "set"]
    if steps[-1][0] != "opt" or len(set(bound)) != len(bound):
        return None
    return first, _used(steps)


def bound_by(step: Step) -> int:
    """Give the register a step binds, -1 if it binds none."""
    return -1 if step[0] == "if" or step[0] == "opt" else step[1]


def _used(steps: list[Step]) -> list[Step]:
    """Leave out names nobody uses, where working them out cannot fail."""
    kept: list[Step] = []
    used: set[int] = set()
    for step in reversed(steps):
        if step[0] == "set" and step[1] not in used and _only(step[2], SAFE | {"ld"}):
            continue
        kept.append(step)
        for e in expressions(step):
            used.update(registers(e))
    return kept[::-1]


def expressions(step: Step) -> list[Expression]:
    """Give the expressions of a step."""
    match step:
        case ("for", _, start, stop):
            return [start, stop]
        case ("row", _, _, e) | ("bits" | "set", _, e) | ("if" | "opt", e):
            return [e]


def _only(e: Expression, ops: set[str]) -> bool:
    return all(isinstance(x, int) or x[0] in ops for x in all_expressions(e))


def is_static(step: Step) -> bool:
    """Can a step be worked out from registers alone?"""
    match step:
        case ("bits", _, mask):
            return _only(mask, STATIC) and (isinstance(mask, int) or mask[0] == "tab")
    return step[0] != "opt" and all(_only(e, STATIC) for e in expressions(step))


Spans = dict[int, tuple[int, int]]  # register of a loop -> its first value, and the one behind the last


def spans(first: Body, steps: list[Step], widths: dict[int, int]) -> Spans:
    """Find out what loops run over; `widths` are the bits of the sets in the state, by address."""
    named = {s[1]: s[2] for s in first if s[0] == "set"}
    found: Spans = {}
    for step in steps:
        match step:
            case ("for", register, int(start), int(stop)):
                found[register] = start, stop
            case ("bits", register, mask):
                if not isinstance(mask, int) and mask[0] == "v":
                    mask = named.get(mask[1], mask)
                match mask:
                    case int() if mask >= 0:
                        found[register] = 0, mask.bit_length()
                    case ("ld", cell, _) if cell in widths:
                        found[register] = 0, widths[cell]
    return found


Change: TypeAlias = "Callable[[Operation], Expression | None]"


def replaced(e: Expression, change: Change) -> Expression:
    """Rebuild an expression, outermost first, with what `change` gives for a node."""
    if isinstance(e, int):
        return e
    new = change(e)
    if new is not None:
        return new
    return rebuilt(e, ir.EXPRESSIONS[e[0]], lambda x: replaced(x, change))


def step_replaced(step: Step, change: Change) -> Step:
    """Rebuild a step."""
    letters = ir.STATEMENTS[step[0]][: len(step) - 1]  # what is inside is left out at the end
    return rebuilt(step, letters, lambda x: replaced(x, change))


class Saver:
    """Finds what the rest of a chain can take from the rows, and gives it registers."""

    def __init__(self, known: Iterable[int], first: int) -> None:
        self.known = set(known)  # registers the rows may use
        self.free = first
        self.values: list[tuple[int, Expression]] = []

    def save(self, step: Step) -> Step:
        return step_replaced(step, self._change)

    def saved(self, e: Expression) -> Expression:
        return replaced(e, self._change)

    def whole(self, e: Expression) -> Register | None:
        """Give a register for something that the rows can tell as it is."""
        return self._register(e) if isinstance(e, int) or self._fits(e) else None

    def named(self, e: Expression, registers: Sequence[int]) -> Expression:
        """Let an expression read its own copies of some registers."""
        return replaced(e, lambda x: self._register(x) if x[0] == "v" and x[1] in registers else None)

    def _change(self, e: Operation) -> Expression | None:
        match e:
            case ("v", _):
                return None
            case ("ld", cell, index) if cell and not isinstance(index, int) and self._fits(index):
                return ("ld", 0, self._register(("add", index, cell)))
        return self._register(e) if self._fits(e) else None

    def _fits(self, e: Expression) -> bool:
        used = set(registers(e))
        return bool(used & self.known) and used <= self.known and _only(e, SAFE)

    def _register(self, e: Expression) -> Register:
        for register, value in self.values:
            if value == e:
                return ("v", register)
        self.values.append((self.free, e))
        self.free += 1
        return ("v", self.free - 1)


def different(steps: list[Step], known: Spans) -> bool:
    """Tell whether it shows that a chain never offers the same code twice: its loops count like digits."""
    parts = _linear(expressions(steps[-1])[0])
    if parts is None:
        return False
    digits = []
    loops = set()
    for step in steps:
        match step:
            case ("row", _, _, _):
                return False
            case ("for", register, _, _) | ("bits", register, _):
                if parts.get(register, 0) == 0:
                    return False
                loops.add(register)
                limits = known.get(register)
                digits.append((abs(parts[register]), None if limits is None else max(0, limits[1] - limits[0] - 1)))
    if set(parts) - {-1} != loops:
        return False
    reach = 0
    for weight, size in sorted(digits, key=lambda digit: digit[0]):
        if weight <= reach:
            return False
        if size is None:
            reach = 1 << 62
        else:
            reach += weight * size
    return True


def _linear(e: Expression) -> dict[int, int] | None:
    """Take an expression apart as a sum of registers times numbers; the number by itself is at -1."""
    match e:
        case int():
            return {-1: e}
        case ("v", register):
            return {register: 1}
        case ("add" | "sub" as op, a, b):
            left, right = _linear(a), _linear(b)
            if left is None or right is None:
                return None
            sign = 1 if op == "add" else -1
            return {key: left.get(key, 0) + sign * right.get(key, 0) for key in left.keys() | right.keys()}
        case ("mul", int(number), other) | ("mul", other, int(number)):
            parts = _linear(other)
            return None if parts is None else {key: number * value for key, value in parts.items()}
    return None


def folded(e: Expression) -> Expression:
    """Work out what can be worked out, and gather the numbers in an index."""
    if isinstance(e, int) or e[0] == "was":
        return e
    e = rebuilt(e, ir.EXPRESSIONS[e[0]], folded)
    match e:
        case (op, int(a), int(b)) if op in FOLDS:
            return int(FOLDS[op](a, b))
        case ("and" | "or" as op, int(first), second):
            if bool(first) != (op == "and"):  # that decides it
                return 0 if op == "and" else 1
            return second if _is_flag(second) else ("ne", second, 0)
        case ("ld", cell, ("add", int(number), other) | ("add", other, int(number))):
            return folded(("ld", cell + number, other))
    return e


def _is_flag(e: Expression) -> bool:
    return e in (0, 1) if isinstance(e, int) else e[0] in ("eq", "ne", "lt", "le", "gt", "ge", "and", "or", "not")
