"""Many games side by side in WebAssembly, one decision each in a step: for those who train.

`reset` and `step` give arrays over all games. A game that has ended is followed by the next one; what it was worth
is told in the step that ended it. Several threads play parts of the games; several rulesets share them as variants."""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from regelwerk import Ruleset
from regelwerk.api import Name
from regelwerk.dsl import ir
from regelwerk.interpreter.engine import chance
from regelwerk.interpreter.engine.context import Context
from regelwerk.interpreter.engine.scores import placed, ranking
from regelwerk.interpreter.engine.wasm import memory as mem
from regelwerk.interpreter.engine.wasm.engine import Wasm
from regelwerk.interpreter.engine.wasm.entries import rows as row
from regelwerk.interpreter.engine.wasm.host import Instance
from regelwerk.interpreter.engine.wasm.playouts import Playouts
from regelwerk.interpreter.errors import Refused
from regelwerk.simulation.games import game_seed

from .actions import Actions
from .observation_orders import Room, codes_of, joined, numbers, orders
from .observations import Observer
from .table import Reward, opened, rewarded, seats_of

OPTIONS = 256  # of a decision that have room, unless more is asked for
REMEMBERED = 4096  # results whose rewards are known
LIMIT = 2**62  # decisions of a game


@dataclass(frozen=True, slots=True)
class Step:
    """Where all games stand after a step. The arrays are written over by the next step: copy what you keep."""

    observations: NDArray[np.int32]  # of the seats that decide
    seats: NDArray[np.int64]  # who decides
    rewards: NDArray[np.float32]  # by game and seat, where a game has ended; else 0
    ended: NDArray[np.bool_]
    counts: NDArray[np.int64]  # options


class Rows:
    """The games of one memory."""

    def __init__(self, observer: Observer, count: int, widest: int) -> None:
        ruleset, players = observer.ruleset, observer.players
        fast = ruleset.machine.fast
        if fast is None:
            raise Refused(f"many games side by side need WebAssembly: {ruleset.machine.missing}")
        self.ruleset, self.players, self.widest = ruleset, players, widest
        self._worth: dict[bytes, list[float]] = {}
        self.engine: Wasm = fast
        self.plan = fast.loaded.plan
        self._playouts = Playouts(fast)
        self.table: Instance = self._playouts.table
        if not self._playouts.prepare(ruleset.machine.fresh(players, 0), LIMIT, 0):
            raise Refused(f"{ruleset.compiled.title} does not fit into WebAssembly")
        values = len(ruleset.compiled.ranks) * ruleset.compiled.players[1]
        self.state = row.VALUES + 8 * values + 8 * widest  # where the state lies in a row, with the work before it
        self.size = self.state + 8 + (self.plan.size + 7 & ~7)
        base = len(self.table.memory)
        room, actions = Room(), observer.actions
        firsts = numbers(actions)
        firsts_at, sights_at = room.put(firsts), orders(observer, self.plan, room, base)
        row_at, seen_at = room.keep(self.size * count), room.keep(4 * len(observer) * count)
        marked_at = room.keep(len(actions) * count) if actions.flat else 0
        if not self.table.more(room.size):
            raise Refused(f"{count} games need {room.size >> 20} MB, which is more than WebAssembly may take here")
        memory = self.table.memory
        for at, content in room.content:
            memory[base + at : base + at + len(content)] = content
        self._first = base + row_at + self.state + 8
        self.rows: Any = np.ndarray((count,), _head(ruleset, players, widest, self.size), memory, base + row_at)
        self.seen: Any = np.ndarray((count, len(observer)), "<i4", memory, base + seen_at)
        self.marked: Any = np.ndarray((count, len(actions)), "?", memory, base + marked_at) if marked_at else None
        for word, value in (
            (mem.ROWS, base + row_at), (mem.ROW, self.size), (mem.WIDEST, widest), (mem.RANDOM, 0), (mem.TABLE, 0),
            (mem.LISTENING, 0), (mem.SIGHTS, base + sights_at), (mem.SEEN, base + seen_at),
            (mem.SEEN_SIZE, 4 * len(observer)), (mem.MASKS, base + marked_at if marked_at else 0),
            (mem.MASKS_SIZE, len(actions)), (mem.FIRSTS, base + firsts_at), (mem.FIRSTS_SIZE, 4 * firsts.shape[1]),
        ):  # fmt: skip
            struct.pack_into("<i", memory, word, value)

    def worth(self, values: bytes, reward: Reward) -> list[float]:
        """Tell what it is worth to each seat to end with these values; small games end in few ways."""
        if values not in self._worth:
            if len(self._worth) > REMEMBERED:
                self._worth.clear()
            rows = np.frombuffer(values, np.int64).reshape(self.players, -1).tolist()
            result = placed(self.ruleset.compiled, [tuple(each) for each in rows])
            self._worth[values] = rewarded(self.ruleset, result, reward)
        return self._worth[values]

    def advance(self) -> None:
        """Answer all decisions; what is broken off is done in Python, or told."""
        memory = self.table.memory
        struct.pack_into("<i", memory, mem.PLAYED, 0)
        while not self.table.call("advance", len(self.rows)):
            number = struct.unpack_from("<i", memory, mem.PLAYED)[0]
            self._as_before(number)
            self._in_python(number)
            self.rows[number]["code"] = row.LOOK

    def _state_at(self, number: int) -> int:
        return int(self.rows[number : number + 1].ctypes.data - self.rows.ctypes.data) + self._first

    def _as_before(self, number: int) -> None:
        """Put large regions back that a step had changed when it was broken off."""
        memory, plan = self.table.memory, self.plan
        for n, (first, size) in enumerate(plan.big):
            level = struct.unpack_from("<i", memory, plan.saved + 4 * n)[0]
            while level > 1:
                level = struct.unpack_from("<i", memory, plan.earlier + 4 * (level * len(plan.big) + n))[0]
            if level == 1:
                to = self._state_at(number) + first
                memory[to : to + size] = memory[plan.copies + first : plan.copies + first + size]

    def _in_python(self, number: int) -> None:
        """Do the step of one game in Python."""
        one, machine, memory = self.rows[number], self.ruleset.machine, self.table.memory
        start = self._state_at(number) - 8
        whole = slice(self.plan.state - 8, self.plan.state + self.plan.size)
        X = Context()
        if one["code"] >= 0:
            memory[whole] = memory[start : start + 8 + self.plan.size]
            S = self.engine.codec.read(memory)
            machine.take(S, X, int(one["code"]))
        else:
            S = machine.start(self.players, int(one["seed"]), X)
        one["ended"] = row.RUNNING
        if not S[ir.ASK]:
            one["ended"], one["last"] = row.OVER if S[ir.OVER] else row.STUCK, one["seed"]
            if S[ir.OVER]:
                one["values"] = ranking(self.ruleset.compiled, machine.engine, S).values
            one["seed"] = chance.splitmix64(int(one["seed"]))
            X = Context()
            S = machine.start(self.players, int(one["seed"]), X)
        options = X.options or machine.options(S, Context())
        if len(options) > self.widest:
            raise Refused(f"a decision has {len(options)} options: make room for them with most_options")
        one["count"], one["site"], one["who"] = len(options), S[ir.ASK] - 1, S[ir.WHO]
        one["options"][: len(options)] = options
        if not self.engine.codec.write(memory, S):
            raise Refused("a state does not fit into WebAssembly")
        memory[start : start + 8 + self.plan.size] = memory[whole]


def _head(ruleset: Ruleset, players: int, widest: int, size: int) -> np.dtype[Any]:
    """Name the words of a row."""
    ranks = len(ruleset.compiled.ranks)
    fields: dict[str, tuple[Any, int]] = {
        "code": ("<i8", row.CODE), "seed": ("<u8", row.SEED), "ended": ("<i8", row.ENDED), "count": ("<i8", row.COUNT),
        "site": ("<i8", row.SITE), "who": ("<i8", row.WHO), "last": ("<u8", row.LAST),
        "values": (("<i8", (players, ranks)), row.VALUES),
        "options": (("<i8", (widest,)), row.VALUES + 8 * ranks * ruleset.compiled.players[1]),
    }  # fmt: skip
    formats, offsets = zip(*fields.values(), strict=True)
    return np.dtype({"names": list(fields), "formats": list(formats), "offsets": list(offsets), "itemsize": size})


class VectorEnv:
    """Games of one ruleset, or of variants of it, side by side."""

    def __init__(
        self, ruleset: Ruleset | Name, players: int | None = None, reward: Reward = "win", threads: int = 1,
        most_options: int = OPTIONS, variants: Sequence[Ruleset | Name] = (),
    ) -> None:  # fmt: skip
        self.rulesets = [opened(each) for each in (ruleset, *variants)]
        first = self.rulesets[0]
        self.players = seats_of(first, players)
        self.observers = [Observer(rules, self.players) for rules in self.rulesets]
        self.observer = self.observers[0]
        self.actions = self.observer.actions
        self.reward, self.threads, self.most_options = reward, max(1, threads), most_options
        for rules, other in zip(self.rulesets, self.observers, strict=True):
            if other.cells != self.observer.cells or other.actions.spec() != self.actions.spec():
                raise Refused(f"variants must look alike: {rules.compiled.title} has other cells or actions")
        self._codes_of = _codes(self.actions)
        self._groups: list[Rows] = []
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None

    def reset(self, games: int, seed: int = 0) -> Step:
        """Begin so many games; every one has its own seed, of which all later ones follow."""
        if games < 1:
            raise Refused("at least one game is played")
        parts = max(len(self.rulesets), min(self.threads, games))
        parts = -(-parts // len(self.rulesets)) * len(self.rulesets)
        cuts = [games * n // parts for n in range(parts + 1)]
        self._groups, self._where, self.variant = [], [], np.zeros(games, np.int64)
        for n, (start, end) in enumerate(pairwise(cuts)):
            if start == end:
                continue
            which = n % len(self.rulesets)
            group = Rows(self.observers[which], end - start, self.most_options)
            group.rows["code"] = row.NEW
            group.rows["seed"] = [game_seed(seed, index) for index in range(start, end)]
            self.variant[start:end] = which
            self._groups.append(group)
            self._where.append(slice(start, end))
        one = self._groups[0] if len(self._groups) == 1 else None
        self.observations = one.seen if one else np.zeros((games, len(self.observer)), np.int32)
        self._marked = one.marked if one else np.zeros((games, len(self.actions) if self.flat else 0), np.bool_)
        self._games = np.arange(games)
        self._rewards = np.zeros((games, self.players), np.float32)
        return self._advance()

    def step(self, actions: NDArray[np.int64] | Sequence[int]) -> Step:
        """Answer all games: by the number of an action or, where it is not `flat`, by the place of an option."""
        if not self._groups:
            raise Refused("there are no games yet: begin with reset()")
        chosen = np.asarray(actions, np.int64)
        if chosen.shape != self.counts.shape:
            raise Refused(f"{len(self.counts)} games wait for an action each, not for {chosen.size}")
        codes = self._codes(chosen)
        for group, where in zip(self._groups, self._where, strict=True):
            group.rows["code"] = codes[where]
        return self._advance()

    @property
    def flat(self) -> bool:
        """Are actions told by their numbers, and not by the places of options?"""
        return self.actions.flat

    def _codes(self, chosen: NDArray[np.int64]) -> NDArray[np.int64]:
        if not self.flat:
            if ((chosen < 0) | (chosen >= self.counts)).any():
                game = int(np.flatnonzero((chosen < 0) | (chosen >= self.counts))[0])
                raise Refused(f"game {game} has {self.counts[game]} options: there is none at place {chosen[game]}")
            return np.asarray(self.options[self._games, chosen], np.int64)
        inside = chosen.clip(0, len(self.actions) - 1)
        offered = self._marked[self._games, inside] & (inside == chosen)
        if not offered.all():
            game = int(np.flatnonzero(~offered)[0])
            raise Refused(f"action {chosen[game]} is not offered in game {game}: see masks()")
        return np.asarray(self._codes_of[inside], np.int64)

    def _advance(self) -> Step:
        if self._pool is not None and len(self._groups) > 1:
            list(self._pool.map(self._work, range(len(self._groups))))
        else:
            for number in range(len(self._groups)):
                self._work(number)
        whole = [group.rows for group in self._groups]
        self.sites: NDArray[np.int64] = joined([rows["site"] for rows in whole])
        self.counts: NDArray[np.int64] = joined([rows["count"] for rows in whole])
        seats = joined([rows["who"] for rows in whole])
        ended = joined([rows["ended"] for rows in whole]) != row.RUNNING
        self._rewards[:] = 0
        if ended.any():
            for group, where in zip(self._groups, self._where, strict=True):
                self._settle(group, self._rewards[where])
        return Step(self.observations, seats, self._rewards, ended, self.counts)

    def _work(self, number: int) -> None:
        group, where = self._groups[number], self._where[number]
        group.advance()
        if len(self._groups) > 1:
            self.observations[where] = group.seen
            if self.flat:
                self._marked[where] = group.marked

    def _settle(self, group: Rows, rewards: NDArray[np.float32]) -> None:
        """Write down what the games that have just ended were worth to each seat."""
        over = np.flatnonzero(group.rows["ended"] == row.OVER)
        values = group.rows["values"][over]
        if len(over):
            rewards[over] = [group.worth(each.tobytes(), self.reward) for each in values]

    @property
    def options(self) -> NDArray[np.int64]:
        """The options of all games, as the engine numbers them; of game n the first `counts[n]` are offered."""
        return joined([group.rows["options"] for group in self._groups])

    @property
    def seeds(self) -> NDArray[np.uint64]:
        """The seeds of the games going on: `Ruleset.new_game` plays the same with them."""
        return joined([group.rows["seed"] for group in self._groups])

    def masks(self) -> NDArray[np.bool_]:
        """Mark for every game the actions that can be chosen."""
        if not self.flat:
            places: NDArray[np.bool_] = np.arange(int(self.counts.max())) < self.counts[:, None]
            return places
        return np.array(self._marked)

    def rows(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """Give for every option of every game which game it belongs to, and its row of features (`Actions.rows`)."""
        games, codes = codes_of(self.counts, self.options)
        out = np.zeros((len(codes), self.actions.width), np.int32)
        for site in np.unique(self.sites):
            here = np.flatnonzero(self.sites[games] == site)
            out[here] = self.actions.rows(int(site), codes[here].tolist())
        return games, out

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()


def _codes(actions: Actions) -> NDArray[np.int64]:
    """Give the option of every number, if they are flat: entries of a site take turns."""
    if not actions.flat:
        return np.zeros(0, np.int64)
    found: list[int] = []
    for site in actions.compiled.sites:
        for number, entry in enumerate(site.entries):
            found += [number + len(site.entries) * payload for payload in range(math.prod(entry.radix))]
    return np.array(found, np.int64)
