"""What a compiled ruleset collects while it is being made: functions, texts, tables, sites."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from regelwerk.dsl import ir
from regelwerk.dsl.core import Expr, Program, Reveal, Text, Var
from regelwerk.dsl.core.at_once import shown_aside
from regelwerk.dsl.core.closed_draws import Secrets
from regelwerk.dsl.core.visitor import inside
from regelwerk.dsl.source import NOWHERE, Span

from .. import Code
from ..analysis.digest import Remember, afresh
from ..analysis.margins import Margins, Room
from ..analysis.outcomes import Facts
from ..analysis.sizes import Sizes
from ..memory_map import Layout, lay_out
from ..shapes import InternalError, Shapes, type_name


@dataclass(slots=True)
class Pending:
    """A function: its number is known before its body."""

    number: int
    made: ir.Function | None = None
    work: int = 0


@dataclass(frozen=True, slots=True)
class Emitters:
    """Who writes what. Made in `emitters.py`; whoever needs a part written asks the table, so no emitter imports
    another that may need it in turn."""

    expressions: Mapping[type, Callable[[Any, Any], Code]]
    cuts: Mapping[type, Callable[[Any, Any], None]]  # statements that may stop, cut into blocks


@dataclass(slots=True)
class WorkedOut:
    """The entries of a table. An edit that touches nothing they are made of leaves them as they are."""

    data: list[int] | None  # None: it has no value everywhere
    steps: int
    made_of: list[object]


@dataclass(slots=True)
class Store:
    """One per lowering; every module writes here."""

    program: Program
    facts: Facts
    shapes: Shapes
    layout: Layout
    emitters: Emitters
    tables: list[list[int]]
    sizes: Sizes
    functions: list[Pending] = field(default_factory=list)
    texts: list[ir.Text] = field(default_factory=list)
    spans: list[tuple[str, int, int, int, int]] = field(default_factory=lambda: [NOWHERE])
    sites: list[ir.Site] = field(default_factory=list)
    rooms: list[Room] = field(default_factory=list)
    chances: list[ir.Chance] = field(default_factory=list)
    changes: list[str] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    effects: dict[int, int] = field(default_factory=dict)  # procedure that never stops -> function
    busy: set[int] = field(default_factory=set)  # functions being made
    vars: int = 0
    weights: dict[int, int] = field(default_factory=dict)  # function -> nodes
    calls: dict[int, int] = field(default_factory=dict)  # function -> calls in the program
    static: dict[int, bool] = field(default_factory=dict)  # function -> does it read no state
    tabulated: dict[tuple[int, ...], tuple[Expr, int | None]] = field(default_factory=dict)
    costly: dict[int, tuple[object, bool]] = field(default_factory=dict)  # trees with parts worth remembering
    worked_out: dict[tuple[Expr | Var, ...], WorkedOut] = field(default_factory=dict)  # tables, some from before
    steps: int = 0  # spent on tables
    sieves: dict[int, list[Expr]] = field(default_factory=dict)  # what procedures demand half-way
    _texts: dict[str, int] = field(default_factory=dict)
    _tables: dict[tuple[int, ...], int] = field(default_factory=dict)
    _spans: dict[Span, int] = field(default_factory=dict)
    _names: dict[str, int] = field(default_factory=dict)
    _margins: Margins | None = None
    _secrets: Secrets | None = None
    _shown_aside: frozenset[Span] | None = None
    _revealed: frozenset[int] | None = None

    def function(self) -> Pending:
        """Give a new function its number."""
        pending = Pending(len(self.functions))
        self.functions.append(pending)
        return pending

    def span(self, at: Span) -> int:
        """Give the number of a place in the source."""
        if at == NOWHERE:
            return 0
        if at not in self._spans:
            self._spans[at] = len(self.spans)
            self.spans.append(at)
        return self._spans[at]

    def table(self, data: list[int], guard: int) -> int:
        """Give the number of a table with these entries."""
        key = (*data, guard)
        if key not in self._tables:
            self._tables[key] = len(self.tables)
            self.tables.append(list(key))
        return self._tables[key]

    def text(self, text: Text) -> tuple[int, list[Expr]]:
        """Give the number of a sentence, and the expressions in it."""
        parts: list[str | int] = []
        args: list[Expr] = []
        for p in text.parts:
            if isinstance(p, str):
                parts.append(p)
            else:
                parts.append(len(args))
                args.append(p)
        made = ir.Text(parts=parts, types=[type_name(a.type) for a in args], address=text.address)
        key = made.model_dump_json()
        if key not in self._texts:
            self._texts[key] = len(self.texts)
            self.texts.append(made)
        return self._texts[key], args

    def sentence(self, words: str) -> int:
        """Give the number of a sentence without expressions."""
        return self.text(Text((words,)))[0]

    def event(self, name: str) -> int:
        if name not in self.events:
            self.events.append(name)
        return self.events.index(name)

    def change(self, by: str) -> int:
        if by not in self.changes:
            self.changes.append(by)
        return self.changes.index(by)

    def name(self, wanted: str) -> str:
        """Make a name unique; the second of a declaration is counted."""
        count = self._names.get(wanted, 0) + 1
        self._names[wanted] = count
        return wanted if count == 1 else f"{wanted} {count}"

    def chance(
        self, name: str, at: Span, kind: str = "", first: int = 0, public: bool = True, element: str = ""
    ) -> int:
        """Give a new chance site its word."""
        number = len(self.chances)
        addr = self.layout.chance + number
        made = ir.Chance(
            name=self.name(name), addr=addr, type=kind, offset=first, public=public, element=element, span=self.span(at)
        )
        self.chances.append(made)
        return number

    def fresh(self, like: Var) -> Var:
        """Make a new name like another."""
        self.vars += 1
        return Var(self.vars, like.name, like.type)

    @property
    def margins(self) -> Margins:
        """By how much numbers may move."""
        if self._margins is None:
            self._margins = Margins(self.facts, self.sizes, self.layout, self.fresh, self.rooms)
        return self._margins

    @property
    def secrets(self) -> Secrets:
        """What depends on something that not everybody sees, and draws whose results are not told to everybody."""
        if self._secrets is None:
            self._secrets = Secrets(self.program)
        return self._secrets

    @property
    def shown_aside(self) -> frozenset[Span]:
        """What is shown to one player so that nobody else learns of it."""
        if self._shown_aside is None:
            self._shown_aside = shown_aside(self.program)
        return self._shown_aside

    @property
    def revealed(self) -> frozenset[int]:
        """Slots that the program reveals somewhere."""
        if self._revealed is None:
            bodies = [proc.body for proc in self.program.procs]
            self._revealed = frozenset(node.slot for node in inside(bodies) if isinstance(node, Reveal))
        return self._revealed

    @property
    def seats(self) -> int | None:
        """The number of players, if it is always the same."""
        lo, hi = self.program.players
        return lo if lo == hi else None


def open_store(program: Program, emitters: Emitters, remember: Remember = afresh) -> Store:
    """Lay out a program and get ready to lower it."""
    for what, items in (("function", program.funcs), ("procedure", program.procs), ("slot", program.slots)):
        if any(item.id != n for n, item in enumerate(items)):  # type: ignore[attr-defined]
            raise InternalError(f"a {what} does not stand at its number")
    program = replace(program, procs=list(program.procs))
    shapes = Shapes(program.domains)
    facts = Facts(program, remember)
    tables = [[*t.data, t.guard] for t in program.tables]
    layout = lay_out(program, shapes, facts.procs)
    store = Store(program, facts, shapes, layout, emitters, tables, Sizes(program, shapes, tables))
    store.worked_out = remember("tables", Store, dict[tuple[Expr | Var, ...], WorkedOut])
    params = [v.id for f in program.funcs for v in f.params] + [v.id for p in program.procs for v in p.params]
    bound = [v.id for d in (*facts.funcs, *facts.procs) for v in d.binds]
    store.vars = max([program.var_count, *params, *bound])
    for _ in program.funcs:
        store.function()
    return store


Emit = Callable[[], None]
__all__ = ["Emit", "Pending", "Store", "open_store"]
