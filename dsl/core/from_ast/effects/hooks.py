"""What hooks onto an effect: `before`, `after` and `instead of` lines around its body."""

from __future__ import annotations

from dataclasses import replace

from regelwerk.dsl import ast, core
from regelwerk.dsl.core import Const, Expr, Num, Proc, Stmt, Var
from regelwerk.dsl.core.type_rules import NO

from ..context import AbilityLine, Scope, World
from ..expressions import names
from ..expressions import read as ex
from .abilities import both, force, of, spend, unspent
from .blocks import block


def wrap(w: World, name: str, proc: Proc, body: list[Stmt]) -> list[Stmt]:
    """The body of an effect with everything that hooks onto it."""
    lines = of(w).hooks.get(name, [])
    if not lines:
        return body
    original = w.add_proc(f"{name} itself", proc.address, proc.params, proc.result)
    original.body = body
    own: list[Expr] = [core.Local(v, type=v.type) for v in proc.params]
    inner = original
    for line in reversed([x for x in lines if _kind(x) == "instead"]):
        inner = _instead(w, name, line, proc, inner)
    out: list[Stmt] = []
    for line in lines:
        if _kind(line) == "before":
            out += _hook(w, line, list(own), None, [])
    if proc.result is None:
        out.append(core.Run(inner.id, tuple(own)))
        for line in lines:
            if _kind(line) == "after":
                out += _hook(w, line, own, None, [])
        return out
    result = w.var("result", proc.result)
    out.append(core.Run(inner.id, tuple(own), result))
    for line in lines:
        if _kind(line) == "after":
            result = _after(w, name, line, proc, own, result, out)
    out.append(core.Give(core.Local(result, type=result.type)))
    return out


def _kind(line: AbilityLine) -> str:
    assert isinstance(line.line, ast.Hook)
    return line.line.kind


def _hook_scope(line: AbilityLine, own: list[Expr]) -> Scope:
    hook = line.line
    assert isinstance(hook, ast.Hook)
    s = Scope(me=own[0], it=line.it)
    for given, e in zip(hook.params, own[1:], strict=False):
        s.names[given.id] = replace(e, at=given.at)
    return s


def _hook(
    w: World,
    line: AbilityLine,
    own: list[Expr],
    result: core.Type | None,
    otherwise: list[Stmt],
    s: Scope | None = None,
) -> list[Stmt]:
    """`if in force: (may) body`, else `otherwise`."""
    hook = line.line
    assert isinstance(hook, ast.Hook)
    s = s or _hook_scope(line, own)
    me = own[0]
    cond = both(force(w, line, s), unspent(line, me))
    if hook.when is not None:
        cond = both(cond, ex.condition(w, hook.when, s))
    body = spend(line, me) + block(w, hook.body, s, result)
    if hook.may:
        label = ex.text_of(w, hook.label, s, line.address) or core.Text((f"Use {line.title}",))
        options = [
            core.Option("yes", label, None, body, hook.at),
            core.Option("no", None, None, list(otherwise), hook.at),
        ]
        body = [core.Options(me, label, options, "may", at=hook.at, address=line.address)]
    return [core.If(cond, body, list(otherwise), at=hook.at, address=line.address)]


def _instead(w: World, name: str, line: AbilityLine, proc: Proc, inner: Proc) -> Proc:
    vars = tuple(w.var(v.name, v.type) for v in proc.params)
    out = w.add_proc(f"{name} by {line.address}", line.address, vars, proc.result)
    own: list[Expr] = [core.Local(v, type=v.type) for v in vars]
    s = _hook_scope(line, own)
    s.originals = {name: inner.id}
    if proc.result is None:
        otherwise: list[Stmt] = [core.Run(inner.id, tuple(own))]
    else:
        r = w.var("result", proc.result)
        otherwise = [core.Run(inner.id, tuple(own), r), core.Give(core.Local(r, type=r.type))]
    out.body = _hook(w, line, own, proc.result, otherwise, s)
    return out


def _after(
    w: World,
    name: str,
    line: AbilityLine,
    proc: Proc,
    own: list[Expr],
    result: Var,
    out: list[Stmt],
) -> Var:
    """An `after` hook of an effect with a result may replace it with `give`."""
    hook = line.line
    assert isinstance(hook, ast.Hook)
    vars = tuple(w.var(v.name, v.type) for v in proc.params)
    before = w.var(hook.gives.id if hook.gives else "result", result.type)
    helper = w.add_proc(f"{name} after {line.address}", line.address, (*vars, before), proc.result)
    inside: list[Expr] = [core.Local(v, type=v.type) for v in vars]
    s = _hook_scope(line, inside)
    if hook.gives is not None:
        s.names[hook.gives.id] = core.Local(before, type=before.type, at=hook.gives.at)
    helper.body = [*_hook(w, line, inside, proc.result, [], s), core.Give(core.Local(before, type=before.type))]
    new = w.var("result", result.type)
    out.append(core.Run(helper.id, (*own, core.Local(result, type=result.type)), new))
    return new


def clearing(w: World, effect: str, me: Expr | None) -> list[Stmt]:
    """What runs when a scope of limits begins: its limits are fresh again."""
    out: list[Stmt] = []
    for slot in of(w).limits.get(effect, []):
        if me is not None:
            out.append(core.Store(slot, (me,), NO))
        else:
            v, local = w.local("p", names.PLAYER)
            last = core.Binary(
                "sub", core.PlayerCount(type=Num(*w.program.players)), Const(1, type=Num(1, 1)), type=Num(0, 99)
            )
            loop = core.Loop(v, core.FromRange(Const(0, type=Num(0, 0)), last))
            out.append(core.Each(loop, [core.Store(slot, (local,), NO)]))
    return out
