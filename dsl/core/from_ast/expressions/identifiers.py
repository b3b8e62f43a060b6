"""Reading a single word: a name that lives here, a thing, a slot, a value, a ruling."""

from __future__ import annotations

from regelwerk.dsl import ast, core
from regelwerk.dsl.core import Binary, CallFunc, Const, Expr, Num, Ref, SetOf, Type, Unary
from regelwerk.dsl.core.type_rules import FLAG, NOTHING
from regelwerk.dsl.core.visitor import replace
from regelwerk.dsl.diagnostics import Diagnostic, Fix
from regelwerk.dsl.source import Span

from .. import advice
from ..context import DIAGONALS, Scope, World
from ..errors import SILENT, Mistake, mistake
from . import calls, names


def ident(w: World, a: ast.Ident, s: Scope, hint: Type | None) -> Expr:
    n = a.id
    w.used.add(n)
    if n in s.names:
        if w.notes is not None:
            w.notes.local(a.at, s.names[n])
        return replace(s.names[n], at=a.at)
    if n in s.broken or n in w.broken:
        raise SILENT
    built_in = _built_in(w, a, s)
    if built_in is not None:
        w.note(a.at, "built in", n)
        return built_in
    things = w.things.get(n, [])
    if hint is not None and len(things) > 0:
        wanted = hint.element if isinstance(hint, SetOf) else hint
        if isinstance(wanted, Ref):
            fitting = [t for t in things if t[0] in wanted.domains]
            if fitting:
                return names.thing(w, fitting[0], n, s, a.at)
    target = names.lvalue(w, a, s)
    if target is not None:
        return names.load(w, target)
    if n in w.values:
        return calls.call_value(w, n, (), a, s)
    if n in w.rulings:
        w.note(a.at, "ruling", n)
        w.ruled.add((a.at.file, a.at.line))
        return replace(w.rulings[n], at=a.at)
    if len(things) == 1:
        return names.thing(w, things[0], n, s, a.at)
    if things:
        owners = " and ".join(sorted(t[0] for t in things))
        raise mistake(
            "RW2003",
            f"`{n}` is a name in {owners}.",
            a.at,
            f"Write `{things[0][0]}.{n}`, or the other one.",
            fixes=(Fix(a.at, f"{things[0][0]}.{n}"),),
        )
    for board in w.boards:  # a cell by its name: column letter and row
        if n in w.domain(board).ids:
            w.note(a.at, "type", board)
            return w.element(board, w.domain(board).ids.index(n), a.at)
    if n in w.player:
        raise advice.whose(s, n, a.at)
    if n in w.effects or n in w.actions:
        raise mistake("RW2005", f"`{n}` is something to do, not a value.", a.at, advice.asked(w, n))
    if n in DIAGONALS and (way := w.diagonal()):
        raise Mistake(Diagnostic("RW2002", f"Only a board with diagonals has `{n}`.", a.at, f"{way}.", about=n))
    raise advice.unknown_name(w, s, n, a.at, hint)


def _built_in(w: World, a: ast.Ident, s: Scope) -> Expr | None:
    n, at = a.id, a.at
    if n == "me":
        return replace(names.me(w, s, at), at=at)
    if n == "it":
        if s.it is None:
            help = "`it` is the card a line stands on. Name the thing, or pick one with `choose`."
            raise mistake("RW2011", "There is no `it` here: the line belongs to no card or component.", at, help)
        return s.it
    if n in ("yes", "no"):
        return Const(int(n == "yes"), type=FLAG, at=at)
    if n == "none":
        return Const(-1, type=NOTHING, at=at)
    if n == "players":
        return names.players_set(w, at)
    if n == "others":
        one = Unary("bit", names.me(w, s, at), type=SetOf(names.PLAYER), at=at)
        return Binary("minus", names.players_set(w, at), one, type=SetOf(names.PLAYER), at=at)
    if n == "winners" and s.checks:
        return _winners(w, at)
    if n == "youngest":  # by convention of the table: the first seat
        return Const(0, type=names.PLAYER, at=at)
    return None


def _winners(w: World, at: Span) -> Expr:
    """Who would win if the game ended now: the ranks one after the other, for those still tied."""
    left = names.players_set(w, at)
    for rank in w.program.ranks:
        v, player = w.local("p", names.PLAYER)
        func = w.program.funcs[rank.func]
        reckoned: Expr = CallFunc(func.id, (player,), type=func.type, at=at)
        if isinstance(func.type, core.Flag):
            one, zero = Const(1, type=Num(1, 1)), Const(0, type=Num(0, 0))
            reckoned = core.Cond(reckoned, one, zero, type=Num(0, 1), at=at)
        left = core.Quant(rank.word, (core.Loop(v, core.FromSet(left)),), reckoned, type=SetOf(names.PLAYER), at=at)
    return left


def type_ident(w: World, a: ast.TypeIdent, s: Scope, hint: Type | None) -> Expr:
    if a.id == "Player":
        return names.players_set(w, a.at)
    if a.id not in w.program.domains:
        raise advice.unknown_type(w, s, a.id, w.program.domains, a.at)
    info = w.types.get(a.id)
    if info is not None and info.per_player:
        each = info.per_player
        data = [((1 << each) - 1) << (p * each) for p in range(w.domain("Player").size)]
        key = ("mine", a.id)
        if key not in w.geometry:
            w.geometry[key] = w.add_table(f"{a.id} of player", (names.PLAYER,), SetOf(Ref((a.id,))), data, 0)
        return w.lookup(w.geometry[key], (names.me(w, s, a.at),), a.at)
    return w.full(a.id, a.at)
