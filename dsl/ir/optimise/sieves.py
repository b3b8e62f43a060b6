"""What plainly cannot be carried out need not be tried: requirements of an action that nothing before them touches are
asked while options are listed, too, though they stay where they are.

`hoisting` moves a requirement if whoever runs the action notices no difference. Here it is enough that the action fails
if it does not hold: it may stand behind other requirements, in the middle of an effect that is called, or lack a value
at times. Then it counts as met, and the trial tells what is missing.
"""

from __future__ import annotations

from collections.abc import Sequence

from regelwerk.dsl.core import (
    Draw,
    Expr,
    Flag,
    Give,
    If,
    Let,
    Needs,
    Run,
    Shuffle,
    Stmt,
    Stop,
    Unary,
    Var,
)
from regelwerk.dsl.core.substitution import substitute
from regelwerk.dsl.core.visitor import inside

from ..analysis.having_values import HavingValues, unless
from ..analysis.inlined import Named, called, given_names
from ..analysis.known import Known, conjuncts
from ..analysis.outcomes import REQUIREMENT
from ..from_core.store import Store

DEEPEST = 6  # effects called by effects
MOST = 16  # requirements
LARGEST = 80  # nodes of one


def of_block(store: Store, stmts: Sequence[Stmt]) -> list[Expr]:
    """Give what a block demands beyond the requirements at its top."""
    return Sieve(store).of(stmts)


def of_call(store: Store, number: int, args: Sequence[Expr]) -> tuple[list[Named], list[Expr]]:
    """Give what a procedure demands beyond them, called with these arguments, and names used for it."""
    proc = store.program.procs[number]
    if number not in store.sieves:
        store.sieves[number] = Sieve(store).of(proc.body)
    demands, given = store.sieves[number], list[Named]()
    names = given_names(store.fresh, proc.params, args, given) if demands else {}
    return given, substitute(demands, names, store.fresh)


class Sieve:
    """What one sequence of statements demands of the state before it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.facts = store.facts
        self.values = HavingValues(store.facts, store.fresh)
        self.found: list[Expr] = []
        self.touched: set[int] = set()  # slots that have been written
        self.late: set[int] = set()  # names that get their value half-way
        self.named: dict[int, Expr] = {}  # what the others stand for
        self.under: list[tuple[list[Expr], Expr]] = []  # conditions around, and when they have a value
        self.known = Known(store.facts)
        self.closed = False  # it may have ended, or gone well

    def of(self, stmts: Sequence[Stmt]) -> list[Expr]:
        """Give the requirements that are worth asking."""
        if self.facts.may_fail(stmts) == REQUIREMENT:
            self._walk(stmts, self.facts.prefix(stmts), 0)
        return self.found

    def _walk(self, stmts: Sequence[Stmt], asked: int, depth: int) -> None:
        """Look through statements. Requirements among the first are asked anyhow: by whoever lists, or at the top."""
        for n, s in enumerate(stmts):
            if self.closed or len(self.found) == MOST:
                return
            if isinstance(s, Let):
                self._name(s.var, s.value)
            elif isinstance(s, Needs) and (n >= asked or not depth):
                self._need(s.cond, n < asked)
            elif n >= asked:
                self._pass(s, depth)

    def _pass(self, s: Stmt, depth: int) -> None:
        if isinstance(s, If) and self._early(s.cond):
            self._branches(s, depth)
        elif isinstance(s, Run) and s.var is None and depth < DEEPEST:
            given: list[Named] = []
            body = called(self.store.program, self.store.fresh, s.proc, s.args, given)
            for item in given:
                self._name(item.var, item.value)
            asked = self.facts.prefix(self.store.program.procs[s.proc].body) if s.checked else 0
            self._walk(body, asked, depth + 1)
        elif isinstance(s, Run) and s.var is not None:
            self.late.add(s.var.id)
        self.touched |= self.facts.writes([s])
        self.closed = any(map(self._may_end, inside([s])))

    def _branches(self, s: If, depth: int) -> None:
        cond, known = self._expanded(s.cond), self.known
        given = self.values.conditions(cond, known)
        if given is None:
            return
        for body, so in ((s.then, True), (s.other, False)):
            self.under.append((given, cond if so else Unary("not", cond, type=Flag())))
            self.known = known.when(cond, so)
            self._walk(body, 0, depth)
            self.under.pop()
            self.closed = False
        self.known = known

    def _may_end(self, node: object) -> bool:
        """May this end an action well, or let somebody look on half-way?"""
        if isinstance(node, Run):
            return self.facts.stops(node.proc) or self.facts.has_chance(node.proc)
        return isinstance(node, Draw | Shuffle | Give | Stop) or self.facts.stopping(node, -1)

    # ------------------------------------------------------------------------------------------------ expressions

    def _expanded(self, e: Expr) -> Expr:
        return substitute(e, self.named, self.store.fresh)

    def _early(self, e: Expr) -> bool:
        """Would this say the same before anything was done, and in few words?"""
        if not self.late.isdisjoint(self.facts.uses.free(e)) or not self.facts.plain(e):
            return False
        whole = self._expanded(e)
        return self.touched.isdisjoint(self.facts.reads(whole)) and sum(1 for _ in inside(whole)) <= LARGEST

    def _name(self, var: Var, value: Expr) -> None:
        if self._early(value):
            self.named[var.id] = self._expanded(value)
        else:
            self.late.add(var.id)

    def _need(self, cond: Expr, asked: bool) -> None:
        for c in filter(self._early, conjuncts(cond)):
            whole = self._expanded(c)
            given = self.values.conditions(whole, self.known)
            if not asked and given is not None:
                self._demand(given, whole)
            if asked or not (given or self.under):
                self.known = self.known.when(whole)

    def _demand(self, given: list[Expr], cond: Expr) -> None:
        """Note that a condition holds where it is come by and has a value."""
        e = unless(given, cond)
        for given, around in reversed(self.under):
            e = unless([*given, around], e)
        self.found.append(e)
