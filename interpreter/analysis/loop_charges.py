"""Every loop that could go on for ever must charge for its work; a ruleset where one does not is refused."""

from __future__ import annotations

from regelwerk.dsl import ir
from regelwerk.dsl.ir.operations import Body

from .code import all_statements, followers


def uncharged(compiled: ir.Compiled) -> list[str]:
    """Name the functions and procedures that could run for ever without a tick."""
    found = [f.name for f in compiled.functions if _loops(f.body)]
    for proc in compiled.procs:
        if any(_loops(block.code) for block in proc.blocks) or _circles(proc):
            found.append(proc.name)
    return found


def _charges(code: Body) -> bool:
    """Tell whether statements charge something each time they are run."""
    return any(s[0] == "tick" and isinstance(work := s[1], int) and work > 0 for s in code)


def _loops(code: Body) -> bool:
    return any(s[0] == "while" and not _charges(s[2]) for s in all_statements(code))


def _circles(proc: ir.Proc) -> bool:
    """Tell whether blocks can follow each other in a circle without a charge; decisions may be forced."""
    ways = {k: followers(block.term) for k, block in enumerate(proc.blocks) if not _charges(block.code)}
    while ends := [k for k, to in ways.items() if not any(other in ways for other in to)]:
        for k in ends:
            del ways[k]
    return bool(ways)
