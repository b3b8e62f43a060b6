"""Reading expressions: from a written expression to a typed one, of the type that is wanted.

Who reads which kind of node stands in the table the context has: a reader asks here for what stands inside its own
node, and knows nothing of the others.
"""

from __future__ import annotations

from regelwerk.dsl import ast, core
from regelwerk.dsl.core import (
    NONE_NUM,
    Binary,
    Const,
    Expr,
    Flag,
    IsA,
    Load,
    Narrow,
    Num,
    Ref,
    SetOf,
    Source,
    Type,
    Unary,
)
from regelwerk.dsl.core.type_rules import (
    FLAG,
    add_range,
    coerce,
    fits,
    fold,
    may_be_none,
    without_none,
    words,
)
from regelwerk.dsl.core.visitor import replace
from regelwerk.dsl.diagnostics import Fix
from regelwerk.dsl.source import Span

from .. import advice
from ..context import Scope, World
from ..errors import Mistake, mistake
from .promises import within


def expr(w: World, a: ast.Expr, s: Scope, hint: Type | None = None) -> Expr:
    """Read an expression. `hint` helps to find names and literals; it is not enforced."""
    if w.notes is not None:
        w.notes.see(a.at, s, hint)
    found = known(w.readers.expressions[type(a)](w, a, s, hint), s)
    if w.notes is not None:
        w.notes.typed(a.at, found.type)
    return found


def source(w: World, a: ast.Expr, s: Scope, hint: Type | None = None) -> tuple[Source, Num | Ref]:
    """Read what stands after `in`: where the elements come from, and their type."""
    return w.readers.source(w, a, s, hint)


def element_type(w: World, a: ast.Expr, s: Scope) -> Num | Ref:
    """Read of what type the elements are that stand after `in`."""
    return source(w, a, s)[1]


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


def promised(w: World, e: Expr, want: Type) -> Expr:
    """Bring an expression to a declared type whose range others will rely on: what can be told before play is told, and
    the rest is tested when it runs."""
    return within(demand(w, e, want), want)


def picked(w: World, e: Expr, want: Type) -> Expr:
    """Bring an expression to the type of what can be picked; what never can is no slip, but not possible."""
    e = demand(w, e, want)
    try:
        return within(e, want)
    except Mistake:
        return Narrow(e, type=want, at=e.at)


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
    for p in t.parts:
        if isinstance(p, ast.Ident) and p.id == "player" and s.me is not None and "player" not in s.names:
            raise mistake(
                "RW2002", "It is not said which player.", p.at, "Whoever acts is `me`.", fixes=(Fix(p.at, "me"),)
            )
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


# -------------------------------------------------------------------------------- operators


def number(w: World, e: Expr) -> Expr:
    """Demand a number that is there."""
    if not isinstance(e.type, Num):
        raise advice.no_number(w, e.type, e.at)
    return coerce(e, replace(e.type, none=False))


def arithmetic(op: str, left: Expr, right: Expr, at: Span) -> Expr:
    assert isinstance(left.type, Num) and isinstance(right.type, Num)
    result = add_range(op, left.type, right.type)
    e = Binary(op, left, right, type=result, at=at)
    v = fold(e)
    return e if v is None else Const(v, type=Num(v, v), at=at)


def equal(w: World, op: str, left: Expr, right: Expr, at: Span, written: ast.Binary | None = None) -> Expr:
    joined = w.order.join(left.type, right.type)
    ok = joined is not None
    if isinstance(left.type, Ref) and isinstance(right.type, Ref) and left.type.domains and right.type.domains:
        ok = bool(set(left.type.domains) & set(right.type.domains))
    if not ok or joined is None:
        raise advice.never_same(left.type, right.type, at, written)
    of, nobody = left.type, isinstance(right.type, Ref) and not right.type.domains
    if nobody and isinstance(left, Load) and isinstance(of, Ref) and of.domains and not of.none:
        w.report(advice.never_none(w.program.slots[left.slot].name, of, at))
    e = Binary(op, coerce(left, joined), coerce(right, joined), type=FLAG, at=at)
    v = fold(e)
    return e if v is None else Const(v, type=FLAG, at=at)
