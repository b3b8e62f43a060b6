"""`regelwerk impact`: what a change of rules does to games."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date as Day
from pathlib import Path
from typing import Any

import click

from regelwerk import library
from regelwerk.impact.adaptation import Schooling
from regelwerk.impact.data import Reports
from regelwerk.impact.page import page
from regelwerk.interpreter.engine.machine import EngineName
from regelwerk.interpreter.engine.wasm.host import why_not
from regelwerk.library.sources import texts
from regelwerk.simulation.journal import Journal
from regelwerk.simulation.workers import Crew
from regelwerk.storage.files import replace_file, write_new

from ...compared import Side, two_sides
from ...comparing.comparisons import Asked, Known, compare, compared
from ...comparing.lists import Item, Listed, read_list
from ...crew import crew_options, journal_options
from ...reports.impact_text import told
from ...ruleset_options import Composing, composing
from ...screen import console, engine_option, json_option, played_in_python, print_json
from ...seats import named_seats
from ..playing.simulate import INTERRUPTED

GROUPS = 8  # enough to see how much luck there is in practice


@click.command()
@click.argument("first", required=False, metavar="RULESET")
@click.argument("second", required=False)
@composing
@click.option("--games", "-n", type=click.IntRange(2), default=200, show_default=True, help="How many pairs of games.")
@click.option("--players", "-p", type=int, help="How many players; the fewest possible if not given.")
@click.option("--bots", default="", metavar="sensible,random,…",
              help="Who plays, seat by seat, on both sides; seats not named play at random.")  # fmt: skip
@click.option("--seed", "-s", type=int, default=0, show_default=True, help="Where all chance comes from.")
@crew_options()
@journal_options
@click.option("--practice", type=click.IntRange(1), metavar="GAMES",
              help="Let eager players practise so many games under the rules of each side.")  # fmt: skip
@click.option("--groups", type=click.IntRange(2), metavar="N",
              help=f"How many groups of players practise, each for itself.  [default: {GROUPS}]")  # fmt: skip
@click.option("--experienced", is_flag=True,
              help="Practice begins with the experience that comes with the game, not with nothing.")  # fmt: skip
@engine_option
@click.option("--limit", type=click.IntRange(1), default=100_000, show_default=True,
              help="Decisions after which a game counts as endless.")  # fmt: skip
@click.option("--html", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Write a page with plots, too.")  # fmt: skip
@click.option("--list", "listed", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE",
              help="Compare everything a file lists, instead of RULESET.")  # fmt: skip
@click.option("--date", default="", metavar="YYYY-MM-DD",
              help="The day that stands in the report; `today` looks at the clock. Without it, none.")  # fmt: skip
@json_option
@click.pass_context
def impact(
    ctx: click.Context, first: str | None, second: str | None, how: Composing, games: int, players: int | None,
    bots: str, seed: int, crew: Crew, open_journal: Callable[[dict[str, Any]], Journal], practice: int | None,
    groups: int | None, experienced: bool, engine: EngineName, limit: int, html: Path | None, listed: Path | None,
    date: str, as_json: bool,
) -> None:  # fmt: skip
    """Tell what a change of rules does to games: the same seeds are played with it and without it.

    What is compared is written as for `diff`: one RULESET with overlays or rulings, with them and without; or two,
    each in quotes if it has options of its own. Every shift comes with a 95 % interval. Ctrl-C ends it early with the
    result so far.

    \b
    Examples:
      regelwerk impact my-game/ --with house-rules.regel
      regelwerk impact my-game@en my-game@de --games 1000 --players 4 --jobs 0 --html report.html
      regelwerk impact my-game/ --ruling late=yes --bots sensible,sensible --games 50 --json
      regelwerk impact my-game/ --ruling late=yes --bots eager,eager --practice 400
      regelwerk impact --list changes.md --html report.html --jobs 0 --resume night.jsonl
    """
    if (first is None) == (listed is None):
        raise click.UsageError("Name what to compare: a RULESET, or a file with --list.")
    if html is not None and (said := _unfit(html)):
        raise click.UsageError(said)
    day = _day(date)
    named = named_seats(bots, people=False)
    if said := _unfit_practice(named, games, practice, groups, experienced):
        raise click.UsageError(said)
    schooling = Schooling(practice, groups or GROUPS, "experience" if experienced else "nothing") if practice else None
    asked = Asked(games, players, named, seed, crew, engine, limit, schooling)
    if listed is not None:
        if how != Composing():
            raise click.UsageError("With --list, overlays and rulings stand in the file, with what they belong to.")
        found = read_list(listed, impact)
    else:
        assert first is not None
        found = Listed("", [Item("", "", two_sides(first, second, how))])
    with open_journal(_work(found, asked)) as journal:
        done = _all(found, asked, html, listed is not None, journal, day)
    played_in_python(why_not() if engine in ("auto", "wasm") else "")
    if as_json:
        data = done.whole if listed is not None else done.whole.reports[0]
        print_json(data.model_dump(mode="json"))
    else:
        out = console()
        for line in (line for each in done.whole.reports for line in told(each, short=listed is not None)):
            out.print(line)
        if html is not None:
            out.print(f"Written to {html}.", soft_wrap=True)
    if done.stopped:
        missing = len(found.items) - len(done.whole.reports) - done.failed
        rest = f"; {missing} of {len(found.items)} comparisons are missing" if missing else ""
        click.echo(f"Stopped{rest}.", err=True)
    ctx.exit(INTERRUPTED if done.stopped else 1 if done.failed else 0)


@dataclass(slots=True)
class Done:
    """What has come of a list so far."""

    whole: Reports
    failed: int = 0
    stopped: bool = False


def _day(date: str) -> str:
    """Read a day; nothing here looks at a clock unless it is asked to, so that a report can be made again."""
    if not date:
        return ""
    try:
        return (Day.today() if date == "today" else Day.fromisoformat(date)).isoformat()
    except ValueError:
        raise click.UsageError(f"{date} is no day: write it like 2026-05-31, or `today`.") from None


def _all(found: Listed, asked: Asked, html: Path | None, listed: bool, journal: Journal, date: str) -> Done:
    """Make all comparisons; in a list, one that cannot be made does not keep the others back."""
    done = Done(Reports(title=found.title, date=date, reports=[]))
    stream = compared(found, asked, journal) if listed else iter([compare(found.items[0], asked, Known(), journal)])
    try:
        for item, told in zip(found.items, stream, strict=False):
            if isinstance(told, str):
                done.failed += 1
                click.echo(f"{item.label} cannot be compared: {told}", err=True)
                continue
            done.whole.reports.append(told.model_copy(update={"date": date}))
            if html is not None:  # after each, so that a long list is never lost
                _write(html, done.whole)
            if told.stopped:
                done.stopped = True
                break
    except KeyboardInterrupt:
        if not done.whole.reports:
            raise
        done.stopped = True
    return done


def _work(found: Listed, asked: Asked) -> dict[str, Any]:
    """Say what a journal of it is about: everything that comes of it depends on."""
    items = [[item.label, *(_made_of(side) for side in item.sides)] for item in found.items]
    told = "games", "players", "bots", "seed", "limit"
    how = asked.schooling
    practice = how and [how.games, how.groups, how.start]
    return {"comparisons": items, "practice": practice, **{name: getattr(asked, name) for name in told}}


def _made_of(side: Side) -> str:
    """Name everything a side is made of: the texts of the rules and of overlays, and what was asked for."""
    read: list[str] = []
    with suppress(library.Unknown):  # a list tells it where the comparison stands
        found = texts(library.find(side.ruleset), side.how.overlays)
        read = [source.text for source in (*found.base, *found.overlays)]
    return hashlib.sha256(json.dumps([side.words, read]).encode()).hexdigest()


def _write(path: Path, whole: Reports) -> None:

    try:
        (replace_file if path.exists() else write_new)(path, page(whole))
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {error.strerror}.") from None


def _unfit_practice(named: list[str], games: int, practice: int | None, groups: int | None, experienced: bool) -> str:
    """Say why there can be no such practice; empty if there can, or none is wanted."""
    if practice is None:
        option = "--groups" if groups is not None else "--experienced" if experienced else ""
        return f"{option} is about practice: say how many games with --practice." if option else ""
    if "eager" not in named:
        return "Only eager players practise: name them, for example --bots eager,eager."
    if games < 2 * (groups or GROUPS):
        return f"{groups or GROUPS} groups play {games} pairs: that is less than two for each. Take more --games."
    return ""


def _unfit(path: Path) -> str:
    """Say why a page must not be written there; empty if it may."""
    if path.suffix.lower() not in (".html", ".htm"):
        return f"The page is HTML: name it {path.with_suffix('.html')}."
    if not path.absolute().parent.is_dir():
        return f"There is no folder {path.parent} to write {path.name} to."
    if path.exists() and "regelwerk impact" not in path.read_text(encoding="utf-8", errors="replace"):
        return f"{path} exists and is no such page. Choose another name."
    return ""
