"""Sushi Go! against plain Python, card by card."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from regelwerk.interpreter.game.game import Game
from tests.oracle.library import ruleset
from tests.ports.plain_sushi_go import SushiGo


def of(game: Game, slot: str) -> list[Any]:
    """What every player has, each seen with the own eyes."""
    seen = [list(game.view(seat)["slots"][f"player.{slot}"].values())[seat] for seat in range(game.players)]
    return [[named(c) for c in each] if isinstance(each, list) else each for each in seen]


def named(card: str) -> str:
    """A card without the sign of its copy."""
    return card.partition("#")[0]


def pick(game: Game, seat: int, random: Random, wanted: set[str]) -> str:
    """Take one of the options at random; they are the ones that are wanted."""
    decision = next(d for d in game.decisions() if d.seat == seat)
    assert {named(o.id) for o in decision.options} == wanted
    chosen = random.choice(decision.options)
    game.choose(chosen.code, seat)
    return named(chosen.id)


def turn(game: Game, plain: SushiGo, random: Random) -> bool:
    taken = []
    for seat in range(game.players):
        hand = plain.hands[seat]
        cards = [hand[0] if len({*hand}) == 1 else pick(game, seat, random, {*hand})]
        if plain.may_take_two(seat):
            left = hand.copy()
            left.remove(cards[0])
            second = pick(game, seat, random, {*left, "no"})
            cards += [second] if second != "no" else []
        taken.append(cards)
        if seat in game.waiting():
            game.commit(seat)
    return plain.turn(taken)


@pytest.mark.parametrize("players", range(2, 6))
def test_the_same_course_and_the_same_points(players: int) -> None:
    for seed in range(2):
        game, plain, random = ruleset("sushi_go").new_game(players, seed), SushiGo(players), Random(seed)
        for _ in range(3):
            plain.deal(of(game, "hand"))
            over = False
            while not over:
                # somebody is asked
                if any(len({*plain.hands[s]}) > 1 or plain.may_take_two(s) for s in range(players)):
                    assert [sorted(h) for h in of(game, "hand")] == [sorted(h) for h in plain.hands]
                    assert [sorted(p) for p in of(game, "plate")] == [sorted(p) for p in plain.plates]
                    assert of(game, "points") == plain.points
                over = turn(game, plain, random)
        plain.finish()
        assert game.over and of(game, "points") == plain.points
        assert [len(d) for d in of(game, "desserts")] == plain.desserts
        best = max(zip(plain.points, plain.desserts, strict=True))
        winners = [s for s in range(players) if (plain.points[s], plain.desserts[s]) == best]
        result = game.result
        assert result is not None and list(result.winners) == winners
