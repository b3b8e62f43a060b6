"""Uniformly random play has known averages: length, and score of the first player (win 1, draw 1/2)."""

from __future__ import annotations

from math import sqrt
from random import Random
from statistics import fmean, stdev

import pytest

from regelwerk.interpreter.engine.context import Context
from regelwerk.interpreter.engine.scores import ranking
from tests.oracle.library import ruleset

# Name: games in the short run, games in the long run, mean length, mean score. The means have errors of about
# one in the last digit, which the long runs allow for.
KNOWN = {
    "tic_tac_toe": (6000, 60_000, 7.63, 0.648),
    "connect_four": (3000, 40_000, 21.30, 0.557),
    "hex": (150, 3000, 107.55, 0.524),
    "breakthrough": (400, 6000, 64.11, 0.510),
}


def sample(name: str, games: int) -> tuple[list[float], list[float]]:
    """Play at random; give lengths and scores."""
    machine = ruleset(name).machine
    random = Random(name)
    lengths, scores = [], []
    for seed in range(games):
        S = machine.fresh(2, seed)
        lengths.append(float(machine.playout(S, random.random, Context())))
        winners = ranking(machine.compiled, machine.engine, S).winners
        scores.append(0.5 if len(winners) == 2 else float(winners == (0,)))
    return lengths, scores


def agrees(values: list[float], expected: float, rounding: float) -> bool:
    return abs(fmean(values) - expected) <= 4 * stdev(values) / sqrt(len(values)) + rounding


@pytest.mark.parametrize("name", KNOWN)
def test_averages(name: str) -> None:
    short, _, length, score = KNOWN[name]
    lengths, scores = sample(name, short)
    assert agrees(lengths, length, 0.01), fmean(lengths)
    assert agrees(scores, score, 0.001), fmean(scores)


@pytest.mark.slow
@pytest.mark.parametrize("name", KNOWN)
def test_averages_of_many_games(name: str) -> None:
    _, long, length, score = KNOWN[name]
    lengths, scores = sample(name, long)
    assert agrees(lengths, length, 0.05), fmean(lengths)
    assert agrees(scores, score, 0.005), fmean(scores)
