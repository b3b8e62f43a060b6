"""What a position is worth to a seat: the result if the game is over, else how the scores would stand now."""

from __future__ import annotations

from contextlib import suppress

from regelwerk.dsl import ir
from regelwerk.interpreter.context import Context, State
from regelwerk.interpreter.errors import RuleError
from regelwerk.interpreter.machine import Machine
from regelwerk.interpreter.scores import ranking

from .promise import Promise

TIE_BREAK = 0.02  # of what decides a tie, compared with what decides the game
MARGIN = 0.1  # what a clear victory is worth more than a narrow one


class Appraisal:
    """Reads positions of one ruleset."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        compiled = machine.compiled
        numbers = {function.name: number for number, function in enumerate(compiled.functions)}
        self.scorings = [numbers[name] for s in compiled.scorings if (name := f"score {s.name}") in numbers]
        self.promise: Promise | None = None  # nothing is known of what is still to come
        self.weights = [
            (1.0 if rank.word == "most" else -1.0) * (TIE_BREAK if i else 1.0) for i, rank in enumerate(compiled.ranks)
        ]

    def worth(self, S: State) -> list[float]:
        """Give a number from 0 to 1 for every seat; the state is at the end of a playout, and spoilt by it."""
        if not S[ir.OVER]:
            promised = self.promise.worth(S) if self.promise is not None else [0.0] * S[ir.PLAYERS]
            sums = map(float.__add__, self.standing(S), promised)
            return [_share(*lead) for lead in _leads(list(sums))]
        result = ranking(self.machine.compiled, self.machine.engine, S)
        won = 1 / len(result.winners)
        return [
            (1 - MARGIN) * (won if seat in result.winners else 0.0) + MARGIN * _share(*lead)
            for seat, lead in enumerate(_leads(self._sums(result.values)))
        ]

    def standing(self, S: State) -> list[float]:
        """Tell how the seats would stand if every scoring took place now; spoils the state."""
        if not S[ir.OVER]:
            X = Context()
            with suppress(RuleError):  # a scoring that only makes sense at its time
                for number in self.scorings:
                    self.machine.engine.call(number, S, X, ())
        return self._sums(ranking(self.machine.compiled, self.machine.engine, S).values)

    def _sums(self, values: tuple[tuple[int, ...], ...]) -> list[float]:
        return [sum(weight * value for weight, value in zip(self.weights, row, strict=True)) for row in values]


def _leads(sums: list[float]) -> list[tuple[float, float]]:
    """Give for every seat how far it is ahead of the best of the others, and how large the numbers are."""
    size = max(map(abs, sums))
    best = [max((x for other, x in enumerate(sums) if other != seat), default=0.0) for seat in range(len(sums))]
    return [(own - other, size) for own, other in zip(sums, best, strict=True)]


def ahead(sums: list[float]) -> list[float]:
    """Give for every seat how far it is ahead of the others on average."""
    return [own - (sum(sums) - own) / max(1, len(sums) - 1) for own in sums]


def _share(lead: float, size: float) -> float:
    """Squeeze a lead into 0 to 1; without a lead it is a half."""
    return 0.5 + 0.5 * lead / (1 + abs(lead) + size / 2)
