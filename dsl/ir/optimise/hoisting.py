"""Requirements come first: those in the middle of an action that nothing before them touches move to its top.

`pay 1 point`, then `pay s.fee coins`: whether the fee can be paid shows before anything is paid. At the top it is
tested while options are listed; in the middle the whole action would have to be tried. Whoever runs the action notices
no difference: it is carried out as a whole or not at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from regelwerk.dsl.core import Can, Choose, Draw, Give, If, Let, Needs, Option, Options, Run, Shuffle, Stmt, Stop, Was
from regelwerk.dsl.core.visitor import inside

from ..analysis.inlined import Named, called
from ..analysis.outcomes import NEVER
from ..from_core.store import Store


def rearrange(store: Store) -> None:
    """Write the procedures of a program anew, those that are called before those that call them."""
    procs = store.program.procs
    for number in reversed(store.facts.order()):
        if number in store.facts.inner:
            procs[number] = replace(procs[number], body=_guarded(store, procs[number].body))


def _guarded(store: Store, stmts: Sequence[Stmt]) -> list[Stmt]:
    return Block(store).arranged([_inside(store, s) for s in stmts])


def _inside(store: Store, s: Stmt) -> Stmt:
    """Do the same where a decision inside begins a guarded place of its own."""
    if isinstance(s, Choose):
        return replace(s, rest=_guarded(store, s.rest))
    if isinstance(s, Options):
        return replace(s, options=[_option(store, o) for o in s.options])
    if isinstance(s, If):
        return replace(s, then=[_inside(store, t) for t in s.then], other=[_inside(store, t) for t in s.other])
    return s


def _option(store: Store, o: Option) -> Option:
    return replace(o, body=_guarded(store, o.body))


class Block:
    """One sequence of statements: what is asked before any of it happens, and what comes then."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.facts = store.facts
        self.first: list[Stmt] = []
        self.then: list[Stmt] = []
        self.touched: set[int] = set()  # slots that have been written
        self.late: set[int] = set()  # names that get their value half-way
        self.named: dict[int, Let] = {}  # names that could get theirs at the top
        self.closed = False  # it may have ended well
        self.unasked = (
            False  # a requirement stays half-way: those behind it are not asked before it, or `why` would lie
        )

    def arranged(self, stmts: Sequence[Stmt]) -> list[Stmt]:
        """Give the same statements, requirements as early as they can be."""
        last = max((n for n, s in enumerate(stmts) if self._asks(s)), default=-1)
        for s in stmts[: last + 1]:
            self._add(s)
        return [*self.first, *self.then, *stmts[last + 1 :]]

    def _asks(self, s: Stmt) -> bool:
        return isinstance(s, Needs | If | Run) and self.facts.failing(s) != NEVER

    def _add(self, s: Stmt) -> None:
        checks = bool(self.facts.prefix([s]))
        if not self.then and checks:
            self.first.append(s)
        elif isinstance(s, Needs | If) and checks and self._early(s):
            self._move(s)
        elif isinstance(s, Run) and not self.closed and self._ask(s):
            if not checks:
                self._pass(replace(s, checked=True))
        else:
            self._pass(s)

    def _ask(self, s: Run) -> bool:
        """Ask at the top for what a procedure demands at its own, if all of that can be asked there."""
        body = self.store.program.procs[s.proc].body
        count = self.facts.prefix(body)
        if not any(isinstance(n, Needs) for n in inside(body[:count])):
            return False
        given: list[Named] = []
        asked: list[Stmt] = called(self.store.program, self.store.fresh, s.proc, s.args, given)[:count]
        kept = list(self.first), list(self.then), dict(self.named)
        for t in [*(Let(item.var, item.value) for item in given), *asked]:
            if not self._early(t):
                self.first, self.then, self.named = kept
                return False
            if isinstance(t, Let):
                self.named[t.var.id] = t
            else:
                self._move(t)
        self.unasked = self.unasked or any(self._asks(t) for t in body[count:])
        return True

    def _early(self, s: Stmt) -> bool:
        """Would this say the same at the top?"""
        if not self.then:
            return True
        if self.closed or self.unasked or not self.late.isdisjoint(self.facts.uses.free(s)):
            return False
        if any(isinstance(n, Can | Was | Run) for n in inside([s])) or not self.facts.total([s]):
            return False
        return self.touched.isdisjoint(self.facts.reads([s]))

    def _move(self, s: Stmt) -> None:
        """Put this at the top, with the names it uses."""
        for v in self.facts.uses.free(s):
            let = self.named.pop(v, None)
            if let is not None:
                self.then = [t for t in self.then if t is not let]
                self._move(let)
        self.first.append(s)

    def _pass(self, s: Stmt) -> None:
        """Leave this where it is, and take note of what it does."""
        if isinstance(s, Let) and self._early(s):
            self.named[s.var.id] = s
        elif isinstance(s, Let):
            self.late.add(s.var.id)
        else:
            self.unasked = self.unasked or (self._asks(s) and not (isinstance(s, Run) and s.checked))
            self.touched |= self.facts.writes([s])
            if isinstance(s, Run) and s.var is not None:
                self.late.add(s.var.id)
            self.closed = self.closed or any(map(self._may_end, inside([s])))
        self.then.append(s)

    def _may_end(self, node: object) -> bool:
        """May this end an action well, or let somebody look on half-way?"""
        if isinstance(node, Run):
            return self.facts.stops(node.proc) or self.facts.has_chance(node.proc)
        return isinstance(node, Draw | Shuffle | Give | Stop) or self.facts.stopping(node, -1)
