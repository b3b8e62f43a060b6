"""Draws whose result is not for everybody: from what not everybody sees, or kept where not everybody sees it.

What is drawn from may be named before, handed over to an effect, or asked of a value. A name counts as secret if it is
bound to something secret anywhere in the program.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..source import Span
from .expressions import CallFunc, Expr, Load, Local, Loop, Place, Var
from .program import Program
from .statements import AsAll, Choose, Draw, Each, Give, Let, Move, Offer, Run, Stmt, Store
from .visitor import inside


def closed_draws(program: Program) -> frozenset[Span]:
    """Give the places of the draws whose results are not told to everybody."""
    return Secrets(program).closed


class Secrets:
    """What depends on something that not everybody sees."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.names: set[int] = set()  # local names that are bound to something secret
        self.results: set[int] = set()  # procedures that give something secret
        self.functions = self._functions()  # values that depend on something secret
        self.statements = [(proc.id, s) for proc in program.procs for s in inside(proc.body) if isinstance(s, _BINDING)]
        self.closed = self._draws()

    def _draws(self) -> frozenset[Span]:
        known = -1
        while known != len(self.names) + len(self.results):
            known = len(self.names) + len(self.results)
            for number, s in self.statements:
                self._follow(number, s)
        return frozenset(s.at for _, s in self.statements if isinstance(s, Draw) and self._closed(s))

    def _follow(self, number: int, s: Stmt) -> None:
        match s:
            case Let():
                self._bind([(s.var, s.value)])
            case Each() | Choose():
                self._bind([(s.loop.var, s.loop)])
            case Draw() if self._closed(s):
                self.names.add(s.loop.var.id)
            case Run() | AsAll():
                params = self.program.procs[s.proc].params
                self._bind(zip(params[-len(s.args) :] if s.args else (), s.args, strict=True))
                if isinstance(s, Run) and s.var is not None and s.proc in self.results:
                    self.names.add(s.var.id)
            case Offer():
                for entry in s.entries:
                    self._bind((loop.var, loop) for loop in entry.loops)
                    self._bind(zip(self.program.procs[entry.proc].params, entry.args, strict=True))
            case Give() if s.value is not None and self.secret(s.value):
                self.results.add(number)

    def _bind(self, pairs: Iterable[tuple[Var, Expr | Loop]]) -> None:
        self.names |= {var.id for var, value in pairs if self.secret(value)}

    def _closed(self, s: Draw) -> bool:
        """May not everybody know what is drawn?"""
        return self.secret(s.loop) or any(self._kept(s, inner) for inner in inside(s.rest))

    def _kept(self, s: Draw, inner: object) -> bool:
        """Is what is drawn kept where not everybody sees it? A thing that lay somewhere shows by being gone."""
        if isinstance(inner, Store):
            return _is(inner.value, s.loop.var) and self._hidden(inner.slot)
        if isinstance(inner, Move):
            return _is(inner.what, s.loop.var) and self._hidden(inner.to.slot) and not _from_place(s.loop)
        return False

    def _hidden(self, slot: int) -> bool:
        return slot >= 0 and self.program.slots[slot].visibility != "public"

    def secret(self, value: object) -> bool:
        """Does a value depend on what not everybody sees?"""
        for node in inside(value):
            if self._reads_hidden(node):
                return True
            if isinstance(node, Local) and node.var.id in self.names:
                return True
            if isinstance(node, CallFunc) and node.func in self.functions:
                return True
        return False

    def _functions(self) -> set[int]:
        """They may ask each other in a ring, so whoever asks one that is secret is looked for until nobody is left."""
        asked = {f.id: {n.func for n in inside(f.body) if isinstance(n, CallFunc)} for f in self.program.funcs}
        found = {f.id for f in self.program.funcs if any(map(self._reads_hidden, inside(f.body)))}
        while more := {number for number, others in asked.items() if number not in found and others & found}:
            found |= more
        return found

    def _reads_hidden(self, node: object) -> bool:
        return isinstance(node, Load | Place) and self._hidden(node.slot)


_BINDING = Let | Each | Choose | Draw | Run | AsAll | Offer | Give


def _is(e: Expr, var: Var) -> bool:
    return isinstance(e, Local) and e.var.id == var.id


def _from_place(loop: Loop) -> bool:
    return any(isinstance(node, Place) for node in inside(loop))
