"""Tastes by name: what practice has taught, written down so that other rules of the same game can use it."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict

from regelwerk.interpreter.tastes import UNIT, Taste

from .sight import Sight

LEAST = 20  # weights nearer to 0 are not written down


class Written(BaseModel):
    """What practice has taught, by names."""

    model_config = ConfigDict(extra="forbid")

    features: dict[str, int] = {}
    standing: dict[str, dict[str, int]] = {}  # kind of answer -> how things stand
    worth: dict[str, int] = {}  # how things stand -> what usually comes of it, in parts of a point


def taste_of(sight: Sight, written: Written) -> Taste:
    """Read a taste; names that this ruleset does not have are left out."""
    found, width = Taste(sight.lens), sight.lens.tokens
    for number, name in enumerate(sight.features.names):
        found.own[number] = written.features.get(name, 0)
    for kind, name in enumerate(sight.kinds):
        row = written.standing.get(name, {})
        for number, token in enumerate(sight.tokens.names):
            found.standing[kind * width + number] = row.get(token, 0)
    for number, token in enumerate(sight.tokens.names):
        found.worth[number] = written.worth.get(token, 0) / UNIT
    return found


def written_down(sight: Sight, taste: Taste) -> Written:
    """Write a taste down; what hardly counts is left out."""
    width = sight.lens.tokens
    rows = {
        kind: _told(sight.tokens.names, taste.standing[number * width : (number + 1) * width])
        for number, kind in enumerate(sight.kinds)
    }
    standing = {kind: row for kind, row in sorted(rows.items()) if row}
    worth = {name: round(UNIT * x) for name, x in sorted(zip(sight.tokens.names, taste.worth, strict=True)) if x}
    return Written(features=_told(sight.features.names, taste.own), standing=standing, worth=worth)


def _told(names: Sequence[str], row: Sequence[float]) -> dict[str, int]:
    return {name: round(x) for name, x in sorted(zip(names, row, strict=True)) if abs(x) >= LEAST}
