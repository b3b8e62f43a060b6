"""`regelwerk simulate`: many games at random or with bots, the same whatever the number of processes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import click
from pydantic import TypeAdapter

from regelwerk import Ruleset
from regelwerk.dsl import ir
from regelwerk.interpreter.engine.machine import EngineName
from regelwerk.simulation.batches import Batches, at_once
from regelwerk.simulation.games import LENGTH, Played, game_seed, play_fast, play_through, record
from regelwerk.simulation.journal import Journal
from regelwerk.simulation.usage import Watch
from regelwerk.simulation.workers import Crew, in_order

from ...crew import crew_options, journal_options
from ...progress import progress_bar
from ...reports.shrink import Shrinker, as_text, replay_command, write_replay
from ...reports.statistics import Statistics, statistics_data, statistics_tables
from ...ruleset_options import Composing, composing
from ...screen import (
    console,
    engine_option,
    json_option,
    played_in_python,
    player_count,
    plural,
    print_json,
    ruleset_argument,
)
from ...seats import named_seats, seated
from ...terminal.saving import free_name, unfit

INTERRUPTED = 130
BLOCK = 256  # games at once in WebAssembly that are handed out together
PLAYED = TypeAdapter(Played)


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything a worker needs to know."""

    rules: ir.Compiled
    language: str
    engine: EngineName
    players: int
    seed: int
    checks: bool
    limit: int
    bots: tuple[str, ...] = ()
    used: bool = False

    def work(self, ruleset: Ruleset) -> dict[str, Any]:
        """Say what a journal of it is about: everything the games depend on."""
        told = "players", "seed", "checks", "limit", "bots", "used"
        return {"ruleset": ruleset.hash, **{name: getattr(self, name) for name in told}}


class Table:
    """Where the games of a plan are played."""

    def __init__(self, plan: Plan, ruleset: Ruleset | None = None) -> None:
        self.plan, self.ruleset = plan, ruleset or Ruleset(plan.rules, plan.engine, language=plan.language)
        self.watch = Watch(self.ruleset) if plan.used else None
        self.batches: Batches | None = None
        if not plan.bots and not plan.used and at_once(self.ruleset):
            self.batches = Batches(self.ruleset, plan.players, plan.seed, plan.limit, plan.checks)

    def play_one(self, index: int) -> Played:
        """Play the game of an index."""
        plan, seed = self.plan, game_seed(self.plan.seed, index)
        if plan.checks or plan.bots or self.watch:
            return play_through(self.ruleset, plan.players, index, seed, plan.limit, plan.checks, plan.bots, self.watch)
        return play_fast(self.ruleset, plan.players, index, seed, plan.limit)

    def play_some(self, games: range) -> list[Played]:
        """Play the games of some indices: at once in WebAssembly if possible."""
        if self.batches is not None:
            return list(self.batches.played(games, 1, self.play_one))
        return [self.play_one(index) for index in games]


def played(table: Table, games: range, crew: Crew) -> Iterator[Played]:
    """Play games and give them in order: many at once in WebAssembly, or one by one by those who do the work."""
    if table.batches is not None and not crew.on:
        yield from table.batches.played(games, crew.jobs, table.play_one)
        return
    if crew.alone:
        yield from map(table.play_one, games)
        return
    size = BLOCK if table.batches is not None else 1
    blocks = (games[at : at + size] for at in range(0, len(games), size))
    for block in in_order(Table, table.plan, Table.play_some, blocks, crew):
        yield from block


@click.command()
@ruleset_argument
@composing
@click.option("--games", "-n", type=click.IntRange(1), default=100, show_default=True, help="How many games.")
@click.option("--players", "-p", type=int, help="How many players; the fewest possible if not given.")
@click.option("--bots", default="", metavar="sensible,random,…",
              help="Who plays, seat by seat; seats not named play at random.")  # fmt: skip
@click.option("--seed", "-s", type=int, default=0, show_default=True, help="Where all chance comes from.")
@crew_options()
@journal_options
@click.option("--check", "checks", is_flag=True, help="Check every invariant after every action.")
@click.option("--used", is_flag=True, help="Tell which actions were never taken, and which components never used.")
@engine_option
@click.option("--limit", type=click.IntRange(1), default=100_000, show_default=True,
              help="Decisions after which a game counts as endless.")  # fmt: skip
@click.option("--save", type=click.Path(dir_okay=False, path_type=Path),
              help="Where to write the shortest failing game found.")  # fmt: skip
@json_option
@click.pass_context
def simulate(
    ctx: click.Context, ruleset: str, how: Composing, games: int, players: int | None, bots: str,
    seed: int, crew: Crew, open_journal: Callable[[dict[str, Any]], Journal], checks: bool, used: bool,
    engine: EngineName, limit: int, save: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Play many games, at random or with bots, and tell what came of them.

    Ctrl-C ends it early with the result so far. A game that breaks a rule is shortened and written to a file for
    `regelwerk replay`. Long work is kept with --resume: after whatever stopped it, the same command goes on.

    \b
    Examples:
      regelwerk simulate tic-tac-toe --games 1000
      regelwerk simulate pig --players 4 --jobs 0 --json
      regelwerk simulate connect-four --games 20 --bots sensible,random
      regelwerk simulate my-game/ --check --engine reference
      regelwerk simulate my-game/ --used --bots eager,eager
      regelwerk simulate my-game/ --games 1000000 --on tcp://10.0.0.1:8786 --resume night.jsonl
    """
    if save is not None and (said := unfit(save)):
        raise click.UsageError(said)
    rules = how.opened(ruleset, engine)
    named = named_seats(bots, people=False)
    count = player_count(rules, players, len(named) or None)
    kinds = tuple(seated(named, count)) if named else ()
    plan = Plan(rules.compiled, how.language, engine, count, seed, checks, limit, kinds, used)
    statistics = Statistics(rules, count, seed, games, kinds, used)
    start = time.perf_counter()
    stopped = False
    table = Table(plan, rules)
    with open_journal(plan.work(rules)) as journal, progress_bar() as progress:
        stream = journal.kept("games", PLAYED, lambda first: played(table, range(first, games), crew))
        statistics.known = journal.count("games")
        task = progress.add_task(rules.compiled.title, total=games)
        try:
            for game in islice(stream, games):
                statistics.add(game)
                progress.advance(task)
        except KeyboardInterrupt:
            stopped = True
    statistics.seconds = time.perf_counter() - start
    played_in_python(rules.machine.missing)
    failure = _failed(rules, plan, (ruleset, how), statistics, save) if statistics.failures and not stopped else None
    if as_json:
        print_json(statistics_data(statistics) | {"stopped": stopped, "shortest_failure": failure})
    else:
        out = console()
        for each in statistics_tables(statistics):
            out.print(each)
        if failure is not None:
            made = plural(len(failure["choices"]), "choice")
            found = "Game that is not over" if failure["endless"] else "Shortest game found"
            out.print(f"\n{found}, {made}, written to {failure['file']}:", soft_wrap=True)
            out.print(failure["text"], soft_wrap=True)
            out.print(f"Play it again: {failure['replay']}", soft_wrap=True)
    if stopped:
        click.echo(f"Stopped after {len(statistics.lengths)} of {games} games.", err=True)
    ctx.exit(INTERRUPTED if stopped else 1 if statistics.failures else 0)


def _failed(
    ruleset: Ruleset, plan: Plan, written: tuple[str, Composing], statistics: Statistics, save: Path | None
) -> dict[str, Any] | None:
    """Shorten the first game that broke and write it to a file."""
    first = statistics.failures[0]
    course = record(ruleset, plan.players, first.seed, plan.limit, plan.checks, plan.bots)
    if course is None:
        return None
    course = Shrinker(ruleset, course, plan.checks).shrink()
    path = save or free_name(Path(f"{ruleset.name}-failure.json"))
    try:
        write_replay(path, ruleset, course)
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {error.strerror}.") from None
    choices = [{"seat": seat, "option": option} for seat, option in course.choices]
    return {
        "file": str(path), "reason": course.failure.text, "endless": course.failure.key == LENGTH,
        "players": course.players, "seed": course.seed, "choices": choices, "text": as_text(ruleset, course),
        "replay": replay_command(path, *written),
    }  # fmt: skip
