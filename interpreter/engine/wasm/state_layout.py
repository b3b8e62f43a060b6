"""Where everything lies in memory, and how a state gets there and back.

A region is a run of cells of one size: a slot, a header cell, a chance word. Cells are as small as their bounds allow;
masks wider than 64 bits take several words. Cells of frames are shared by procedures and belong to no region.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from regelwerk.dsl import ir

from .spans import HIGHEST, NUMBER, Span, inside, joined, words

BIG = 512  # bytes
REST = 3 << 10  # bytes that may be copied as a whole; above, smaller regions than BIG are copied late, too


@dataclass(slots=True)
class Region:
    """Cells start .. start + count - 1; the cell in front of it, if it has a guard, belongs to it."""

    start: int
    count: int
    span: Span
    guard: int | None = None
    at: int = 0  # address of the first cell, counted from the start of a state
    size: int = 8  # bytes of a cell
    words: int = 0  # of a mask; 0: a number
    widest: Span | None = None  # what cells of related regions must hold as well
    big: int = -1  # number among the regions that a trial copies only when it changes them

    @property
    def whole(self) -> tuple[int, int]:
        """Tell where it begins, with its guard, and how many bytes it has."""
        guard = self.size if self.guard is not None else 0
        return self.at - guard, guard + self.size * self.count

    def measure(self) -> None:
        """Choose the size of a cell."""
        whole = joined(self.span, self.widest)
        if self.guard is not None:
            whole = joined(whole, (self.guard, self.guard))
        assert whole is not None
        self.words = words(whole)
        if self.words:
            self.size = 8 * self.words
        else:
            self.size = next(n for n in (1, 2, 4, 8) if inside(whole, (-(1 << 8 * n - 1), (1 << 8 * n - 1) - 1)))


def regions_of(compiled: ir.Compiled) -> list[Region]:
    """Cut the state before the frames into regions."""
    last = len(compiled.procs)
    most = compiled.players[1]
    found = [
        Region(ir.TICKS, 1, NUMBER), Region(ir.PLAYERS, 1, (0, most)), Region(ir.TOP, 1, (0, last)),
        Region(ir.ASK, 1, (0, len(compiled.sites))), Region(ir.WHO, 1, (-1, most - 1)),
        Region(ir.CHOSEN, 1, (0, HIGHEST)), Region(ir.RESULT, 1, NUMBER), Region(ir.OVER, 1, (0, 1)),
    ]  # fmt: skip
    found += [Region(chance.addr, 1, (0, 2**64 - 1)) for chance in compiled.chances]
    for slot in compiled.slots:
        count = slot.stride
        for size in slot.sizes:
            count *= size
        span = (0, (1 << slot.bits) - 1) if slot.bits else (slot.lo, slot.hi)
        if slot.kind != "cell":  # a pile holds its size, too; an empty holder -1
            span = (0, max(slot.hi, slot.stride - 1)) if slot.kind == "pile" else (min(slot.lo, ir.NONE), slot.hi)
        found.append(_seen(compiled, Region(slot.addr, count, span)))
    places = max((run.first + run.count for run in compiled.places), default=1)
    sizes = {domain.name: len(domain.ids) for domain in compiled.domains}
    for movable in compiled.movables:
        if count := sum(sizes.get(name, 0) for name in movable.domains):
            found.append(_seen(compiled, Region(movable.loc, count, (0, places - 1))))
    return _filled(compiled, sorted(found, key=lambda region: region.start))


def _seen(compiled: ir.Compiled, region: Region) -> Region:
    """Add the guard, and what lies there at the start."""
    region.guard = compiled.state[region.start - 1]
    cells = compiled.state[region.start : region.start + region.count]
    span = joined(region.span, (min(cells), max(cells))) if cells else region.span
    assert span is not None
    region.span = span
    return region


def _filled(compiled: ir.Compiled, found: list[Region]) -> list[Region]:
    """Check that no two regions lie on each other; what lies between may hold any number."""
    out: list[Region] = []
    at = 0
    for region in [*found, Region(frames_of(compiled), 0, (0, 0))]:
        first = region.start - (region.guard is not None)
        if first < at:
            raise ValueError("cells lie on each other")
        if first > at:
            out.append(Region(at, first - at, NUMBER))
        out.append(region)
        at = region.start + region.count
    return out[:-1]


def frames_of(compiled: ir.Compiled) -> int:
    """Give the first cell of the frames."""
    return min((proc.base for proc in compiled.procs), default=len(compiled.state))


class Layout:
    """Addresses of all cells of a state."""

    def __init__(self, compiled: ir.Compiled) -> None:
        self.compiled = compiled
        self.regions = regions_of(compiled)
        self.frames = frames_of(compiled)
        self._starts = [region.start - (region.guard is not None) for region in self.regions]
        self.big: list[Region] = []
        self.big_start = self.big_end = 0  # where they lie
        self.frame_words = [1] * (len(compiled.state) - self.frames)
        self.frame_at = self.stamps_at = 0
        self._more: list[int] = []
        self.stamps = 0  # words at its end that tell what values remembered of it hold
        self.size = 0  # bytes of a state, without the work counter in front of it

    def region(self, cell: int) -> Region | None:
        """Find the region of a cell; None: a cell of a frame, or nowhere."""
        if not 0 <= cell < self.frames:
            return None
        return self.regions[bisect_right(self._starts, cell) - 1]

    def settle(self) -> None:
        """Give every cell its address, when all bounds are known: large ones first, those of several words last."""
        for region in self.regions:
            region.measure()
        self.regions[ir.TICKS].at = -8
        at = 0
        rest = sum(region.whole[1] for region in self.regions[1:]) + 8 * sum(self.frame_words)
        for region in sorted(self.regions[1:], key=lambda r: -r.size * r.count):
            bytes_ = region.size * region.count
            if region.words <= 1 and region.count > 1 and (bytes_ >= BIG or rest > REST):
                region.big = len(self.big)
                self.big.append(region)
                rest -= region.whole[1]
        self.big_end = 0
        for region in sorted(self.regions[1:], key=lambda r: (r.words > 1, r.big >= 0, -r.size)):
            if region.big >= 0 and not self.big_end:
                self.big_start = at
            if region.words > 1:
                at = at + 7 & ~7
            region.at = at + (region.size if region.guard is not None else 0)
            at = region.at + region.size * region.count
            if region.big >= 0:
                self.big_end = at
        at = at + 7 & ~7
        self.frame_at = at
        at += 8 * len(self.frame_words)
        for count in self.frame_words:
            self._more.append(at)
            at += 8 * (count - 1)
        self.stamps_at = at
        self.size = at + 8 * self.stamps

    def frame_cell(self, cell: int, word: int = 0) -> int:
        """Give the address of a word of a cell of a frame. First words lie side by side, the others behind them all."""
        cell -= self.frames
        return self._more[cell] + 8 * (word - 1) if word else self.frame_at + 8 * cell
