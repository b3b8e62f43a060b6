"""Of things that are alike one is offered for all; one that cannot be picked stands for no other."""

from __future__ import annotations

import pytest

from regelwerk.interpreter.engine.machine import EngineName
from tests.rules import ruleset_of

RULES = """\
game woods "Woods"
  language  1
  players   2

type Card
rows Card: copies
  oak "oak": 3
  elm "elm": 1

table
  shown     pile of Card = Card
  gone      pile of Card
  last      Card or none
player
  worn      flag per Card
  points    0..30

action {action}

flow
  repeat at most 4
    as each players: offer {name}

winner
  most me.points
"""
ACTIONS = {  # what is offered at first, and what after the first of it has been done
    'pair(a in shown, b in shown) "Take {a} and {b}"\n  needs a != b\n  move a to gone\n  move b to gone': (
        ["oak and oak", "oak and elm", "elm and oak"], ["oak and elm", "elm and oak"]),
    'pair(a in shown, b in shown) "Take {a} and {b}"\n  needs a != last and b != last and a != b\n  set last to a': (
        ["oak and oak", "oak and elm", "elm and oak"], ["oak and oak", "oak and elm", "elm and oak"]),
    'wear(c in shown) "Take {c}"\n  needs not me.worn[c]\n  each p in players\n    set p.worn[c] to yes': (
        ["oak", "elm"], ["oak", "elm"]),
    'turn(c in shown) "Take {c}"\n  needs c != last\n  set last to c': (["oak", "elm"], ["oak", "elm"]),
}  # fmt: skip


@pytest.mark.parametrize("engine", ["reference", "python", "wasm"])
@pytest.mark.parametrize("action", ACTIONS)
def test_what_cannot_be_picked_stands_for_no_other(action: str, engine: EngineName) -> None:
    rules = RULES.replace("{action}", action).replace("{name}", action.partition("(")[0])
    game = ruleset_of(rules, engine).new_game(2, 1)
    first, then = ACTIONS[action]
    assert [option.text for option in game.decision().options] == [f"Take {words}" for words in first]
    game.choose(game.decision().options[0].id)
    assert [option.text for option in game.decision().options] == [f"Take {words}" for words in then]
