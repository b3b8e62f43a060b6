"""`regelwerk coverage`: which entries of the ledger a ruleset cites, and which of them its tests would miss."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import click
from rich.text import Text

from regelwerk import RulesetError, library
from regelwerk.coverage import Verdict, covered, examined, prepared
from regelwerk.coverage.choice import KINDS, of_kinds
from regelwerk.coverage.examine import SURVIVED
from regelwerk.coverage.excuses import Damaged, excused, line_of
from regelwerk.coverage.subject import Test
from regelwerk.coverage.verdicts import Unreadable, Verdicts, fingerprint, survivors
from regelwerk.coverage.work import noticing
from regelwerk.dsl.book.citations import clauses
from regelwerk.dsl.book.ledger import Entry
from regelwerk.dsl.mutate import Mutant
from regelwerk.dsl.source import Source
from regelwerk.interpreter.engine.machine import EngineName
from regelwerk.library.sources import texts
from regelwerk.simulation.workers import Crew

from ...crew import crew_options
from ...progress import progress_bar, working
from ...reading import Read, read_ruleset
from ...reports.coverage import data, survivor, tell
from ...ruleset_options import Composing, composing
from ...screen import console, json_option, print_json, python_engine_option, ruleset_argument

INTERRUPTED = 130


def _entries(read: Read, areas: Sequence[str], ids: Sequence[str]) -> list[Entry]:
    """List the entries asked for: those of the edition and the overlays in use, and the questions."""
    if read.ledger is None:
        raise library.Unknown("This ruleset names no ledger to compare with. Add `ledger` to its heading.")
    own = {e.id for e in read.ledger.counted(read.edition, read.used, read.absent)}
    every = [e for e in read.ledger.entries.values() if e.id in own or e.is_question]
    known_areas = dict.fromkeys(e.area for e in every)
    for area in areas:
        if area not in known_areas:
            raise library.Unknown(f"There is no area {area}. There are: {', '.join(known_areas)}.")
    for id in ids:
        if id not in {e.id for e in every}:
            raise library.Unknown(f"There is no entry {id} in the edition {read.edition or 'of this ruleset'}.")
    return [e for e in every if (not areas and not ids) or e.area in areas or e.id in ids]


def _watched(verdicts: Iterator[Verdict], total: int, title: str, see: Callable[[Verdict], Text | None]) -> bool:
    """Hand on verdicts behind a bar, above which survivors are told at once; tell whether all came."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # `timeout` gets the result so far, too
    with progress_bar() as progress:
        task = progress.add_task(title, total=total)
        try:
            for verdict in verdicts:
                told = see(verdict)
                if told is not None and sys.stderr.isatty():
                    progress.console.print(told, soft_wrap=True)
                progress.advance(task)
        except KeyboardInterrupt:
            return False
    return True


@click.command()
@ruleset_argument
@composing
@crew_options(usual_jobs=0)
@click.option("--area", "areas", multiple=True, metavar="AREA", help="Only entries of this area. May be repeated.")
@click.option("--id", "ids", multiple=True, metavar="ID", help="Only this entry. May be repeated.")
@click.option("--kind", "kinds", multiple=True, type=click.Choice(KINDS), metavar="KIND",
              help=f"Only changes of this kind ({', '.join(KINDS)}). May be repeated.")  # fmt: skip
@click.option("--sample", type=click.IntRange(1), metavar="N",
              help="Only N changes: entries drawn by lot, each broken once, then once more.")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, help="Of the lot.")
@click.option("--resume", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Keeps what was found in FILE, and goes on where it stopped if the rules are the same.")  # fmt: skip
@click.option("--again", type=click.Path(dir_okay=False, path_type=Path, exists=True), metavar="REPORT",
              help="Only changes that survived in this report, which --json has made.")  # fmt: skip
@python_engine_option
@json_option
@click.pass_context
def coverage(
    ctx: click.Context, ruleset: str, how: Composing, crew: Crew, areas: tuple[str, ...], ids: tuple[str, ...],
    kinds: tuple[str, ...], sample: int | None, seed: int, resume: Path | None, again: Path | None,
    engine: EngineName, as_json: bool,
) -> None:  # fmt: skip
    """Tell which entries of the ledger a ruleset cites, and which are exercised.

    This is mutation testing: every clause that cites an entry is changed a little, one change at a time: a number by
    one, a comparison flipped, a step left out; for another player, in another order, twice, with one case skipped, with
    an effect too many. An entry is exercised if a scenario or invariant that cites it notices such a change. Changes
    that no test notices are listed, area by area. Ctrl-C ends it early with the result so far, a fair sample.

    \b
    Examples:
      regelwerk coverage my-game/
      regelwerk coverage my-game/ --sample 100 --json > report.json
      regelwerk coverage my-game/ --again report.json
      regelwerk coverage my-game/ --area SETUP --kind who --kind order
      regelwerk coverage my-game/ --on tcp://10.0.0.1:8786 --resume night.jsonl
    """
    build = how.built(ruleset)
    if build.compiled is None:
        raise RulesetError(build.diagnostics, build.sources.values())
    read = read_ruleset(ruleset, how)
    entries = _entries(read, [a.upper() for a in areas], [i.lstrip("@").upper() for i in ids])
    out = console(err=True)
    try:
        asked = None if again is None else survivors(again)
        found_before = None if resume is None else Verdicts(resume, fingerprint(read.sources, map(str, how.rulings)))
    except Unreadable as unreadable:
        raise library.Unknown(str(unreadable)) from None
    if found_before is not None and found_before.stale:
        out.print("Rules or tests have changed since: beginning anew.", style="yellow")
    of_kind = of_kinds(kinds)

    def wanted(m: Mutant) -> bool:
        told = {(line_of(m, read.sources), what) for what in (m.what, m.or_else)} if asked is not None else set()
        return of_kind(m) and (asked is None or not asked.isdisjoint(told))

    with working("Planting changes …"):
        kept = {e.id for e in entries} if areas or ids else None
        subject = prepared(read.decls, kept, engine, wanted, sample, seed)
    try:
        place = library.find(ruleset)
        excuses = excused(place.path, subject.mutants, read.sources, _aside(place, how.overlays))
    except Damaged as damaged:
        raise library.Unknown(str(damaged)) from None
    known = found_before.known if found_before is not None else {}
    seen = [known[number] for number in subject.order if number in known]

    def see(verdict: Verdict) -> Text | None:
        seen.append(verdict)
        if found_before is not None:
            found_before.add(verdict)
        bad = verdict.state == SURVIVED and verdict.number not in excuses.reasons
        return survivor(subject.mutants[verdict.number - 1], read) if bad else None

    left = len(subject.order) - len(seen)
    done = _watched(examined(subject, crew, known), left, read.name, see)

    def notice(tests: Sequence[Test]) -> Mapping[Test, int]:
        return noticing(subject, tests, crew) if done else {}

    seen.sort(key=lambda v: v.number)
    result = covered(subject, seen, entries, clauses(read.decls), excuses.reasons, notice)
    whole = done and len(subject.order) == len(subject.mutants)
    if kept is not None or not whole:
        excuses.stale.clear()
    if as_json:
        print_json(data(read, subject, result, excuses, not done, whole))
    else:
        tell(console(), read, subject, result, excuses, whole)
    if not done:
        click.echo(f"Stopped after {len(seen)} of {len(subject.order)} changes.", err=True)
    fine = result.complete if whole else not result.survivors
    ctx.exit(INTERRUPTED if not done else 0 if fine and not subject.failing else 1)


def _aside(place: library.Place, overlays: Sequence[str]) -> list[Source]:
    """Give the overlays that are not in use and, below others, the game itself: they may have replaced its lines."""
    used = {source.name for source in texts(place, overlays).overlays}
    near = texts(place, [each.id for each in library.beside(place)])
    return [source for source in near.overlays if source.name not in used] + (near.base if used else [])
