"""Code is made of known operations and whole numbers, and of nothing else.

Python source and WebAssembly are written from code, so this is looked at wherever code comes in: a text in the place of
a number would become part of a program. It is said of one piece of code alone; `validation` asks whether the numbers
name something in the ruleset around it."""

from __future__ import annotations

from typing import Any, cast

from .operations import EXPRESSIONS, STATEMENTS, TERMINATORS, Expression, Statement, Terminator

DEEPEST = 200  # operations inside operations
WIDEST = 1 << 16  # bits of a number
SMALL = 1 << 62


def expression(code: Any) -> Expression:
    """Give an expression, operations as tuples; ValueError: it is none."""
    code = _tuples(code)
    _expression(code, 0)
    return cast("Expression", code)


def statement(code: Any) -> Statement:
    """Give a statement, operations as tuples; ValueError: it is none."""
    code = _tuples(code)
    _operation(code, STATEMENTS, "statement", 0)
    return cast("Statement", code)


def terminator(code: Any) -> Terminator:
    """Give the end of a block, operations as tuples; ValueError: it is none."""
    code = _tuples(code)
    _operation(code, TERMINATORS, "end of a block", 0)
    return cast("Terminator", code)


def _tuples(code: Any, depth: int = 0) -> Any:
    """Make tuples of the arrays that begin with a name: JSON knows no others. The compiler makes them itself."""
    if type(code) is not list:
        return code
    if depth > 3 * DEEPEST:  # lists of lists between operations count, too
        raise ValueError("the code is nested too deeply")
    made = [_tuples(x, depth + 1) if type(x) is list else x for x in code]
    return tuple(made) if made and type(made[0]) is str else made


def phrase(said: Any) -> Any:
    """Give a phrase back; ValueError: it is none."""
    todo = [(said, 0)]
    while todo:
        part, depth = todo.pop()
        if type(part) is list:
            if depth > DEEPEST or len(part) < 2 or not all(type(word) is str for word in part[:2]):
                raise ValueError(f"{_short(part)} is no phrase")
            todo += [(inner, depth + 1) for inner in part[2:]]
        elif type(part) is not str and type(part) is not int:
            raise ValueError(f"{_short(part)} is no phrase")
    return said


def _expression(code: Any, depth: int) -> None:
    if type(code) is int:
        _number(code)
    else:
        _operation(code, EXPRESSIONS, "expression", depth)


def _number(code: Any) -> None:
    if type(code) is not int:
        raise ValueError(f"{_short(code)} is no whole number")
    if code.bit_length() > WIDEST:
        raise ValueError("a number is too large")


def _operation(code: Any, table: dict[str, str], kind: str, depth: int) -> None:
    """Look at an operation and all in it. Written for speed: a large ruleset has a hundred thousand of them."""
    if type(code) is not tuple or not code or type(code[0]) is not str or code[0] not in table:
        raise ValueError(f"{_short(code)} is no {kind}")
    letters = table[code[0]]
    if len(letters) != len(code) - 1:
        raise ValueError(f"{code[0]} has {len(code) - 1} operands, not {len(letters)}")
    if depth > DEEPEST:
        raise ValueError("the code is nested too deeply")
    for place, letter in enumerate(letters, 1):
        operand = code[place]
        if type(operand) is int:
            if letter not in "ne" or not -SMALL < operand < SMALL:
                _refuse(code[0], letter, operand)
        elif letter == "e":
            _operation(operand, EXPRESSIONS, "expression", depth + 1)
        elif type(operand) is not list or letter == "n":
            _refuse(code[0], letter, operand)
        elif letter == "x":
            for inner in operand:
                _expression(inner, depth + 1)
        elif letter == "N":
            for inner in operand:
                _number(inner)
        elif letter == "b":
            for inner in operand:
                _operation(inner, STATEMENTS, "statement", depth + 1)
        else:
            for body in operand:
                if type(body) is not list:
                    raise ValueError(f"{code[0]}: {_short(body)} is no list of statements")
                for inner in body:
                    _operation(inner, STATEMENTS, "statement", depth + 1)


def _refuse(op: str, letter: str, operand: Any) -> None:
    """Say what is wrong with an operand, unless it is only a large number."""
    if letter not in "ne":
        raise ValueError(f"{op}: {_short(operand)} is no list")
    _number(operand)


def _short(code: Any) -> str:
    said = repr(code) if isinstance(code, int | str | float) or code is None else type(code).__name__
    return said if len(said) <= 40 else f"{said[:40]}…"
