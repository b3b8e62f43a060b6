"""`regelwerk simulate`: many games at random or with bots, the same whatever the number of processes."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from regelwerk import Ruleset
from regelwerk.interpreter.engine.machine import EngineName
from regelwerk.simulation.batches import Batches, at_once
from regelwerk.simulation.games import LENGTH, Played, game_seed, play_fast, play_through, record
from regelwerk.simulation.usage import Watch
from regelwerk.simulation.workers import in_order

from ..composing import Composing, composing
from ..progress import progress_bar
from ..reports.census import Census, census_data, census_tables
from ..reports.shrink import Shrinker, as_text, replay_command, write_replay
from ..screen import (
    console,
    engine_option,
    json_option,
    played_in_python,
    player_count,
    plural,
    print_json,
    ruleset_argument,
)
from ..seats import named_seats, seated
from ..terminal.keeping import free_name, unfit

INTERRUPTED = 130


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything a worker needs to know."""

    ruleset: str
    how: Composing
    engine: EngineName
    players: int
    seed: int
    checks: bool
    limit: int
    bots: tuple[str, ...] = ()
    used: bool = False

    def watch(self, ruleset: Ruleset) -> Watch | None:
        return Watch(ruleset) if self.used else None


_worker: tuple[Ruleset, Plan, Watch | None] | None = None  # of this process, if it is a worker


def _begin(plan: Plan) -> None:
    global _worker
    ruleset = plan.how.opened(plan.ruleset, plan.engine)
    _worker = ruleset, plan, plan.watch(ruleset)


def _work(index: int) -> Played:
    assert _worker is not None
    return play_one(*_worker, index)


def play_one(ruleset: Ruleset, plan: Plan, watch: Watch | None, index: int) -> Played:
    """Play the game of an index."""
    seed = game_seed(plan.seed, index)
    if plan.checks or plan.bots or watch:
        return play_through(ruleset, plan.players, index, seed, plan.limit, plan.checks, plan.bots, watch)
    return play_fast(ruleset, plan.players, index, seed, plan.limit)


def played(ruleset: Ruleset, plan: Plan, games: int, jobs: int) -> Iterator[Played]:
    """Play all games and give them in order: many at once in WebAssembly, or one by one in as many processes."""
    watch = plan.watch(ruleset)
    if not plan.bots and not plan.used and at_once(ruleset):
        batches = Batches(ruleset, plan.players, plan.seed, plan.limit, plan.checks)
        yield from batches.played(games, jobs, lambda index: play_one(ruleset, plan, watch, index))
        return
    if jobs == 1:
        yield from (play_one(ruleset, plan, watch, index) for index in range(games))
        return
    yield from in_order(_begin, plan, _work, range(games), jobs, max(1, min(50, games // (jobs * 4))))


@click.command()
@ruleset_argument
@composing
@click.option("--games", "-n", type=click.IntRange(1), default=100, show_default=True, help="How many games.")
@click.option("--players", "-p", type=int, help="How many players; the fewest possible if not given.")
@click.option("--bots", default="", metavar="sensible,random,…",
              help="Who plays, seat by seat; seats not named play at random.")  # fmt: skip
@click.option("--seed", "-s", type=int, default=0, show_default=True, help="Where all chance comes from.")
@click.option("--jobs", "-j", type=click.IntRange(0), default=1, show_default=True,
              help="Processes; 0 takes one per processor. The result does not depend on it.")  # fmt: skip
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
    seed: int, jobs: int, checks: bool, used: bool, engine: EngineName, limit: int, save: Path | None,
    as_json: bool,
) -> None:  # fmt: skip
    """Play many games, at random or with bots, and tell what came of them.

    Ctrl-C ends it early with the result so far. A game that breaks a rule is shortened and written to a file for
    `regelwerk replay`.

    \b
    Examples:
      regelwerk simulate tic-tac-toe --games 1000
      regelwerk simulate pig --players 4 --jobs 0 --json
      regelwerk simulate connect-four --games 20 --bots sensible,random
      regelwerk simulate my-game/ --check --engine reference
      regelwerk simulate my-game/ --used --bots eager,eager
    """
    if save is not None and (said := unfit(save)):
        raise click.UsageError(said)
    rules = how.opened(ruleset, engine)
    named = named_seats(bots, people=False)
    count = player_count(rules, players, len(named) or None)
    kinds = tuple(seated(named, count)) if named else ()
    plan = Plan(ruleset, how, engine, count, seed, checks, limit, kinds, used)
    census = Census(rules, count, seed, games, kinds, used)
    start = time.perf_counter()
    stopped = False
    stream = played(rules, plan, games, jobs or os.cpu_count() or 1)
    with progress_bar() as progress:
        task = progress.add_task(rules.compiled.title, total=games)
        try:
            for game in stream:
                census.add(game)
                progress.advance(task)
        except KeyboardInterrupt:
            stopped = True
    census.seconds = time.perf_counter() - start
    played_in_python(rules.machine.missing)
    failure = _failed(rules, plan, census, save) if census.failures and not stopped else None
    if as_json:
        print_json(census_data(census) | {"stopped": stopped, "shortest_failure": failure})
    else:
        out = console()
        for table in census_tables(census):
            out.print(table)
        if failure is not None:
            made = plural(len(failure["choices"]), "choice")
            found = "Game that is not over" if failure["endless"] else "Shortest game found"
            out.print(f"\n{found}, {made}, written to {failure['file']}:", soft_wrap=True)
            out.print(failure["text"], soft_wrap=True)
            out.print(f"Play it again: {failure['replay']}", soft_wrap=True)
    if stopped:
        click.echo(f"Stopped after {len(census.lengths)} of {games} games.", err=True)
    ctx.exit(INTERRUPTED if stopped else 1 if census.failures else 0)


def _failed(ruleset: Ruleset, plan: Plan, census: Census, save: Path | None) -> dict[str, Any] | None:
    """Shorten the first game that broke and write it to a file."""
    first = census.failures[0]
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
        "replay": replay_command(path, plan.ruleset, plan.how),
    }  # fmt: skip
