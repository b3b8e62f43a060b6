"""One change: is it noticed, by which tests, and do those cite what was changed?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random

from ..dsl import ast, ir
from ..dsl.book.citations import INVARIANT, SCENARIO
from ..dsl.core.check import check
from ..dsl.core.from_ast.incremental import Memory
from ..dsl.diagnostics import Diagnostic
from ..dsl.ir.from_core import lowering
from ..dsl.mutate import Mutant, applied
from ..interpreter.engine.context import Limits
from ..interpreter.engine.machine import EngineName
from ..interpreter.errors import RuleError
from ..interpreter.game.game import Ruleset
from ..interpreter.scenarios.run import run_scenario
from ..interpreter.scenarios.selection import Selection
from .subject import Subject, Test, without

KILLED, SURVIVED, INVALID, SAME = "killed", "survived", "invalid", "same"
STRICT = Limits(ticks=500_000, trials=1_000)  # a change may make rules run for ever
GAMES = 2  # at random, that look at invariants: with the fewest players and with most
DECISIONS = 100  # of such a game
FEW = 20  # scenarios that are quicker walked through than compiled to Python
PLAY = "random play"
REMEMBERED = (
    100  # changes; what memories hold of declarations grows with every change, and is of use to the next ones only
)
IN_PLAY = -1  # among what scenarios come by: what these games come by


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of one change. `by` maps ids to the test that cites them and noticed; `killer` is the first of all."""

    number: int
    state: str
    killer: str = ""
    by: tuple[tuple[str, str], ...] = ()
    failing: tuple[str, ...] = ()
    other: bool = False  # the second form of the change was examined: the first could not be read


class Examiner:
    """Examines changes of one subject; one per process."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self.ruleset = Ruleset(subject.compiled, subject.engine, subject.limits)
        sound = [t for t in subject.tests if (t.role, t.number) not in subject.failing]
        self.sound = sorted(sound, key=lambda t: (len(subject.reach.get(t.number, ())), t.decl))  # short ones first
        self.plain: ir.Compiled | None = None
        self.selection: Selection | None = None  # what the scenarios come by without a change
        self.citing_memory, self.memory = Memory(), Memory()  # of rules with few tests, and with all
        self.examined = 0
        self.play_is_sound = (PLAY, 0) not in subject.failing

    def verdict(self, number: int) -> Verdict:
        """Examine one change."""
        self.examined += 1
        if self.examined % REMEMBERED == 0:
            self.citing_memory, self.memory = Memory(), Memory()
        mutant = self.subject.mutants[number - 1]
        if number not in self.subject.planted:
            return self._alone(mutant)
        found = self._planted(mutant)
        if found.state == SURVIVED and self._same(applied(self.subject.decls, mutant)):
            return replace(found, state=SAME)
        return found

    def _same(self, decls: Sequence[ast.Decl]) -> bool:
        """Tell whether a change compiles to the very same rules: a ruling in force may make it meaningless."""
        if self.plain is None:
            self.plain = self._rules(self.subject.decls)
        return self.plain is not None and self._rules(decls) == self.plain

    def _rules(self, decls: Sequence[ast.Decl]) -> ir.Compiled | None:
        """Compile without tests, and without the places in the source."""
        program, problems = check([ast.File("", tuple(without(decls, ())))], memory=self.citing_memory)
        if program is None or any(p.is_error for p in problems):
            return None
        return lowering(program, self.citing_memory).compiled().model_copy(update={"spans": []})

    def noticed(self, test: Test) -> int:
        """Give the first planted change that a scenario notices; 0 if it notices none."""
        for number in sorted(self.subject.reach.get(test.number, ())):
            self._set(number)
            if not passes(self.ruleset, test.number):
                return number
        return 0

    def _set(self, number: int) -> None:
        self.subject.compiled.state[self.subject.switch] = number
        self.ruleset.machine._fresh.clear()

    def _planted(self, m: Mutant) -> Verdict:
        self._set(m.number)
        reached = [t for t in self._scenarios() if m.number in self.subject.reach.get(t.number, ())]
        runs = _Runs({t: (self.ruleset, t.number) for t in reached})
        runs.ask(reached, m.ids)
        if not runs.failed:
            runs.ask_any(reached)
        played = m.number in self.subject.reach.get(IN_PLAY, ())  # a game that never comes by it stays as it was
        return self._judged(m, runs, self.ruleset if played else None)

    def _alone(self, m: Mutant) -> Verdict:
        """Compile a change by itself: first with the tests that cite it, then with all that it touches."""
        ids = frozenset(m.ids)
        citing = [t for t in self.sound if t.ids & ids]
        for other in (False, True):
            if other and m.other is None:
                continue
            decls = applied(self.subject.decls, m, other)
            runs, ruleset = self._compiled(decls, citing, self.citing_memory)
            if ruleset is None:
                continue
            runs.ask(citing, m.ids)
            if not runs.failed and self._same(decls):
                return Verdict(m.number, SAME, other=other)
            if not runs.failed and len(citing) < len(self.sound):
                runs, ruleset = self._compiled(decls, self.sound, self.memory)
                runs.ask_any(self.sound)
            return replace(self._judged(m, runs, ruleset), other=other)
        return Verdict(m.number, INVALID)

    def _compiled(
        self, decls: Sequence[ast.Decl], tests: Iterable[Test], memory: Memory
    ) -> tuple[_Runs, Ruleset | None]:
        """Compile a changed ruleset with some tests. A test that cannot be read any more has noticed the change."""
        kept, runs = list(tests), _Runs({})
        while True:
            program, found = check([ast.File("", tuple(without(decls, kept)))], memory=memory)
            problems = [p for p in found if p.is_error]
            if program is not None and not problems:
                break
            broken = [t for t in kept if any(inside(p, decls[t.decl]) for p in problems)]
            if not broken:
                return runs, None
            runs.failed += broken
            kept = [t for t in kept if t not in broken]
        scenarios = sorted((t for t in kept if t.role == SCENARIO), key=lambda t: t.number)
        compiled = lowering(program, memory).compiled(telling=lambda scenario: False)
        wanted = self._touched(compiled) if memory is self.memory else range(len(scenarios))
        engine: EngineName = "reference" if len(wanted) < FEW else self.subject.engine
        ruleset = _ruleset(compiled, engine, self.subject.limits)
        if ruleset is not None:
            runs.places = {scenarios[n]: (ruleset, n) for n in wanted}
        return runs, ruleset

    def _touched(self, compiled: ir.Compiled) -> Sequence[int]:
        """Tell which scenarios may come out otherwise than without the change."""
        if self.selection is None:
            self.selection = Selection()
            program, _ = check([ast.File("", tuple(without(self.subject.decls, self.sound)))])
            assert program is not None
            self.selection.turn(lowering(program, None).compiled(telling=lambda scenario: False))
            for n in range(len(self._scenarios())):
                self.selection.run(n)
        return self.selection.touched(compiled)

    def _judged(self, m: Mutant, runs: _Runs, playable: Ruleset | None) -> Verdict:
        """Put together what scenarios and, where it matters, invariants say."""
        failed = list(runs.failed)
        titles = [t.title for t in failed]
        known = {t.title: t for t in self.sound if t.role == INVARIANT}
        open_ids = frozenset(m.ids).difference(*(t.ids for t in failed))
        cited = any(t.ids & open_ids for t in known.values())
        if playable is not None and known and (cited or not failed):
            seen = broken_in_play(playable)
            failed += [known[title] for title in seen if title in known]
            titles += [title for title in seen if title in known or (title == PLAY and self.play_is_sound)]
        by = {id: t.title for t in reversed(failed) for id in m.ids if id in t.ids}
        state, killer = (KILLED, titles[0]) if titles else (SURVIVED, "")
        return Verdict(m.number, state, killer, tuple(sorted(by.items())), tuple(titles))

    def _scenarios(self) -> list[Test]:
        return [t for t in self.sound if t.role == SCENARIO]


class _Runs:
    """Scenarios that were run, each once: where each lies, and which failed."""

    def __init__(self, places: dict[Test, tuple[Ruleset, int]]) -> None:
        self.places = places
        self.passed: set[Test] = set()
        self.failed: list[Test] = []

    def fails(self, t: Test) -> bool:
        if t in self.passed or t not in self.places:
            return False
        if t not in self.failed:
            if passes(*self.places[t]):
                self.passed.add(t)
                return False
            self.failed.append(t)
        return True

    def ask(self, tests: Sequence[Test], ids: Iterable[str]) -> None:
        """Find for each id a test that cites it and fails."""
        for id in ids:
            self.ask_any(t for t in tests if id in t.ids)

    def ask_any(self, tests: Iterable[Test]) -> None:
        any(self.fails(t) for t in tests)


def passes(ruleset: Ruleset, number: int) -> bool:
    """Run a scenario. A change may break rules in ways that checked rules cannot: that is noticed, too."""
    try:
        return run_scenario(ruleset, ruleset.compiled.scenarios[number]).ok
    except (ArithmeticError, LookupError, ValueError, RecursionError):
        return False


def inside(p: Diagnostic, d: ast.Decl) -> bool:
    """Tell whether a message is about a line of a declaration."""
    return p.at.file == d.at.file and d.at.line <= p.at.line <= d.at.end_line


def _ruleset(compiled: ir.Compiled, engine: EngineName, limits: Limits) -> Ruleset | None:
    try:
        return Ruleset(compiled, engine, limits)
    except RuleError:
        return None


def broken_in_play(ruleset: Ruleset) -> list[str]:
    """Play a few random games and name what broke: invariants by their titles, or the play itself."""
    found: dict[str, None] = {}
    for seed, players in enumerate(ruleset.compiled.players[:GAMES]):
        random = Random(seed)
        try:
            game = ruleset.new_game(players, seed, checks=True)
            for _ in range(DECISIONS):
                if game.over or game.violations:
                    break
                decision = game.decisions()[0]
                options = decision.options
                game.choose(options[int(random.random() * len(options))], decision.seat)
                if decision.secret and decision.seat in game.waiting():
                    game.commit(decision.seat)
            found |= {v.title: None for v in game.violations}
        except (RuleError, ArithmeticError, LookupError, ValueError, RecursionError):
            found[PLAY] = None
    return list(found)
