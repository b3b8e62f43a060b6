"""The functions that are written only if something calls them, and who makes each."""

from __future__ import annotations

from collections.abc import Callable

from ..program import Library, Program
from .chance import make_below, make_draw
from .helpers import make_distinct, make_nth, make_wrote
from .memoised import make_remembered
from .places import make_copied, make_lowest, make_move, make_pset, make_psize, make_ptop, make_shuffle
from .searches import make_cheapest, make_pairs
from .trials import make_can, make_can_now

HELPERS: dict[str, Callable[[Program], int]] = {
    "psize": make_psize, "lowest": make_lowest, "ptop": make_ptop, "pset": make_pset, "move": make_move,
    "copied": make_copied, "wrote": make_wrote, "below": make_below, "draw": make_draw, "shuffle": make_shuffle,
    "distinct": make_distinct,
}  # fmt: skip
LIBRARY = Library(HELPERS, make_remembered, make_nth, make_cheapest, make_pairs, make_can, make_can_now)
