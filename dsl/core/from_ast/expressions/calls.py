"""Calls of values: their arguments, and the types of their parameters."""

from __future__ import annotations

from regelwerk.dsl import ast, core
from regelwerk.dsl.core import CallFunc, Const, Expr, SetOf, Type
from regelwerk.dsl.core.type_rules import coerce, fits, with_none
from regelwerk.dsl.core.visitor import replace
from regelwerk.dsl.source import Span

from .. import advice
from ..context import Scope, World
from . import names
from . import read as ex


def names_first(w: World, decl: ast.Value) -> Type:
    return with_none(param_type(w, decl.params[0]))


def ask(w: World, n: str, of: Expr, args: tuple[ast.Expr, ...], a: ast.Expr, s: Scope) -> Expr:
    """`x.v(y)` for a value `v(x, y)`."""
    entry = w.values[n]
    assert isinstance(entry.decl, ast.Value)
    w.note(named(a), "value", n)
    func = w.readers.value(w, n, a.at)
    rest = arguments(w, entry.decl.params[1:], args, a, s)
    seat: tuple[Expr, ...] = (names.me(w, s, a.at),) if entry.me else ()
    return CallFunc(func.id, (*seat, coerce(of, param_type(w, entry.decl.params[0])), *rest), type=func.type, at=a.at)


def arguments(
    w: World, params: tuple[ast.Param, ...], args: tuple[ast.Expr, ...], a: ast.Expr, s: Scope
) -> tuple[Expr, ...]:
    """Read the arguments of a call by its parameters."""
    if len(params) != len(args):
        raise advice.wrong_count(w, a, params, len(args))
    out: list[Expr] = []
    for p, want, arg in zip(params, param_types(w, params), args, strict=True):
        e = ex.expr(w, arg, s, want)
        if s.checks and isinstance(e.type, SetOf) and fits(e.type.element, want) and _copies(w, arg):
            e = _one_copy(w, p, arg, s, dict(zip((q.name.id for q in params), out, strict=False)), want)
        if not fits(e.type, want):
            raise advice.one_of_them(p, want, e.type, arg)
        # what can be picked is asked of the source, and tried before it is done (`possible`)
        out.append(ex.promised(w, e, want) if p.binder is None else ex.picked(w, e, want))
    return tuple(out)


def _copies(w: World, arg: ast.Expr) -> bool:
    """Say whether this is a card of which there are several, by its name or by `p.name`."""
    name = arg.id if isinstance(arg, ast.Ident) else arg.name.id if isinstance(arg, ast.Dot) else ""
    return any(t[0] in w.types for t in w.things.get(name, ()))


def _one_copy(w: World, p: ast.Param, arg: ast.Expr, s: Scope, earlier: dict[str, Expr], want: Type) -> Expr:
    """In a scenario a card is named as in an answer: the first copy that can be picked, or else the first one."""
    name = ast.Name("one copy", at=arg.at)
    one = ast.Ident(name.id, at=arg.at)
    first = ex.expr(w, ast.Quant("first", ast.Binder(name, arg, at=arg.at), one, at=arg.at), s, want)
    if p.binder is None or s.fixed:
        return first
    inner = s.child()
    inner.names["picked from"] = ex.expr(w, p.binder.source, Scope(me=s.me, it=s.it, names=earlier))
    if not isinstance(inner.names["picked from"].type, SetOf):
        return first
    among = ast.Binary("in", one, ast.Ident("picked from", at=arg.at), at=arg.at)
    picked = ast.Binder(name, arg, among, at=arg.at)
    there = ex.condition(w, ast.Quant("any", picked, None, at=arg.at), inner)
    found = ex.expr(w, ast.Quant("first", picked, one, at=arg.at), inner, want)
    return core.Cond(there, replace(found, type=want), coerce(first, want), type=want, at=arg.at)


def param_types(w: World, params: tuple[ast.Param, ...]) -> list[Type]:
    """Give the types of parameters; the source of each may speak of those before it."""
    s = Scope(me=Const(0, type=names.PLAYER))
    out: list[Type] = []
    for p in params:
        out.append(param_type(w, p, s))
        s.names[p.name.id] = w.local(p.name.id, out[-1])[1]
    return out


def param_type(w: World, p: ast.Param, s: Scope | None = None) -> Type:
    if p.type is not None:
        return w.cell_type(p.type)
    assert p.binder is not None
    return ex.element_type(w, p.binder.source, s or Scope(me=Const(0, type=names.PLAYER)))


def call_value(w: World, n: str, args: tuple[ast.Expr, ...], a: ast.Expr, s: Scope, outer: Scope | None = None) -> Expr:
    """Ask a rule value; the arguments are read in the outer scope when it is asked of another player."""
    entry = w.values[n]
    assert isinstance(entry.decl, ast.Value)
    w.note(named(a), "value", n)
    func = w.readers.value(w, n, a.at)
    actual = arguments(w, entry.decl.params, args, a, outer or s)
    seat: tuple[Expr, ...] = (names.me(w, s, a.at),) if entry.me else ()
    return CallFunc(func.id, (*seat, *actual), type=func.type, at=a.at)


def named(a: ast.Expr) -> Span:
    """The place of the name itself in `x.y`, `x.y(z)`, `f`, `f(z)`."""
    of = a.of if isinstance(a, ast.Call) else a
    return of.name.at if isinstance(of, ast.Dot) else of.at
