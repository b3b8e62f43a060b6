"""Invariants: what must hold whenever no action is half-way, or when an effect ends (`after`)."""

from __future__ import annotations

from regelwerk.dsl import ast, core
from regelwerk.dsl.ast.visitor import walk
from regelwerk.dsl.core import Func
from regelwerk.dsl.core.type_rules import FLAG, YES

from ..context import Scope, World, attempt, plain
from ..effects.parameters import cites
from ..errors import mistake, unknown
from ..expressions import read as ex
from .expectations import comparisons


def invariants(w: World, decls: list[ast.Decl]) -> None:
    """Read all invariants; effects have their bodies by now."""
    for d in decls:
        if isinstance(d, ast.Invariant):
            with attempt(w):
                _invariant(w, d)


def _invariant(w: World, d: ast.Invariant) -> None:
    if d.after is not None:
        _not_looking_back(d)
    e = ex.condition(w, d.cond, Scope(checks=d.after is None))
    parts = comparisons(d.cond, e) if d.after is None else ()  # of what held then, nothing is left to be seen
    if d.after is not None:
        e = _held_after(w, d, d.after, e)
    func = _function(w, d, e)
    w.program.invariants.append(core.Invariant(func.name, func.id, func.cites, d.at, parts))


def _function(w: World, d: ast.Invariant, e: core.Expr) -> Func:
    func = Func(len(w.program.funcs), plain(d.title, ""), "invariant", (), FLAG, e, cites(d.marks), d.at)
    w.program.funcs.append(func)
    return func


def _not_looking_back(d: ast.Invariant) -> None:
    for node in walk(d.cond):
        if isinstance(node, ast.Call) and isinstance(node.of, ast.Ident) and node.of.id in ("before", "at_start"):
            said = f"`{node.of.id}` looks back; an invariant behind `after` looks at that moment alone."
            raise mistake("RW2018", said, node.at, "Leave out `after`, or keep the number in a slot and ask for that.")


def _held_after(w: World, d: ast.Invariant, after: ast.Name, e: core.Expr) -> core.Expr:
    """Look when an effect ends, and remember if the condition did not hold: play may go on before anybody asks."""
    known = {**w.effects, **w.actions}
    found = known.get(after.id)
    if found is None or found.number < 0 or isinstance(found.decl, ast.Scoring):
        raise unknown("RW2022", "effect or action", after.id, [n for n in known if " " not in n], after.at)
    number, name = len(w.program.slots), f"broken: {plain(d.title, '')}"
    secrets = any(slot.visibility != "public" for slot in w.program.slots)
    sight = "hidden" if secrets else "public"  # it may be told by what nobody sees
    w.program.slots.append(
        core.Slot(number, name, f"invariant.{number}", "table", (), FLAG, "cell", [0], visibility=sight, shown=False)
    )
    broken = core.Load(number, (), type=FLAG)
    held = core.CallFunc(_function(w, d, e).id, (), type=FLAG)
    fails = core.If(core.Unary("not", held, type=FLAG), [core.Store(number, (), YES, at=d.at)], [], at=d.at)
    proc = w.program.procs[found.number]
    itself = w.add_proc(f"{after.id} itself", proc.address, proc.params, proc.result)
    itself.body, itself.at = proc.body, proc.at
    own = tuple(core.Local(v, type=v.type) for v in proc.params)
    if proc.result is None:
        proc.body = [core.Run(itself.id, own), fails]
    else:
        result = w.var("result", proc.result)
        proc.body = [core.Run(itself.id, own, result), fails, core.Give(core.Local(result, type=result.type))]
    return core.Unary("not", broken, type=FLAG)
