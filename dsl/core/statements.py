"""Statements: what changes the state, asks, or draws."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..source import NOWHERE, Span
from .expressions import Expr, Loop, Place, Text, Var


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
    what: Text | None = None  # what everybody is told then; of a whole map nothing


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
    never: Text | None = None  # says what did not come true


@dataclass(frozen=True, slots=True)
class Stop(S):
    """Leave the innermost Repeat."""


@dataclass(frozen=True, slots=True)
class Run(S):
    """Run an effect; bind its result. `checked`: what it demands at its top is known to hold."""

    proc: int
    args: tuple[Expr, ...]
    var: Var | None = None
    checked: bool = False


@dataclass(frozen=True, slots=True)
class Switch(S):
    """Run the case whose number `on` has (an index; no case: nothing)."""

    on: Expr
    cases: dict[int, list[Stmt]]


@dataclass(frozen=True, slots=True)
class Choose(S):
    """`who` picks an element; `rest` (the rest of the block) sees it as loop.var. A single element is taken without
    asking. No element: an unmet requirement inside a guarded place, else an error - unless `if_any`: skip `rest`.
    With `no` set it is `may choose`: one more option declines and runs `no` instead of `rest`; always asked.
    `one_of_several`: a pick for a set. There is always something to pick, and to decline is to be done."""

    who: Expr
    loop: Loop
    question: Text | None
    rest: list[Stmt]
    if_any: bool = False
    no: list[Stmt] | None = None
    secret: bool = False  # nobody else is told
    one_of_several: bool = False


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
    """`who` takes one of the actions that can be carried out now; always asked, even with one option. None: error."""

    who: Expr
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Draw(S):
    """Chance picks an element, all alike; `rest` sees it. Over nothing: skip `rest`. Over one: taken, logged."""

    loop: Loop
    rest: list[Stmt]


@dataclass(frozen=True, slots=True)
class Needs(S):
    cond: Expr
    message: Text
    forbids: bool = False  # that it never holds is meant


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
class ShowTo(S):
    """A player is told what something is, and nobody else."""

    player: Expr
    what: Text


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
    Let
    | Store
    | Move
    | MoveTop
    | Shuffle
    | Reveal
    | If
    | Each
    | Repeat
    | Stop
    | Run
    | Switch
    | Choose
    | Options
    | Offer
    | Draw
    | Needs
    | Give
    | End
    | AsAll
    | Say
    | ShowTo
    | ScoreLine
)
