"""Fingerprints: of the rules, of what they are made of, and of a position."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from regelwerk.dsl import ir

from ..engine.context import State
from ..engine.machine import Machine

_WORDS = ("translations", "titles", "shows", "sayings")  # do not decide how the game runs


def of_rules(compiled: ir.Compiled) -> str:
    """Tell rules apart by everything that decides how the game runs."""
    words: dict[str, Any] = dict.fromkeys((*_WORDS, "spans", "scenarios", "parts"), True)
    exclude = words | {"invariants": {"__all__": {"parts"}}}
    return _digest(compiled.model_dump(mode="json", exclude=exclude))


def of_parts(compiled: ir.Compiled) -> str:
    """Tell rulesets apart by what they are made of: texts, overlays, rulings."""
    return _digest([part.model_dump() for part in compiled.parts])


def _digest(data: object) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def of_position(machine: Machine, S: State) -> str:
    """Tell positions apart: equal ones have equal fingerprints."""
    return hashlib.blake2b(machine.packed(S), digest_size=16).hexdigest()
