"""The engine: runs in WebAssembly what it can, everything else and every error in generated Python.

A step that is broken off is done again from the state before, so an error is always that of the other engines."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Protocol

from regelwerk.dsl import ir

from ..context import BRANCH, MOST_DECISIONS, TABLE, Context, Event, State
from ..python.engine import Generated
from ..runtime import Runtime
from . import memory as mem
from .codec import Codec, Plan
from .host import Instance, instance
from .memory import CHANCE, DECISION, EVENT, FORCED, ORDER, SAY
from .modules import Loaded, loaded


class Dice(Protocol):
    """A stream of chance: its word and its constant."""

    word: int
    step: int


class Wasm:
    """Raises `host.Unavailable` where wasmtime is missing."""

    def __init__(self, runtime: Runtime) -> None:
        self.runtime = runtime
        self.loaded: Loaded = loaded(runtime.compiled, runtime.limits)
        self.codec = Codec(self.loaded.plan)
        self.table = self.new_table()
        self.broken_off = 0  # steps that were done again in Python

    @cached_property
    def python(self) -> Generated:
        return Generated(self.runtime)

    def new_table(self) -> Instance:
        """Give a memory of its own to play in."""
        return instance(self.loaded.module)

    # ------------------------------------------------------------------ engine

    def call(self, function: int, S: State, X: Context, args: Sequence[int]) -> int:
        """Run a function and give its result."""
        return self.python.call(function, S, X, args)

    def who(self, site: int, S: State, X: Context) -> int:
        """Give the seat that decides at a site."""
        return self.python.who(site, S, X)

    def run(self, S: State, X: Context) -> None:
        """Go on with the top frame until a stop or the end."""
        if not (_ordinary(X) and self.step(S, X)):
            self.python.run(S, X)

    def step(self, S: State, X: Context) -> bool:
        """Run in WebAssembly; False if that did not work, and nothing has happened."""
        memory = self.table.memory
        if not self.codec.write(memory, S):
            self.broken_off += 1
            return False
        listening = X.events is not None
        for word, value in ((mem.RANDOM, 0), (mem.TABLE, X.table == TABLE), (mem.LISTENING, listening)):
            struct.pack_into("<i", memory, word, value)
        if not self.table.call("run"):
            self.broken_off += 1
            return False
        S[:] = self.codec.read(memory)
        if S[ir.ASK]:
            first, count = (struct.unpack_from("<i", memory, word)[0] for word in (mem.FIRST, mem.COUNT))
            X.options = list(struct.unpack_from(f"<{count}q", memory, first))
        if X.events is not None:
            X.events += written_events(written(self.table, self.loaded.plan))
        return True

    def playout(self, S: State, dice: Dice) -> int | None:
        """Play on at random to the end and count the decisions; None if that did not work, and nothing has happened."""
        memory = self.table.memory
        if not self.codec.write(memory, S):
            return None
        for word, value in ((mem.RANDOM, 1), (mem.TABLE, 0), (mem.LISTENING, 0)):
            struct.pack_into("<i", memory, word, value)
        struct.pack_into("<qqQQ", memory, mem.MADE, 0, MOST_DECISIONS, dice.word, dice.step)
        if not self.table.call("playout"):
            self.broken_off += 1
            return None
        S[:] = self.codec.read(memory)
        made, _, dice.word = struct.unpack_from("<qqQ", memory, mem.MADE)
        return int(made)


def written(table: Instance, plan: Plan) -> bytes:
    """Read the events of a step, as they are."""
    end = struct.unpack_from("<i", table.memory, mem.EVENTS)[0]
    return bytes(table.memory[plan.events : end])


def written_events(data: bytes | bytearray) -> list[Event]:
    """Make sense of what was written."""
    words = iter(struct.unpack(f"<{len(data) // 8}q", data))
    found: list[Event] = []
    for kind in words:
        if kind in (SAY, EVENT):
            number, count = next(words), next(words)
            args = tuple(_value(words) for _ in range(count))
            found.append(("say" if kind == SAY else "event", number, args))
        elif kind == CHANCE:
            found.append(("chance", next(words), next(words), next(words), False))
        elif kind == ORDER:
            site, count = next(words), next(words)
            found.append(("chance", site, count, [next(words) for _ in range(count)], False))
        elif kind in (DECISION, FORCED):
            name = "decision" if kind == DECISION else "forced"
            found.append((name, next(words), next(words), next(words), bool(next(words))))
        else:
            raise ValueError("events do not make sense")
    return found


def _value(words: Any) -> int:
    form = int(next(words))
    if not form:
        return int(next(words))
    value: int = sum((next(words) & mem.WORD) << 64 * i for i in range(max(1, form)))
    return value if form == 1 or not value >> 64 * max(1, form) - 1 else value - (1 << 64 * max(1, form))


def _ordinary(X: Context) -> bool:
    """Is this play as usual: nobody answers, supplies or explains anything on the way?"""
    outside = X.pick, X.random, X.supplied or None, X.notes, X.unmet, X.start, X.before
    return not X.trial and X.table != BRANCH and X.simultaneous < 0 and all(x is None for x in outside)
