"""The lines of `display`: whether what they name is there, and can be drawn that way. All of it is a matter of looks,
so mistakes are warnings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .. import ast
from ..diagnostics import Diagnostic
from ..diagnostics.spelling import nearest
from .mistakes import warning
from .world import Callable_, World

WORDS = ("grid", "symbol", "map", "own", "others", "table", "rack", "remark")


def looks(w: World, d: ast.Display) -> Iterator[Diagnostic]:
    """Report lines that draw nothing."""
    for line in d.lines:
        w.used |= {part for path in (*line.paths, *line.by) for part in path.parts}
        if line.word.id in WORDS:
            yield from _line(w, line)
        elif (near := nearest(line.word.id, WORDS)) is not None:
            yield warning("RW2062", f"No front end draws `{line.word.id}`.", line.word.at, f"Did you mean `{near}`?")


def _line(w: World, line: ast.ShowLine) -> Iterator[Diagnostic]:
    word = line.word.id
    if word in ("grid", "map"):
        yield from _missing(w, line.paths, w.boards, "board")
        fields = {name for t in w.types.values() for name in t.slots}
        yield from _missing(w, line.by, {*w.table, *w.player, *fields} if word == "grid" else w.values, "value")
    elif word == "symbol":
        seats = (f"player_{n + 1}" for n in range(16))
        yield from _missing(w, line.paths, {*w.things, *seats}, "thing")
    elif word == "remark":
        yield from _missing(w, line.paths, w.actions, "action")
        yield from _missing(w, line.by, w.values, "value")
        yield from _misfits(w, line)
    else:
        slots = w.table if word == "table" else w.player
        yield from _missing(
            w, (*line.paths, *line.by), slots, "slot of the table" if word == "table" else "slot of players"
        )


def _missing(w: World, paths: Iterable[ast.Path], known: Iterable[str], what: str) -> Iterator[Diagnostic]:
    known = list(known)
    for path in paths:
        if path.parts[-1] not in known and path.parts[-1] not in w.broken:
            near = nearest(path.parts[-1], known)
            help = f"Did you mean `{near}`?" if near else "Name something that is declared."
            yield warning("RW2062", f"There is no {what} called `{'.'.join(path.parts)}` to be drawn.", path.at, help)


def _misfits(w: World, line: ast.ShowLine) -> Iterator[Diagnostic]:
    """A value said beside an action is asked with what the action picks."""
    for path in line.paths:
        action = w.actions.get(path.parts[-1])
        for by in line.by:
            value = w.values.get(by.parts[-1])
            if action is not None and value is not None and _count(action) != _count(value):
                said = f"`{by.parts[-1]}` cannot be asked for `{path.parts[-1]}`."
                yield warning("RW2062", said, by.at, "It takes the parameters of the action, in the same order.")


def _count(callable: Callable_) -> int:
    return len(getattr(callable.decl, "params", ()))
