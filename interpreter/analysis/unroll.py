"""Short loops written out: code to code, for WebAssembly.

A search for one element that fits becomes one condition, other short loops their body once for each element.
Everything is worked out in the same order as before, and no more of it."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from itertools import zip_longest
from typing import Any

from regelwerk.dsl import ir

from .code import (
    Code,
    all_expressions,
    all_statements,
    bodies_of,
    called,
    everything,
    expressions_of,
    term_expressions,
)

ROUNDS = 8  # of a loop that is written out
LONGEST = 640  # nodes of a condition that comes out of a search
WIDEST = 96  # nodes that come out of another loop
FOLDS: dict[str, Callable[[int, int], int]] = {"add": operator.add, "sub": operator.sub, "mul": operator.mul}


class Unroller:
    def __init__(self, compiled: ir.Compiled) -> None:
        self.compiled = compiled
        self._done: dict[int, ir.Function] = {}
        self._read: dict[int, int] = {}  # how often each register of the code at hand is read

    def whole(self) -> ir.Compiled:
        """Give the compiled ruleset with short loops written out."""
        functions = [self._function(n) for n in range(len(self.compiled.functions))]
        procs = [self._procedure(proc) for proc in self.compiled.procs]
        return self.compiled.model_copy(update={"functions": functions, "procs": procs})

    def _function(self, number: int) -> ir.Function:
        found = self._done.get(number)
        if found is None:
            f = self._done[number] = self.compiled.functions[number]  # a ring of calls cannot be, but be safe
            if not _short_loops(f.body):
                return f
            for callee in sorted({x for node in everything(f.body) for x in called(node)}):
                self._function(callee)
            self._read = _reads(x for s in all_statements(f.body) for x in expressions_of(s))
            found = self._done[number] = f.model_copy(update={"body": self._body(f.body)})
        return found

    def _procedure(self, proc: ir.Proc) -> ir.Proc:
        code = [s for block in proc.blocks for s in all_statements(block.code)]
        if not _short_loops(code):
            return proc
        terms = [e for block in proc.blocks for e in term_expressions(block.term)]
        self._read = _reads([*(x for s in code for x in expressions_of(s)), *terms])
        blocks = [block.model_copy(update={"code": self._body(block.code)}) for block in proc.blocks]
        return proc.model_copy(update={"blocks": blocks})

    # ------------------------------------------------------------------ statements

    def _body(self, body: list[Code]) -> list[Code]:
        made: list[Code] = []
        for s, after in zip_longest(body, body[1:]):
            if s[0] != "for":
                made.append(self._inside(s))
            elif (chain := self._search_to_leave(s, after)) is not None:
                made.append(chain)
                break
            elif (chain := self._search(s, made[-1] if made else None)) is not None:
                made[-1] = chain
            else:
                made += self._rounds(s) or [self._inside(s)]
        return made

    def _inside(self, s: Code) -> Code:
        """Give a statement with what is inside it gone over."""
        new = [s[0]]
        for letter, operand in zip(ir.STATEMENTS[s[0]], s[1:], strict=True):
            if letter == "b":
                operand = self._body(operand)
            elif letter == "B":
                operand = [self._body(block) for block in operand]
            new.append(operand)
        return new

    def _search(self, loop: Code, before: Code | None) -> Code | None:
        """`set r 0; for i: if C: set r 1; break` is `set r (C of the first or C of the second or ...)`."""
        match loop[4]:
            case [["if", cond, [["set", r, int(found)], ["break"]], []]]:
                if before is None or before[:2] != ["set", r] or before[2] not in (0, 1) or found != 1 - before[2]:
                    return None
                if _reads([cond]).get(r):
                    return None
                chain = self._chain(loop, cond)
                return None if chain is None else ["set", r, chain if found else ["not", chain]]
        return None

    def _search_to_leave(self, loop: Code, last: Code | None) -> Code | None:
        """`for i: if C: ret 1` and then `ret 0`."""
        match loop[4]:
            case [["if", cond, [["ret", int(found)]], []]]:
                if last is None or last[0] != "ret" or last[1] not in (0, 1) or found != 1 - last[1]:
                    return None
                chain = self._chain(loop, cond)
                return None if chain is None else ["ret", chain if found else ["not", chain]]
        return None

    def _chain(self, loop: Code, cond: Code) -> Code | None:
        register, numbers = loop[1], _numbers(loop)
        if not numbers or self._read.get(register, 0) != _reads([cond]).get(register, 0):
            return None
        cond = self._written_out(cond)
        if len(numbers) * _size([cond]) > LONGEST:
            return None
        chain: Code = None
        for n in numbers:
            one = _with(cond, ir.EXPRESSIONS, {register: n})
            chain = one if chain is None else ["or", chain, one]
        return ["ne", chain, 0] if len(numbers) == 1 else chain

    def _written_out(self, e: Code) -> Code:
        """Put in place of calls what the functions give, if that is all they do and nothing is worked out twice."""
        if type(e) is int:
            return e
        new: list[Code] = [e[0]]
        for letter, operand in zip(ir.EXPRESSIONS[e[0]], e[1:], strict=True):
            if letter == "e":
                operand = self._written_out(operand)
            elif letter == "x":
                operand = [self._written_out(x) for x in operand]
            new.append(operand)
        if new[0] == "call":
            f = self._done.get(new[1]) or self.compiled.functions[new[1]]
            if len(f.body) == 1 and f.body[0][0] == "ret" and all(_simple(arg) for arg in new[2]):
                if max(_reads([f.body[0][1]]), default=0) >= f.params:
                    return new
                return _with(f.body[0][1], ir.EXPRESSIONS, dict(enumerate(new[2])))
        return new

    def _rounds(self, loop: Code) -> list[Code] | None:
        """Give the body of a loop once for each number."""
        register, numbers, body = loop[1], _numbers(loop), loop[4]
        if not numbers or _jumps(body):
            return None
        statements = list(all_statements(body))
        if any(s[1] == register for s in statements if s[0] in ir.SETTING):
            return None
        if self._read.get(register, 0) != _reads(x for s in statements for x in expressions_of(s)).get(register, 0):
            return None
        body = self._body(body)
        size = sum(1 for _ in all_statements(body)) + _size(x for s in all_statements(body) for x in expressions_of(s))
        if len(numbers) * size > WIDEST:
            return None
        return [_with(s, ir.STATEMENTS, {register: n}) for n in numbers for s in body]


def _short_loops(body: list[Code]) -> bool:
    return any(s[0] == "for" and _numbers(s) for s in all_statements(body))


def _numbers(loop: Code) -> range | None:
    """Give what a loop goes over, if it is short and known."""
    start, stop = loop[2:4]
    if type(start) is not int or type(stop) is not int or stop - start > ROUNDS:
        return None
    return range(start, stop)


def _jumps(body: list[Code]) -> bool:
    """Does something here break off the loop around it, or its round?"""
    for s in body:
        if s[0] in ("break", "next"):
            return True
        if s[0] not in ir.LOOPS and any(_jumps(inside) for inside in bodies_of(s)):
            return True
    return False


def _reads(expressions: Iterable[Code]) -> dict[int, int]:
    found: dict[int, int] = {}
    for e in expressions:
        for x in all_expressions(e):
            if type(x) is not int and x[0] == "v":
                found[x[1]] = found.get(x[1], 0) + 1
    return found


def _size(expressions: Iterable[Code]) -> int:
    return sum(type(x) is not int for e in expressions for x in all_expressions(e))


def _simple(e: Code) -> bool:
    """Is it as good to work this out twice?"""
    return type(e) is int or e[0] == "v" or (e[0] == "ld" and type(e[2]) is int)


def _with(node: Any, kinds: dict[str, str], given: dict[int, Code]) -> Any:
    """Put values in place of registers; sums of numbers are worked out."""
    if type(node) is int:
        return node
    op = node[0]
    if op == "v" and kinds is ir.EXPRESSIONS:
        return given.get(node[1], node)
    new = [op]
    for letter, operand in zip(kinds[op], node[1:], strict=True):
        if letter == "e":
            operand = _with(operand, ir.EXPRESSIONS, given)
        elif letter == "x":
            operand = [_with(x, ir.EXPRESSIONS, given) for x in operand]
        elif letter == "b":
            operand = [_with(s, ir.STATEMENTS, given) for s in operand]
        elif letter == "B":
            operand = [[_with(s, ir.STATEMENTS, given) for s in block] for block in operand]
        new.append(operand)
    if op in FOLDS and kinds is ir.EXPRESSIONS and type(new[1]) is int and type(new[2]) is int:
        return FOLDS[op](new[1], new[2])
    return new
