"""`regelwerk coverage`: which entries of the ledger a ruleset cites, and which of them its tests would miss."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import Any

import click
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from regelwerk import RulesetError, library
from regelwerk.coverage import Coverage, Row, Status, Verdict, covered, examined, prepared
from regelwerk.coverage.examine import PLAY
from regelwerk.coverage.excuses import Damaged, Excuses, excused, line_of
from regelwerk.coverage.subject import Subject, Test
from regelwerk.coverage.work import noticing
from regelwerk.dsl.book.citations import clauses
from regelwerk.dsl.book.ledger import Entry
from regelwerk.dsl.mutate import Mutant
from regelwerk.interpreter.engine.machine import EngineName

from ..composing import Composing, composing
from ..progress import progress_bar
from ..reading import Read, read_ruleset
from ..screen import console, json_option, plural, print_json, python_engine_option, ruleset_argument

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


def _watched(verdicts: Iterator[Verdict], total: int, title: str, seen: list[Verdict]) -> bool:
    """Collect verdicts behind a bar; tell whether all came."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # `timeout` gets the result so far, too
    with progress_bar() as progress:
        task = progress.add_task(title, total=total)
        try:
            for verdict in verdicts:
                seen.append(verdict)
                progress.advance(task)
        except KeyboardInterrupt:
            return False
    return True


def _row(row: Row) -> dict[str, Any]:
    return {name: getattr(row, name) for name in ("area", "total", "unobservable", "cited", "exercised", "noticed")}


def _status(s: Status) -> dict[str, Any]:
    data = {"id": s.entry.id, "says": s.entry.says, "cited": s.cited, "tests": s.tests, "changes": s.changes}
    return data | {"exercised": s.exercised, "guard": s.guard, "noticed_by": s.killer, "why_not": s.why_not}


def _change(m: Mutant, read: Read) -> dict[str, Any]:
    place = f"{m.at.file}:{m.at.line}:{m.at.column}"
    return {"place": place, "line": line_of(m, read.sources), "what": m.what, "ids": list(m.ids)}


def _data(read: Read, subject: Subject, result: Coverage, excuses: Excuses, stopped: bool) -> dict[str, Any]:
    failing = [t.title for t in subject.tests if (t.role, t.number) in subject.failing]
    return {
        "ruleset": read.name,
        "edition": read.edition,
        "stopped": stopped,
        "areas": [_row(row) for row in result.rows],
        "all": _row(result.total),
        "questions": [_row(row) for row in result.question_rows],
        "entries": [_status(s) for s in (*result.statuses, *result.questions)],
        "unobservable": {s.entry.id: s.entry.unobservable for s in result.statuses if s.entry.unobservable},
        "changes": {
            "examined": result.changes,
            "noticed": result.killed,
            "unreadable": result.unread,
            "same": result.same,
        },
        "survivors": [_change(m, read) for m in result.survivors],
        "excused": [_change(m, read) | {"because": because} for m, because in result.excused],
        "stale_excuses": excuses.stale,
        "failing": failing,
    }


def _table(result: Coverage) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for i, heading in enumerate(("Area", "Total", "Unobservable", "Cited", "Exercised", "Noticed by any test")):
        table.add_column(heading, justify="right" if i else "left")
    for row in result.rows:
        table.add_row(*_cells(row))
    table.add_section()
    table.add_row(*_cells(result.total), style="bold")
    for row in result.question_rows:
        table.add_row(*_cells(row), style="dim")
    return table


def _cells(row: Row) -> list[str]:
    return [row.area, str(row.total), str(row.unobservable or ""), str(row.cited), str(row.exercised), str(row.noticed)]


def _tell(out: Console, read: Read, subject: Subject, result: Coverage, excuses: Excuses) -> None:
    for t in subject.tests:
        if (t.role, t.number) in subject.failing:
            out.print(f"The {t.role} “{t.title}” fails by itself and is left out.", style="red")
    if (PLAY, 0) in subject.failing:
        out.print("Random play breaks by itself: try `regelwerk simulate --check`.", style="red")
    if hidden := [s for s in result.statuses if s.entry.unobservable]:
        out.print("No test can observe:", style="bold")
        for s in hidden:
            out.print(f"  {s.entry.id}  {s.entry.unobservable}", soft_wrap=True)
        out.print()
    if uncited := [s.entry.id for s in result.missing if not s.cited and not s.tests]:
        out.print(
            f"Nothing cites {plural(len(uncited), 'observable entry').replace('entrys', 'entries')}:", style="bold"
        )
        out.print(Padding(Text(" ".join(uncited)), (0, 0, 1, 2)))
    if rest := [s for s in result.missing if s.cited or s.tests]:
        out.print("Cited, but not exercised:", style="bold")
        for s in rest:
            out.print(Text.assemble((f"  {s.entry.id}", "cyan"), f"  {s.why_not}"), soft_wrap=True)
        out.print()
    if result.survivors:
        out.print("Changes that no test notices:", style="bold")
        for m in result.survivors:
            out.print(_survivor(m, read), soft_wrap=True)
        out.print()
    for m, because in result.excused:
        out.print(f"Makes no difference: {line_of(m, read.sources)} ({m.what}): {because}", style="dim", soft_wrap=True)
    for each in excuses.stale:
        out.print(f"Fits nothing any more: {each}", style="yellow", soft_wrap=True)
    out.print(_table(result))
    unread = f"; {result.unread} could not be read and do not count" if result.unread else ""
    same = f"; {result.same} make no difference to the compiled rules" if result.same else ""
    out.print(f"\n{plural(result.changes, 'change')}, {result.killed} noticed{unread}{same}.")


def _survivor(m: Mutant, read: Read) -> Text:
    text = Text.assemble((f"  {m.at.file}:{m.at.line}:{m.at.column}", "cyan"), f"  {m.what}")
    text.append(f"   {' '.join('@' + id for id in m.ids)}", style="dim")
    return text.append(f"\n      {line_of(m, read.sources)}")


@click.command()
@ruleset_argument
@composing
@click.option("--jobs", "-j", type=click.IntRange(0), default=0, show_default=True,
              help="Processes; 0 takes one per processor. The result does not depend on it.")  # fmt: skip
@click.option("--area", "areas", multiple=True, metavar="AREA", help="Only entries of this area. May be repeated.")
@click.option("--id", "ids", multiple=True, metavar="ID", help="Only this entry. May be repeated.")
@python_engine_option
@json_option
@click.pass_context
def coverage(
    ctx: click.Context, ruleset: str, how: Composing, jobs: int, areas: tuple[str, ...], ids: tuple[str, ...],
    engine: EngineName, as_json: bool,
) -> None:  # fmt: skip
    """Tell which entries of the ledger a ruleset cites, and which are exercised.

    Every clause that cites an entry is changed a little, one change at a time: a number by one, a comparison flipped, a
    step left out. An entry is exercised if a scenario or invariant that cites it notices such a change. Changes that no
    test notices are listed. Ctrl-C ends it early with the result so far.

    \b
    Examples:
      regelwerk coverage my-game/
      regelwerk coverage my-game/ --area SETUP
      regelwerk coverage my-game/ --id M-BUY-001 --json
    """
    build = how.built(ruleset)
    if build.compiled is None:
        raise RulesetError(build.diagnostics, build.sources.values())
    read = read_ruleset(ruleset, how)
    entries = _entries(read, [a.upper() for a in areas], [i.lstrip("@").upper() for i in ids])
    limited = bool(areas or ids)
    out = console(err=True)
    with out.status("Planting changes …") if sys.stderr.isatty() else nullcontext():
        subject = prepared(read.decls, {e.id for e in entries} if limited else None, engine)
    try:
        excuses = excused(library.find(ruleset).path, subject.mutants, read.sources)
    except Damaged as damaged:
        raise library.Unknown(str(damaged)) from None
    workers = jobs or os.cpu_count() or 1
    seen: list[Verdict] = []
    done = _watched(examined(subject, workers), len(subject.mutants), read.name, seen)

    def notice(tests: Sequence[Test]) -> Mapping[Test, int]:
        return noticing(subject, tests, workers) if done else {}

    result = covered(subject, seen, entries, clauses(read.decls), excuses.reasons, notice)
    if limited:
        excuses.stale.clear()
    if as_json:
        print_json(_data(read, subject, result, excuses, not done))
    else:
        _tell(console(), read, subject, result, excuses)
    if not done:
        click.echo(f"Stopped after {len(seen)} of {len(subject.mutants)} changes.", err=True)
    ctx.exit(INTERRUPTED if not done else 0 if result.complete and not subject.failing else 1)
