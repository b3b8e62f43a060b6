"""Observations of many games at once, read from the memory of WebAssembly where their states lie side by side.

Cells of a slot lie in runs of equal width, so that a run of all games is one view; what must be told otherwise (copies,
seats, places) goes through small tables, what a seat may not see is taken out last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from regelwerk.interpreter.engine.wasm.codec import Plan

from .observations import AS_IS, PLACE, SEAT, Observer, Sources


@dataclass(frozen=True, slots=True)
class Run:
    """Columns first .. first + count - 1 of an observation, read at an offset in the state, so many bytes apart."""

    first: int
    count: int
    offset: int
    width: int
    step: int
    add: int


@dataclass(frozen=True, slots=True)
class Bits:
    """Columns that are the bits of one mask, in this order."""

    first: int
    offset: int
    order: NDArray[np.int64]


Where = dict[int, tuple[int, int]]  # cell of the state: offset and width


def addresses(plan: Plan) -> Where:
    """Find every cell of the state in memory, counted from the start of the state."""
    found: Where = {}
    at = plan.start - plan.state
    for cell, size in plan.plain:
        found[cell] = at, abs(size)
        at += abs(size)
    for cell, start, words in plan.wide:
        found[cell] = start - plan.state, 8 * words
    return found


class Sight:
    """How one seat reads states."""

    def __init__(self, observer: Observer, where: Where, lows: Sequence[int], seat: int) -> None:
        self.runs: list[Run] = []
        self.bits: list[Bits] = []
        sources = observer.sources[seat]
        self._find(sources, where)
        self.low = _spans(
            [n for n, c in enumerate(sources.cell) if sources.bit[n] < 0 and lows[c] < sources.low[n] - 1]
        )
        self.tables = [
            (span, _table(observer, number, seat))
            for number in sorted(set(sources.table) - {AS_IS})
            for span in _spans([n for n, table in enumerate(sources.table) if table == number])
        ]
        flags: dict[int, list[int]] = {}
        for n, flag in enumerate(sources.flag):
            if flag >= 0:
                flags.setdefault(flag, []).append(n)
        self.flags = [(where[flag], _spans(columns)) for flag, columns in flags.items()]
        piles: dict[int, list[int]] = {}
        for n, pile in enumerate(sources.pile):
            if pile >= 0:
                piles.setdefault(pile, []).append(n)
        self.piles = [
            (where[pile], span, np.array(sources.height[span]))
            for pile, columns in piles.items()
            for span in _spans(columns)
        ]

    def _find(self, sources: Sources, where: Where) -> None:
        n, count = 0, len(sources.cell)
        while n < count:
            cell, bit = sources.cell[n], sources.bit[n]
            offset, width = where[cell]
            end = n + 1
            if bit >= 0:
                while end < count and sources.cell[end] == cell and sources.bit[end] >= 0:
                    end += 1
                self.bits.append(Bits(n, offset, np.array(sources.bit[n:end], np.int64)))
            else:
                step = 0
                while end < count and sources.bit[end] < 0 and sources.low[end] == sources.low[n]:
                    at, size = where[sources.cell[end]]
                    gap = at - where[sources.cell[end - 1]][0]
                    if size != width or gap <= 0 or (step and gap != step):
                        break
                    step = gap
                    end += 1
                self.runs.append(Run(n, end - n, offset, width, step or width, 1 - sources.low[n]))
            n = end


def _spans(columns: list[int]) -> list[slice]:
    """Write columns as runs."""
    found: list[slice] = []
    for n in columns:
        if found and found[-1].stop == n:
            found[-1] = slice(found[-1].start, n + 1)
        else:
            found.append(slice(n, n + 1))
    return found


def _table(observer: Observer, number: int, seat: int) -> NDArray[np.int32]:
    """Give what is told for a value, by the value + 1 (of places: by the place)."""
    if number == PLACE:
        return observer.places[seat].astype(np.int32)
    if number == SEAT:
        turned = [(n - seat) % observer.players + 1 for n in range(observer.players)]
        most = observer.ruleset.compiled.players[1]
        return np.array([0, *turned, *[0] * (most - observer.players)], np.int32)
    return np.concatenate(([0], observer.tables[number] + 1)).astype(np.int32)


def column(
    memory: Any, base: int, stride: int, rows: int, offset: int, width: int, count: int = 1, step: int = 0
) -> Any:
    """View cells of all rows in memory, without a copy."""
    kind = np.dtype(f"<i{width}")
    return np.ndarray((rows, count), kind, memory, base + offset, (stride, step or width))


class Reader:
    """Reads the observations of the rows of one memory."""

    def __init__(self, observer: Observer, plan: Plan, memory: Any, base: int, stride: int, rows: int) -> None:
        where = addresses(plan)
        self.observer = observer
        self._sights = [
            Sight(observer, where, [low for low, _ in plan.spans], seat) for seat in range(observer.players)
        ]
        self._runs = [
            [
                (run, column(memory, base, stride, rows, run.offset, run.width, run.count, run.step))
                for run in sight.runs
            ]
            for sight in self._sights
        ]
        self._bits = [
            [
                (
                    bits,
                    np.ndarray(
                        (rows, int(bits.order.max()) // 8 + 1), np.uint8, memory, base + bits.offset, (stride, 1)
                    ),
                )
                for bits in sight.bits
            ]
            for sight in self._sights
        ]
        self._flags = [
            [(column(memory, base, stride, rows, *cell), spans) for cell, spans in sight.flags]
            for sight in self._sights
        ]
        self._piles = [
            [(column(memory, base, stride, rows, *cell), span, height) for cell, span, height in sight.piles]
            for sight in self._sights
        ]

    def read(self, who: NDArray[np.int64], out: NDArray[np.int32]) -> None:
        """Write what the seats that decide see behind the head of observations."""
        seats = np.unique(who)
        for seat in seats:
            rows: Any = slice(None) if len(seats) == 1 else np.flatnonzero(who == seat)
            some = out if len(seats) == 1 else np.empty((len(rows), out.shape[1]), np.int32)
            self._read(int(seat), rows, some)
            if len(seats) > 1:
                out[rows] = some

    def _read(self, seat: int, rows: Any, out: NDArray[np.int32]) -> None:
        head, sight = self.observer.head, self._sights[seat]
        body = out[:, head:]
        for run, view in self._runs[seat]:
            np.add(view[rows], run.add, out=body[:, run.first : run.first + run.count], casting="unsafe")
        for bits, raw in self._bits[seat]:
            spread = np.unpackbits(raw[rows], axis=1, bitorder="little")
            body[:, bits.first : bits.first + len(bits.order)] = spread[:, bits.order]
        for span in sight.low:
            np.maximum(body[:, span], 0, out=body[:, span])
        for span, table in sight.tables:
            body[:, span] = table[body[:, span]]
        for flag, spans in self._flags[seat]:
            hidden = flag[rows][:, 0] == 0
            if hidden.all():
                for span in spans:
                    body[:, span] = 0
            elif hidden.any():
                for span in spans:
                    body[hidden, span] = 0
        for size, span, height in self._piles[seat]:
            body[:, span] *= height <= size[rows]


def codes_of(counts: NDArray[np.int64], options: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Give row and code of every option of all rows."""
    widest = int(counts.max()) if len(counts) else 0
    there = np.arange(widest) < counts[:, None]
    return np.nonzero(there)[0], options[:, :widest][there]


def joined(parts: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """Lay parts behind each other; a single one stays where it is."""
    return parts[0] if len(parts) == 1 else np.concatenate(parts)
