"""Names that come from German, from other languages and from printed cards, and how rules say the same."""

from __future__ import annotations

from regelwerk.dsl import ast
from regelwerk.dsl.diagnostics import Diagnostic, Fix
from regelwerk.dsl.source import Span

from .context import World
from .errors import Mistake

# What stands for a value elsewhere, and its word here.
VALUES = {
    "ja": "yes",
    "wahr": "yes",
    "true": "yes",
    "nein": "no",
    "falsch": "no",
    "false": "no",
    "kein": "none",
    "keine": "none",
    "keiner": "none",
    "keinen": "none",
    "nichts": "none",
    "niemand": "none",
    "nobody": "none",
    "nil": "none",
    "null": "none",
    "undefined": "none",
    "empty": "none",
    "ich": "me",
    "alle": "players",
    "alle_spieler": "players",
    "spieler": "players",
    "everyone": "players",
    "everybody": "players",
    "all_players": "players",
    "andere": "others",
    "opponents": "others",
    "all_others": "others",
    "other_players": "others",
    "schachtel": "box",
}
# What is called elsewhere to draw lots.
CHANCE = frozenset(
    {
        "roll",
        "roll_die",
        "roll_dice",
        "throw",
        "random",
        "rand",
        "randint",
        "math",
        "dice",
        "die",
        "d6",
        "w6",
        "zufall",
        "würfel",
    }
)
# Lines that are done elsewhere.
_DONE = {
    "pass": "Whatever does nothing is `nothing`.",
    "noop": "Whatever does nothing is `nothing`.",
    "skip": "Whatever does nothing is `nothing`; `end turn` leaves the effect `turn`.",
    "continue": "The next round of a loop begins by itself: put the rest of the lines below an `if`.",
    "break": "A loop ends when its `until` holds; `end e` leaves the effect e it stands in.",
    "exit": "The game ends with `end flow`; `end e` leaves the effect e.",
    "stop": "The game ends with `end flow`; `end e` leaves the effect e.",
    "print": 'Tell the table something with `say "…"`.',
    "log": 'Tell the table something with `say "…"`.',
    "echo": 'Tell the table something with `say "…"`.',
    "message": 'Tell the table something with `say "…"`.',
    "return": "`end e` leaves the effect e it stands in; what an effect results in is given by `give …`.",
    "random": "Let chance pick: `draw d in 1..6`.",
    "roll": "Let chance pick: `draw d in 1..6`.",
    "discard": 'What is discarded is chosen and moved: `choose c in me.hand "Which?"`, and below it `move c to box`.',
    "end_turn": "`end turn` leaves the effect `turn`.",
    "next_player": "Whose turn it is follows from `flow`; `end turn` leaves the effect `turn`.",
    "next_turn": "Whose turn it is follows from `flow`; `end turn` leaves the effect `turn`.",
    "end_game": "The game ends with `end flow`.",
    "win": "Who wins stands under `winner`; the game ends with `end flow`.",
}
# What other languages ask of a list; {of} is the list as it was written.
_METHODS = {
    ("append", "push", "add", "insert", "put", "unshift", "extend"): "Something comes there by `move … to {of}`.",
    ("pop", "draw", "shift", "take", "dequeue"): "What lies on top is `top({of})`: `move top({of}) to …`.",
    ("remove", "discard", "delete", "splice"): "Something leaves by `move c to …`, out of the game to `box`.",
    ("shuffle", "mix"): "Write `shuffle {of}` as a line of its own.",
    ("foreach", "map", "each", "items", "keys", "values"): "Go through them with `each x in {of}: …`.",
    ("filter", "where"): "Those for which something holds are `[x in {of} where …]`.",
    (
        "contains",
        "includes",
        "has",
        "index",
        "indexof",
        "find",
    ): "Whether something is there is asked with `c in {of}`.",
    ("max", "min", "sum", "reduce", "total"): "Of all of them: `sum x in {of}: …`, `max x in {of}: …`.",
    ("choice", "random", "sample", "pick"): "Let chance pick: `draw x in {of}`.",
    ("clear", "reset"): "All of it is moved at once: `move {of} to …`.",
    ("sort", "sorted", "reverse"): "Go through them in an order: `each x in {of} by x.…: …`.",
    ("size", "length", "len", "count", "number", "amount"): "How many there are is `{of}.size`.",
    ("last", "bottom"): "What lies at the bottom is `bottom({of})`.",
}
METHODS = {name: said for names, said in _METHODS.items() for name in names}


def foreign_value(name: str, at: Span) -> Mistake | None:
    """`ja`, `null`, `random`: a value of another language."""
    said = f"There is no name called `{name}`."
    if (new := VALUES.get(name.lower())) is not None:
        return Mistake(Diagnostic("RW2002", said, at, f"Write `{new}`.", fixes=(Fix(at, new),), about=name), name)
    if name.lower() in CHANCE:
        help = "Let chance pick in a line of its own: `draw d in 1..6`."
        return Mistake(Diagnostic("RW2002", said, at, help, about=name), name)
    return None


def foreign_effect(name: str, at: Span) -> Mistake | None:
    """`pass`, `print`: something to do in another language."""
    help = _DONE.get(name.lower())
    said = f"There is no effect or action called `{name}`."
    return None if help is None else Mistake(Diagnostic("RW2022", said, at, help, about=name), name)


def method(name: str, of: str) -> str | None:
    """Say how rules do what other languages ask of a list."""
    said = METHODS.get(name.lower().replace("_", ""))
    return None if said is None else said.format(of=of)


def by_title(w: World, title: str) -> str | None:
    """Return the name of what is printed with this title."""
    wanted = title.strip().casefold()
    named = (i for d in w.program.domains.values() for i in zip(d.ids, d.titles, strict=False))
    found = (name for name, printed in named if wanted in (printed.casefold(), name))
    return next((name.split("#")[0] for name in found), None)


def text_as_name(w: World, a: ast.Expr) -> tuple[str, tuple[Fix, ...]]:
    """Say how something is named that stands there as a text."""
    help = "Name the component itself, without quotation marks: the name in front of its title."
    if isinstance(a, ast.TextExpr) and len(a.text.parts) == 1 and isinstance(printed := a.text.parts[0], str):
        name = by_title(w, printed)
        if name is not None:
            return f"Write `{name}`, the name in front of its title.", (Fix(a.at, name),)
    return help, ()


# What other languages call, and how it is said here.
FUNCTIONS = {
    "min": "The smaller of two numbers is `a but at most b`; of many, `min x in …: …`.",
    "max": "The greater of two numbers is `a but at least b`; of many, `max x in …: …`.",
    "minimum": "The smaller of two numbers is `a but at most b`; of many, `min x in …: …`.",
    "maximum": "The greater of two numbers is `a but at least b`; of many, `max x in …: …`.",
    "count": "How many there are is `….size`, or `count x in … where …`.",
    "size": "How many there are is `….size`.",
    "len": "How many there are is `….size`.",
    "length": "How many there are is `….size`.",
    "sum": "The total is `sum x in …: …`.",
    "any": "Write `any x in … where …`.",
    "all": "Write `all x in …: …`.",
    "abs": "Write `if x < 0 then -x else x`.",
    "random": "Let chance pick in a line of its own: `draw d in 1..6`.",
    "rand": "Let chance pick in a line of its own: `draw d in 1..6`.",
    "dice": "Let chance pick in a line of its own: `draw d in 1..6`.",
    "roll": "Let chance pick in a line of its own: `draw d in 1..6`.",
    "cannot": "Write `not can(…)`.",
    "print": 'Tell the table something in a line of its own: `say "…"`.',
}


def function(name: str, a: ast.Call) -> Mistake:
    """A function of other languages."""
    return Mistake(
        Diagnostic("RW2016", f"There is no value called `{name}`.", a.of.at, FUNCTIONS[name], about=name), name
    )
