"""Cards that nobody knows, exchanged in a game under way: nobody can tell, and the game is as good as before."""

from __future__ import annotations

from random import Random

import pytest

import regelwerk
from regelwerk import Game
from regelwerk.interpreter.game.deals.exchange import exchanged, nobody_knows


def told(game: Game, seat: int) -> list[dict[str, object]]:
    """Give the log; whether a shuffle was done here or at a table makes no difference."""
    return [{key: said for key, said in entry.items() if key != "supplied"} for entry in game.log_for(seat)]


@pytest.mark.parametrize(("name", "steps"), [("leduc-poker", 2), ("coup", 9), ("sushi-go", 20)])
def test_nobody_can_tell_that_unknown_cards_lie_the_other_way_round(name: str, steps: int) -> None:
    rules, rng = regelwerk.load(name), Random(3)
    game = rules.new_game(2, 5)
    for _ in range(steps):
        for decision in game.decisions():
            game.choose(rng.choice(decision.options), decision.seat)
            if decision.seat in game.waiting():
                game.commit(decision.seat)
    lying = nobody_knows(game)
    (movable, one), *rest = lying
    other = next(thing for of, thing in reversed(rest) if of == movable and lying[of, thing] == lying[movable, one])
    twin = Game.restored(rules, exchanged(game, movable, one, other))
    loc = game.machine.runtime.places.loc[movable]
    place = game.state[loc + one]
    contents = game.machine.runtime.places.contents(game.state, place)
    swapped = [{one: other, other: one}.get(thing, thing) for thing in contents]
    assert twin.machine.runtime.places.contents(twin.state, place) == swapped != contents
    for seat in range(game.players):
        assert twin.view(seat) == game.view(seat)
        assert told(twin, seat) == told(game, seat)
        assert [d.options for d in twin.decisions()] == [d.options for d in game.decisions()]
    assert rules.load(twin.save()).state == twin.state
