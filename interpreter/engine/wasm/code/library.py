"""The functions that are written only if something calls them, and who makes each."""

from __future__ import annotations

from ..program import Library
from .helpers import MAKERS, make_nth
from .memoised import make_remembered
from .searches import make_cheapest, make_pairs
from .trials import make_can, make_can_now

LIBRARY = Library(MAKERS, make_remembered, make_nth, make_cheapest, make_pairs, make_can, make_can_now)
