"""What runs while all decide at once and in secret (`as all`)."""

from __future__ import annotations

from ..source import Span
from .program import Program
from .statements import AsAll, Offer, Run, ShowTo
from .visitor import inside


def shown_aside(program: Program) -> frozenset[Span]:
    """Give the places of what is shown to somebody in such a part: nobody else may learn that it was. An effect that
    runs elsewhere, too, is taken to show everything aside."""
    todo = [n.proc for proc in program.procs for n in inside(proc.body) if isinstance(n, AsAll)]
    found: set[Span] = set()
    known = set[int]()
    while todo:
        if (number := todo.pop()) in known:
            continue
        known.add(number)
        for n in inside(program.procs[number].body):
            match n:
                case Run() | AsAll():
                    todo.append(n.proc)
                case Offer():
                    todo += [entry.proc for entry in n.entries]
                case ShowTo():
                    found.add(n.at)
    return frozenset(found)
