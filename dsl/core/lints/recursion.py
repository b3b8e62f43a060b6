"""The call graph of effects: nothing may run inside itself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from regelwerk.dsl import core
from regelwerk.dsl.diagnostics import Diagnostic

from .. import Program, Stmt
from ..from_ast.incremental import Memory


def below(stmts: list[Stmt]) -> Iterator[Stmt]:
    """Every statement of a block and of the blocks inside it."""
    for s in stmts:
        yield s
        for inner in blocks_of(s):
            yield from below(inner)


def blocks_of(s: Stmt) -> list[list[Stmt]]:
    if isinstance(s, core.If):
        return [s.then, s.other]
    if isinstance(s, core.Each | core.Repeat):
        return [s.body]
    if isinstance(s, core.Switch):
        return list(s.cases.values())
    if isinstance(s, core.Choose):
        return [s.rest, s.no or []]
    if isinstance(s, core.Draw):
        return [s.rest]
    if isinstance(s, core.Options):
        return [o.body for o in s.options]
    if isinstance(s, core.Offer):
        return [e.spend for e in s.entries]
    return []


def called(proc: core.Proc) -> list[tuple[int, Stmt]]:
    """The procedures a procedure runs directly."""
    out: list[tuple[int, Stmt]] = []
    for s in below(proc.body):
        if isinstance(s, core.Run | core.AsAll):
            out.append((s.proc, s))
        elif isinstance(s, core.Offer):
            out += [(e.proc, s) for e in s.entries]
    return out


def find_rings(program: Program, memory: Memory) -> list[Diagnostic]:
    """Report every effect that would run inside itself, once per ring."""
    graph = {p.id: memory.of("called", p, partial(called, p)) for p in program.procs}
    state: dict[int, int] = {}
    found: list[Diagnostic] = []

    def visit(number: int, trail: list[int]) -> None:
        state[number] = 1
        for target, stmt in graph[number]:
            if state.get(target) == 1:
                ring = [*trail[trail.index(target) :], target]
                named = " > ".join(program.procs[n].name for n in ring)
                found.append(
                    Diagnostic(
                        "RW4030",
                        f"This runs inside itself: {named}.",
                        stmt.at,
                        "Write a loop with `repeat` or `each` instead.",
                    )
                )
            elif target not in state:
                visit(target, [*trail, target])
        state[number] = 2

    for p in program.procs:
        if p.id not in state:
            visit(p.id, [p.id])
    return found
