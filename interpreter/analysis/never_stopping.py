"""Procedures that never stop: the generator keeps their frame in variables of Python instead of cells of the state.

Nobody sees the difference: a frame that is not active does not count (`Machine.canonical`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from regelwerk.dsl import ir

from .code import Code, all_expressions, called, everything, term_expressions

STAYING = {"goto", "br", "jump", "ret", "end"}
DEEP = 25  # nested expressions: deeper ones are written as functions of their own, which see no variables


def leaves(compiled: ir.Compiled) -> dict[int, range]:
    """Find the procedures that never stop and whose cells nothing else looks at; with these cells."""
    found: dict[int, range] = {}
    for number, proc in enumerate(compiled.procs):
        cells = range(proc.base + ir.FRAME_LOCALS, proc.base + proc.size)
        if all(block.term[0] in STAYING for block in proc.blocks) and _private(compiled, proc, cells):
            found[number] = cells
    return found


def _private(compiled: ir.Compiled, proc: ir.Proc, cells: range) -> bool:
    own = list(_nodes(proc))
    if any(node[0] in ("was", "trial", "shuffle") or _depth(node) > DEEP for node in own):
        return False
    if any(_touches(node, cells) and type(node[2]) is not int for node in own):
        return False
    return not any(
        _touches(node, cells) or node[0] in ("was", "trial")
        for number in reached(compiled, (number for node in own for number in called(node)))
        for node in everything(compiled.functions[number].body)
    )


def _nodes(proc: ir.Proc) -> Iterator[Code]:
    for block in proc.blocks:
        yield from everything(block.code)
        for e in term_expressions(block.term):
            yield from (x for x in all_expressions(e) if type(x) is not int)


def _touches(node: Code, cells: range) -> bool:
    """Does a node read or write one of these cells (or may, where the index is not a number)?"""
    if node[0] not in ("ld", "st"):
        return False
    if type(node[2]) is int:
        return node[1] + node[2] in cells
    return node[1] in cells


def reached(compiled: ir.Compiled, functions: Iterable[int]) -> set[int]:
    """Give every function that may run when these are called, these among them."""
    found: set[int] = set()
    todo = list(functions)
    while todo:
        number = todo.pop()
        if number not in found:
            found.add(number)
            todo += [other for node in everything(compiled.functions[number].body) for other in called(node)]
    return found


def _depth(node: Code) -> int:
    """Count how deep a node is nested; statements inside it count too."""
    if type(node) is not list:
        return 0
    return 1 + max(map(_depth, node), default=0)
