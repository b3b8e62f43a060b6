"""What seems to turn out well while one thinks: options that were in playouts that ended well are taken more often.

That finds ways of several steps that lead somewhere, which no single step shows. A hunch is kept for the decisions to
come and counts less and less.
"""

from __future__ import annotations

from collections.abc import Iterable

from regelwerk.interpreter.walks import Deed

from .habits import leant
from .lessons import Known

TRUST = 3.0  # how much likelier an option gets that ended one spread better than usual, as a power of e
DOUBT = 4.0  # how often an option must be seen to be believed
KEPT = 0.5  # how much of a hunch counts at the next decision
LEAST = 0.5  # times an option must count to be remembered


class Hunches:
    """How playouts ended in which an option was taken."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.past: dict[Deed, tuple[float, float]] = {}  # -> how much better than usual in all, how often
        self.now: dict[Deed, list[float]] = {}  # -> sum, count

    def note(self, deeds: Iterable[Deed], worth: float) -> None:
        """Note how a playout ended."""
        for deed in dict.fromkeys(deeds):
            kept = self.now.setdefault(deed, [0.0, 0.0])
            kept[0] += worth
            kept[1] += 1

    def follow(self, mean: float, spread: float) -> None:
        """Let the next playouts go by them."""
        found = self._better(mean)
        key, usual = self.known.leanings.key, self.known.usual
        keen = TRUST / spread
        self.known.walk.prefer(
            {key(*deed): leant(usual(deed), keen * better / (count + DOUBT)) for deed, (better, count) in found.items()}
        )

    def rest(self, mean: float) -> None:
        """Leave the playouts of others alone, and forget a part."""
        found = self._better(mean)
        key, usual = self.known.leanings.key, self.known.usual
        self.known.walk.prefer({key(*deed): usual(deed) for deed in found})
        self.past = {deed: (KEPT * b, KEPT * n) for deed, (b, n) in found.items() if KEPT * n >= LEAST}
        self.now = {}

    def _better(self, mean: float) -> dict[Deed, tuple[float, float]]:
        found = dict(self.past)
        for deed, (total, count) in self.now.items():
            better, often = found.get(deed, (0.0, 0.0))
            found[deed] = better + total - mean * count, often + count
        return found
