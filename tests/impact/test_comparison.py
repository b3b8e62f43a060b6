"""Paired games: alike until the change bites, and as far apart afterwards as the rules say."""

from __future__ import annotations

from pathlib import Path

import pytest

import regelwerk
from regelwerk.bots.learning.experience import practised
from regelwerk.dsl import ir
from regelwerk.impact.comparison import Comparison
from regelwerk.impact.playing import Fancies, Side
from regelwerk.impact.verdict import cautions, verdict
from regelwerk.interpreter.engine.context import Context
from regelwerk.interpreter.engine.learning.fastest import fastest_rollout
from regelwerk.interpreter.engine.learning.python import PythonRollout
from regelwerk.interpreter.engine.learning.wasm.driver import WasmRollout
from regelwerk.simulation.games import game_seed

THROWS = Path(__file__).parent / "throws.regel"
GAMES = 300
# Per seat and game: 10 decisions of which a share takes a throw, a sixth of them a six.


def compare(rulings: dict[str, str], games: int = GAMES, bots: str = "random", seed: int = 0) -> Comparison:
    first, second = (Side(regelwerk.load(THROWS, rulings=given), 2, [bots, "random"], 1000) for given in ({}, rulings))
    done = Comparison(first, second, games, seed)
    for index in range(games):
        done.add(first.played(game_seed(seed, index)), second.played(game_seed(seed, index)))
    return done


@pytest.fixture(scope="module")
def bonus() -> Comparison:
    return compare({"bonus": "6"})


def test_a_change_that_never_bites_shows_no_effect() -> None:
    done = compare({"late": "yes"})
    assert done.alike == done.pairs == GAMES
    assert done.clear == [] and not any(row.hint for row in done.rows)
    assert verdict(done) == [
        "No effect seen in 300 games: every pair ran alike to the end.",
        "In games like these, the change shows in at most 1.0 % of them.",
    ]


def test_the_same_rules_are_called_the_same() -> None:
    assert verdict(compare({}, 5)) == ["Both sides are the same rules: no game can differ."]


def test_a_planted_shift_is_found_and_its_interval_covers_it(bonus: Comparison) -> None:
    score = bonus.row("score")
    throws = bonus.row("does throw")
    assert score is not None and throws is not None
    assert score.clear
    true = 6 * throws.estimate.first / 2 / 6  # each throw of a seat is a six, which is worth 6 more, once in six times
    assert score.estimate.low < true < score.estimate.high
    assert score.estimate.high - score.estimate.low < 1.5


def test_what_the_change_does_not_touch_stays_equal(bonus: Comparison) -> None:
    for key in ("decisions", "turns", "does throw", "does rest", "chosen Token.bead", "points beads.tokens"):
        row = bonus.row(key)
        assert row is not None and row.estimate.unequal == 0 and not row.clear


def test_it_is_told_when_only_results_differ(bonus: Comparison) -> None:
    assert {(where.after, where.at) for where in bonus.apart} == {("", "the result")}
    assert 0 < bonus.alike < GAMES


def test_things_that_are_taken_are_counted() -> None:
    done = compare({"late": "yes"}, 20)
    chosen, kept, points = (done.row(key) for key in ("chosen Token.bead", "kept Token.bead", "points beads.tokens"))
    assert chosen is not None and kept is not None and points is not None
    assert chosen.estimate.first == kept.estimate.first > 0
    taken = done.row("does take")
    assert taken is not None and taken.estimate.first == pytest.approx(
        sum(done.sums[f"chosen Token.{name}"].first for name in ("bead", "shell")) / 20
    )


def test_intervals_cover_the_true_shift_about_nineteen_times_in_twenty() -> None:
    # A coin for each one that is thrown: of 40 independent runs about two may miss the mean over all of them.
    runs = [compare({"coin_for_a_one": "yes"}, 40, seed=seed).row("has coins") for seed in range(40)]
    true = sum(row.estimate.shift for row in runs if row is not None) / 40
    missed = sum(not row.estimate.low <= true <= row.estimate.high for row in runs if row is not None)
    assert missed <= 6


def test_one_more_option_changes_few_choices_at_random(tmp_path: Path) -> None:
    """Players at random are tied together by the names of options: most choices stay as they were."""
    text = THROWS.read_text(encoding="utf-8").replace("offer throw, rest, take", "offer throw, sleep, rest, take")
    wide = tmp_path / "wide.regel"
    wide.write_text(text + '\naction sleep "Sleep"\n  nothing\n', encoding="utf-8")
    first, second = (Side(regelwerk.load(path), 2, ["random"] * 2, 1000) for path in (THROWS, wide))
    same = 0
    for index in range(50):
        a, b = (side.played(game_seed(0, index)).course for side in (first, second))
        i = next((i for i in range(len(a.keys)) if i >= len(b.keys) or a.keys[i] != b.keys[i]), len(a.keys))
        same += i
    assert same > 50 * 3  # with unrelated choices, games would go apart after less than two events


def test_endless_games_are_counted_and_do_not_count() -> None:
    side = Side(regelwerk.load(THROWS), 2, ["random"] * 2, 5)
    done = Comparison(side, side, 3, 0)
    for index in range(3):
        done.add(side.played(index), side.played(index))
    assert done.pairs == 0 and done.seen == 3
    assert verdict(done) == ["No pair of games came to its end: nothing can be said."]
    assert any("broke and do not count" in line for line in cautions(done))


def test_bots_play_both_sides_alike_until_the_change_bites() -> None:
    done = compare({"late": "yes"}, 2, bots="sensible")
    assert done.alike == 2


@pytest.mark.parametrize(("name", "bots"), [("throws", "eager"), ("isle-of-skye", "random"), ("auf-der-walz", "eager")])
def test_games_are_the_same_whatever_plays_them(name: str, bots: str) -> None:
    swift, plain = (
        regelwerk.load(THROWS if name == "throws" else name, engine=engine) for engine in ("auto", "python")
    )
    assert isinstance(fastest_rollout(swift.machine), WasmRollout) and isinstance(
        fastest_rollout(plain.machine), PythonRollout
    )
    players = plain.compiled.players[1]
    learnt = practised(swift.machine, players)
    one, other = (Side(rules, players, [bots] * players, 1000, learnt) for rules in (swift, plain))
    for index in range(3):
        assert one.played(game_seed(0, index)) == other.played(game_seed(0, index))


def test_a_game_goes_as_the_rules_alone_would_have_it() -> None:
    """Stopping at every decision changes nothing: where options are tried, too."""
    rules = regelwerk.load("auf-der-walz", engine="python")
    side, seed = Side(rules, 3, ["random"] * 3, 1000), game_seed(0, 1)
    fancies, X, S = Fancies(side, seed), Context(), rules.machine.fresh(3, seed)
    X.events = []
    X.pick = lambda found, site: found[fancies.best(S[ir.WHO], site, found, list)]
    rules.machine.run(S, X)
    assert side.played(seed).course == side.names.course(X.events)


def test_eager_players_gain_more_and_stay_in_step() -> None:
    rules = regelwerk.load(THROWS)
    learnt = practised(rules.machine, 2)
    eager, chance = (Side(rules, 2, [kind] * 2, 1000, learnt) for kind in ("eager", "random"))
    done = Comparison(chance, eager, 40, 0)
    for index in range(40):
        done.add(chance.played(game_seed(0, index)), eager.played(game_seed(0, index)))
    score = done.row("score")
    assert score is not None and score.clear and score.estimate.shift > 5
    other = Side(regelwerk.load(THROWS, rulings={"late": "yes"}), 2, ["eager"] * 2, 1000, learnt)
    pair = eager.played(7), other.played(7)
    assert pair[0].numbers[:10] == pair[1].numbers[:10]
