"""Requirements that come too late: after a chance result nothing is taken back, and what is not met stops the game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from regelwerk.dsl import core
from regelwerk.dsl.diagnostics import Diagnostic, Label

from .. import Const, Program, Stmt
from ..from_ast.errors import warning
from ..from_ast.incremental import Memory
from .recursion import blocks_of


def late_requirements(program: Program, memory: Memory) -> list[Diagnostic]:
    """Report every requirement that stands, without a condition around it, behind a draw or a shuffle."""
    found: dict[core.Span, Diagnostic] = {}
    for proc in program.procs:
        for chance, after in memory.of("chances", proc, partial(_listed, proc)):
            for s in _surely(program, after, set()):
                help = "Ask for it above that line, or use `owe`: what is owed is paid as far as it goes."
                said = "It is too late to refuse: chance has already decided something."
                here = (Label(chance.at, "this is left to chance"),)
                found.setdefault(s.at, warning("RW4062", said, s.at, help, here))
    return list(found.values())


def _listed(proc: core.Proc) -> list[tuple[Stmt, list[Stmt]]]:
    return list(_chances(proc.body))


def _chances(body: list[Stmt]) -> Iterator[tuple[Stmt, list[Stmt]]]:
    for i, s in enumerate(body):
        if isinstance(s, core.Draw):
            yield s, s.rest
        elif isinstance(s, core.Shuffle):
            yield s, body[i + 1 :]
        for inner in blocks_of(s):
            yield from _chances(inner)


def _surely(program: Program, body: list[Stmt], seen: set[int]) -> Iterator[Stmt]:
    """The requirements that come up whatever happens; a decision looks ahead by itself."""
    for s in body:
        if isinstance(s, core.Needs) and not isinstance(s.cond, Const):
            yield s
        elif isinstance(s, core.Run) and s.proc not in seen:
            seen.add(s.proc)
            if any(True for _ in _surely(program, program.procs[s.proc].body, seen)):
                yield s
        elif isinstance(s, core.Choose | core.Options | core.Offer):
            return
