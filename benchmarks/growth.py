"""Growth: what happens to speed, size and start when games become longer and rulesets larger; and on two cores."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import regelwerk
from benchmarks import engines, rulesets
from benchmarks.timing import Row, cpu, per_go, progress, side_by_side, spread
from regelwerk.dsl import ir
from regelwerk.dsl.source import sources_of
from regelwerk.interpreter.game.game import Game, Ruleset

HERE = Path(__file__).resolve().parent
LENGTHS = (20, 80, 320, 1280)
GOALS_OF_PIG = (100, 400, 1600)
CARDS = (10, 40, 160, 640)
BOARDS = (5, 7, 9, 11, 15)
OVERLAYS = (0, 1, 4, 16)
LARGER = ("hellweg_westfalicus", "isle_of_skye", "wallenstein", "auf_der_walz")
CACHED = ("connect_four", "carters", "auf_der_walz")


def of_growth(seconds: float, repeats: int) -> list[Row]:
    """Decisions per second against length, number of cards, size of the board, number of overlays."""
    rows = []
    for kind, size, rules, players in _growing():
        ways = engines.all_of(rules, players, reference=False)
        for way, rates in zip(ways, side_by_side(ways, seconds, repeats), strict=True):
            row: Row = {"grows": kind, "size": size, "way": way.name}
            row["decisions_per_playout"] = statistics.median(r.decisions for r in rates)
            rows.append(row | {"decisions_per_second": spread([r.playouts * r.decisions for r in rates])})
    note = engines.without_wasm()
    return [*rows, {"grows": "", "way": engines.TITLES["wasm"], "skipped": note}] if note else rows


def _growing() -> Iterator[tuple[str, int, ir.Compiled, int]]:
    for n in LENGTHS:
        progress(f"{n} dice games")
        text = (rulesets.GAMES / "walz_dice.regel").read_text(encoding="utf-8")
        yield "dice games in a row", n, rulesets.compiled(text.replace("in 0..19", f"in 0..{n - 1}"), "dice"), 3
    for n in GOALS_OF_PIG:
        yield "points to reach in Pig", n, rulesets.named("pig", lambda text, n=n: _longer_pig(text, n)), 2  # type: ignore[misc]
    for n in CARDS:
        progress(f"{n} cards")
        yield "different cards", n, rulesets.compiled(deck(n), "deck"), 2
    for n in BOARDS:
        yield "cells in Hex", n * n, rulesets.named("hex", lambda text, n=n: _hex(text, n)), 2  # type: ignore[misc]
    for n in OVERLAYS:
        progress(f"{n} overlays")
        yield "overlays", n, with_overlays(n), 2


def _longer_pig(text: str, goal: int) -> str:
    rules, scenarios = text.split("scenario", 1)
    rules = rules.replace("105", str(goal + 5)).replace("100", str(goal)).replace(f"{goal}0", "1000000")
    return rules + "scenario" + scenarios


def _hex(text: str, size: int) -> str:
    changes = {"11 x 11": f"{size} x {size}", "= 10": f"= {size - 1}", "0..120": f"0..{size * size - 1}"}
    for old, new in changes.items():
        text = text.replace(old, new)
    return text


_DECK = """\
game deck "A deck of cards"
  language  1
  players   2

type Card
  acts      effect

table
  deck      pile of Card hidden = Card

player
  hand      pile of Card private
  points    0..100000

action play(c in me.hand) "Play {c}"
  move c under deck
  acts: c.acts

setup
  shuffle deck
  as each players: move top(deck, 4) to me.hand

flow
  each t in 0..59
    as seat(t)
      offer play
      move top(deck) to me.hand

winner
  most me.points
"""
_ACTS = ("add {n} to me.points", "if me.points > {n}: add 1 to me.points", "as left(me): add {n} to me.points")


def deck(cards: int) -> str:
    """Write a game with so many different cards, each with an effect of its own."""
    acts = (_ACTS[n % len(_ACTS)].format(n=1 + n % 7) for n in range(cards))
    return _DECK + "".join(f"\nCard card_{n}\n  acts      {act}\n" for n, act in enumerate(acts))


_OVERLAY = """\
mod more_{n} "More cards {n}" for deck
{after}
Card extra_{n} "Extra {n}"
  acts      add {n} to me.points

change card_{n}.acts
  from  {old}
  to    add 2 to me.points

insert after play.acts
  extra_{n}: if c = extra_{n}: add 1 to me.points
"""


def with_overlays(count: int) -> ir.Compiled:
    """Compile a game of 40 cards with so many overlays, each with a card, a change and a rule of its own."""
    text = deck(40)
    with tempfile.TemporaryDirectory() as folder:
        game = Path(folder) / "deck.regel"
        game.write_text(text, encoding="utf-8")
        files = []
        for n in range(count):
            old = _ACTS[n % len(_ACTS)].format(n=1 + n % 7)
            after = "".join(f"  after     more_{m}\n" for m in range(n))
            files.append(Path(folder) / f"more_{n}.regel")
            files[-1].write_text(_OVERLAY.format(n=n, after=after, old=old), encoding="utf-8")
        return regelwerk.load(game, overlays=files).compiled


# ---------------------------------------------------------------------- copies and memory


def of_copies(repeats: int) -> list[Row]:
    """Copies of a state and of a game against the copy of a flat list with as many numbers."""
    rows = []
    for name, ruleset in _games(rulesets.CLASSICS):
        game = _half_way(ruleset, 12)
        numbers = len(game.state) + sum(map(len, game.past.log())) + game.past.number
        flat = list(range(numbers))
        list_time, state_time, game_time = (per_go(work, repeats) for work in (flat.copy, game.state.copy, game.clone))
        ratio = spread([ours / theirs for ours, theirs in zip(game_time, list_time, strict=True)])
        rows.append(
            {
                "game": name,
                "numbers": numbers,
                "list_ns": statistics.median(list_time) * 1e9,
                "state_ns": statistics.median(state_time) * 1e9,
                "game_ns": statistics.median(game_time) * 1e9,
                "ratio": ratio,
                "target": 5,
                "met": ratio["median"] <= 5,
            }
        )
    return rows


def of_memory() -> list[Row]:
    """Bytes of a state, of a whole game with its past, and of a state in WebAssembly."""
    rows: list[Row] = []
    for name, ruleset in _games(("tic_tac_toe", "connect_four", "hex")):
        machine, players = ruleset.machine, max(2, ruleset.compiled.players[0])
        row: Row = {"game": name, "state": _bytes(lambda m=machine, p=players: m.start(p, 1), 50)}  # type: ignore[misc]
        row["game with 60 decisions"] = _bytes(lambda r=ruleset: _half_way(r, 60), 5)  # type: ignore[misc]
        if not engines.without_wasm():
            row["in WebAssembly"] = engines.Tables(ruleset.compiled, players).bytes_per_game
        rows.append(row)
    return rows


def _games(bundled: Sequence[str]) -> Iterator[tuple[str, Ruleset]]:
    for name in bundled:
        progress(name)
        yield name, Ruleset(rulesets.named(name))
    yield "carters", Ruleset(rulesets.named("carters"))
    for name in LARGER:
        progress(name)
        yield name, regelwerk.load(name)


def _half_way(ruleset: Ruleset, decisions: int) -> Game:
    random = Random(1)
    game = ruleset.new_game(ruleset.compiled.players[0], 1)
    for _ in range(decisions):
        if len(game.decisions()) == 1:
            game.choose(random.choice(game.decision().options))
    return game


def _bytes(make: Callable[[], Any], count: int) -> int:
    make()
    tracemalloc.start()
    kept = [make() for _ in range(count)]
    used = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return used // len(kept)


# ---------------------------------------------------------------------- compiling

COLD = """
import json, sys, time
from pathlib import Path
start = time.process_time()
from regelwerk.dsl.pipeline import compile_paths
from regelwerk.interpreter.engine.machine import Machine
from benchmarks import engines
marks = [time.process_time()]
rules = compile_paths(Path(sys.argv[1])).compiled
marks.append(time.process_time())
Machine(rules, "python")
marks.append(time.process_time())
why = engines.without_wasm()
marks.append(time.process_time())
if not why:
    engines.Tables(rules, rules.players[0])
    marks.append(time.process_time())
print(json.dumps([b - a for a, b in zip([start, *marks], marks)]))
"""


def of_compiling() -> list[Row]:
    """From text to a ruleset ready to play, each in a new process; for some a second time, from the cache."""
    rows: list[Row] = []
    paths = [*rulesets.FOLDER.glob("*.regel"), *rulesets.GAMES.glob("*.regel")]
    paths += [rulesets.FOLDER / name for name in LARGER]
    with tempfile.TemporaryDirectory() as cache:
        for path in sorted(paths, key=lambda p: p.stem):
            progress(path.stem)
            parts = _cold(path, cache)
            row = {"ruleset": path.stem, "lines": _lines(path)}
            names = ("import_s", "compile_s", "generate_s", "", "wasm_s")
            row |= {name: part for name, part in zip(names, parts, strict=False) if name}
            if path.stem in CACHED and len(parts) == len(names):
                row["wasm_cached_s"] = _cold(path, cache)[-1]
            rows.append(row)
    return rows


def _cold(path: Path, cache: str) -> list[float]:
    command = [sys.executable, "-c", COLD, str(path)]
    env = {**os.environ, "REGELWERK_CACHE": cache}
    done = subprocess.run(command, cwd=HERE.parent, env=env, capture_output=True, text=True, check=True)
    return list(json.loads(done.stdout))


def _lines(path: Path) -> int:
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in sources_of(path))


# ---------------------------------------------------------------------- cores

_play: Callable[[Sequence[int]], int]


def _get_ready(name: str) -> None:
    global _play
    _play = engines.decisions(rulesets.named(name), 3, "python")


def _in_process(seeds: Sequence[int]) -> int:
    return _play(seeds)


def of_cores(seconds: float, repeats: int) -> list[Row]:
    """Games per second by the clock on the wall, of one worker and of two: processes, or threads for WebAssembly."""
    rules = rulesets.named("carters")
    rows = []
    workers = min(2, os.cpu_count() or 1)
    with ProcessPoolExecutor(workers, get_context("spawn"), _get_ready, ("carters",)) as pool:
        list(pool.map(_in_process, [[n] for n in range(4 * workers)]))
        one = engines.decisions(rules, 3, "python")
        games = _enough(one, seconds)
        rows.append(_scaled("generated Python, processes", [one], pool, [_in_process] * workers, games, repeats))
    if not engines.without_wasm():
        tables = engines.Tables(rules, 3)
        plays = [tables.new() for _ in range(workers)]
        with ThreadPoolExecutor(workers) as threads:
            games = _enough(plays[0], seconds)
            rows.append(_scaled("WebAssembly, threads", plays[:1], threads, plays, games, repeats))
    return rows


def _enough(play: Callable[[Sequence[int]], int], seconds: float) -> int:
    """How many games take that long?"""
    games = 8
    while (took := cpu(partial(play, range(games)))) < 0.05:
        games *= 2
    return max(8, int(games * seconds / took))


Plays = Sequence[Callable[[Sequence[int]], int]]


def _scaled(name: str, alone: Plays, pool: Executor, together: Plays, games: int, repeats: int) -> Row:
    first, second = [], []
    for n in range(repeats):
        progress(f"{name}, {n + 1} of {repeats}")
        start = time.perf_counter()
        alone[0](range(games))
        middle = time.perf_counter()
        shares = [range(games * n, games * (n + 1)) for n in range(len(together))]
        for done in [pool.submit(play, share) for play, share in zip(together, shares, strict=True)]:
            done.result()
        first.append(games / (middle - start))
        second.append(games * len(together) / (time.perf_counter() - middle))
    gains = [b / a for a, b in zip(first, second, strict=True)]
    return {
        "way": name,
        "one_per_second": statistics.median(first),
        "workers": len(together),
        "together_per_second": statistics.median(second),
        "gain": spread(gains),
    }
