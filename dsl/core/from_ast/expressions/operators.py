"""Reading literals and operators."""

from __future__ import annotations

from regelwerk.dsl import ast, core
from regelwerk.dsl.core import NONE_NUM, Binary, Cond, Const, Expr, Loop, Num, Ref, SetOf, Type, Unary
from regelwerk.dsl.core.type_rules import (
    FLAG,
    MOST_NUMBERS,
    capital,
    coerce,
    fits,
    fold,
    may_be_none,
    words,
)
from regelwerk.dsl.core.visitor import replace

from .. import advice
from ..context import Scope, World
from ..errors import mistake
from . import binders
from . import read as ex
from .promises import numbers_of, too_wide

COMPARE = {"=": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "/": "div", "/up": "divup", "mod": "mod"}


SETS = {"+": "union", "-": "minus", "&": "inter"}


def number(w: World, a: ast.Number, s: Scope, hint: Type | None) -> Expr:
    return Const(a.value, type=Num(a.value, a.value), at=a.at)


def text(w: World, a: ast.TextExpr, s: Scope, hint: Type | None) -> Expr:
    text = ex.text_of(w, a.text, s)
    assert text is not None
    return core.TextValue(text, type=core.Str(), at=a.at)


def set_literal(w: World, a: ast.SetLit, s: Scope, hint: Type | None) -> Expr:
    element = hint.element if isinstance(hint, SetOf) else None
    if not a.items:
        return Const(0, type=hint if isinstance(hint, SetOf) else SetOf(Ref(())), at=a.at)
    items = [ex.expr(w, i, s, element) for i in a.items]
    if nothing := next(
        (i for i in items if isinstance(i, Const) and i.value in (-1, NONE_NUM) and may_be_none(i.type)), None
    ):
        raise mistake("RW3010", "`none` is no member of a set.", nothing.at, "Leave it out: an empty set is `{}`.")
    if flag := next((i for i in items if i.type == FLAG), None):
        help = 'Whether something is done is asked with `may "…": …`.'
        raise mistake("RW3010", "Yes and no are no things that a set could hold.", flag.at, help)
    joined: Type | None = element
    if element is None or any(not fits(i.type, element) for i in items):
        joined = items[0].type
        for i in items[1:]:
            joined = w.order.join(joined, i.type) if joined is not None else None
    if not isinstance(joined, Num | Ref):
        raise mistake("RW3010", "These do not belong together in one set.", a.at, "A set holds things of one type.")
    joined = replace(joined, none=False)
    if isinstance(joined, Num):
        joined = numbers_of(joined, items, a.at)
    out: Expr = Const(0, type=SetOf(joined), at=a.at)
    for i in items:
        one = Unary("bit", ex.promised(w, i, joined), type=SetOf(joined), at=i.at)
        out = one if fold(out) == 0 else Binary("union", out, one, type=SetOf(joined), at=a.at)
    value = _bits(items, joined)
    return out if value is None else Const(value, type=SetOf(joined), at=a.at)


def _bits(items: list[Expr], element: Num | Ref) -> int | None:
    mask = 0
    for i in items:
        v = fold(i)
        if v is None or (isinstance(element, Ref) and i.type != element):
            return None
        if isinstance(element, Num) and not element.lo <= v <= element.hi:
            told = f"The number {v} lies outside {element.lo}..{element.hi}."
            raise mistake("RW3095", told, i.at, f"The set holds numbers from {element.lo} to {element.hi}.")
        mask |= 1 << (v - (element.lo if isinstance(element, Num) else 0))
    return mask


def map_literal(w: World, a: ast.MapLit, s: Scope, hint: Type | None) -> Expr:
    help = "Write a set `{a, b}`, or ask for one entry: `m[k]`."
    raise mistake("RW3011", "A list of pairs can only be the value of a field or of `set ... to`.", a.at, help)


def unary(w: World, a: ast.Unary, s: Scope, hint: Type | None) -> Expr:
    if a.op == "not":
        c = ex.condition(w, a.of, s)
        v = fold(c)
        return Unary("not", c, type=FLAG, at=a.at) if v is None else Const(1 - v, type=FLAG, at=a.at)
    e = ex.number(w, ex.expr(w, a.of, s))
    t = e.type
    assert isinstance(t, Num)
    v = fold(e)
    if v is not None:
        return Const(-v, type=Num(-v, -v), at=a.at)
    return Unary("neg", e, type=Num(-t.hi, -t.lo), at=a.at)


def _all_from_to(w: World, a: ast.Binary, s: Scope, t: Num) -> Expr:
    """`1..15` where a set of numbers is wanted."""
    low, high = ex.number(w, ex.expr(w, a.left, s)), ex.number(w, ex.expr(w, a.right, s))
    assert isinstance(low.type, Num) and isinstance(high.type, Num)
    first, last = fold(low), fold(high)
    if first is not None and last is not None and t.lo <= first <= last <= t.hi:
        return Const(((1 << last + 1 - first) - 1) << (first - t.lo), type=SetOf(t), at=a.at)
    own = Num(low.type.lo, max(low.type.lo, high.type.hi))
    v, one = w.local("number", own)
    if w.size(own) > MOST_NUMBERS:
        raise too_wide(a.at)
    return core.Quant("collect", (Loop(v, core.FromRange(low, high)),), one, type=SetOf(own), at=a.at)


def binary(w: World, a: ast.Binary, s: Scope, hint: Type | None) -> Expr:
    if a.op in ("and", "or", "implies"):
        return _logic(w, a, s)
    if a.op in COMPARE:
        return _compare(w, a, s)
    if a.op in ("in", "not in"):
        inside = binders.member(w, a.left, a.right, s, a.op == "not in")
        return inside if a.op == "in" else Unary("not", inside, type=FLAG, at=a.at)
    if a.op == ".." and isinstance(hint, SetOf) and isinstance(hint.element, Num):
        return _all_from_to(w, a, s, hint.element)
    if a.op == "..":
        help = "Ask with `x in 1..3`; let chance pick with `draw x in 1..3`."
        raise mistake("RW3013", "A range can only stand after `in`, or as a type.", a.at, help)
    if a.op in ("at least", "at most"):
        return _clamp(w, a, s)
    left = ex.expr(w, a.left, s, hint)
    if isinstance(left.type, SetOf) or (isinstance(hint, SetOf) and a.op in SETS):
        return _set_operation(w, a, left, s)
    left, right = ex.number(w, left), ex.number(w, ex.expr(w, a.right, s))
    if a.op not in ARITHMETIC:
        raise mistake(
            "RW3014", f"`{a.op}` works on sets, not on numbers.", a.at, "Two conditions are joined with `and`."
        )
    return ex.arithmetic(ARITHMETIC[a.op], left, right, a.at)


def _set_operation(w: World, a: ast.Binary, left: Expr, s: Scope) -> Expr:
    if a.op not in SETS:
        help = "How many there are is `….size`; sets are joined with `+`, `-` and `&`."
        raise mistake("RW3014", f"`{a.op}` works on numbers, but this is {words(left.type)}.", a.at, help)
    right = ex.expr(w, a.right, s, left.type)
    joined = w.order.join(left.type, right.type)
    if not isinstance(joined, SetOf):
        said = f"{capital(words(left.type))} and {words(right.type)} do not go together."
        help = (
            "Put a single thing in braces: `S + {x}`."
            if isinstance(right.type, Ref | Num)
            else "Join sets of one type."
        )
        raise mistake(
            "RW3015", said, a.at, help, fixes=advice.braces(a.right.at) if isinstance(right.type, Ref) else ()
        )
    if a.op in ("-", "&") and isinstance(left.type, SetOf) and left.type.element != Ref(()):
        joined = left.type if fits(right.type, left.type) else joined
    e = Binary(SETS[a.op], coerce(left, joined), coerce(right, joined), type=joined, at=a.at)
    v = fold(e)
    return e if v is None else Const(v, type=joined, at=a.at)


def _clamp(w: World, a: ast.Binary, s: Scope) -> Expr:
    left = ex.expr(w, a.left, s)
    right = ex.number(w, ex.expr(w, a.right, s))
    op = "max" if a.op == "at least" else "min"
    if isinstance(left.type, Num) and left.type.none:  # nothing but at least 4 is 4
        there = replace(left, type=replace(left.type, none=False))
        inner = ex.arithmetic(op, there, right, a.at)
        is_none = Binary("eq", left, Const(NONE_NUM, type=Num(0, -1, True)), type=FLAG, at=a.at)
        assert isinstance(inner.type, Num) and isinstance(right.type, Num)
        joined = Num(min(inner.type.lo, right.type.lo), max(inner.type.hi, right.type.hi))
        return Cond(is_none, right, inner, type=joined, at=a.at)
    return ex.arithmetic(op, ex.number(w, left), right, a.at)


def _logic(w: World, a: ast.Binary, s: Scope) -> Expr:
    left = ex.condition(w, a.left, s)
    advice.repeated(w, a)
    right = ex.condition(w, a.right, ex.assume(s, left, a.op != "or"))
    if a.op == "implies":
        left = Unary("not", left, type=FLAG, at=a.left.at)
    op = "and" if a.op == "and" else "or"
    known_left = fold(left)
    if known_left is not None:
        return right if bool(known_left) == (op == "and") else Const(known_left, type=FLAG, at=a.at)
    return Binary(op, left, right, type=FLAG, at=a.at)


def _compare(w: World, a: ast.Binary, s: Scope) -> Expr:
    if a.op in ("=", "!=") and isinstance(a.right, ast.Ident) and a.right.id in advice.EMPTY - s.names.keys():
        left = ex.expr(w, a.left, s)
        if isinstance(left.type, SetOf) and a.right.id not in w.things:
            raise advice.emptiness(left.type, a)
    literal = isinstance(a.left, ast.SetLit | ast.Ident)
    if literal and not isinstance(a.right, ast.SetLit | ast.Ident):
        right = ex.expr(w, a.right, s)
        left = ex.expr(w, a.left, s, right.type)
    else:
        left = ex.expr(w, a.left, s)
        right = ex.expr(w, a.right, s, left.type)
    op = COMPARE[a.op]
    if op not in ("eq", "ne"):
        if (ranked := _ranked(w, left.type)) is not None and _ranked(w, right.type) == ranked:
            left, right = coerce(left, ranked), coerce(right, ranked)
        else:
            left, right = ex.number(w, left), ex.number(w, right)
        compared = Binary(op, left, right, type=FLAG, at=a.at)
        v = fold(compared)
        return compared if v is None else Const(v, type=FLAG, at=a.at)
    return ex.equal(w, op, left, right, a.at, a)


def _ranked(w: World, t: Type) -> Ref | None:
    """The type of members of one kind: they have the order of their list."""
    if isinstance(t, Ref) and len(t.domains) == 1 and w.domain(t.domains[0]).kind == "kind":
        return Ref(t.domains)
    return None


def if_expr(w: World, a: ast.IfExpr, s: Scope, hint: Type | None) -> Expr:
    c = ex.condition(w, a.cond, s)
    then = ex.expr(w, a.then, ex.assume(s, c, True), hint)
    other = ex.expr(w, a.other, ex.assume(s, c, False), hint or then.type)
    joined = w.order.join(then.type, other.type)
    if joined is None:
        said = f"One branch gives {words(then.type)}, the other {words(other.type)}."
        raise mistake("RW3017", said, a.at, "Let both give the same kind of thing.")
    v = fold(c)
    if v is not None:
        return coerce(then if v else other, joined)
    return Cond(c, coerce(then, joined), coerce(other, joined), type=joined, at=a.at)
