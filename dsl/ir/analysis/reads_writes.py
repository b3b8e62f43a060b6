"""Which slots a tree reads and which it writes, calls included."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from regelwerk.dsl.core import (
    AsAll,
    CallFunc,
    Can,
    InPlace,
    Load,
    Move,
    MoveTop,
    Offer,
    Place,
    Program,
    Reveal,
    Run,
    Shuffle,
    Stmt,
    Store,
)
from regelwerk.dsl.core.visitor import inside

ANY = -2  # where components are: every place


def reads(program: Program, tree: Any) -> set[int]:
    """List the slots read; ANY stands for places."""
    found: set[int] = set()
    seen: set[tuple[str, int]] = set()

    def visit(t: Any) -> None:
        for n in inside(t):
            if isinstance(n, Load):
                found.add(n.slot)
                if program.slots[n.slot].kind != "cell":
                    found.add(ANY)
            elif isinstance(n, Place | InPlace):
                found.add(ANY)
            elif isinstance(n, CallFunc) and ("func", n.func) not in seen:
                seen.add(("func", n.func))
                visit(program.funcs[n.func].body)
            elif isinstance(n, Can | Run | AsAll) and ("proc", n.proc) not in seen:
                seen.add(("proc", n.proc))
                visit(program.procs[n.proc].body)

    visit(tree)
    return found


def writes(program: Program, tree: Any, known: dict[int, set[int]] | None = None) -> set[int]:
    """List the slots written; ANY stands for places. `known` remembers procedures."""
    known = {} if known is None else known
    found: set[int] = set()
    for n in inside(tree):
        if isinstance(n, Store | Reveal):
            found.add(n.slot)
        elif isinstance(n, Move | MoveTop | Shuffle):
            found.add(ANY)
        elif isinstance(n, Run | AsAll | Offer):
            for number in [e.proc for e in n.entries] if isinstance(n, Offer) else [n.proc]:
                if number not in known:
                    known[number] = set()
                    known[number] = writes(program, program.procs[number].body, known)
                found |= known[number]
    return found


def lost_while(program: Program, source: Any, body: Sequence[Stmt]) -> bool:
    """Does the body change what the source reads?"""
    return bool(reads(program, source) & writes(program, list(body)))
