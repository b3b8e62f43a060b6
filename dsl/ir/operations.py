"""Every operation of the code: its operands, what its numbers name, what it gives and what it does.

The one place where an operation is described. Engines, validator, analyses, schemas and tests are driven by it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["CHANGING", "EXPRESSIONS", "FLAGS", "GIVES", "LAZY", "LOOPS", "NAMES", "NAMES_AT_END", "OUTSIDE", "SETTING",
           "STATEMENTS", "TERMINATORS", "UP"]  # fmt: skip

# Operands: e an expression, x a list of them, b statements, B a list of statement lists, N a list of blocks, n a
# number. Any other word is a number, too, and says what it names.
LETTERS = {"e", "x", "b", "B", "N", "n"}
NAMED = {"register", "cell", "table", "list", "chance", "function", "proc", "movable", "bit", "text", "span", "event",
         "change", "site", "block"}  # fmt: skip
UP = None  # to no limit


@dataclass(frozen=True, slots=True)
class Operation:
    """What holds of an operation, whatever its operands are."""

    operands: tuple[str, ...]
    gives: tuple[int, int | None] | None = None  # of an expression: between what its value lies always
    lazy: bool = False  # operands may not be evaluated
    sets: bool = False  # its first operand is a register that it sets
    loops: bool = False  # its statements may run several times
    changes: bool = False  # the state may not be the same afterwards
    outside: bool = False  # needs the run around it: chance, log, options, requirements, other states

    @property
    def letters(self) -> str:
        return "".join(o if o in LETTERS else "n" for o in self.operands)

    @property
    def names(self) -> dict[int, str]:
        """What numbers name, by position."""
        return {n: o for n, o in enumerate(self.operands) if o in NAMED}


def _op(
    operands: str = "",
    gives: tuple[int, int | None] | None = None,
    *,
    lazy: bool = False,
    sets: bool = False,
    loops: bool = False,
    changes: bool = False,
    outside: bool = False,
) -> Operation:
    return Operation(tuple(operands.split()), gives, lazy, sets, loops, changes, outside)


FLAG = (0, 1)
COUNT = (0, UP)  # also masks
ELEMENT = (-1, UP)

_EXPRESSIONS = {
    "v": _op("register"),
    "ld": _op("cell e"),  # S[n + e]; index -1 reads the guard cell in front of a slot
    "tab": _op("table e"),  # index -1 reads the guard value
    "add": _op("e e"),
    "sub": _op("e e"),
    "mul": _op("e e"),
    "min": _op("e e"),
    "max": _op("e e"),
    "div": _op("e e span"),  # the span tells of a division by zero
    "divup": _op("e e span"),
    "mod": _op("e e span"),
    "neg": _op("e"),
    "abs": _op("e", COUNT),
    "not": _op("e", FLAG),
    "eq": _op("e e", FLAG),
    "ne": _op("e e", FLAG),
    "lt": _op("e e", FLAG),
    "le": _op("e e", FLAG),
    "gt": _op("e e", FLAG),
    "ge": _op("e e", FLAG),
    "and": _op("e e", FLAG, lazy=True),
    "or": _op("e e", FLAG, lazy=True),
    "if": _op("e e e", lazy=True),
    "bit": _op("e", COUNT),  # 1 << e, e >= 0
    "has": _op("e e", FLAG),  # is bit e2 in mask e1; e2 = -1: 0
    "band": _op("e e"),
    "bor": _op("e e"),
    "bandn": _op("e e"),  # e1 without e2
    "shl": _op("e n"),  # mask moved by a constant
    "shr": _op("e n"),
    "size": _op("e", COUNT),  # number of bits
    "low": _op("e", ELEMENT),  # lowest bit, -1 if none
    "nth": _op("e e", ELEMENT),  # number of the e2-th (from 0) set bit of e1
    "ones": _op("e", COUNT),  # (1 << e) - 1
    "call": _op("function x"),  # a pure one
    "chk": _op("e n n span"),  # e, which must lie in n..n
    "some": _op("e span"),  # e, which must not be none (neither -1 nor NONE_NUM)
    "psize": _op("e", COUNT),  # place e: how many lie there
    "ptop": _op("e e", ELEMENT),  # the e2-th from the top, or -1
    "pset": _op("e", COUNT),  # as mask
    "trial": _op("proc x", FLAG, outside=True),  # can it be carried out with these arguments (see `trials`)
    "was": _op("bit e", outside=True),  # e on another state: 0 at the previous check, 1 at the start
    "dijkstra": _op("e e function function x"),  # from e to e; next(x, captured) -> mask, cost(x, y, captured);
    # NONE_NUM: no way
    "pairs": _op("e function x", COUNT),  # best total over disjoint pairs from mask e; gain(a, b, captured), NONE_NUM:
    # no pair
}
_STATEMENTS = {
    "set": _op("register e", sets=True),
    "st": _op("cell e e", changes=True),  # S[n + e1] = e2
    "if": _op("e b b"),
    "for": _op("register e e b", sets=True, loops=True),  # from e1 up to, not including, e2
    "bits": _op("register e b", sets=True, loops=True),  # over the set bits of e, ascending
    "row": _op("register list e b", sets=True, loops=True),  # over lists[n2][e] in order
    "pile": _op("register e b", sets=True, loops=True),  # over what was in place e at the start, top first
    "while": _op("e b", loops=True),
    "break": _op(),
    "next": _op(),
    "ret": _op("e"),
    "do": _op("function x", changes=True),  # run for its effects
    "switch": _op("e B b"),  # case e, else the last
    "move": _op("movable e e bit", changes=True),  # component e to place e2; 1: under
    "shuffle": _op("e chance", changes=True, outside=True),  # place e
    "draw": _op("register chance e", sets=True, changes=True, outside=True),  # chance result 0..e-1 (e >= 1)
    "among": _op("e", outside=True),  # the next draw picks from these (mask), so that results can be supplied by name
    "needs": _op("e text x span", outside=True),  # requirement
    "fail": _op("text x span"),  # a rule error
    "say": _op("text x", outside=True),
    "event": _op("event x", outside=True),  # structured log entry: events[n] names it and its arguments
    "opt": _op("e", outside=True),  # offer this code (option functions only)
    "note": _op("change e"),  # value after a change; for `why`, otherwise nothing
    "tick": _op("e span"),  # charge e units of work
}
_TERMINATORS = {
    "goto": _op("block"),
    "br": _op("e block block"),
    "jump": _op("e N"),  # case e, the last block if e is outside
    "call": _op("proc x block"),  # procedure, arguments, block to go on with; its result is in S[RESULT]
    "ret": _op("e"),  # leave this procedure
    "end": _op("proc"),  # leave a procedure that is active below (or this one)
    "ask": _op("site block"),  # then S[CHOSEN] holds the code
    "all": _op("cell proc x block"),  # mask of seats left, body, arguments after the seat, block afterwards
}

OPERATIONS = {"expression": _EXPRESSIONS, "statement": _STATEMENTS, "terminator": _TERMINATORS}
EXPRESSIONS = {op: o.letters for op, o in _EXPRESSIONS.items()}
STATEMENTS = {op: o.letters for op, o in _STATEMENTS.items()}
TERMINATORS = {op: o.letters for op, o in _TERMINATORS.items()}
NAMES = {op: o.names for op, o in {**_EXPRESSIONS, **_STATEMENTS}.items()}  # `if` is both, and names nothing
NAMES_AT_END = {op: o.names for op, o in _TERMINATORS.items()}
GIVES = {op: o.gives for op, o in _EXPRESSIONS.items() if o.gives is not None}


def _those(which: Callable[[Operation], bool]) -> frozenset[str]:
    return frozenset(op for op, o in (*_EXPRESSIONS.items(), *_STATEMENTS.items()) if which(o))


FLAGS = _those(lambda o: o.gives == FLAG)
LAZY = _those(lambda o: o.lazy)
LOOPS = _those(lambda o: o.loops)
SETTING = _those(lambda o: o.sets)
CHANGING = _those(lambda o: o.changes)
OUTSIDE = _those(lambda o: o.outside)
