"""Who writes what: every operation of the compiled ruleset but the ends of blocks, which procedures write.

The one module that knows all. An operation that is new gets its line here.
"""

from __future__ import annotations

from collections.abc import Callable

from ...encode import Code
from ...owners import Owner
from ...program import PLAIN, Program
from ..emitter import Emitter, Tables, give_nothing
from . import arithmetic, branches, calls, cells, changes, conditions, loops, sets, wide

TABLES = Tables(
    expressions={
        "v": wide.variable, "ld": cells.load, "tab": cells.table, "was": calls.was,
        "add": arithmetic.add, "sub": arithmetic.subtract, "mul": arithmetic.multiply, "neg": arithmetic.negative,
        "min": arithmetic.least, "max": arithmetic.greatest, "abs": arithmetic.absolute, "div": arithmetic.divided,
        "divup": arithmetic.divided_up, "mod": arithmetic.rest, "chk": arithmetic.checked, "some": arithmetic.some,
        **{op: conditions.flag(op) for op in (*conditions.COMPARE, "and", "or", "not")}, "if": conditions.either,
        "bit": sets.bit, "ones": sets.ones, "has": sets.has, "band": sets.both, "bor": sets.joined,
        "bandn": sets.without, "shl": sets.shifted_up, "shr": sets.shifted_down, "size": sets.size, "low": sets.low,
        "nth": sets.nth,
        "call": calls.call, "trial": calls.trial, "dijkstra": calls.cheapest, "pairs": calls.pairs,
        "psize": calls.size, "ptop": calls.top, "pset": calls.contents,
    },
    statements={
        "set": branches.set_, "if": branches.if_, "switch": branches.switch, "ret": branches.ret, "st": cells.store,
        "for": loops.for_, "bits": loops.bits, "row": loops.row, "pile": loops.pile, "while": loops.while_,
        "break": loops.break_, "next": loops.next_,
        "do": calls.do, "tick": changes.tick, "move": changes.move, "shuffle": changes.shuffle, "draw": changes.draw,
        "among": changes.among, "note": changes.note, "needs": changes.needs, "fail": changes.fail,
        "say": changes.say, "event": changes.event, "opt": changes.opt,
    },
)  # fmt: skip


def emitter(
    program: Program, code: Code, owner: Owner, variant: int = PLAIN, leave: Callable[[Code], None] = give_nothing
) -> Emitter:
    """Give what writes the code of an owner."""
    return Emitter(program, code, owner, variant, TABLES, leave)
