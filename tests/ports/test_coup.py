"""Coup against plain Python, decision by decision."""

from __future__ import annotations

from random import Random

import pytest

from regelwerk.interpreter.game.game import Game
from tests.oracle.library import ruleset
from tests.ports.plain_coup import Coup


def cards(game: Game, slot: str, seat: int) -> list[str]:
    """What a seat has, seen with its own eyes, by role."""
    seen = list(game.view(seat)["slots"][f"player.{slot}"].values())[seat]
    return [card.partition("_card")[0] for card in seen]


def role(option: str) -> str:
    """An option as plain Python writes it: cards by role, seats by number."""
    found = option.partition("_card")[0]
    for seat in range(6):
        found = found.replace(f"player_{seat + 1}", str(seat))
    return found


@pytest.mark.parametrize("players", range(2, 7))
def test_the_same_course(players: int) -> None:
    for seed in range(6):
        game, random = ruleset("coup").new_game(players, seed), Random(seed)

        def drawn(seat: int, known: list[str], game: Game = game) -> list[str]:
            more = cards(game, "hand", seat)
            for card in known:
                more.remove(card)
            return more

        plain = Coup([cards(game, "hand", seat) for seat in range(players)], drawn)
        course = plain.play()
        asked = next(course)
        while True:
            decision = game.decisions()[0]
            assert (decision.seat, sorted({role(o.id) for o in decision.options})) == (asked[0], sorted(asked[1]))
            chosen = random.choice(decision.options)
            game.choose(chosen.code, decision.seat)
            try:
                asked = course.send(role(chosen.id))
            except StopIteration:
                break
            assert [*game.view(None)["slots"]["player.coins"].values()] == plain.coins
            for seat in range(players):
                assert sorted(cards(game, "hand", seat)) == sorted(plain.hands[seat])
                assert sorted(cards(game, "lost", seat)) == sorted(plain.lost[seat])
        assert game.over and game.result is not None
        assert list(game.result.winners) == plain.standing()
