"""Wallenstein: the odds of the dice tower are those that its model was chosen for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.rulesets.wallenstein.bench import Bench

# 4 against 3, 6 against 2, 2 against 1, 2 against a neutral county: attacker, tie, defender, in percent.
ODDS = ((44, 20, 36), (77, 11, 12), (47, 28, 25), (62, 26, 12))


def odds(games: int) -> list[list[float]]:
    bench = Bench(seed=11)
    bench.run("lab_odds", games)
    results = bench.table("results")
    rows = [[results[str(k)][str(o)] for o in range(3)] for k in range(4)]
    return [[100 * n / sum(row) for n in row] for row in rows]


@pytest.mark.parametrize(
    ("games", "margin"), [(250, 5.0), pytest.param(6250, 2.0, marks=pytest.mark.slow)], ids=["4000", "100000"]
)
def test_battle_odds(games: int, margin: float) -> None:
    """The first 16 battles of games of three, as the ledger tells them; a second margin would be luck, not a model."""
    for seen, told in zip(odds(games), ODDS, strict=True):
        assert all(abs(s - t) < margin for s, t in zip(seen, told, strict=True)), (seen, told)


def test_what_comes_loose(root: Path) -> None:
    """Of 1000 stuck cubes, 1000 (1 - 0.985^n) come loose when n are thrown; wide rows have the value of the middle."""
    text = (root / "rulesets" / "wallenstein" / "printed" / "tower.regel").read_text(encoding="utf-8")
    rows = re.findall(r"^  (\d+)(?:\.\.(\d+))? +is (\d+)$", text, re.MULTILINE)
    assert len(rows) > 40
    for low, high, value in rows:
        middle = (int(low) + int(high or low)) / 2
        assert round(1000 * (1 - 0.985**middle)) == int(value)
