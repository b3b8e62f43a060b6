"""What runs while all decide at once and in secret (`as all`)."""

from __future__ import annotations

from ..source import Span
from .program import Program
from .statements import AsAll, Offer, Run, ShowTo
from .visitor import inside


def procs_at_once(program: Program) -> set[int]:
    """List the procedures that run in such a part."""
    todo = [n.proc for proc in program.procs for n in inside(proc.body) if isinstance(n, AsAll)]
    found: set[int] = set()
    while todo:
        if (number := todo.pop()) not in found:
            found.add(number)
            for n in inside(program.procs[number].body):
                todo += [n.proc] if isinstance(n, Run) else [e.proc for e in n.entries] if isinstance(n, Offer) else []
    return found


def shown_aside(program: Program) -> frozenset[Span]:
    """Give the places of what is shown to somebody in such a part: nobody else may learn that it was. An effect that
    runs elsewhere, too, is taken to show everything aside."""
    bodies = (program.procs[number].body for number in procs_at_once(program))
    return frozenset(n.at for body in bodies for n in inside(body) if isinstance(n, ShowTo))
