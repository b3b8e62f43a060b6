"""Ways out that need to know what else there is: the right word, the right call, the right operator."""

from __future__ import annotations

import re
from collections.abc import Iterable

from regelwerk.dsl import ast
from regelwerk.dsl.ast.printer.expressions import expr as spelled
from regelwerk.dsl.diagnostics import Diagnostic, Fix, Label
from regelwerk.dsl.diagnostics.spelling import alike, nearest
from regelwerk.dsl.source import Span

from .. import Flag, Num, Ref, SetOf, Str, Type
from ..type_rules import capital, fits, words
from .context import Scope, SlotInfo, World
from .errors import Mistake, between, mistake, remainder, unknown, warning
from .foreign_names import CHANCE, foreign_effect, foreign_value, method

# Names that are always there.
WORDS = ("me", "players", "others", "yes", "no", "none", "it", "box", "youngest", "winners", "otherwise")


# Number words, as rulebooks write them.
NUMBERS = {w: n for n, w in enumerate(("one", "two", "three", "four", "five", "six", "seven", "eight"), 1)}


VERBS = frozenset(
    {"gain", "pay", "owe", "move", "set", "add", "remove", "draw", "shuffle", "choose", "offer", "say", "end"}
)
ACTING = frozenset(
    {"active_player", "current_player", "activeplayer", "currentplayer", "self", "myself", "you", "i"}
) | {"he", "she", "they", "his", "her", "their", "him", "them", "my", "mine", "your"}
FILLING = frozenset({"either", "a", "an", "the", "some", "another"})  # words of sentences


def unknown_name(w: World, s: Scope, name: str, at: Span, hint: Type | None = None) -> Mistake:
    """A name nobody has declared; those of the wanted type come first."""
    if name in NUMBERS:
        help, fixes = f"Write `{NUMBERS[name]}`.", (Fix(at, str(NUMBERS[name])),)
        return Mistake(Diagnostic("RW2002", f"There is no name called `{name}`.", at, help, fixes=fixes), name)
    said = f"There is no name called `{name}`."
    if name in VERBS:
        help = f"A second thing to do is joined with `then`: `… then {name} …`."
        return Mistake(Diagnostic("RW2002", said, at, help), name)
    if name in ("discard", "discards", "discard_pile", "trash", "graveyard"):
        help = f"What leaves the game goes to `box`; a pile is declared under `table`: `{name} pile of …`."
        return Mistake(Diagnostic("RW2002", said, at, help, about=name), name)
    if name not in w.player and nearest(name, s.names) is None and (foreign := foreign_value(name, at)) is not None:
        return foreign
    if name in ACTING:
        return Mistake(Diagnostic("RW2002", said, at, "Whoever acts is `me`.", fixes=(Fix(at, "me"),)), name)
    if beside := re.match(r"(?:(?:player_?(?:on_)?)?(left|right)|next_player|previous_player)", name):
        new = f"{beside[1] or ('left' if name.startswith('next') else 'right')}(me)"
        help = f"Who sits beside somebody is `{new}`; play goes to the left."
        return Mistake(Diagnostic("RW2002", said, at, help, fixes=(Fix(at, new),)), name)
    if name in FILLING:
        return Mistake(Diagnostic("RW2002", said, at, "Leave it out.", fixes=(Fix(at, ""),)), name)
    if name in w.resources and (held := _held(w, name)):
        help = f"`{name}` is a resource; how many somebody has is `{held}`."
        return Mistake(Diagnostic("RW2002", said, at, help, fixes=(Fix(at, held),)), name)
    wanted = hint.element if isinstance(hint, SetOf) else hint
    domains = wanted.domains if isinstance(wanted, Ref) else ()
    fitting = [n for n, e in s.names.items() if isinstance(e.type, Ref) and set(e.type.domains) & set(domains)]
    fitting += [n for n, found in w.things.items() if any(t[0] in domains for t in found)]
    if isinstance(hint, Num):
        fitting += [n for n, e in s.names.items() if isinstance(e.type, Num)]
        fitting += [n for n, i in w.table.items() if isinstance(i.shape.type, Num)]
    if name in ("all", "everything") and len(domains) == 1:
        help = f"All of them is the name of the type: `{domains[0]}`."
        return Mistake(Diagnostic("RW2002", said, at, help, fixes=(Fix(at, domains[0]),)), name)
    board = next((w.domain(d).ids for d in domains if d in w.boards), ())
    if board and re.fullmatch(r"[a-z]\d+", name):
        said = f"`{name}` lies outside the board."
        help = f"The cells of {domains[0]} are `{board[0]}` to `{board[-1]}`."
        return Mistake(Diagnostic("RW2002", said, at, help), name)
    known = [*fitting, *s.names, *w.table, *w.things, *w.values, *w.rulings, *WORDS]
    for local, e in s.names.items():
        if isinstance(e.type, Ref) and any(name in w.types[d].slots for d in e.type.domains if d in w.types):
            help, fixes = f"Did you mean `{local}.{name}`?", (Fix(at, f"{local}.{name}"),)
            return Mistake(Diagnostic("RW2002", said, at, help, fixes=fixes, about=name), name)
    if nearest(name, fitting) is not None:
        known = fitting  # what would make the line fit is meant before what is only spelt like it
    elif nearest(name, known) is None:
        own = name if name in w.player else nearest(name, w.player)
        if own is not None:
            fixes = (Fix(at, f"me.{own}"),)
            return Mistake(Diagnostic("RW2002", said, at, f"Did you mean `me.{own}`?", fixes=fixes, about=name), name)
        doing = nearest(name, [*w.effects, *w.actions])
        if doing is not None:
            help = f"`{doing}` is something to do, not a value. {asked(w, doing)}"
            return Mistake(Diagnostic("RW2002", said, at, help, about=name), name)
        known = fitting or known
    return unknown("RW2002", "name", name, known, at)


def _held(w: World, resource: str) -> str:
    """Return where a resource is kept, as it is written."""
    for f in w.resources[resource].fields:
        if f.name.id == "held" and f.values and "…" not in (where := written(f.values[0])):
            return where
    return ""


def which_player(w: World, s: Scope, a: ast.Dot) -> Mistake | None:
    """`player.coins`: one of the players has to be meant."""
    n = a.name.id
    if not isinstance(a.of, ast.Ident) or a.of.id != "player" or n not in {*w.player, *w.values, "hand"}:
        return None
    one = "me" if s.me is not None else next(iter(_of_type(s, "Player")), "")
    help = f"One of `players`: for example `sum p in players: p.{n}`."
    if one:
        help = f"Whoever acts is `{one}`: write `{one}.{n}`."
    fixes = (Fix(a.of.at, one),) if one else ()
    return Mistake(Diagnostic("RW2002", "It is not said which player.", a.of.at, help, fixes=fixes))


def unknown_type(w: World, s: Scope, name: str, known: Iterable[str], at: Span) -> Mistake:
    """A name with a capital that is no type; perhaps it is that of a thing."""
    small = name[:1].lower() + name[1:]
    if (new := {"True": "yes", "False": "no", "None": "none", "Null": "none"}.get(name)) is not None:
        return mistake("RW2001", f"There is no type called `{name}`.", at, f"Write `{new}`.", fixes=(Fix(at, new),))
    if alike(name, known):
        return unknown("RW2001", "type", name, known, at)
    cells = {c for b in w.boards for c in w.domain(b).ids}
    for word in (small, name.lower()):
        if word in {*s.names, *w.things, *w.table, *w.player, *w.values, *cells, *WORDS}:
            said = f"Names begin with a small letter, `{name}` with a capital."
            return mistake("RW1015", said, at, f"Write `{word}`.", fixes=(Fix(at, word),))
    return unknown("RW2001", "type", name, known, at)


def _of_type(s: Scope, domain: str) -> list[str]:
    """Return the names that stand for one thing of a type here."""
    return [n for n, e in s.names.items() if isinstance(e.type, Ref) and e.type.domains == (domain,)]


def not_one_of(w: World, s: Scope, a: ast.Dot) -> Mistake:
    """`Card.rank`: no card of this name, but a field that every card has."""
    assert isinstance(a.of, ast.TypeIdent)
    type_, n = a.of.id, a.name.id
    if type_ in w.types and n in w.types[type_].slots:
        one = next(iter(_of_type(s, type_)), "x")
        said = f"`{n}` is asked of one {type_}, not of all of them."
        more = "" if one != "x" else f" Go through them with `each x in {type_}`, or let somebody choose one."
        return mistake("RW2006", said, a.at, f"Name one: `{one}.{n}`.{more}")
    return unknown("RW2006", type_, n, [k for k, v in w.things.items() if any(t[0] == type_ for t in v)], a.name.at)


def nobody(s: Scope, at: Span) -> Mistake:
    """`me` where nobody acts; in a scenario somebody sits there."""
    said = "Nobody acts here, so there is no `me`."
    players = _of_type(s, "Player")
    help = "Put the line under `as p` or `as each players`."
    if s.checks and players:
        help = f"Say who: `as {players[0]}: …`, `{players[0]}.…`, or `can({players[0]}, …)` in a question."
    return mistake("RW2010", said, at, help)


def unknown_effect(w: World, s: Scope | None, name: str, at: Span) -> Mistake:
    """Nothing to do of this name; perhaps a field of a card, a resource without its verb, or half a verb."""
    said = f"There is no effect or action called `{name}`."
    for local in s.names if s is not None else ():
        e = s.names[local] if s is not None else None
        if (
            e is not None
            and isinstance(e.type, Ref)
            and any(name in w.types[d].slots for d in e.type.domains if d in w.types)
        ):
            new = f"{local}.{name}"
            return Mistake(Diagnostic("RW2022", said, at, f"Did you mean `{new}`?", fixes=(Fix(at, new),)), name)
    if name in w.resources or any(t[0] in w.resources for t in w.things.get(name, ())):
        return Mistake(Diagnostic("RW2022", said, at, f"Write `gain {name}` or `pay {name}`."), name)
    if (foreign := foreign_effect(name, at)) is not None:
        return foreign
    if name in w.values:
        help = f"`{name}` is a value; whatever bends it says `change {spelt(w.values[name].decl)} to …`."
        return Mistake(Diagnostic("RW2022", said, at, help, about=name), name)
    verb = nearest(name, VERBS) if nearest(name, [*w.effects, *w.actions]) is None else None
    verb = verb or next((v for v in sorted(VERBS) if len(name) > 1 and v.startswith(name)), None)
    if verb is not None:
        return Mistake(Diagnostic("RW2022", said, at, f"Did you mean the verb `{verb}`?", about=name), name)
    return unknown("RW2022", "effect or action", name, [*w.actions, *w.effects], at)


_CALLED = {"set": "set {of} to {what}", "add": "add {what} to {of}", "remove": "remove {what} from {of}"}


def nothing_on_it(w: World, of: ast.Dot, found: Type, known: list[str], args: tuple[ast.Expr, ...] = ()) -> Mistake:
    """`Card.on_take`, `ann.take`: what happens stands on one card, and an action belongs to nobody."""
    n = of.name.id
    if isinstance(found, SetOf) and n in known:
        said = f"`{n}` stands on one card; this is {words(found)}."
        help = f"Name one of them, or go through them: `each x in {written(of.of)}: x.{n}`."
        return mistake("RW2024", said, of.at, help)
    if isinstance(found, Ref) and "Player" in found.domains and (n in w.actions or n in w.effects):
        who = written(of.of)
        help = f"Write `as {who}: {n}`; to ask whether it is possible, `can({who}, {n})`."
        return mistake("RW2024", f"`{n}` is not kept by a player; somebody does it.", of.at, help)
    if (changed := _set_changed(w, n, written(of.of), args)) is not None:
        return mistake("RW2024", f"`{n}` is a word of other languages.", of.at, f"Write `{changed}`.")
    if isinstance(found, SetOf) and (way := method(n, written(of.of))) is not None:
        return mistake("RW2024", f"`{n}` is a word of other languages.", of.at, way)
    if n in VERBS and "…" not in (what := written(of.of)):
        said = f"`{n}` is a verb, not a part of something."
        forms = {"move": "move … to …", **{v: f.format(of="…", what="…") for v, f in _CALLED.items()}}
        if n in _CALLED and isinstance(found, Num) and len(args) == 1:
            given = str(args[0].value) if isinstance(args[0], ast.Number) else written(args[0])
            return mistake("RW2024", said, of.at, f"Write `{_CALLED[n].format(of=what, what=given)}`.")
        if n in forms or args:
            return mistake("RW2024", said, of.at, f"The verb comes first: `{forms.get(n, f'{n} …')}`.")
        return mistake(
            "RW2024", said, of.at, f"The verb comes first: `{n} {what}`.", fixes=(Fix(of.at, f"{n} {what}"),)
        )
    return unknown("RW2024", "field with something to do", n, known, of.name.at)


def _set_changed(w: World, n: str, of: str, args: tuple[ast.Expr, ...]) -> str | None:
    """`me.men.remove(c)`: of a set that is kept; what lies in a place is moved."""
    info = w.player.get(of.partition("me.")[2]) or w.table.get(of)
    if info is None or info.shape.kind != "cell" or not isinstance(info.shape.type, SetOf) or len(args) != 1:
        return None
    said = spelled(args[0])
    if n in ("remove", "discard", "delete"):
        return f"remove {said} from {of}"
    return f"add {said} to {of}" if n in ("add", "append", "push", "insert", "put") else None


def nothing_done(w: World, a: ast.Expr) -> Mistake:
    """A value where something is to be done."""
    help = "Name an effect or an action."
    if isinstance(a, ast.TextExpr):
        help = 'Say it with verbs like `gain`, `pay` or `move`; `say "…"` only tells it.'
    elif isinstance(a, ast.Number) and (units := [r for r in w.resources if r[0].islower()]):
        help = f"Say what happens: `gain {a.value} {units[-1]}`, `pay {a.value} {units[-1]}`."
    elif isinstance(a, ast.Binary | ast.Unary):
        help = 'If it must hold, write `needs … else "…"`.'
    return mistake("RW2025", "This is nothing that can be done.", a.at, help)


def counted_per(
    w: World, verb: str, unit: ast.Expr, found: Type, amount: ast.Expr, whole: Span | None
) -> Mistake | None:
    """`gain 1 wood`, where players keep a number for each of the goods, and nothing says that it is a resource."""
    one, slots = written(unit), (n for n, i in w.player.items() if isinstance(i.shape.type, Num))
    kept = next((n for n in slots if w.player[n].shape.keys == (found,)), None)
    if kept is None or "…" in one:
        return None
    said = f"`{one}` is no resource; how many of it a player has is kept in `{kept}`."
    return _changed(verb, amount, f"me.{kept}[{one}]", said, unit.at, whole)


def counted(w: World, verb: str, unit: ast.Ident, amount: ast.Expr, whole: Span | None) -> Mistake | None:
    """`gain 5 points`, where points are a number and no resource."""
    own, shared = (
        [n for n, i in x.items() if isinstance(i.shape.type, Num) and not i.shape.keys] for x in (w.player, w.table)
    )
    meant = next((n for n in (unit.id, f"{unit.id}s", unit.id.removesuffix("s")) if n in (*own, *shared)), None)
    if meant is None:
        return None
    said = f"`{unit.id}` is a number here, and no resource."
    return _changed(verb, amount, f"me.{meant}" if meant in own else meant, said, unit.at, whole, unit.id)


def _changed(
    verb: str, amount: ast.Expr, slot: str, said: str, at: Span, whole: Span | None, name: str = ""
) -> Mistake:
    n = spelled(amount)
    line = f"add {n} to {slot}" if verb == "gain" else f"remove {n} from {slot}"
    fixes = (Fix(whole, line),) if whole is not None else ()
    return Mistake(Diagnostic("RW2040", said, at, f"Write `{line}`.", fixes=fixes), name)


def no_unit(w: World, verb: str, unit: ast.Expr, found: Type) -> Mistake:
    """`gain 3`, `gain c.worth`: the resource is missing; `gain Colour`: one of them has to be named."""
    units = [r for r in w.resources if r[0].islower()]
    if isinstance(found, Num):
        amount = unit.value if isinstance(unit, ast.Number) else written(unit)
        some = f" Write for example `{verb} {amount} {units[-1]}`." if units else ""
        return mistake(
            "RW2040", f"It is not said what to {verb}.", unit.at, f"Name the resource behind the number.{some}"
        )
    help = "Name the resource behind the number."
    if isinstance(found, SetOf) and isinstance(found.element, Ref) and w.resources.keys() & set(found.element.domains):
        ids = [i for d in found.element.domains if d in w.program.domains for i in w.domain(d).ids]
        help = f"Name one of them, or several to choose from: `{verb} {' or '.join(ids[:2])}`."
    return mistake("RW2040", "This is no resource.", unit.at, help)


def no_fraction(one: ast.Amount, two: ast.Amount) -> None:
    """`pay 1,5 coins`: read as two amounts, without a space between them."""
    beside = two.at.line == one.at.end_line and two.at.column == one.at.end_column + 1
    if beside and isinstance(two.amount, ast.Number):
        help = "Write a whole number; half of something is `x / 2`."
        raise mistake("RW2040", "Numbers are whole.", one.at.to(two.at), help)


def no_place(w: World, s: Scope, a: ast.Move, found: Type) -> Mistake:
    """Moved to something that is no place: a player, who has places, or a cell, which is written down."""
    said = "Things are moved to places: a `pile of`, a `holds`, or `box`."
    if isinstance(found, Ref) and found.domains == ("Player",):
        places = [f"`{written(a.to)}.{n}`" for n, i in w.player.items() if i.shape.kind in ("pile", "holder")]
        if places:
            return mistake("RW3066", said, a.to.at, f"Name the place: {', '.join(places[:4])}.")
    what, to = written(a.what), written(a.to)
    if isinstance(found, Ref) and what in ("me", *_of_type(s, "Player")):
        kept = [
            n for n, i in w.player.items() if isinstance(i.shape.type, Ref) and i.shape.type.domains == found.domains
        ]
        what = f"{what}.{kept[0]}" if kept else what
    if "…" not in what + to and "." in what:
        new = f"set {what} to {to}"
        return mistake("RW3066", said, a.to.at, f"Write `{new}`.", fixes=(Fix(a.at, new),))
    return _kept(w, a, found, said) or mistake(
        "RW3066", said, a.to.at, "To change a number or a thing that is kept, write `set … to`."
    )


def place_set(name: str, a: ast.Assign) -> Mistake:
    """`set deck to {}`, `add card to me.hand`: places are not set, things are moved to them and from them."""
    what, place = spelled(a.value), spelled(a.target)
    nothing = what in ("{}", "none", "0", "no", *EMPTY)
    new = f"move {place} to box" if a.verb == "set" and nothing else f"move {what} to {place}"
    new = f"move {what} to box" if a.verb == "remove" else new
    said = f"`{name}` is a place: things are moved there."
    return mistake("RW3061", said, a.at, f"Write `{new}`.", fixes=(Fix(a.at, new),))


def _kept(w: World, a: ast.Move, found: Type, said: str) -> Mistake | None:
    """`shown Card` instead of `shown holds Card`: a slot that names a component is no place for one."""
    name = a.to.name.id if isinstance(a.to, ast.Dot) else a.to.id if isinstance(a.to, ast.Ident) else ""
    info = w.table.get(name) or w.player.get(name)
    if info is None or not isinstance(found, Ref) or not w.types.keys() & set(found.domains):
        return None
    help = f"If it lies there, let the slot be a place: `{name} holds {plain(found)}`. Else write `set … to`."
    others = (Label(info.decl.at, "it is declared here"),)
    return Mistake(Diagnostic("RW3066", said, a.to.at, help, others=others, about=name))


def no_result(w: World, name: str, doing: str, at: Span) -> Mistake:
    """`let d = roll`: what is done has no value; what chance picks is drawn."""
    said = f"`{doing}` is something to do, not a value."
    if doing in CHANCE:
        help = f"To let chance pick, write `draw {name} in 1..6`. To do it, write `{doing}` as a line of its own."
        return mistake("RW2005", said, at, help)
    help = f"It gives no result: write `{doing}` as a line of its own, and ask about what it has changed."
    return mistake("RW2005", said, at, help)


def asked(w: World, name: str) -> str:
    """Say how to ask about something to do: whether it is possible, or what it gives."""
    decl = (w.effects.get(name) or w.actions[name]).decl
    if isinstance(decl, ast.Effect) and decl.gives is not None:
        return f"To run it and name its result, write `let x from {spelt(decl)}`."
    done = " In a scenario, what is done stands below `when`." if name in w.actions else ""
    return f"To ask whether it is possible, write `can({spelt(decl)})`.{done}"


def spelt(decl: ast.Effect | ast.Action | ast.Proc | ast.Value) -> str:
    """Write a call the way it is declared: `play(c)`."""
    params = () if isinstance(decl, ast.Proc) else decl.params
    return f"{decl.name.id}({', '.join(p.name.id for p in params)})" if params else decl.name.id


def wrong_count(w: World, a: ast.Expr, params: tuple[ast.Param, ...], given: int) -> Mistake:
    """Another number of things in brackets than declared."""
    of = a.of if isinstance(a, ast.Call) else a
    name = of.id if isinstance(of, ast.Ident) else of.name.id if isinstance(of, ast.Dot) else "this"
    stand = "nothing stands" if given == 0 else "one stands" if given == 1 else f"{given} stand"
    seat = a.args[0].id if isinstance(a, ast.Call) and given == 1 and isinstance(a.args[0], ast.Ident) else ""
    if seat and name in w.actions and seat not in (*w.things, *w.table, *w.player) and len(params) != 1:
        help = f"Who does it stands before a colon: `as {seat}: {name}`."
        return mistake("RW2014", f"`{name}` does not take who does it in brackets.", a.at, help)
    if not params:
        help = f"Write `{name}` alone."
        return mistake("RW2014", f"`{name}` takes nothing in brackets, but {stand} here.", a.at, help)
    told = f"{name}({', '.join(p.name.id for p in params)})"
    help = f"Write `{told}`."
    if name in w.actions and given == 0 and all(p.binder is not None for p in params):
        binders = " where any ".join(f"{p.name.id} in …" for p in params)
        help = f"Let a player pick by `offer {name}`. What is known already is written `{told}`. "
        help += f"To ask whether it is possible at all: `any {binders} where can({told})`."
    return mistake("RW2014", f"`{name}` takes {len(params)} in brackets, but {stand} here.", a.at, help)


def never_same(left: Type, right: Type, at: Span, a: ast.Binary | None) -> Mistake:
    """Two things that are never equal; perhaps one is to be found among the others."""
    said = f"{capital(words(left))} is never the same as {words(right)}."
    if isinstance(left, Str) or isinstance(right, Str):
        return mistake("RW3016", said, at, "Texts are for reading. Name the thing itself, without quotation marks.")
    for one, many, swapped in ((left, right, False), (right, left, True)):
        if a is not None and isinstance(many, SetOf) and not isinstance(one, SetOf) and fits(one, many.element):
            word = "in" if a.op == "=" else "not in"
            fixes = (Fix(between(a.left.at, a.right.at), f" {word} "),)
            new = f"{spelled(a.right)} {word} {spelled(a.left)}" if swapped else f"x {word} …"
            fixes = (Fix(a.at, new),) if swapped else fixes
            return mistake("RW3016", said, at, f"To ask whether it is among them, write `{new}`.", fixes=fixes)
    if (isinstance(left, SetOf) and isinstance(right, Num)) or (isinstance(left, Num) and isinstance(right, SetOf)):
        return mistake("RW3016", said, at, "How many there are is `….size`.")
    return mistake("RW3016", said, at, "Compare things of one type.")


def never_none(name: str, found: Type, at: Span) -> Diagnostic:
    """`mark[c] = none`, where `mark` is declared `Player per Cell`."""
    said = f"`{name}` is never none: it always names {words(found)}."
    return warning("RW4058", said, at, f"If there may be none, declare it as `{plain(found)} or none`.")


EMPTY = {"empty", "none", "nothing"}


def emptiness(found: Type, a: ast.Binary) -> Mistake:
    """`deck = empty`: whether anything is there is a matter of how many there are."""
    new = f"{written(a.left)}.size {'=' if a.op == '=' else '>'} 0"
    said = f"{capital(words(found))} is never the same as none: it has no or some elements."
    return mistake("RW3016", said, a.at, f"Write `{new}`.", fixes=() if "…" in new else (Fix(a.at, new),))


def written(a: ast.Expr) -> str:
    """Write a plain name or `x.y` again."""
    if isinstance(a, ast.Dot):
        return f"{written(a.of)}.{a.name.id}"
    return a.id if isinstance(a, ast.Ident | ast.TypeIdent) else "…"


def one_of_them(p: ast.Param, want: Type, found: Type, arg: ast.Expr) -> Mistake:
    """Another thing in the brackets than declared; perhaps all copies of a card where one is wanted."""
    said = f"`{p.name.id}` must be {words(want)}, but this is {words(found)}."
    if isinstance(found, SetOf) and fits(found.element, want) and "…" not in (several := written(arg)):
        new = f"first {p.name.id} in {several}: {p.name.id}"
        return mistake("RW3024", said, arg.at, f"Name one of them: `{new}`.", fixes=(Fix(arg.at, new),))
    return mistake("RW3024", said, arg.at, f"Put {words(want)} in the brackets.")


def unknown_field(w: World, domains: tuple[str, ...], a: ast.Dot, known: list[str]) -> Mistake:
    """A field that these things do not have: perhaps the table has it, or things of another type."""
    n, of = a.name.id, written(a.of)
    said = f"There is no `{' or '.join(domains)}` field called `{n}`."
    if n in ("name", "title"):
        way = "What it is called stands in a text by itself: `{x}`, without a dot."
    elif "Player" in domains and n in w.table and nearest(n, known) is None:
        return mistake(
            "RW2009", said, a.name.at, f"`{n}` belongs to the table: write `{n}` alone.", fixes=(Fix(a.at, n),)
        )
    elif "Player" not in domains and n in w.player and nearest(n, known) is None:
        way = f"A player has it: `me.{n}`, `p.{n}`."
    else:
        theirs = [t for t, info in w.types.items() if n in info.slots]
        way = f"`{n}` is something that {' and '.join(f'`{t}`' for t in theirs)} has." if theirs else ""
        if way and known:
            way += f" `{of}` has: {', '.join(f'`{k}`' for k in known[:5])}." if "…" not in of else ""
    return unknown("RW2009", f"`{' or '.join(domains)}` field", n, known, a.name.at, way)


def whose(s: Scope, name: str, at: Span) -> Mistake:
    """A slot of a player without the player; perhaps one is named here."""
    players = ["me"] * (s.me is not None)
    players += [n for n, e in s.names.items() if isinstance(e.type, Ref) and e.type.domains == ("Player",)]
    ways = [f"`{p}.{name}`" for p in (players or ["me", "p"])[:3]]
    fixes = (Fix(at, f"{(players or ['me'])[0]}.{name}"),)
    return mistake("RW2004", f"`{name}` belongs to a player.", at, f"Write {' or '.join(ways)}.", fixes=fixes)


def repeated(w: World, a: ast.Binary) -> None:
    """`x = 1 or 2`: the second is no condition, but something to compare with, too."""
    first = a.left
    if a.op != "or" or not isinstance(first, ast.Binary) or first.op != "=":
        return
    if not isinstance(a.right, ast.Number) and not (isinstance(a.right, ast.Ident) and a.right.id in w.things):
        return
    end = a.right.at._replace(line=a.right.at.end_line, column=a.right.at.end_column)
    fixes = (
        Fix(between(first.left.at, first.right.at), " in {"),
        Fix(between(first.right.at, a.right.at), ", "),
        Fix(end, "}"),
    )
    said = "`or` joins two conditions, and this is none."
    raise mistake("RW3002", said, a.right.at, "To ask whether it is one of several, write `x in {a, b}`.", fixes=fixes)


def not_a_set(element: Type, found: Type, left: Span, right: Span, denied: bool = False) -> Mistake:
    """`x in y`, or `x not in y`, where y is a single thing."""
    said = f"`in` asks for a set, a pile or a range; this is {words(found)}."
    if isinstance(found, Num | Ref) and fits(element, found):
        sign = "!=" if denied else "="
        fixes = (Fix(between(left, right), f" {sign} "),)
        return mistake("RW3046", said, right, f"To compare two things, write `{sign}`.", fixes=fixes)
    return mistake("RW3046", said, right, "Write a set like `{a, b}`, a range like `1..3`, or the name of a pile.")


def wanted(want: Type, found: Type, at: Span) -> Mistake:
    """Another kind of thing than wanted."""
    said = f"Here {words(want)} is wanted, but this is {words(found)}."
    if isinstance(found, Ref) and not found.domains and isinstance(want, Ref | Num):
        return mistake("RW3001", said, at, f"If there may be none, declare it as `{plain(want)} or none`.")
    if isinstance(want, SetOf) and isinstance(found, Num | Ref) and fits(found, want.element):
        return mistake("RW3001", said, at, "Put it in braces, `{…}`: a set with one element.", fixes=braces(at))
    if isinstance(found, SetOf) and fits(found.element, want):
        return mistake("RW3001", said, at, "Say which one: `only(…)`, `first x in … : x`, or let somebody `choose`.")
    if isinstance(found, Num) and not isinstance(want, Num | SetOf):
        return mistake("RW3001", said, at, f"Name {words(want)} here, not a number.")
    return mistake("RW3001", said, at, f"Name {words(want)} here.")


def braces(at: Span) -> tuple[Fix, ...]:
    """Put something in braces."""
    start = at._replace(end_line=at.line, end_column=at.column)
    end = at._replace(line=at.end_line, column=at.end_column)
    return (Fix(start, "{"), Fix(end, "}"))


def plain(t: Type) -> str:
    """Write a type as a ruleset writes it."""
    if isinstance(t, Num):
        return f"{t.lo}..{t.hi}"
    if isinstance(t, Ref):
        return " or ".join(t.domains)
    return "set of …" if isinstance(t, SetOf) else "flag"


def no_number(w: World, found: Type, at: Span) -> Mistake:
    """A thing where a number is wanted; perhaps it has one."""
    help = "Write `if … then 1 else 0`." if isinstance(found, Flag) else "Name a number."
    if isinstance(found, Ref) and not w.types.keys() & set(found.domains) and "Player" not in found.domains:
        help = "Name a number; several names stand in braces: `{a, b}`."
    if isinstance(found, SetOf):
        help = "How many there are is `….size`."
    elif isinstance(found, Ref):
        slots = {n: i.shape for d in found.domains if d in w.types for n, i in w.types[d].slots.items()}
        if "Player" in found.domains:
            slots |= {n: i.shape for n, i in w.player.items()}
        numbers = [f"`….{n}`" for n, shape in slots.items() if isinstance(shape.type, Num) and not shape.keys]
        help = f"Name a number that it has: {', '.join(numbers[:4])}." if numbers else help
    return mistake("RW3012", f"A number is wanted here, but this is {words(found)}.", at, help)


def no_key(info: SlotInfo, at: Span) -> Mistake:
    """A slot that is kept for many, without saying for which."""
    name, keys = info.decl.name.id, " and ".join(words(k) for k in info.shape.keys)
    help = f"Write `{name}[...]`, with {keys} in the brackets."
    return mistake("RW3022", f"`{name}` is kept for each of several: which one is missing.", at, help)


def taken(name: ast.Name, s: Scope) -> Mistake:
    """A name that stands for something else already."""
    first = s.names[name.id].at if name.id in s.names else None
    others = (Label(first, "it is named here"),) if first is not None and first.line > 0 else ()
    return mistake("RW2030", f"`{name.id}` already means something here.", name.at, "Choose another name.", others)


def square_brackets(name: str, a: ast.Call) -> Mistake:
    """`marks(red)`: a slot takes its key in square brackets."""
    inside = remainder(a.of.at, a.at)
    first = inside._replace(end_line=inside.line, end_column=inside.column + 1)
    last = inside._replace(line=inside.end_line, column=inside.end_column - 1)
    key = a.args[0].id if len(a.args) == 1 and isinstance(a.args[0], ast.Ident) else "…"
    said = f"`{name}` is kept on the table; only values take round brackets."
    return mistake("RW2016", said, a.at, f"Write `{name}[{key}]`.", fixes=(Fix(first, "["), Fix(last, "]")))


SIZES = ("length", "len", "count", "number", "amount")
