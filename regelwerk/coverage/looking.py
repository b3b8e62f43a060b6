"""Before the first change: which tests fail without any, and which planted changes each comes by.

Whoever asks for the switch finds a table in its place that notes for which change it was asked. So the engine that
examines changes looks them over, too; the reference would take several times as long.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, SupportsIndex

from pydantic import BaseModel

from ..dsl import ir
from ..dsl.book.citations import INVARIANT, SCENARIO
from ..interpreter.engine.python.engine import Generated, Written
from ..interpreter.engine.runtime import Runtime
from ..interpreter.game.game import Ruleset
from .examine import IN_PLAY, PLAY, broken_in_play, passes
from .subject import Subject


class _Noting(list[int]):
    """A table that says no for every change, and notes which was asked for."""

    def __init__(self, most: int) -> None:
        super().__init__([*[0] * (most + 1), 1])  # were all the same, nobody would look it up
        self.seen: set[int] = set()

    def __getitem__(self, at: SupportsIndex | slice) -> Any:
        if isinstance(at, int):
            self.seen.add(at)
        return super().__getitem__(at)


class _Watched(Generated):
    """Generated code that reads the noting table itself, not a copy."""

    def __init__(self, runtime: Runtime, table: _Noting) -> None:
        self._table = table
        super().__init__(runtime)

    def _fill(self, written: Written) -> None:
        super()._fill(written)
        self.space[f"T{len(self.compiled.tables) - 1}"] = self._table


def look_over(subject: Subject) -> None:
    """Run every test without a change: note which fail, and which changes each comes by."""
    table = _Noting(len(subject.mutants))
    ruleset = Ruleset(_noted(subject, table), subject.engine, subject.limits)
    if subject.engine != "reference":
        ruleset.machine.engine = _Watched(ruleset.machine.runtime, table)
    found: set[tuple[str, int]] = set()
    for t in subject.tests:
        if t.role == SCENARIO:
            table.seen = set()
            if not passes(ruleset, t.number):
                found.add((t.role, t.number))
            subject.reach[t.number] = frozenset(table.seen)
    table.seen = set()
    subject.failing = frozenset(found | _unsound(subject, ruleset))
    subject.reach[IN_PLAY] = frozenset(table.seen)


def failing(subject: Subject) -> frozenset[tuple[str, int]]:
    """Name the tests that fail without a change."""
    ruleset = Ruleset(subject.compiled, subject.engine, subject.limits)
    scenarios = {(t.role, t.number) for t in subject.tests if t.role == SCENARIO and not passes(ruleset, t.number)}
    return frozenset(scenarios | _unsound(subject, ruleset))


def _unsound(subject: Subject, ruleset: Ruleset) -> set[tuple[str, int]]:
    invariants = [t for t in subject.tests if t.role == INVARIANT]
    broken = broken_in_play(ruleset) if invariants else []
    found = {(t.role, t.number) for t in invariants if t.title in broken}
    return found | ({(PLAY, 0)} if PLAY in broken else set())


# ---------------------------------------------------------------- the table instead of the switch


def _noted(subject: Subject, table: _Noting) -> ir.Compiled:
    """Have the table read wherever the switch is compared with a number."""
    compiled = subject.compiled
    switch = ("ld", subject.switch, 0)

    def noting(part: Any) -> Any:
        if isinstance(part, BaseModel):
            return part.model_copy(update={name: noting(value) for name, value in part})
        if isinstance(part, list):
            return [noting(each) for each in part]
        if not isinstance(part, tuple):
            return part
        if len(part) == 3 and part[0] in ("eq", "ne") and switch in part[1:]:
            number: Any = part[2] if part[1] == switch else part[1]
            asked = ("tab", len(compiled.tables), ("add", switch, number))
            return asked if part[0] == "eq" else ("not", asked)
        return tuple(noting(each) for each in part)

    code: dict[str, Sequence[Any]] = {name: noting(getattr(compiled, name)) for name in ("functions", "procs", "sites")}
    return compiled.model_copy(update={**code, "tables": [*compiled.tables, table]})
