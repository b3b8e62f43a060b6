"""Games without people: one by one in full detail, or by chance and fast."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from regelwerk import Game, Ruleset
from regelwerk.bots import Dice, answer, consult, maker
from regelwerk.dsl import ir
from regelwerk.interpreter.engine.chance import fnv1a64, splitmix64
from regelwerk.interpreter.engine.scores import ranking
from regelwerk.interpreter.errors import RuleError
from regelwerk.interpreter.game.decisions import Decision, Option
from regelwerk.simulation.usage import Used, Watch

DICE = "simulation"
Choice = tuple[int, str]  # seat, option
Choose = Callable[[Game, Decision], Option]
LENGTH = "length"  # key of games that do not end


@dataclass(frozen=True, slots=True)
class Failure:
    """How a game broke: `key` tells two failures apart, `text` is for people."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Played:
    """One game of a simulation."""

    index: int
    seed: int
    decisions: int
    winners: tuple[int, ...] = ()
    values: tuple[tuple[int, ...], ...] = ()
    failure: Failure | None = None
    used: Used | None = None


@dataclass(frozen=True, slots=True)
class Course:
    """The choices of a game that broke, the last one being the one that did it."""

    players: int
    seed: int
    choices: tuple[Choice, ...]
    failure: Failure


class TooLong(Exception):
    """A game does not come to its end."""


def game_seed(seed: int, index: int) -> int:
    """Derive the seed of one game; 48 bits, so that every JSON reader keeps it exact."""
    return splitmix64(splitmix64(seed) ^ fnv1a64(f"game {index}")) >> 16


def too_long(limit: int) -> Failure:
    return Failure(LENGTH, f"The game is not over after {limit} decision{'s' * (limit != 1)}.")


def stuck() -> Failure:
    return Failure("stuck", "The game stands still before its end.")


def invariant_failure(title: str) -> Failure:
    return Failure(f"invariant {title}", f"The invariant “{title}” does not hold.")


def rule_failure(error: RuleError) -> Failure:
    file, line, _, _, _ = error.at
    return Failure(f"{error.kind} {file}:{line}", f"Rule error: {error}")


def play_fast(ruleset: Ruleset, players: int, index: int, seed: int, limit: int) -> Played:
    """Play without checks, at the speed of the machine."""
    dice = Dice(seed, DICE)
    made = 0

    def random() -> float:
        nonlocal made
        made += 1
        if made > limit:
            raise TooLong
        return dice.random()

    machine = ruleset.machine
    try:
        S = machine.fresh(players, seed)
        machine.playout(S, random)
    except TooLong:
        return Played(index, seed, limit, failure=too_long(limit))
    except RuleError as error:
        return Played(index, seed, made, failure=rule_failure(error))
    if not S[ir.OVER]:
        return Played(index, seed, made, failure=stuck())
    result = ranking(ruleset.compiled, machine.engine, S)
    return Played(index, seed, made, result.winners, result.values)


def _players(kinds: Sequence[str], seed: int) -> Choose:
    """Let bots choose; without any, one stream of chance for all seats, as in fast games."""
    if kinds:
        bots = [maker(kind)(seed, seat) for seat, kind in enumerate(kinds)]
        return lambda game, decision: consult(bots[decision.seat], game, decision)
    dice = Dice(seed, DICE)

    def anything(game: Game, decision: Decision) -> Option:
        codes = game.codes(decision.seat)  # in the order of the machine
        found = decision.option(codes[dice.below(len(codes))])
        assert found is not None
        return found

    return anything


def play_through(
    ruleset: Ruleset, players: int, index: int, seed: int, limit: int, checks: bool, kinds: Sequence[str] = (),
    watch: Watch | None = None,
) -> Played:  # fmt: skip
    """Play decision by decision: with every invariant at every step, with bots, or watched."""
    try:
        game = ruleset.new_game(players, seed, checks=checks)
    except RuleError as error:
        return Played(index, seed, 0, failure=rule_failure(error))
    choose, made = _players(kinds, seed), 0
    failure = broken(game)
    if watch is not None:
        watch.begin(game.state)
    while failure is None and not game.over:
        if made >= limit:
            return Played(index, seed, made, failure=too_long(limit))
        failure = _step(game, choose)
        made += 1
        if watch is not None:
            watch.look(game.state)
    if failure is not None:
        return Played(index, seed, made, failure=failure)
    result = game.result
    assert result is not None
    used = None if watch is None else watch.used(game.past.log())
    return Played(index, seed, made, result.winners, result.values, used=used)


def broken(game: Game) -> Failure | None:
    if game.violations:
        return invariant_failure(game.violations[0].title)
    if not game.over and not game.decisions():
        return stuck()
    return None


def _step(game: Game, choose: Choose, notes: list[Choice] | None = None) -> Failure | None:
    decision = game.decisions()[0]
    option = choose(game, decision)
    if notes is not None:
        notes.append((decision.seat, option.id))
    try:
        answer(game, decision, option)
    except RuleError as error:
        return rule_failure(error)
    return broken(game)


def record(
    ruleset: Ruleset, players: int, seed: int, limit: int, checks: bool, kinds: Sequence[str] = ()
) -> Course | None:
    """Play a simulated game again and note its choices; None if it does not break."""
    try:
        game = ruleset.new_game(players, seed, checks=checks)
    except RuleError as error:
        return Course(players, seed, (), rule_failure(error))
    choose = _players(kinds, seed)
    choices: list[Choice] = []
    failure = broken(game)
    while failure is None and not game.over:
        if len(choices) >= limit:
            return Course(players, seed, tuple(choices), too_long(limit))
        failure = _step(game, choose, choices)
    return None if failure is None else Course(players, seed, tuple(choices), failure)
