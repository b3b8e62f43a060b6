"""Games and a bot in WebAssembly, told as lines: run by wasmtime, and in Pyodide by what runs in a browser."""

from __future__ import annotations

from regelwerk import Game, load
from regelwerk.bots import BOTS, consult
from regelwerk.bots.dice import Dice

GAMES = ("connect-four", "sushi-go", "hellweg-westfalicus")
LARGE = ("auf-der-walz", "isle-of-skye")  # step by step in Python, which has 32 bits there


def told() -> list[str]:
    """Play games at random and let a bot think; tell how they ended and what it chose."""
    lines = []
    for name in GAMES:
        machine = load(name).machine
        assert machine.fast is not None, machine.slow
        for seed in range(5):
            S = machine.fresh(machine.compiled.players[0], seed)
            made = machine.fast.playout(S, Dice(seed, "twin"))
            lines.append(f"{name} {seed}: {made} {machine.packed(S).hex()}")
    game = load("connect-four").new_game(2, 0)
    for _ in range(4):
        decision = game.decision()
        option = consult(BOTS["sensible"](1, decision.seat), game, decision)
        lines.append(option.id)
        game.choose(option.code)
    lines += [f"{name}: {begun(name).hash}" for name in LARGE]
    return lines


def begun(name: str) -> Game:
    """Play the first decisions of a game at random."""
    game, dice = load(name).new_game(2, 2**200 + 1), Dice(0, name)
    for _ in range(40):
        decision = game.decisions()[0]
        game.choose(decision.options[dice.below(len(decision.options))].code, decision.seat)
        for seat in game.waiting():
            game.commit(seat)
    return game
