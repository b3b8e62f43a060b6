"""Written effects: the lines of blocks."""

from __future__ import annotations

from dataclasses import dataclass, field

from .base import NO_MARKS, Decl, Marks, Name, Node
from .expressions import Binder, Expr, Text
from .types import Param, Type


@dataclass(frozen=True, slots=True)
class Step(Node):
    """One line of a block: an optional label, the statement, and the marks at its end."""

    label: Name | None
    do: Stmt
    marks: Marks = field(default=NO_MARKS, compare=False)


Block = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Amount(Node):
    """`2 coins`, `orange`, `(n - 1) coins`: unit None means that `amount` itself is the unit (one of it)."""

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
class MoveSome(Node):
    """`move 2 of pear to ann.stall`: so many of a set, each one that is not there yet."""

    count: int
    what: Expr
    to: Expr


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
class Var(Node):
    """`var n 0..9 = e`: a name whose value can be changed until its block ends."""

    name: Name
    type: Type
    value: Expr


@dataclass(frozen=True, slots=True)
class LetFrom(Node):
    name: Name
    call: Expr


@dataclass(frozen=True, slots=True)
class Total(Node):
    """`for 7 by e`, `for 7 at least by e`: what e of all that is chosen together comes to."""

    side: str  # "", least, most
    amount: Expr
    by: Expr


@dataclass(frozen=True, slots=True)
class Choose(Node):
    """`choose x in S where c "question"`; with `if any`, nothing happens (the rest of the block is skipped) on none.
    With `in secret` nobody else is told what was picked. `choose 2 of x in S`: x is the set of those picked; how many
    is a number, a range, or the word `any`."""

    binder: Binder
    question: Text | None
    if_any: bool = False
    in_secret: bool = False
    many: Expr | None = None
    total: Total | None = None


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
    """`draw x in S`. `draw 2 of x in S`: x is the set of those drawn; of a range, whoever acts says how many."""

    binder: Binder
    many: Expr | None = None
    question: Text | None = None


@dataclass(frozen=True, slots=True)
class May(Node):
    """`may E`, `may "label": E`, `may "label" when C` + block. The body of `may choose ...` is that one Choose."""

    label: Text | None
    body: Block
    when: Expr | None = None  # if not, nobody is asked


@dataclass(frozen=True, slots=True)
class Needs(Node):
    cond: Expr
    message: Text | None
    forbids: bool = field(default=False, compare=False)  # an overlay means it: never


@dataclass(frozen=True, slots=True)
class If(Node):
    cond: Expr
    then: Block
    other: Block  # an `else if` is a single If step


@dataclass(frozen=True, slots=True)
class Each(Node):
    binders: tuple[Binder, ...]
    body: Block
    by: Expr | None = None  # in this order, the least first


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
    by: Expr | None = None  # of `as each`: in this order, the least first


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
class ShowTo(Node):
    """`show e to p`: p is told what e is, and nobody else."""

    what: Expr
    seat: Expr


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


@dataclass(frozen=True, slots=True)
class Action(Decl):
    name: Name
    params: tuple[Param, ...]
    title: Text | None
    once: Name | None
    body: Block


Stmt = (
    Trade
    | Assign
    | Move
    | MoveSome
    | Lay
    | Lift
    | Shuffle
    | Reveal
    | Let
    | LetFrom
    | Var
    | Choose
    | ChooseOption
    | Draw
    | May
    | Needs
    | If
    | Each
    | Repeat
    | As
    | Offer
    | Score
    | Give
    | End
    | Say
    | ShowTo
    | Nothing
    | Run
    | Sequence
    | ChangeLine
    | Hook
    | Action
)
