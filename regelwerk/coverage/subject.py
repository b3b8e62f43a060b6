"""What is examined: the rules, the changes of them, the tests, and one compiled ruleset with many changes planted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ..dsl import ast, ir
from ..dsl.book.citations import RULE, role_of
from ..dsl.mutate import Mutant
from ..interpreter.engine.context import Limits
from ..interpreter.engine.machine import EngineName


@dataclass(frozen=True, slots=True)
class Test:
    """A scenario or invariant, by its position among its like, and what it cites."""

    role: str
    number: int
    title: str
    ids: frozenset[str]
    decl: int


@dataclass(slots=True)
class Subject:
    """Everything a worker needs. `switch` is the cell that says which planted change is in force."""

    decls: tuple[ast.Decl, ...]
    tests: list[Test]
    mutants: list[Mutant]
    compiled: ir.Compiled
    switch: int
    planted: frozenset[int] = frozenset()
    failing: frozenset[tuple[str, int]] = frozenset()  # tests that fail without any change
    engine: EngineName = "auto"
    limits: Limits = field(default_factory=Limits)
    reach: dict[int, frozenset[int]] = field(default_factory=dict)  # scenario -> planted changes it comes by
    order: list[int] = field(default_factory=list)  # which changes are examined


def without(decls: Sequence[ast.Decl], kept: Iterable[Test]) -> list[ast.Decl]:
    """Give the rules with some tests only, and without translations: those know sentences that a change takes away."""
    rules = {n for n, d in enumerate(decls) if role_of(d) == RULE and not isinstance(d, ast.Texts)}
    names = {t.decl for t in kept} | rules
    return [d for n, d in enumerate(decls) if n in names]
