"""The types of code: an operation is a tuple with its name in front, so a type checker knows what its operands are.

    match e:
        case ("ld", cell, index): ...     # cell is a number, index an expression; a wrong name or count is refused
    if e[0] == "ld":                      # ... and so it is here

In a file code is JSON arrays; `well_formed` makes tuples of them where a ruleset comes in. What operations mean, and
what holds of them, is said by `operations`; a test compares the two."""

from __future__ import annotations

from typing import Literal, TypeAlias

__all__ = ["Body", "Expression", "Node", "Operation", "Statement", "Terminator"]

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
Move: TypeAlias = 'tuple[Literal["move"], int, Expression, Expression, int]'
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

Goto: TypeAlias = 'tuple[Literal["goto"], int]'
Branch: TypeAlias = 'tuple[Literal["br"], Expression, int, int]'
Jump: TypeAlias = 'tuple[Literal["jump"], Expression, list[int]]'
Run: TypeAlias = 'tuple[Literal["call"], int, list[Expression], int]'
Return: TypeAlias = 'tuple[Literal["ret"], Expression]'
End: TypeAlias = 'tuple[Literal["end"], int]'
Ask: TypeAlias = 'tuple[Literal["ask"], int, int]'
All: TypeAlias = 'tuple[Literal["all"], int, int, list[Expression], int]'
Terminator: TypeAlias = "Goto | Branch | Jump | Run | Return | End | Ask | All"
