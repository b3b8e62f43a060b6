"""From declarations to a checked program: the order in which everything is settled."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from .. import ast, core
from ..core import Const, Expr, Func, Local, Num, Proc, Ref, Stmt
from ..diagnostics import Diagnostic, Label, sort_key
from . import abilities, members, names, scenarios
from . import express as ex
from .calls import find_rings
from .choices import empty_choices
from .commute import uncertain_orders
from .components import other_order, shorter_rows
from .headings import misspelt_lines
from .hidden import given_away
from .late import late_requirements
from .lint import lint
from .memory import Memory
from .mistakes import mistake
from .notes import Notes
from .nouns import declare
from .secret import find_leaks
from .slots import settle_defaults, settle_field
from .statements import block
from .texts import read_texts
from .types import FLAG, coerce
from .uses import settle_me
from .verbs import bind, cites, own_scope, settle_value
from .world import Callable_, Scope, SlotInfo, World, attempt, plain


def check(
    files: list[ast.File],
    *,
    with_scenarios: bool = True,
    broken: frozenset[str] = frozenset(),
    notes: Notes | None = None,
    memory: Memory | None = None,
) -> tuple[core.Program | None, list[Diagnostic]]:
    """Check the declarations of a ruleset. The program is None if there are errors. `notes` are filled for editors;
    `memory` is what the check before this one has left."""
    w = World()
    w.memory = memory or w.memory
    w.memory.turn()
    w.notes = notes
    if notes is not None:
        notes.world = w
    w.broken |= broken
    decls = [d for f in files for d in f.decls]
    declare(w, decls)
    abilities.collect(w)
    _scoring_names(w, decls)
    settle_me(w, {*w.abilities.changes, *w.abilities.hooks})
    scopes = _shells(w)
    _code_shells(w)
    settle_defaults(w)
    for info in w.types.values():
        for slot in info.slots.values():
            with attempt(w):
                settle_field(w, slot)
    for name, entry in w.values.items():
        if isinstance(entry.decl, ast.Value) and not isinstance(entry.decl.type, ast.ListType):
            with attempt(w):
                settle_value(w, name, entry.decl.at)
    abilities.settle_actions(w)
    for name, (entry, proc, s) in scopes.items():
        with attempt(w):
            _effect_body(w, name, entry, proc, s)
    for info in w.types.values():
        for slot in info.slots.values():
            if slot.home == "code":
                _code_bodies(w, slot)
    _scorings(w, decls)
    _winner(w, decls)
    _invariants(w, decls)
    _shows(w, decls)
    w.diagnostics += misspelt_lines(w, decls)
    _main(w, decls)
    read_texts(w, decls)
    w.by_rules = frozenset(w.used)
    if with_scenarios:
        w.diagnostics += scenarios.same_titles(decls)
        w.memory.look(w)
        for d in decls:
            if isinstance(d, ast.Scenario):
                with attempt(w):
                    w.memory.scenario(w, d, partial(scenarios.read, w, d))
    w.diagnostics += find_rings(w.program, w.memory)
    w.diagnostics += lint(w)
    w.diagnostics += empty_choices(w)
    w.diagnostics += uncertain_orders(w)
    w.diagnostics += given_away(w.program, w.memory)
    w.diagnostics += late_requirements(w.program, w.memory)
    if not any(d.is_error for d in w.diagnostics):
        w.diagnostics += find_leaks(w.program, w.memory)
    w.diagnostics += shorter_rows(w.diagnostics, decls)
    w.diagnostics = _without_echoes(other_order(w.diagnostics, decls), broken)
    w.diagnostics.sort(key=sort_key)
    w.program.var_count = w.fresh + 1
    w.program.actions = {n: e.number for n, e in w.actions.items()}
    w.program.values = {n: e.number for n, e in w.values.items() if e.number >= 0}
    failed = any(d.is_error for d in w.diagnostics)
    return (None if failed else w.program), w.diagnostics


# What may be said only because something else could not be read, and of what.
_ECHOES = {"RW4010": "game", "RW4020": "winner", "RW4021": "flow", "RW7001": "game"}
_PERHAPS = ("RW2008", "RW3073")  # whether a value depends on a player, or an effect gives something, may be unread
_HARDLY_MEANT = ("RW2050", "RW2051", "RW4052", "RW4055", "RW4057", "RW4058", "RW4062", "RW4063")


def _without_echoes(found: list[Diagnostic], broken: frozenset[str]) -> list[Diagnostic]:
    """One message per mistake: leave out what follows from declarations that could not be read, and, while there are
    errors, what is only hardly meant."""
    if "game" not in broken and any(d.code == "RW4010" for d in found):
        capital = [d for d in found if d.code == "RW1015" and d.fixes and d.fixes[0].text == "game"]
        return capital or [d for d in found if d.code == "RW4010"]  # a part of a game: what it lacks stands elsewhere
    if broken:
        found = [d for d in found if _ECHOES.get(d.code) not in broken and d.code not in _PERHAPS]
    if broken or any(d.is_error for d in found):
        found = [d for d in found if d.code not in _HARDLY_MEANT]
        found = [d for d in found if d.code not in _PERHAPS] or found  # up to a heading or a card with a mistake
    return found


def _shells(w: World) -> dict[str, tuple[Callable_, Proc, Scope]]:
    """Give every effect and action its number first, so that calls find it; then its parameters."""
    out = {}
    for group in (w.effects, w.actions):
        for name, entry in group.items():
            action = isinstance(entry.decl, ast.Action)
            proc = abilities.add_proc(w, name, f"{'action' if action else 'effect'}.{name}", (), None)
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


def _effect_body(w: World, name: str, entry: Callable_, proc: Proc, s: Scope) -> None:
    d = entry.decl
    assert isinstance(d, ast.Effect | ast.Action | ast.Proc)
    if name.startswith("score "):
        return
    params = () if isinstance(d, ast.Proc) else d.params
    fresh = abilities.clearing(w, name, s.me)
    body = fresh + block(w, d.body, s, proc.result)
    if name in w.action_limits:
        body = _limited(w, d, body, s)
    proc.body = abilities.wrap(w, name, proc, params, body)


def _limited(w: World, d: ast.Effect | ast.Action | ast.Proc, body: list[Stmt], s: Scope) -> list[Stmt]:
    """`once per e`: a requirement like any other, spent when all leading requirements are met."""
    assert isinstance(d, ast.Action) and d.once is not None and s.me is not None
    slot = w.action_limits[d.name.id]
    unspent = core.Unary("not", core.Load(slot, (s.me,), type=FLAG), type=FLAG, at=d.once.at)
    said = core.Text((f"Only once per {d.once.id.replace('_', ' ')}.",))
    start = next((i for i, x in enumerate(body) if not isinstance(x, core.Needs | core.Let)), len(body))
    spend = core.Store(slot, (s.me,), Const(1, type=FLAG), at=d.once.at)
    return [core.Needs(unspent, said, at=d.once.at), *body[:start], spend, *body[start:]]


# -------------------------------------------------------------------------------- code on components


def _code_shells(w: World) -> None:
    for info in w.types.values():
        for slot in info.slots.values():
            if slot.home == "code":
                with attempt(w):
                    _code_shell(w, slot)


def _code_shell(w: World, slot: SlotInfo) -> None:
    me, _ = w.local("me", names.PLAYER)
    it, _ = w.local("it", Ref((slot.owner,)))
    params = tuple(w.var(p.name.id, members.param_type(w, p)) for p in slot.shape.params)
    name, address = slot.decl.name.id, f"{slot.owner}.{slot.decl.name.id}"
    if slot.shape.result is None:
        slot.number = abilities.add_proc(w, name, address, (me, it, *params), None).id
    else:
        slot.number = len(w.program.funcs)
        t = slot.shape.result
        w.program.funcs.append(
            Func(slot.number, name, address, (me, it, *params), t, Const(0, type=t), at=slot.decl.at)
        )


def _code_bodies(w: World, slot: SlotInfo) -> None:
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
                        answers.append((element, ex.expect(w, written[0], s, slot.shape.result)))
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


# -------------------------------------------------------------------------------- scoring, winners, checks


def _scoring_names(w: World, decls: list[ast.Decl]) -> None:
    for d in decls:
        if isinstance(d, ast.Scoring):
            lines = []
            for line in d.lines:
                title = plain(line.title, "")
                lines.append((title, abilities.hidden_slot(w, f"{d.name.id}: {title}", Num(-(2**31) + 1, 2**31 - 1))))
            number = len(w.program.scorings)
            w.scorings[d.name.id] = (number, d)
            w.program.scorings.append(core.Scoring(d.name.id, f"scoring.{d.name.id}", tuple(lines)))
            shell = ast.Proc(ast.Name(f"score {d.name.id}", at=d.at), (), at=d.at, marks=d.marks)
            w.effects[f"score {d.name.id}"] = Callable_(shell)


def _scorings(w: World, decls: list[ast.Decl]) -> None:
    for number, d in w.scorings.values():
        with attempt(w):
            _scoring(w, number, d)


def _scoring(w: World, number: int, d: ast.Scoring) -> None:
    """All lines of all players are reckoned first, then added."""
    proc = w.program.procs[w.effects[f"score {d.name.id}"].number]
    proc.address = f"scoring.{d.name.id}"
    sheet = w.program.scorings[number]
    everybody = ast.Ident("players", at=d.at)
    from . import ranging

    reckon: list[Stmt] = []
    v, me = w.local("me", names.PLAYER)
    s = Scope(me=me)
    for i, line in enumerate(d.lines):
        value = ex.number(w, ex.expr(w, line.value, s))
        reckon.append(core.Store(sheet.lines[i][1], (me,), value, at=line.at, cites=cites(line.marks)))
    v2, me2 = w.local("me", names.PLAYER)
    s2 = Scope(me=me2)
    target = names.lvalue(w, d.to, s2)
    if target is None or target.open_keys or not isinstance(target.info.shape.type, Num):
        help = "Declare a number under `player` and name it behind `to`."
        said = "A scoring adds to a number that is kept somewhere, for example `me.points`."
        raise mistake("RW3120", said, d.to.at, help)
    adds: list[Stmt] = []
    for i in range(len(d.lines)):
        line_value = core.Load(
            sheet.lines[i][1], (me2,), type=w.program.slots[sheet.lines[i][1]].type, at=d.lines[i].at
        )
        adds.append(core.ScoreLine(number, i, me2, line_value, at=d.lines[i].at))
        now = core.Load(target.slot, target.keys, type=target.info.shape.type, at=d.at)
        adds.append(
            core.Store(target.slot, target.keys, ex.arithmetic("add", now, line_value, d.lines[i].at), at=d.lines[i].at)
        )
    src, _ = ranging.source(w, everybody, Scope())
    proc.body = [core.Each(core.Loop(v, src), reckon, at=d.at), core.Each(core.Loop(v2, src), adds, at=d.at)]


def _winner(w: World, decls: list[ast.Decl]) -> None:
    found = [d for d in decls if isinstance(d, ast.Winner)]
    if not found and any(isinstance(d, ast.Game) for d in decls):
        game = next(d for d in decls if isinstance(d, ast.Game))
        w.report(
            mistake(
                "RW4020", "Nothing says who wins.", game.name.at, "Add `winner` with a line such as `most me.points`."
            )
        )
    for d in found[1:]:
        help_ = "Put their lines below one of them: a later line decides only between those who are equal in the first."
        others = (Label(found[0].at, "first here"),)
        w.report(mistake("RW2048", "`winner` stands twice.", d.at, help_, others=others))
    for d in found[:1]:
        for rank in d.ranks:
            with attempt(w):
                _rank(w, rank)


def _rank(w: World, rank: ast.Rank) -> None:
    v, me = w.local("me", names.PLAYER)
    e = ex.expr(w, rank.value, Scope(me=me))
    e = ex.number(w, e) if not isinstance(e.type, core.Flag) else e
    func = Func(len(w.program.funcs), "rank", "winner", (v,), e.type, e, cites(rank.marks), rank.at)
    w.program.funcs.append(func)
    w.program.ranks.append(core.Rank(rank.word, func.id, rank.at))


def _invariants(w: World, decls: list[ast.Decl]) -> None:
    for d in decls:
        if isinstance(d, ast.Invariant):
            with attempt(w):
                _invariant(w, d)


def _invariant(w: World, d: ast.Invariant) -> None:
    e = ex.condition(w, d.cond, Scope(checks=True))
    func = Func(len(w.program.funcs), plain(d.title, ""), "invariant", (), FLAG, e, cites(d.marks), d.at)
    w.program.funcs.append(func)
    w.program.invariants.append(core.Invariant(plain(d.title, ""), func.id, cites(d.marks), d.at))


def _shows(w: World, decls: list[ast.Decl]) -> None:
    for d in decls:
        if isinstance(d, ast.Display):
            for x in d.lines:
                paths = tuple(".".join(p.parts) for p in x.paths)
                by = tuple(".".join(p.parts) for p in x.by)
                w.program.shows.append(
                    core.Show(x.word.id, paths, by, plain(x.text, ""), x.style.id if x.style else "")
                )


def _main(w: World, decls: list[ast.Decl]) -> None:
    game = next((d for d in decls if isinstance(d, ast.Game)), None)
    if "flow" not in w.effects:
        if game is not None:
            w.report(
                mistake(
                    "RW4021", "Nothing says how the game goes.", game.name.at, "Add `flow` with the course of the game."
                )
            )
        return
    if "setup" not in w.effects:
        w.program.setup = abilities.add_proc(w, "setup", "effect.setup", (), None).id
    else:
        w.program.setup = w.effects["setup"].number
    main = abilities.add_proc(w, "game", "game", (), None)
    main.body = [core.Run(w.program.setup, ()), core.Run(w.effects["flow"].number, ())]
    w.program.main = main.id
