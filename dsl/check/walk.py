"""Going through a core program: the expressions inside expressions and statements."""

from __future__ import annotations

from collections.abc import Iterator

from .. import core
from ..core import Expr, Stmt
from ..core.walk import expressions as parts

__all__ = ["every", "parts", "texts"]


def every(node: object) -> Iterator[Expr]:
    """All expressions inside a node, outermost first."""
    for e in parts(node):
        yield e
        yield from every(e)


def texts(s: Stmt) -> Iterator[core.Text]:
    """The sentences of a statement."""
    if isinstance(s, core.Needs):
        yield s.message
    elif isinstance(s, core.Say):
        yield s.text
    elif isinstance(s, core.Choose):
        if s.question:
            yield s.question
    elif isinstance(s, core.Options):
        yield from (t for t in (s.question, *(o.label for o in s.options)) if t)
    elif isinstance(s, core.Offer):
        yield from (e.label for e in s.entries if e.label)
