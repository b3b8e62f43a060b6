"""Choosing several at once: `choose 2 of c in S`, `choose any of c in S for 7 by c.worth`, or both; drawing several.

They are picked one after the other, in any order, from what there was at the start. Before the first pick it is known
whether there are enough, nothing happens between two picks, and only what leads to the total is offered: whatever is
picked can be carried on with, and no way has to be tried.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from regelwerk.dsl import ast, core
from regelwerk.dsl.core import Binary, Const, Expr, FromSet, Load, Local, Loop, Num, Quant, SetOf, Stmt, Type, Unary
from regelwerk.dsl.core.substitution import substitute
from regelwerk.dsl.core.type_rules import FLAG, MOST_NUMBERS, NOTHING, coerce
from regelwerk.dsl.core.visitor import replace

from ..context import Scope, World
from ..errors import mistake
from ..expressions import binders, names
from ..expressions import read as ex
from .blocks import IN_REPEAT, block
from .scratch import keep

TOO_FEW = core.Text(("There are not enough to choose from.",))
TOO_LITTLE = core.Text(("What there is does not come to that.",))


@dataclass(slots=True)
class Picking:
    """A choice of several: what there is to choose from, and what was picked so far."""

    w: World
    a: ast.Choose | ast.Draw
    who: Expr
    question: core.Text | None
    pool: Expr
    picked: Load
    element: Num | core.Ref

    @property
    def whole(self) -> SetOf:
        return SetOf(self.element)

    def size(self, of: Expr) -> Expr:
        return Unary("size", of, type=Num(0, self.w.size(self.element)))

    def store(self, value: Expr) -> Stmt:
        return core.Store(self.picked.slot, self.picked.keys, value, at=self.a.at)

    def until(self, cond: Expr, body: Stmt) -> Stmt:
        """Go on until a condition holds: at most once for each that could be picked."""
        most = self.w.size(self.element)
        return core.Repeat(cond, Const(most, type=Num(most, most)), True, [body], at=self.a.at)

    def without(self, of: Expr, less: Expr) -> Expr:
        return Binary("minus", of, less, type=self.whole)

    def bit(self, one: Expr) -> Expr:
        return Unary("bit", one, type=self.whole)

    def pick(self, one: Local, where: Expr | None, may_end: bool) -> Stmt:
        """Pick one more of those that are left."""
        loop = Loop(one.var, FromSet(self.without(self.pool, self.picked)), where)
        more = [self.store(Binary("union", self.picked, self.bit(one), type=self.whole))]
        done: list[Stmt] | None = [core.Stop(at=self.a.at)] if may_end else None
        secret = isinstance(self.a, ast.Choose) and self.a.in_secret
        return core.Choose(self.who, loop, self.question, more, False, done, secret, True, at=self.a.at)

    def one(self) -> Local:
        return self.w.local(self.a.binder.name.id, self.element)[1]


def choose(w: World, a: ast.Choose, many: ast.Expr, rest: ast.Block, s: Scope, result: Type | None) -> list[Stmt]:
    """Read a choice of several; what follows sees them as a set."""
    inner = s.child()
    p, loop, pooled = _pool(w, a, names.me(w, s, a.at), s, inner)
    read = _by_count(p, many, s) if a.total is None else _by_total(p, a.total, many, loop, s, inner)
    named, possible, short, picking = read
    body = [*picking, *_going_on(p, rest, s, result)]
    first: list[Stmt] = [pooled, *named]
    if possible is None:
        return [*first, *body]
    if a.if_any:
        return [*first, core.If(possible, body, [], at=a.at)]
    return [*first, core.Needs(possible, short, at=a.at), *body]


def draw(w: World, a: ast.Draw, many: ast.Expr, rest: ast.Block, s: Scope, result: Type | None) -> list[Stmt]:
    """Read a draw of several: one after the other, as many as there are at most. Of a range, whoever acts says first
    how many."""
    who = names.me(w, s, a.at) if isinstance(many, ast.Binary) and many.op == ".." else None
    p, _, pooled = _pool(w, a, who or Const(-1, type=NOTHING), s, s.child())
    one = p.one()
    loop = Loop(one.var, FromSet(p.without(p.pool, p.picked)))
    more = core.Draw(loop, [p.store(Binary("union", p.picked, p.bit(one), type=p.whole))], at=a.at)

    def drawn(count: Expr) -> list[Stmt]:
        over = _flag("or", _flag("ge", p.size(p.picked), count), _flag("eq", p.pool, p.picked))
        return [p.store(Const(0, type=p.whole)), p.until(over, more), *_going_on(p, rest, s, result)]

    if who is None or not isinstance(many, ast.Binary):
        let, count = _named(p, "number", many, s)
        return [pooled, let, *drawn(count)]
    least, most = (ex.number(w, ex.expr(w, side, s)) for side in (many.left, many.right))
    low, high = (ex.arithmetic("min", side, p.size(p.pool), a.at) for side in (least, most))
    assert isinstance(low.type, Num) and isinstance(high.type, Num)
    var, count = w.local("number", Num(low.type.lo, max(high.type.hi, low.type.lo)))
    return [pooled, core.Choose(who, Loop(var, core.FromRange(low, high)), p.question, drawn(count), at=a.at)]


def _pool(w: World, a: ast.Choose | ast.Draw, who: Expr, s: Scope, inner: Scope) -> tuple[Picking, Loop, Stmt]:
    """Give what is picked from, as it is at the start, and the step that looks."""
    loop = binders.loop(w, a.binder, inner)
    one = binders.named(w, loop, inner)
    element = one.type
    assert isinstance(element, Num | core.Ref)
    if isinstance(element, Num) and w.size(element) > MOST_NUMBERS:
        help = f"Name a range of {MOST_NUMBERS} at most."
        raise mistake("RW3042", "A set of numbers needs a small range.", a.binder.at, help)
    whole = SetOf(element)
    found = Quant("collect", (loop,), one, type=whole, at=a.at)
    var, pool = w.local("pool", whole)
    p = Picking(w, a, who, ex.text_of(w, a.question, s), pool, keep(w, a.binder.name, whole, s), element)
    return p, loop, core.Let(var, found, at=a.at)


def _going_on(p: Picking, rest: ast.Block, s: Scope, result: Type | None) -> list[Stmt]:
    """What follows sees the set of those picked; nothing is kept of it."""
    var, picked = p.w.local(p.a.binder.name.id, p.whole)
    after = s.child()
    after.names[p.a.binder.name.id] = replace(picked, at=p.a.binder.name.at)
    gone = p.store(Const(0, type=p.whole))
    return [core.Let(var, p.picked, at=p.a.at), gone, *block(p.w, rest, after, result)]


def may_choose(w: World, a: ast.May, head: ast.Choose, rest: ast.Block, s: Scope, result: Type | None) -> list[Stmt]:
    """Read `may choose 2 of c in S`: yes or no first; in a loop, declining ends the loop."""
    label = ex.text_of(w, a.label or head.question, s)
    no: list[Stmt] = [core.Stop(at=a.at)] if IN_REPEAT in s.names else []
    body = block(w, (ast.Step(None, head, at=head.at), *rest), s, result)
    options = [core.Option("yes", label, None, body, a.at), core.Option("no", None, None, no, a.at)]
    return [core.Options(names.me(w, s, a.at), label, options, "may", at=a.at)]


Read = tuple[list[Stmt], Expr | None, core.Text, list[Stmt]]  # names, what must hold, else this; the picks


def _by_count(p: Picking, many: ast.Expr, s: Scope) -> Read:
    w, pool, picked = p.w, p.pool, p.picked
    most: Expr | None = None
    if _is_any(many):
        least: Expr = Const(0, type=Num(0, 0))
        most = p.size(pool)
    elif isinstance(many, ast.Binary) and many.op == "..":
        least, most = (ex.number(w, ex.expr(w, side, s)) for side in (many.left, many.right))
    else:
        least = ex.number(w, ex.expr(w, many, s))
    var, low = w.local("least", least.type)
    named: list[Stmt] = [core.Let(var, least, at=p.a.at)]
    nothing = Const(0, type=p.whole)
    all_of_them = _flag("le", p.size(pool), low)
    picks = [p.store(core.Cond(all_of_them, pool, nothing, type=p.whole))]
    picks.append(p.until(_flag("ge", p.size(picked), low), p.pick(p.one(), None, False)))
    if most is not None:
        var, high = w.local("most", most.type)
        named.append(core.Let(var, most, at=p.a.at))
        done = _flag("or", _flag("ge", p.size(picked), high), _flag("eq", pool, picked))
        picks.append(p.until(done, p.pick(p.one(), None, True)))
    assert isinstance(least.type, Num)
    possible = None if least.type.hi <= 0 else _flag("ge", p.size(pool), low)
    return named, possible, TOO_FEW, picks


def _by_total(p: Picking, t: ast.Total, many: ast.Expr, loop: Loop, s: Scope, inner: Scope) -> Read:
    w, at = p.w, p.a.at
    amount = ex.number(w, ex.expr(w, t.amount, s))
    by = ex.number(w, ex.expr(w, t.by, inner))
    assert isinstance(amount.type, Num) and isinstance(by.type, Num)
    if by.type.lo < 0 or by.type.none:
        less = "less than 0" if by.type.lo < 0 else "nothing"
        raise mistake(
            "RW3101",
            f"What is added up here may be {less}.",
            t.by.at,
            "Only numbers from 0 up come to a total, one by one.",
        )
    top, dearest = amount.type.hi, by.type.hi
    if t.side == "" and top >= MOST_NUMBERS:
        help = f"Give it a range whose end is less than {MOST_NUMBERS}."
        raise mistake("RW3042", "What it comes to needs a range.", t.amount.at, help)
    var, goal = w.local("total", amount.type)
    named: list[Stmt] = [core.Let(var, amount, at=at)]

    def fresh(v: core.Var) -> core.Var:
        return w.var(v.name, v.type)

    def worth(one: Expr) -> Expr:
        return substitute(by, {loop.var.id: coerce(one, loop.var.type)}, fresh)

    def total(of: Expr) -> Expr:
        each = p.one()
        most = Num(0, min(dearest * w.size(p.element), 2**31 - 1))
        return Quant("sum", (Loop(each.var, FromSet(of)),), worth(each), type=most, at=at)

    def sums(of: Expr, to: int, result: Callable[[Expr], Expr]) -> Expr:
        each = p.one()
        return Quant("sums", (Loop(each.var, FromSet(of)),), result(each), type=SetOf(Num(0, max(to, 0))), at=at)

    if not _is_any(many):
        lets, possible, picks = _by_count_and_total(p, t, many, s, goal, dearest, worth, total, sums)
        return named + lets, possible, TOO_LITTLE, picks
    so_far, one = total(p.picked), p.one()
    with_it = ex.arithmetic("add", so_far, worth(one), at)
    start = p.store(Const(0, type=p.whole))
    if t.side == "most":
        fits = _flag("le", with_it, goal)
        other = p.one()
        fitting = Loop(other.var, FromSet(p.without(p.pool, p.picked)), substitute(fits, {one.var.id: other}, fresh))
        none_left = Quant("no", (fitting,), None, type=FLAG)
        return named, None, TOO_LITTLE, [start, p.until(none_left, p.pick(one, fits, True))]
    reached = _flag("ge", so_far, goal)
    if t.side == "least":
        possible = _flag("ge", total(p.pool), goal)
        return named, possible, TOO_LITTLE, [start, p.until(reached, p.pick(one, None, False))]
    left = p.without(p.without(p.pool, p.picked), p.bit(one))
    missing = ex.arithmetic("sub", goal, with_it, at)
    where = _flag("has", sums(left, top, worth), names.in_range(missing, Num(0, max(top, 0)), at))
    possible = _flag("has", sums(p.pool, top, worth), names.in_range(goal, Num(0, max(top, 0)), at))
    return named, possible, TOO_LITTLE, [start, p.until(reached, p.pick(one, where, False))]


def _by_count_and_total(
    p: Picking,
    t: ast.Total,
    many: ast.Expr,
    s: Scope,
    goal: Expr,
    dearest: int,
    worth: Callable[[Expr], Expr],
    total: Callable[[Expr], Expr],
    sums: Callable[[Expr, int, Callable[[Expr], Expr]], Expr],
) -> tuple[list[Stmt], Expr, list[Stmt]]:
    """Both the number and the total count: one number says both, `total * rows + how many`, so that what can be reached
    with so many is one set of numbers."""
    w, at = p.w, p.a.at
    ranged = isinstance(many, ast.Binary) and many.op == ".."
    lowest, highest = (many.left, many.right) if isinstance(many, ast.Binary) and ranged else (many, many)
    first, least = _named(p, "least", lowest, s)
    last, most = _named(p, "most", highest, s) if ranged else (first, least)
    rows = Const(w.size(p.element) + 1, type=Num(w.size(p.element) + 1, w.size(p.element) + 1))
    assert isinstance(goal.type, Num) and isinstance(most.type, Num)
    top = goal.type.hi if t.side != "least" else dearest * min(most.type.hi, w.size(p.element))
    widest = (max(top, 0) + 1) * rows.value - 1
    if widest >= MOST_NUMBERS:
        help = f"Choose from fewer, or give the total a smaller range: the two together may be {MOST_NUMBERS} at most."
        raise mistake("RW3042", "So many of so much are too many to look through.", t.amount.at, help)

    def both(one: Expr) -> Expr:
        one_more = Const(1, type=Num(1, 1))
        return ex.arithmetic("add", ex.arithmetic("mul", worth(one), rows, at), one_more, at)

    def reached(so_far: Expr) -> Expr:
        return _flag({"": "eq", "least": "ge", "most": "le"}[t.side], so_far, goal)

    def enough(count: Expr) -> Expr:
        return _flag("and", _flag("ge", count, least), _flag("le", count, most))

    def leads_there(left: Expr, so_far: Expr, count: Expr) -> Expr:
        var, more = w.local("more", Num(0, widest))
        with_it = ex.arithmetic("add", so_far, ex.arithmetic("div", more, rows, at), at)
        so_many = ex.arithmetic("add", count, ex.arithmetic("mod", more, rows, at), at)
        where = _flag("and", reached(with_it), enough(so_many))
        return Quant("any", (Loop(var, FromSet(sums(left, widest, both)), where),), None, type=FLAG, at=at)

    none_yet, one = Const(0, type=Num(0, 0)), p.one()
    left = p.without(p.without(p.pool, p.picked), p.bit(one))
    so_far = ex.arithmetic("add", total(p.picked), worth(one), at)
    where = leads_there(left, so_far, ex.arithmetic("add", p.size(p.picked), Const(1, type=Num(1, 1)), at))
    there = _flag("and", reached(total(p.picked)), _flag("ge", p.size(p.picked), least))
    picks = [p.store(Const(0, type=p.whole)), p.until(there, p.pick(one, where, False))]
    if t.side == "most" and ranged:
        again, cheap = p.one(), p.one()

        def fits(one: Expr) -> Expr:
            return _flag("le", ex.arithmetic("add", total(p.picked), worth(one), at), goal)

        fitting = Loop(cheap.var, FromSet(p.without(p.pool, p.picked)), fits(cheap))
        none_left = Quant("no", (fitting,), None, type=FLAG)
        done = _flag("or", _flag("ge", p.size(p.picked), most), none_left)
        picks.append(p.until(done, p.pick(again, fits(again), True)))
    return [first, *([last] if ranged else [])], leads_there(p.pool, none_yet, none_yet), picks


def _named(p: Picking, name: str, e: ast.Expr, s: Scope) -> tuple[Stmt, Expr]:
    number = ex.number(p.w, ex.expr(p.w, e, s))
    var, local = p.w.local(name, number.type)
    return core.Let(var, number, at=p.a.at), local


def _is_any(many: ast.Expr) -> bool:
    return isinstance(many, ast.Ident) and many.id == "any"


def _flag(op: str, left: Expr, right: Expr) -> Expr:
    return Binary(op, left, right, type=FLAG)
