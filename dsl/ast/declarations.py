"""Top-level declarations of a ruleset."""

from __future__ import annotations

from dataclasses import dataclass, field

from .base import NO_MARKS, Decl, Marks, Name, Node
from .expressions import Binder, Expr, Text
from .statements import Block, Step
from .types import Param, Type


@dataclass(frozen=True, slots=True)
class Field(Node):
    """`name value` under a heading. Exactly one of `values` (an expression list) and `block` (effects, abilities) is
    set; a lone name or call is parsed as `values`, the checker reads it by the slot's type."""

    name: Name
    values: tuple[Expr, ...] | None = None
    block: Block | None = None
    marks: Marks = field(default=NO_MARKS, compare=False)


@dataclass(frozen=True, slots=True)
class Game(Decl):
    name: Name
    title: Text | None
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Member(Node):
    name: Name
    title: Text | None


@dataclass(frozen=True, slots=True)
class Kind(Decl):
    name: Name
    members: tuple[Member, ...]


@dataclass(frozen=True, slots=True)
class Slot(Node):
    name: Name
    type: Type
    default: tuple[Expr, ...] | None  # an expression list: `= red, blue`
    var: bool
    visibility: str  # public, private, hidden, hidden from owner, scratch
    force: Expr | None  # `while COND` of an ability slot
    stage: Name | None
    marks: Marks = field(default=NO_MARKS, compare=False)


@dataclass(frozen=True, slots=True)
class TypeDecl(Decl):
    name: Name
    per_player: bool
    on: Name | None  # `type Tile on Map`
    slots: tuple[Slot, ...]
    part_of: Name | None = None  # `type Patch of Tile`


@dataclass(frozen=True, slots=True)
class Board(Decl):
    name: Name
    shape: str  # hex, square
    width: int
    height: int
    diagonals: bool
    per_player: bool = False  # every player has one


@dataclass(frozen=True, slots=True)
class Thing(Decl):
    """One instance of a component type."""

    type: Name
    name: Name
    title: Text | None
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Row(Node):
    """With `each`, it stands for one row for every combination; the name, if there is one, begins the name of each."""

    name: Name
    title: Text | None
    values: tuple[Expr, ...]  # a row may be shorter than its columns
    marks: Marks = field(default=NO_MARKS, compare=False)
    each: tuple[Binder, ...] = ()


@dataclass(frozen=True, slots=True)
class Rows(Decl):
    type: Name
    columns: tuple[Name, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class State(Decl):
    """`table` or `player` with slots."""

    owner: str
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Resource(Decl):
    name: Name  # small: one unit; capital: every member of a kind
    plural: Name | None
    title: Text | None
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Ruling(Decl):
    name: Name
    question: Text | None
    fields: tuple[Field, ...]  # default, choices, because


@dataclass(frozen=True, slots=True)
class Case(Node):
    patterns: tuple[Expr, ...]  # empty: otherwise
    result: Expr
    marks: Marks = field(default=NO_MARKS, compare=False)


@dataclass(frozen=True, slots=True)
class Value(Decl):
    """Either `body`, or `by` with `cases`."""

    name: Name
    params: tuple[Param, ...]
    type: Type
    stages: tuple[Name, ...]
    body: Expr | None
    by: Expr | None
    cases: tuple[Case, ...]
    rounds: int = 0  # `repeat at most 9`: how often it may ask itself


@dataclass(frozen=True, slots=True)
class Effect(Decl):
    name: Name
    params: tuple[Param, ...]
    gives: Type | None
    title: Text | None
    body: Block


@dataclass(frozen=True, slots=True)
class Proc(Decl):
    """`setup` or `flow`."""

    name: Name
    body: Block


@dataclass(frozen=True, slots=True)
class ScoreLine(Node):
    title: Text
    value: Expr
    marks: Marks = field(default=NO_MARKS, compare=False)


@dataclass(frozen=True, slots=True)
class Scoring(Decl):
    name: Name
    to: Expr
    lines: tuple[ScoreLine, ...]


@dataclass(frozen=True, slots=True)
class Rank(Node):
    word: str  # most, least
    value: Expr
    marks: Marks = field(default=NO_MARKS, compare=False)


@dataclass(frozen=True, slots=True)
class Winner(Decl):
    ranks: tuple[Rank, ...]


@dataclass(frozen=True, slots=True)
class Invariant(Decl):
    title: Text
    cond: Expr
    after: Name | None = None  # only looked at when this effect ends


@dataclass(frozen=True, slots=True)
class Answer(Node):
    """`marion: foot_it(inn)` or `chance: 4`: answers the next decision of a seat, or the next draw."""

    who: Name
    answer: Expr
    marks: Marks = field(default=NO_MARKS, compare=False)


@dataclass(frozen=True, slots=True)
class Told(Node):
    """`told ann "…"`, `not told ann "…"`: what a seat has heard by then."""

    who: Name
    text: Text
    wanted: bool


@dataclass(frozen=True, slots=True)
class Check(Node):
    """What must hold; `as ann: …` asks it for her."""

    cond: Expr | Told
    who: Expr | None = None
    marks: Marks = field(default=NO_MARKS, compare=False)


@dataclass(frozen=True, slots=True)
class Example(Node):
    """A row of the table of cases: what its columns stand for."""

    values: tuple[Expr, ...]
    marks: Marks = field(default=NO_MARKS, compare=False)


@dataclass(frozen=True, slots=True)
class Scenario(Decl):
    title: Text
    seats: tuple[Name, ...]
    given: Block
    when: tuple[Step | Answer | Check, ...]  # a check is looked at when everything before it has happened
    then: tuple[Check, ...]
    breaks: tuple[Text, ...] = ()  # invariants that are not looked at
    setup: tuple[Answer, ...] = ()
    like: Text | None = None  # the scenario whose `given` comes first
    columns: tuple[Name, ...] = ()  # of the table of cases
    cases: tuple[Example, ...] = ()


@dataclass(frozen=True, slots=True)
class Seats(Decl):
    """The seats of all scenarios of a file that do not name their own."""

    seats: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Path(Node):
    """A written address: `alfred_nobel.insight`, `Type.slot`, `"scenario name"` as parts[0]."""

    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TextLine(Node):
    path: Path
    text: Text


@dataclass(frozen=True, slots=True)
class Texts(Decl):
    language: Name
    lines: tuple[TextLine, ...]


@dataclass(frozen=True, slots=True)
class ShowLine(Node):
    """One line of `display`: `grid Cell by mark`, `symbol Colour.orange "o" orange`, `own pouch, hand`."""

    word: Name
    paths: tuple[Path, ...]
    by: tuple[Path, ...]
    text: Text | None
    style: Name | None


@dataclass(frozen=True, slots=True)
class Display(Decl):
    lines: tuple[ShowLine, ...]
