"""The syntax tree: what a source file says, before anybody asks what it means.

Plain frozen nodes; `at` is the place in the source. Names are unresolved strings. The parser makes these, overlays are
merged on them, the checker reads them.
"""
from __future__ import annotations

from dataclasses import dataclass, field

from .source import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class Node:
    at: Span = field(default=NOWHERE, compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Marks(Node):
    """End-of-line marks: citations and the word `reconstructed`. Never part of a comparison of two trees."""

    cites: tuple[Cite, ...] = ()
    reconstructed: bool = False


@dataclass(frozen=True, slots=True)
class Cite(Node):
    id: str  # without the @


NO_MARKS = Marks()


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A written name with its place, where a declaration introduces or mentions one."""

    id: str


# ------------------------------------------------------------------------------------------------ texts


@dataclass(frozen=True, slots=True)
class Text(Node):
    """A quoted text, cut into plain parts and the expressions between braces."""

    parts: tuple[str | Expr, ...]


# ------------------------------------------------------------------------------------------------ types


@dataclass(frozen=True, slots=True)
class NamedType(Node):
    """`flag`, `number`, `text`, `ability`, `none`, `Player`, a kind, a component type, a board."""

    name: str


@dataclass(frozen=True, slots=True)
class RangeType(Node):
    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class UnionType(Node):
    parts: tuple[Type, ...]  # two or more


@dataclass(frozen=True, slots=True)
class SetType(Node):
    element: Type


@dataclass(frozen=True, slots=True)
class ListType(Node):
    element: Type


@dataclass(frozen=True, slots=True)
class PileType(Node):
    element: Type


@dataclass(frozen=True, slots=True)
class HoldsType(Node):
    """`holds T`: a place for one component."""

    element: Type


@dataclass(frozen=True, slots=True)
class PerType(Node):
    """`V per K per L`: keys in the order written."""

    value: Type
    keys: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class CodeType(Node):
    """`effect(a: T)` (result None), `flag(p: T)`, `number(p: T)` (result the answered type)."""

    params: tuple[Param, ...]
    result: Type | None


Type = NamedType | RangeType | UnionType | SetType | ListType | PileType | HoldsType | PerType | CodeType


# ------------------------------------------------------------------------------------------------ expressions


@dataclass(frozen=True, slots=True)
class Number(Node):
    value: int


@dataclass(frozen=True, slots=True)
class Ident(Node):
    """A small-letter name: local, slot, value, instance, kind member, `me`, `it`, `yes`, `no`, `none`, ..."""

    id: str


@dataclass(frozen=True, slots=True)
class TypeIdent(Node):
    """A capitalised name used as a value: the set of all its members."""

    id: str


@dataclass(frozen=True, slots=True)
class TextExpr(Node):
    """A quoted text in an expression (only compared in scenarios)."""

    text: Text


@dataclass(frozen=True, slots=True)
class Dot(Node):
    of: Expr
    name: Name


@dataclass(frozen=True, slots=True)
class Index(Node):
    of: Expr
    keys: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`f(a, b)` or `x.f(a)`: `of` is an Ident or a Dot."""

    of: Expr
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Unary(Node):
    op: str  # "-" or "not"
    of: Expr


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """op: + - * / /up mod & = != < <= > >= in, not in, and, or, implies, .., at least, at most.

    `a / b rounded down` is "/", `a / b rounded up` is "/up"; `a but at least b` is "at least".
    """

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class IfExpr(Node):
    cond: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class Binder(Node):
    """`x in S where c while d`: filter with c, stop at the first element for which d fails."""

    name: Name
    source: Expr
    where: Expr | None = None
    stop: Expr | None = None  # the condition after `while`


@dataclass(frozen=True, slots=True)
class Quant(Node):
    """word: sum max min most least first all (with a result) - any no count (result None)."""

    word: str
    binder: Binder
    result: Expr | None


@dataclass(frozen=True, slots=True)
class Pairing(Node):
    """`pairing a, b in S where c: e`."""

    first: Name
    binder: Binder
    result: Expr


@dataclass(frozen=True, slots=True)
class Comprehension(Node):
    """`[x in S, y in T where c: e]`; without a result, the (only) bound name itself."""

    binders: tuple[Binder, ...]
    result: Expr | None


@dataclass(frozen=True, slots=True)
class Reach(Node):
    start: Expr
    via: Name
    next: Expr


@dataclass(frozen=True, slots=True)
class Distance(Node):
    start: Expr
    goal: Expr
    via: Name
    next: Expr
    to: Name | None  # `cost y: COST`
    cost: Expr | None


@dataclass(frozen=True, slots=True)
class SetLit(Node):
    """`{a, b}`; `{}` is the empty set or the empty map."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class MapLit(Node):
    entries: tuple[tuple[Expr, Expr], ...]


Expr = (
    Number | Ident | TypeIdent | TextExpr | Dot | Index | Call | Unary | Binary | IfExpr | Quant | Pairing
    | Comprehension | Reach | Distance | SetLit | MapLit
)


# ------------------------------------------------------------------------------------------------ effects


@dataclass(frozen=True, slots=True)
class Step(Node):
    """One line of a block: an optional label, the statement, and the marks at its end."""

    label: Name | None
    do: Stmt
    marks: Marks = field(default=NO_MARKS, compare=False)


Block = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Amount(Node):
    """`2 thalers`, `orange`, `(n - 1) thaler`: unit None means that `amount` itself is the unit (one of it)."""

    amount: Expr
    unit: Expr | None


@dataclass(frozen=True, slots=True)
class Bundle(Node):
    """Comma = and, `or` = one of these: parts[i] are the alternatives of part i."""

    parts: tuple[tuple[Amount, ...], ...]


@dataclass(frozen=True, slots=True)
class Trade(Node):
    verb: str  # gain, pay, owe
    bundle: Bundle


@dataclass(frozen=True, slots=True)
class Assign(Node):
    """`set L to e` ("set"), `add e to L` ("add"), `remove e from L` ("remove")."""

    verb: str
    target: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Move(Node):
    what: Expr
    to: Expr
    under: bool


@dataclass(frozen=True, slots=True)
class Lay(Node):
    """`lay t at c turned r`: put a piece on its board; `turned r` may be missing (0)."""

    what: Expr
    where: Expr
    turned: Expr | None


@dataclass(frozen=True, slots=True)
class Lift(Node):
    """`lift t`: take a piece off its board."""

    what: Expr


@dataclass(frozen=True, slots=True)
class Shuffle(Node):
    place: Expr


@dataclass(frozen=True, slots=True)
class Reveal(Node):
    target: Expr


@dataclass(frozen=True, slots=True)
class Let(Node):
    name: Name
    value: Expr


@dataclass(frozen=True, slots=True)
class LetFrom(Node):
    name: Name
    call: Expr


@dataclass(frozen=True, slots=True)
class Choose(Node):
    """`choose x in S where c "question"`; with `if any`, nothing happens (the rest of the block is skipped) on none."""

    binder: Binder
    question: Text | None
    if_any: bool = False


@dataclass(frozen=True, slots=True)
class OptionLine(Node):
    name: Name
    label: Text | None
    when: Expr | None
    body: Block
    marks: Marks = field(default=NO_MARKS, compare=False)


@dataclass(frozen=True, slots=True)
class ChooseOption(Node):
    question: Text | None
    options: tuple[OptionLine, ...]


@dataclass(frozen=True, slots=True)
class Draw(Node):
    binder: Binder


@dataclass(frozen=True, slots=True)
class May(Node):
    """`may E`, `may "label": E`, `may "label"` + block. The body of `may choose ...` is that one Choose."""

    label: Text | None
    body: Block


@dataclass(frozen=True, slots=True)
class Needs(Node):
    cond: Expr
    message: Text | None


@dataclass(frozen=True, slots=True)
class If(Node):
    cond: Expr
    then: Block
    other: Block  # an `else if` is a single If step


@dataclass(frozen=True, slots=True)
class Each(Node):
    binders: tuple[Binder, ...]
    body: Block


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    until: Expr | None
    at_most: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class As(Node):
    """how: "one" (`as p`), "each" (in order), "all" (at once and in secret)."""

    how: str
    who: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class Offer(Node):
    """Action names (Ident), fields with actions (Dot), and the word `abilities` (Ident)."""

    actions: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Score(Node):
    name: Name


@dataclass(frozen=True, slots=True)
class Give(Node):
    value: Expr


@dataclass(frozen=True, slots=True)
class End(Node):
    name: Name


@dataclass(frozen=True, slots=True)
class Say(Node):
    text: Text


@dataclass(frozen=True, slots=True)
class Nothing(Node):
    pass


@dataclass(frozen=True, slots=True)
class Run(Node):
    """A call as a statement: Ident (no arguments), Dot or Call."""

    call: Expr


@dataclass(frozen=True, slots=True)
class Sequence(Node):
    """`a then b then c` on one line."""

    steps: Block


# Statements that only stand in the code of an ability field.


@dataclass(frozen=True, slots=True)
class ChangeLine(Node):
    """`change v(a) to e when c`."""

    name: Name
    params: tuple[Name, ...]
    to: Expr
    when: Expr | None


@dataclass(frozen=True, slots=True)
class Hook(Node):
    """`before|after|instead e(a) gives r when c once per e2 may "label": body`."""

    kind: str  # before, after, instead
    name: Name
    params: tuple[Name, ...]
    gives: Name | None
    when: Expr | None
    once: Name | None
    may: bool
    label: Text | None
    body: Block




# ------------------------------------------------------------------------------------------------ declarations


@dataclass(frozen=True, slots=True)
class Param(Node):
    """`a: T` (type) or `x in S where c` (binder); exactly one is set."""

    name: Name
    type: Type | None = None
    binder: Binder | None = None


@dataclass(frozen=True, slots=True)
class Decl(Node):
    """A top-level declaration. `doc` is the comment block right above it."""

    marks: Marks = field(default=NO_MARKS, compare=False, kw_only=True)
    doc: str = field(default="", compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Field(Node):
    """`name value` under a heading. Exactly one of `values` (an expression list) and `block` (effects, abilities) is set;
    a lone name or call is parsed as `values`, the checker reads it by the slot's type."""

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
    visibility: str  # public, private, hidden
    force: Expr | None  # `while COND` of an ability slot
    stage: Name | None
    marks: Marks = field(default=NO_MARKS, compare=False)


@dataclass(frozen=True, slots=True)
class TypeDecl(Decl):
    name: Name
    per_player: bool
    on: Name | None  # `type Tile on Map`
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Board(Decl):
    name: Name
    shape: str  # hex, square
    width: int
    height: int
    diagonals: bool


@dataclass(frozen=True, slots=True)
class Thing(Decl):
    """One instance of a component type."""

    type: Name
    name: Name
    title: Text | None
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Row(Node):
    name: Name
    title: Text | None
    values: tuple[Expr, ...]  # a row may be shorter than its columns
    marks: Marks = field(default=NO_MARKS, compare=False)


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


@dataclass(frozen=True, slots=True)
class Effect(Decl):
    name: Name
    params: tuple[Param, ...]
    gives: Type | None
    title: Text | None
    body: Block


@dataclass(frozen=True, slots=True)
class Action(Decl):
    name: Name
    params: tuple[Param, ...]
    title: Text | None
    once: Name | None
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


@dataclass(frozen=True, slots=True)
class Answer(Node):
    """`marion: foot_it(inn)` or `chance: 4`: answers the next decision of a seat, or the next draw."""

    who: Name
    answer: Expr
    marks: Marks = field(default=NO_MARKS, compare=False)


@dataclass(frozen=True, slots=True)
class Check(Node):
    cond: Expr
    marks: Marks = field(default=NO_MARKS, compare=False)


@dataclass(frozen=True, slots=True)
class Scenario(Decl):
    title: Text
    seats: tuple[Name, ...]
    given: Block
    when: tuple[Step | Answer, ...]
    then: tuple[Check, ...]


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


# ------------------------------------------------------------------------------------------------ overlays


@dataclass(frozen=True, slots=True)
class Overlay(Decl):
    """The header of an overlay file."""

    layer: str  # edition, erratum, expansion, variant, mod, house
    name: Name
    title: Text | None
    game: Name
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Fragment(Node):
    """What stands in `from`, `to`, `was`: an expression list, or lines."""

    values: tuple[Expr, ...] | None = None
    block: Block | None = None


@dataclass(frozen=True, slots=True)
class Change(Decl):
    path: Path
    old: Fragment
    new: Fragment


@dataclass(frozen=True, slots=True)
class Remove(Decl):
    path: Path
    was: Fragment | None


@dataclass(frozen=True, slots=True)
class Insert(Decl):
    where: str  # before, after
    path: Path
    block: Block


@dataclass(frozen=True, slots=True)
class Include(Decl):
    values: tuple[Expr, ...]
    path: Path


@dataclass(frozen=True, slots=True)
class Supersedes(Decl):
    scenario: Text
    then: tuple[Check, ...]


@dataclass(frozen=True, slots=True)
class File(Node):
    """One parsed file. Declarations with a syntax error are missing here and reported."""

    name: str
    decls: tuple[Decl, ...]


Stmt = (
    Trade | Assign | Move | Lay | Lift | Shuffle | Reveal | Let | LetFrom | Choose | ChooseOption | Draw | May | Needs
    | If | Each | Repeat | As | Offer | Score | Give | End | Say | Nothing | Run | Sequence | ChangeLine | Hook | Action
)
