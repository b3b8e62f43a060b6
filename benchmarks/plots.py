"""Plots of measurements as SVG, made of nothing but text; letters take the colour of the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from regelwerk import svg

WIDTH = 640
# Told apart by everybody, on light and dark pages (Okabe and Ito).
COLOURS = {
    "reference interpreter": "#999999",
    "generated Python": "#e69f00",
    "WebAssembly": "#0072b2",
    "Python by hand": "#56b4e9",
    "C by hand": "#d55e00",
    "OpenSpiel C++ from Python": "#009e73",
    "OpenSpiel Python": "#8fc9ae",
    "boardgame.io": "#cc79a7",
}
OTHER = "#777777"


@dataclass(frozen=True, slots=True)
class Bar:
    """A rate with the limits between which it was measured; bars of one group stand together."""

    group: str
    way: str
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Curve:
    way: str
    points: Sequence[tuple[float, float]]


def short(value: float) -> str:
    """Write a rate in a few letters."""
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:.3g}{letter}"
    return f"{value:.3g}"


def _picture(height: float, label: str, body: Sequence[str]) -> str:
    style = "width:100%;max-width:44rem;height:auto;display:block"
    letters = 'font-family="system-ui, sans-serif" font-size="12" fill="currentColor"'
    return svg.picture(WIDTH, height, label, body, f' xmlns="http://www.w3.org/2000/svg" style="{style}" {letters}')


def _line(x1: float, y1: float, x2: float, y2: float, more: str = 'stroke-opacity=".18"') -> str:
    return svg.line(x1, y1, x2, y2, f' stroke="currentColor" {more}')


PALE = ' opacity=".7"'


class _Axis:
    """Numbers by their size: each step is ten times the last. Where they lie close, steps are 1, 2, 5."""

    def __init__(self, values: Sequence[float], start: float, end: float, whole: bool = True) -> None:
        low, high = log10(min(values)), log10(max(values))
        self.low: float = floor(low) if whole else low
        self.high: float = max(ceil(high), self.low + 1) if whole else max(high, low + 0.3)
        self.start, self.end = start, end

    def __call__(self, value: float) -> float:
        return self.start + (self.end - self.start) * (log10(value) - self.low) / (self.high - self.low)

    def ticks(self) -> list[float]:
        steps = (1, 2, 5) if self.high - self.low < 2 else (1,)
        found = [s * 10.0**e for e in range(floor(self.low), ceil(self.high) + 1) for s in steps]
        return [x for x in found if self.low - 1e-9 <= log10(x) <= self.high + 1e-9]


def bars(found: Sequence[Bar], label: str) -> str:
    """Draw rates as bars, in groups; ten times as fast is always as much longer."""
    if not found:
        return ""
    left, right, row = 178, WIDTH - 60, 20
    axis = _Axis([bar.low for bar in found] + [bar.high for bar in found], left, right)
    body: list[str] = []
    y, group = 4.0, None
    for bar in found:
        if bar.group != group:
            group = bar.group
            y += 20 if group else 0
            if group:
                body.append(svg.text(0, y - 5, group, more=' font-weight="600"'))
        end = axis(bar.value)
        middle = y + row / 2 - 1
        colour = COLOURS.get(bar.way, OTHER)
        body.append(svg.text(left - 8, y + 13, bar.way, "end"))
        title = f"{bar.way}: {bar.value:,.0f} ({bar.low:,.0f} to {bar.high:,.0f})"
        body.append(svg.bar(left, y + 2, max(1.5, end - left), row - 6, f' rx="2" fill="{colour}"', title))
        body.append(_line(axis(bar.low), middle, axis(bar.high), middle, 'stroke-width="1.5"'))
        body.append(svg.text(max(end, axis(bar.high)) + 6, y + 13, short(bar.value)))
        y += row
    grid = [_line(axis(x), 0, axis(x), y) for x in axis.ticks()]
    names = [svg.text(axis(x), y + 15, short(x), "middle", PALE) for x in axis.ticks()]
    return _picture(y + 20, label, [*grid, *body, *names])


def curves(found: Sequence[Curve], across: str, up: str, label: str) -> str:
    """Draw how a rate changes with a size; both axes by ten times."""
    points = [point for curve in found for point in curve.points]
    if not points:
        return ""
    left, right, top, bottom = 52, WIDTH - 150, 22, 190
    x_axis = _Axis([max(x, 0.5) for x, _ in points], left + 12, right - 12, whole=False)
    y_axis = _Axis([y for _, y in points], bottom, top)
    body = [svg.text(0, 11, up, more=PALE)]
    for y in y_axis.ticks():
        body += [_line(left, y_axis(y), right, y_axis(y)), svg.text(left - 6, y_axis(y) + 4, short(y), "end", PALE)]
    for x in sorted({x for x, _ in points}):
        body.append(svg.text(x_axis(max(x, 0.5)), bottom + 16, short(x) if x else "0", "middle", PALE))
    body.append(svg.text((left + right) / 2, bottom + 33, across, "middle", PALE))
    ends: list[float] = []
    for curve in sorted(found, key=lambda c: -c.points[-1][1]):
        colour = COLOURS.get(curve.way, OTHER)
        places = [(x_axis(max(x, 0.5)), y_axis(y)) for x, y in curve.points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        body.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        for (x, y), (size, rate) in zip(places, curve.points, strict=True):
            body.append(svg.dot(x, y, 3.5, f' fill="{colour}"', f"{curve.way}, {size:g}: {rate:,.0f}"))
        end = max([places[-1][1], *(e + 15 for e in ends)])
        ends.append(end)
        body.append(svg.text(right + 4, end + 4, curve.way, more=f' fill="{colour}"'))
    return _picture(bottom + 40, label, body)
