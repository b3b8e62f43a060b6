"""Calls of effects and actions."""

from __future__ import annotations

from regelwerk.dsl import ast
from regelwerk.dsl.core import Const, Expr, Proc, Ref
from regelwerk.dsl.core.type_rules import NOTHING, coerce
from regelwerk.dsl.source import Span

from .. import advice
from ..context import Scope, World
from ..errors import mistake
from ..expressions import names
from ..expressions import read as ex
from ..expressions.calls import arguments
from .abilities import call_of


def find(w: World, name: str, at: Span, s: Scope | None = None) -> Proc:
    """The procedure of an effect or action by name."""
    entry = w.effects.get(name) or w.actions.get(name)
    if entry is None:
        raise advice.unknown_effect(w, s, name, at)
    w.used.add(name)
    w.note(at, "effect" if name in w.effects else "action", name)
    return w.program.procs[entry.number]


def read_call(w: World, a: ast.Expr, s: Scope) -> tuple[Proc, tuple[Expr, ...]]:
    """Read `e`, `e(x)`, `card.field`, `card.field(x)` as a call of an effect."""
    of, args = (a.of, a.args) if isinstance(a, ast.Call) else (a, ())
    if isinstance(of, ast.Ident):
        entry = w.effects.get(of.id) or w.actions.get(of.id)
        if of.id in s.originals:
            w.note(of.at, "effect" if of.id in w.effects else "action", of.id)
            proc = w.program.procs[s.originals[of.id]]
        else:
            if entry is None and of.id in w.values:
                help = f"Use it: `set … to {of.id}`, `gain {of.id} …`, `if {of.id} …`."
                raise mistake("RW2023", f"`{of.id}` is a value; by itself it does nothing.", of.at, help)
            proc = find(w, of.id, of.at, s)
        assert entry is not None and isinstance(entry.decl, ast.Effect | ast.Action | ast.Proc)
        params = () if isinstance(entry.decl, ast.Proc) else entry.decl.params
        actual = arguments(w, params, args, a, s)
        seat = (names.me(w, s, of.at),) if entry.me else ()
        return proc, (*seat, *actual)
    if isinstance(of, ast.Dot):
        card = ex.expr(w, of.of, s)
        if isinstance(card.type, Ref):
            for d in card.type.domains:
                info = w.types[d].slots.get(of.name.id) if d in w.types else None
                if info is not None and info.home == "code" and info.shape.result is None:
                    w.used.add(of.name.id)
                    w.note(of.name.at, "slot", d, of.name.id)
                    actual = arguments(w, info.shape.params, args, a, s)
                    seat2 = s.me if s.me is not None else Const(-1, type=NOTHING)
                    return w.program.procs[info.number], (seat2, coerce(card, Ref((d,))), *actual)
        if isinstance(of.of, ast.Ident) and f"{of.of.id}.{of.name.id}" in w.ability_procs:
            w.note(of.name.at, "ability", of.of.id, of.name.id)
            proc, params = call_of(w, f"{of.of.id}.{of.name.id}")
            return proc, (names.me(w, s, of.at), *arguments(w, params, args, a, s))
        known = [n for t in w.types.values() for n, i in t.slots.items() if i.home == "code" and i.shape.result is None]
        raise advice.nothing_on_it(w, of, card.type, known, args)
    raise advice.nothing_done(w, a)
