"""How much a long test does: all of it with `PROFILE=longest`, a quarter in `make test-long`."""

from __future__ import annotations

import os

LONGEST = os.environ.get("HYPOTHESIS_PROFILE") == "longest"


def part_of(most: int) -> int:
    """Give the share of the work that the profile asks for."""
    return most if LONGEST else max(1, most // 4)
