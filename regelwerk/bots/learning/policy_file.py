"""Policies by name: what practice has taught, written down so that other rules of the same game can use it."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict

from regelwerk.interpreter.engine.learning.policy import UNIT, Policy

from .features import FeatureNames

LEAST = 20  # weights nearer to 0 are not written down


class Written(BaseModel):
    """What practice has taught, by names."""

    model_config = ConfigDict(extra="forbid")

    features: dict[str, int] = {}
    standing: dict[str, dict[str, int]] = {}  # kind of answer -> how things stand
    worth: dict[str, int] = {}  # how things stand -> what usually comes of it, in parts of a point


def policy_of(feature_names: FeatureNames, written: Written) -> Policy:
    """Read a policy; names that this ruleset does not have are left out."""
    found, width = Policy(feature_names.feature_map), feature_names.feature_map.tokens
    for number, name in enumerate(feature_names.features.names):
        found.own[number] = written.features.get(name, 0)
    for kind, name in enumerate(feature_names.kinds):
        row = written.standing.get(name, {})
        for number, token in enumerate(feature_names.tokens.names):
            found.standing[kind * width + number] = row.get(token, 0)
    for number, token in enumerate(feature_names.tokens.names):
        found.worth[number] = written.worth.get(token, 0) / UNIT
    return found


def written_down(feature_names: FeatureNames, policy: Policy) -> Written:
    """Write a policy down; what hardly counts is left out."""
    width = feature_names.feature_map.tokens
    rows = {
        kind: _told(feature_names.tokens.names, policy.standing[number * width : (number + 1) * width])
        for number, kind in enumerate(feature_names.kinds)
    }
    standing = {kind: row for kind, row in sorted(rows.items()) if row}
    worth = {
        name: round(UNIT * x) for name, x in sorted(zip(feature_names.tokens.names, policy.worth, strict=True)) if x
    }
    return Written(features=_told(feature_names.features.names, policy.own), standing=standing, worth=worth)


def _told(names: Sequence[str], row: Sequence[float]) -> dict[str, int]:
    return {name: round(x) for name, x in sorted(zip(names, row, strict=True)) if abs(x) >= LEAST}
