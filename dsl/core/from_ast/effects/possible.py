"""Possible or not: the call inside `can(...)` and `why(...)`, tried as it would be offered."""

from __future__ import annotations

from dataclasses import replace

from regelwerk.dsl import ast, core
from regelwerk.dsl.core import Binary, Expr, Local, Proc, Quant, Stmt, Type
from regelwerk.dsl.core.type_rules import FLAG

from ..context import Scope, World
from ..errors import mistake
from ..expressions import binders, names
from ..expressions import read as ex
from ..expressions.built_ins import arguments
from .calls import read_call
from .parameters import bind, own_scope


def tried(w: World, what: ast.Expr, s: Scope) -> tuple[Proc, tuple[Expr, ...]]:
    """The procedure that is tried, and its arguments. An action is tried together with what its parameters are picked
    from: what could not be picked is not possible."""
    proc, args = read_call(w, what, s)
    of = what.of if isinstance(what, ast.Call) else what
    entry = w.actions.get(of.id) if isinstance(of, ast.Ident) else None
    if entry is None or not isinstance(entry.decl, ast.Action) or entry.number != proc.id:
        return proc, args
    if all(p.binder is None for p in entry.decl.params):
        return proc, args
    name = entry.decl.name.id
    number = None if s.checks else w.tried.get(name)  # a scenario keeps to itself what is made for it
    if number is None:
        number = _picking(w, entry.decl, proc, entry.me)
        if not s.checks:
            w.tried[name] = number
    return w.program.procs[number], args


def _picking(w: World, decl: ast.Action, action: Proc, me: bool) -> int:
    """A procedure that does an action with given things, if they are among those that can be picked."""
    s, seat = own_scope(w, me)
    params = bind(w, decl.params, s)
    body: list[Stmt] = []
    earlier = Scope(me=s.me)
    for p, v in zip(decl.params, params, strict=True):
        given = Local(v, type=v.type, at=p.at)
        if p.binder is not None:
            lp = binders.loop(w, p.binder, earlier.child())
            same: Expr = Binary("eq", Local(lp.var, type=lp.var.type), given, type=FLAG)
            where = same if lp.where is None else Binary("and", lp.where, same, type=FLAG)
            cond = Quant("any", (replace(lp, where=where),), None, type=FLAG, at=p.at)
            body.append(core.Needs(cond, core.Text((given, " is not among what can be chosen here.")), at=p.at))
        earlier.names[p.name.id] = given
    made = w.add_proc(f"try {action.name}", f"{action.address}/tried", (*seat, *params), None)
    made.at = decl.at
    made.body = [*body, core.Run(action.id, tuple(Local(v, type=v.type) for v in made.params), at=decl.at)]
    return made.id


def call_parts(w: World, a: ast.Call, s: Scope) -> tuple[ast.Expr, Scope]:
    """The call inside `can(E)` or `can(p, E)`, and the scope in which it would run."""
    args = arguments(w, a, 1, 2)
    if len(args) == 1:
        return args[0], s
    if isinstance(args[0], ast.Ident) and args[0].id in {*w.actions, *w.effects}:
        help = "Write who it is, then what: `can(ann, take)`."
        raise mistake("RW3024", "Who is asked stands first, and then what.", args[0].at, help)
    inner = s.child()
    inner.me = ex.expect(w, args[0], s, names.PLAYER)
    return args[1], inner


def can(w: World, a: ast.Call, s: Scope, hint: Type | None) -> Expr:
    proc, args = tried(w, *call_parts(w, a, s))
    possible: Expr = core.Can(proc.id, args, type=FLAG, at=a.at)
    for arg in args:  # with a number that lies outside what is asked for it is not possible
        if isinstance(arg, core.Narrow) and arg.checked and isinstance(arg.type, core.Num):
            low, high = (core.Const(n, type=core.Num(n, n)) for n in (arg.type.lo, arg.type.hi))
            above, below = Binary("ge", arg.of, low, type=FLAG), Binary("le", arg.of, high, type=FLAG)
            inside: Expr = Binary("and", above, below, type=FLAG, at=arg.at)
            if isinstance(arg.of.type, core.Num) and arg.of.type.none:
                nothing = Binary("eq", arg.of, core.Const(core.NONE_NUM, type=core.Num(0, -1, True)), type=FLAG)
                inside = Binary("or", nothing, inside, type=FLAG, at=arg.at)
            possible = Binary("and", inside, possible, type=FLAG, at=a.at)
    return possible


def why(w: World, a: ast.Call, s: Scope, hint: Type | None) -> Expr:
    if not s.checks:
        help = "In a rule, ask `can(…)`: is it possible?"
        raise mistake("RW2017", "`why` can only be asked in a scenario.", a.at, help)
    help = 'Write `why(p, call) = "…"` as a line below `then`; `can(p, call)` asks whether it is possible.'
    raise mistake("RW7006", "`why` is compared with a text, on a line of its own.", a.at, help)
