"""Small functions written where they are called: code to code, for the generator.

A function whose only `ret` is its last statement becomes its statements. It is put before the statement that needs
its result; where that changes the order of things, only if it cannot fail, costs no work and changes nothing.
"""

from __future__ import annotations

from typing import Any

from regelwerk.dsl import ir
from regelwerk.dsl.ir.operations import Body, Expression, Statement

from .chains import SAFE, chain
from .code import all_statements, called, everything, rebuilt, register_set, unset_registers

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
            for callee in sorted({x for node in everything(f.body) for x in called(node)}):
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
            match term := block.term:
                case ("br", cond, then, other):
                    term = ("br", self._strict(cond, code), then, other)
                case ("ret", value):
                    term = ("ret", self._strict(value, code))
            blocks.append(block.model_copy(update={"code": code, "term": term}))
        return proc.model_copy(update={"blocks": blocks, "registers": self._free})

    # ------------------------------------------------------------------ statements

    def _body(self, body: Body) -> Body:
        made: Body = []
        for s in body:
            self._statement(s, made)
        return made

    def _statement(self, s: Statement, made: Body) -> None:
        match s:
            case ("set", _, ("call", number, args)) | ("do", number, args):
                f = self._done.get(number) or self.function(number)
                if self._fits(f, quiet=False):
                    result = self._written(f, [self._strict(arg, made) for arg in args], made)
                    if s[0] == "set":
                        made.append(("set", s[1], result))
                    elif not _quiet(result):  # nobody wants it, but it may fail or take work
                        made.append(("set", self._free, result))
                        self._free += 1
                    return
        before = s[0] in BEFORE
        made.append(rebuilt(s, ir.STATEMENTS[s[0]], lambda e: self._strict(e, made) if before else e, self._body))

    def _strict(self, e: Expression, made: Body) -> Expression:
        """Write out the calls that are evaluated in any case."""
        match e:
            case int() | ("was", _, _):
                return e
            case ("and" | "or" as op, first, second):  # only the first is evaluated in any case
                return (op, self._strict(first, made), second)
            case ("if", cond, then, other):
                return ("if", self._strict(cond, made), then, other)
        new = rebuilt(e, ir.EXPRESSIONS[e[0]], lambda x: self._strict(x, made))
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

    def _written(self, f: ir.Function, args: list[Expression], made: Body) -> Expression:
        """Put a function's statements down; give its result as an expression."""
        base = self._free
        self._free += f.registers
        names: dict[int, Expression] = {}
        changed = {register_set(s) for s in all_statements(f.body)}
        for n, arg in enumerate(args):
            if n not in changed and (isinstance(arg, int) or arg[0] == "v"):
                names[n] = arg  # nothing here changes a register of the caller
            else:
                made.append(("set", base + n, arg))
        for n in sorted(_early(f)):
            made.append(("set", base + n, 0))
        body, result = _ending(f)
        for s in body:
            made.append(_renamed(s, ir.STATEMENTS, base, names))
        renamed: Expression = _renamed(result, ir.EXPRESSIONS, base, names)
        return renamed


def _ending(f: ir.Function) -> tuple[Body, Expression]:
    """Give the statements of a function and its result."""
    match f.body[-1:]:
        case [("ret", result)]:
            return f.body[:-1], result
    return f.body, 0


def _early(f: ir.Function) -> set[int]:
    body, last = _ending(f)
    return unset_registers(body, set(range(f.params)), [last])


def _quiet(node: Any) -> bool:
    """Can evaluating this neither fail nor change anything?"""
    match node:
        case int():
            return True
        case ("div" | "divup" | "mod", value, int(by), _) if by:
            return _quiet(value)
    return node[0] in QUIET and all(_quiet(x) for x in node[1:] if isinstance(x, tuple))


def _renamed(node: Any, kinds: dict[str, str], base: int, names: dict[int, Expression]) -> Any:
    """Rebuild code with other registers."""
    if isinstance(node, int):
        return node
    op = node[0]
    if kinds is ir.EXPRESSIONS and op == "v":
        return names.get(node[1], ("v", base + node[1]))
    new = rebuilt(
        node,
        kinds[op],
        lambda e: _renamed(e, ir.EXPRESSIONS, base, names),
        lambda body: [_renamed(s, ir.STATEMENTS, base, names) for s in body],
    )
    return (op, base + new[1], *new[2:]) if kinds is ir.STATEMENTS and op in ir.SETTING else new
