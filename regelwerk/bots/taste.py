"""How much a player likes its options: weights by name, learnt in practice."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict

from regelwerk.dsl import ir
from regelwerk.interpreter.walks import HEAVIEST, Leanings

from .sight import Seen, Sight

UNIT = 1000  # what makes an option about e times as likely
LEAST = 20  # weights nearer to 0 are not written down


class Written(BaseModel):
    """What practice has taught, by names, so that other rules of the same game can use it."""

    model_config = ConfigDict(extra="forbid")

    features: dict[str, int] = {}
    standing: dict[str, dict[str, int]] = {}  # kind of answer -> how things stand
    usual: dict[str, tuple[int, int]] = {}  # kind of answer -> how likely it is taken, at first and again, of HEAVIEST


class Taste:
    """Weights of features, and of kinds of answers as things stand; whole numbers once they are written down."""

    def __init__(self, sight: Sight, written: Written | None = None) -> None:
        self.sight, self._known = sight, written or Written()
        self.own: list[float] = []
        self.standing: list[list[float]] = []
        self._rows: list[dict[str, int]] = []
        self._sizes = 0, 0, 0

    def grow(self) -> None:
        """Make room for names that have come up."""
        sight = self.sight
        sizes = len(sight.features.names), len(sight.kinds.names), len(sight.tokens.names)
        if sizes == self._sizes:
            return
        self._sizes = sizes
        self.own += [self._known.features.get(name, 0) for name in sight.features.names[len(self.own) :]]
        for name in sight.kinds.names[len(self.standing) :]:
            self.standing.append([])
            self._rows.append(self._known.standing.get(name, {}))
        for row, known in zip(self.standing, self._rows, strict=True):
            row += [known.get(name, 0) for name in sight.tokens.names[len(row) :]]

    def of(self, seen: Seen) -> list[float]:
        """Tell how much each option is liked, in units that make it about e times as likely."""
        self.grow()
        own = self.own
        things = {kind: sum(map(self.standing[kind].__getitem__, seen.standing)) for kind in set(seen.kinds)}
        return [
            (things[kind] + sum(map(own.__getitem__, features))) / UNIT
            for kind, features in zip(seen.kinds, seen.features, strict=True)
        ]

    def leanings(self, compiled: ir.Compiled) -> Leanings:
        """Give the tastes of somebody who does not look: only what is usually done counts."""
        found = Leanings(compiled)
        for number, site in enumerate(compiled.sites):
            for entry, each in enumerate(site.entries, found.firsts[number]):
                found.actions[entry], found.again[entry] = self._known.usual.get(f"{site.name}/{each.name}", (64, 64))
        return found

    def written(self, usual: dict[str, tuple[int, int]]) -> Written:
        """Write it down by names; what hardly counts is left out."""
        self.grow()
        sight = self.sight
        rows = zip(sight.kinds.names, self.standing, strict=True)
        standing = {kind: _told(sight.tokens.names, row) for kind, row in rows}
        return Written(
            features=_told(sight.features.names, self.own),
            standing={kind: row for kind, row in sorted(standing.items()) if row},
            usual=dict(sorted(usual.items())),
        )


def _told(names: Sequence[str], row: Sequence[float]) -> dict[str, int]:
    return {name: round(x) for name, x in sorted(zip(names, row, strict=True)) if abs(x) >= LEAST}


def powers(liked: Sequence[float]) -> list[float]:
    """Turn likings into chances that add up to 1; the same on every machine."""
    most = max(liked)
    found = []
    for x in liked:
        y = 1 + max(-60.0, x - most) / 64
        for _ in range(6):
            y *= y
        found.append(y)
    total = sum(found)
    return [y / total for y in found]


def weight(taken: int, offered: int) -> int:
    """Give the weight of what was taken so many times out of so many."""
    return max(1, min(HEAVIEST, round(HEAVIEST / 16 * (taken + 0.5) / (offered + 1))))
