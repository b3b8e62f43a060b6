"""Bots: they win against chance, depend on their seed only, and do not look where they must not."""

from __future__ import annotations

from pathlib import Path

import pytest

import regelwerk
from regelwerk.bots import BOTS, Bot, answer
from regelwerk.bots.evaluation import Evaluation
from regelwerk.bots.learning.experience import experience
from regelwerk.bots.learning.features import feature_names
from regelwerk.bots.learning.policy_file import Written, policy_of
from regelwerk.bots.learning.self_play import Practice
from regelwerk.bots.sensible import SensibleBot
from regelwerk.interpreter.engine.learning.fastest import fastest_rollout
from regelwerk.interpreter.engine.learning.policy import Memory, chances, powers, see
from regelwerk.interpreter.engine.learning.rollouts import ANYBODY
from regelwerk.interpreter.game.decisions import Decision, Option
from regelwerk.interpreter.game.game import Game


def played(name: str, seed: int, kinds: list[str], limit: int = 10_000) -> tuple[Game, list[str]]:
    game = regelwerk.load(name).new_game(len(kinds), seed)
    bots: list[Bot] = [BOTS[kind](seed, seat) for seat, kind in enumerate(kinds)]
    made: list[str] = []
    while not game.over and len(made) < limit:
        decision = game.decisions()[0]
        option = bots[decision.seat].choose(game, decision)
        made.append(option.id)
        answer(game, decision, option)
    return game, made


def shares(name: str, games: int, kind: str = "sensible") -> list[float]:
    """Let a bot play against chance from both seats in turn; give its share of each victory."""
    found = []
    for seed in range(games):
        own = seed % 2
        game, _ = played(name, seed, ["random", kind] if own else [kind, "random"])
        assert game.result is not None
        found.append(1 / len(game.result.winners) if own in game.result.winners else 0.0)
    return found


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four", "breakthrough"])
def test_sense_beats_chance(name: str) -> None:
    assert sum(shares(name, 4)) >= 3


def test_sense_never_loses_at_tic_tac_toe() -> None:
    assert min(shares("tic-tac-toe", 8)) > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "least"), [("connect-four", 12), ("breakthrough", 12), ("leduc-poker", 8), ("pig", 7)]
)
def test_sense_beats_chance_in_many_games(name: str, least: int) -> None:
    assert sum(shares(name, 12)) >= least


@pytest.mark.parametrize(("name", "least"), [("breakthrough", 24), ("pig", 24)])
def test_practice_beats_chance(name: str, least: float) -> None:
    rules, won = regelwerk.load(name), 0.0
    for seed in range(30):
        game, own = rules.new_game(2, seed), seed % 2
        bots = [BOTS["eager" if seat == own else "random"](seed, seat) for seat in (0, 1)]
        while not game.over:
            decision = game.decision()
            game.choose(bots[decision.seat].choose(game, decision))
        assert game.result is not None
        won += own in game.result.winners and 1 / len(game.result.winners)
    assert won >= least


def test_sense_takes_the_win_that_is_there() -> None:
    game = regelwerk.load("tic-tac-toe").new_game(2, 1)
    for move in ("place(a1)", "place(b1)", "place(a2)", "place(b2)"):
        game.choose(move)
    decision = game.decision()
    assert SensibleBot(5, 0).choose(game, decision).id == "place(a3)"


def test_the_same_seed_plays_the_same_game() -> None:
    kinds = ["sensible", "eager"]
    assert played("tic-tac-toe", 3, kinds)[1] == played("tic-tac-toe", 3, kinds)[1]


def test_hidden_cards_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """The choice is the same whatever the others hold, because all that is hidden is dealt anew."""
    monkeypatch.setattr("regelwerk.bots.sensible.DECISIONS", 40)
    game = regelwerk.load("leduc-poker").new_game(2, 2)
    decision = game.decision()
    other = next(
        twin
        for seed in range(50)
        if (twin := game.determinize(decision.seat, seed)).view(1 - decision.seat) != game.view(1 - decision.seat)
    )
    seen: list[str] = []

    class Watched(SensibleBot):
        def choose(self, game: Game, decision: Decision) -> Option:
            option = super().choose(game, decision)
            seen.append(option.id)
            return option

    for each in (game, other):
        Watched(9, decision.seat).choose(each, each.decision())
    assert seen[0] == seen[1]


def test_secret_answers_are_given_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("regelwerk.bots.sensible.BY_POLICY_DECISIONS", 20)
    _, made = played("isle-of-skye", 1, ["sensible", "random"], limit=12)
    assert len(made) == 12


def test_what_was_learnt_is_much_the_same_once_it_is_written_down() -> None:
    rules = regelwerk.load("pig")
    practice = Practice(rules.machine, 2)
    practice.run(30, 10_000)
    game, eyes = rules.new_game(2, 1), feature_names(rules.machine)
    game.choose("roll")
    decision = game.decision()
    codes, site = [option.code for option in decision.options], eyes.sites[decision.site]
    seen = see(eyes.feature_map, game.state, decision.seat, site, codes, Memory())
    logits = [t.logits(seen) for t in (practice.rollout.learnt(), policy_of(eyes, practice.written()))]
    assert len(logits[0]) > 1 and any(logits[1])
    assert all(abs(a - b) < 0.3 for a, b in zip(*logits, strict=True))


def test_a_seat_sees_what_an_option_is_about() -> None:
    game = regelwerk.load("auf-der-walz").new_game(2, 1)
    for move in ("play_card(", "foot_it("):
        options = game.decision().options
        game.choose([option for option in options if option.id.startswith(move)][-1])
    decision, eyes = game.decision(), feature_names(game.machine)
    codes = [option.code for option in decision.options]
    seen = see(eyes.feature_map, game.state, decision.seat, eyes.sites[decision.site], codes, Memory())
    names = {eyes.features.names[x] for features in seen.features for x in features}
    assert "effect.turn/offer/foot_it 0 Tile on terrain meadow" in names and len(seen.features) == len(codes)
    tokens = {eyes.tokens.names[x] for x in seen.tokens}
    assert {"player at Tile on terrain meadow", "player tally[k_and_k, orange] 1"} <= tokens


def test_chances_add_up_and_follow_logits() -> None:
    likely = chances(powers([0.0, 1.0, -1000.0]))
    assert abs(sum(likely) - 1) < 1e-9 and likely[1] > 2 * likely[0] > 0 and likely[2] < 1e-6


def test_worth_adds_up_to_a_whole_between_two() -> None:
    machine = regelwerk.load("connect-four").machine
    rollout = fastest_rollout(machine)
    rollout.begin(rollout.position(machine.start(2, 1)), 1)
    rollout.on(until=ANYBODY)
    assert Evaluation(machine.compiled).worth(rollout) == [0.5, 0.5]


def test_thoughts_are_the_same_without_webassembly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only how much is thought depends on the engine, not what."""
    monkeypatch.setattr("regelwerk.bots.sensible.SLOWLY", 1)
    monkeypatch.setattr("regelwerk.bots.sensible.DECISIONS", 200)
    made = []
    for engine in ("auto", "python"):
        game = regelwerk.load("connect-four", engine=engine).new_game(2, 1)
        bots = [SensibleBot(1, seat) for seat in (0, 1)]
        for _ in range(6):
            decision = game.decision()
            game.choose(bots[decision.seat].choose(game, decision))
        made.append([option for option in game.log if "drop" in str(option)])
    assert made[0] == made[1] and len(made[0]) == 6


def test_an_option_is_worth_what_can_be_made_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who has always declined to cross would never step to the ferry, but thinks about crossing."""
    site = "action.step/choose n"
    habits = Written(features={f"{site}/no": 5000, "effect.flow/offer/step": -2000})
    monkeypatch.setattr("regelwerk.bots.learning.experience.practised", lambda machine, players: habits)
    game = regelwerk.load(Path(__file__).parent / "ferry.regel").new_game(2, 1)
    assert experience(game.machine, 2).policy is not None and site in feature_names(game.machine).sites
    bot = SensibleBot(1, 0)
    assert bot.choose(game, game.decision()).id == "step"
    game.choose("step")
    assert bot.choose(game, game.decision()).id != "no"


@pytest.mark.parametrize(("last", "kept"), [(1.0, 75.0), (8.0, 100.0)])
def test_practice_that_goes_astray_is_forgotten(monkeypatch: pytest.MonkeyPatch, last: float, kept: float) -> None:
    monkeypatch.setattr("regelwerk.bots.learning.self_play.FADING", 0.0)
    practice = Practice(regelwerk.load("pig", engine="python").machine, 2)
    scores = iter([10.0] * 75 + [last] * 25)

    def game(seed: int, curiosity: float) -> int:
        score = next(scores)
        practice.ends.append([score, score])
        practice.rollout.learnt().own[1] += 1
        return 1

    monkeypatch.setattr(practice, "_game", game)
    practice.run(100, 10_000)
    assert practice.rollout.learnt().own[1] == kept
