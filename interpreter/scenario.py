"""Running the scenarios of a ruleset: set up, given, when, then.

The set-up decisions of a scenario are answered with their first option. Chance that a scenario does not name must not
matter, so every scenario runs under several seeds.
"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, field

from ..dsl import ir
from .chance import fnv1a64
from .context import Context, State
from .errors import RuleError, Unmet
from .findings import Found, findings
from .ruleset import Ruleset, Words

SEEDS = 3
_COPY = re.compile(r"#\d+")  # which copy of a card it is; answers do without


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong: in words, where, and for an expectation the line itself with the values that were found."""

    text: str
    span: int
    line: str = ""
    values: tuple[Found, ...] = ()


@dataclass(slots=True)
class Outcome:
    """What came of one scenario."""

    title: str
    span: int
    cites: tuple[str, ...] = ()
    failures: list[Failure] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.failures


class _Stop(Exception):
    """A scenario that cannot go on."""

    def __init__(self, text: str, span: int) -> None:
        super().__init__(text)
        self.failure = Failure(text, span)


def run_scenarios(ruleset: Ruleset, only: str = "") -> list[Outcome]:
    """Run all scenarios, or those whose title contains `only`."""
    wanted = [s for s in ruleset.compiled.scenarios if only.lower() in s.title.lower()]
    return [run_scenario(ruleset, s) for s in wanted]


def run_scenario(ruleset: Ruleset, scenario: ir.Scenario) -> Outcome:
    """Run one scenario; the first seed under which it fails tells why."""
    out = Outcome(scenario.title, scenario.span, tuple(scenario.cites))
    results: list[list[int]] = []
    for n in range(SEEDS):
        run = _Run(ruleset, scenario, fnv1a64(f"{scenario.title} {n}"))
        try:
            run.play()
            out.failures = run.judge()
        except _Stop as stop:
            out.failures = [stop.failure]
        except RuleError as error:
            out.failures = [run.stopped(error)]
        if out.failures:
            return out
        results.append(run.results)
    for expected, found in zip((x for x in scenario.then if x.varies), zip(*results, strict=True), strict=True):
        if len(set(found)) == 1:
            said = f"Chance does not decide this: it is the same in {SEEDS} games."
            out.failures.append(Failure(said, expected.span, expected.source))
    return out


class _Run:
    def __init__(self, ruleset: Ruleset, scenario: ir.Scenario, seed: int) -> None:
        self.machine = ruleset.machine
        self.compiled = ruleset.compiled
        self.scenario = scenario
        self.words = Words(ruleset, scenario.seats, language="")  # sentences are compared as written
        self.S: State = self.machine.fresh(len(scenario.seats), seed)
        self.answers: dict[int, deque[ir.Step]] = {}
        self.at = scenario.span
        self.X = Context()
        self.results: list[int] = []  # of what chance should decide

    def play(self) -> None:
        """Set up, then follow the steps; the answers after a step belong to it."""
        self.X.pick = lambda options, site: options[0]
        self.start(self.compiled.setup)
        self.X.pick = self.answer
        self.start(self.scenario.given)
        self.X.start = self.X.before = self.S.copy()
        steps = self.scenario.steps
        begins = [i for i, step in enumerate(steps) if step.proc >= 0]
        for begin, end in zip(begins, [*begins[1:], len(steps)], strict=False):
            own = steps[begin + 1 : end]
            self.answers = {}
            for step in own:
                if step.seat >= 0:
                    self.answers.setdefault(step.seat, deque()).append(step)
            self.X.supplied = deque(step.option for step in own if step.seat < 0)
            self.at = steps[begin].span
            self.start(steps[begin].proc)
            self.unused(own)

    def start(self, proc: int) -> None:
        S = self.S
        S[ir.TOP] = S[ir.ASK] = S[ir.OVER] = 0
        S[ir.WHO] = ir.NONE
        self.machine.kit.enter(S, proc, (), 0)
        self.machine.run(S, self.X)

    def unused(self, own: list[ir.Step]) -> None:
        for queue in self.answers.values():
            for step in queue:
                name = self.scenario.seats[step.seat]
                raise _Stop(f"{name} is never asked for this answer: {step.option}.", step.span)
        if self.X.supplied:
            step = [s for s in own if s.seat < 0][-len(self.X.supplied)]
            raise _Stop(f"This chance result is never drawn: {step.option}.", step.span)

    def answer(self, options: list[int], site: int) -> int:
        """Take the next answer of the seat that decides."""
        seat = self.S[ir.WHO]
        decision = self.words.offers.decision(self.S, options)
        listed = ", ".join(dict.fromkeys(_COPY.sub("", o.id) for o in decision.options[:12]))
        queue = self.answers.get(seat)
        name = self.scenario.seats[seat]
        if not queue:
            asked = f" ({decision.question})" if decision.question else ""
            raise _Stop(f"{name} has to decide here{asked}: {listed}. Answer below: `{name}: …`.", self.at)
        while queue[0].refused:
            step = queue.popleft()
            if decision.option(step.option) is not None:
                raise _Stop(f"{name} can answer {step.option} here.", step.span)
            if not queue:
                raise _Stop(f"{name} has to decide here: {listed}. Answer below: `{name}: …`.", step.span)
        step = queue.popleft()
        found = decision.option(step.option)
        if found is None:
            raise _Stop(f"{name} cannot answer {step.option}; possible are: {listed}.", step.span)
        return found.code

    def stopped(self, error: RuleError) -> Failure:
        """Say what stopped a line of the scenario: a requirement names the line that asked too much."""
        if error.kind != "requirement":
            return Failure(error.message, error.span)
        said = self.words.texts.sentence(error.text, error.args_of_text) if error.text >= 0 else ""
        file, line, column, _, _ = error.at
        return Failure(f"This is not possible here. {said}".rstrip() + f"  ({file}:{line}:{column})", self.at)

    def reason(self, unmet: Unmet) -> str:
        return self.words.texts.obstacle(unmet.text, unmet.args_of_text, unmet.span)

    def judge(self) -> list[Failure]:
        """Test what must hold at the end."""
        out = []
        for expected in self.scenario.then:
            if expected.varies:
                self.results.append(self.machine.reference.call(expected.function, self.S, self.X, ()))
                continue
            if expected.function >= 0:
                if not self.machine.reference.call(expected.function, self.S, self.X, ()):
                    values = findings(self.machine, self.words.texts, self.S, self.X, expected)
                    said = "\n".join(value.text for value in values) or "This does not hold."
                    out.append(Failure(said, expected.span, expected.source, values))
                continue
            unmet = self.machine.trials.obstacle(self.S, expected.proc, expected.args)
            said = "" if unmet is None else self.reason(unmet)
            if said != expected.text:
                found = f"The reason is “{said}”." if said else "It is possible."
                out.append(Failure(found, expected.span, expected.source))
        return out
