"""Hostile input in bulk: mutated sources, saved games, logs and compiled files. As a script, for as long as you like:

    python -m tests.reliability.fuzz --seconds 600 --seed 7

Whatever is read from somewhere else ends in a message, within a bound of time and memory. A case that does not is told
with the seed that makes it again."""

from __future__ import annotations

import argparse
import json
import random
import re
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any

from pydantic import ValidationError

import regelwerk
from regelwerk.dsl import ir
from regelwerk.dsl.format import format_text
from regelwerk.dsl.pipeline import compile_sources
from regelwerk.dsl.source import Source
from regelwerk.interpreter.errors import Refused, RuleError
from regelwerk.interpreter.game.game import Ruleset
from regelwerk.interpreter.game.replay import log_file, replay
from regelwerk.library.building import build
from tests.reliability.mutations import RULESETS, mutate

SECONDS = 20  # for one case
MEMORY = 3 << 30
SMALL = 12_000  # characters of a source: larger ones only take longer
GAMES = ["tic-tac-toe", "pig", "leduc-poker"]


class TooLong(BaseException):
    """Not an Exception: nobody may catch it on the way."""


@contextmanager
def within(seconds: int) -> Iterator[None]:
    def late(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, seconds)  # of the processor: others may use it, too
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@cache
def sources() -> list[str]:
    files = [file for path in RULESETS for file in (sorted(path.glob("*.regel")) if path.is_dir() else [path])]
    texts = [file.read_text(encoding="utf-8") for file in files]
    return [text for text in texts if len(text) < SMALL]


ODD = ["99999999999", "-1", "0..2000000000", "per 0..999999999", "ray", "box", "none", "((((", "{", '"', "é", "@"]


def source(seed: int) -> None:
    """A source with slips, some of them hostile: checked and laid out."""
    rng = random.Random(seed)
    text = mutate(rng.choice(sources()), seed, rng.randrange(1, 6))
    for _ in range(rng.randrange(3)):
        spots = [m.span() for m in re.finditer(r"\w+|[^\w\s]", text)]
        if spots:
            lo, hi = rng.choice(spots)
            odd = rng.choice(ODD) if rng.random() < 0.7 else text[lo:hi] * rng.randrange(2, 3000)
            text = text[:lo] + odd + text[hi:]
    compile_sources([Source("mutated", text)])
    format_text(text)


@cache
def played(name: str) -> tuple[Ruleset, str, str]:
    """A ruleset, and a game of it as a save and as a log."""
    rules = regelwerk.load(name)
    game = rules.new_game(rules.compiled.players[0], 1)
    rng = random.Random(1)
    for _ in range(6):
        for decision in game.decisions()[:1]:
            game.choose(rng.choice(decision.options).id, decision.seat)
    return rules, json.dumps(game.save()), json.dumps(log_file(game))


@cache
def compiled(name: str) -> str:
    made = build(name).compiled
    assert made is not None
    return made.model_dump_json(exclude={"scenarios"})


VALUES: list[Any] = [None, True, "", "x", "\x1b[2J", -1, 0, 1, 2, 7, 2**31, 2**64, "9" * 30, 0.5, [], [1], {}, [[]]]


def mutated(data: Any, rng: random.Random) -> Any:
    """Change something somewhere in a file."""
    if isinstance(data, dict) and data and rng.random() < 0.95:
        key = rng.choice(sorted(data))
        if rng.random() < 0.08:
            return {k: v for k, v in data.items() if k != key}
        return {**data, key: mutated(data[key], rng)}
    if isinstance(data, list) and data and rng.random() < 0.95:
        n = rng.randrange(len(data))
        if (how := rng.random()) < 0.05:
            return [*data[:n], *data[n + 1 :]]
        if how < 0.1:
            return [*data[:n], data[n], *data[n:]]
        return [*data[:n], mutated(data[n], rng), *data[n + 1 :]]
    if isinstance(data, int) and rng.random() < 0.5:
        return data + rng.choice([-1, 1, 2, 100, -data])
    return rng.choice(VALUES)


def saved(seed: int) -> None:
    """A saved game that was changed."""
    rng = random.Random(seed)
    rules, save, _ = played(rng.choice(GAMES))
    data = json.loads(save)
    for _ in range(rng.randrange(1, 4)):
        data = mutated(data, rng)
    try:
        game = rules.load(data)
        for seat in range(game.players):
            game.view(seat)
            game.log_for(seat)
        game.undo()
        _go_on(game, rng)
    except (Refused, RuleError):
        pass


def logged(seed: int) -> None:
    """A log that was changed."""
    rng = random.Random(seed)
    rules, _, log = played(rng.choice(GAMES))
    data = json.loads(log)
    for _ in range(rng.randrange(1, 4)):
        data = mutated(data, rng)
    with suppress(Refused):
        replay(rules, data)


def file(seed: int) -> None:
    """A compiled ruleset that was changed; it may make no sense, but nothing but sense is looked for in it."""
    rng = random.Random(seed)
    data = json.loads(compiled(rng.choice(GAMES)))
    for _ in range(rng.randrange(1, 3)):
        data = mutated(data, rng)
    with suppress(ValidationError, Refused, RuleError):
        Ruleset(ir.Compiled.model_validate(data))


def _go_on(game: Any, rng: random.Random) -> None:
    for _ in range(3):
        for decision in game.decisions()[:1]:
            if decision.options:
                game.choose(rng.choice(decision.options).id, decision.seat)


KINDS: dict[str, Callable[[int], None]] = {"source": source, "save": saved, "log": logged, "compiled": file}


def flaw(kind: str, seed: int, seconds: int = SECONDS) -> str:
    """Try one case; say what went wrong with it, or nothing."""
    try:
        with within(seconds):
            KINDS[kind](seed)
    except TooLong:
        return f"{kind} {seed}: it takes more than {seconds} seconds\n{traceback.format_exc(limit=-6)}"
    except Exception:
        return f"{kind} {seed}: {traceback.format_exc(limit=-6)}"
    return ""


def main() -> int:
    given = argparse.ArgumentParser()
    given.add_argument("--seconds", type=int, default=60)
    given.add_argument("--seed", type=int, default=0)
    given.add_argument("--kinds", nargs="*", default=list(KINDS), choices=list(KINDS))
    asked = given.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    end, seed, flaws, tried = time.monotonic() + asked.seconds, asked.seed, 0, 0
    while time.monotonic() < end:
        for kind in asked.kinds:
            tried += 1
            if said := flaw(kind, seed):
                flaws += 1
                print(said, flush=True)
        seed += 1
    print(f"{tried} cases, {flaws} of them end badly")
    return 1 if flaws else 0


if __name__ == "__main__":
    sys.exit(main())
