"""Small functions written where they are called: code to code, for the generator.

A function whose only `ret` is its last statement becomes its statements. It is put before the statement that needs
its result; where that changes the order of things, only if it cannot fail, costs no work and changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from regelwerk.dsl import ir

from .chains import SAFE, chain
from .code import Code, all_statements, everything, unset_registers

MOST = 60  # nodes of a function that is written out
QUIET = SAFE | {"ld", "tab", "has", "set", "if", "for", "bits", "row", "break", "next", "ret"}
BEFORE = {"set", "st", "if", "for", "bits", "row", "ret", "do", "switch", "needs", "opt", "move"}


class Inliner:
    def __init__(self, compiled: ir.Compiled) -> None:
        self.compiled = compiled
        self.listed = {site.options for site in compiled.sites}
        self._done: dict[int, ir.Function] = {}
        self._free = 0  # next free register of the code at hand

    def whole(self) -> ir.Compiled:
        """Give the compiled ruleset with small functions written out."""
        functions = [self.function(n) for n in range(len(self.compiled.functions))]
        procs = [self._procedure(proc) for proc in self.compiled.procs]
        return self.compiled.model_copy(update={"functions": functions, "procs": procs})

    def function(self, number: int) -> ir.Function:
        """Give a function with small ones written out."""
        found = self._done.get(number)
        if found is None:
            f = self.compiled.functions[number]
            self._done[number] = f  # a ring of calls cannot be, but be safe
            if number in self.listed and chain(f.body) is not None:
                return f
            for callee in sorted({x for node in everything(f.body) for x in _called(node)}):
                self.function(callee)
            self._free = f.registers
            body = self._body(f.body)
            found = self._done[number] = f.model_copy(update={"body": body, "registers": self._free})
        return found

    def _procedure(self, proc: ir.Proc) -> ir.Proc:
        self._free = proc.registers
        blocks = []
        for block in proc.blocks:
            code = self._body(block.code)
            term = block.term
            if term[0] in ("br", "ret"):
                term = [term[0], self._strict(term[1], code), *term[2:]]
            blocks.append(block.model_copy(update={"code": code, "term": term}))
        return proc.model_copy(update={"blocks": blocks, "registers": self._free})

    # ------------------------------------------------------------------ statements

    def _body(self, body: list[Code]) -> list[Code]:
        made: list[Code] = []
        for s in body:
            self._statement(s, made)
        return made

    def _statement(self, s: Code, made: list[Code]) -> None:
        whole = s[2] if s[0] == "set" else s
        if type(whole) is not int and whole[0] == ("call" if s[0] == "set" else "do"):
            f = self._done.get(whole[1]) or self.function(whole[1])
            if self._fits(f, quiet=False):
                args = [self._strict(arg, made) for arg in whole[2]]
                result = self._written(f, args, made)
                if s[0] == "set":
                    made.append(["set", s[1], result])
                elif not _quiet(result):  # nobody wants it, but it may fail or take work
                    made.append(["set", self._free, result])
                    self._free += 1
                return
        letters = ir.STATEMENTS[s[0]]
        new = [s[0]]
        for letter, operand in zip(letters, s[1:], strict=True):
            if letter == "e" and s[0] in BEFORE:
                operand = self._strict(operand, made)
            elif letter == "x" and s[0] in BEFORE:
                operand = [self._strict(x, made) for x in operand]
            elif letter == "b":
                operand = self._body(operand)
            elif letter == "B":
                operand = [self._body(block) for block in operand]
            new.append(operand)
        made.append(new)

    def _strict(self, e: Code, made: list[Code]) -> Code:
        """Write out the calls that are evaluated in any case."""
        if type(e) is int:
            return e
        letters = ir.EXPRESSIONS[e[0]]
        new: list[Code] = [e[0]]
        for place, (letter, operand) in enumerate(zip(letters, e[1:], strict=True)):
            if letter == "e" and not (e[0] in ir.LAZY and place):
                operand = self._strict(operand, made) if e[0] != "was" else operand
            elif letter == "x":
                operand = [self._strict(x, made) for x in operand]
            new.append(operand)
        if new[0] == "call":
            f = self._done.get(new[1]) or self.function(new[1])
            if self._fits(f, quiet=True) and all(_quiet(arg) for arg in new[2]):
                return self._written(f, new[2], made)
        return new

    def _fits(self, f: ir.Function, quiet: bool) -> bool:
        statements = list(all_statements(f.body))
        ends = [s for s in statements if s[0] == "ret"]
        if len(ends) > 1 or (ends and f.body[-1] is not ends[0]):
            return False
        nodes = list(everything(f.body))
        if len(nodes) > MOST or any(node[0] in ("opt", "note") for node in nodes):
            return False
        return not quiet or (not f.effects and all(node[0] in QUIET or _quiet(node) for node in nodes))

    def _written(self, f: ir.Function, args: list[Code], made: list[Code]) -> Code:
        """Put a function's statements down; give its result as an expression."""
        base = self._free
        self._free += f.registers
        names: dict[int, Code] = {}
        changed = {s[1] for s in all_statements(f.body) if s[0] in ir.SETTING}
        for n, arg in enumerate(args):
            if n not in changed and (type(arg) is int or arg[0] == "v"):
                names[n] = arg  # nothing here changes a register of the caller
            else:
                made.append(["set", base + n, arg])
        for n in sorted(_early(f)):
            made.append(["set", base + n, 0])
        ends = bool(f.body) and f.body[-1][0] == "ret"
        for s in f.body[:-1] if ends else f.body:
            made.append(_renamed(s, ir.STATEMENTS, base, names))
        return _renamed(f.body[-1][1], ir.EXPRESSIONS, base, names) if ends else 0


def _early(f: ir.Function) -> set[int]:
    ends = f.body and f.body[-1][0] == "ret"
    body, last = (f.body[:-1], [f.body[-1][1]]) if ends else (f.body, [])
    return unset_registers(body, set(range(f.params)), last)


def _called(node: Code) -> Iterable[int]:
    return (node[1],) if node[0] in ("call", "do") else ()


def _quiet(e: Code) -> bool:
    """Can evaluating this neither fail nor change anything?"""
    if type(e) is int:
        return True
    if e[0] in ("div", "divup", "mod") and type(e[2]) is int and e[2]:
        return _quiet(e[1])
    return e[0] in QUIET and all(_quiet(x) for x in e[1:] if type(x) is list)


def _renamed(node: Any, kinds: dict[str, str], base: int, names: dict[int, Code]) -> Any:
    """Rebuild code with other registers."""
    if type(node) is int:
        return node
    op = node[0]
    if kinds is ir.EXPRESSIONS and op == "v":
        return names.get(node[1], ["v", base + node[1]])
    new = [op]
    first = True
    for letter, operand in zip(kinds[op], node[1:], strict=True):
        if letter == "e":
            operand = _renamed(operand, ir.EXPRESSIONS, base, names)
        elif letter == "x":
            operand = [_renamed(x, ir.EXPRESSIONS, base, names) for x in operand]
        elif letter == "b":
            operand = [_renamed(s, ir.STATEMENTS, base, names) for s in operand]
        elif letter == "B":
            operand = [[_renamed(s, ir.STATEMENTS, base, names) for s in block] for block in operand]
        elif first and kinds is ir.STATEMENTS and op in ir.SETTING:
            operand = base + operand
        first = False
        new.append(operand)
    return new
