"""Ten kinds of games with hidden information, attacked alike: two games go on side by side that differ in nothing a
seat can know, and as long as it sees the same in both, everything else that reaches it is the same, too."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from regelwerk.adapters.observations import Observer
from regelwerk.bots import BOTS, consult
from regelwerk.interpreter.errors import Refused, RuleError
from regelwerk.interpreter.game.game import Game, Ruleset
from regelwerk.scene import scene
from regelwerk.telling.previews import Deals, preview
from regelwerk.telling.stories import told_lines
from tests.amounts import part_of
from tests.rules import ruleset_of

from .test_secrets import answers

KINDS = sorted((Path(__file__).parent / "kinds").glob("*.regel"))
TELLING = ("say", "reveal", "show", "event")  # what rules mean to tell
TOGETHER = 6  # steps that two games go side by side


@cache
def rules(path: Path) -> Ruleset:
    return ruleset_of(path.read_text(encoding="utf-8"))


@cache
def observer(path: Path) -> Observer:
    return Observer(rules(path), rules(path).compiled.players[0])


def seen(game: Game, seat: int) -> dict[str, Any]:
    """What lies before a seat, and what it is asked."""
    view = game.view(seat)
    return {**view, "at once": game.at_once}


def reaching(path: Path, game: Game, seat: int, asked: int) -> dict[str, Any]:
    """Everything else that reaches a seat."""
    own = next((d for d in game.decisions() if d.seat == seat), None)
    found: dict[str, Any] = {
        "scene": scene(game, seat, asked=own).model_dump(),
        "observation": list(observer(path).observe(game, seat)),
        "heard": game.heard(seat),
        "why": list(answers(game, seat, random.Random(asked))),
    }
    if own is not None:
        deals = Deals(game, seat)
        found["previews"] = [preview(game, own, option, deals) for option in own.options[:3]]
        found["bot"] = consult(BOTS["random"](asked, seat), game, own).id
    else:
        with pytest.raises(Refused) as refused:
            game.decision(seat)
        found["refused"] = str(refused.value)
    return found


def told(game: Game, seat: int) -> list[Any]:
    """What the rules mean to tell a seat."""
    return [entry for entry in game.log_for(seat) if entry["kind"] in TELLING]


def log_of(game: Game, seat: int) -> list[Any]:
    """All that a seat is told; which entries of the whole log these are, it is not."""
    return [game.log_for(seat), [line._replace(entry=-1) for line in told_lines(game, seat)]]


def take(game: Game, rng: random.Random) -> None:
    """Take any option."""
    decision = rng.choice(game.decisions())
    game.choose(rng.choice(decision.options), decision.seat)
    for each in game.waiting():
        game.commit(each)


def one_step(games: list[Game], seat: int, rng: random.Random) -> bool:
    """Let the same seats answer in both games, the one that looks on alike; tell whether that could be."""
    order = sorted({decision.seat for decision in games[0].decisions()})
    if order != sorted({decision.seat for decision in games[1].decisions()}) and not games[0].at_once:
        return False
    if not games[0].at_once:
        decision = games[0].decision()
        option = rng.choice(decision.options)
        games[0].choose(option)
        other = games[1].decision()
        alike = [each for each in other.options if each.id == option.id] or (
            [each for each in other.options if each.id.partition("(")[0] == option.id.partition("(")[0]]
            if decision.seat != seat
            else []
        )
        if alike:
            games[1].choose(alike[0])
        return bool(alike)
    past, own = games[0].past, list[str]()
    for game, first in zip(games, (True, False), strict=True):
        before = game.past
        while game.past is before:
            for each in game.waiting():
                game.commit(each)
                if game.past is not before:
                    break
            else:
                if not game.decisions():
                    return False
                decision = rng.choice(game.decisions())
                if decision.seat == seat and not first:
                    if not own or decision.option(own[0]) is None:
                        return False
                    game.choose(own.pop(0), seat)
                    continue
                option = rng.choice(decision.options)
                if decision.seat == seat:
                    own.append(option.id)
                game.choose(option, decision.seat)
    return past is not games[0].past


def attacked(path: Path, seed: int, looks: int) -> int:
    game, rng, compared = rules(path).new_game(rules(path).compiled.players[0], seed), random.Random(seed), 0
    for _ in range(looks):
        for _ in range(rng.randrange(6)):
            if not game.over:
                take(game, rng)
        if game.over:
            break
        seat = rng.randrange(game.players)
        twins = [game.determinize(seat, rng.randrange(1000)) for _ in range(2)]
        rules(path).machine.reseed(twins[1].state, twins[0].seed)
        for _ in range(TOGETHER):
            if seen(twins[0], seat) != seen(twins[1], seat) or told(twins[0], seat) != told(twins[1], seat):
                break
            assert log_of(twins[0], seat) == log_of(twins[1], seat), f"seat {seat}"
            asked = rng.randrange(1000)
            mine, theirs = (reaching(path, twin, seat, asked) for twin in twins)
            for what in mine:
                assert mine[what] == theirs.get(what), (what, seat, seed)
            compared += 1
            try:
                if twins[0].over or not one_step(twins, seat, rng):
                    break
            except RuleError:
                break
    return compared


def test_private_sets_can_be_dealt_anew() -> None:
    """A set in which nothing is left would leave the others without an answer: nobody could think, or look ahead."""
    game = rules(next(path for path in KINDS if path.stem == "cancelled")).new_game(3, 1)
    for decision in game.decisions():
        assert consult(BOTS["random"](1, decision.seat), game, decision) in decision.options
        changes = preview(game, decision, decision.options[0]).changes
        assert [change.text for change in changes] == [f"Player {decision.seat + 1} · deed: – → strike"]


@pytest.mark.parametrize("path", KINDS, ids=lambda path: path.stem)
def test_what_a_seat_cannot_know_reaches_it_by_no_way(path: Path) -> None:
    assert sum(attacked(path, seed, 3) for seed in range(3)) > 2


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 10 + part_of(20)))
@pytest.mark.parametrize("path", KINDS, ids=lambda path: path.stem)
def test_what_a_seat_cannot_know_reaches_it_by_no_way_at_length(path: Path, seed: int) -> None:
    attacked(path, seed, 12)


def test_whether_a_card_is_out_of_the_game_is_no_answer_to_why_not() -> None:
    """Somebody else's card was put into the box, or still lies in the deck: `why` must not look."""
    path = next(path for path in KINDS if path.stem == "passed_card")
    for seed in (101, 110):
        assert attacked(path, seed, 6) > 0
