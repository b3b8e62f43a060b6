"""Invariants in scenarios: a position that breaks one is refused, and so is a step after which one is broken.

After `given` they look at the position alone, so those that look back hold trivially or are told by the start; one that
`given` has broken that way (a coin that appeared) is left out from then on. What a scenario says it breaks is left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from regelwerk.dsl import ir

from ..analysis.code import all_expressions, all_statements, expressions_of
from ..engine.context import Context, State
from ..engine.machine import Machine
from ..errors import RuleError
from ..texts.sentences import Texts
from .findings import findings
from .script import Off


class InvariantCheck:
    """Looks at the table after `given` and after every step."""

    def __init__(self, machine: Machine, scenario: ir.Scenario, fresh: State, texts: Texts) -> None:
        self.machine = machine
        self.texts = texts
        self.scenario = scenario
        self.first = fresh.copy()
        self.before = self.first
        self.open = [check for check in machine.compiled.invariants if check.title not in scenario.breaks]

    def given(self, S: State) -> None:
        """Look at the position from which the scenario goes on."""
        self.before = S.copy()
        for check in list(self._broken(S)):
            if self._looks_back(check):
                self.open.remove(check)
                continue
            raise Off(self._said(check, "The position breaks", S), self.scenario.span)

    def step(self, S: State, span: int) -> None:
        """Look at what a step has made of it."""
        for check in self._broken(S):
            raise Off(self._said(check, "After this line the table breaks", S), span)
        self.before = S.copy()

    def _broken(self, S: State) -> Iterator[ir.Check]:
        X = self._looking_back()
        for check in self.open:
            try:
                holds = self.machine.engine.call(check.function, S, X, ())
            except RuleError:  # a number that cannot be: it holds even less
                holds = 0
            if not holds:
                yield check
        S[ir.TICKS] = self.first[ir.TICKS] = self.before[ir.TICKS] = 0

    def _said(self, check: ir.Check, words: str, S: State) -> str:
        file, line, *_ = self.machine.compiled.spans[check.span]
        values = findings(self.machine, self.texts, S, self._looking_back(), check.parts)
        found = "".join(f"\n{value.text}" for value in values)
        meant = f'If that is meant: `breaks "{check.title}"` below the title.'
        return f"{words} “{check.title}”  ({file}:{line}). {meant}{found}"

    def _looking_back(self) -> Context:
        X = Context()
        X.start, X.before = self.first, self.before
        return X

    def _looks_back(self, check: ir.Check) -> bool:
        """Does an invariant compare with the start? Then `given` may have changed what it counts."""
        functions = self.machine.compiled.functions
        todo, seen = [check.function], set[int]()
        while todo:
            number = todo.pop()
            if number in seen:
                continue
            seen.add(number)
            for statement in all_statements(functions[number].body):
                for e in (x for whole in expressions_of(statement) for x in all_expressions(whole)):
                    if not isinstance(e, int) and e[0] == "was":
                        return True
                    if not isinstance(e, int) and e[0] == "call":
                        todo.append(e[1])
        return False
