"""`regelwerk impact`: what a change of rules does to games."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

import click

from regelwerk import Ruleset, RulesetError, library
from regelwerk.bots.eager import Likings, practised
from regelwerk.dsl.compile import lowered
from regelwerk.dsl.session import Session
from regelwerk.impact.comparison import Comparison
from regelwerk.impact.data import Change, Report, Reports, report
from regelwerk.impact.playing import Played
from regelwerk.interpreter.machine import EngineName

from .composing import Composing, composing
from .diff import changed_rules
from .files import replace_file, write_new
from .impact_list import Item, Listed, read_list
from .impact_text import told
from .pairs import Plan, comparable, pairs
from .reading import Read, as_read
from .screen import console, engine_option, json_option, print_json
from .seats import named_seats, seated
from .sides import Side, two_sides
from .simulate import INTERRUPTED, progress_bar


@dataclass(frozen=True, slots=True)
class Opened:
    """One side: ready to play, and as it was read."""

    ruleset: Ruleset
    read: Read


@dataclass(slots=True)
class Before:
    """What was played of a first side for other comparisons."""

    games: list[Played] = field(default_factory=list)
    likings: Likings | None = None


@dataclass(slots=True)
class Asked:
    """How to play, the same for all comparisons of a run."""

    games: int
    players: int | None
    bots: list[str]
    seed: int
    jobs: int
    engine: EngineName
    limit: int
    session: Session = field(default_factory=Session)  # most of the rules are the same again and again
    opened: dict[str, Opened] = field(default_factory=dict)  # first sides
    before: dict[tuple[str, int], Before] = field(default_factory=dict)  # by first side and players


@click.command()
@click.argument("first", required=False, metavar="RULESET")
@click.argument("second", required=False)
@composing
@click.option("--games", "-n", type=click.IntRange(2), default=200, show_default=True, help="How many pairs of games.")
@click.option("--players", "-p", type=int, help="How many players; the fewest possible if not given.")
@click.option("--bots", default="", metavar="sensible,random,…",
              help="Who plays, seat by seat, on both sides; seats not named play at random.")  # fmt: skip
@click.option("--seed", "-s", type=int, default=0, show_default=True, help="Where all chance comes from.")
@click.option("--jobs", "-j", type=click.IntRange(0), default=1, show_default=True,
              help="Processes; 0 takes one per processor. The result does not depend on it.")  # fmt: skip
@engine_option
@click.option("--limit", type=click.IntRange(1), default=100_000, show_default=True,
              help="Decisions after which a game counts as endless.")  # fmt: skip
@click.option("--html", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Write a page with plots, too.")  # fmt: skip
@click.option("--list", "listed", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE",
              help="Compare everything a file lists, instead of RULESET.")  # fmt: skip
@json_option
@click.pass_context
def impact(
    ctx: click.Context, first: str | None, second: str | None, how: Composing, games: int, players: int | None,
    bots: str, seed: int, jobs: int, engine: EngineName, limit: int, html: Path | None, listed: Path | None,
    as_json: bool,
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
      regelwerk impact --list changes.md --html report.html
    """
    if (first is None) == (listed is None):
        raise click.UsageError("Name what to compare: a RULESET, or a file with --list.")
    if html is not None and (said := _unfit(html)):
        raise click.UsageError(said)
    asked = Asked(games, players, named_seats(bots, people=False), seed, jobs or os.cpu_count() or 1, engine, limit)
    if listed is not None:
        if how != Composing():
            raise click.UsageError("With --list, overlays and rulings stand in the file, with what they belong to.")
        found = read_list(listed, impact)
    else:
        assert first is not None
        found = Listed("", [Item("", "", two_sides(first, second, how))])
    done = _all(found, asked, html, listed is not None)
    if missing := next((each.ruleset.machine.missing for each in asked.opened.values()), ""):
        click.echo(f"Played in Python: {missing}.", err=True)
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
        rest = f"; {missing} of {len(found.items)} comparisons were not begun" if missing else ""
        click.echo(f"Stopped{rest}.", err=True)
    ctx.exit(INTERRUPTED if done.stopped else 1 if done.failed else 0)


@dataclass(slots=True)
class Done:
    """What has come of a list so far."""

    whole: Reports
    failed: int = 0
    stopped: bool = False


def _all(found: Listed, asked: Asked, html: Path | None, listed: bool) -> Done:
    """Make one comparison after the other; in a list, one that cannot be made does not keep the others back."""
    done = Done(Reports(title=found.title, reports=[]))
    for item in found.items:
        try:
            done.whole.reports.append(_compare(item, asked))
        except KeyboardInterrupt:
            if not done.whole.reports:
                raise
            done.stopped = True
            break
        except (library.Unknown, RulesetError, click.UsageError) as wrong:
            if not listed:
                raise
            done.failed += 1
            said = wrong.format_message() if isinstance(wrong, click.UsageError) else str(wrong.args[0])
            click.echo(f"{item.label} cannot be compared: {said}", err=True)
            continue
        if html is not None:  # after each, so that a long list is never lost
            _write(html, done.whole)
        if done.whole.reports[-1].stopped:
            done.stopped = True
            break
    return done


def _compare(item: Item, asked: Asked) -> Report:
    """Play the pairs of one comparison."""
    first, second = item.sides
    if first.words not in asked.opened:
        asked.opened[first.words] = _opened(first, asked)
    opened = asked.opened[first.words], _opened(second, asked)
    rules = [each.ruleset for each in opened]
    count = comparable(rules[0], rules[1], asked.players, len(asked.bots))
    kinds = tuple(seated(asked.bots, count))
    before = asked.before.setdefault((first.words, count), Before())
    others: list[Played] = []
    stopped = False
    with progress_bar() as progress:
        task = progress.add_task("Practice" if "eager" in kinds else "", total=asked.games)
        if "eager" in kinds and before.likings is None:
            before.likings = practised(rules[0].machine, count)
        compiled = rules[0].compiled, rules[1].compiled
        plan = Plan(compiled, first.how.language, asked.engine, count, kinds, asked.seed, asked.limit, before.likings)
        players = [plan.ready(each) for each in rules]
        progress.update(task, description=item.label or rules[0].compiled.title)
        try:
            for pair in pairs(plan, players, asked.games, asked.jobs, before.games):
                others.append(pair[1])
                progress.advance(task)
        except KeyboardInterrupt:
            stopped = True
    done = Comparison(players[0], players[1], asked.games, asked.seed, stopped)
    for a, b in zip(before.games, others, strict=False):  # the first side may be one game ahead
        done.add(a, b)
    return report(
        done, [first.words, second.words], _changes(item.sides, opened), asked.engine, item.label, item.section
    )


def _opened(side: Side, asked: Asked) -> Opened:
    """Compile a side or end the command with its messages."""
    how = side.how
    build = library.checked(asked.session, side.ruleset, how.overlays, dict(how.rulings))
    lowered(build)
    if build.compiled is None:
        raise RulesetError(build.diagnostics, build.sources.values())
    if how.language:
        library.spoken(build.compiled, how.language)
    return Opened(Ruleset(build.compiled, asked.engine, language=how.language), as_read(build, side.ruleset))


def _changes(sides: tuple[Side, Side], opened: tuple[Opened, Opened]) -> list[Change]:
    """List the rules that the two sides have differently."""
    return [
        Change(
            address=d.address, kind=d.kind, says=said, first=d.old.text, second=d.new.text,
            places=[f"{s.at.file}:{s.at.line}" if s.at is not None else "" for s in (d.old, d.new)],
            cites=sorted({*d.old.cites, *d.new.cites}),
        )
        for d, said in changed_rules(sides, [each.read for each in opened])
    ]  # fmt: skip


def _write(path: Path, whole: Reports) -> None:
    from regelwerk.impact.page import page

    try:
        (replace_file if path.exists() else write_new)(path, page(whole))
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {error.strerror}.") from None


def _unfit(path: Path) -> str:
    """Say why a page must not be written there; empty if it may."""
    if path.suffix.lower() not in (".html", ".htm"):
        return f"The page is HTML: name it {path.with_suffix('.html')}."
    if not path.absolute().parent.is_dir():
        return f"There is no folder {path.parent} to write {path.name} to."
    if path.exists() and "regelwerk impact" not in path.read_text(encoding="utf-8", errors="replace"):
        return f"{path} exists and is no such page. Choose another name."
    return ""
