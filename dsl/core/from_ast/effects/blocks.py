"""Reading the lines of a block in order, each by its reader."""

from __future__ import annotations

from dataclasses import replace

from regelwerk.dsl import ast
from regelwerk.dsl.core import Stmt, Type
from regelwerk.dsl.diagnostics import Label

from ..context import Scope, World
from ..errors import Mistake, mistake
from .parameters import cites


def block(w: World, steps: ast.Block, s: Scope, result: Type | None) -> list[Stmt]:
    """Read the lines of a block in order. A choice or draw takes the rest of its block along. A mistake abandons its
    line only, so that the next line is still read."""
    s = s.child()
    _labels(w, steps)
    out: list[Stmt] = []
    for i, step in enumerate(steps):
        rest = steps[i + 1 :]
        try:
            taker = w.readers.takers.get(type(step.do))
            if taker is not None:
                first, *others = taker(w, step.do, rest, s, result)
                return [*out, _mark(first, step), *others]
            for x in line(w, step.do, s, result):
                out.append(_mark(x, step))
        except Mistake as m:
            w.report(m)
            _recover(step.do, s)
    return out


def _labels(w: World, steps: ast.Block) -> None:
    """A label is the address of its line: two lines cannot share it."""
    seen: dict[str, ast.Name] = {}
    for label in (step.label for step in steps if step.label is not None):
        if (before := seen.get(label.id)) is not None:
            others = (Label(before.at, "first here"),)
            said = f"Two lines have the label `{label.id}`."
            w.report(mistake("RW2048", said, label.at, "Give one of them another label.", others=others))
        seen[label.id] = label


def _mark(x: Stmt, step: ast.Step) -> Stmt:
    changes: dict[str, object] = {}
    if not x.cites and step.marks.cites:
        changes["cites"] = cites(step.marks)
    if not x.address and step.label is not None:
        changes["address"] = step.label.id
    if x.at.line == 0:
        changes["at"] = step.do.at
    return replace(x, **changes) if changes else x  # type: ignore[arg-type]


def _recover(do: ast.Stmt, s: Scope) -> None:
    """After a mistake in a line that names something, the name is known all the same: no second message about it."""
    if isinstance(do, ast.May) and do.body:
        first = do.body[0].do
        do = first.steps[0].do if isinstance(first, ast.Sequence) else first
    name = (
        do.name
        if isinstance(do, ast.Let | ast.LetFrom | ast.Var)
        else do.binder.name
        if isinstance(do, ast.Choose | ast.Draw)
        else None
    )
    if name is not None:
        s.broken.add(name.id)


def line(w: World, do: ast.Stmt, s: Scope, result: Type | None) -> list[Stmt]:
    reader = w.readers.lines.get(type(do))
    if reader is None:
        help = "Move it to a field of type `ability`; a slot is changed with `set … to`."
        raise mistake("RW4006", "This can only stand in the ability of a card.", do.at, help)
    return reader(w, do, s, result)


IN_REPEAT = "a repeat"  # no written name has a blank
