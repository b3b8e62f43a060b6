"""Going through a core program: the expressions inside expressions and statements."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from .. import core
from ..core import Expr, Stmt


def parts(node: object) -> Iterator[Expr]:
    """The expressions directly inside a node (a statement, a loop, a place, an expression), blocks left out."""
    if isinstance(node, core.Var | core.Span | list):
        return
    if isinstance(node, tuple):
        for item in node:
            yield from _step(item)
    elif is_dataclass(node):
        for f in fields(node):
            yield from _step(getattr(node, f.name))


def _step(value: object) -> Iterator[Expr]:
    if isinstance(value, core.E):
        yield value  # type: ignore[misc]
    elif isinstance(value, core.Var | core.Span | list | dict):
        return
    elif isinstance(value, tuple) or is_dataclass(value):
        yield from parts(value)


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
