"""What all verdicts together say about the entries of a ledger."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..dsl.book.citations import RULE, Clause
from ..dsl.book.ledger import Entry
from ..dsl.mutate import Mutant
from .examine import INVALID, SAME, SURVIVED, Verdict
from .subject import Subject, Test

Notice = Callable[[Sequence[Test]], Mapping[Test, int]]


@dataclass(frozen=True, slots=True)
class Status:
    """One entry: is it cited, and does a test notice when it is wrong?

    `guard` is a test that cites the entry and noticed a change of a clause that cites it; `killer` is any that did.
    """

    entry: Entry
    cited: bool
    tests: int
    changes: int
    guard: str = ""
    killer: str = ""

    @property
    def exercised(self) -> bool:
        return bool(self.guard)

    @property
    def why_not(self) -> str:
        """Say what is missing."""
        if self.guard:
            return ""
        if not self.cited:
            return "only tests cite it" if self.tests else "nothing cites it"
        if not self.changes:
            return "its clause has nothing that could be changed"
        if not self.tests:
            return "no test cites it" + (f" (noticed by “{self.killer}”)" if self.killer else "")
        return "no test that cites it notices a change" + (f" (“{self.killer}” does)" if self.killer else "")


@dataclass(frozen=True, slots=True)
class Row:
    """The numbers of one area."""

    area: str
    total: int
    unobservable: int
    cited: int
    exercised: int
    noticed: int  # by any test


@dataclass(slots=True)
class Coverage:
    """The result. `questions` are gaps and ambiguities: cited and exercised like rules, but not among the rules."""

    statuses: list[Status] = field(default_factory=list)
    questions: list[Status] = field(default_factory=list)
    survivors: list[Mutant] = field(default_factory=list)
    excused: list[tuple[Mutant, str]] = field(default_factory=list)
    changes: int = 0
    killed: int = 0
    unread: int = 0  # changes that no ruleset can have
    same: int = 0  # changes that are none once compiled
    kinds: dict[str, tuple[int, int]] = field(default_factory=dict)  # kind -> changes examined, and survived
    weak: dict[str, tuple[int, int]] = field(default_factory=dict)  # area -> the same
    drawn: int = 0  # entries whose first change has been examined, and of how many it was noticed
    held: int = 0
    _areas: dict[str, str] = field(default_factory=dict)

    @property
    def rows(self) -> list[Row]:
        return _rows(self.statuses)

    @property
    def question_rows(self) -> list[Row]:
        return _rows(self.questions)

    @property
    def total(self) -> Row:
        return _row("all", self.statuses)

    def area(self, m: Mutant) -> str:
        """Name the area that a change belongs to: that of the entry cited nearest to it."""
        return next((self._areas[id] for id in m.ids if id in self._areas), "other")

    @property
    def missing(self) -> list[Status]:
        return [s for s in self.statuses if not s.exercised and not s.entry.unobservable]

    @property
    def complete(self) -> bool:
        return not self.missing and not self.survivors


def _rows(statuses: Sequence[Status]) -> list[Row]:
    areas = dict.fromkeys(s.entry.area for s in statuses)
    return [_row(area, [s for s in statuses if s.entry.area == area]) for area in areas]


def _row(area: str, some: Sequence[Status]) -> Row:
    seen = [s for s in some if not s.entry.unobservable]
    return Row(
        area,
        len(some),
        len(some) - len(seen),
        sum(s.cited or s.tests > 0 for s in seen),
        sum(s.exercised for s in seen),
        sum(bool(s.killer) for s in seen),
    )


def covered(
    subject: Subject,
    verdicts: Iterable[Verdict],
    entries: Sequence[Entry],
    clauses: Sequence[Clause],
    excuses: Mapping[int, str],
    notice: Notice,
) -> Coverage:
    """Count. `excuses` tells why a change makes no difference; `notice` finds changes that scenarios notice."""
    out = Coverage(_areas={e.id: e.area for e in entries})
    guards: dict[str, str] = {}
    killers: dict[str, str] = {}
    changes: dict[str, int] = {}
    failing: set[str] = set()
    first: dict[str, dict[int, bool]] = {}  # entry -> its changes, and whether they were noticed
    for v in verdicts:
        m = subject.mutants[v.number - 1]
        if v.other and m.or_else:
            m = replace(m, what=m.or_else)
        if v.state == INVALID:
            out.unread += 1
            continue
        if v.state == SAME:
            out.same += 1
            continue
        out.changes += 1
        survives = v.state == SURVIVED and m.number not in excuses
        for counts, key in ((out.kinds, m.sort), (out.weak, out.area(m))):
            examined, survived = counts.get(key, (0, 0))
            counts[key] = (examined + 1, survived + survives)
        first.setdefault(m.ids[0], {})[v.number] = not survives
        failing |= set(v.failing)
        for id in m.ids:
            changes[id] = changes.get(id, 0) + 1
            if v.killer:
                killers.setdefault(id, v.killer)
        for id, title in v.by:
            guards.setdefault(id, title)
        if v.state != SURVIVED:
            out.killed += 1
        elif m.number in excuses:
            out.excused.append((m, excuses[m.number]))
        else:
            out.survivors.append(m)
    place = {number: i for i, number in enumerate(subject.order)}
    out.drawn = len(first)
    out.held = sum(own[min(own, key=lambda number: place[number])] for own in first.values())
    cited = {id for c in clauses if c.role == RULE for id in c.ids}
    _examples(subject, entries, guards, killers, failing, notice)
    for e in entries:
        tests = sum(e.id in t.ids for t in subject.tests)
        status = Status(e, e.id in cited, tests, changes.get(e.id, 0), guards.get(e.id, ""), killers.get(e.id, ""))
        (out.questions if e.is_question else out.statuses).append(status)
    return out


def _examples(
    subject: Subject, entries: Sequence[Entry], guards: dict[str, str], killers: dict[str, str], failing: set[str],
    notice: Notice,
) -> None:  # fmt: skip
    """A worked example is a scenario itself: it is exercised if that scenario notices any change at all."""
    wanted = [e.id for e in entries if e.kind == "example" and e.id not in guards]
    open_tests = []
    for id in wanted:
        own = [t for t in subject.tests if id in t.ids]
        seen = next((t.title for t in own if t.title in failing), "")
        if seen:
            guards[id] = killers[id] = seen
        else:
            open_tests += own
    for t in notice(list(dict.fromkeys(open_tests))):
        for id in wanted:
            if id in t.ids:
                guards.setdefault(id, t.title)
                killers.setdefault(id, t.title)
