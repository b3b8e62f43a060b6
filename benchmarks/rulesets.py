"""Rulesets for measuring: compiled from their text, played at machine level with work counter and log on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from regelwerk.dsl import ir
from regelwerk.dsl.check import check
from regelwerk.dsl.lower import lower
from regelwerk.dsl.parse import parse
from regelwerk.dsl.source import Source
from regelwerk.interpreter.context import Context
from regelwerk.interpreter.machine import EngineName, Machine
from regelwerk.interpreter.ruleset import Ruleset

FOLDER = Path(__file__).resolve().parent.parent / "rulesets"
CLASSICS = ("tic_tac_toe", "connect_four", "breakthrough", "hex", "leduc_poker", "pig")


def compiled(text: str, name: str) -> ir.Compiled:
    """Compile the text of a ruleset."""
    tree, _ = parse(Source(name, text))
    program, messages = check([tree])
    if program is None:
        raise ValueError("\n".join(map(str, messages)))
    return lower(program)


def bundled(name: str, change: Callable[[str], str] = str) -> ir.Compiled:
    """Compile a bundled ruleset or probe, its text changed on request."""
    path = FOLDER / f"{name}.regel"
    return compiled(change(path.read_text(encoding="utf-8")), path.name)


def playouts(rules: ir.Compiled, players: int, engine: EngineName = "python") -> Callable[[int], tuple[int, int]]:
    """Give a function that plays one game at random, as `measure` wants it; the log is written, and thrown away."""
    machine = Machine(rules, engine)
    random = Random(1).random

    def playout(number: int) -> tuple[int, int]:
        X = Context()
        X.events = []
        return machine.playout(machine.fresh(players, number), random, X), 0

    return playout


def games(rules: ir.Compiled, players: int, checks: bool) -> Callable[[int], tuple[int, int]]:
    """Give a function that plays one game through `Game.choose`: with history, sentences, and invariants on request."""
    ruleset = Ruleset(rules)
    random = Random(1).random

    def play(number: int) -> tuple[int, int]:
        game = ruleset.new_game(players, number, checks=checks)
        made = 0
        while not game.over:
            options = game.decision().options
            game.choose(options[int(random() * len(options))])
            made += 1
        return made, 0

    return play
