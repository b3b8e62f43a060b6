"""States between Python and memory: a list of whole numbers here, bytes there. What does not fit is refused."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import asdict, dataclass
from operator import ge, itemgetter, le
from typing import Any

from regelwerk.dsl import ir

from ..context import State
from .memory import WORD
from .program import Program
from .spans import Span, words

LETTER = {1: "b", 2: "h", 4: "i", 8: "q"}


@dataclass(frozen=True)
class Plan:
    """Everything the outside must know of a module; it is kept with it."""

    cells: int  # before the frames
    length: int  # of a state
    size: int  # of a state in memory
    state: int
    fresh: int
    seeds: int
    most_games: int
    outcomes: int
    outcome: int
    events: int
    rings: int
    logits: int
    ranks: int
    plain: list[tuple[int, int]]  # cells in the order of memory, and their bytes; negative: without a sign
    start: int  # of them
    wide: list[tuple[int, int, int]]  # cell, address, words
    spans: list[Span]  # of all cells before the frames
    frames: list[list[tuple[int, list[int], bool, int, int]]]  # by procedure: cell, addresses, has a sign, bounds
    frames_at: int
    big: list[tuple[int, int]]  # regions that trials copy late: where they begin in a state, bytes
    saved: int
    earlier: int
    copies: int
    bases: list[int]

    def data(self) -> dict[str, Any]:
        return asdict(self)


def plan_of(p: Program) -> Plan:
    """Collect what the outside must know."""
    layout = p.layout
    placed: list[tuple[int, int, int]] = []
    wide: list[tuple[int, int, int]] = []
    spans: list[Span] = [(0, 0)] * layout.frames
    for region in layout.regions:
        first = 0 if region.guard is None else -1
        for i in range(first, region.count):
            cell, at = region.start + i, p.state + region.at + i * region.size
            spans[cell] = region.span if i >= 0 else (region.guard or 0, region.guard or 0)
            if region.words > 1:
                wide.append((cell, at, region.words))
            else:
                placed.append((at, cell, -8 if region.words else region.size))
    placed.sort()
    frames = []
    for number, proc in enumerate(p.compiled.procs):
        cells = []
        for i in range(proc.size if number in p.procs else 0):
            cell = proc.base + i
            span = (0, 2**31 - 1) if i < ir.FRAME_LOCALS else p.bounds.frames.locals[number][i - ir.FRAME_LOCALS]
            addresses = [p.state + layout.frame_cell(cell, n) for n in range(max(1, words(span)))]
            cells.append((cell, addresses, words(span) != 1, *span))
        frames.append(cells)
    return Plan(
        cells=layout.frames, length=len(p.compiled.state), size=layout.size, state=p.state, fresh=p.fresh,
        seeds=p.seeds, most_games=p.most_games, outcomes=p.outcomes, outcome=p.outcome, events=p.events,
        rings=p.rings, logits=p.logits, ranks=len(p.compiled.ranks),
        plain=[(cell, size) for _, cell, size in placed], start=placed[0][0] if placed else p.state, wide=wide,
        spans=spans, frames=frames, frames_at=p.state + layout.frame_at,
        big=[region.whole for region in layout.big], saved=p.saved, earlier=p.earlier, copies=p.copies,
        bases=[proc.base for proc in p.compiled.procs],
    )  # fmt: skip


class Codec:
    """Reads and writes the state at its fixed place in memory."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        order = [cell for cell, _ in plan.plain]
        letters = ("Q" if size < 0 else LETTER[size] for _, size in plan.plain)
        self.format = struct.Struct("<" + "".join(letters))
        self._ordered: Callable[[State], tuple[int, ...]] = itemgetter(*order)
        places = [-1] * plan.cells
        for n, cell in enumerate(order):
            places[cell] = n
        self._back: Callable[[tuple[int, ...]], tuple[int, ...]] = itemgetter(*places, -1)
        self._lows = [lo for lo, _ in plan.spans]
        self._highs = [hi for _, hi in plan.spans]

    def write(self, memory: Any, S: State) -> bool:
        """Put a state into memory; False if it holds something that has no place there."""
        plan = self.plan
        if len(S) != plan.length:
            return False
        if not (all(map(le, self._lows, S)) and all(map(ge, self._highs, S))):
            return False
        self.format.pack_into(memory, plan.start, *self._ordered(S))
        for cell, at, count in plan.wide:
            memory[at : at + 8 * count] = S[cell].to_bytes(8 * count, "little", signed=True)
        end = plan.state + plan.size
        memory[plan.frames_at : end] = bytes(end - plan.frames_at)
        top = S[ir.TOP]
        seen = 0
        while top:
            if not 0 < top <= len(plan.frames) or seen > len(plan.frames):
                return False
            if not plan.frames[top - 1]:  # only scenarios come here: it was left out
                return False
            seen += 1
            for cell, addresses, _, lo, hi in plan.frames[top - 1]:
                value = S[cell]
                if not lo <= value <= hi:
                    return False
                for n, at in enumerate(addresses):
                    memory[at : at + 8] = (value >> 64 * n & WORD).to_bytes(8, "little")
            top = S[plan.bases[top - 1] + ir.FRAME_CALLER]
        return True

    def read(self, memory: Any) -> State:
        """Read the state from memory; cells of frames that are not active are 0."""
        plan = self.plan
        values = self.format.unpack_from(memory, plan.start)
        S = list(self._back((*values, 0)))  # -1, the last one, is a wide cell, and stands behind all of them
        S.pop()
        for cell, at, count in plan.wide:
            S[cell] = int.from_bytes(memory[at : at + 8 * count], "little", signed=True)
        S += [0] * (plan.length - plan.cells)
        top = S[ir.TOP]
        while top:
            for cell, addresses, signed, _, _ in plan.frames[top - 1]:
                data = b"".join(memory[at : at + 8] for at in addresses)
                S[cell] = int.from_bytes(data, "little", signed=signed)
            top = S[plan.bases[top - 1] + ir.FRAME_CALLER]
        return S
