"""The report as one page of HTML: nothing in it comes from elsewhere, so it can be sent, kept and printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import groupby

from .comparison import END
from .data import Change, Composed, Report, Reports, Shift, asked
from .measures import GROUPS, MAIN
from .plots import Line, forest, histogram, shares
from .style import STYLE
from .verdict import mean, moved, percent

TOLD = 4  # changes at the top
CHANGES = 40  # and further below
PLACES = 12
CASES = {
    "none": "no effect seen", "habits": "habits only", "lower": "really lower", "higher": "really higher",
    "unclear": "unclear", "tends_lower": "lower, size still moving", "tends_higher": "higher, size still moving",
}  # fmt: skip
CERTAIN = ("lower", "higher", "tends_lower", "tends_higher")
PRACTISED = (
    "<p>What a group learns in practice is luck, too. So a shift is the mean of all groups, and its interval comes "
    "from how far groups differ (cluster-robust, Student’s t with one degree of freedom less than groups; never "
    "narrower than pairs alone would make it). It is called habits if the shift at first is clear, practice takes it "
    "back beyond chance, and what may be left is less than half of it, or than games differ from each other anyway; "
    "no effect seen, if nothing is beyond chance and what may be there is less than games differ anyway.</p>"
)


def page(whole: Reports) -> str:
    """Write the page of one comparison or several."""
    many = len(whole.reports) > 1
    title = whole.title or f"{whole.reports[0].title}: what the change does"
    body = [f"<h1>{escape(title)}</h1>", f'<p class="lead">{escape(whole.date)}</p>' if whole.date else ""]
    if many:
        body += _findings(whole.reports)
        body += _overview(whole.reports)
    for i, report in enumerate(whole.reports):
        body += _section(report, f"c{i + 1}") if many else _whole(report)
    body += _method(whole.reports[0])
    inner = "\n".join(body)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        '<meta name="color-scheme" content="light dark"/>\n'
        f"<title>{escape(title)}</title>\n<style>\n{STYLE}</style>\n</head>\n"
        f"<body>\n<main>\n{inner}\n</main>\n</body>\n</html>\n"
    )


# ---------------------------------------------------------------------- one comparison


def _whole(report: Report) -> list[str]:
    return [
        *_verdict(report), *_what(report), f'<p class="lead">{_played(report)}</p>', *_plots(report),
        *_tables(report, everything=True), *_compared(report),
    ]  # fmt: skip


def _what(report: Report) -> list[str]:
    """Say in a few lines what was changed."""
    shown = report.changes[:TOLD]
    lines = [
        f"<li>{_asked(change)}{_code(change.says)} <small>{escape(' '.join(change.cites))}</small></li>"
        for change in shown
    ]
    if len(report.changes) > TOLD:
        lines.append(f"<li>… and {len(report.changes) - TOLD} more, listed below</li>")
    sides = f"<code>{escape(report.first.words)}</code> and <code>{escape(report.second.words)}</code>"
    return [f"<p>Compared: {sides}.</p>", f"<ul>{''.join(lines)}</ul>" if lines else ""]


def _asked(change: Change) -> str:
    """Write the questions that a change answers otherwise in front of it."""
    return "".join(f"<b>{escape(question)}</b> " for question in change.asks)


def _section(report: Report, id: str) -> list[str]:
    """Fold a comparison of a list away, below its verdict."""
    head = f"<h2>{escape(asked(report) or report.label)}</h2>"
    label = f'<p class="lead">{escape(report.label)}</p>' if asked(report) else ""
    return [
        f'<section id="{id}" class="folded">', head, label, *_verdict(report),
        "<details><summary>Plots, measures and what was compared</summary>", *_plots(report),
        *_tables(report, everything=False), *_compared(report), "</details>", "</section>",
    ]  # fmt: skip


def _played(report: Report) -> str:
    bots = ", ".join(report.bots) if len(set(report.bots)) > 1 else f"all {report.bots[0]}"
    return (
        f"{report.pairs} pairs of games, {report.players} players ({escape(bots)}), seed {report.seed}: each pair is "
        f"one game under the first rules and one under the second, with the same luck.{_groups(report)}"
    )


def _groups(report: Report) -> str:
    """Say who plays, where players have practised."""
    if report.used is None:
        return ""
    how = report.used
    start = "beginning with nothing" if how.start == "nothing" else "beginning with the experience of the game"
    return (
        f" They are {how.groups} groups that have practised {how.practice} games under the rules of each side, "
        f"{start}. At first: those who know the first rules only. Once used to it: those who know the rules they play."
    )


def _verdict(report: Report) -> list[str]:
    shows = any(s.verdict == "clear" for s in report.shifts)
    if report.used is not None:
        shows = report.used.case not in ("none", "unclear")
    kind = "shows" if shows else "quiet"
    first, *rest = report.verdict
    lines = "".join(f"<p>{escape(line)}</p>" for line in rest)
    warned = [f'<p class="warn">{escape(text)}</p>' for text in _warnings(report)]
    return [f'<div class="verdict {kind}"><p><strong>{escape(first)}</strong></p>{lines}</div>', *warned]


def _warnings(report: Report) -> list[str]:
    said = [f"Stopped early: {report.pairs} of {report.games} pairs were played."] if report.stopped else []
    return said + [f"{b.games} games of the {b.side} side broke and do not count: {b.reason}" for b in report.broken]


def _plots(report: Report) -> list[str]:
    used = report.used
    if not report.apart and (used is None or not used.apart):
        return []
    before = {} if used is None else {s.key: (s.shift, s.low, s.high) for s in report.shifts}
    shifts, scores = (report.shifts, report.score_shifts) if used is None else (used.shifts, used.score_shifts)
    lines = [
        Line(s.title, s.shift / s.spread, s.low / s.spread, s.high / s.spread, s.verdict,
             moved(s.group, s.shift, s.low, s.high)[0], before=_scaled(before.get(s.key), s.spread))
        for s in shifts if s.group in MAIN and s.spread
    ]  # fmt: skip
    wins = [s for s in shifts if s.key.startswith("wins ")]
    when, pale = ("", "") if used is None else (", once used to it", " Pale, below: at first.")
    figures = [
        _figure(f"Shift of the main measures{when}", "The dot is the shift, the line its 95 % interval; 1 is as much "
                f"as games usually differ from each other.{pale}", forest(lines, "Main measures")) if lines else "",
        _figure(f"Score, pair by pair{when}", "How much the mean score of the second game is above that of the first; "
                "in how many pairs. Pale: no difference.", histogram(scores, "Differences of scores", 0.0)),
        _figure(f"Victories by seat{when}", "Pale: first rules; full: second rules. The line is where all seats are "
                "equal.", shares([(s.title.removeprefix("Victories of ").capitalize(), s.first, s.second)
                                  for s in wins], "Victories by seat")) if wins else "",
        _figure("Where games go apart" + (", at first" if used else ""),
                f"{report.apart} of {report.pairs} pairs differ; after so many decisions.",
                _when(report) + _places(report)) if report.apart else "",
    ]  # fmt: skip
    return ['<div class="figures">', *(f for f in figures if f), "</div>"]


def _scaled(before: tuple[float, float, float] | None, spread: float) -> tuple[float, float, float] | None:
    return None if before is None else (before[0] / spread, before[1] / spread, before[2] / spread)


def _figure(title: str, caption: str, drawn: str) -> str:
    return f"<figure><figcaption><b>{escape(title)}</b> {escape(caption)}</figcaption>\n{drawn}</figure>"


def _when(report: Report) -> str:
    counts = [(float(decisions), pairs) for decisions, pairs in report.apart_after]
    return histogram(counts, "Decisions before games go apart") if counts else ""


def _places(report: Report) -> str:
    rows = [
        (p.after or ("" if p.at == END else "the set-up"), p.at, str(p.pairs)) for p in report.apart_places[:PLACES]
    ]
    left = sum(p.pairs for p in report.apart_places[PLACES:])
    rows += [("elsewhere", "", str(left))] if left else []
    return _table(("last on both sides", "then, on the second", "pairs"), rows, numbers=(2,))


def _tables(report: Report, everything: bool) -> list[str]:
    shifts = report.shifts if report.used is None else report.used.shifts
    at_first = None if report.used is None else {s.key: s for s in report.shifts}
    main = [s for s in shifts if s.group in MAIN]
    rest = [s for s in shifts if s.group not in MAIN and (everything or s.verdict in ("clear", "hint"))]
    out = ["<h3>Main measures</h3>", _measures(main, at_first)]
    for group, found in groupby(rest, key=lambda s: s.group):
        rows = list(found)
        clear = sum(s.verdict == "clear" for s in rows)
        told = f"{clear} clear of {len(rows)}" if everything else f"{clear} clear, {len(rows) - clear} hints"
        fold = " open=''" if clear or not everything else ""
        out.append(f"<details{fold}><summary>{escape(GROUPS[group])} <small>{told}</small></summary>")
        out += [_measures(rows, at_first), "</details>"]
    return out


def _measures(shifts: Sequence[Shift], at_first: Mapping[str, Shift] | None) -> str:
    if at_first is not None:
        return _both(shifts, at_first)
    rows = [(s.title, mean(s.group, s.first), *_moved(s)) for s in shifts]
    kinds = [s.verdict for s in shifts]
    return _table(("", "first", "second", "shift", "95 % interval", ""), rows, (1, 2, 3, 4), kinds)


def _moved(s: Shift) -> tuple[str, str, str, str]:
    """Write the mean of the second side, the shift, its interval and how sure it is."""
    shift, between = moved(s.group, s.shift, s.low, s.high)
    between = between if s.verdict != "equal" else "–"
    return mean(s.group, s.second), shift, between, "" if s.verdict == "none" else s.verdict


def _both(shifts: Sequence[Shift], at_first: Mapping[str, Shift]) -> str:
    """Draw measures at first and once used to it, side by side."""
    rows = []
    for s in shifts:
        cells = [f'<td>{escape(s.title)}</td><td class="n">{mean(s.group, s.first)}</td>']
        for time in (at_first.get(s.key), s):
            texts, kind = (("0", "0", "–", "equal"), "equal") if time is None else (_moved(time), time.verdict)
            numbers = [f'<td class="n {kind}">{escape(text)}</td>' for text in texts[:3]]
            cells += [*numbers, f'<td class="{kind}">{escape(texts[3])}</td>']
        rows.append(f"<tr>{''.join(cells)}</tr>")
    names = "second", "shift", "95 % interval"
    columns = "".join(f'<th class="n">{name}</th>' for name in names) + "<th></th>"
    head = (
        '<th></th><th></th><th colspan="4" class="over">at first</th><th colspan="4" class="over">once used to it</th>'
        "</tr><tr>"
        f'<th></th><th class="n">first</th>{columns * 2}'
    )
    return _framed(head, "\n".join(rows))


def _table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int] = (), kinds: Sequence[str] = ()
) -> str:
    def cells(row: Sequence[str], tag: str) -> str:
        marked = [(text, ' class="n"' if i in numbers else "") for i, text in enumerate(row)]
        return "".join(f"<{tag}{kind}>{escape(text)}</{tag}>" for text, kind in marked)

    marked = zip(rows, kinds or [""] * len(rows), strict=True)
    inner = "\n".join(f'<tr class="{kind}">{cells(row, "td")}</tr>' for row, kind in marked)
    return _framed(cells(heads, "th"), inner)


def _framed(head: str, body: str) -> str:
    """Put a table into a frame that can be moved sideways on a narrow screen."""
    table = f"<table><thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table>"
    return f'<div class="wide">{table}</div>'


def _compared(report: Report) -> list[str]:
    out = ["<h3>What was compared</h3>", "<dl>"]
    out += [*_side("First", report.first), *_side("Second", report.second), "</dl>"]
    if report.changes:
        out.append(f"<p>{len(report.changes)} rules differ:</p><ul>")
        for change in report.changes[:CHANGES]:
            cites = " ".join(f"@{id}" for id in change.cites)
            place = change.places[1] or change.places[0]
            note = " ".join(filter(None, (place, cites)))
            out.append(f"<li>{_code(change.says)} <small>{escape(note)}</small></li>")
        if len(report.changes) > CHANGES:
            out.append(f"<li>… and {len(report.changes) - CHANGES} more</li>")
        out.append("</ul>")
    again = f"regelwerk impact {_quoted(report.first.words)} {_quoted(report.second.words)} --games {report.games}"
    bots = ",".join(report.bots)
    out.append("<p>To play the same games again:</p>")
    again += f" --players {report.players} --seed {report.seed} --bots {bots}"
    if report.used is not None:
        again += f" --practice {report.used.practice} --groups {report.used.groups}"
        again += " --experienced" if report.used.start == "experience" else ""
    out.append(f"<pre>{escape(again)}</pre>")
    return out


def _side(name: str, side: Composed) -> list[str]:
    parts = [" ".join(filter(None, (part.layer, part.id, part.version, part.hash[:12]))) for part in side.parts]
    return [
        f"<dt>{name}</dt><dd><code>{escape(side.words)}</code><br/><small>lock {side.lock[:16]}, rules "
        f"{side.hash[:16]}; {escape('; '.join(parts))}</small></dd>"
    ]


def _quoted(words: str) -> str:
    return f'"{words}"' if " " in words else words


def _code(text: str) -> str:
    """Write what stands in back quotes as code."""
    return "".join(f"<code>{escape(part)}</code>" if i % 2 else escape(part) for i, part in enumerate(text.split("`")))


# ---------------------------------------------------------------------- several


def _findings(reports: Sequence[Report]) -> list[str]:
    """Begin with what came out, in sentences: what shows first, then what is open, then what nothing was seen of."""
    sorted_out: dict[str, list[str]] = {"What shows": [], "Where it is unclear": [], "Where no effect was seen": []}
    for i, report in enumerate(reports):
        title = asked(report) or report.label
        stop = "" if title.endswith(("?", ".")) else ":"
        line = f'<a href="#c{i + 1}">{escape(title)}</a>{stop} {escape(report.verdict[0])}'
        small = f" <small>{escape(report.label)}</small>" if asked(report) else ""
        sorted_out[_kind(report)].append(f"<li>{line}{small}</li>")
    out = []
    for head, lines in sorted_out.items():
        if lines:
            out.append(f"<h2>{head} <small>{len(lines)} of {len(reports)}</small></h2><ul>{''.join(lines)}</ul>")
    return out


def _kind(report: Report) -> str:
    """Tell under which heading a finding stands."""
    if report.used is not None:
        case = report.used.case
        return {"unclear": "Where it is unclear", "none": "Where no effect was seen"}.get(case, "What shows")
    if any(s.verdict == "clear" for s in report.shifts):
        return "What shows"
    return "Where it is unclear" if report.apart else "Where no effect was seen"


def _overview(reports: Sequence[Report]) -> list[str]:
    first = reports[0]
    out = [f'<p class="lead">{len(reports)} comparisons. {_played(first)}</p>']
    chance = max(1, round(len(reports) / 20))
    pale = "" if first.used is None else " It is that of players used to the rules they play; pale, below: at first."
    out.append(
        f"<p>The dot is the shift of the mean score in points, the line its 95 % interval.{pale} Every comparison is "
        f"judged by itself: among {len(reports)}, about {chance} may show a shift by chance alone.</p>"
    )
    for section, found in groupby(list(enumerate(reports)), key=lambda x: x[1].section):
        group = list(found)
        if section:
            out.append(f"<h2>{escape(section)}</h2>")
        lines = [_line(report, f"c{i + 1}") for i, report in group]
        out.append(f"<figure>{forest(lines, section or 'Shifts of the score')}</figure>")
        linked = [(report, f"c{i + 1}") for i, report in group]
        out.append(_summary(linked) if first.used is None else _cases(linked))
    return out


def _line(report: Report, link: str) -> Line:
    at_first, score = _scores(report)
    if score is None:
        return Line(report.label, 0, 0, 0, "equal", "no score", link)
    said = moved("score", score.shift, score.low, score.high)[0] if score.unequal else "no difference"
    before = None if at_first is None else (at_first.shift, at_first.low, at_first.high)
    return Line(report.label, score.shift, score.low, score.high, score.verdict, said, link, before)


def _scores(report: Report) -> tuple[Shift | None, Shift | None]:
    """Find the shift of the score at first, if there is another one later, and the one that counts."""
    found = next((s for s in report.shifts if s.key == "score"), None)
    if report.used is None:
        return None, found
    return found, next((s for s in report.used.shifts if s.key == "score"), None)


def _summary(found: Sequence[tuple[Report, str]]) -> str:
    rows = []
    for report, link in found:
        clear = sum(s.verdict == "clear" for s in report.shifts)
        main = sum(s.verdict == "clear" and s.group in MAIN for s in report.shifts)
        low, high = report.apart_share
        rows.append(
            f'<tr class="{"clear" if clear else ""}"><td><a href="#{link}">{escape(report.label)}</a></td>'
            f'<td class="n">{report.apart} of {report.pairs}</td><td class="n">{percent(low)} to {percent(high)}</td>'
            f'<td class="n">{main or "–"}</td><td class="n">{clear - main or "–"}</td></tr>'
        )
    names = ("games that differ", "95 % interval", "main shifts", "other shifts")
    head = "<th></th>" + "".join(f'<th class="n">{name}</th>' for name in names)
    return _framed(head, "\n".join(rows))


def _cases(found: Sequence[tuple[Report, str]]) -> str:
    """Tell of each comparison which case it is, and the shift of its score at first and later."""
    rows = []
    for report, link in found:
        assert report.used is not None
        told = [
            "no difference" if s is None or not s.unequal else "{} ({})".format(*moved("score", s.shift, s.low, s.high))
            for s in _scores(report)
        ]
        about = next((s.title for s in report.used.shifts if s.key == report.used.measure != "score"), "")
        case = CASES[report.used.case] + (f" ({about})" if about else "")
        case = "the same rules" if report.first.hash == report.second.hash else case
        rows.append(
            f'<tr class="{"clear" if report.used.case in CERTAIN else ""}">'
            f'<td><a href="#{link}">{escape(report.label)}</a></td><td>{escape(case)}</td>'
            f'<td class="n">{told[0]}</td><td class="n">{told[1]}</td>'
            f'<td class="n">{report.apart} of {report.pairs}</td></tr>'
        )
    names = ("score at first", "score once used to it", "games that differ at first")
    head = "<th></th><th>what becomes of the score</th>" + "".join(f'<th class="n">{name}</th>' for name in names)
    return _framed(head, "\n".join(rows))


def _method(report: Report) -> list[str]:
    notes = "".join(f"<li>{escape(line)}</li>" for line in report.cautions)
    return [
        "<h2>How to read this</h2>",
        "<p>Every chance event of a game has its own stream of luck, and players at random have their own likings for "
        "every option. So the two games of a pair run alike until the change bites; what differs then comes from the "
        "change. Intervals are Student’s t intervals of the differences of pairs. A shift is called clear if it stays "
        "beyond chance after Holm’s correction for all measures looked at, and if enough pairs differ: k pairs "
        "that differ cannot show more than k tosses of a coin. The share of games that differ has the exact "
        "interval of Clopper and Pearson.</p>",
        "" if report.used is None else PRACTISED,
        f"<ul>{notes}</ul>",
        f"<footer>Made by <code>regelwerk impact</code> {report.version}.</footer>",
    ]
