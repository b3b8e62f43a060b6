"""The frame of a procedure that may stop: its cells, its blocks, and which names must outlive a block."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from regelwerk.dsl import ir
from regelwerk.dsl.core import Choose, Draw, Each, If, Let, Offer, Options, Proc, Repeat, Run, Stmt, Switch, Type, Var
from regelwerk.dsl.ir import Code
from regelwerk.dsl.ir.analysis.margins import Moves, Way
from regelwerk.dsl.ir.analysis.outcomes import NEVER, Facts, again
from regelwerk.dsl.ir.operations import Body, Ending
from regelwerk.dsl.ir.shapes import type_name
from regelwerk.dsl.source import NOWHERE, Span

from ..builder import Writer
from ..store import Store


@dataclass(slots=True, eq=False)
class Draft:
    """A block being written. Terms name other drafts; numbers come last."""

    path: tuple[int, ...]  # guarded units around it, outermost first
    code: Body = field(default_factory=list)
    term: Ending[Draft] | None = None
    fails: int = NEVER  # how something in it (or in what it calls) may fail before chance speaks
    moves: frozenset[Way] = frozenset()  # what may leave its range until then
    draws: bool = False  # does chance always speak in it?
    at: Span = NOWHERE  # the line that runs something, while this block waits for it


class Frame(Writer):
    """Writes blocks. `now` is the open block, None where no path leads."""

    def __init__(self, store: Store, proc: Proc, base: int) -> None:
        super().__init__(store, proc.address)
        self.proc = proc
        self.base = base
        self.size = ir.FRAME_LOCALS
        self.names: list[str] = []
        self.ranges: list[tuple[int, int] | None] = []
        self.types: list[str] = []
        self.counts: list[int] = []
        self.drafts: list[Draft] = []
        self.units = 1 if proc.action else 0
        self.path: tuple[int, ...] = (1,) if proc.action else ()
        self.framed = framed(store.facts, proc.body)
        self.unit_moves: dict[int, Moves] = {1: store.margins.whole.proc(proc.id)} if proc.action else {}
        self.option_units = {1} if proc.action else set()  # those of actions and options, not of what follows a choice
        self.rounds: list[bool] = []  # around what is written: is it inside a guarded place?
        self.exits: list[Draft] = []  # of the repeats around, innermost last
        for p in proc.params:
            self.bind(p, self.read(self.cell(p.name, type=p.type)))
        self.now: Draft | None = None
        self.enter(self.draft())

    # -------------------------------------------------------------------------------------------- cells

    def cell(self, name: str, count: int = 1, type: Type | None = None, kind: Type | None = None) -> int:
        """Give a new cell (or several) of the frame; of a kind only, it may be outside of its range."""
        addr = self.base + self.size
        self.size += count
        self.names += [name] * count
        self.types += ["number" if (known := type or kind) is None else type_name(known)] * count
        self.ranges += [None if type is None else self.store.shapes.range(type)] * count
        return addr

    def read(self, addr: int) -> Code:
        return ("ld", addr, 0)

    def write_cell(self, addr: int, value: Code) -> None:
        self.emit(("st", addr, 0, value))

    def saved(self, name: str, value: Code, type: Type | None = None, kind: Type | None = None) -> Code:
        """Put a value into the frame; constants stay what they are."""
        if isinstance(value, int):
            return value
        addr = self.cell(name, type=type, kind=kind)
        self.write_cell(addr, value)
        return self.read(addr)

    def assign(self, var: Var, value: Code) -> None:
        """Bind a name for the rest of its block: in the frame if it must outlive a stop."""
        if var.id in self.framed:
            self.bind(var, self.saved(var.name, value, var.type))
        else:
            self.bind(var, self.lasting(value))

    # -------------------------------------------------------------------------------------------- blocks

    def draft(self) -> Draft:
        made = Draft(self.path)
        self.drafts.append(made)
        return made

    def enter(self, draft: Draft) -> None:
        """Go on writing in a block."""
        self.now = draft
        self.out = draft.code

    def close(self, term: Ending[Draft]) -> None:
        """End the open block."""
        assert self.now is not None
        self.now.term = term
        self.now = None
        self.out = []

    def goto(self, draft: Draft) -> None:
        if self.now is not None:
            self.close(("goto", draft))

    def mark(self, fails: int) -> None:
        if self.now is not None and not self.now.draws:
            self.now.fails = max(self.now.fails, again(fails) if any(self.rounds) else fails)

    def moving(self, s: Stmt) -> None:
        """Note whether a statement may take a number out of its range."""
        if self.now is not None and not self.now.draws:
            self.now.moves |= self.store.margins.leaving(s)
        self.drawing(self.store.facts.draws(s))

    def drawing(self, always: bool) -> None:
        """Note whether chance always speaks here: no trial gets further."""
        if self.now is not None:
            self.now.draws = self.now.draws or always

    @contextmanager
    def again(self) -> Iterator[None]:
        """Write what comes round again."""
        self.rounds.append(bool(self.path) or self.proc.id in self.store.facts.inner)
        yield
        self.rounds.pop()

    def unit(self, s: Stmt, option: bool) -> tuple[int, ...]:
        """Open a guarded place inside the ones around it: an option, or what follows a choice."""
        self.units += 1
        margins = self.store.margins
        self.unit_moves[self.units] = (margins.whole if option else margins).of([s])
        if option:
            self.option_units.add(self.units)
        return (*self.path, self.units)


def framed(facts: Facts, body: Sequence[Stmt]) -> set[int]:
    """List the names that are used after the block they are bound in may have ended."""
    found: set[int] = set()
    _scan(facts, body, found)
    return found


def _after(facts: Facts, stmts: Sequence[Stmt]) -> set[int]:
    """Give the names used at or after the first statement that is cut into blocks."""
    for n, s in enumerate(stmts):
        if facts.splits(s):
            names: set[int] = set()
            for t in stmts[n:]:
                names.update(facts.uses.free(t))
            return names
    return set()


def _scan(facts: Facts, stmts: Sequence[Stmt], found: set[int]) -> None:
    for n, s in enumerate(stmts):
        bound = s.var if isinstance(s, Let | Run) else None
        if bound is not None and bound.id in _after(facts, stmts[n + 1 :]):
            found.add(bound.id)
        if not facts.splits(s):
            continue
        if isinstance(s, If):
            _scan(facts, s.then, found)
            _scan(facts, s.other, found)
        elif isinstance(s, Switch):
            for case in s.cases.values():
                _scan(facts, case, found)
        elif isinstance(s, Each):
            found.add(s.loop.var.id)
            _scan(facts, s.body, found)
        elif isinstance(s, Repeat):
            _scan(facts, s.body, found)
        elif isinstance(s, Choose | Draw):
            if s.loop.var.id in _after(facts, s.rest):
                found.add(s.loop.var.id)
            _scan(facts, s.rest, found)
            if isinstance(s, Choose) and s.no is not None:
                _scan(facts, s.no, found)
        elif isinstance(s, Options):
            for o in s.options:
                _scan(facts, o.body, found)
        elif isinstance(s, Offer):
            for e in s.entries:
                if any(facts.splits(t) for t in e.spend):
                    found.update(loop.var.id for loop in e.loops)
                _scan(facts, e.spend, found)
