"""What a comparison says, at the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.table import Table
from rich.text import Text

from regelwerk.impact.comparison import END
from regelwerk.impact.data import Report, Shift, asked
from regelwerk.impact.measures import GROUPS, MAIN
from regelwerk.impact.verdict import mean, moved

from ..screen import plural

DETAILS = 12  # of the smaller measures
CHANGES = 8
PLACES = 4
STYLES = {"clear": "bold", "hint": "", "none": "", "equal": "dim"}
SAID = {"clear": "clear", "hint": "hint", "none": "", "equal": "equal"}
MARKS = {"clear": "*", "hint": "?", "none": " ", "equal": " "}


def told(report: Report, short: bool) -> Iterator[Text | Table | str]:
    """Tell a comparison; short, without what it was made of."""
    if short:
        question = asked(report)
        yield Text.assemble((question or report.label, "bold"), (f"   {report.label}" if question else "", "dim"))
        yield from (Text(f"  {line}") for line in report.verdict)
        return
    head = f"{report.title}: {plural(report.pairs, 'pair')} of games, {report.players} players"
    yield Text(f"{head}, {', '.join(dict.fromkeys(report.bots))}, seed {report.seed}", "bold")
    for name, side in (("first", report.first), ("second", report.second)):
        yield Text.assemble((f"{name:<8}", "bold"), side.words, (f"   lock {side.lock[:12]}", "dim"))
    for change in report.changes[:CHANGES]:
        cites = "".join(f"  @{id}" for id in change.cites)
        place = change.places[1] or change.places[0]
        yield Text.assemble(("changed ", "bold"), change.says, (f"   {place}{cites}", "dim"))
    if len(report.changes) > CHANGES:
        yield Text(f"{'':8}… and {len(report.changes) - CHANGES} more: regelwerk diff", "dim")
    yield ""
    for i, line in enumerate(report.verdict):
        yield Text(line, "" if i else "bold")
    if report.apart:
        yield ""
        yield Text(_where(report))
    yield ""
    shifts = report.shifts if report.used is None else report.used.shifts
    details = _details(shifts)
    if report.used is None:
        yield table(shifts, details)
    else:
        yield both(report.shifts, shifts, details)
        yield Text("* clear, ? hint; intervals of 95 %; victories in percentage points", "dim")
    left = sum(s.group not in MAIN for s in shifts) - len(details)
    if left:
        yield Text(f"{plural(left, 'other measure')}: --json and --html show all.", "dim")
    yield ""
    yield from (Text(line, "dim") for line in report.cautions)


def _where(report: Report) -> str:
    """Say where games first go apart."""
    counts = [pairs for _, pairs in report.apart_after]
    mean = sum(decisions * pairs for decisions, pairs in report.apart_after) / (sum(counts) or 1)
    places = [
        f"only in {p.at} ({p.pairs})" if p.at == END else f"after {p.after or 'the set-up'} ({p.pairs})"
        for p in report.apart_places[:PLACES]
    ]
    more = ", …" if len(report.apart_places) > PLACES else ""
    when = f" (after {mean:.0f} decisions on average)" if counts else ""
    games = "Games go apart" if report.used is None else "At first, games go apart"
    return f"{games}{when}: {', '.join(places)}{more}."


def table(shifts: Sequence[Shift], details: Sequence[Shift]) -> Table:
    """Draw the measures: the main ones, and of the others those that shift."""
    out = Table(box=None, pad_edge=False, header_style="bold")
    out.add_column("")
    for heading in ("First", "Second", "Shift"):
        out.add_column(heading, justify="right")
    out.add_column("95 % interval", justify="center")
    out.add_column("")
    for heading, shift in _headed(shifts, details):
        if heading:
            out.add_row(Text(heading, "bold"))
        out.add_row(_titled(shift), *cells(shift), SAID[shift.verdict], style=STYLES[shift.verdict])
    return out


def both(shifts: Sequence[Shift], used: Sequence[Shift], details: Sequence[Shift]) -> Table:
    """Draw the measures at first and once used to it, side by side."""
    out = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    out.add_column("")
    for heading in ("First", "At first", "Once used to it"):
        out.add_column(heading, justify="right", no_wrap=True)
    at_first = {s.key: s for s in shifts}
    for heading, later in _headed(used, details):
        if heading:
            out.add_row(Text(heading, "bold"))
        out.add_row(
            Text(_titled(later), STYLES[later.verdict]),
            mean(later.group, later.first),
            _marked(at_first.get(later.key)),
            _marked(later),
        )
    return out


def _headed(shifts: Sequence[Shift], details: Sequence[Shift]) -> Iterator[tuple[str, Shift]]:
    """Give the main measures and the details, the first of each group of these with its heading."""
    group = ""
    for shift in [*(s for s in shifts if s.group in MAIN), *details]:
        yield "" if shift.group in (*MAIN, group) else GROUPS[shift.group], shift
        group = shift.group


def _titled(shift: Shift) -> str:
    return f"{'' if shift.group in MAIN else '  '}{shift.title}"


def _marked(shift: Shift | None) -> Text:
    """Write a shift, its interval and how sure it is into few letters; what is not listed was nothing on both sides."""
    if shift is None or shift.verdict == "equal":
        return Text("equal ", "dim")
    change, between = (text.removesuffix(" pp") for text in moved(shift.group, shift.shift, shift.low, shift.high))
    return Text(f"{change} ({between}){MARKS[shift.verdict]}", STYLES[shift.verdict])


def cells(shift: Shift) -> list[str]:
    """Write means, shift and interval."""
    change, between = moved(shift.group, shift.shift, shift.low, shift.high)
    means = mean(shift.group, shift.first), mean(shift.group, shift.second)
    return [*means, change, between if shift.verdict != "equal" else "–"]


def _details(shifts: Sequence[Shift]) -> list[Shift]:
    found = [s for s in shifts if s.group not in MAIN and s.verdict in ("clear", "hint")]
    best = sorted(found, key=lambda s: (s.verdict != "clear", s.p, s.key))[:DETAILS]
    return [s for s in found if s in best]
