"""What a comparison says, as data: the one source of the text, the JSON and the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict

from regelwerk import __version__
from regelwerk.dsl import ir

from .adaptation import Case, Habits, Start
from .comparison import END, Comparison, Row
from .measures import MAIN
from .verdict import cautions, habits_verdict, verdict

DIGITS = 6
Verdict = Literal["clear", "hint", "none", "equal"]


class Closed(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Composed(Closed):
    """One side: how to call it, and what it is made of."""

    words: str
    lock: str
    hash: str
    parts: list[ir.Part]


class Change(Closed):
    """A rule that the two sides have differently; a place is empty where a side says nothing."""

    address: str
    kind: str  # changed, added, removed
    says: str
    first: str
    second: str
    places: list[str]  # on the first side, on the second
    cites: list[str]
    asks: list[str] = []  # questions of the ledger among what it cites


class Shift(Closed):
    """A measure: its means, the shift from the first side to the second with a 95 % interval, and how sure that is.

    clear: beyond chance, although many measures were looked at; hint: only if it had been the only one; none: within
    chance; equal: the same in every pair, so that there is no interval. `spread` is the standard deviation from game to
    game on the first side; a true shift of the size `detectable` is called clear four times out of five.
    """

    key: str
    group: str
    title: str
    first: float
    second: float
    shift: float
    low: float
    high: float
    p: float
    verdict: Verdict
    unequal: int
    spread: float
    detectable: float


class Used(Closed):
    """The same once players are used to the rules of their side, having practised them in groups.

    `case` tells about `measure`: none: no effect seen; habits: a shift at first that is not left later; lower, higher:
    it is the rule; tends_lower, tends_higher: which way is certain, how much is still moving; unclear. `gained` are the
    shifts of main measures from players at first to players used to it, both under the second rules. `luck` is the part
    of what is uncertain about that measure (of the squared error) that comes from practice.
    """

    practice: int  # games of each group under each rules
    groups: int
    start: Start  # what all groups begin with
    case: Case
    measure: str
    alike: int
    apart: int
    score_shifts: list[tuple[float, int]]
    shifts: list[Shift]
    gained: list[Shift]
    luck: float


class Place(Closed):
    """Where games first go apart: what was done last on both sides, what comes then on the second."""

    after: str
    at: str
    pairs: int


class Broken(Closed):
    side: Literal["first", "second"]
    reason: str
    games: int


class Report(Closed):
    """The comparison of two compositions of a game by paired play."""

    format: Literal["regelwerk/impact/1"] = "regelwerk/impact/1"
    version: str  # of Regelwerk
    date: str = ""  # as the caller gives it
    label: str = ""  # of this comparison in a list
    section: str = ""
    title: str
    game: str
    first: Composed
    second: Composed
    changes: list[Change]
    players: int
    bots: list[str]
    engine: str
    seed: int
    games: int  # pairs asked for
    pairs: int  # pairs that count: both games came to their end
    stopped: bool
    alike: int
    apart: int
    apart_share: tuple[float, float]  # 95 % interval
    apart_places: list[Place]
    apart_after: list[tuple[int, int]]  # decisions before games go apart, pairs; without those with other results only
    score_shifts: list[tuple[float, int]]  # shift of the mean score, pairs
    shifts: list[Shift]  # with practice: at first
    used: Used | None = None  # with practice
    broken: list[Broken]
    verdict: list[str]
    cautions: list[str]


class Reports(Closed):
    """Several comparisons of one run."""

    format: Literal["regelwerk/impacts/1"] = "regelwerk/impacts/1"
    title: str
    date: str = ""  # as the caller gives it
    reports: list[Report]


def asked(report: Report) -> str:
    """Give the question that two sides answer differently, if the rules that differ answer one."""
    return next((question for change in report.changes for question in change.asks), "")


def report(
    played: Comparison | Habits,
    words: Sequence[str],
    changes: Sequence[Change],
    engine: str,
    label: str = "",
    section: str = "",
) -> Report:
    """Put what came of a comparison into data; floats are rounded, so that they are the same everywhere."""
    habits = played if isinstance(played, Habits) else None
    done = played if isinstance(played, Comparison) else played.first
    first, second = (side.ruleset for side in done.sides)
    composed = [
        Composed(words=said, lock=rules.lock, hash=rules.hash, parts=rules.compiled.parts)
        for said, rules in zip(words, (first, second), strict=True)
    ]
    places = Counter((where.after, where.at) for where in done.apart)
    players = done.sides[0].players
    low, high = done.interval_apart()
    return Report(
        version=__version__, label=label, section=section, title=first.compiled.title, game=first.name,
        first=composed[0], second=composed[1],
        changes=list(changes), players=players, bots=list(done.sides[0].bots), engine=engine, seed=done.seed,
        games=done.games, pairs=done.pairs, stopped=done.stopped, alike=done.alike, apart=len(done.apart),
        apart_share=(_rounded(low), _rounded(high)),
        apart_places=[Place(after=a, at=b, pairs=n) for (a, b), n in sorted(places.items(), key=lambda x: (-x[1], x))],
        apart_after=sorted(Counter(where.decisions for where in done.apart if where.at != END).items()),
        score_shifts=_score_shifts(done), shifts=[_shift(row) for row in done.rows],
        used=None if habits is None else _used(habits),
        broken=[Broken(side="second" if side else "first", reason=text, games=n) for side, text, n in done.failures()],
        verdict=verdict(done) if habits is None else habits_verdict(habits),
        cautions=cautions(done, None if habits is None else habits.schooling),
    )  # fmt: skip


def _used(done: Habits) -> Used:
    how, told = done.schooling, done.headline
    return Used(
        practice=how.games, groups=how.groups, start=how.start,
        case="none" if told is None else told.case, measure="" if told is None else told.used.measure.key,
        alike=done.used.alike, apart=len(done.used.apart), score_shifts=_score_shifts(done.used),
        shifts=[_shift(row) for row in done.used.rows],
        gained=[_shift(row) for row in done.gained.rows if row.measure.group in MAIN],
        luck=0.0 if told is None else _rounded(told.used.estimate.practice),
    )  # fmt: skip


def _score_shifts(done: Comparison) -> list[tuple[float, int]]:
    players = done.sides[0].players
    return [(_rounded(total / players), n) for total, n in sorted(done.shifts.items())]


def _shift(row: Row) -> Shift:
    m, e = row.measure, row.estimate
    said: Verdict = "clear" if row.clear else "hint" if row.hint else "none" if e.unequal else "equal"
    return Shift(
        key=m.key, group=m.group, title=m.title, first=_rounded(e.first), second=_rounded(e.second),
        shift=_rounded(e.shift), low=_rounded(e.low), high=_rounded(e.high), p=_rounded(e.p), verdict=said,
        unequal=e.unequal, spread=_rounded(e.spread), detectable=_rounded(e.detectable),
    )  # fmt: skip


def _rounded(x: float) -> float:
    return round(float(x), DIGITS) + 0.0  # no -0.0
