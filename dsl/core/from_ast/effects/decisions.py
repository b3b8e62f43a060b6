"""Reading decisions and chance: choose, draw, may, options, offer."""

from __future__ import annotations

from dataclasses import replace

from regelwerk.dsl import ast, core
from regelwerk.dsl.core import Expr, Stmt, Type
from regelwerk.dsl.diagnostics import Fix, Label

from ..context import Scope, World
from ..errors import mistake, remainder, unknown
from ..expressions import binders, names
from ..expressions import read as ex
from . import several
from .abilities import both, force, of, spend, unspent
from .blocks import IN_REPEAT, block
from .parameters import cites


def choose(w: World, a: ast.Choose, rest: ast.Block, s: Scope, result: Type | None) -> list[Stmt]:
    who = names.me(w, s, a.at)
    if a.many is not None:
        return several.choose(w, a, a.many, rest, s, result)
    inner = s.child()
    lp = binders.loop(w, a.binder, inner)
    question = ex.text_of(w, a.question, s)
    return [core.Choose(who, lp, question, block(w, rest, inner, result), a.if_any, None, a.in_secret, at=a.at)]


def draw(w: World, a: ast.Draw, rest: ast.Block, s: Scope, result: Type | None) -> list[Stmt]:
    if a.many is not None:
        return several.draw(w, a, a.many, rest, s, result)
    inner = s.child()
    lp = binders.loop(w, a.binder, inner)
    return [core.Draw(lp, block(w, rest, inner, result), at=a.at)]


def may(w: World, a: ast.May, rest: ast.Block, s: Scope, result: Type | None) -> list[Stmt]:
    """Ask yes or no; `when` its condition does not hold, it is as if somebody had declined."""
    if a.when is None:
        return _may(w, a, rest, s, result)
    asked = ast.Step(None, replace(a, when=None), at=a.at)
    names_one = len(a.body) == 1 and isinstance(_head(a), ast.Choose)  # then all that follows belongs to it
    inside, behind = ((asked, *rest), ()) if names_one else ((asked,), rest)
    *first, whether = block(w, (ast.Step(None, ast.If(a.when, inside, (), at=a.at), at=a.at),), s, result)
    if names_one and IN_REPEAT in s.names and isinstance(whether, core.If):
        whether = replace(whether, other=[core.Stop(at=a.at)])
    return [*first, whether, *block(w, behind, s, result)]


def _head(a: ast.May) -> ast.Stmt | None:
    first = a.body[0].do if a.body else None
    return first.steps[0].do if isinstance(first, ast.Sequence) and first.steps else first


def _may(w: World, a: ast.May, rest: ast.Block, s: Scope, result: Type | None) -> list[Stmt]:
    who = names.me(w, s, a.at)
    first = a.body[0].do if a.body else None
    tail = first.steps[1:] if isinstance(first, ast.Sequence) else ()
    head = _head(a)
    if len(a.body) == 1 and isinstance(head, ast.Choose):
        # `may choose x`: what follows depends on x; in a loop, declining ends the loop
        in_repeat = IN_REPEAT in s.names
        if head.many is not None:
            return several.may_choose(w, a, head, (*tail, *rest), s, result)
        inner = s.child()
        lp = binders.loop(w, head.binder, inner)
        question = ex.text_of(w, a.label or head.question, s)
        no: list[Stmt] = [core.Stop(at=a.at)] if in_repeat else []
        return [
            core.Choose(who, lp, question, block(w, (*tail, *rest), inner, result), False, no, head.in_secret, at=a.at)
        ]
    body = block(w, a.body, s, result)
    label = ex.text_of(w, a.label, s) or _label_of(w, a, s)
    options = [core.Option("yes", label, None, body, a.at), core.Option("no", None, None, [], a.at)]
    return [core.Options(who, label, options, "may", at=a.at), *block(w, rest, s, result)]


def _label_of(w: World, a: ast.May, s: Scope) -> core.Text | None:
    """A `may` without a label takes the title of the effect it runs."""
    do = a.body[0].do
    if isinstance(do, ast.Run):
        of = do.call.of if isinstance(do.call, ast.Call) else do.call
        if isinstance(of, ast.Ident):
            entry = w.effects.get(of.id) or w.actions.get(of.id)
            if entry is not None and isinstance(entry.decl, ast.Effect | ast.Action) and entry.decl.title is not None:
                inner = s.child()
                args = do.call.args if isinstance(do.call, ast.Call) else ()
                for p, arg in zip(entry.decl.params, args, strict=False):
                    inner.names[p.name.id] = ex.expr(w, arg, s)
                return ex.text_of(w, entry.decl.title, inner)
            return core.Text((of.id.replace("_", " ").capitalize(),))
    return None


def options(w: World, a: ast.ChooseOption, s: Scope, result: Type | None) -> list[Stmt]:
    who = names.me(w, s, a.at)
    out = []
    for o in a.options:
        inner = s
        when = None
        if o.when is not None:
            when = ex.condition(w, o.when, s)
            inner = ex.assume(s, when, True)
        label = ex.text_of(w, o.label, inner) or core.Text((o.name.id.replace("_", " ").capitalize(),))
        out.append(core.Option(o.name.id, label, when, block(w, o.body, inner, result), o.at, cites(o.marks)))
    return [core.Options(who, ex.text_of(w, a.question, s), out, at=a.at)]


def _entry_of(w: World, name: str, decl: ast.Action, proc: int, me: Expr, s: Scope, it: Expr | None) -> core.Entry:
    """An action as something that can be offered: what is picked, and its sentence."""
    inner = Scope(me=me, it=it)
    loops, args = [], [me]
    for p in decl.params:
        if p.binder is None:
            of = p.type.name if isinstance(p.type, ast.NamedType) else "…"
            help = f"Write `{p.name.id} in {of}`, or name a part of them."
            raise mistake("RW4007", f"What `{p.name.id}` is picked from is missing.", p.at, help)
        lp = binders.loop(w, p.binder, inner)
        loops.append(lp)
        args.append(inner.names[p.name.id])
    label = ex.text_of(w, decl.title, inner, f"action.{name}") or core.Text(
        (decl.name.id.replace("_", " ").capitalize(),)
    )
    return core.Entry(name, proc, None, tuple(loops), tuple(args), label, cites(decl.marks))


def _ability_entries(w: World, me: Expr, s: Scope) -> list[core.Entry]:
    """Every action on a card, offered while it is in force and not spent."""
    out = []
    for line in of(w).actions:
        decl = line.line
        assert isinstance(decl, ast.Action)
        when = both(force(w, line, Scope(me=me)), unspent(line, me))
        entry = _entry_of(w, line.address, decl, w.ability_procs[line.address], me, s, line.it)
        out.append(
            core.Entry(entry.name, entry.proc, when, entry.loops, entry.args, entry.label, entry.cites, spend(line, me))
        )
    return out


def offer(w: World, a: ast.Offer, s: Scope, result: Type | None) -> list[Stmt]:
    who = names.me(w, s, a.at)
    entries: list[core.Entry] = []
    seen: dict[str, ast.Ident] = {}
    for item in a.actions:
        if not isinstance(item, ast.Ident):
            alone = item.of.id if isinstance(item, ast.Call) and isinstance(item.of, ast.Ident) else ""
            fixes = (Fix(remainder(item.of.at, item.at), ""),) if isinstance(item, ast.Call) and alone else ()
            help = f"Write `{alone}` alone: whoever acts picks the rest." if alone else "Write the names of actions."
            said = "Only actions are offered: their names, and the word `abilities`."
            raise mistake("RW4008", said, item.at, help, fixes=fixes)
        if item.id in seen:
            others = (Label(seen[item.id].at, "first here"),)
            raise mistake("RW4065", f"`{item.id}` is offered twice.", item.at, "Leave one of them out.", others)
        seen[item.id] = item
        if item.id == "abilities":
            entries += _ability_entries(w, who, s)
            continue
        if item.id not in w.actions:
            if item.id in w.effects:
                raise mistake(
                    "RW4009",
                    f"`{item.id}` is an effect; only actions are offered.",
                    item.at,
                    f"Declare it as `action {item.id}`.",
                )
            raise unknown("RW2032", "action", item.id, w.actions, item.at)
        w.used.add(item.id)
        w.note(item.at, "action", item.id)
        decl = w.actions[item.id].decl
        assert isinstance(decl, ast.Action)
        entries.append(_entry_of(w, item.id, decl, w.actions[item.id].number, who, s, None))
    if not entries:
        help = "Offer an action too, or give a card an `action` in its ability."
        raise mistake("RW4061", "Nothing can be offered here: no card brings an action.", a.at, help)
    return [core.Offer(who, tuple(entries), at=a.at)]
