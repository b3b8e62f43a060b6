"""What the lowering wants to know of a body again and again, found in one walk. Bodies that an edit has left alone keep
theirs from the time before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from regelwerk.dsl.core import (
    AsAll,
    CallFunc,
    Can,
    Choose,
    Draw,
    Each,
    End,
    Move,
    Offer,
    Option,
    Options,
    Run,
    Shuffle,
    Var,
)
from regelwerk.dsl.core.substitution import binds
from regelwerk.dsl.core.visitor import inside, parts

T = TypeVar("T")


class Remember(Protocol):
    """Gives the answer to a question about a part alone, and may know it from before."""

    def __call__(self, question: str, part: object, answer: Callable[[], T]) -> T: ...


def afresh(question: str, part: object, answer: Callable[[], T]) -> T:
    """Remember nothing."""
    return answer()


@dataclass(slots=True)
class Digest:
    """Of one body, in order."""

    binds: list[Var] = field(default_factory=list)
    calls: list[int] = field(default_factory=list)  # functions
    callees: list[int] = field(default_factory=list)  # procedures, each once
    stopping: list[Any] = field(default_factory=list)  # nodes where it may stop
    together: list[int] = field(default_factory=list)  # procedures of `as all`
    tried: list[int] = field(default_factory=list)  # procedures that are tried by themselves, or on offer
    optional: list[int] = field(default_factory=list)  # those called inside an option
    chosen: list[int] = field(default_factory=list)  # those called inside a choice
    moves: list[Move] = field(default_factory=list)
    chances: int = 0


def digest(tree: Any) -> Digest:
    """Walk once through a body."""
    d = Digest()
    for n in inside(tree):
        kind = type(n)
        d.binds += binds(n)
        if kind is CallFunc:
            d.calls.append(n.func)
        elif kind is Run or kind is AsAll:
            d.callees.append(n.proc)
            d.stopping.append(n)
            if kind is AsAll:
                d.together.append(n.proc)
        elif kind is Offer:
            d.callees += [e.proc for e in n.entries]
            d.tried += [e.proc for e in n.entries]
            d.stopping.append(n)
        elif kind is Can:
            d.tried.append(n.proc)
        elif kind is Option or kind is Choose:
            inner = [r.proc for r in inside(list(parts(n))) if isinstance(r, Run | AsAll)]
            (d.optional if kind is Option else d.chosen).extend(inner)
            if kind is Choose:
                d.stopping.append(n)
        elif kind is Options or kind is Each or kind is End:
            d.stopping.append(n)
        elif kind is Move:
            d.moves.append(n)
        elif kind is Draw or kind is Shuffle:
            d.chances += 1
    d.callees = list(dict.fromkeys(d.callees))
    return d
