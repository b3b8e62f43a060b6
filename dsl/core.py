"""The core: a ruleset after checking. Every name is resolved, every expression has a type with its range, and all
convenience is gone (bundles, hooks, abilities, `once per`, receivers, `as p`, map assignments, resources, pieces on boards).

The checker makes this, the lowering turns it into the IR. `me` is an ordinary parameter or local.

How values look as whole numbers
  number      itself; none is NONE_NUM where the type allows none
  flag        0, 1
  reference   index in its domain (0 ...), none is -1; a union of domains counts them one after the other
  set         bit mask; bit i is element i of the element type (a number n of the range a..b is bit n - a)
"""
from __future__ import annotations

from dataclasses import dataclass, field

from .source import NOWHERE, Span

NONE_NUM = -(2**31)

# ------------------------------------------------------------------------------------------------ types


@dataclass(frozen=True, slots=True)
class Num:
    lo: int
    hi: int
    none: bool = False


@dataclass(frozen=True, slots=True)
class Flag:
    pass


@dataclass(frozen=True, slots=True)
class Ref:
    domains: tuple[str, ...]  # names in Program.domains; empty: only none
    none: bool = False


@dataclass(frozen=True, slots=True)
class SetOf:
    element: Num | Ref  # without none


@dataclass(frozen=True, slots=True)
class Str:
    """A text; only in scenario checks."""


Type = Num | Flag | Ref | SetOf | Str


# ------------------------------------------------------------------------------------------------ program


@dataclass(frozen=True, slots=True)
class Domain:
    """A finite ordered set of things. Copies of a component are separate elements with the same design."""

    name: str
    kind: str  # kind, component, player, cell, side
    ids: tuple[str, ...]  # stable id of every element (copies: id#1, id#2)
    titles: tuple[str, ...]
    designs: tuple[int, ...] = ()  # component -> index of its first copy; empty: every element is its own
    board: tuple[str, int, int] | None = None  # cells: (shape, width, height)
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
    visibility: str = "public"  # public, private, hidden
    revealed: int | None = None  # slot id of its flags "revealed since last written", same keys
    shown: bool = True  # internal slots (limits, breakdowns, flags) are not shown
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


@dataclass(frozen=True, slots=True)
class Show:
    """A display line: word, what it names (addresses), by, text, style."""

    word: str
    paths: tuple[str, ...]
    by: tuple[str, ...]
    text: str
    style: str


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


@dataclass(frozen=True, slots=True)
class Expectation:
    """What must hold at the end: a function without parameters; or, with `text`, the reason why an effect is not
    possible now ("" if it is): procedure and constant arguments."""

    source: str
    func: int = -1
    proc: int = -1
    args: tuple[int, ...] = ()
    text: str | None = None
    cites: tuple[str, ...] = ()
    at: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Scenario:
    title: str
    seats: tuple[str, ...]
    given: int  # procedure
    steps: tuple[Do | Answer, ...]
    then: tuple[Expectation, ...]
    cites: tuple[str, ...]
    at: Span


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


# ------------------------------------------------------------------------------------------------ expressions


@dataclass(frozen=True, slots=True)
class Var:
    """A local name; ids are unique in the whole program. Bound once, never reassigned."""

    id: int
    name: str
    type: Type


@dataclass(frozen=True, slots=True, kw_only=True)
class E:
    type: Type
    at: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Const(E):
    value: int


@dataclass(frozen=True, slots=True)
class Local(E):
    var: Var


@dataclass(frozen=True, slots=True)
class Load(E):
    """A cell or holder. Keys fit the slot's keys; a key that may be none makes the result none (or 0 / no / {})."""

    slot: int
    keys: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Lookup(E):
    table: int
    keys: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Unary(E):
    """op: neg, abs, not, size (of a set), only (the one element of a set; an error otherwise), bit (singleton set of it),
    low (the first element of a set or none), some (not none, else an error)."""

    op: str
    of: Expr


@dataclass(frozen=True, slots=True)
class Binary(E):
    """op: add sub mul div divup mod min max - eq ne lt le gt ge - and or (lazy) - union inter minus has (element in set).

    Both sides have been brought to one type. eq/ne work on every type; arithmetic never meets none (the checker puts
    `some` there)."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Cond(E):
    cond: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class CallFunc(E):
    func: int
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Widen(E):
    """A reference or set brought to a larger union (`type`)."""

    of: Expr


@dataclass(frozen=True, slots=True)
class Narrow(E):
    """A reference of a union read as a smaller union; an error if it is something else and `checked`."""

    of: Expr
    checked: bool = True


@dataclass(frozen=True, slots=True)
class IsA(E):
    """Does a reference of a union lie in these domains?"""

    of: Expr
    domains: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Changed(E):
    """A rule value after one change: `when` in force, `to` (where `so_far` is the value before) else `so_far`.
    Like Let + Cond; kept apart so that `why` can tell "-1 by Taps" (`by` is the address of the change)."""

    so_far: Var
    before: Expr
    when: Expr
    to: Expr
    by: str


# Where elements come from, in order.


@dataclass(frozen=True, slots=True)
class FromSet:
    set: Expr  # ascending


@dataclass(frozen=True, slots=True)
class FromRange:
    lo: Expr
    hi: Expr  # inclusive; empty if hi < lo


@dataclass(frozen=True, slots=True)
class FromPile:
    place: Place  # top first; the contents are those at the start


@dataclass(frozen=True, slots=True)
class FromList:
    list: int
    keys: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class FromSeats:
    start: Expr  # clockwise from this player, all players


@dataclass(frozen=True, slots=True)
class FromComp:
    """The results of an inner loop, in its order (a list-valued value, written out)."""

    loops: tuple[Loop, ...]
    result: Expr


Source = FromSet | FromRange | FromPile | FromList | FromSeats | FromComp


@dataclass(frozen=True, slots=True)
class Loop:
    """`x in S where c while d`."""

    var: Var
    source: Source
    where: Expr | None = None
    stop: Expr | None = None  # go on only while this holds (tested before `where`)


@dataclass(frozen=True, slots=True)
class Quant(E):
    """word: sum count any all no max min most least first collect.

    `result` is None for any, no, count. most/least: set of the (single) loop's elements with the largest/smallest result.
    first: the result for the first element or none. max/min of nothing: none. collect: the set of results.
    all: `result` holds for every element."""

    word: str
    loops: tuple[Loop, ...]  # nested, outermost first
    result: Expr | None


@dataclass(frozen=True, slots=True)
class Reach(E):
    start: Expr
    var: Var
    next: Expr  # set, may use var


@dataclass(frozen=True, slots=True)
class Distance(E):
    """Least number of steps (cost None) or least total cost; none if there is no way."""

    start: Expr
    goal: Expr
    var: Var
    next: Expr
    to: Var | None
    cost: Expr | None


@dataclass(frozen=True, slots=True)
class Pairing(E):
    """Greatest total of `result` over disjoint pairs (a, b) of elements of `set` for which `where` holds."""

    a: Var
    b: Var
    set: Expr
    where: Expr | None
    result: Expr


@dataclass(frozen=True, slots=True)
class Can(E):
    """Could this effect be carried out to its end (or to its first chance result) now, for some choices?"""

    proc: int
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Was(E):
    """`before(e)` ("before": at the previous check) or `at_start(e)` ("start")."""

    when: str
    of: Expr


@dataclass(frozen=True, slots=True)
class PileSize(E):
    place: Place


@dataclass(frozen=True, slots=True)
class PileAt(E):
    """The component `nth` from the top (0 = top) or none."""

    place: Place
    nth: Expr


@dataclass(frozen=True, slots=True)
class PileSet(E):
    """The components in a pile or holder, as a set."""

    place: Place


@dataclass(frozen=True, slots=True)
class InPlace(E):
    """Is this component in that place? With place None: is it in the box?"""

    what: Expr
    place: Place | None


@dataclass(frozen=True, slots=True)
class PlayerCount(E):
    pass


@dataclass(frozen=True, slots=True)
class WhyNot(E):
    """Scenario checks: the first unmet requirement of an effect, as text ("" if it can be carried out)."""

    proc: int
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class TextValue(E):
    text: Text


Expr = (
    Const | Local | Load | Lookup | Unary | Binary | Cond | CallFunc | Widen | Narrow | IsA | Changed | Quant | Reach
    | Distance | Pairing | Can | Was | PileSize | PileAt | PileSet | InPlace | PlayerCount | WhyNot | TextValue
)


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence with expressions between its plain parts."""

    parts: tuple[str | Expr, ...]
    address: str = ""  # for translations


@dataclass(frozen=True, slots=True)
class Place:
    """One place: a pile or holder slot with its keys. slot -1 is the box."""

    slot: int
    keys: tuple[Expr, ...] = ()


BOX = Place(-1)


# ------------------------------------------------------------------------------------------------ statements


@dataclass(frozen=True, slots=True, kw_only=True)
class S:
    at: Span = field(default=NOWHERE, compare=False)
    address: str = field(default="", compare=False)  # of a labelled step, "" otherwise
    cites: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Let(S):
    var: Var
    value: Expr


@dataclass(frozen=True, slots=True)
class Store(S):
    """Put a value into a cell; a value that may leave the slot's range is tested when it is stored. A store into a key
    that is none is an error. Revealed flags are cleared by the lowering."""

    slot: int
    keys: tuple[Expr, ...]
    value: Expr


@dataclass(frozen=True, slots=True)
class Move(S):
    """Move one component (`what` a Ref; moving none is an error), or all of a set in ascending order."""

    what: Expr
    to: Place
    under: bool = False


@dataclass(frozen=True, slots=True)
class MoveTop(S):
    """Move up to `count` components from the top of a pile, keeping their order (as a packet)."""

    source: Place
    count: Expr
    to: Place
    under: bool = False


@dataclass(frozen=True, slots=True)
class Shuffle(S):
    place: Place


@dataclass(frozen=True, slots=True)
class Reveal(S):
    slot: int
    keys: tuple[Expr, ...]  # fewer keys than the slot has: everything below


@dataclass(frozen=True, slots=True)
class If(S):
    cond: Expr
    then: list[Stmt]
    other: list[Stmt]


@dataclass(frozen=True, slots=True)
class Each(S):
    """The source is fixed at the start; `where` is tested as each element comes up."""

    loop: Loop
    body: list[Stmt]


@dataclass(frozen=True, slots=True)
class Repeat(S):
    """`until` is tested before each round. After `at_most` rounds it ends (quietly if `quiet`, else an error).
    Declining a May(may_choose) directly inside ends the loop (see Stop)."""

    until: Expr | None
    at_most: Expr
    quiet: bool
    body: list[Stmt]


@dataclass(frozen=True, slots=True)
class Stop(S):
    """Leave the innermost Repeat."""


@dataclass(frozen=True, slots=True)
class Run(S):
    """Run an effect; bind its result."""

    proc: int
    args: tuple[Expr, ...]
    var: Var | None = None


@dataclass(frozen=True, slots=True)
class Switch(S):
    """Run the case whose number `on` has (an index; no case: nothing)."""

    on: Expr
    cases: dict[int, list[Stmt]]


@dataclass(frozen=True, slots=True)
class Choose(S):
    """`who` picks an element; `rest` (the rest of the block) sees it as loop.var. A single element is taken without
    asking. No element: an unmet requirement inside a guarded place, else an error - unless `if_any`: skip `rest`.
    With `no` set it is `may choose`: one more option declines and runs `no` instead of `rest`; always asked."""

    who: Expr
    loop: Loop
    question: Text | None
    rest: list[Stmt]
    if_any: bool = False
    no: list[Stmt] | None = None


@dataclass(frozen=True, slots=True)
class Option:
    name: str
    label: Text | None
    when: Expr | None
    body: list[Stmt]
    at: Span = NOWHERE
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Options(S):
    """`who` picks one of the options whose `when` holds and whose body can be carried out. kind: "options", "may"
    (options yes, no; always asked if yes is possible, else no is taken), "bundle" (the `or` of a bundle)."""

    who: Expr
    question: Text | None
    options: list[Option]
    kind: str = "options"


@dataclass(frozen=True, slots=True)
class Entry:
    """One action in an offer. The loops bind what the player picks; `args` are the arguments of the proc (fixed ones
    and loop variables). `when`: in force, limit not spent."""

    name: str  # stable: "foot_it", "schreiner_reiner.jump"
    proc: int
    when: Expr | None
    loops: tuple[Loop, ...]
    args: tuple[Expr, ...]
    label: Text | None
    cites: tuple[str, ...] = ()
    spend: list[Stmt] = field(default_factory=list)  # run when the action is taken, before its body (once per)


@dataclass(frozen=True, slots=True)
class Offer(S):
    """`who` takes one of the actions that can be carried out now; always asked, also with one option. None: an error."""

    who: Expr
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Draw(S):
    """Chance picks an element, all alike; `rest` sees it. Over nothing: skip `rest`. Over one element: taken, logged."""

    loop: Loop
    rest: list[Stmt]


@dataclass(frozen=True, slots=True)
class Needs(S):
    cond: Expr
    message: Text


@dataclass(frozen=True, slots=True)
class Give(S):
    """Set the result and leave the proc."""

    value: Expr | None


@dataclass(frozen=True, slots=True)
class End(S):
    """Leave the running proc `proc` (not its caller)."""

    proc: int


@dataclass(frozen=True, slots=True)
class AsAll(S):
    """Everybody in the set at once and in secret; the body (own proc, first parameter the player) writes only the
    player's own slots and does not draw."""

    players: Expr
    proc: int
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Say(S):
    text: Text


@dataclass(frozen=True, slots=True)
class ScoreLine(S):
    """Log one line of a scoring for a player (the stores are separate statements)."""

    scoring: int
    line: int
    player: Expr
    value: Expr


Stmt = (
    Let | Store | Move | MoveTop | Shuffle | Reveal | If | Each | Repeat | Stop | Run | Switch | Choose | Options | Offer
    | Draw | Needs | Give | End | AsAll | Say | ScoreLine
)
