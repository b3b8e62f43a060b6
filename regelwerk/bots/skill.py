"""What a player can do in a game: brought along from a file beside the rules, or gained by practice."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from regelwerk.interpreter.errors import RuleError
from regelwerk.interpreter.machine import Machine
from regelwerk.interpreter.tastes import Taste
from regelwerk.interpreter.walks import Walk

from .appraisal import Appraisal
from .practice import Practice
from .sight import Sight, sight
from .taste import Written, taste_of

LONG = 100  # decisions of a long game
LOOKS = 3  # games played to see how long they take
PRACTICE = 1500, 100_000  # games, and decisions, if nothing is brought along
FILE = "experience.json"


@dataclass(frozen=True, slots=True)
class Skill:
    """What is known of a game with so many players."""

    walk: Walk
    appraisal: Appraisal
    sight: Sight
    taste: Taste | None  # in a long game with scores, which is played by taste; any other one is looked through


@lru_cache(maxsize=8)
def skill(machine: Machine, players: int) -> Skill:
    """Get to know a game with so many players; always the same."""
    walk, eyes = machine.walk(), sight(machine)
    long = _long(machine, walk, walk.position(machine.fresh(players, 0)))
    taste = taste_of(eyes, practised(machine, players)) if long else None
    walk.go_by(taste)
    return Skill(walk, Appraisal(machine.compiled), eyes, taste)


def _long(machine: Machine, walk: Walk, start: Any) -> bool:
    longest = 0
    for look in range(LOOKS):
        with suppress(RuleError):
            walk.begin(start, look)
            walk.on()
            longest = max(longest, walk.made)
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
    file = Path(__file__).parent.parent / "rulesets" / name / FILE
    return Written.model_validate_json(file.read_text(encoding="utf-8")) if file.is_file() else None
