"""What coverage tells: as data, and as a page an author can act on."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from regelwerk.coverage import Coverage, Row, Status
from regelwerk.coverage.examine import PLAY
from regelwerk.coverage.excuses import Excuses, line_of
from regelwerk.coverage.subject import Subject
from regelwerk.dsl.mutate import Mutant
from regelwerk.impact.statistics import share

from ..reading import Read
from ..screen import plural

ADVICE = {  # what a test lacks that does not notice
    "amount": "ask for the exact number, and go to both sides of every limit",
    "whether": "let it happen, and ask what it has done",
    "when": "tell a case in which it happens and one in which it does not, each condition by itself",
    "who": "let somebody other than the first seat do it, and ask what all the others have afterwards",
    "order": "tell a case in which the later line depends on the earlier one, or name both questions in order",
    "times": "ask for the exact result once everything has happened, and let it happen again",
    "corner": "tell the first and the last of several, an empty pile, a purse that does not suffice",
    "extra": "ask that what the rule does not speak of has stayed as it was",
    "sight": "ask who sees it: `sees(p, pile)`",
}


def _row(row: Row) -> dict[str, Any]:
    return {name: getattr(row, name) for name in ("area", "total", "unobservable", "cited", "exercised", "noticed")}


def _status(s: Status) -> dict[str, Any]:
    data = {"id": s.entry.id, "says": s.entry.says, "cited": s.cited, "tests": s.tests, "changes": s.changes}
    return data | {"exercised": s.exercised, "guard": s.guard, "noticed_by": s.killer, "why_not": s.why_not}


def _change(m: Mutant, read: Read) -> dict[str, Any]:
    place = f"{m.at.file}:{m.at.line}:{m.at.column}"
    return {"place": place, "line": line_of(m, read.sources), "what": m.what, "kind": m.sort, "ids": list(m.ids)}


def data(
    read: Read, subject: Subject, result: Coverage, excuses: Excuses, stopped: bool, whole: bool
) -> dict[str, Any]:
    """Give everything as data."""
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
        "kinds": {kind: {"examined": n, "survived": bad} for kind, (n, bad) in result.kinds.items()},
        "weak_areas": {area: {"examined": n, "survived": bad} for area, (n, bad) in result.weak.items()},
        "sample": None if whole else {"entries": result.drawn, "noticed": result.held},
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


def tell(out: Console, read: Read, subject: Subject, result: Coverage, excuses: Excuses, whole: bool) -> None:
    """Write the page."""
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
    _survivors(out, read, result)
    for m, because in result.excused:
        out.print(f"Makes no difference: {line_of(m, read.sources)} ({m.what}): {because}", style="dim", soft_wrap=True)
    for each in excuses.stale:
        out.print(f"Fits nothing any more: {each}", style="yellow", soft_wrap=True)
    out.print(_table(result))
    unread = f"; {result.unread} could not be read and do not count" if result.unread else ""
    same = f"; {result.same} make no difference to the compiled rules" if result.same else ""
    out.print(f"\n{plural(result.changes, 'change')}, {result.killed} noticed{unread}{same}.")
    if not whole:
        low, high = share(result.held, result.drawn)
        many = plural(result.drawn, "entry").replace("entrys", "entries")
        out.print(
            f"Of {many} drawn at random, each broken once, {result.held} noticed it: "
            f"between {low:.0%} and {high:.0%} of the whole rulebook (95 %)."
        )


def _survivors(out: Console, read: Read, result: Coverage) -> None:
    """List what nobody notices, area by area and kind by kind, with what a test would have to do."""
    if not result.survivors:
        return
    out.print("Changes that no test notices:", style="bold")
    for area, (examined, survived) in result.weak.items():
        if not survived:
            continue
        out.print(f"\n{area}: {survived} of {plural(examined, 'change')}", style="bold")
        own = [m for m in result.survivors if result.area(m) == area]
        for kind in dict.fromkeys(m.sort for m in own):
            out.print(f"  {kind}: {ADVICE[kind]}", style="dim", soft_wrap=True)
            for m in (m for m in own if m.sort == kind):
                out.print(survivor(m, read), soft_wrap=True)
    out.print()
    table = Table(box=None, pad_edge=False, header_style="bold")
    for i, heading in enumerate(("Kind of change", "Examined", "Survived")):
        table.add_column(heading, justify="right" if i else "left")
    for kind, counts in result.kinds.items():
        table.add_row(kind, *map(str, counts))
    out.print(table)
    out.print()


def survivor(m: Mutant, read: Read) -> Text:
    """Tell of one change where it is, what it is, and the line as it stands there."""
    text = Text.assemble((f"  {m.at.file}:{m.at.line}:{m.at.column}", "cyan"), f"  {m.what}")
    text.append(f"   {' '.join('@' + id for id in m.ids)}", style="dim")
    return text.append(f"\n      {line_of(m, read.sources)}")
