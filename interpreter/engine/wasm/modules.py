"""The module of a ruleset: from the cache, or written and compiled."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from regelwerk.dsl import ir

from .. import cache
from ..context import Limits
from . import host
from .codec import Plan, plan_of
from .entries.exports import WHOLE_LIBRARY, write
from .memory import MOST_PAGES
from .program import Program


@dataclass(frozen=True, slots=True)
class Loaded:
    module: Any
    plan: Plan


def loaded(compiled: ir.Compiled, limits: Limits) -> Loaded:
    """Give the module of a ruleset."""
    host.engine()
    key = key_of(compiled, limits)
    found = _kept(key)
    if found is not None:
        return found
    binary, plan = _written(compiled, limits)
    module = host.compile(binary)
    head = json.dumps(plan.data()).encode()
    cache.write(key, len(head).to_bytes(8, "little") + head + host.kept(module))
    return Loaded(module, plan)


def _written(compiled: ir.Compiled, limits: Limits) -> tuple[bytes, Plan]:
    """Write a module; rulesets that are built in a way nobody thought of are refused."""
    try:
        program = Program(compiled, limits, WHOLE_LIBRARY)
        binary = write(program)
        plan = plan_of(program)
    except (ArithmeticError, AssertionError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise _refused(error) from error
    if program.module.pages > MOST_PAGES:
        raise host.Unavailable("this ruleset needs too much memory in WebAssembly")
    return binary, plan


def _refused(error: Exception) -> host.Unavailable:
    return host.Unavailable(f"this ruleset cannot be written as WebAssembly ({error})")


def is_kept(compiled: ir.Compiled, limits: Limits) -> bool:
    """Tell whether the module of a ruleset has been compiled before."""
    try:
        return cache.holds(key_of(compiled, limits))
    except host.Unavailable:
        return True  # nothing has to be compiled


def key_of(compiled: ir.Compiled, limits: Limits) -> str:
    """Name everything a compiled module depends on."""
    parts = {"functions", "procs", "sites", "tables", "lists", "state", "slots", "movables", "places", "chances"}
    parts |= {"rooms", "main", "setup", "players", "ranks", "invariants", "domains"}
    try:
        rules = compiled.model_dump_json(include=parts)
    except ValueError as error:
        raise _refused(error) from error
    rest = f"{cache.writer()} {limits} {host.version()} {cache.processor()}"
    return hashlib.sha256(f"{rest}\n{rules}".encode()).hexdigest()


def _kept(key: str) -> Loaded | None:
    content = cache.read(key)
    if content is None:
        return None
    size = int.from_bytes(content[:8], "little")
    try:
        plan = Plan(**json.loads(content[8 : 8 + size]))
    except (ValueError, TypeError):
        return None
    module = host.restore(content[8 + size :])
    return None if module is None else Loaded(module, plan)
