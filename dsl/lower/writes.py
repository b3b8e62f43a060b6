"""Which slots a tree reads and which it writes, calls included."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..core import (
    AsAll,
    CallFunc,
    Can,
    InPlace,
    Load,
    Move,
    MoveTop,
    Offer,
    Place,
    Reveal,
    Run,
    Shuffle,
    Stmt,
    Store,
)
from .walk import inside

if TYPE_CHECKING:
    from ..core import Program

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


def writes(program: Program, tree: Any) -> set[int]:
    """List the slots written; ANY stands for places."""
    found: set[int] = set()
    seen: set[int] = set()

    def visit(t: Any) -> None:
        for n in inside(t):
            if isinstance(n, Store | Reveal):
                found.add(n.slot)
            elif isinstance(n, Move | MoveTop | Shuffle):
                found.add(ANY)
            elif isinstance(n, Run | AsAll) and n.proc not in seen:
                seen.add(n.proc)
                visit(program.procs[n.proc].body)
            elif isinstance(n, Offer):
                for e in n.entries:
                    if e.proc not in seen:
                        seen.add(e.proc)
                        visit(program.procs[e.proc].body)

    visit(tree)
    return found


def lost_while(program: Program, source: Any, body: Sequence[Stmt]) -> bool:
    """Does the body change what the source reads?"""
    return bool(reads(program, source) & writes(program, list(body)))
