"""The compiled ruleset: what the machine runs, and nothing else. Whole numbers only; everything is JSON.

State: a flat list S of whole numbers. The first cells are the header, then chance words, slots, frames.
Code: a statement or expression is a tuple `(op, operand ...)`, in a file an array, or, for a constant, a plain number
(`operations`).
Functions run without a stop; their locals are numbered registers ("v"). Procedures may stop at a decision: they are
lists of blocks, and whatever outlives a block is in their frame, which are state cells at fixed addresses (no procedure
can be active twice, because nothing recurses; frames of procedures that are never active together share cells).

Evaluation is left to right. `and`, `or`, `if` are lazy. Comparisons and flags give 0 or 1. Division floors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, PrivateAttr

from . import operations
from .well_formed import expression, phrase, statement, terminator

NONE = -1
NONE_NUM = -(2**31)

# Header cells.
TICKS = 0  # work done in the running step; 0 whenever the machine stands still
PLAYERS = 1  # number of seats
TOP = 2  # procedure of the top frame + 1; 0: nothing runs
ASK = 3  # pending decision: site + 1; 0: none
WHO = 4  # seat that decides, -1: nobody
CHOSEN = 5  # code of the option just taken; 0 whenever the machine stands still
RESULT = 6  # result of the call just finished; 0 whenever the machine stands still
OVER = 7  # 1: the game is over
HEADER = 8

# Frame cells, relative to Proc.base: pc (block to go on with), caller (procedure + 1; 0: none), then params and locals.
FRAME_PC = 0
FRAME_CALLER = 1
FRAME_LOCALS = 2

Code: TypeAlias = operations.Expression  # what has a value
# Code at the boundary: whatever is not made of operations and whole numbers is refused when a model is made. It is a
# walk of our own: pydantic would try all kinds of operations for each.
if TYPE_CHECKING:
    from .operations import Expression, Statement, Terminator
else:
    Expression = Annotated[Any, AfterValidator(expression)]
    Statement = Annotated[Any, AfterValidator(statement)]
    Terminator = Annotated[Any, AfterValidator(terminator)]
Phrase = Annotated[Any, AfterValidator(phrase)]  # words to be put into a language, see `sayings`
Range = tuple[int, int]


class Model(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Domain(Model):
    """A finite ordered set of things."""

    name: str
    kind: Literal["kind", "component", "player", "cell", "side"]
    ids: list[str]
    titles: list[str]
    designs: list[int] = []  # component -> first copy; empty: no copies
    shape: str = ""  # of a board: hex, square
    width: int = 0
    height: int = 0
    go: int = -1  # of a board: table of the neighbours, cell by cell and side by side; -1: nobody asks for them
    traits: list[Trait] = []  # what can be known of each of them before play
    part_of: str = ""  # of parts: the trait that says of what


class Trait(Model):
    """A field that never changes and names something: its table, and the type of what it names."""

    name: str
    table: int
    type: str


class Text(Model):
    """A sentence: plain parts and numbers of arguments; `types` says how to read each argument.

    Types: "number", "flag", a domain ("City"), a union ("County|Money"), "set City", "0..5"; none may always be."""

    parts: list[str | int]
    types: list[str] = []
    address: str = ""


class Slot(Model):
    """Where a state variable lives. Index = row-major over `keys`; the cell at `addr - 1` is a guard."""

    name: str
    address: str
    owner: str
    kind: Literal["cell", "pile", "holder"]
    addr: int
    keys: list[str]  # types of the keys, as in Text
    sizes: list[int]
    offsets: list[int]  # lowest value of a number key, 0 otherwise
    stride: int = 1  # cells per index (piles: capacity + 1)
    type: str
    lo: int = 0
    hi: int = 0
    bits: int = 0  # > 0: a mask of so many bits
    visibility: Literal["public", "private", "hidden", "hidden from owner"] = "public"
    revealed: int = -1  # number of the slot of flags
    place: int = -1  # number of the first place, -1: no place
    movable: int = -1  # index in movables
    shown: bool = True
    each: int = 0  # of things that every player has: how many each has, in the order of the seats


class Movable(Model):
    """A component type whose things lie in places. S[loc + c] is the place of component c; place 0 is the box. Types
    that share places ("Card|Chip") are counted one behind the other, in all places where any of them lies."""

    domain: str
    loc: int

    @property
    def domains(self) -> list[str]:
        return self.domain.split("|")


class Places(Model):
    """Places first .. first + count - 1. A pile is S[a] = size, then components, top last; a holder is S[a]."""

    first: int
    count: int
    kind: Literal["pile", "holder"]
    addr: int
    stride: int
    slot: int


class Function(Model):
    name: str
    address: str = ""
    params: int
    registers: int  # params first
    effects: bool  # False: pure
    body: list[Statement]
    span: int = 0


class Block(Model):
    code: list[Statement] = []
    term: Terminator
    unit: int = 0  # guarded unit this block belongs to, 0: none
    risk: bool = False  # going on from here, this procedure (inside its unit) may still fail
    rooms: list[int] = []  # ... or its unit may take a number out of its range, unless there is room in all of these
    span: int = 0  # of what prepares a scenario: the line that runs something, while this block waits for it


class Proc(Model):
    name: str
    address: str
    params: int
    base: int  # address of the frame
    size: int  # cells of the frame
    names: list[str] = []  # of the locals, for tools
    ranges: list[tuple[int, int] | None] = []  # of the locals; None: anything
    types: list[str] = []  # of the locals
    counts: list[int] = []  # cells of the frame that only keep a loop from running for ever
    registers: int = 0
    blocks: list[Block]
    action: bool = False
    rooms: list[int] = []  # tried by itself, it may take a number out of its range unless there is room in all of these
    secret: bool = False  # body of a simultaneous decision
    span: int = 0


class Entry(Model):
    """One way to answer: code = entry + entries * payload; payload = p0 + radix0 * (p1 + radix1 * ...)."""

    name: str
    text: int = -1  # label; -1: the site's element itself
    args: list[Expression] = []  # of the text; registers: 0 who, 1 ... the chosen elements (as elements, not payloads)
    types: list[str] = []  # of the chosen elements
    radix: list[int] = []
    offsets: list[int] = []  # element = payload digit + offset
    open: list[bool] = []  # for each element: could it be chosen wherever it lies, so that its name tells nothing?
    proc: int = -1  # action, for `why`
    call: list[Expression] = []  # arguments of the action's procedure, over the same registers
    guard: int = -1  # function(who, elements ...) of the leading requirements (statements `needs`), for `why`
    domain: list[Expression] = []  # for `why`: per element a mask of all candidates; empty: everything
    risky: bool = False  # the rest of the action may still fail: offered only after a trial
    rooms: list[int] = []  # ... or take a number out of its range, unless there is room in all of these
    cites: list[str] = []


class Site(Model):
    """A decision."""

    name: str  # stable
    kind: Literal["choose", "options", "may", "bundle", "offer"]
    who: Expression
    options: int  # function without parameters that offers codes
    entries: list[Entry]
    question: int = -1
    args: list[Expression] = []  # of the question; registers: 0 who
    forced: bool = True  # a single option is taken without asking
    secret: bool = False  # nobody else is told the answer
    span: int = 0
    cites: list[str] = []


class Chance(Model):
    """A chance site and its word of state."""

    name: str  # stable; the stream depends on the seed and this name only
    addr: int
    type: str = ""  # how to read a result: drawn element type, or "" (shuffle)
    offset: int = 0
    element: str = ""  # type of the drawn thing; results supplied by name are looked up in it
    public: bool = True
    span: int = 0


class Check(Model):
    title: str
    function: int  # no parameters
    cites: list[str] = []
    span: int = 0
    parts: list[Comparison] = []  # for the message if it does not hold


class ScoreSheet(Model):
    name: str
    address: str
    titles: list[str]
    slots: list[int]  # slot (per player) with the last result of each line


class Rank(Model):
    word: Literal["most", "least"]
    function: int  # parameter: player


class Named(Model):
    """A rule value or action by name, for `why` and scripts."""

    name: str
    number: int  # function or procedure
    types: list[str]  # of its parameters
    me: bool  # the first parameter is the acting player
    type: str = ""
    cites: list[str] = []
    span: int = 0


class Step(Model):
    """A step of a scenario: run a procedure (proc >= 0), or answer the next decision of a seat (-1: chance)."""

    proc: int = -1
    seat: int = -1
    option: str = ""
    refused: bool = False  # not the answer, but what must not be among the options
    span: int = 0


class Side(Model):
    """Something to evaluate when an expectation fails, and how it is written ("" if its value says as much)."""

    text: str = ""
    type: str
    code: Function


class Comparison(Model):
    """A part of a condition that can be shown; `given` are the elements it is about, of `can` the arguments."""

    op: Literal["", "eq", "ne", "lt", "le", "gt", "ge", "in", "flag", "can"]
    left: Side
    right: Side | None = None
    wanted: bool = True
    given: list[Side] = []
    proc: int = -1


class Expectation(Model):
    """What must hold at the end: a function (>= 0), or the first reason why a procedure is not possible now."""

    function: int = -1
    proc: int = -1
    args: list[int] = []
    text: str = ""
    span: int = 0
    cites: list[str] = []
    source: str = ""  # the condition as written
    parts: list[Comparison] = []  # for the message if it does not hold
    varies: bool = False  # chance decides what the function gives: not the same under all seeds
    after: int = -1  # looked at after so many steps; -1: in the end
    hears: int = -1  # a seat: has it been told `text`, or (not heard) has it not
    heard: bool = True


class Scenario(Model):
    title: str
    seats: list[str]
    given: int  # procedure, run after the set-up
    steps: list[Step]
    then: list[Expectation]
    cites: list[str] = []
    breaks: list[str] = []  # titles of invariants that are not looked at
    setup: list[Step] = []  # answers to what the set-up asks; empty: the first option of each
    span: int = 0


class Fixed(Model):
    """A field that never changes, for what is drawn: where the values of all things of its type stand."""

    owner: str
    name: str
    type: str = ""  # as in Text; "" for words
    table: int = -1
    rows: int = -1  # of a list, its number in `lists`
    words: list[str] = []  # by thing


class Show(Model):
    word: str
    paths: list[str] = []
    by: list[str] = []
    text: str = ""
    style: str = ""
    fields: list[Fixed] = []  # those that `by` names
    picture: str = ""  # of `picture`, the drawing: SVG


class Saying(Model):
    """What the rules say about a thing in one of its fields; without a field, the actions that speak of it."""

    thing: str  # "Domain.id"
    field: str
    title: str = ""  # what the field is called
    lines: list[Phrase]


class Part(Model):
    """What a ruleset is made of: the game itself, overlays in the order in which they apply, rulings."""

    layer: str  # game, edition, erratum, expansion, variant, mod, house, ruling
    id: str
    version: str = ""  # of a ruling, what was decided
    hash: str = ""  # of the text


class Compiled(Model):
    _sound: bool = PrivateAttr(default=False)  # `validation` has found nothing wrong, or it comes from the compiler

    format: Literal["regelwerk/compiled/1"] = "regelwerk/compiled/1"
    name: str
    title: str
    parts: list[Part] = []
    players: Range
    domains: list[Domain]
    texts: list[Text]
    translations: dict[str, dict[str, list[str | int]]] = {}  # language -> text address -> parts
    titles: dict[str, dict[str, str]] = {}  # language -> "Domain.id" -> title
    slots: list[Slot]
    movables: list[Movable]
    places: list[Places]  # place 0, the box, is not listed
    state: list[int]  # the state before the first step (for the largest number of players; header zero)
    tables: list[list[int]]  # the last entry is the guard value
    lists: list[list[list[int]]]  # the last row belongs to index -1
    functions: list[Function]
    procs: list[Proc]
    main: int
    setup: int = -1
    sites: list[Site]
    rooms: list[tuple[int, int, int, int]] = []  # first cell, number of cells, and between what they leave enough room
    chances: list[Chance]
    events: list[str] = []
    changes: list[str] = []
    invariants: list[Check] = []
    scorings: list[ScoreSheet] = []
    ranks: list[Rank] = []
    actions: list[Named] = []
    effects: list[Named] = []
    values: list[Named] = []
    shows: list[Show] = []
    sayings: list[Saying] = []
    scenarios: list[Scenario] = []
    spans: list[tuple[str, int, int, int, int]]  # file, line, column, end line, end column; 0 is nowhere
