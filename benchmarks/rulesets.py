"""Rulesets for measuring, compiled from their text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from regelwerk.dsl import ir
from regelwerk.dsl.core.check import check
from regelwerk.dsl.ir.from_core import lower
from regelwerk.dsl.source import Source
from regelwerk.dsl.syntax.parse import parse
from regelwerk.interpreter.game.game import Ruleset

GAMES = Path(__file__).resolve().parent / "games"
FOLDER = Path(__file__).resolve().parent.parent / "rulesets"
CLASSICS = ("tic_tac_toe", "connect_four", "breakthrough", "hex", "leduc_poker", "pig")


def compiled(text: str, name: str) -> ir.Compiled:
    """Compile the text of a ruleset."""
    tree, _ = parse(Source(name, text))
    program, messages = check([tree])
    if program is None:
        raise ValueError("\n".join(map(str, messages)))
    return lower(program)


def named(name: str, change: Callable[[str], str] = str) -> ir.Compiled:
    """Compile a ruleset that is bundled or only there to be measured, its text changed on request."""
    path = next(path for folder in (GAMES, FOLDER) if (path := folder / f"{name}.regel").is_file())
    return compiled(change(path.read_text(encoding="utf-8")), path.name)


def games(rules: ir.Compiled, players: int, checks: bool) -> Callable[[Sequence[int]], int]:
    """Give a function that plays games through `Game.choose`: with history, sentences, and invariants on request."""
    ruleset = Ruleset(rules)
    random = Random(1).random

    def play(numbers: Sequence[int]) -> int:
        made = 0
        for number in numbers:
            game = ruleset.new_game(players, number, checks=checks)
            while not game.over:
                options = game.decision().options
                game.choose(options[int(random() * len(options))])
                made += 1
        return made

    return play
