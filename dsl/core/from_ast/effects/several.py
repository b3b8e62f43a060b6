"""Choosing several at once: `choose 2 of c in S`, `choose any of c in S for 7 by c.worth`.

They are picked one after the other, in any order, from what there was at the start. Before the first pick it is known
whether there are enough, nothing happens between two picks, and only what leads to the total is offered: whatever is
picked can be carried on with, and no way has to be tried.
"""

from __future__ import annotations

from dataclasses import dataclass

from regelwerk.dsl import ast, core
from regelwerk.dsl.core import Binary, Const, Expr, FromSet, Load, Local, Loop, Num, Quant, SetOf, Stmt, Type, Unary
from regelwerk.dsl.core.substitution import substitute
from regelwerk.dsl.core.type_rules import FLAG, MOST_NUMBERS
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
    a: ast.Choose
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
        secret = self.a.in_secret
        return core.Choose(self.who, loop, self.question, more, False, done, secret, True, at=self.a.at)

    def one(self) -> Local:
        return self.w.local(self.a.binder.name.id, self.element)[1]


def choose(w: World, a: ast.Choose, many: ast.Expr, rest: ast.Block, s: Scope, result: Type | None) -> list[Stmt]:
    """Read a choice of several; what follows sees them as a set."""
    inner = s.child()
    loop = binders.loop(w, a.binder, inner)
    element = loop.var.type
    assert isinstance(element, Num | core.Ref)
    if isinstance(element, Num) and w.size(element) > MOST_NUMBERS:
        help = f"Choose from a range of {MOST_NUMBERS} at most."
        raise mistake("RW3042", "A set of numbers needs a small range.", a.binder.at, help)
    whole = SetOf(element)
    found = Quant("collect", (loop,), Local(loop.var, type=element), type=whole, at=a.at)
    pool_var, pool = w.local("pool", whole)
    question = ex.text_of(w, a.question, s)
    p = Picking(w, a, names.me(w, s, a.at), question, pool, keep(w, a.binder.name, whole, s), element)
    read = _by_count(p, many, s) if a.total is None else _by_total(p, a.total, many, loop, s, inner)
    named, possible, short, picking = read
    chosen_var, chosen = w.local(a.binder.name.id, whole)
    after = s.child()
    after.names[a.binder.name.id] = replace(chosen, at=a.binder.name.at)
    picking += [core.Let(chosen_var, p.picked, at=a.at), p.store(Const(0, type=whole))]
    body = [*picking, *block(w, rest, after, result)]
    first: list[Stmt] = [core.Let(pool_var, found, at=a.at), *named]
    if possible is None:
        return [*first, *body]
    if a.if_any:
        return [*first, core.If(possible, body, [], at=a.at)]
    return [*first, core.Needs(possible, short, at=a.at), *body]


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
    if not _is_any(many):
        help = "Write `choose any of …`; if the number counts, too, say so with `needs` below."
        raise mistake("RW3101", "A total says itself how many are chosen.", many.at, help)
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

    def fresh(v: core.Var) -> core.Var:
        return w.var(v.name, v.type)

    def worth(one: Expr) -> Expr:
        return substitute(by, {loop.var.id: one}, fresh)

    def summed(of: Expr, word: str, type: Type) -> Expr:
        one = p.one()
        return Quant(word, (Loop(one.var, FromSet(of)),), worth(one), type=type, at=at)

    def total(of: Expr) -> Expr:
        return summed(of, "sum", Num(0, min(dearest * w.size(p.element), 2**31 - 1)))

    def sums(of: Expr) -> Expr:
        return summed(of, "sums", SetOf(Num(0, max(top, 0))))

    so_far, one = total(p.picked), p.one()
    with_it = ex.arithmetic("add", so_far, worth(one), at)
    start = p.store(Const(0, type=p.whole))
    named: list[Stmt] = [core.Let(var, amount, at=at)]
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
    where = _flag("has", sums(left), names.in_range(missing, Num(0, max(top, 0)), at))
    possible = _flag("has", sums(p.pool), names.in_range(goal, Num(0, max(top, 0)), at))
    return named, possible, TOO_LITTLE, [start, p.until(reached, p.pick(one, where, False))]


def _is_any(many: ast.Expr) -> bool:
    return isinstance(many, ast.Ident) and many.id == "any"


def _flag(op: str, left: Expr, right: Expr) -> Expr:
    return Binary(op, left, right, type=FLAG)
