"""Types of the core: joining, fitting, and saying them in words."""

from __future__ import annotations

from . import (
    NONE_NUM,
    Binary,
    Cond,
    Const,
    Expr,
    Flag,
    FromSet,
    Local,
    Narrow,
    Num,
    Quant,
    Ref,
    SetOf,
    Str,
    Type,
    Unary,
    Widen,
)
from .visitor import replace

NUMBER = Num(-(2**31) + 1, 2**31 - 1)
MOST_NUMBERS = 4096  # between the least and the greatest of a set
FLAG = Flag()
NOTHING = Ref((), True)
YES = Const(1, type=FLAG)
NO = Const(0, type=FLAG)


def words(t: Type) -> str:
    """Say a type as a designer would."""
    if isinstance(t, Num):
        base = "a number" if (t.lo, t.hi) == (NUMBER.lo, NUMBER.hi) else f"a number from {t.lo} to {t.hi}"
        base = f"the number {t.lo}" if t.lo == t.hi else base
        return base + (" or none" if t.none else "")
    if isinstance(t, Flag):
        return "yes or no"
    if isinstance(t, Str):
        return "a text"
    if isinstance(t, SetOf):
        inner = f"{t.element.lo}..{t.element.hi}" if isinstance(t.element, Num) else " or ".join(t.element.domains)
        return f"a set of {inner or 'nothing'}"
    if not t.domains:
        return "none"
    article = "an" if t.domains[0][0] in "AEIOU" else "a"
    return f"{article} {' or '.join(t.domains)}" + (" or none" if t.none else "")


def capital(said: str) -> str:
    """Begin a sentence; names keep their letters."""
    return said[:1].upper() + said[1:]


def may_be_none(t: Type) -> bool:
    """Tell whether a value of this type can be none."""
    return isinstance(t, Num | Ref) and t.none


def without_none(t: Type) -> Type:
    return replace(t, none=False) if isinstance(t, Num | Ref) else t


def with_none(t: Type) -> Type:
    return replace(t, none=True) if isinstance(t, Num | Ref) else t


def none_of(t: Type) -> int:
    """Give the number that stands for none, or for nothing at all, in this type."""
    if isinstance(t, Num):
        return NONE_NUM
    return -1 if isinstance(t, Ref) else 0


class Order:
    """Unions list their domains in order of declaration; this knows that order."""

    def __init__(self) -> None:
        self.rank: dict[str, int] = {}

    def union(self, *domains: str) -> tuple[str, ...]:
        return tuple(sorted(set(domains), key=lambda d: self.rank.get(d, 1 << 30)))

    def join(self, a: Type, b: Type) -> Type | None:
        """Return the smallest type that holds both, or None if there is none."""
        if isinstance(a, Num) and isinstance(b, Num):
            return Num(min(a.lo, b.lo), max(a.hi, b.hi), a.none or b.none)
        if isinstance(a, Ref) and isinstance(b, Ref):
            return Ref(self.union(*a.domains, *b.domains), a.none or b.none)
        if isinstance(a, SetOf) and isinstance(b, SetOf):
            if a.element == Ref(()):
                return b
            if b.element == Ref(()):
                return a
            inner = self.join(a.element, b.element)
            return SetOf(inner) if isinstance(inner, Num | Ref) else None
        if isinstance(a, Ref) and not a.domains:
            return with_none(b) if isinstance(b, Num) else None
        if isinstance(b, Ref) and not b.domains:
            return with_none(a) if isinstance(a, Num) else None
        return a if a == b else None


def fits(have: Type, want: Type) -> bool:
    """Can a value of type `have` be brought to `want` (perhaps with a test for none or range when it runs)?"""
    if isinstance(have, Num) and isinstance(want, Num):
        return True
    if isinstance(have, Ref) and isinstance(want, Num):
        return not have.domains and want.none
    if isinstance(have, Ref) and isinstance(want, Ref):
        if not have.domains:
            return want.none
        return bool(set(have.domains) & set(want.domains))
    if isinstance(have, SetOf) and isinstance(want, SetOf):
        if have.element == Ref(()):
            return True
        if isinstance(have.element, Num) or isinstance(want.element, Num):
            return isinstance(have.element, Num) and isinstance(want.element, Num)
        return set(have.element.domains) <= set(want.element.domains)
    return type(have) is type(want)


def coerce(e: Expr, want: Type) -> Expr:
    """Bring an expression to a type it fits."""
    have = e.type
    if isinstance(want, Num):
        if isinstance(have, Ref):
            return Const(NONE_NUM, type=Num(0, -1, True), at=e.at)
        if isinstance(have, Num) and have.none and not want.none:
            return Unary("some", e, type=replace(have, none=False), at=e.at)
        return e
    if isinstance(want, Ref) and isinstance(have, Ref):
        if have.none and not want.none:
            e = Unary("some", e, type=replace(have, none=False), at=e.at)
            have = e.type
            assert isinstance(have, Ref)
        if have.domains == want.domains or not have.domains:
            return replace(e, type=replace(want, none=have.none)) if not have.domains else e
        target = replace(want, none=have.none)
        if set(have.domains) <= set(want.domains):
            return Widen(e, type=target, at=e.at)
        return Narrow(e, type=target, at=e.at)
    if isinstance(want, SetOf) and isinstance(have, SetOf) and have.element != want.element:
        if have.element == Ref(()):
            return replace(e, type=want)
        return Widen(e, type=want, at=e.at)
    return e


def add_range(op: str, a: Num, b: Num) -> Num:
    """The range of a sum, difference, product, quotient, remainder, or clamp."""
    if op == "add":
        return Num(a.lo + b.lo, a.hi + b.hi)
    if op == "sub":
        return Num(a.lo - b.hi, a.hi - b.lo)
    if op == "mul":
        corners = [x * y for x in (a.lo, a.hi) for y in (b.lo, b.hi)]
        return Num(min(corners), max(corners))
    if op == "min":
        return Num(min(a.lo, b.lo), min(a.hi, b.hi))
    if op == "max":
        return Num(max(a.lo, b.lo), max(a.hi, b.hi))
    if op == "mod":
        top = max(abs(b.lo), abs(b.hi)) - 1
        return Num(0, top) if b.lo > 0 else Num(-top, top)
    reach = max(abs(a.lo), abs(a.hi))  # div, divup
    if b.lo > 0:
        corners = [x // y for x in (a.lo, a.hi) for y in (b.lo, b.hi)]
        return Num(min(corners), max(corners) + (1 if op == "divup" else 0))
    return Num(-reach, reach)


def fold(e: Expr) -> int | None:
    """The value of an expression that is known before play, or None."""
    if isinstance(e, Const):
        return e.value
    if isinstance(e, Narrow) and isinstance(e.type, Num):
        inner = fold(e.of)
        return inner if inner is not None and e.type.lo <= inner <= e.type.hi else None
    if isinstance(e, Widen | Narrow):
        return None
    if isinstance(e, Unary):
        v = fold(e.of)
        if v is None:
            return None
        if e.op == "neg":
            return -v
        if e.op == "bit":
            lo = e.of.type.lo if isinstance(e.of.type, Num) else 0
            return 1 << (v - lo) if v >= lo else 0
        if e.op == "some":
            return v
        return {"abs": abs(v), "not": int(not v), "size": v.bit_count(), "low": (v & -v).bit_length() - 1}.get(e.op)
    if isinstance(e, Binary):
        a, b = fold(e.left), fold(e.right)
        if a is None or b is None:
            return None
        return _fold_binary(e.op, a, b)
    if isinstance(e, Cond):
        c = fold(e.cond)
        return None if c is None else fold(e.then if c else e.other)
    return _first_of(e) if isinstance(e, Quant) else None


def _first_of(e: Quant) -> int | None:
    """`first x in ace: x`: one of the copies of a card."""
    loop = e.loops[0]
    if e.word != "first" or len(e.loops) > 1 or loop.where is not None or loop.stop is not None:
        return None
    if not isinstance(loop.source, FromSet) or not isinstance(e.result, Local) or e.result.var != loop.var:
        return None
    several = fold(loop.source.set)
    return (several & -several).bit_length() - 1 if several else None


def _fold_binary(op: str, a: int, b: int) -> int | None:
    if op in ("div", "mod", "divup") and b == 0:
        return None
    results = {
        "add": a + b,
        "sub": a - b,
        "mul": a * b,
        "min": min(a, b),
        "max": max(a, b),
        "eq": int(a == b),
        "ne": int(a != b),
        "lt": int(a < b),
        "le": int(a <= b),
        "gt": int(a > b),
        "ge": int(a >= b),
        "and": int(bool(a and b)),
        "or": int(bool(a or b)),
        "union": a | b,
        "inter": a & b,
        "minus": a & ~b,
    }
    if op in results:
        return results[op]
    return {"div": lambda: a // b, "divup": lambda: -(-a // b), "mod": lambda: a % b}.get(op, lambda: None)()
