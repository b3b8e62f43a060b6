"""Calls of procedures with arguments put for their parameters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from regelwerk.dsl.core import (
    Const,
    Expr,
    Local,
    Program,
    Stmt,
    Var,
)
from regelwerk.dsl.core.substitution import substitute


@dataclass(frozen=True, slots=True)
class Named:
    """A value with a name, for the requirements after it."""

    var: Var
    value: Expr


def called(
    program: Program, fresh: Callable[[Var], Var], number: int, args: Sequence[Expr], found: list[Named]
) -> list[Stmt]:
    """Write a procedure's body with arguments for its parameters; those that are more than a name get one."""
    proc = program.procs[number]
    return substitute(proc.body, given_names(fresh, proc.params, args, found), fresh)


def given_names(
    fresh: Callable[[Var], Var], params: Sequence[Var], args: Sequence[Expr], found: list[Named]
) -> dict[int, Expr]:
    """Say what stands for parameters: the arguments, or names for those that are more than a name."""
    values: dict[int, Expr] = {}
    for p, a in zip(params, args, strict=True):
        if isinstance(a, Local | Const):
            values[p.id] = a
        else:
            v = fresh(p)
            found.append(Named(v, a))
            values[p.id] = Local(v, type=v.type)
    return values
