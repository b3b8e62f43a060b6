"""How cards bend rules: collecting the lines of abilities, and wrapping effects with hooks."""

from __future__ import annotations

from dataclasses import replace

from .. import ast, core
from ..core import Const, Expr, Load, Num, Proc, Ref, Stmt, Var
from ..source import Span
from . import express as ex
from . import names
from .mistakes import Mistake, mistake, unknown
from .types import FLAG, NO, YES
from .verbs import bind, cites, own_scope
from .world import Abilities, AbilityLine, Instance, Scope, SlotInfo, World


def force(w: World, line: AbilityLine, s: Scope) -> Expr:
    """Is the ability in force for the acting player?"""
    if line.slot.force is None:
        return YES
    return ex.condition(w, line.slot.force, Scope(me=s.me, it=line.it))


def of(w: World) -> Abilities:
    return w.abilities


def changes_of(w: World, value: str) -> list[AbilityLine]:
    return of(w).changes.get(value, [])


def collect(w: World) -> None:
    """Go through all ability fields of all components."""
    for info in w.types.values():
        for slot in info.slots.values():
            if slot.home != "ability":
                continue
            for instance in info.instances:
                given = instance.fields.get(slot.decl.name.id)
                if given is not None and given.block is not None:
                    _lines(w, info.name, slot, instance, given.block)
                elif given is not None and given.values:
                    w.report(_no_line(given.values[0].at))


def _lines(w: World, type_name: str, slot: SlotInfo, instance: Instance, block: ast.Block) -> None:
    copies = range(instance.copies)
    for copy in copies:
        it = Const(instance.first + copy, type=Ref((type_name,)), at=instance.at)
        for step in block:
            base = f"{instance.name}.{slot.decl.name.id}" + (f".{step.label.id}" if step.label else "")
            line = AbilityLine(
                step.do, it, slot.decl, base, instance.title, slot.decl.stage.id if slot.decl.stage else ""
            )
            do = step.do
            if isinstance(do, ast.ChangeLine):
                if do.name.id not in w.values:
                    w.report(unknown("RW2026", "value", do.name.id, w.values, do.name.at))
                    continue
                of(w).changes.setdefault(do.name.id, []).append(line)
            elif isinstance(do, ast.Hook):
                if do.name.id not in w.effects and do.name.id not in w.actions:
                    w.report(unknown("RW2022", "effect or action", do.name.id, [*w.effects, *w.actions], do.name.at))
                    continue
                line.once = limit(w, do.once, line.address)
                of(w).hooks.setdefault(do.name.id, []).append(line)
            elif isinstance(do, ast.Action):
                line.address = f"{instance.name}.{do.name.id}"
                line.once = limit(w, do.once, line.address)
                of(w).actions.append(line)
            else:
                w.report(_no_line(do.at))


def _no_line(at: Span) -> Mistake:
    said = "An ability consists of `change`, `before`, `after`, `instead of` and `action` lines."
    help_ = "Say when it happens: `after e: …`. What happens at once belongs into an `effect` field."
    return mistake("RW4005", said, at, help_)


def limit(w: World, once: ast.Name | None, address: str) -> int | None:
    """Make the counter of a `once per e`."""
    if once is None:
        return None
    if once.id not in w.effects and once.id not in ("flow", "setup"):
        w.report(unknown("RW2027", "effect", once.id, w.effects, once.at))
        return None
    slot = hidden_slot(w, f"once {address}")
    of(w).limits.setdefault(once.id, []).append(slot)
    return slot


def hidden_slot(w: World, name: str, type: core.Type = FLAG) -> int:
    """A slot per player that is not shown."""
    number = len(w.program.slots)
    seats = w.domain("Player").size
    w.program.slots.append(
        core.Slot(number, name, f"player.{name}", "player", (names.PLAYER,), type, "cell", [0] * seats, shown=False)
    )
    return number


def unspent(line: AbilityLine, me: Expr) -> Expr | None:
    if line.once is None:
        return None
    return core.Unary("not", Load(line.once, (me,), type=FLAG), type=FLAG)


def spend(line: AbilityLine, me: Expr) -> list[Stmt]:
    return [] if line.once is None else [core.Store(line.once, (me,), YES)]


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


def both(a: Expr, b: Expr | None) -> Expr:
    return a if b is None else core.Binary("and", a, b, type=FLAG, at=a.at)


# ------------------------------------------------------------------------------------------------ hooks


def wrap(w: World, name: str, proc: Proc, params: tuple[ast.Param, ...], body: list[Stmt]) -> list[Stmt]:
    """The body of an effect with everything that hooks onto it."""
    lines = of(w).hooks.get(name, [])
    if not lines:
        return body
    original = add_proc(w, f"{name} itself", proc.address, proc.params, proc.result)
    original.body = body
    own: list[Expr] = [core.Local(v, type=v.type) for v in proc.params]
    inner = original
    for line in reversed([x for x in lines if _kind(x) == "instead"]):
        inner = _instead(w, name, line, proc, params, inner)
    out: list[Stmt] = []
    for line in lines:
        if _kind(line) == "before":
            out += _hook(w, line, params, list(own), None, [])
    if proc.result is None:
        out.append(core.Run(inner.id, tuple(own)))
        for line in lines:
            if _kind(line) == "after":
                out += _hook(w, line, params, own, None, [])
        return out
    result = w.var("result", proc.result)
    out.append(core.Run(inner.id, tuple(own), result))
    for line in lines:
        if _kind(line) == "after":
            result = _after(w, name, line, proc, params, own, result, out)
    out.append(core.Give(core.Local(result, type=result.type)))
    return out


def _kind(line: AbilityLine) -> str:
    assert isinstance(line.line, ast.Hook)
    return line.line.kind


def add_proc(w: World, name: str, address: str, params: tuple[Var, ...], result: core.Type | None) -> Proc:
    proc = Proc(len(w.program.procs), name, address, params, result, [])
    w.program.procs.append(proc)
    return proc


def _hook_scope(w: World, line: AbilityLine, params: tuple[ast.Param, ...], own: list[Expr]) -> Scope:
    hook = line.line
    assert isinstance(hook, ast.Hook)
    s = Scope(me=own[0], it=line.it)
    for given, e in zip(hook.params, own[1:], strict=False):
        s.names[given.id] = replace(e, at=given.at)
    return s


def _hook(
    w: World,
    line: AbilityLine,
    params: tuple[ast.Param, ...],
    own: list[Expr],
    result: Type_ | None,
    otherwise: list[Stmt],
    s: Scope | None = None,
) -> list[Stmt]:
    """`if in force: (may) body`, else `otherwise`."""
    from .statements import block

    hook = line.line
    assert isinstance(hook, ast.Hook)
    s = s or _hook_scope(w, line, params, own)
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


Type_ = core.Type


def _instead(w: World, name: str, line: AbilityLine, proc: Proc, params: tuple[ast.Param, ...], inner: Proc) -> Proc:
    vars = tuple(w.var(v.name, v.type) for v in proc.params)
    out = add_proc(w, f"{name} by {line.address}", line.address, vars, proc.result)
    own: list[Expr] = [core.Local(v, type=v.type) for v in vars]
    s = _hook_scope(w, line, params, own)
    s.originals = {name: inner.id}
    if proc.result is None:
        otherwise: list[Stmt] = [core.Run(inner.id, tuple(own))]
    else:
        r = w.var("result", proc.result)
        otherwise = [core.Run(inner.id, tuple(own), r), core.Give(core.Local(r, type=r.type))]
    out.body = _hook(w, line, params, own, proc.result, otherwise, s)
    return out


def _after(
    w: World,
    name: str,
    line: AbilityLine,
    proc: Proc,
    params: tuple[ast.Param, ...],
    own: list[Expr],
    result: Var,
    out: list[Stmt],
) -> Var:
    """An `after` hook of an effect with a result may replace it with `give`."""
    hook = line.line
    assert isinstance(hook, ast.Hook)
    vars = tuple(w.var(v.name, v.type) for v in proc.params)
    before = w.var(hook.gives.id if hook.gives else "result", result.type)
    helper = add_proc(w, f"{name} after {line.address}", line.address, (*vars, before), proc.result)
    inside: list[Expr] = [core.Local(v, type=v.type) for v in vars]
    s = _hook_scope(w, line, params, inside)
    if hook.gives is not None:
        s.names[hook.gives.id] = core.Local(before, type=before.type, at=hook.gives.at)
    helper.body = [*_hook(w, line, params, inside, proc.result, [], s), core.Give(core.Local(before, type=before.type))]
    new = w.var("result", result.type)
    out.append(core.Run(helper.id, (*own, core.Local(result, type=result.type)), new))
    return new


def ability_entries(w: World, me: Expr, s: Scope) -> list[core.Entry]:
    """Every action on a card, offered while it is in force and not spent."""
    from .decisions import entry_of

    out = []
    for line in of(w).actions:
        decl = line.line
        assert isinstance(decl, ast.Action)
        when = both(force(w, line, Scope(me=me)), unspent(line, me))
        entry = entry_of(w, line.address, decl, w.ability_procs[line.address], me, s, line.it)
        out.append(
            core.Entry(entry.name, entry.proc, when, entry.loops, entry.args, entry.label, entry.cites, spend(line, me))
        )
    return out


def call_of(w: World, address: str) -> tuple[Proc, tuple[ast.Param, ...]]:
    """The action of a card as something that can be run: only while it is in force and not spent."""
    line = next(x for x in of(w).actions if x.address == address)
    decl = line.line
    assert isinstance(decl, ast.Action)
    if address not in w.ability_calls:
        inner = w.program.procs[w.ability_procs[address]]
        vars = tuple(w.var(v.name, v.type) for v in inner.params)
        own: list[Expr] = [core.Local(v, type=v.type) for v in vars]
        proc = add_proc(w, inner.name, address, vars, None)
        proc.action, proc.cites, proc.at = True, inner.cites, inner.at
        w.ability_calls[address] = proc.id
        away = core.Text((f"{line.title} does not help you now.",))
        proc.body = [core.Needs(force(w, line, Scope(me=own[0])), away, at=decl.at)]
        fresh = unspent(line, own[0])
        if fresh is not None and decl.once is not None:
            used = core.Text((f"{line.title} has been used: once per {decl.once.id}.",))
            proc.body.append(core.Needs(fresh, used, at=decl.at))
        proc.body += [*spend(line, own[0]), core.Run(inner.id, tuple(own))]
    return w.program.procs[w.ability_calls[address]], decl.params


def settle_actions(w: World) -> None:
    """Read the bodies of the actions on cards."""
    from .statements import block

    for line in of(w).actions:
        decl = line.line
        assert isinstance(decl, ast.Action)
        try:
            s, seat = own_scope(w, True)
            s.it = line.it
            params = (*seat, *bind(w, decl.params, s))
            proc = add_proc(w, decl.name.id, line.address, params, None)
            proc.action, proc.cites, proc.at = True, cites(decl.marks), decl.at
            w.ability_procs[line.address] = proc.id
            proc.body = block(w, decl.body, s, None)
        except Mistake as m:
            w.report(m)
