"""Procedures that never stop: the generator keeps their frame in variables of Python instead of cells of the state.

Nobody sees the difference: a frame that is not active does not count (`Machine.canonical`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from regelwerk.dsl import ir
from regelwerk.dsl.ir.operations import Node

from .code import called, everything, operations, term_expressions

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
    if any(_touches(node, cells) and _address(node) is None for node in own):
        return False
    return not any(
        _touches(node, cells) or node[0] in ("was", "trial")
        for number in reached(compiled, (number for node in own for number in called(node)))
        for node in everything(compiled.functions[number].body)
    )


def _nodes(proc: ir.Proc) -> Iterator[Node]:
    for block in proc.blocks:
        yield from everything(block.code)
        for e in term_expressions(block.term):
            yield from operations(e)


def _touches(node: Node, cells: range) -> bool:
    """Does a node read or write one of these cells (or may, where the index is not a number)?"""
    match node:
        case ("ld", cell, index) | ("st", cell, index, _):
            return (cell + index if isinstance(index, int) else cell) in cells
    return False


def _address(node: Node) -> int | None:
    """Give the cell that a node reads or writes, if it is always the same."""
    match node:
        case ("ld", cell, int(index)) | ("st", cell, int(index), _):
            return cell + index
    return None


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


def _depth(node: object) -> int:
    """Count how deep a node is nested; statements inside it count too."""
    if not isinstance(node, tuple | list):
        return 0
    return 1 + max(map(_depth, node), default=0)
