"""IR expressions, put together with what is known at compile time taken out."""

from __future__ import annotations

from typing import cast

from .. import Code


def known(code: Code) -> bool:
    """Tell whether the value is a constant."""
    return isinstance(code, int)


def number(code: Code) -> int:
    """Give what was worked out of nothing but constants."""
    assert isinstance(code, int)
    return code


def simple(code: Code) -> bool:
    """Tell whether evaluating this twice costs next to nothing."""
    return isinstance(code, int) or code[0] == "v" or (code[0] == "ld" and isinstance(code[2], int))


def add(a: Code, b: Code) -> Code:
    if isinstance(a, int) and isinstance(b, int):
        return a + b
    if a == 0:
        return b
    if b == 0:
        return a
    if isinstance(b, int) and b < 0:
        return ("sub", a, -b)
    return ("add", a, b)


def sub(a: Code, b: Code) -> Code:
    if isinstance(b, int):
        if isinstance(a, int):
            return a - b
        if b == 0:
            return a
        if b < 0:
            return ("add", a, -b)
    return ("sub", a, b)


def mul(a: Code, b: Code) -> Code:
    if isinstance(a, int) and isinstance(b, int):
        return a * b
    if a == 0 or b == 0:
        return 0
    if a == 1:
        return b
    if b == 1:
        return a
    return ("mul", a, b)


def compare(op: str, a: Code, b: Code) -> Code:
    if isinstance(a, int) and isinstance(b, int):
        return int({"eq": a == b, "ne": a != b, "lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b}[op])
    return cast(Code, (op, a, b))


OPPOSITE = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}


def negate(a: Code) -> Code:
    if isinstance(a, int):
        return int(not a)
    if a[0] in OPPOSITE:
        return cast(Code, (OPPOSITE[a[0]], *a[1:]))
    if a[0] == "not":
        return a[1]
    return ("not", a)


def both(a: Code, b: Code) -> Code:
    if isinstance(a, int):
        return b if a else 0
    if isinstance(b, int) and b:
        return a
    return ("and", a, b)


def either(a: Code, b: Code) -> Code:
    if isinstance(a, int):
        return 1 if a else b
    if isinstance(b, int) and not b:
        return a
    return ("or", a, b)


def choice(cond: Code, then: Code, other: Code) -> Code:
    if isinstance(cond, int):
        return then if cond else other
    return then if then == other else ("if", cond, then, other)


def mask(op: str, a: Code, b: Code) -> Code:
    """Join masks: bor, band, bandn."""
    if isinstance(a, int) and isinstance(b, int):
        return {"bor": a | b, "band": a & b, "bandn": a & ~b}[op]
    if op == "bor" and 0 in (a, b):
        return b if a == 0 else a
    if op == "band" and 0 in (a, b):
        return 0
    if op == "bandn" and (a == 0 or b == 0):
        return a
    return cast(Code, (op, a, b))


def bit(a: Code) -> Code:
    return 1 << a if isinstance(a, int) and a >= 0 else ("bit", a)


def size(a: Code) -> Code:
    return a.bit_count() if isinstance(a, int) else ("size", a)


def low(a: Code) -> Code:
    return (a & -a).bit_length() - 1 if isinstance(a, int) else ("low", a)


def shift(a: Code, by: int) -> Code:
    """Move a mask up (by > 0) or down."""
    if isinstance(a, int):
        return a << by if by >= 0 else a >> -by
    if by == 0:
        return a
    return ("shl", a, by) if by > 0 else ("shr", a, -by)


def arithmetic(op: str, a: Code, b: Code, span: int) -> Code:
    """Join numbers: add sub mul min max div divup mod."""
    if op == "add":
        return add(a, b)
    if op == "sub":
        return sub(a, b)
    if op == "mul":
        return mul(a, b)
    if op in ("min", "max"):
        if isinstance(a, int) and isinstance(b, int):
            return min(a, b) if op == "min" else max(a, b)
        return cast(Code, (op, a, b))
    if isinstance(a, int) and isinstance(b, int) and b:
        return {"div": a // b, "divup": -(-a // b), "mod": a % b}[op]
    if b == 1:
        return 0 if op == "mod" else a
    return cast(Code, (op, a, b, span))


SETS = {"union": "bor", "inter": "band", "minus": "bandn"}


COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")
