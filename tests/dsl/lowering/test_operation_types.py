"""The types of code say the same as the table of operations: who adds a row there adds its type here."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin

import pytest

from regelwerk.dsl import ir
from regelwerk.dsl.ir import operations


class Expression: ...


class Body: ...


class Block: ...


LETTERS = {int: "n", Expression: "e", Body: "b", list[Expression]: "x", list[Body]: "B", Block: "n", list[Block]: "N"}
NAMES = {
    "Literal": Literal,
    "Expression": Expression,
    "Body": Body,
    "tuple": tuple,
    "Block": Block,
    "list": list,
    "int": int,
}


def operands(union: str) -> dict[str, str]:
    """Read the operands off the types that a union names."""
    found: dict[str, str] = {}
    for name in union.split(" | "):
        operation: Any = eval(
            getattr(operations, name.removesuffix("[Block]")), NAMES
        )  # a type alias is a text: it names itself
        assert get_origin(operation) is tuple
        words, *rest = get_args(operation)
        found |= dict.fromkeys(get_args(words), "".join(LETTERS[operand] for operand in rest))
    return found


@pytest.mark.parametrize(
    ("types", "table"),
    [
        (operations.Operation, ir.EXPRESSIONS),
        (operations.Statement, ir.STATEMENTS),
        (operations.Ending, ir.TERMINATORS),
    ],
)
def test_the_types_of_code_have_the_operands_of_the_table(types: Any, table: dict[str, str]) -> None:
    assert operands(types) == table
