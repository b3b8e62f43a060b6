"""Actions and observations as numbers: stable, complete, and nothing in them that a seat may not know."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from regelwerk import Game, Ruleset, load
from regelwerk.adapters import Actions, Observer
from regelwerk.adapters.actions import Saying
from regelwerk.bots import answer
from regelwerk.errors import Refused

FINGERS = str(Path(__file__).parent / "fingers.regel")
GAMES = [
    ("connect-four", 2), ("leduc-poker", 2), (FINGERS, 3), ("auf-der-walz", 3), ("wallenstein", 3), ("coup", 3),
    ("sushi-go", 3), ("isle-of-skye", 3),
]  # fmt: skip


def moments(rules: Ruleset, players: int, count: int, seed: int = 5) -> list[Game]:
    """Positions of a random game."""
    dice = random.Random(seed)
    game = rules.new_game(players, seed)
    found: list[Game] = []
    for _ in range(count):
        if game.over:
            game = rules.new_game(players, seed + len(found))
        found.append(game.clone())
        decision = dice.choice(game.decisions())
        answer(game, decision, dice.choice(decision.options))
    return found


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_every_option_can_be_said_and_nothing_else(name: str, players: int) -> None:
    rules = load(name)
    for actions in (Actions(rules), Actions(rules, flat=0)):
        names = actions.spec()
        assert len(names) == len(actions)
        for game in moments(rules, players, 12):
            for decision in game.decisions():
                site, codes = game.machine.site(decision.site), [option.code for option in decision.options]
                said = set()
                for code, digits in zip(codes, actions.digits(site, codes), strict=True):
                    saying = Saying(actions, site, codes)
                    found = None
                    for number in digits:
                        if found is None and saying.mask()[number] and number not in saying.said:
                            found = saying.say(number)
                    assert found == code
                    said.add(digits)
                assert len(said) == len(codes)
                assert not Saying(actions, site, codes).mask()[[n for n in range(len(actions)) if all(
                    d[0] != n for d in said)]].any()  # fmt: skip


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_what_a_seat_cannot_know_changes_no_cell(name: str, players: int) -> None:
    rules = load(name)
    observer = Observer(rules, players)
    changed = 0
    for n, game in enumerate(moments(rules, players, 6)):
        secret = any(decision.secret for decision in game.decisions())
        for seat in [d.seat for d in game.decisions()] if secret else range(players):  # others have answered
            dealt = game.determinize(seat, n, memory=False, goes_on=secret)  # own answers stay given
            assert (observer.observe(game, seat) == observer.observe(dealt, seat))[observer.head :].all()
            changed += dealt.state != game.state
    assert changed or name == "connect-four"


def test_cells_are_those_of_the_view() -> None:
    rules = load("leduc-poker")
    observer = Observer(rules, 2)
    game = rules.new_game(2, 3)
    names = [cell.name for cell in observer.spec()]
    for seat in (0, 1):
        seen = dict(zip(names, observer.observe(game, seat), strict=True))
        hand = game.view(seat)["slots"]["player.hand"][f"player_{seat + 1}"]
        cell = observer.spec()[names.index("player.hand[me]")]
        assert cell.values[seen["player.hand[me]"] - 1].partition("#")[0] == hand.partition("#")[0]
        assert seen["player.hand[me+1]"] == 0
        assert seen["player.hand[me+1].size"] == 1 + 1  # a hidden card is there, as the view says
        assert game.view(seat)["slots"]["player.hand"][f"player_{2 - seat}"] == {"size": 1}
        assert seen["deciding"] == 1 + (game.decision().seat - seat) % 2
    assert observer.expand(observer.observe(game, 0)).dtype == np.float32


def test_seats_see_the_same_from_their_own_side() -> None:
    rules = load("connect-four")
    observer = Observer(rules, 2)
    game = rules.new_game(2, 1)
    game.choose(game.decision().options[3])
    mine, other = (observer.observe(game, seat)[observer.head :] for seat in (0, 1))
    assert sorted(mine) != sorted(other)
    discs = [n for n, cell in enumerate(observer.spec()[observer.head :]) if "disc" in cell.name]
    assert sum(mine[discs]) == 1 and sum(other[discs]) == 2


def test_rows_of_features_tell_options_apart() -> None:
    rules = load("auf-der-walz")
    actions = Actions(rules)
    for game in moments(rules, 3, 10):
        for decision in game.decisions():
            rows = actions.rows(game.machine.site(decision.site), [option.code for option in decision.options])
            assert len({tuple(row) for row in rows}) == len(decision.options) and rows.shape[1] == actions.width


def test_wrong_numbers_are_told() -> None:
    rules = load("connect-four")
    saying = Saying(Actions(rules), 0, [2, 3])
    with pytest.raises(Refused, match="action 5 is not offered now"):
        saying.say(5)
    with pytest.raises(ValueError, match="is for 2 to 2 players, not 5"):
        Observer(rules, 5)
