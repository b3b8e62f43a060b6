"""Scorings, and who wins."""

from __future__ import annotations

from regelwerk.dsl import ast, core
from regelwerk.dsl.core import Func, Num, Stmt
from regelwerk.dsl.diagnostics import Label

from ..context import Callable_, Scope, World, attempt, plain
from ..effects import abilities
from ..effects.parameters import cites
from ..errors import mistake
from ..expressions import names
from ..expressions import read as ex


def scoring_names(w: World, decls: list[ast.Decl]) -> None:
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


def scorings(w: World, decls: list[ast.Decl]) -> None:
    for number, d in w.scorings.values():
        with attempt(w):
            _scoring(w, number, d)


def _scoring(w: World, number: int, d: ast.Scoring) -> None:
    """All lines of all players are reckoned first, then added."""
    proc = w.program.procs[w.effects[f"score {d.name.id}"].number]
    proc.address = f"scoring.{d.name.id}"
    sheet = w.program.scorings[number]
    everybody = ast.Ident("players", at=d.at)
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
    src, _ = ex.source(w, everybody, Scope())
    proc.body = [core.Each(core.Loop(v, src), reckon, at=d.at), core.Each(core.Loop(v2, src), adds, at=d.at)]


def winner(w: World, decls: list[ast.Decl]) -> None:
    found = [d for d in decls if isinstance(d, ast.Winner)]
    if not found and any(isinstance(d, ast.Game) for d in decls):
        game = next(d for d in decls if isinstance(d, ast.Game))
        w.report(
            mistake(
                "RW4020", "Nothing says who wins.", game.name.at, "Add `winner` with a line such as `most me.points`."
            )
        )
    for d in found[1:]:
        help = "Put their lines below one of them: a later line decides only between those who are equal in the first."
        others = (Label(found[0].at, "first here"),)
        w.report(mistake("RW2048", "`winner` stands twice.", d.at, help, others=others))
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
