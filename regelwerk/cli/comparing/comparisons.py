"""Making comparisons: both sides are compiled and played, and what came of it is added up."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import click
from pydantic import TypeAdapter
from rich.progress import Progress

from regelwerk import Ruleset, RulesetError, library
from regelwerk.bots.learning.experience import brought, practised
from regelwerk.bots.learning.policy_file import Written
from regelwerk.dsl.editing.session import Session
from regelwerk.dsl.pipeline import lowered
from regelwerk.impact.adaptation import Habits, Schooling
from regelwerk.impact.comparison import Comparison
from regelwerk.impact.data import Change, Report, report
from regelwerk.impact.playing import Played
from regelwerk.impact.playing import Side as Player
from regelwerk.interpreter.engine.machine import EngineName
from regelwerk.library import building
from regelwerk.library.languages import spoken
from regelwerk.simulation.journal import Journal
from regelwerk.simulation.workers import Crew, in_order

from ..compared import Side
from ..progress import progress_bar
from ..reading import Read, as_read
from ..reports.differences import changed_rules
from ..seats import seated
from .lists import Item, Listed
from .pairs import Plan, comparable, pairs
from .practising import Practice, practise

TOLD: TypeAdapter[Report | str] = TypeAdapter(Report | str)


@dataclass(frozen=True, slots=True)
class Opened:
    """One side: ready to play, and as it was read."""

    ruleset: Ruleset
    read: Read


@dataclass(slots=True)
class Before:
    """What was played of a first side for other comparisons."""

    games: list[Played] = field(default_factory=list)
    learnt: Written | None = None  # without practice
    groups: list[Written] = field(default_factory=list)  # who have practised


@dataclass(frozen=True, slots=True)
class Asked:
    """How to play, the same for all comparisons of a run."""

    games: int
    players: int | None
    bots: list[str]
    seed: int
    crew: Crew
    engine: EngineName
    limit: int
    schooling: Schooling | None = None  # of eager players who get used to the rules of each side
    shown: bool = True  # a bar tells how far a comparison is


@dataclass(slots=True)
class Known:
    """What one comparison leaves to the next."""

    session: Session = field(default_factory=Session)  # most of the rules are the same again and again
    opened: dict[str, Opened] = field(default_factory=dict)  # first sides
    before: dict[tuple[str, int], Before] = field(default_factory=dict)  # by first side and players


def compared(found: Listed, asked: Asked, journal: Journal) -> Iterator[Report | str]:
    """Make the comparisons of a list, in order: what came of each, or why it cannot be made.

    If there are enough of them, processes share the comparisons; else they share the games of each.
    """

    def go_on(first: int) -> Iterator[Report | str]:
        items = found.items[first:]
        if asked.crew.alone or asked.crew.on or len(items) < asked.crew.jobs:
            known = Known()
            yield from (_attempt(item, asked, known) for item in items)
            return
        with progress_bar() as progress:
            task = progress.add_task(found.title, total=len(found.items), completed=first)
            alone = replace(asked, crew=Crew(), shown=False)
            for told in in_order(_begin, alone, _work, items, asked.crew):
                progress.advance(task)
                yield told

    yield from journal.kept("comparisons", TOLD, go_on, whole=lambda told: isinstance(told, str) or not told.stopped)


def _begin(asked: Asked) -> tuple[Asked, Known]:
    return asked, Known()


def _work(desk: tuple[Asked, Known], item: Item) -> Report | str:
    return _attempt(item, *desk)


def _attempt(item: Item, asked: Asked, known: Known) -> Report | str:
    try:
        return compare(item, asked, known)
    except click.UsageError as wrong:
        return wrong.format_message()
    except (library.Unknown, RulesetError) as wrong:
        return str(wrong.args[0])


def compare(item: Item, asked: Asked, known: Known, journal: Journal | None = None) -> Report:
    """Play the pairs of one comparison; what a journal holds is not played again."""
    journal = journal or Journal()
    first, second = item.sides
    if first.words not in known.opened:
        known.opened[first.words] = _opened(first, asked, known.session)
    opened = known.opened[first.words], _opened(second, asked, known.session)
    rules = [each.ruleset for each in opened]
    count = comparable(rules[0], rules[1], asked.players, len(asked.bots))
    kinds = tuple(seated(asked.bots, count))
    before = known.before.setdefault((first.words, count), Before())
    others: list[list[Played]] = []
    how, stopped = asked.schooling, False
    with progress_bar(asked.shown) as progress:
        habits: Sequence[Sequence[Written | None]] = [[None]]
        if how is not None:
            habits = _practised(rules, count, asked, how, before, progress, journal)
        elif "eager" in kinds:
            habits = [[_known(rules[0], count, before, progress)]]
        compiled = rules[0].compiled, rules[1].compiled
        plan = Plan(compiled, first.how.language, asked.engine, count, kinds, asked.seed, asked.limit, habits)
        players = [plan.ready(each) for each in rules]
        task = progress.add_task(item.label or rules[0].compiled.title, total=asked.games)
        try:
            for _, *others_of_it in pairs(plan, players, asked.games, asked.crew, before.games, journal):
                others.append(others_of_it)
                progress.advance(task)
        except KeyboardInterrupt:
            stopped = True
    games = zip(before.games, others, strict=False)  # the first side may be one game ahead
    done = _added(plan, players, asked, how, games, stopped)
    return report(
        done, [first.words, second.words], _changes(item.sides, opened), asked.engine, item.label, item.section
    )


def _added(
    plan: Plan, players: Sequence[Player], asked: Asked, how: Schooling | None,
    games: Iterable[tuple[Played, list[Played]]], stopped: bool,
) -> Comparison | Habits:  # fmt: skip
    first, second = players
    if how is None:
        done = Comparison(first, second, asked.games, asked.seed, stopped)
        for a, (b,) in games:
            done.add(a, b)
        return done
    habits = Habits(first, second, asked.games, asked.seed, how, stopped)
    for index, (a, (b, c)) in enumerate(games):
        habits.add(a, b, c, plan.group(index))
    return habits


def _known(rules: Ruleset, players: int, before: Before, progress: Progress) -> Written:
    """Give what players know of the first rules."""
    if before.learnt is None:
        task = progress.add_task("Practice", total=None)
        before.learnt = practised(rules.machine, players)
        progress.remove_task(task)
    return before.learnt


def _practised(
    rules: Sequence[Ruleset],
    players: int,
    asked: Asked,
    how: Schooling,
    before: Before,
    progress: Progress,
    journal: Journal,
) -> list[list[Written]]:
    """Let groups get used to each side; those of a first side that have practised before are the same again."""
    compiled = rules[0].compiled, rules[1].compiled
    start = brought(rules[0].name) if how.start == "experience" else None
    if how.start == "experience" and start is None:
        raise click.UsageError(f"No experience comes with {rules[0].compiled.title}: practise without --experienced.")
    practice = Practice(compiled, asked.engine, players, start, how.games, asked.seed)
    groups = before.groups, before.groups if rules[0].hash == rules[1].hash else []
    task = progress.add_task("Practice")

    def told(over: float, of: int) -> None:
        progress.update(task, completed=over * how.games, total=of * how.games)

    practise(practice, rules, how.groups, asked.crew, groups, told, journal)
    progress.remove_task(task)
    return list(groups)


def _opened(side: Side, asked: Asked, session: Session) -> Opened:
    """Compile a side or end the command with its messages."""
    how = side.how
    build = building.checked(session, side.ruleset, how.overlays, dict(how.rulings))
    lowered(build)
    if build.compiled is None:
        raise RulesetError(build.diagnostics, build.sources.values())
    spoken(build.compiled, how.language)
    return Opened(Ruleset(build.compiled, asked.engine, language=how.language), as_read(build, side.ruleset))


def _questions(sides: tuple[Side, Side], cites: Collection[str]) -> list[str]:
    """Give the questions among entries of the ledger."""
    known = library.ledger(library.find(sides[0].ruleset))
    found = (known.entries[id] for id in sorted(cites) if id in known.entries) if known else ()
    return [entry.says for entry in found if entry.is_question]


def _changes(sides: tuple[Side, Side], opened: tuple[Opened, Opened]) -> list[Change]:
    """List the rules that the two sides have differently."""
    return [
        Change(
            address=d.address, kind=d.kind, says=said, first=d.old.text, second=d.new.text,
            places=[f"{s.at.file}:{s.at.line}" if s.at is not None else "" for s in (d.old, d.new)],
            cites=sorted({*d.old.cites, *d.new.cites}), asks=_questions(sides, {*d.old.cites, *d.new.cites}),
        )
        for d, said in changed_rules(sides, [each.read for each in opened])
    ]  # fmt: skip
