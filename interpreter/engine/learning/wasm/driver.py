"""Rollouts in WebAssembly: the state stays in memory from decision to decision."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from regelwerk.dsl import ir
from regelwerk.interpreter.engine.chance import MASK64
from regelwerk.interpreter.engine.context import Event, State
from regelwerk.interpreter.engine.machine import Machine
from regelwerk.interpreter.engine.wasm import memory as mem
from regelwerk.interpreter.engine.wasm.engine import Wasm, written, written_events
from regelwerk.interpreter.engine.wasm.program import RING

from ..policy import MEMORY, Done, FeatureMap, Memory, Policy, Sampled
from ..python import PythonRollout
from ..rollouts import BY_POLICY, MOST_STEPS, NOBODY, Values
from .features import Placed, in_short, put_weights, samples, take_weights
from .features import written as written_sample

ROOM = 1 << 24  # bytes for decisions that are written down


class Position(NamedTuple):
    """Where a rollout may begin."""

    S: State
    laid: bytes | None  # None: there is no place for it in memory


class WasmRollout:
    """Rollouts in WebAssembly. What is broken off there is done again by a plain rollout, which tells what is wrong."""

    def __init__(self, machine: Machine, engine: Wasm) -> None:
        self.codec, self.plan = engine.codec, engine.loaded.plan
        self.table = engine.new_table()
        self._state = slice(self.plan.state - 8, self.plan.state + self.plan.size)
        self._row = struct.Struct(f"<{self.plan.ranks}q")
        self._plain = PythonRollout(machine)
        self._given: list[tuple[int, int]] = []  # answers, and until when it was played on
        self._slow = False  # the plain rollout has taken over
        self._feature_maps: dict[FeatureMap, Placed | None] = {}  # None: there is no room for it
        self._samples = 0  # where decisions are written down, if they are
        self._policy: Policy | None = None
        for word, value in ((mem.RANDOM, mem.BY_POLICY), (mem.TABLE, 0)):
            struct.pack_into("<i", self.table.memory, word, value)

    # ------------------------------------------------------------------ policies

    def go_by(self, policy: Policy | None) -> None:
        if policy is not None and policy is self._policy:
            return
        self._policy = policy
        self._plain.go_by(policy)
        placed = None if policy is None else self._placed(policy.feature_map)
        struct.pack_into("<i", self.table.memory, mem.POLICY, 0 if placed is None else placed.at["root"])
        if placed is not None and policy is not None:
            put_weights(self.table.memory, placed, policy)

    def _placed(self, feature_map: FeatureMap) -> Placed | None:
        if feature_map not in self._feature_maps:
            base = len(self.table.memory)
            placed = Placed(feature_map, self.plan, base)
            fits = self.table.more(len(placed.content))
            if fits:
                self.table.memory[base : base + len(placed.content)] = placed.content
            self._feature_maps[feature_map] = placed if fits else None
        return self._feature_maps[feature_map]

    def usual(self) -> list[float]:
        if self._slow:
            return self._plain.usual()
        self._put(mem.BETTER, ())
        self.table.call("usual")
        count = sum(1 for _ in in_short(self.table.memory, *self._written))
        return list(struct.unpack_from(f"<{count}d", self.table.memory, self._samples + ROOM))

    def learn(self, better: Sequence[float], more: Sequence[float]) -> None:
        if self._plain_only:
            self._plain.learn(better, more)
            return
        memory = self.table.memory
        if self._slow:
            at = self._samples
            for sample in self._plain.sampled():
                content = written_sample(sample)
                memory[at : at + len(content)] = content
                at += len(content)
            struct.pack_into("<i", memory, mem.SAMPLE, at)
        self._put(mem.BETTER, better)
        self._put(mem.MORE, more, ROOM // 2)
        self.table.call("learn")

    def _put(self, word: int, numbers: Sequence[float], after: int = 0) -> None:
        """Put numbers behind the decisions that were written down, and tell where."""
        at = self._samples + ROOM + after
        struct.pack_into(f"<{len(numbers)}d", self.table.memory, at, *numbers)
        struct.pack_into("<i", self.table.memory, word, at)

    def follow(self, paces: tuple[float, float], fading: float, settled: float = 1.0) -> None:
        if self._plain_only:
            self._plain.follow(paces, fading, settled)
            return
        struct.pack_into("<ddd", self.table.memory, mem.PACES, *paces, 1 - fading)
        struct.pack_into("<d", self.table.memory, mem.SETTLED, settled)
        self.table.call("follow")

    def learnt(self) -> Policy:
        policy = self._plain.learnt()
        if not self._plain_only:
            placed = self._feature_maps[policy.feature_map]
            assert placed is not None
            take_weights(self.table.memory, placed, policy)
        return policy

    @property
    def _plain_only(self) -> bool:
        """Is there no room here for what it goes by?"""
        return self._policy is not None and self._feature_maps[self._policy.feature_map] is None

    def logits(self) -> list[float]:
        if self._slow or self._policy is None:
            return self._plain.logits() if self._slow else [0.0] * len(self.found)
        self.table.call("like")
        return list(struct.unpack_from(f"<{len(self.found)}d", self.table.memory, self.plan.logits))

    def sampled(self) -> list[Sampled]:
        return self._plain.sampled() if self._slow else list(samples(self.table.memory, *self._written))

    def done(self) -> list[Done]:
        return self._plain.done() if self._slow else list(in_short(self.table.memory, *self._written))

    @property
    def _written(self) -> tuple[int, int]:
        """From where to where decisions lie that were written down."""
        return self._samples, struct.unpack_from("<i", self.table.memory, mem.SAMPLE)[0]

    def _write_down(self, sample: bool) -> None:
        if sample and not self._samples:
            first = len(self.table.memory)
            if self.table.more(2 * ROOM):
                self._samples = first
        wanted = self._samples if sample and self._policy is not None else 0
        struct.pack_into("<i", self.table.memory, mem.SAMPLE, wanted)
        struct.pack_into("<q", self.table.memory, mem.SAMPLES, self._samples)
        struct.pack_into("<q", self.table.memory, mem.SAMPLES_END, self._samples + ROOM)

    # ------------------------------------------------------------------ rolling out

    def position(self, S: State) -> Position:
        fits = self.codec.write(self.table.memory, S)
        return Position(S.copy(), bytes(self.table.memory[self._state]) if fits else None)

    def begin(
        self, position: Position, seed: int, memories: Mapping[int, Memory] | None = None,
        *, calm: float = 1.0, listen: bool = False, sample: bool = False, most: int = MOST_STEPS,
    ) -> None:  # fmt: skip
        self._seats = position.S[ir.PLAYERS]
        self._plainly = partial(
            self._plain.begin, position.S, seed, memories, calm=calm, listen=listen, sample=sample, most=most
        )
        self._given.clear()
        self._heard, self._listen = bytearray(), listen
        self._write_down(sample)
        self._slow = position.laid is None or self._plain_only or (sample and not self._samples)
        if self._slow or position.laid is None:
            self._plainly()
            return
        memory = self.table.memory
        struct.pack_into("<i", memory, mem.LISTENING, listen)
        memory[self._state] = position.laid
        struct.pack_into("<Q", memory, mem.ANSWER, seed & MASK64)
        self.table.call("reseed")
        struct.pack_into("<q", memory, mem.MOST, most)
        struct.pack_into("<q", memory, mem.TURN, NOBODY)
        struct.pack_into("<d", memory, mem.CALM, calm)
        rings, seats = self.plan.rings, self._seats
        memory[rings : rings + RING * seats] = bytes(RING * seats)
        for seat, known in (memories or {}).items():
            keys = known.keys
            struct.pack_into(
                f"<qq{len(keys)}Q", memory, rings + RING * seat, len(keys) % MEMORY, known.last, *keys
            )  # fmt: skip
        self.made = 0

    def on(self, answer: int = BY_POLICY, until: int = NOBODY) -> None:
        memory = self.table.memory
        if not self._slow:
            struct.pack_into("<q", memory, mem.ANSWER, answer)
            struct.pack_into("<i", memory, mem.UNTIL, until)
            self._given.append((answer, until))
            if self.table.call("rollout"):
                self.made, first, count, asked, who, over = struct.unpack_from("<q40xi4xi92xi4xi4xi", memory, mem.MADE)
                self.site, self.who, self.over = asked - 1, who, bool(over)
                self.found = list(struct.unpack_from(f"<{count}q", memory, first))
                if self._listen:
                    self._heard += written(self.table, self.plan)
                return
            self._take_over()
        else:
            self._plain.on(answer, until)
        plain = self._plain
        self.made, self.site, self.who, self.over, self.found = (
            plain.made, plain.site, plain.who, plain.over, plain.found
        )  # fmt: skip

    def _take_over(self) -> None:
        """Do everything again where errors have words."""
        self._slow = True
        if self._policy is not None:
            self.learnt()  # the plain rollout goes by the same weights
        self._plainly()
        for answer, until in self._given:
            self._plain.on(answer, until)

    @property
    def events(self) -> list[Event]:
        return self._plain.events if self._slow else written_events(self._heard)

    def standing(self) -> Values:
        if self._slow:
            return self._plain.standing()
        memory = self.table.memory
        kept = bytes(memory[self._state])
        done = self.table.call("stand")
        memory[self._state] = kept
        if not done:  # a scoring that only makes sense at its time
            self._plain.S = self.codec.read(memory)
            return self._plain.standing()
        first, size = self.plan.outcomes + 24, self._row.size
        return tuple(self._row.unpack_from(memory, first + size * seat) for seat in range(self._seats))

    def state(self) -> State:
        return self._plain.state() if self._slow else self.codec.read(self.table.memory)
