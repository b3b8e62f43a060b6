"""Short loops written out: code to code, for WebAssembly.

A search for one element that fits becomes one condition, other short loops their body once for each element.
Everything is worked out in the same order as before, and no more of it."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from regelwerk.dsl import ir
from regelwerk.dsl.ir.operations import Body, Expression, For, Statement

from .code import (
    all_statements,
    bodies_of,
    called,
    everything,
    expressions_of,
    operations,
    rebuilt,
    register_set,
    registers,
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

    def _body(self, body: Body) -> Body:
        made: Body = []
        for s, after in zip(body, [*body[1:], None], strict=False):
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

    def _inside(self, s: Statement) -> Statement:
        """Give a statement with what is inside it gone over."""
        return rebuilt(s, ir.STATEMENTS[s[0]], lambda e: e, self._body)

    def _search(self, loop: For, before: Statement | None) -> Statement | None:
        """`set r 0; for i: if C: set r 1; break` is `set r (C of the first or C of the second or ...)`."""
        match loop[4]:
            case [["if", cond, [["set", r, int(found)], ["break"]], []]]:
                if before != ("set", r, 1 - found) or found not in (0, 1) or _reads([cond]).get(r):
                    return None
                chain = self._chain(loop, cond)
                return None if chain is None else ("set", r, chain if found else ("not", chain))
        return None

    def _search_to_leave(self, loop: For, last: Statement | None) -> Statement | None:
        """`for i: if C: ret 1` and then `ret 0`."""
        match loop[4]:
            case [["if", cond, [["ret", int(found)]], []]]:
                if last != ("ret", 1 - found) or found not in (0, 1):
                    return None
                chain = self._chain(loop, cond)
                return None if chain is None else ("ret", chain if found else ("not", chain))
        return None

    def _chain(self, loop: For, cond: Expression) -> Expression | None:
        _, register, *_ = loop
        numbers = _numbers(loop)
        if not numbers or self._read.get(register, 0) != _reads([cond]).get(register, 0):
            return None
        cond = self._written_out(cond)
        if len(numbers) * _size([cond]) > LONGEST:
            return None
        chain: Expression | None = None
        for n in numbers:
            one = _with(cond, ir.EXPRESSIONS, {register: n})
            chain = one if chain is None else ("or", chain, one)
        return ("ne", chain, 0) if chain is not None and len(numbers) == 1 else chain

    def _written_out(self, e: Expression) -> Expression:
        """Put in place of calls what the functions give, if that is all they do and nothing is worked out twice."""
        if isinstance(e, int):
            return e
        new = rebuilt(e, ir.EXPRESSIONS[e[0]], self._written_out)
        if new[0] == "call":
            _, number, args = new
            f = self._done.get(number) or self.compiled.functions[number]
            match f.body:
                case [("ret", result)] if all(map(_simple, args)) and max(_reads([result]), default=0) < f.params:
                    written: Expression = _with(result, ir.EXPRESSIONS, dict(enumerate(args)))
                    return written
        return new

    def _rounds(self, loop: For) -> Body | None:
        """Give the body of a loop once for each number."""
        _, register, _, _, body = loop
        numbers = _numbers(loop)
        if not numbers or _jumps(body):
            return None
        statements = list(all_statements(body))
        if any(register_set(s) == register for s in statements):
            return None
        if self._read.get(register, 0) != _reads(x for s in statements for x in expressions_of(s)).get(register, 0):
            return None
        body = self._body(body)
        size = sum(1 for _ in all_statements(body)) + _size(x for s in all_statements(body) for x in expressions_of(s))
        if len(numbers) * size > WIDEST:
            return None
        return [_with(s, ir.STATEMENTS, {register: n}) for n in numbers for s in body]


def _short_loops(body: Body) -> bool:
    return any(s[0] == "for" and _numbers(s) for s in all_statements(body))


def _numbers(loop: For) -> range | None:
    """Give what a loop goes over, if it is short and known."""
    match loop:
        case (_, _, int(start), int(stop), _) if stop - start <= ROUNDS:
            return range(start, stop)
    return None


def _jumps(body: Body) -> bool:
    """Does something here break off the loop around it, or its round?"""
    for s in body:
        if s[0] in ("break", "next"):
            return True
        if s[0] not in ir.LOOPS and any(_jumps(inside) for inside in bodies_of(s)):
            return True
    return False


def _reads(expressions: Iterable[Expression]) -> dict[int, int]:
    """Count how often each register is read."""
    return Counter(register for e in expressions for register in registers(e))


def _size(expressions: Iterable[Expression]) -> int:
    return sum(1 for e in expressions for _ in operations(e))


def _simple(e: Expression) -> bool:
    """Is it as good to work this out twice?"""
    match e:
        case int() | ("v", _) | ("ld", _, int()):
            return True
    return False


def _with(node: Any, kinds: dict[str, str], given: dict[int, Expression]) -> Any:
    """Put values in place of registers; sums of numbers are worked out."""
    if isinstance(node, int):
        return node
    op = node[0]
    if op == "v" and kinds is ir.EXPRESSIONS:
        return given.get(node[1], node)
    new = rebuilt(
        node,
        kinds[op],
        lambda e: _with(e, ir.EXPRESSIONS, given),
        lambda body: [_with(s, ir.STATEMENTS, given) for s in body],
    )
    if op in FOLDS and kinds is ir.EXPRESSIONS and isinstance(new[1], int) and isinstance(new[2], int):
        return FOLDS[op](new[1], new[2])
    return new
