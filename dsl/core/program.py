"""The program: everything a ruleset declares."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ..source import NOWHERE, Span
from .expressions import Expr, Var
from .statements import Stmt
from .types import Num, Ref, Type


@dataclass(frozen=True, slots=True)
class Domain:
    """A finite ordered set of things. Copies of a component are separate elements with the same design."""

    name: str
    kind: str  # kind, component, player, cell, side
    ids: tuple[str, ...]  # stable id of every element (copies: id#1, id#2)
    titles: tuple[str, ...]
    designs: tuple[int, ...] = ()  # component -> index of its first copy; empty: every element is its own
    board: tuple[str, int, int] | None = None  # cells: (shape, width, height)
    part_of: str = ""  # of parts: the field that says of what
    at: Span = NOWHERE

    @property
    def size(self) -> int:
        return len(self.ids)


@dataclass(slots=True)
class Table:
    """Static data: `data` in row-major order of the keys; index none (-1 in one key) reads `guard`."""

    id: int
    name: str
    keys: tuple[Num | Ref, ...]
    type: Type
    data: list[int]
    guard: int


@dataclass(slots=True)
class ListTable:
    """Static ordered rows: for each key an ordered list of elements."""

    id: int
    name: str
    keys: tuple[Num | Ref, ...]
    element: Num | Ref
    rows: list[list[int]]


@dataclass(slots=True)
class Slot:
    """A state variable. `keys` are its indices, the owner (player, component) first.

    kind: "cell" (plain value of `type`), "pile" (ordered place), "holder" (place for one). For places `type` is the
    Ref of the component type. A holder reads like a cell: the component or none.
    """

    id: int
    name: str
    address: str  # "player.pouch"
    owner: str  # table, player, or a component type
    keys: tuple[Num | Ref, ...]
    type: Type
    kind: str
    default: list[int]  # one per index (row-major); places: empty
    starts: list[tuple[int, int]] = field(default_factory=list)  # places: (index, component), bottom first
    visibility: str = "public"  # public, private, hidden, hidden from owner
    revealed: int | None = None  # slot id of its flags "revealed since last written", same keys
    shown: bool = True  # internal slots (limits, breakdowns, flags) are not shown
    each: int = 0  # of things that every player has: how many each has, in the order of the seats
    reconstructed: bool = False
    at: Span = NOWHERE


@dataclass(slots=True)
class Func:
    """A pure function. `notes`: see Changed."""

    id: int
    name: str
    address: str
    params: tuple[Var, ...]
    type: Type
    body: Expr
    cites: tuple[str, ...] = ()
    at: Span = NOWHERE


@dataclass(slots=True)
class Proc:
    """An effect: may change the state, ask, draw. The result, if any, is given by Give on every path."""

    id: int
    name: str
    address: str
    params: tuple[Var, ...]  # `me` first, where it has one
    result: Type | None
    body: list[Stmt]
    action: bool = False
    cites: tuple[str, ...] = ()
    at: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Scoring:
    name: str
    address: str
    lines: tuple[tuple[str, int], ...]  # title, slot id (per player) with the last result of the line


@dataclass(frozen=True, slots=True)
class Rank:
    word: str  # most, least
    func: int  # params: me
    at: Span


@dataclass(frozen=True, slots=True)
class Invariant:
    title: str
    func: int  # no params; may use Was
    cites: tuple[str, ...]
    at: Span
    parts: tuple[Comparison, ...] = ()


@dataclass(frozen=True, slots=True)
class Fixed:
    """A field that never changes and is drawn: its table or list, or its words thing by thing."""

    owner: str
    name: str
    table: int = -1
    rows: int = -1
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Show:
    """A display line: word, what it names (addresses), by, text, style, and which fields `by` means."""

    word: str
    paths: tuple[str, ...]
    by: tuple[str, ...]
    text: str
    style: str
    fields: tuple[Fixed, ...] = ()


@dataclass(frozen=True, slots=True)
class Do:
    """A step of a scenario: run this procedure (no parameters)."""

    proc: int
    at: Span


@dataclass(frozen=True, slots=True)
class Answer:
    """A step of a scenario: the answer to the next decision of a seat; seat -1: the next chance result."""

    seat: int
    option: str  # stable id of an option, or the number of a chance result
    at: Span
    refused: bool = False  # not the answer, but what must not be among the options


@dataclass(frozen=True, slots=True)
class Side:
    """Something to evaluate when an expectation fails, and how it is written ("" if its value says as much)."""

    text: str
    of: Expr


@dataclass(frozen=True, slots=True)
class Comparison:
    """A part of a condition that can be shown: eq ne lt le gt ge in, flag (yes or no), can, or "" (only shown).

    `given` are the elements it is about, of `can` the arguments of the procedure."""

    op: str
    left: Side
    right: Side | None
    wanted: bool  # what it should be
    given: tuple[Side, ...] = ()
    proc: int = -1


@dataclass(frozen=True, slots=True)
class Expectation:
    """What must hold at the end: a function without parameters; or, with `text`, the reason why an effect is not
    possible now ("" if it is): procedure and constant arguments. `varies`: what the function gives is not always the
    same."""

    source: str
    func: int = -1
    proc: int = -1
    args: tuple[int, ...] = ()
    text: str | None = None
    cites: tuple[str, ...] = ()
    at: Span = NOWHERE
    parts: tuple[Comparison, ...] = ()
    varies: bool = False
    after: int = -1  # looked at after so many steps
    hears: int = -1  # a seat: has it been told `text`, or (not heard) has it not
    heard: bool = True


@dataclass(frozen=True, slots=True)
class Scenario:
    title: str
    seats: tuple[str, ...]
    given: int  # procedure
    steps: tuple[Do | Answer, ...]
    then: tuple[Expectation, ...]
    cites: tuple[str, ...]
    at: Span
    breaks: tuple[str, ...] = ()  # invariants that are not looked at
    setup: tuple[Answer, ...] = ()


@dataclass(slots=True)
class Program:
    name: str
    title: str
    players: tuple[int, int]
    language: int
    domains: dict[str, Domain]  # the domain "Player" has the largest number of seats
    tables: list[Table] = field(default_factory=list)
    lists: list[ListTable] = field(default_factory=list)
    slots: list[Slot] = field(default_factory=list)
    funcs: list[Func] = field(default_factory=list)
    procs: list[Proc] = field(default_factory=list)
    main: int = -1  # proc: setup, then flow; its end is the end of the game
    setup: int = -1  # proc
    scenarios: list[Scenario] = field(default_factory=list)
    scorings: list[Scoring] = field(default_factory=list)
    ranks: list[Rank] = field(default_factory=list)
    invariants: list[Invariant] = field(default_factory=list)
    shows: list[Show] = field(default_factory=list)
    actions: dict[str, int] = field(default_factory=dict)  # name -> proc, for `why`
    values: dict[str, int] = field(default_factory=dict)  # name -> func, for `why`
    texts: dict[str, dict[str, list[str]]] = field(default_factory=dict)  # language -> address -> ...
    var_count: int = 0
    ends: dict[str, int] = field(default_factory=dict)  # where in each list the rules end; behind is for scenarios

    def without_scenarios(self) -> Program:
        """Give the program that comes of the same declarations without scenarios. These are read last, and nothing
        refers to them."""
        kept = replace(self)
        for name, count in self.ends.items():
            setattr(kept, name, getattr(self, name)[:count])
        kept.actions = {name: n for name, n in self.actions.items() if n < len(kept.procs)}
        kept.values = {name: n for name, n in self.values.items() if n < len(kept.funcs)}
        return kept
