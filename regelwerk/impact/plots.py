"""Plots as SVG, made of nothing but text; colours and letters come from the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from math import floor, log10

from regelwerk import svg

WIDTH = 360  # as wide as a telephone; wider screens enlarge it
LEFT, RIGHT = 8, 352
BARS = 25  # of a histogram, at most
LONGEST = 48  # letters of a title beside a number


@dataclass(frozen=True, slots=True)
class Line:
    """A shift with its interval; `said` stands at its right end."""

    title: str
    shift: float
    low: float
    high: float
    verdict: str
    said: str
    link: str = ""
    before: tuple[float, float, float] | None = None  # shift, low, high of another time, drawn pale below it


def _short(title: str) -> str:
    return title if len(title) <= LONGEST else f"{title[: LONGEST - 1].rstrip()}…"


def _text(x: float, y: float, said: str, kind: str = "", anchor: str = "start") -> str:
    return svg.text(x, y, said, anchor, f' class="{kind}"')


def _stroke(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return svg.line(x1, y1, x2, y2, f' class="{kind}"')


def _written(x: float) -> str:
    return f"{x:.4g}".replace("-", "−")


def ticks(low: float, high: float) -> list[float]:
    """Give a few round numbers between two."""
    rough = (high - low) / 6 or 1
    power: float = 10.0 ** floor(log10(rough))
    step = next(power * k for k in (1, 2, 5, 10) if power * k >= rough * 0.999)
    first = -floor(-low / step)
    return [round(i * step, 10) for i in range(first, floor(high / step) + 1)]


class _Axis:
    """Numbers from left to right."""

    def __init__(self, low: float, high: float) -> None:
        room = (high - low) * 0.04 or 1
        self.low, self.high = low - room, high + room

    def __call__(self, x: float) -> float:
        return LEFT + (RIGHT - LEFT) * (x - self.low) / (self.high - self.low)

    def drawn(self, top: float, bottom: float, grid: bool = True) -> list[str]:
        out = []
        for x in ticks(self.low, self.high):
            if grid:
                out.append(_stroke(self(x), top, self(x), bottom, "zero" if x == 0 else "grid"))
            out.append(_text(self(x), bottom + 12, _written(x), "axis", "middle"))
        return out


def forest(lines: Sequence[Line], label: str) -> str:
    """Draw shifts with their intervals one below the other; titles stand above them, so that they fit a telephone."""
    row = 33 if any(line.before for line in lines) else 27
    ends = [0.0, *(x for line in lines for x in (line.low, line.high, *(line.before or ())))]
    axis = _Axis(min(ends), max(ends))
    bottom = row * len(lines) + 4
    body = axis.drawn(0, bottom)
    for i, line in enumerate(lines):
        y = row * i + 20
        title = _text(LEFT, y - 8, _short(line.title), "name")
        body.append(f'<a href="#{escape(line.link)}">{title}</a>' if line.link else title)
        body.append(_text(RIGHT, y - 8, line.said, "said", "end"))
        if line.before is not None:
            shift, low, high = map(axis, line.before)
            body.append(_stroke(low, y + 6, high, y + 6, "range before"))
            body.append(svg.dot(shift, y + 6, 2.5, ' class="dot before"'))
        body.append(_stroke(axis(line.low), y, axis(line.high), y, f"range {line.verdict}"))
        body.append(svg.dot(axis(line.shift), y, 3.5, f' class="dot {line.verdict}"'))
    return svg.picture(WIDTH, bottom + 16, label, body)


def histogram(counts: Sequence[tuple[float, int]], label: str, mark: float | None = None) -> str:
    """Draw how often values occur; many different ones are put together. `mark` is a value set apart."""
    low, high = counts[0][0], counts[-1][0]
    steps = sorted({round(b - a, 9) for (a, _), (b, _) in pairwise(counts)})
    width = steps[0] if steps else 1.0
    while (high - low) / width >= BARS:
        width *= 2
    first = floor(low / width + 0.5)
    bars = [0] * (floor(high / width + 0.5) - first + 1)
    for value, count in counts:
        bars[floor(value / width + 0.5) - first] += count
    axis = _Axis((first - 0.5) * width, (first + len(bars) - 0.5) * width)
    top, bottom = 14, 120
    most = max(bars)
    body = axis.drawn(top, bottom, grid=False)
    for i, count in enumerate(bars):
        if count:
            x, wide = axis((first + i - 0.45) * width), axis(width * 0.9) - axis(0)
            height = max(1.0, (bottom - top) * count / most)
            marked = mark is not None and abs((first + i) * width - mark) < width / 2
            kind = "bar marked" if marked else "bar"
            title = f"{_written((first + i) * width)}: {count}"
            body.append(svg.bar(x, bottom - height, max(1.0, wide), height, f' class="{kind}"', title))
            if count == most or marked:
                body.append(_text(x + wide / 2, bottom - height - 3, str(count), "axis", "middle"))
    body.append(_stroke(LEFT, bottom, RIGHT, bottom, "zero"))
    return svg.picture(WIDTH, bottom + 16, label, body)


def shares(rows: Sequence[tuple[str, float, float]], label: str) -> str:
    """Draw shares of two sides as pairs of bars, with a line where all are equal."""
    row, start, end = 40, 56, 300
    fair = 1 / len(rows)
    most = max(0.5, *(max(a, b) for _, a, b in rows))

    def wide(x: float) -> float:
        return (end - start) * x / most

    body = []
    for i, (title, a, b) in enumerate(rows):
        y = row * i + 6
        body.append(_text(LEFT, y + 19, title, "name"))
        for value, top, kind in ((a, y, "bar first"), (b, y + 15, "bar")):
            body.append(svg.bar(start, top, max(1.0, wide(value)), 13, f' class="{kind}"'))
            body.append(_text(start + wide(value) + 5, top + 10.5, f"{100 * value:.1f} %", "said"))
    bottom = row * len(rows)
    body.append(_stroke(start + wide(fair), 0, start + wide(fair), bottom, "zero"))
    return svg.picture(WIDTH, bottom + 4, label, body)
