"""Quantifiers over several sets at once mean what loops inside loops mean."""

from __future__ import annotations

import pytest

from regelwerk.interpreter.engine.context import Context
from regelwerk.interpreter.engine.machine import EngineName
from tests.rules import ruleset_of

RULES = """\
game shares "Shares"
  language  1
  players   3

kind Colour   red, blue, green
player
  worth     0..9 per Colour

setup
  each p in players, c in Colour
    draw n in 0..9
    set p.worth[c] to n

value many number = (count p in players, c in Colour where p.worth[c] > 4)
value some flag = (any p in players, c in Colour where p.worth[c] = 9)
value nobody flag = (no p in players where p != me, c in Colour where p.worth[c] > 8)
value every flag = all p in players, c in Colour: p.worth[c] > 0
value total number = sum p in players, c in Colour where c != red: p.worth[c]
value highest 0..9 = max p in players, c in Colour: p.worth[c] but at least 0
value best set of Colour = most p in players, c in Colour: p.worth[c]
value early Colour or none = first p in others, c in Colour where p.worth[c] > 3: c

action look "Look"
  if some or nobody or every or best != {} or early != none: say "{many} {total} {highest}"
flow
  as each players: offer look
winner
  most me.worth[red]
"""


@pytest.mark.parametrize("engine", ["reference", "python", "wasm"])
def test_all_combinations_count(engine: EngineName) -> None:
    ruleset = ruleset_of(RULES, engine)
    for seed in range(40):
        game = ruleset.new_game(3, seed)
        mine, *others = (list(row.values()) for row in game.view(None)["slots"]["player.worth"].values())
        every = [worth for row in (mine, *others) for worth in row]
        best = [c for c in range(3) if max(every) in (mine[c], *(row[c] for row in others))]
        expected = {
            "many": sum(worth > 4 for worth in every),
            "some": 9 in every,
            "nobody": all(worth <= 8 for row in others for worth in row),
            "every": min(every) > 0,
            "total": sum(every) - sum(row[0] for row in (mine, *others)),
            "highest": max(every),
            "best": sum(1 << c for c in best),
            "early": next((c for row in others for c, worth in enumerate(row) if worth > 3), -1),
        }
        for value in ruleset.compiled.values:
            args = [0] if value.me else []
            assert game.machine.engine.call(value.number, game.state, Context(), args) == expected[value.name]
