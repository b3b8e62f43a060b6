"""What a position is worth to a seat: the result if the game is over, else how the scores would stand now."""

from __future__ import annotations

from regelwerk.dsl import ir
from regelwerk.interpreter.engine.learning.rollouts import Rollout, Values
from regelwerk.interpreter.engine.scores import placed

TIE_BREAK = 0.02  # of what decides a tie, compared with what decides the game
RIVALRY = 0.5  # of what others gain counts against own points: else everybody leaves to others what serves all
MARGIN = 0.1  # what a clear victory is worth more than a narrow one


class Evaluation:
    """Reads positions of one ruleset."""

    def __init__(self, compiled: ir.Compiled) -> None:
        self.compiled = compiled
        self.weights = [
            (1.0 if rank.word == "most" else -1.0) * (TIE_BREAK if i else 1.0) for i, rank in enumerate(compiled.ranks)
        ]

    def worth(self, rollout: Rollout) -> list[float]:
        """Give a number from 0 to 1 for every seat, where a rollout stands."""
        values = rollout.standing()
        sums = self.sums(values)
        if not rollout.over:
            return [_share(*lead) for lead in _leads(sums)]
        winners = placed(self.compiled, values).winners
        won = 1 / len(winners)
        return [
            (1 - MARGIN) * (won if seat in winners else 0.0) + MARGIN * _share(*lead)
            for seat, lead in enumerate(_leads(sums))
        ]

    def lead(self, rollout: Rollout) -> list[float]:
        """Give how well every seat does, squeezed into 0 to 1: it tells more than who wins, long before the end."""
        return [_share(*lead) for lead in _leads(self.sums(rollout.standing()), RIVALRY)]

    def sums(self, values: Values) -> list[float]:
        """Tell how the seats stand as one number each."""
        return [sum(weight * value for weight, value in zip(self.weights, row, strict=True)) for row in values]


def _leads(sums: list[float], rivalry: float = 1.0) -> list[tuple[float, float]]:
    """Give for every seat how far it is ahead of the best of the others, and how large the numbers are."""
    size = max(map(abs, sums))
    best = [max((x for other, x in enumerate(sums) if other != seat), default=0.0) for seat in range(len(sums))]
    return [(own - rivalry * other, size) for own, other in zip(sums, best, strict=True)]


def _share(lead: float, size: float) -> float:
    """Squeeze a lead into 0 to 1; without a lead it is a half."""
    return 0.5 + 0.5 * lead / (1 + abs(lead) + size / 2)
