"""Rule or habits: players practise the rules of each side, and what is said of it is what was planted."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import pytest
from rich.console import Console

import regelwerk
from regelwerk import Ruleset
from regelwerk.bots.learning.policy_file import Written
from regelwerk.cli.reports.impact_text import told
from regelwerk.impact.adaptation import Habits, Schooling
from regelwerk.impact.data import report
from regelwerk.impact.playing import NOTHING, Played, Side
from regelwerk.impact.practice import group_seed, used_to
from regelwerk.impact.verdict import cautions, habits_verdict
from regelwerk.simulation.games import Failure, game_seed

WAYS = Path(__file__).parent / "ways.regel"
GOLDEN = Path(__file__).parent / "habits.txt"
HOW = Schooling(games=160, groups=8, start="nothing")
GAMES = 48
MADE_UP = Schooling(games=40, groups=6, start="nothing")


@cache
def ways(**rulings: str) -> Ruleset:
    return regelwerk.load(WAYS, rulings=rulings)


@cache
def groups(ruleset: Ruleset, seed: int = 0) -> list[Written]:
    return [used_to(ruleset, 2, None, HOW.games, group_seed(seed, group)) for group in range(HOW.groups)]


def played(first: Ruleset, second: Ruleset, seeds: tuple[int, int] = (0, 0)) -> Habits:
    """Let groups practise under both rules, with the same luck or another one, and play."""
    sides = [Side(rules, 2, ["eager"] * 2, 1000) for rules in (first, second)]
    done = Habits(sides[0], sides[1], GAMES, 0, HOW)
    known, used = groups(first, seeds[0]), groups(second, seeds[1])
    arms = [
        [side.with_habits(learnt) for learnt in learnts]
        for side, learnts in ((sides[0], known), (sides[1], known), (sides[1], used))
    ]
    for index in range(GAMES):
        group, seed = index % HOW.groups, game_seed(0, index)
        a, b, c = (arm[group].played(seed) for arm in arms)
        done.add(a, b, c, group)
    return done


def case(done: Habits) -> str:
    assert done.headline is not None and done.headline.used.measure.key == "score"
    return done.headline.case


# ---------------------------------------------------------------------- practice


@pytest.mark.parametrize("seed", [0, 7])
def test_the_same_rules_make_the_same_players_and_other_luck_others(seed: int) -> None:
    again = used_to(regelwerk.load(WAYS), 2, None, 10, group_seed(seed, 3))
    assert again == used_to(ways(), 2, None, 10, group_seed(seed, 3))
    assert again != used_to(ways(), 2, None, 10, group_seed(seed, 4))


def test_a_rule_that_never_comes_up_makes_the_same_players() -> None:
    assert groups(ways(late="yes")) == groups(ways())


def test_players_who_come_with_habits_get_over_them() -> None:
    rules = ways(rich="plains")
    first = groups(ways())[0]
    later = used_to(rules, 2, first, 300, 0)
    side = Side(rules, 2, ["eager"] * 2, 1000)
    scores = [
        sum(side.with_habits(learnt).played(game_seed(0, index)).numbers[0] for index in range(10))
        for learnt in (first, later)
    ]
    assert scores[1] > scores[0] + 10 * 2 * 8  # a seat has 8 ways to go: a point or more for each


def test_how_far_practice_is_can_be_followed() -> None:
    parts: list[float] = []
    used_to(ways(), 2, None, 4, 0, parts.append)
    assert parts == [0.25, 0.5, 0.75, 1.0]


# ---------------------------------------------------------------------- what was planted


def test_habits_suffer_where_the_rule_is_neutral() -> None:
    done = played(ways(), ways(rich="plains"))
    assert case(done) == "habits"
    assert habits_verdict(done)[0].startswith("Habits suffer, but the rule is not seen to be worse: the score −")


@pytest.mark.parametrize(("toll", "said"), [(("0", "1"), "lower"), (("1", "0"), "higher")])
def test_what_nobody_can_avoid_is_the_rule(toll: tuple[str, str], said: str) -> None:
    done = played(ways(toll=toll[0]), ways(toll=toll[1]))
    assert case(done) == said
    assert habits_verdict(done)[0].startswith(f"Really {said}: the score ")
    score = done.used.row("score")
    assert score is not None
    assert 6.5 < abs(score.estimate.shift) < 9.5  # 8 ways; who is poorer may learn faster or slower


def test_habits_and_the_rule_together_are_the_rule() -> None:
    done = played(ways(), ways(rich="plains", toll="1"))
    assert case(done) == "lower"
    score = done.headline
    assert score is not None and score.gained.clear and score.first.estimate.shift < score.used.estimate.shift


def test_a_change_that_never_bites_shows_no_effect() -> None:
    done = played(ways(), ways(late="yes"))
    assert case(done) == "none"
    assert habits_verdict(done) == [
        "No effect seen in 48 games: every pair ran alike to the end, at first and once used to it.",
        "In games like these, the change shows in at most 6.1 % of them.",
    ]


def test_the_same_rules_practised_with_other_luck_show_no_effect() -> None:
    """An A/A control: whatever differs comes from luck in practice."""
    controls = [played(ways(), ways(), (2 * k, 2 * k + 1)) for k in range(4)]
    assert all(done.first.alike == GAMES and done.used.apart for done in controls)
    assert sum(bool(done.used.clear) for done in controls) <= 1  # each may err once in twenty times
    assert sum(case(done) not in ("none", "unclear") for done in controls) <= 1
    assert sum(case(done) == "unclear" for done in controls) <= 1


# ---------------------------------------------------------------------- what is said, with games made up


def made_up(
    at_first: Callable[[int, int], int], used: Callable[[int, int], int], how: Schooling = MADE_UP, games: int = 36
) -> Habits:
    """Add up games whose scores are known: by index and group, compared with what the first rules give."""
    side = Side(ways(), 2, ["eager"] * 2, 1000)
    other = Side(ways(toll="1"), 2, ["eager"] * 2, 1000)

    def game(score: int) -> Played:
        known = {"score": score, "score 1": score // 2, "score 2": score - score // 2, "has points": score}
        known |= {f"wins {1 + score % 4 // 2}": side.yardstick.shares, "decisions": 16, "turns": 16}
        return Played(NOTHING, tuple(known.get(m.key, 0) for m in side.yardstick.measures))

    done = Habits(side, other, games, 0, how)
    for index in range(games):
        group, base = index % how.groups, 60 + 7 * (index % 5)
        done.add(game(base), game(base + at_first(index, group)), game(base + used(index, group)), group)
    return done


def wobble(size: int) -> Callable[[int, int], int]:
    """Give or take a little from game to game, in all groups alike; on the whole nothing."""
    return lambda index, group: size * ((index // MADE_UP.groups + group) % 3 - 1)


def plus(much: int, rest: Callable[[int, int], int]) -> Callable[[int, int], int]:
    return lambda index, group: much + rest(index, group)


SENTENCES = [
    (wobble(2), wobble(4),
     "No effect on the score seen: 0 (−0.35 to +0.35) at first, 0 (−0.71 to +0.71) once used to it."),
    (plus(-20, wobble(2)), wobble(4),
     "Habits suffer, but the rule is not seen to be worse: the score −10.0 (−10.4 to −9.6) at first, 0 (−0.71 to "
     "+0.71) once used to it."),
    (plus(20, wobble(2)), wobble(4),
     "Only habits, not the rule: the score +10.0 (+9.6 to +10.4) at first, 0 (−0.71 to +0.71) once used to it."),
    (plus(-20, wobble(2)), plus(-12, wobble(4)),
     "Really lower: the score −6.00 (−6.71 to −5.29) once players are used to it; at first −10.0 (−10.4 to −9.6)."),
    (plus(-20, wobble(2)), plus(12, wobble(4)),
     "Really higher: the score +6.00 (+5.29 to +6.71) once players are used to it; at first −10.0 (−10.4 to −9.6)."),
    (plus(-20, wobble(2)), lambda index, group: 30 * (group % 3 - 1),
     "Unclear whether it is the rule, habits or luck: the score −10.0 (−10.4 to −9.6) at first, 0 (−14.1 to +14.1) "
     "once used to it."),
]  # fmt: skip


@pytest.mark.parametrize(("at_first", "used", "said"), SENTENCES)
def test_one_sentence_says_which_case_it_is(
    at_first: Callable[[int, int], int], used: Callable[[int, int], int], said: str
) -> None:
    assert habits_verdict(made_up(at_first, used))[0] == said


def test_an_interval_too_wide_to_tell_anything_is_no_sign_of_nothing() -> None:
    few = Schooling(40, 2, "nothing")
    done = made_up(lambda index, group: 0, lambda index, group: 10 * group - 5, few)
    assert case(done) == "unclear"
    assert "So few groups make wide intervals." in cautions(done.first, few)


def test_experienced_players_who_are_still_getting_used_to_it_leave_it_open() -> None:
    lower = plus(-20, wobble(2)), plus(-12, wobble(4))
    experienced = Schooling(40, 6, "experience")
    assert case(made_up(*lower)) == "lower"
    assert case(made_up(*lower, experienced)) == "tends_lower"  # it would be lower if practice moved it as much again
    assert case(made_up(plus(-20, wobble(2)), plus(-6, wobble(4)), experienced)) == "unclear"  # that might be gone
    assert case(made_up(plus(-12, wobble(2)), plus(-12, wobble(4)), experienced)) == "lower"
    assert case(made_up(plus(-20, wobble(2)), plus(12, wobble(4)), experienced)) == "higher"
    assert any("Longer practice would tell" in line for line in cautions(made_up(*lower).first, experienced))


def test_players_whom_practice_makes_worse_are_told() -> None:
    worse = plus(-12, wobble(2)), plus(-20, wobble(4))
    done = made_up(*worse)
    assert case(done) == "lower"
    assert habits_verdict(done)[2] == (
        "Under the second rules, those used to them score less than those who are not, −4.00 (−4.35 to −3.65): either "
        "they get in each other’s way, or practice was too short."
    )
    assert case(made_up(*worse, Schooling(40, 6, "experience"))) == "tends_lower"


def test_a_certain_direction_is_told_apart_from_an_unclear_one() -> None:
    experienced = Schooling(40, 6, "experience")
    assert habits_verdict(made_up(plus(-20, wobble(2)), plus(-12, wobble(4)), experienced))[0] == (
        "Lower, by how much is still moving: the score −6.00 (−6.71 to −5.29) once used to it, −10.0 (−10.4 to −9.6) "
        "at first. If practice moved it as much again, it would still be lower."
    )
    assert case(made_up(plus(12, wobble(2)), plus(20, wobble(4)), experienced)) == "tends_higher"
    assert case(made_up(plus(20, wobble(2)), plus(12, wobble(4)), experienced)) == "tends_higher"
    assert case(made_up(plus(20, wobble(2)), plus(6, wobble(4)), experienced)) == "unclear"


def test_it_is_told_how_much_is_luck_in_practice() -> None:
    groups_differ = made_up(wobble(2), lambda index, group: 8 * (group % 3 - 1))
    games_differ = made_up(wobble(2), wobble(4))
    assert habits_verdict(groups_differ)[-1] == (
        "Of what is uncertain once used to it, about 100 % is luck in practice: more groups would help more than more "
        "games."
    )
    assert (
        "about 0 % is luck in practice: more games would help more than more groups" in habits_verdict(games_differ)[-1]
    )


def test_where_one_of_three_games_breaks_none_of_them_counts() -> None:
    side = Side(ways(), 2, ["eager"] * 2, 1000)
    fine, broken = side.played(1), Played(NOTHING, failure=Failure("stuck", "It goes no further."))
    done = Habits(side, side, 5, 0, HOW)
    threes: Sequence[tuple[Played, Played, Played]] = [
        (fine, fine, fine), (broken, fine, fine), (fine, broken, fine), (fine, fine, broken), (fine, fine, fine)
    ]  # fmt: skip
    for index, three in enumerate(threes):
        done.add(*three, index)
    assert done.first.pairs == done.used.pairs == done.gained.pairs == 2
    assert [count for _, _, count in done.first.failures()] == [1, 2]


def test_the_data_tell_the_case_and_both_times() -> None:
    done = report(made_up(plus(-20, wobble(2)), wobble(4)), ["ways", "ways --ruling toll=1"], [], "auto")
    assert done.used is not None
    assert (done.used.case, done.used.measure, done.used.groups, done.used.practice) == ("habits", "score", 6, 40)
    at_first, used, gained = (
        next(s for s in found if s.key == "score") for found in (done.shifts, done.used.shifts, done.used.gained)
    )
    assert (at_first.shift, used.shift, gained.shift) == (-10, 0, 10)
    assert at_first.first == used.first and gained.first == at_first.second and gained.second == used.second


def test_the_text_fits_a_terminal() -> None:
    done = report(made_up(plus(-20, wobble(2)), wobble(4)), ["ways", "ways --ruling toll=1"], [], "auto")
    screen = Console(width=80, file=io.StringIO(), color_system=None)
    with screen.capture() as capture:
        screen.print(*told(done, short=False), sep="\n")
    lines = [line.rstrip() for line in capture.get().splitlines()]
    assert "\n".join(lines[4:]) == GOLDEN.read_text(encoding="utf-8").rstrip()  # without locks
