"""Reading expressions: from a written expression to a typed one."""

from __future__ import annotations

from collections.abc import Callable

from .. import ast, core
from ..core import NONE_NUM, Binary, Cond, Const, Expr, Flag, IsA, Narrow, Num, Ref, SetOf, Type, Unary
from ..core.walk import replace
from ..source import Span
from . import advice, members, names, ranging
from .mistakes import mistake
from .types import FLAG, NOTHING, add_range, capital, coerce, fits, fold, may_be_none, without_none, words
from .world import Scope, World

COMPARE = {"=": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "/": "div", "/up": "divup", "mod": "mod"}
SETS = {"+": "union", "-": "minus", "&": "inter"}


def expr(w: World, a: ast.Expr, s: Scope, hint: Type | None = None) -> Expr:
    """Read an expression. `hint` helps to find names and literals; it is not enforced."""
    if w.notes is not None:
        w.notes.see(a.at, s, hint)
    found = known(_READERS[type(a)](w, a, s, hint), s)
    if w.notes is not None:
        w.notes.types[a.at] = found.type
    return found


def known(e: Expr, s: Scope) -> Expr:
    """Apply what the surrounding conditions have established about this very expression."""
    fact = s.facts.get(e) if s.facts else None
    if fact is None or fact == e.type:
        return e
    if isinstance(fact, Ref) and isinstance(e.type, Ref) and fact.domains != e.type.domains:
        return Narrow(e, checked=False, type=fact, at=e.at)
    return replace(e, type=fact)


def expect(w: World, a: ast.Expr, s: Scope, want: Type) -> Expr:
    """Read an expression that must have this type."""
    found = expr(w, a, s, want)
    return demand(w, found, want)


def demand(w: World, e: Expr, want: Type) -> Expr:
    if not fits(e.type, want):
        raise advice.wanted(want, e.type, e.at)
    return coerce(e, want)


def condition(w: World, a: ast.Expr, s: Scope) -> Expr:
    """Read a yes-or-no expression."""
    found = expr(w, a, s, FLAG)
    if not isinstance(found.type, Flag):
        help = "Compare it with something, for example `> 0` or `!= none`."
        if isinstance(found.type, SetOf):
            help = f"To ask whether there are any, write `{advice.written(a)}.size > 0`."
        elif isinstance(a, ast.TextExpr):
            help = "Say it with names and numbers, for example `ann.coins = 5`."
        elif isinstance(found.type, Ref) and found.type.none and "…" not in (what := advice.written(a)):
            help = f"Is there one: `{what} != none`; is there none: `{what} = none`."
        raise mistake("RW3002", f"A condition is wanted here, but this is {words(found.type)}.", a.at, help)
    return found


def text_of(w: World, t: ast.Text | None, s: Scope, address: str = "") -> core.Text | None:
    """Read a sentence with its expressions."""
    if t is None:
        return None
    return core.Text(tuple(p if isinstance(p, str) else expr(w, p, s) for p in t.parts), address)


# -------------------------------------------------------------------------------- what conditions establish


def assume(s: Scope, cond: Expr, holds: bool) -> Scope:
    """The scope in which a condition is known to hold (or not)."""
    inner = s.child()
    _learn(inner, cond, holds)
    return inner


def _learn(s: Scope, c: Expr, holds: bool) -> None:
    if isinstance(c, Unary) and c.op == "not":
        _learn(s, c.of, not holds)
    elif isinstance(c, Binary) and c.op == ("and" if holds else "or"):
        _learn(s, c.left, holds)
        _learn(s, c.right, holds)
    elif isinstance(c, Binary) and c.op in ("eq", "ne"):
        for side, other in ((c.left, c.right), (c.right, c.left)):
            if isinstance(other, Const) and other.value in (-1, NONE_NUM) and may_be_none(other.type):
                if (c.op == "ne") == holds:
                    _fact(s, side, without_none(s.facts.get(_bare(side), side.type)))
            elif (c.op == "eq") == holds and not may_be_none(other.type):
                _fact(s, side, without_none(s.facts.get(_bare(side), side.type)))
    elif isinstance(c, Binary) and c.op == "has" and holds:
        _fact(s, c.right, without_none(s.facts.get(_bare(c.right), c.right.type)))
    elif isinstance(c, IsA):
        t = s.facts.get(c.of, c.of.type)
        if isinstance(t, Ref):
            left = tuple(d for d in t.domains if (d in c.domains) == holds)
            _fact(s, c.of, Ref(left, t.none and not holds))


def _bare(e: Expr) -> Expr:
    return e.of if isinstance(e, core.Widen) else e


def _fact(s: Scope, e: Expr, t: Type) -> None:
    e = _bare(e)
    if isinstance(e, Const):
        return
    if isinstance(e, Narrow) and not e.checked:
        s.facts[e.of] = t
    s.facts[e] = t
    for original in [k for k in s.facts if isinstance(k, type(e)) and _same(k, e)]:
        s.facts[original] = t
    # the type is part of an expression's identity, so note the fact for its earlier type too
    if may_be_none(e.type) is False and isinstance(e.type, Num | Ref):
        s.facts[replace(e, type=replace(e.type, none=True))] = t


def _same(a: Expr, b: Expr) -> bool:
    return replace(a, type=b.type) == b


# -------------------------------------------------------------------------------- literals


def _number(w: World, a: ast.Number, s: Scope, hint: Type | None) -> Expr:
    return Const(a.value, type=Num(a.value, a.value), at=a.at)


def _text(w: World, a: ast.TextExpr, s: Scope, hint: Type | None) -> Expr:
    text = text_of(w, a.text, s)
    assert text is not None
    return core.TextValue(text, type=core.Str(), at=a.at)


def _set(w: World, a: ast.SetLit, s: Scope, hint: Type | None) -> Expr:
    element = hint.element if isinstance(hint, SetOf) else None
    if not a.items:
        return Const(0, type=hint if isinstance(hint, SetOf) else SetOf(Ref(())), at=a.at)
    items = [expr(w, i, s, element) for i in a.items]
    if nothing := next(
        (i for i in items if isinstance(i, Const) and i.value in (-1, NONE_NUM) and may_be_none(i.type)), None
    ):
        raise mistake("RW3010", "`none` is no member of a set.", nothing.at, "Leave it out: an empty set is `{}`.")
    joined: Type | None = element
    if element is None or any(not fits(i.type, element) for i in items):
        joined = items[0].type
        for i in items[1:]:
            joined = w.order.join(joined, i.type) if joined is not None else None
    if not isinstance(joined, Num | Ref):
        raise mistake("RW3010", "These do not belong together in one set.", a.at, "A set holds things of one type.")
    joined = replace(joined, none=False)
    out: Expr = Const(0, type=SetOf(joined), at=a.at)
    for i in items:
        one = Unary("bit", demand(w, i, joined), type=SetOf(joined), at=i.at)
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


def _map(w: World, a: ast.MapLit, s: Scope, hint: Type | None) -> Expr:
    help = "Write a set `{a, b}`, or ask for one entry: `m[k]`."
    raise mistake("RW3011", "A list of pairs can only be the value of a field or of `set ... to`.", a.at, help)


# -------------------------------------------------------------------------------- operators


def _unary(w: World, a: ast.Unary, s: Scope, hint: Type | None) -> Expr:
    if a.op == "not":
        c = condition(w, a.of, s)
        v = fold(c)
        return Unary("not", c, type=FLAG, at=a.at) if v is None else Const(1 - v, type=FLAG, at=a.at)
    e = number(w, expr(w, a.of, s))
    t = e.type
    assert isinstance(t, Num)
    v = fold(e)
    if v is not None:
        return Const(-v, type=Num(-v, -v), at=a.at)
    return Unary("neg", e, type=Num(-t.hi, -t.lo), at=a.at)


def number(w: World, e: Expr) -> Expr:
    """Demand a number that is there."""
    if not isinstance(e.type, Num):
        raise advice.no_number(w, e.type, e.at)
    return coerce(e, replace(e.type, none=False))


def _binary(w: World, a: ast.Binary, s: Scope, hint: Type | None) -> Expr:
    if a.op in ("and", "or", "implies"):
        return _logic(w, a, s)
    if a.op in COMPARE:
        return _compare(w, a, s)
    if a.op in ("in", "not in"):
        inside = ranging.member(w, a.left, a.right, s)
        return inside if a.op == "in" else Unary("not", inside, type=FLAG, at=a.at)
    if a.op == "..":
        help = "Ask with `x in 1..3`; let chance pick with `draw x in 1..3`."
        raise mistake("RW3013", "A range can only stand after `in`, or as a type.", a.at, help)
    if a.op in ("at least", "at most"):
        return _clamp(w, a, s)
    left = expr(w, a.left, s, hint)
    if isinstance(left.type, SetOf) or (isinstance(hint, SetOf) and a.op in SETS):
        return _set_operation(w, a, left, s)
    left, right = number(w, left), number(w, expr(w, a.right, s))
    if a.op not in ARITHMETIC:
        raise mistake(
            "RW3014", f"`{a.op}` works on sets, not on numbers.", a.at, "Two conditions are joined with `and`."
        )
    return arithmetic(ARITHMETIC[a.op], left, right, a.at)


def arithmetic(op: str, left: Expr, right: Expr, at: Span) -> Expr:
    assert isinstance(left.type, Num) and isinstance(right.type, Num)
    result = add_range(op, left.type, right.type)
    e = Binary(op, left, right, type=result, at=at)
    v = fold(e)
    return e if v is None else Const(v, type=Num(v, v), at=at)


def _set_operation(w: World, a: ast.Binary, left: Expr, s: Scope) -> Expr:
    if a.op not in SETS:
        help = "How many there are is `….size`; sets are joined with `+`, `-` and `&`."
        raise mistake("RW3014", f"`{a.op}` works on numbers, but this is {words(left.type)}.", a.at, help)
    right = expr(w, a.right, s, left.type)
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
    left = expr(w, a.left, s)
    right = number(w, expr(w, a.right, s))
    op = "max" if a.op == "at least" else "min"
    if isinstance(left.type, Num) and left.type.none:  # nothing but at least 4 is 4
        there = replace(left, type=replace(left.type, none=False))
        inner = arithmetic(op, there, right, a.at)
        is_none = Binary("eq", left, Const(NONE_NUM, type=Num(0, -1, True)), type=FLAG, at=a.at)
        assert isinstance(inner.type, Num) and isinstance(right.type, Num)
        joined = Num(min(inner.type.lo, right.type.lo), max(inner.type.hi, right.type.hi))
        return Cond(is_none, right, inner, type=joined, at=a.at)
    return arithmetic(op, number(w, left), right, a.at)


def _logic(w: World, a: ast.Binary, s: Scope) -> Expr:
    left = condition(w, a.left, s)
    advice.repeated(w, a, s)
    right = condition(w, a.right, assume(s, left, a.op != "or"))
    if a.op == "implies":
        left = Unary("not", left, type=FLAG, at=a.left.at)
    op = "and" if a.op == "and" else "or"
    known_left = fold(left)
    if known_left is not None:
        return right if bool(known_left) == (op == "and") else Const(known_left, type=FLAG, at=a.at)
    return Binary(op, left, right, type=FLAG, at=a.at)


def _compare(w: World, a: ast.Binary, s: Scope) -> Expr:
    if a.op in ("=", "!=") and isinstance(a.right, ast.Ident) and a.right.id in advice.EMPTY - s.names.keys():
        left = expr(w, a.left, s)
        if isinstance(left.type, SetOf) and a.right.id not in w.things:
            raise advice.emptiness(left.type, a)
    literal = isinstance(a.left, ast.SetLit | ast.Ident)
    if literal and not isinstance(a.right, ast.SetLit | ast.Ident):
        right = expr(w, a.right, s)
        left = expr(w, a.left, s, right.type)
    else:
        left = expr(w, a.left, s)
        right = expr(w, a.right, s, left.type)
    op = COMPARE[a.op]
    if op not in ("eq", "ne"):
        if (ranked := _ranked(w, left.type)) is not None and _ranked(w, right.type) == ranked:
            left, right = coerce(left, ranked), coerce(right, ranked)
        else:
            left, right = number(w, left), number(w, right)
        compared = Binary(op, left, right, type=FLAG, at=a.at)
        v = fold(compared)
        return compared if v is None else Const(v, type=FLAG, at=a.at)
    return equal(w, op, left, right, a.at, a)


def _ranked(w: World, t: Type) -> Ref | None:
    """The type of members of one kind: they have the order of their list."""
    if isinstance(t, Ref) and len(t.domains) == 1 and w.domain(t.domains[0]).kind == "kind":
        return Ref(t.domains)
    return None


def equal(w: World, op: str, left: Expr, right: Expr, at: Span, written: ast.Binary | None = None) -> Expr:
    joined = w.order.join(left.type, right.type)
    ok = joined is not None
    if isinstance(left.type, Ref) and isinstance(right.type, Ref) and left.type.domains and right.type.domains:
        ok = bool(set(left.type.domains) & set(right.type.domains))
    if not ok or joined is None:
        raise advice.never_same(left.type, right.type, at, written)
    e = Binary(op, coerce(left, joined), coerce(right, joined), type=FLAG, at=at)
    v = fold(e)
    return e if v is None else Const(v, type=FLAG, at=at)


def _if(w: World, a: ast.IfExpr, s: Scope, hint: Type | None) -> Expr:
    c = condition(w, a.cond, s)
    then = expr(w, a.then, assume(s, c, True), hint)
    other = expr(w, a.other, assume(s, c, False), hint or then.type)
    joined = w.order.join(then.type, other.type)
    if joined is None:
        said = f"One branch gives {words(then.type)}, the other {words(other.type)}."
        raise mistake("RW3017", said, a.at, "Let both give the same kind of thing.")
    v = fold(c)
    if v is not None:
        return coerce(then if v else other, joined)
    return Cond(c, coerce(then, joined), coerce(other, joined), type=joined, at=a.at)


_READERS: dict[type, Callable[..., Expr]] = {
    ast.Number: _number,
    ast.TextExpr: _text,
    ast.SetLit: _set,
    ast.MapLit: _map,
    ast.Unary: _unary,
    ast.Binary: _binary,
    ast.IfExpr: _if,
    ast.Ident: names.ident,
    ast.TypeIdent: names.type_ident,
    ast.Dot: members.dot,
    ast.Index: members.index,
    ast.Call: members.call,
    ast.Quant: ranging.quant,
    ast.Comprehension: ranging.comprehension,
    ast.Reach: ranging.reach,
    ast.Distance: ranging.distance,
    ast.Pairing: ranging.pairing,
}
__all__ = ["NOTHING", "assume", "condition", "demand", "equal", "expect", "expr", "number", "text_of"]
