"""What a player can do in a game: brought along in a file of its own, or gained by practice."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from regelwerk.interpreter.engine.learning.fastest import fastest_rollout
from regelwerk.interpreter.engine.learning.policy import Policy
from regelwerk.interpreter.engine.learning.rollouts import Rollout
from regelwerk.interpreter.engine.machine import Machine
from regelwerk.interpreter.errors import RuleError
from regelwerk.library import shelf

from ..evaluation import Evaluation
from .features import FeatureNames, feature_names
from .policy_file import Written, policy_of
from .self_play import Practice

LONG = 100  # decisions of a long game
LOOKS = 3  # games played to see how long they take
PRACTICE = 1500, 100_000  # games, and decisions, if nothing is brought along
FOLDER = "experience"  # of the bundled rulesets


@dataclass(frozen=True, slots=True)
class Experience:
    """What is known of a game with so many players."""

    rollout: Rollout
    evaluation: Evaluation
    feature_names: FeatureNames
    policy: Policy | None  # in a long game with scores, which is played by policy; any other one is looked through


@lru_cache(maxsize=8)
def experience(machine: Machine, players: int) -> Experience:
    """Get to know a game with so many players; always the same."""
    rollout, eyes = fastest_rollout(machine), feature_names(machine)
    long = _long(machine, rollout, rollout.position(machine.fresh(players, 0)))
    policy = policy_of(eyes, practised(machine, players)) if long else None
    rollout.go_by(policy)
    return Experience(rollout, Evaluation(machine.compiled), eyes, policy)


def _long(machine: Machine, rollout: Rollout, start: Any) -> bool:
    longest = 0
    for look in range(LOOKS):
        with suppress(RuleError):
            rollout.begin(start, look)
            rollout.on()
            longest = max(longest, rollout.made)
    return bool(machine.compiled.scorings) and longest > LONG


@lru_cache(maxsize=8)
def practised(machine: Machine, players: int) -> Written:
    """Give what is known of a game: experience that comes with it, else what some practice teaches; always the same.

    Experience goes by the name of the game, so that editions and mods of it profit, too.
    """
    written = brought(machine.compiled.name)
    if written is None:
        practice = Practice(machine, players)
        practice.run(*PRACTICE)
        written = practice.written()
    return written


def brought(name: str) -> Written | None:
    """Give the experience that comes with a game."""
    file = shelf() / FOLDER / f"{name}.json"
    return Written.model_validate_json(file.read_text(encoding="utf-8")) if file.is_file() else None


def opponent(name: str) -> str:
    """Name the bot that plays if nobody is named: the quick one where the game comes with experience."""
    return "eager" if brought(name) is not None else "random"
