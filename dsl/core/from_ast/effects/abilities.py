"""How cards bend rules: collecting the lines of abilities, when they are in force, and the actions they bring."""

from __future__ import annotations

from regelwerk.dsl import ast, core
from regelwerk.dsl.core import Const, Expr, Load, Proc, Ref, Stmt
from regelwerk.dsl.core.type_rules import FLAG, YES
from regelwerk.dsl.source import Span

from .. import advice
from ..context import Abilities, AbilityLine, Instance, Scope, SlotInfo, World
from ..errors import Mistake, mistake, unknown
from ..expressions import names
from ..expressions import read as ex
from .blocks import block
from .parameters import bind, cites, own_scope


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
                    w.report(advice.unknown_effect(w, None, do.name.id, do.name.at))
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
    help = "Say when it happens: `after e: …`. What happens at once belongs into an `effect` field."
    return mistake("RW4005", said, at, help)


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


def both(a: Expr, b: Expr | None) -> Expr:
    return a if b is None else core.Binary("and", a, b, type=FLAG, at=a.at)


def call_of(w: World, address: str) -> tuple[Proc, tuple[ast.Param, ...]]:
    """The action of a card as something that can be run: only while it is in force and not spent."""
    line = next(x for x in of(w).actions if x.address == address)
    decl = line.line
    assert isinstance(decl, ast.Action)
    if address not in w.ability_calls:
        inner = w.program.procs[w.ability_procs[address]]
        vars = tuple(w.var(v.name, v.type) for v in inner.params)
        own: list[Expr] = [core.Local(v, type=v.type) for v in vars]
        proc = w.add_proc(inner.name, address, vars, None)
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
    for line in of(w).actions:
        decl = line.line
        assert isinstance(decl, ast.Action)
        try:
            s, seat = own_scope(w, True)
            s.it = line.it
            params = (*seat, *bind(w, decl.params, s))
            proc = w.add_proc(decl.name.id, line.address, params, None)
            proc.action, proc.cites, proc.at = True, cites(decl.marks), decl.at
            w.ability_procs[line.address] = proc.id
            proc.body = block(w, decl.body, s, None)
        except Mistake as m:
            w.report(m)
