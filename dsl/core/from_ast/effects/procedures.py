"""Effects, actions and code on components: their numbers and parameters first, so that calls find them; then bodies."""

from __future__ import annotations

from dataclasses import replace

from regelwerk.dsl import ast, core
from regelwerk.dsl.core import Const, Expr, Func, Local, Proc, Ref, Stmt
from regelwerk.dsl.core.type_rules import FLAG, coerce

from ..context import Callable_, Scope, SlotInfo, World, attempt
from ..expressions import names
from ..expressions import read as ex
from ..expressions.calls import param_type
from . import abilities, hooks
from .blocks import block
from .parameters import bind, cites, own_scope


def shells(w: World) -> dict[str, tuple[Callable_, Proc, Scope]]:
    """Give every effect and action its number first, so that calls find it; then its parameters."""
    out = {}
    for group in (w.effects, w.actions):
        for name, entry in group.items():
            action = isinstance(entry.decl, ast.Action)
            proc = w.add_proc(name, f"{'action' if action else 'effect'}.{name}", (), None)
            proc.action, proc.cites, proc.at = action, cites(entry.decl.marks), entry.decl.at
            entry.number = proc.id
            s, proc.params = own_scope(w, entry.me)
            out[name] = (entry, proc, s)
    for entry, proc, s in out.values():
        if isinstance(entry.decl, ast.Effect | ast.Action):
            d = entry.decl
            if isinstance(d, ast.Effect) and d.gives is not None:
                with attempt(w):
                    proc.result = w.cell_type(d.gives)
            with attempt(w):
                proc.params = (*proc.params, *bind(w, d.params, s))
        if isinstance(entry.decl, ast.Action) and entry.decl.once is not None:
            once = abilities.limit(w, entry.decl.once, entry.decl.name.id)
            if once is not None:
                w.action_limits[entry.decl.name.id] = once
    return out


def effect_body(w: World, name: str, entry: Callable_, proc: Proc, s: Scope) -> None:
    d = entry.decl
    assert isinstance(d, ast.Effect | ast.Action | ast.Proc)
    if name.startswith("score "):
        return
    fresh = hooks.clearing(w, name, s.me)
    body = fresh + block(w, d.body, s, proc.result)
    if name in w.action_limits:
        body = _limited(w, d, body, s)
    proc.body = hooks.wrap(w, name, proc, body)


def _limited(w: World, d: ast.Effect | ast.Action | ast.Proc, body: list[Stmt], s: Scope) -> list[Stmt]:
    """`once per e`: a requirement like any other, spent when all leading requirements are met."""
    assert isinstance(d, ast.Action) and d.once is not None and s.me is not None
    slot = w.action_limits[d.name.id]
    unspent = core.Unary("not", core.Load(slot, (s.me,), type=FLAG), type=FLAG, at=d.once.at)
    said = core.Text((f"Only once per {d.once.id.replace('_', ' ')}.",))
    start = next((i for i, x in enumerate(body) if not isinstance(x, core.Needs | core.Let)), len(body))
    spend = core.Store(slot, (s.me,), Const(1, type=FLAG), at=d.once.at)
    return [core.Needs(unspent, said, at=d.once.at), *body[:start], spend, *body[start:]]


def code_shells(w: World) -> None:
    for info in w.types.values():
        for slot in info.slots.values():
            if slot.home == "code":
                with attempt(w):
                    _code_shell(w, slot)


def _code_shell(w: World, slot: SlotInfo) -> None:
    me, _ = w.local("me", names.PLAYER)
    it, _ = w.local("it", Ref((slot.owner,)))
    params = tuple(w.var(p.name.id, param_type(w, p)) for p in slot.shape.params)
    name, address = slot.decl.name.id, f"{slot.owner}.{slot.decl.name.id}"
    if slot.shape.result is None:
        slot.number = w.add_proc(name, address, (me, it, *params), None).id
    else:
        slot.number = len(w.program.funcs)
        t = slot.shape.result
        w.program.funcs.append(
            Func(slot.number, name, address, (me, it, *params), t, Const(0, type=t), at=slot.decl.at)
        )


def code_bodies(w: World, slot: SlotInfo) -> None:
    """What each instance says, one case for each of its copies."""
    if slot.number < 0:
        return
    info = w.types[slot.owner]
    holder: Proc | Func = w.program.procs[slot.number] if slot.shape.result is None else w.program.funcs[slot.number]
    me, it, *params = (Local(v, type=v.type) for v in holder.params)
    cases: dict[int, list[Stmt]] = {}
    answers: list[tuple[int, Expr]] = []
    name = slot.decl.name.id
    for instance in info.instances:
        given = instance.fields.get(name)
        for copy in range(instance.copies * (w.program.players[1] if info.per_player else 1)):
            element = instance.first + (copy % instance.copies) + (copy // max(1, instance.copies)) * info.per_player
            s = Scope(me=me, it=Const(element, type=Ref((slot.owner,)), at=instance.at))
            for p, v in zip(slot.shape.params, params, strict=True):
                s.names[p.name.id] = replace(v, at=p.name.at)
            if slot.shape.result is None:
                steps = _as_block(given, slot)
                if steps:
                    cases[element] = block(w, steps, s, None)
            else:
                written = given.values if given is not None else slot.decl.default
                if written:
                    with attempt(w):
                        said = ex.expr(w, written[0], s, slot.shape.result)
                        answers.append((element, ex.promised(w, said, slot.shape.result)))
    if isinstance(holder, Proc):
        holder.body = [core.Switch(it, cases)]
        return
    out: Expr = Const(0 if not isinstance(holder.type, Ref) else -1, type=holder.type)
    for element, e in reversed(answers):
        test = core.Binary("eq", it, Const(element, type=it.type), type=FLAG)
        out = core.Cond(test, coerce(e, holder.type), out, type=holder.type, at=e.at)
    holder.body = out


def _as_block(given: ast.Field | None, slot: SlotInfo) -> ast.Block:
    if given is None:
        default = slot.decl.default
        return (ast.Step(None, ast.Run(default[0], at=default[0].at), at=default[0].at),) if default else ()
    if given.block is not None:
        return given.block
    out = []
    for v in given.values or ():
        if isinstance(v, ast.Ident) and v.id == "none":
            continue
        out.append(ast.Step(None, ast.Run(v, at=v.at), given.marks, at=v.at))
    return tuple(out)
