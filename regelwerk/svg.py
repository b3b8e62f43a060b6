"""Pictures as SVG, made of nothing but text: what plots are drawn of.

`more` are further attributes of an element; colours and letters may as well come from the page it stands in.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape


def picture(width: float, height: float, label: str, body: Sequence[str], more: str = "") -> str:
    """Put a picture together; `label` is what it shows, for who does not see it."""
    inner = "\n".join(body)
    head = f'<svg{more} viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{escape(label)}">'
    return f"{head}\n{inner}\n</svg>"


def text(x: float, y: float, said: str, anchor: str = "start", more: str = "") -> str:
    """Write a text that begins, ends or has its middle at a place."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{escape(said)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, more: str) -> str:
    """Draw a line."""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"{more}/>'


def dot(x: float, y: float, r: float, more: str, title: str = "") -> str:
    """Draw a dot, perhaps with a text that shows when somebody points at it."""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:g}"{_titled(more, title, "circle")}'


def bar(x: float, y: float, width: float, height: float, more: str, title: str = "") -> str:
    """Draw a bar, perhaps with a text that shows when somebody points at it."""
    size = f'width="{width:.1f}" height="{height:g}"'
    return f'<rect x="{x:.1f}" y="{y:.1f}" {size}{_titled(more, title, "rect")}'


def _titled(more: str, title: str, element: str) -> str:
    return f"{more}><title>{escape(title)}</title></{element}>" if title else f"{more}/>"
