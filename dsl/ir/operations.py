"""Every operation of the code: its operands, what its numbers name, what it gives and what it does; and its type.

The one place where an operation is described. Engines, validator, analyses, schemas and tests are driven by the table.
An operation is a tuple with its name in front, so a type checker knows what its operands are:

    match e:
        case ("ld", cell, index): ...     # cell is a number, index an expression; a wrong name or count is refused
    if e[0] == "ld":                      # ... and so it is here

In a file code is JSON arrays; `well_formed` makes tuples of them where a ruleset comes in. A type checker reads no
table, so the types stand below it; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias, TypeVar

__all__ = ["CHANGING", "EXPRESSIONS", "FLAGS", "GIVES", "LAZY", "LOOPS", "NAMES", "NAMES_AT_END", "OUTSIDE", "PLACES",
           "SETTING", "STATEMENTS", "TERMINATORS", "UP"]  # fmt: skip

# Operands: e an expression, x a list of them, b statements, B a list of statement lists, N a list of blocks, n a
# number. Any other word is a number, too, and says what it names.
LETTERS = {"e", "x", "b", "B", "N", "n"}
NAMED = {"register", "cell", "table", "list", "chance", "function", "proc", "movable", "bit", "text", "span", "event",
         "change", "site", "block"}  # fmt: skip
UP = None  # to no limit


@dataclass(frozen=True, slots=True)
class Facts:
    """What holds of an operation, whatever its operands are."""

    operands: tuple[str, ...]
    gives: tuple[int, int | None] | None = None  # of an expression: between what its value lies always
    lazy: bool = False  # operands may not be evaluated
    sets: bool = False  # its first operand is a register that it sets
    loops: bool = False  # its statements may run several times
    changes: bool = False  # the state may not be the same afterwards
    places: bool = False  # looks at what lies in places
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
    places: bool = False,
    outside: bool = False,
) -> Facts:
    return Facts(tuple(operands.split()), gives, lazy, sets, loops, changes, places, outside)


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
    "psize": _op("e", COUNT, places=True),  # place e: how many lie there
    "ptop": _op("e e", ELEMENT, places=True),  # the e2-th from the top, or -1
    "pset": _op("e", COUNT, places=True),  # as mask
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
    "pile": _op("register e b", sets=True, loops=True, places=True),  # over what was in place e at the start, top first
    "while": _op("e b", loops=True),
    "break": _op(),
    "next": _op(),
    "ret": _op("e"),
    "do": _op("function x", changes=True),  # run for its effects
    "switch": _op("e B b"),  # case e, else the last
    "move": _op("movable e e bit span", changes=True),  # component e to place e2; 1: under
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


def _those(which: Callable[[Facts], bool]) -> frozenset[str]:
    return frozenset(op for op, o in (*_EXPRESSIONS.items(), *_STATEMENTS.items()) if which(o))


FLAGS = _those(lambda o: o.gives == FLAG)
LAZY = _those(lambda o: o.lazy)
LOOPS = _those(lambda o: o.loops)
SETTING = _those(lambda o: o.sets)
CHANGING = _those(lambda o: o.changes)
PLACES = _those(lambda o: o.places)
OUTSIDE = _those(lambda o: o.outside)

# The types. Forms that many operations share have one type.

Register: TypeAlias = 'tuple[Literal["v"], int]'
Read: TypeAlias = 'tuple[Literal["ld", "tab"], int, Expression]'
Unary: TypeAlias = """tuple[
    Literal["neg", "abs", "not", "bit", "size", "low", "ones", "psize", "pset"], Expression]"""
Binary: TypeAlias = """tuple[
    Literal["add", "sub", "mul", "min", "max", "eq", "ne", "lt", "le", "gt", "ge", "and", "or", "has", "band", "bor",
            "bandn", "nth", "ptop"], Expression, Expression]"""
Division: TypeAlias = 'tuple[Literal["div", "divup", "mod"], Expression, Expression, int]'
Choice: TypeAlias = 'tuple[Literal["if"], Expression, Expression, Expression]'
Shift: TypeAlias = 'tuple[Literal["shl", "shr"], Expression, int]'
Call: TypeAlias = 'tuple[Literal["call", "trial"], int, list[Expression]]'
Checked: TypeAlias = 'tuple[Literal["chk"], Expression, int, int, int]'
Some: TypeAlias = 'tuple[Literal["some"], Expression, int]'
Was: TypeAlias = 'tuple[Literal["was"], int, Expression]'
Cheapest: TypeAlias = 'tuple[Literal["dijkstra"], Expression, Expression, int, int, list[Expression]]'
Pairs: TypeAlias = 'tuple[Literal["pairs"], Expression, int, list[Expression]]'
Operation: TypeAlias = (
    "Register | Read | Unary | Binary | Division | Choice | Shift | Call | Checked | Some | Was | Cheapest | Pairs"
)
Expression: TypeAlias = "int | Operation"

Body: TypeAlias = "list[Statement]"
Set: TypeAlias = 'tuple[Literal["set"], int, Expression]'
Store: TypeAlias = 'tuple[Literal["st"], int, Expression, Expression]'
If: TypeAlias = 'tuple[Literal["if"], Expression, Body, Body]'
For: TypeAlias = 'tuple[Literal["for"], int, Expression, Expression, Body]'
Over: TypeAlias = 'tuple[Literal["bits", "pile"], int, Expression, Body]'
Row: TypeAlias = 'tuple[Literal["row"], int, int, Expression, Body]'
While: TypeAlias = 'tuple[Literal["while"], Expression, Body]'
Leave: TypeAlias = 'tuple[Literal["break", "next"]]'
Give: TypeAlias = 'tuple[Literal["ret", "among", "opt"], Expression]'
Do: TypeAlias = 'tuple[Literal["do"], int, list[Expression]]'
Switch: TypeAlias = 'tuple[Literal["switch"], Expression, list[Body], Body]'
Move: TypeAlias = 'tuple[Literal["move"], int, Expression, Expression, int, int]'
Shuffle: TypeAlias = 'tuple[Literal["shuffle"], Expression, int]'
Draw: TypeAlias = 'tuple[Literal["draw"], int, int, Expression]'
Needs: TypeAlias = 'tuple[Literal["needs"], Expression, int, list[Expression], int]'
Fail: TypeAlias = 'tuple[Literal["fail"], int, list[Expression], int]'
Say: TypeAlias = 'tuple[Literal["say", "event"], int, list[Expression]]'
Note: TypeAlias = 'tuple[Literal["note"], int, Expression]'
Tick: TypeAlias = 'tuple[Literal["tick"], Expression, int]'
Statement: TypeAlias = (
    "Set | Store | If | For | Over | Row | While | Leave | Give | Do | Switch | Move | Shuffle | Draw | Needs | Fail"
    " | Say | Note | Tick"
)

Node: TypeAlias = "Operation | Statement"

Block = TypeVar("Block")  # a number; while code is written, what will be numbered
Goto: TypeAlias = 'tuple[Literal["goto"], Block]'
Branch: TypeAlias = 'tuple[Literal["br"], Expression, Block, Block]'
Jump: TypeAlias = 'tuple[Literal["jump"], Expression, list[Block]]'
Run: TypeAlias = 'tuple[Literal["call"], int, list[Expression], Block]'
Return: TypeAlias = 'tuple[Literal["ret"], Expression]'
End: TypeAlias = 'tuple[Literal["end"], int]'
Ask: TypeAlias = 'tuple[Literal["ask"], int, Block]'
All: TypeAlias = 'tuple[Literal["all"], int, int, list[Expression], Block]'
Ending: TypeAlias = "Goto[Block] | Branch[Block] | Jump[Block] | Run[Block] | Return | End | Ask[Block] | All[Block]"
Terminator: TypeAlias = "Ending[int]"
