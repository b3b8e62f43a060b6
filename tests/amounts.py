"""How much a test does. A long one does all of it with `PROFILE=longest` and a quarter in `make test-long`; one that is
part of `make test`, too, does a quarter there."""

from __future__ import annotations

import os

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "ci")
LONGEST = PROFILE == "longest"


def part_of(most: int) -> int:
    """Give the share of the work that the profile asks for."""
    return most if LONGEST else max(1, most // 4)


def quick_part_of(most: int) -> int:
    """Give the share of the work that belongs into `make test`."""
    return max(1, most // 4) if PROFILE == "ci" else most
