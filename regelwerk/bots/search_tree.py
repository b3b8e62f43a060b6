"""What a seat has thought through: which options it has tried one after another, and how that turned out.

A node stands for a course of decisions, whatever chance did in between, so one tree serves all worlds. Options that
turned out well or were tried little are tried more often.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from regelwerk.interpreter.engine.chance import MASK64

CURIOUS = 1.5  # how much what was tried little is worth a try, compared with how far apart results are
WIDTH = 2  # options looked at first; one more for each root of the times
FACTOR = 0x9E37_79B9_7F4A_7C15  # so that it does not matter in which order options are listed


class Node:
    """What came after an option."""

    __slots__ = ("after", "count", "seat", "total")

    def __init__(self, seat: int) -> None:
        self.seat = seat  # who took the option
        self.total = 0.0
        self.count = 0.0
        self.after: dict[tuple[int, int], Node] = {}

    def select(self, found: Sequence[int], site: int, spread: float) -> int:
        """Give the number of the option to try next."""
        known = [self.after.get((site, code)) for code in found]
        wide = WIDTH + math.isqrt(int(self.count))
        among: Sequence[int] = range(len(found))
        if wide < len(found):
            among = sorted(among, key=lambda i: (known[i] is None, found[i] * FACTOR & MASK64))[:wide]
        tried = sum(node.count for node in known if node is not None)
        usual = sum(node.total for node in known if node is not None) / tried if tried else 0.0
        urge = CURIOUS * spread * math.sqrt((1 + tried) / len(among))
        best, number = -math.inf, 0
        for i in among:
            node = known[i]
            total, count = (node.total, node.count) if node is not None else (0.0, 0.0)
            value = (total + usual + urge) / (count + 1)
            if value > best:
                best, number = value, i
        return number
