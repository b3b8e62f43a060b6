"""What a bot of one's own is handed: looked at from inside, nothing leads back to the game that is really played."""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator
from types import FunctionType, ModuleType

import pytest

import regelwerk
from regelwerk.bots import consult
from regelwerk.interpreter.game.history import Moment


def within(given: object) -> Iterator[object]:
    """Go through everything that can be reached from an object, without leaving for code and its modules."""
    met, todo = {id(given)}, [given]
    while todo:
        found = todo.pop()
        yield found
        for other in gc.get_referents(found):
            if id(other) not in met and not isinstance(other, type | ModuleType | FunctionType):
                met.add(id(other))
                todo.append(other)


class Spy:
    """Looks for the cards of the others in all that it is handed, and in what it deals from there."""

    def __init__(self, truth: regelwerk.Game) -> None:
        self.truth = list(truth.state)
        self.moments = {id(moment) for moment in truth.past.chain()}
        self.found: list[str] = []

    def choose(self, game: regelwerk.Game, decision: regelwerk.Decision) -> regelwerk.Option:
        assert game.log_for(decision.seat) is not None
        for given in (game, game.determinize(decision.seat, 3), game.clone()):
            for each in within(given):
                if isinstance(each, Moment) and id(each) in self.moments:
                    self.found.append("the course of the game")
                elif isinstance(each, list) and each[:40] == self.truth[:40] and each == self.truth:
                    self.found.append("the state")
                elif isinstance(each, regelwerk.Game) and list(each.state) == self.truth:
                    self.found.append("the game")
        return decision.options[0]


@pytest.mark.parametrize(("name", "players"), [("leduc-poker", 2), ("coup", 3), ("sushi-go", 2), ("wallenstein", 3)])
def test_a_bot_finds_nothing_in_what_it_is_handed_that_its_seat_may_not_know(name: str, players: int) -> None:
    game, dice = regelwerk.load(name).new_game(players, seed=4), random.Random(1)
    for _ in range(4):
        if game.over:
            break
        decision = game.decisions()[0]
        spy = Spy(game)
        consult(spy, game, decision)
        assert spy.found == []
        game.choose(dice.choice(decision.options), decision.seat)
        for seat in game.waiting():
            game.commit(seat)


def test_a_dealt_game_is_dealt_again_as_the_game_itself_would_be() -> None:
    """What the seat remembers is not lost on the way: cards that went back into the court stay what they are."""
    game, dice = regelwerk.load("coup").new_game(2, seed=1), random.Random(1)
    for _ in range(24):
        if game.over:
            break
        for seat in range(game.players):
            again = game.determinize(seat, 5).determinize(seat, 7)
            assert again.state == game.determinize(seat, 7).state
        decision = game.decision()
        exchange = [option for option in decision.options if "exchange" in option.id]
        game.choose(dice.choice(exchange or decision.options), decision.seat)
