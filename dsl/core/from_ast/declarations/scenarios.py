"""Reading scenarios: given, when, then."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from regelwerk.dsl import ast, core
from regelwerk.dsl.ast.printer.declarations import check
from regelwerk.dsl.ast.printer.expressions import expr
from regelwerk.dsl.core import Const, Expr, Flag, Func, Num, Ref
from regelwerk.dsl.core.type_rules import fold
from regelwerk.dsl.diagnostics import Diagnostic, Fix, Label

from ..context import Scope, World
from ..effects.blocks import block
from ..effects.parameters import cites
from ..effects.possible import call_parts, tried
from ..errors import Mistake, mistake, unknown, warning
from ..expressions import names
from ..expressions import read as ex
from ..expressions.built_ins import arguments
from .expectations import comparisons


def read(w: World, d: ast.Scenario) -> None:
    """Turn a scenario into procedures and functions that the machine can run."""
    before = len(w.diagnostics)
    try:
        _read(w, d)
    except Mistake as mistaken:
        if d.seats:
            raise
        w.report(mistaken)
    if not d.seats:
        _seats_missing(w, before)


def _seats_missing(w: World, before: int) -> None:
    """Make one message of all names that would be seats, if somebody had a seat."""
    new = w.diagnostics[before:]
    unseated = [x for x in new if x.code in ("RW2002", "RW7005") and x.about and not x.fixes]
    if not unseated:
        return
    seats = list(dict.fromkeys(x.about for x in unseated))
    more = (n for n in ("ann", "bob", "cleo", "dan", "eve", "finn") if n not in seats)
    while len(seats) < w.program.players[0]:
        seats.append(next(more, f"seat_{len(seats) + 1}"))
    said = f"`{seats[0]}` has no seat: the scenario does not say who plays."
    found = mistake("RW7005", said, unseated[0].at, f"Add the line `seats {', '.join(seats)}` below its title.")
    w.diagnostics[before:] = [found.diagnostic, *(x for x in new if x not in unseated)]


def same_titles(decls: Iterable[ast.Decl]) -> Iterator[Diagnostic]:
    """Find scenarios that cannot be told apart by their titles."""
    first: dict[str, ast.Scenario] = {}
    for d in decls:
        if isinstance(d, ast.Scenario):
            title = "".join(p for p in d.title.parts if isinstance(p, str))
            if first.setdefault(title, d) is not d:
                said = f'Two scenarios are called "{title}".'
                others = (Label(first[title].title.at, "the other one"),)
                yield warning("RW7008", said, d.title.at, "Give one of them another title.", others)


def _read(w: World, d: ast.Scenario) -> None:
    lo, hi = w.program.players
    title = "".join(p for p in d.title.parts if isinstance(p, str))
    if d.seats and not lo <= len(d.seats) <= hi and "players" not in w.broken:
        help = f"Name {lo} seats." if lo == hi else f"Name {lo} to {hi} seats."
        said = f"The game is for {lo if lo == hi else f'{lo} to {hi}'} players, but {len(d.seats)} sit here."
        raise mistake("RW7001", said, d.seats[0].at.to(d.seats[-1].at), help)
    for i, n in enumerate(d.seats):
        if any(n.id == other.id for other in d.seats[:i]):
            raise mistake("RW7007", f"`{n.id}` sits here twice.", n.at, "Give every seat a name of its own.")
    seats = tuple(n.id for n in d.seats) or tuple(f"player_{i + 1}" for i in range(lo))
    s = Scope(checks=True)
    for i, seat_name in enumerate(seats):
        s.names[seat_name] = Const(i, type=names.PLAYER, at=d.seats[i].at if d.seats else d.at)
    given = _proc(w, f"given {title}", d.given, s, d)
    setup = tuple(_answer(w, a, seats, s) for a in d.setup)
    steps: list[core.Do | core.Answer] = []
    then: list[core.Expectation] = []
    for step in d.when:
        if isinstance(step, ast.Answer):
            if not steps or isinstance(d.when[d.when.index(step) - 1], ast.Check):
                raise _unasked(w, step)
            steps.append(_answer(w, step, seats, s))
        elif isinstance(step, ast.Check):
            then.append(replace(_expect(w, step, seats, s), after=len(steps)))
        else:
            if step.label is not None:  # lines of a scenario have no labels: it was meant as an answer
                raise unknown("RW7005", "seat", step.label.id, [*seats, "chance"], step.label.at)
            done = _proc(w, f"when {title}", (step,), s, d)
            w.program.procs[done].action = True  # like an action: choices that lead nowhere are not offered
            steps.append(core.Do(done, step.at))
    then += [replace(_expect(w, c, seats, s), after=len(steps)) for c in d.then]
    breaks = tuple("".join(p for p in t.parts if isinstance(p, str)) for t in d.breaks)
    w.program.scenarios.append(
        core.Scenario(title, seats, given, tuple(steps), tuple(then), cites(d.marks), d.at, breaks, setup)
    )


def _answer(w: World, a: ast.Answer, seats: tuple[str, ...], s: Scope) -> core.Answer:
    if a.who.id not in (*seats, "chance"):
        raise unknown("RW7005", "seat", a.who.id, [*seats, "chance"], a.who.at)
    seat = -1 if a.who.id == "chance" else seats.index(a.who.id)
    inner = s.child()
    inner.me = Const(seat, type=names.PLAYER) if seat >= 0 else None
    answer, refused = a.answer, False
    if isinstance(answer, ast.Unary) and answer.op == "not" and seat >= 0:
        answer, refused = answer.of, True
    return core.Answer(seat, spell(w, answer, inner), a.at, refused)


def _proc(w: World, name: str, steps: ast.Block, s: Scope, d: ast.Scenario) -> int:
    proc = w.add_proc(name, f"scenario.{name}", (), None)
    proc.at = d.at
    proc.body = block(w, steps, s, None)
    return proc.id


def _expect(w: World, c: ast.Check, seats: tuple[str, ...], s: Scope) -> core.Expectation:
    source, cited = check(c), cites(c.marks)
    if isinstance(c.cond, ast.Told):
        if c.cond.who.id not in seats:
            raise unknown("RW7005", "seat", c.cond.who.id, list(seats), c.cond.who.at)
        said = "".join(p for p in c.cond.text.parts if isinstance(p, str))
        hears = seats.index(c.cond.who.id)
        return core.Expectation(source, text=said, cites=cited, at=c.at, hears=hears, heard=c.cond.wanted)
    if c.who is not None:
        s = s.child()
        s.me = ex.expect(w, c.who, s, names.PLAYER)
    e = _possible(c.cond)
    if isinstance(e, ast.Binary) and e.op == "=" and isinstance(e.right, ast.TextExpr):
        asked = e.left
        if isinstance(asked, ast.Call) and isinstance(asked.of, ast.Ident) and asked.of.id == "why":
            proc, args = tried(w, *call_parts(w, asked, replace(s, fixed=True)))
            known = [fold(x.of if isinstance(x, core.Narrow) and isinstance(x.type, core.Num) else x) for x in args]
            if any(k is None for k in known):
                help = "Name the things themselves: `why(ann, play(ace))`; of copies, `first c in ace: c`."
                raise mistake("RW7002", "`why` asks about fixed things here.", asked.at, help)
            text = "".join(p for p in e.right.text.parts if isinstance(p, str))
            return core.Expectation(source, -1, proc.id, tuple(k for k in known if k is not None), text, cited, c.at)
    if isinstance(e, ast.Call) and isinstance(e.of, ast.Ident) and e.of.id == "by_chance":
        func = _func(w, ex.expr(w, arguments(w, e, 1)[0], s), c, cited)
        return core.Expectation(source, func, cites=cited, at=c.at, varies=True)
    cond = ex.condition(w, e, s)
    return core.Expectation(source, _func(w, cond, c, cited), cites=cited, at=c.at, parts=comparisons(e, cond))


def _func(w: World, e: Expr, c: ast.Check, cited: tuple[str, ...]) -> int:
    """Make a function of something that may have made functions itself."""
    func = Func(len(w.program.funcs), "then", "scenario", (), e.type, e, cited, c.at)
    w.program.funcs.append(func)
    return func.id


def _possible(e: ast.Expr) -> ast.Expr:
    """Read `why(p, call) != ""` as `not can(p, call)`."""
    if not (
        isinstance(e, ast.Binary) and e.op == "!=" and isinstance(e.right, ast.TextExpr) and not e.right.text.parts
    ):
        return e
    if not (isinstance(e.left, ast.Call) and isinstance(e.left.of, ast.Ident) and e.left.of.id == "why"):
        return e
    return ast.Unary("not", replace(e.left, of=replace(e.left.of, id="can")), at=e.at)


def spell(w: World, a: ast.Expr, s: Scope) -> str:
    """The stable id of the option an answer means."""
    if isinstance(a, ast.Number):
        return str(a.value)
    _note(w, a.of if isinstance(a, ast.Call) else a, s)
    if isinstance(a, ast.Call) and isinstance(a.of, ast.Ident) and a.of.id in w.actions:
        return f"{a.of.id}({','.join(spell(w, x, s) for x in a.args)})"
    if isinstance(a, ast.Call) and isinstance(a.of, ast.Ident) and a.of.id not in {*w.values, *w.readers.built_ins}:
        raise _unknown_action(w, a.of)
    if isinstance(a, ast.Call) and isinstance(a.of, ast.Dot) and isinstance(a.of.of, ast.Ident):
        return f"{a.of.of.id}.{a.of.name.id}({','.join(spell(w, x, s) for x in a.args)})"
    if isinstance(a, ast.Dot) and isinstance(a.of, ast.Ident) and f"{a.of.id}.{a.name.id}" in w.ability_procs:
        return f"{a.of.id}.{a.name.id}"
    own = _of_player(w, a, s)
    if own is not None:
        return own
    if isinstance(a, ast.Ident) and a.id not in s.names:
        return a.id  # an option, an action without arguments, a thing by its name
    e = ex.expr(w, a, s)
    v = fold(e)
    if v is None:
        help = "Write it as the log names it: a thing, the name of an option, `action(a, b)`, `yes` or `no`."
        raise mistake("RW7003", "An answer names one of the options.", a.at, help)
    return name_of(w, e, v)


def _unknown_action(w: World, name: ast.Ident) -> Mistake:
    """An answer with a name that no action has; perhaps cards bring such an action: `taps.ride`."""
    full = [known for known in w.ability_procs if known.endswith(f".{name.id}")]
    if not full:
        return unknown("RW2032", "action", name.id, w.actions, name.at)
    said = f"There is no action called `{name.id}` that everybody has; cards bring it."
    help = f"Name the card, too: {' or '.join(f'`{known}`' for known in full[:3])}."
    return mistake("RW2032", said, name.at, help, fixes=(Fix(name.at, full[0]),) if len(full) == 1 else ())


def _note(w: World, a: ast.Expr, s: Scope) -> None:
    if isinstance(a, ast.Dot) and isinstance(a.of, ast.Ident):
        _note(w, a.of, s)
        if f"{a.of.id}.{a.name.id}" in w.ability_procs:
            w.note(a.name.at, "ability", a.of.id, a.name.id)
    elif isinstance(a, ast.Ident) and a.id not in s.names:
        if a.id in w.actions:
            w.note(a.at, "action", a.id)
        elif a.id in w.things:
            w.note(a.at, "thing", w.things[a.id][0][0], a.id)


def _of_player(w: World, a: ast.Expr, s: Scope) -> str | None:
    """A thing that every player has: that of whoever answers, or `p.thing`."""
    name, whose = None, s.me
    if isinstance(a, ast.Ident) and a.id not in s.names:
        name = a.id
    elif isinstance(a, ast.Dot) and isinstance(a.of, ast.Ident):
        name, whose = a.name.id, s.names.get(a.of.id)
    seat = None if whose is None else fold(whose)
    for domain, _ in w.things.get(name or "", []):
        if domain in w.types and w.types[domain].per_player and seat is not None:
            return f"{name}@{seat + 1}"
    return None


def name_of(w: World, e: Expr, v: int) -> str:
    t = e.type
    if isinstance(t, Ref):
        for d in t.domains:
            domain = w.domain(d)
            if v < domain.size:
                return re.sub(r"#\d+", "", domain.ids[v]) if v >= 0 else "none"
            v -= domain.size
    if isinstance(t, Flag):
        return "yes" if v else "no"
    if isinstance(t, Num):
        return str(v)
    raise mistake("RW7003", "An answer names one of the options.", e.at, "Name one thing, not several.")


def _unasked(w: World, step: ast.Answer) -> Mistake:
    """`ann: take` where nothing was asked: what begins a course of events is done with `as`."""
    done = expr(step.answer)
    said, help = "Nothing has been asked yet.", "An answer stands below the line that asks for it."
    if done.partition("(")[0] in w.actions:
        new = f"as {step.who.id}: {done}"
        return mistake("RW7004", said, step.at, f"{help} Write `{new}`.", fixes=(Fix(step.at, new),))
    return mistake("RW7004", said, step.at, f"{help} Let a seat do it: `as {step.who.id}: …`.")
