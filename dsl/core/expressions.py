"""Expressions: typed, pure, with their place."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..source import NOWHERE, Span
from .types import Type


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
    """op: neg, abs, not, size (of a set), only (the one element of a set, else an error), bit (singleton set of it),
    low (the first element of a set or none), some (not none, else an error)."""

    op: str
    of: Expr


@dataclass(frozen=True, slots=True)
class Binary(E):
    """op: add sub mul div divup mod min max - eq ne lt le gt ge - and or (lazy) - union inter minus has (is in set).

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
    """word: sum count any all no max min most least first collect sums.

    `result` is None for any, no, count. most/least: set of the (single) loop's elements with the best result.
    first: the result for the first element or none. max/min of nothing: none. collect: the set of results.
    all: `result` holds for every element. sums: the set of all totals of some of the results (0 of none of them), as
    far as the type goes."""

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
class TextValue(E):
    text: Text


Expr = (
    Const
    | Local
    | Load
    | Lookup
    | Unary
    | Binary
    | Cond
    | CallFunc
    | Widen
    | Narrow
    | IsA
    | Changed
    | Quant
    | Reach
    | Distance
    | Pairing
    | Can
    | Was
    | PileSize
    | PileAt
    | PileSet
    | InPlace
    | PlayerCount
    | TextValue
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
