"""The statistics of a simulation: who won, with what, after how long."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rich.table import Table

from regelwerk import Ruleset
from regelwerk.simulation.games import Played
from regelwerk.simulation.usage import Watch

from ..screen import plural
from .usage import Usage, usage_data, usage_lines


class Statistics:
    """Adds games up, in order; exact until it is shown."""

    def __init__(
        self, ruleset: Ruleset, players: int, seed: int, games: int, bots: Sequence[str] = (), used: bool = False
    ) -> None:
        self.ruleset = ruleset
        self.players = players
        self.seed = seed
        self.games = games
        self.bots = bots or ["random"] * players
        self.seconds = 0.0
        self.known = 0  # games that were played before, and took no time
        self.lengths: list[int] = []
        self.failures: list[Played] = []
        self.wins = [Fraction(0)] * players
        self.ties = 0
        self.sums = [[0] * len(ruleset.compiled.ranks) for _ in range(players)]
        self.usage = Usage(Watch(ruleset), ruleset.new_game(players, seed).state) if used else None

    @property
    def finished(self) -> int:
        return len(self.lengths) - len(self.failures)

    def add(self, game: Played) -> None:
        """Count a game."""
        self.lengths.append(game.decisions)
        if game.failure is not None:
            self.failures.append(game)
            return
        if self.usage is not None and game.used is not None:
            self.usage.add(game.used)
        self.ties += len(game.winners) > 1
        for seat in game.winners:
            self.wins[seat] += Fraction(1, len(game.winners))
        for seat, row in enumerate(game.values):
            for i, value in enumerate(row):
                self.sums[seat][i] += value

    def mean(self, seat: int, i: int) -> float:
        """Give the mean of what the winner is told by."""
        return self.sums[seat][i] / self.finished if self.finished else 0.0

    def reasons(self) -> Counter[str]:
        """Count the failures of each kind."""
        return Counter(game.failure.text for game in self.failures if game.failure)

    @property
    def decisions(self) -> int:
        return sum(self.lengths)

    @property
    def per_second(self) -> float:
        return sum(self.lengths[self.known :]) / self.seconds if self.seconds else 0.0


def statistics_data(statistics: Statistics) -> dict[str, Any]:
    """Give the statistics as data; all but `timing` depends on nothing but the arguments."""
    lengths = statistics.lengths or [0]
    ranks = range(len(statistics.ruleset.compiled.ranks))
    used = {} if statistics.usage is None else {"used": usage_data(statistics.usage)}
    return {
        "ruleset": statistics.ruleset.name,
        "hash": statistics.ruleset.hash,
        "players": statistics.players,
        "bots": list(statistics.bots),
        "seed": statistics.seed,
        "games": len(statistics.lengths),
        "wins": [round(float(wins), 6) for wins in statistics.wins],
        "ties": statistics.ties,
        "scores": [[round(statistics.mean(seat, i), 6) for i in ranks] for seat in range(statistics.players)],
        "length": {"mean": round(sum(lengths) / len(lengths), 6), "min": min(lengths), "max": max(lengths)},
        "decisions": statistics.decisions,
        "failures": [
            {"game": game.index, "seed": game.seed, "decisions": game.decisions, "reason": game.failure.text}
            for game in statistics.failures
            if game.failure
        ],
        "timing": {
            "seconds": round(statistics.seconds, 3),
            "decisions_per_second": round(statistics.per_second, 1),
            "games_per_second": round(len(statistics.lengths[statistics.known :]) / statistics.seconds, 1)
            if statistics.seconds
            else 0.0,
        },
    } | used


def statistics_tables(statistics: Statistics) -> list[Table | str]:
    """Give the statistics for people."""
    lengths = statistics.lengths or [0]
    seats = Table(box=None, pad_edge=False, header_style="bold")
    seats.add_column("Seat")
    for heading in ("Wins", "Share", *_headings(len(statistics.ruleset.compiled.ranks))):
        seats.add_column(heading, justify="right")
    for seat, wins in enumerate(statistics.wins):
        share = f"{100 * float(wins) / statistics.finished:.1f} %" if statistics.finished else "–"
        means = [f"{statistics.mean(seat, i):.2f}" for i in range(len(statistics.ruleset.compiled.ranks))]
        count = f"{float(wins):.1f}".removesuffix(".0")
        seats.add_row(f"{seat + 1} {statistics.bots[seat]}", count, share, *means)
    title = statistics.ruleset.compiled.title
    head = f"{title}: {plural(len(statistics.lengths), 'game')}, {statistics.players} players, seed {statistics.seed}"
    facts = [
        f"{plural(statistics.ties, 'tie')}, shared among the winners",
        f"decisions per game: {sum(lengths) / len(lengths):.1f} (from {min(lengths)} to {max(lengths)})",
        f"{sum(statistics.lengths[statistics.known :])} decisions in {statistics.seconds:.2f} s: "
        f"{statistics.per_second:,.0f} per second",
    ]
    if statistics.known:
        facts.insert(
            0, f"{plural(min(statistics.known, len(statistics.lengths)), 'game')} of them known from the journal"
        )
    failed = [f"{count} × {text}" for text, count in statistics.reasons().most_common()]
    note = [f"\n{plural(len(statistics.failures), 'game')} failed:", *failed] if failed else []
    used = [] if statistics.usage is None else usage_lines(statistics.usage)
    return [head, "", seats, "", *facts, *used, *note]


def _headings(ranks: int) -> list[str]:
    return [f"Mean score{'' if ranks == 1 else f' {i + 1}'}" for i in range(ranks)]
