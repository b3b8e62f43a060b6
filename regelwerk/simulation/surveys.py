"""What seeded play has shown, kept on this machine: rules that play as before are not played again.

Much that is edited changes no play: comments, scenarios, translations, the lines things stand on."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from ..dsl import ir
from ..interpreter.engine.cache import writer
from ..interpreter.game.game import Ruleset
from ..interpreter.scenarios.survey import Survey, survey
from ..storage import pickled

UNPLAYED = {"spans", "parts", "scenarios", "translations", "titles", "shows", "sayings"}


def surveyed(ruleset: Ruleset, games: int, decisions: int, doubts: bool, look_up: Callable[[], None]) -> Survey:
    """Look at a ruleset by playing it, or give what was seen when the same rules were played."""
    name = _name(ruleset.compiled, games, decisions, doubts)
    known = pickled.read(name, Survey)
    if known is None:
        known = survey(ruleset, games, decisions, open_questions=doubts, look_up=look_up)
        pickled.write(name, known)
    return known


def _name(compiled: ir.Compiled, *how: object) -> str:
    said = f"{writer()} {how} {compiled.model_dump_json(exclude=UNPLAYED)}"
    return f"seen-{hashlib.sha256(said.encode('utf-8', 'surrogatepass')).hexdigest()}"
