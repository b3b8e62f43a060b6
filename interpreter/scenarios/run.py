"""Running the scenarios of a ruleset: set up, given, when, then.

The set-up decisions of a scenario are answered with their first option. Chance that a scenario does not name must not
matter, so every scenario runs under several seeds. What is asked is answered line by line (`script`).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from regelwerk.dsl import ir

from ..engine.chance import fnv1a64
from ..engine.context import Context, Event, State
from ..errors import Refused, RuleError, Unmet
from ..game.game import Ruleset
from ..game.log import Logs
from ..game.wording import Words
from .findings import Found, findings
from .invariants import InvariantCheck
from .script import Off, Script

SEEDS = 3


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


def run_scenarios(ruleset: Ruleset, only: str = "") -> list[Outcome]:
    """Run all scenarios, or those whose title contains `only` or whose file is called so."""
    spans = ruleset.compiled.spans
    wanted = [s for s in ruleset.compiled.scenarios if _chosen(only.lower(), s.title.lower(), spans[s.span][0].lower())]
    return [run_scenario(ruleset, s) for s in wanted]


def _chosen(only: str, title: str, file: str) -> bool:
    return only in title or only.removesuffix(".regel") == file.replace("\\", "/").rpartition("/")[2].removesuffix(
        ".regel"
    )


def run_scenario(ruleset: Ruleset, scenario: ir.Scenario, seeds: int = SEEDS) -> Outcome:
    """Run one scenario; the first seed under which it fails tells why. One seed is enough for a first look."""
    out = Outcome(scenario.title, scenario.span, tuple(scenario.cites))
    results: list[list[int]] = []
    for n in range(seeds):
        run = _Run(ruleset, scenario, fnv1a64(f"{scenario.title} {n}"))
        try:
            out.failures = run.play()
        except Off as off:
            out.failures = [Failure(off.text, off.span)]
        except RuleError as error:
            out.failures = [run.stopped(error)]
        if out.failures:
            return out
        results.append(run.results)
    for expected, found in zip((x for x in scenario.then if x.varies), zip(*results, strict=True), strict=True):
        if len(set(found)) == 1 < seeds:
            said = f"Chance does not decide this: it is the same in {SEEDS} games."
            out.failures.append(Failure(said, expected.span, expected.source))
    return out


def laid_out(ruleset: Ruleset, scenario: ir.Scenario, seed: int) -> State:
    """Give the table after the set-up and `given`. Errors: `Refused` says at which line it cannot be laid out."""
    run = _Run(ruleset, scenario, seed)
    try:
        run.lay_out()
        return run.S
    except Off as off:
        failure = Failure(off.text, off.span)
    except RuleError as error:
        failure = run.stopped(error)
    file, line, *_ = ruleset.compiled.spans[failure.span]
    raise Refused(f"the table of the scenario “{scenario.title}” cannot be laid out ({file}:{line}): {failure.text}")


class _Run:
    def __init__(self, ruleset: Ruleset, scenario: ir.Scenario, seed: int) -> None:
        self.machine = ruleset.machine
        self.compiled = ruleset.compiled
        self.scenario = scenario
        self.words = Words(ruleset, scenario.seats, language="")  # sentences are compared as written
        self.S: State = self.machine.fresh(len(scenario.seats), seed)
        self.script = Script(ruleset.compiled, self.words.offers, scenario.seats, scenario.span)
        self.X = Context()
        self.results: list[int] = []  # of what chance should decide
        self.said: list[Event] = []
        self.invariants = InvariantCheck(self.machine, scenario, self.S, self.words.texts)

    def play(self) -> list[Failure]:
        """Set up, follow the steps, look at what must hold on the way; the answers after a step belong to it."""
        self.lay_out()
        steps = self.scenario.steps
        begins = [i for i, step in enumerate(steps) if step.proc >= 0]
        told = 0
        for begin, end in zip(begins, [*begins[1:], len(steps)], strict=False):
            moment = range(told, begin + 1)
            if failures := self.judge(moment):
                return failures
            if any(x.after in moment for x in self.scenario.then):
                self.X.before = self.S.copy()
            told = begin + 1
            self.script.open(steps[begin], steps[begin + 1 : end])
            self.X.supplied = self.script
            self.X.events = self.script.events
            self.start(steps[begin].proc)
            self.script.close()
            self.invariants.step(self.S, steps[begin].span)
            self.said += self.script.events
        return self.judge(range(told, len(steps) + 1))

    def lay_out(self) -> None:
        """Set up, and lay the table as `given` says."""
        self.set_up()
        self.X.pick = self.unanswered
        self.start(self.scenario.given)
        self.X.pick = self.answer
        self.X.start = self.X.before = self.S.copy()
        self.invariants.given(self.S)

    def set_up(self) -> None:
        """Lay out the table: as the scenario says, or with the first option of every decision."""
        if not self.scenario.setup:
            self.X.pick = lambda options, site: options[0]
            return self.start(self.compiled.setup)
        self.script.open(ir.Step(span=self.scenario.setup[0].span), self.scenario.setup)
        self.X.pick, self.X.supplied, self.X.events = self.answer, self.script, self.script.events
        self.start(self.compiled.setup)
        self.script.close()
        self.X.supplied = self.X.events = None

    def start(self, proc: int) -> None:
        S = self.S
        S[ir.TOP] = S[ir.ASK] = S[ir.OVER] = 0
        S[ir.WHO] = ir.NONE
        self.machine.runtime.enter(S, proc, (), 0)
        self.machine.run(S, self.X)

    def answer(self, options: list[int], site: int) -> int:
        return self.script.answer(self.S, options)

    def unanswered(self, options: list[int], site: int) -> int:
        return self.script.unanswered(self.S, options, self.line_of_given(site))

    def line_of_given(self, site: int) -> int:
        """Find the line under `given` at which something is asked: by itself, or by what it runs."""
        proc = self.compiled.procs[self.scenario.given]
        if self.S[ir.TOP] - 1 == self.scenario.given:
            return self.compiled.sites[site].span
        return proc.blocks[self.S[proc.base + ir.FRAME_PC]].span or self.scenario.span

    def stopped(self, error: RuleError) -> Failure:
        """Say what stopped a line of the scenario: a requirement names the line that asked too much."""
        if error.kind == "chance" and self.script.drawn is not None:
            return Failure(f"{error.message}.", self.script.drawn.span)
        if error.kind == "place":
            said = "The place is taken: one finds room there, and something lies there now, or several are to be moved."
            return Failure(said, error.span)
        if error.kind != "requirement":
            return Failure(error.message, error.span)
        said = self.words.texts.sentence(error.text, error.args_of_text) if error.text >= 0 else ""
        file, line, column, _, _ = error.at
        return Failure(f"This is not possible here. {said}".rstrip() + f"  ({file}:{line}:{column})", self.script.at)

    def reason(self, unmet: Unmet) -> str:
        return self.words.texts.obstacle(unmet.text, unmet.args_of_text, unmet.span)

    def judge(self, moment: range) -> list[Failure]:
        """Test what must hold after so many steps."""
        out = []
        last = len(self.scenario.steps)
        for expected in self.scenario.then:
            if (expected.after if expected.after >= 0 else last) not in moment:
                continue
            if expected.hears >= 0:
                out += self.heard(expected)
                continue
            if expected.varies:
                self.results.append(self.machine.reference.call(expected.function, self.S, self.X, ()))
                continue
            if expected.function >= 0:
                if not self.machine.reference.call(expected.function, self.S, self.X, ()):
                    values = findings(self.machine, self.words.texts, self.S, self.X, expected.parts)
                    said = "\n".join(value.text for value in values) or "This does not hold."
                    out.append(Failure(said, expected.span, expected.source, values))
                continue
            unmet = self.machine.trials.obstacle(self.S, expected.proc, expected.args)
            said = "" if unmet is None else self.reason(unmet)
            if said != expected.text:
                found = f"The reason is “{said}”." if said else "It is possible."
                out.append(Failure(found, expected.span, expected.source))
        return out

    def heard(self, expected: ir.Expectation) -> list[Failure]:
        """Test whether a seat has been told a sentence."""
        logs = Logs(self.compiled, self.words.texts, self.words.offers)
        told = [text for event in self.said if (text := logs.entry_for(event, expected.hears, {}).get("text"))]
        if (expected.text in told) == expected.heard:
            return []
        heard = " ".join(f"“{text}”" for text in told) or "nothing"
        name = self.scenario.seats[expected.hears]
        return [Failure(f"{name} has been told {heard}.", expected.span, expected.source)]
