"""Option functions as chains: loop, test, loop, name, test, offer. Most are; they become one comprehension.

What a chain works out without the state is worked out once and kept in rows (`Rows`): where a piece on this cell
may step, say. A step of a chain is a statement without its inner statements.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from regelwerk.dsl import ir

from .code import Code, all_expressions

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
LISTED = {"for", "bits", "row", "if", "set", "opt"}


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


def chain(body: list[Code]) -> tuple[list[Code], list[Code]] | None:
    """Divide a function into what comes first and a chain; None if it is none."""
    if not body or body[-1][0] not in ("for", "bits", "row", "if"):
        return None
    first, links = body[:-1], list(body[-1:])
    if any(s[0] not in ("set", "tick") for s in first):
        return None
    steps: list[Code] = []
    while links:
        if any(s[0] != "set" for s in links[:-1]) or links[-1][0] not in LISTED - {"set"}:
            return None
        steps += links[:-1]
        s = links[-1]
        if s[0] == "if" and s[3]:
            return None
        steps.append(s[:2] if s[0] in ("if", "opt") else s[:-1])
        links = [] if s[0] == "opt" else s[2] if s[0] == "if" else s[-1]
    bound = [step[1] for step in steps if step[0] not in ("if", "opt")]
    bound += [s[1] for s in first if s[0] == "set"]
    if steps[-1][0] != "opt" or len(set(bound)) != len(bound):
        return None
    return first, _used(steps)


def _used(steps: list[Code]) -> list[Code]:
    """Leave out names nobody uses, where working them out cannot fail."""
    kept: list[Code] = []
    used: set[int] = set()
    for step in reversed(steps):
        if step[0] == "set" and step[1] not in used and _only(step[2], SAFE | {"ld"}):
            continue
        kept.append(step)
        for e in expressions(step):
            used |= registers(e)
    return kept[::-1]


def expressions(step: Code) -> list[Code]:
    """Give the expressions of a step."""
    letters = ir.STATEMENTS[step[0]]
    return [operand for letter, operand in zip(letters, step[1:], strict=False) if letter == "e"]


def registers(e: Code) -> set[int]:
    return {x[1] for x in all_expressions(e) if type(x) is not int and x[0] == "v"}


def _only(e: Code, ops: set[str]) -> bool:
    return all(type(x) is int or x[0] in ops for x in all_expressions(e))


def is_static(step: Code) -> bool:
    """Can a step be worked out from registers alone?"""
    if step[0] == "bits":
        return _only(step[2], STATIC) and (type(step[2]) is int or step[2][0] == "tab")
    return step[0] != "opt" and all(_only(e, STATIC) for e in expressions(step))


Spans = dict[int, tuple[int, int]]  # register of a loop -> its first value, and the one behind the last


def spans(first: list[Code], steps: list[Code], widths: dict[int, int]) -> Spans:
    """Find out what loops run over; `widths` are the bits of the sets in the state, by address."""
    named = {s[1]: s[2] for s in first if s[0] == "set"}
    found: Spans = {}
    for step in steps:
        if step[0] == "for" and type(step[2]) is int and type(step[3]) is int:
            found[step[1]] = step[2], step[3]
        elif step[0] == "bits":
            mask = step[2]
            if type(mask) is not int and mask[0] == "v":
                mask = named.get(mask[1], mask)
            if type(mask) is int and mask >= 0:
                found[step[1]] = 0, mask.bit_length()
            elif type(mask) is not int and mask[0] == "ld" and mask[1] in widths:
                found[step[1]] = 0, widths[mask[1]]
    return found


def replaced(e: Code, change: Callable[[Code], Code | None]) -> Code:
    """Rebuild an expression, outermost first, with what `change` gives for a node."""
    if type(e) is int:
        return e
    new = change(e)
    if new is not None:
        return new
    letters = ir.EXPRESSIONS[e[0]]
    parts: list[Code] = [e[0]]
    for letter, operand in zip(letters, e[1:], strict=True):
        if letter == "e":
            parts.append(replaced(operand, change))
        elif letter == "x":
            parts.append([replaced(x, change) for x in operand])
        else:
            parts.append(operand)
    return parts


def step_replaced(step: Code, change: Callable[[Code], Code | None]) -> Code:
    """Rebuild a step."""
    letters = ir.STATEMENTS[step[0]]
    new = [step[0]]
    for letter, operand in zip(letters, step[1:], strict=False):
        new.append(replaced(operand, change) if letter == "e" else operand)
    return new


class Saver:
    """Finds what the rest of a chain can take from the rows, and gives it registers."""

    def __init__(self, known: Iterable[int], first: int) -> None:
        self.known = set(known)  # registers the rows may use
        self.free = first
        self.values: list[tuple[int, Code]] = []

    def save(self, step: Code) -> Code:
        return step_replaced(step, self._change)

    def whole(self, e: Code) -> Code | None:
        """Give a register for something that the rows can tell as it is."""
        return self._register(e) if type(e) is int or self._fits(e) else None

    def named(self, e: Code, registers: Sequence[int]) -> Code:
        """Let an expression read its own copies of some registers."""
        return replaced(e, lambda x: self._register(x) if x[0] == "v" and x[1] in registers else None)

    def _change(self, e: Code) -> Code | None:
        if e[0] == "ld" and type(e[2]) is not int and self._fits(e[2]) and e[1]:
            return ["ld", 0, self._register(["add", e[2], e[1]])]
        if e[0] != "v" and self._fits(e):
            return self._register(e)
        return None

    def _fits(self, e: Code) -> bool:
        used = registers(e)
        return bool(used & self.known) and used <= self.known and _only(e, SAFE)

    def _register(self, e: Code) -> Code:
        for register, value in self.values:
            if value == e:
                return ["v", register]
        self.values.append((self.free, e))
        self.free += 1
        return ["v", self.free - 1]


def different(steps: list[Code], known: Spans) -> bool:
    """Tell whether it shows that a chain never offers the same code twice: its loops count like digits."""
    parts = _linear(steps[-1][1])
    if parts is None:
        return False
    digits = []
    for step in steps:
        if step[0] in ("if", "set", "opt"):
            continue
        if step[0] == "row" or parts.get(step[1], 0) == 0:
            return False
        limits = known.get(step[1])
        digits.append((abs(parts[step[1]]), None if limits is None else max(0, limits[1] - limits[0] - 1)))
    if set(parts) - {-1} != {step[1] for step in steps if step[0] in ("for", "bits")}:
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


def _linear(e: Code) -> dict[int, int] | None:
    """Take an expression apart as a sum of registers times numbers; the number by itself is at -1."""
    if type(e) is int:
        return {-1: e}
    if e[0] == "v":
        return {e[1]: 1}
    if e[0] in ("add", "sub"):
        left, right = _linear(e[1]), _linear(e[2])
        if left is None or right is None:
            return None
        sign = 1 if e[0] == "add" else -1
        return {key: left.get(key, 0) + sign * right.get(key, 0) for key in left.keys() | right.keys()}
    if e[0] == "mul":
        for number, other in ((e[1], e[2]), (e[2], e[1])):
            parts = _linear(other)
            if type(number) is int and parts is not None:
                return {key: number * value for key, value in parts.items()}
    return None


def folded(e: Code) -> Code:
    """Work out what can be worked out, and gather the numbers in an index."""
    if type(e) is int or e[0] == "was":
        return e
    letters = ir.EXPRESSIONS[e[0]]
    e = [e[0], *(folded(x) if letter == "e" else x for letter, x in zip(letters, e[1:], strict=True))]
    op = e[0]
    if op in FOLDS and all(type(x) is int for x in e[1:]):
        return int(FOLDS[op](*e[1:]))
    if op in ("and", "or") and type(e[1]) is int:
        return ["ne", e[2], 0] if bool(e[1]) == (op == "and") and not _is_flag(e[2]) else _decided(op, e)
    if op == "ld" and type(e[2]) is not int and e[2][0] == "add":
        for number, other in ((e[2][1], e[2][2]), (e[2][2], e[2][1])):
            if type(number) is int:
                return folded(["ld", e[1] + number, other])
    return e


def _decided(op: str, e: Code) -> Code:
    if bool(e[1]) == (op == "and"):
        return e[2]
    return 0 if op == "and" else 1


def _is_flag(e: Code) -> bool:
    return e in (0, 1) if type(e) is int else e[0] in ("eq", "ne", "lt", "le", "gt", "ge", "and", "or", "not")
