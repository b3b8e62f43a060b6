"""Going through things by a value: `each c in S by e`, `as each players by me.points`, the least first.

What everything is worth is reckoned at the start and kept (`scratch`); each round takes the first of those that are
worth the least. Equals come in the order of what is gone through.
"""

from __future__ import annotations

from dataclasses import replace

from regelwerk.dsl import ast, core
from regelwerk.dsl.core import (
    Binary,
    Const,
    Expr,
    FromRange,
    FromSet,
    Load,
    Local,
    Loop,
    Num,
    Quant,
    Ref,
    SetOf,
    Stmt,
    Type,
    Unary,
)
from regelwerk.dsl.core.substitution import substitute
from regelwerk.dsl.core.type_rules import FLAG

from ..context import Scope, World
from ..errors import mistake
from ..expressions import binders
from ..expressions import read as ex
from .blocks import block
from .scratch import keep


def each(w: World, a: ast.Each, by: ast.Expr, s: Scope, result: Type | None) -> list[Stmt]:
    """Read `each c in S by e`."""
    if len(a.binders) > 1:
        help = "Sort the outer loop, and write another `each` inside it."
        raise mistake("RW3103", "Several sets at once have no order.", by.at, help)
    inner = s.child()
    loop = binders.loop(w, a.binders[0], inner)
    return in_order(w, loop, Local(loop.var, type=loop.var.type), by, a.body, inner, s, result)


def in_order(
    w: World, loop: Loop, one: Local, by: ast.Expr, body: ast.Block, inner: Scope, s: Scope, result: Type | None
) -> list[Stmt]:
    """Go through a loop by a value; `inner` knows what is gone through."""
    at, element = by.at, one.type
    if not isinstance(element, Num | Ref) or (isinstance(element, Num) and w.size(element) > 1000):
        raise mistake("RW3103", "These cannot be put in order.", at, "Go through players, things or a small range.")
    worth = ex.number(w, ex.expr(w, by, inner))
    name = ast.Name(f"order of {one.var.name}", at=at)
    kept = keep(w, name, worth.type, s, (element,))
    whole = SetOf(element)
    before: list[Stmt] = []
    if isinstance(loop.source, core.FromSeats):  # the lines below may change where it begins
        start_var, start = w.local("start", loop.source.start.type)
        before.append(core.Let(start_var, loop.source.start, at=at))
        loop = replace(loop, source=core.FromSeats(start))

    def fresh(v: core.Var) -> core.Var:
        return w.var(v.name, v.type)

    any_var, any_one = w.local(one.var.name, element)
    of_all = Loop(any_var, *substitute((loop.source, loop.where, loop.stop), {one.var.id: any_one}, fresh))
    found = Quant("collect", (of_all,), any_one, type=whole, at=at)
    all_var, everything = w.local("all", whole)
    left = keep(w, name, whole, s)

    def noted(x: Expr) -> Expr:
        return Load(kept.slot, (*kept.keys, x), type=worth.type, at=at)

    first_var, first = w.local(one.var.name, element)
    other_var, other = w.local(one.var.name, element)
    least_var, least = w.local("least", whole)
    best = Quant("least", (Loop(other_var, FromSet(left)),), noted(other), type=whole, at=at)
    again_var, again = w.local(one.var.name, element)
    source = loop.source if isinstance(loop.source, core.FromSeats) else FromSet(least)
    among = Binary("has", least, again, type=FLAG) if isinstance(loop.source, core.FromSeats) else None
    next_one = Quant("first", (Loop(again_var, source, among),), again, type=element, at=at)
    count = Unary("size", everything, type=Num(0, w.size(element)))
    round_var = w.var("round", Num(1, max(1, w.size(element))))
    its_worth = substitute(worth, {one.var.id: first}, fresh)
    noted_down = core.Store(kept.slot, (*kept.keys, first), its_worth, at=at)
    noting = core.Each(Loop(first_var, FromSet(everything)), [noted_down], at=at)
    rest = Binary("minus", left, Unary("bit", one, type=whole), type=whole)
    taken: list[Stmt] = [
        core.Let(least_var, best, at=at),
        core.Let(one.var, next_one, at=at),
        core.Store(left.slot, left.keys, rest, at=at),
        *block(w, body, inner, result),
    ]
    rounds = Loop(round_var, FromRange(Const(1, type=Num(1, 1)), count))
    return [
        *before,
        core.Let(all_var, found, at=at),
        noting,
        core.Store(left.slot, left.keys, everything, at=at),
        core.Each(rounds, taken, at=at),
    ]
