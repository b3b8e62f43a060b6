"""From declarations to a checked program: the order in which everything is settled."""

from __future__ import annotations

from dataclasses import fields
from functools import partial

from regelwerk.dsl import ast, core

from . import reuse
from .acting import settle_me
from .context import World, attempt
from .declarations import scenarios, scoring
from .declarations.headings import misspelt_lines
from .declarations.invariants import invariants
from .declarations.nouns import declare
from .declarations.shown import shows
from .declarations.slots import settle_defaults, settle_field
from .declarations.texts import read_texts
from .declarations.unfold import Unfolding
from .effects import abilities, procedures
from .effects.values import settle_value
from .errors import mistake


def read(w: World, files: list[ast.File], with_scenarios: bool = True) -> list[ast.Decl]:
    """Read the declarations of a ruleset into the program of the world; give them as a list."""
    decls = [d for f in files for d in f.decls]
    declare(w, decls)
    abilities.collect(w)
    scoring.scoring_names(w, decls)
    settle_me(w, {*w.abilities.changes, *w.abilities.hooks})
    scopes = procedures.shells(w)
    procedures.code_shells(w)
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
            procedures.effect_body(w, name, entry, proc, s)
    for info in w.types.values():
        for slot in info.slots.values():
            if slot.home == "code":
                procedures.code_bodies(w, slot)
    scoring.scorings(w, decls)
    scoring.winner(w, decls)
    invariants(w, decls)
    w.program.shows += shows(w, decls)
    w.diagnostics += misspelt_lines(w, decls)
    _main(w, decls)
    read_texts(w, decls)
    w.by_rules = frozenset(w.used)
    lists = ((f.name, getattr(w.program, f.name)) for f in fields(w.program))
    w.program.ends = {name: len(found) for name, found in lists if isinstance(found, list)}
    if with_scenarios:
        w.diagnostics += scenarios.same_titles(decls)
        reuse.look(w)
        unfolding = Unfolding(decls)
        for d in decls:
            if isinstance(d, ast.Scenario):
                with attempt(w):
                    for each in reuse.unfolded(w, d, unfolding.of(d)):
                        reuse.scenario(w, each, partial(scenarios.read, w, each))
    w.program.actions = {n: e.number for n, e in w.actions.items()}
    w.program.values = {n: e.number for n, e in w.values.items() if e.number >= 0}
    return decls


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
        w.program.setup = w.add_proc("setup", "effect.setup", (), None).id
    else:
        w.program.setup = w.effects["setup"].number
    main = w.add_proc("game", "game", (), None)
    main.body = [core.Run(w.program.setup, ()), core.Run(w.effects["flow"].number, ())]
    w.program.main = main.id
