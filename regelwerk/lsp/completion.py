"""Completion: the words the grammar accepts at a place, and the names of the kind that may stand there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from regelwerk.dsl.core import Ref, SetOf, Type
from regelwerk.dsl.core.from_ast.declarations.display import COLOURS
from regelwerk.dsl.core.from_ast.declarations.display import WORDS as LINES
from regelwerk.dsl.core.from_ast.for_editors import InScope, Key
from regelwerk.dsl.core.type_rules import fits, words
from regelwerk.dsl.editing.index.cursor import Cursor, look
from regelwerk.dsl.syntax.words import keywords

from ..library.finding import entries
from . import hover, reference
from .offered_names import (
    PLAYER,
    built_in_names,
    fields_of,
    globals_of,
    headings,
    path_names,
    seats_of,
    sides_of,
    slots_of,
    types_of,
)
from .peek import around, peek
from .studies import Studies, Study

TRIGGERS = [".", "@", "{"]

# A name after one of these is being made up.
_NEW = frozenset(
    {"GAME", "VALUE", "EFFECT", "ACTION", "LET", "SCORING", "RULING", "RESOURCE", "LAYER", "KIND", "SEATS", "TEXTS"}
    | {"EACH", "COUNTING", "FOLD", "CHOOSE", "DRAW", "PAIRING", "_VIA", "_COST", "GIVES", "VAR", "STAGES", "LSQB"}
)
_FEW = 6  # of which `me` and the names of a line still stand among the first ten
Named = tuple[str, Key, Type | None]  # name, what it refers to, type if known


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something that may stand at a place, in the words of whoever shows it."""

    label: str
    kind: str  # "keyword", or what a name stands for
    order: str  # what stands first sorts first
    detail: str = ""
    title: str = ""  # what is printed on it, if that is not its name
    doc: str = ""  # Markdown
    replaced: int | None = None  # characters before the cursor that it takes the place of; None: the word there
    key: Key | None = None  # what `told_of` knows more about


def complete(documents: Studies, name: str, offset: int) -> list[Proposal]:
    """List what may stand behind so many characters."""
    cursor = look(documents.text(name), offset)
    if cursor is None:
        return []
    if cursor.word.startswith("@"):
        return _citations(documents, name, cursor.word)
    seats = _seats(documents.text(name), offset) if cursor.kinds[:1] == ["SCENARIO"] else []
    answering = cursor.line.rpartition(";")[2].strip().removesuffix(":") in seats
    keyed = [_keyword(word, cursor, answering) for word in cursor.words()]
    hint: Type | None = None
    found: Iterable[Named] = ()
    if cursor.last == "DOT":
        found = _after_dot(documents, name, offset, cursor)
    elif "BASIC" in cursor.accepts:
        found = types_of(documents.study(name))
    elif {"NAME", "NUMBER"} <= cursor.accepts:
        doing = "SHUFFLE" in cursor.accepts and "COUNTING" not in cursor.accepts
        seen = peek(documents, name, offset, cursor.word, "names" if doing else "scope")
        hint = seen.scope.hint if seen.scope is not None else _column(seen.study, documents.text(name)[:offset])
        found = (*_locals(seen.scope), *_operands(seen.study, cursor))
        if cursor.last == "EACH_ALL":
            hint = SetOf(PLAYER)
        if not cursor.line.strip():
            found = (*_as_seats(seats), *found)
    elif seats and ("SEAT" in cursor.accepts or cursor.line.split()[-1:] == ["told"]):
        found = _as_seats(seats)  # who answers next, in a line that goes on
    elif {"NAME", "TYPE"} & cursor.accepts and cursor.last not in _NEW:
        found = _named(peek(documents, name, offset, cursor.word, "names").study, cursor)
    study = documents.study(name)
    first = ("action",) if answering else ("seat",)
    items = [_item(study, n, key, t, hint, first) for n, key, t in dict.fromkeys(found)]
    items = _lying(study, cursor, items)
    if not _begins(cursor) and not answering and cursor.last not in ("DOT", "EACH_ALL"):
        items = _leading_on(items)
    return [*keyed, *items]


_PILE = re.compile(r"(?:\b(?:top|bottom)\(|\bshuffle +|\bunder +)$")
_SEVERAL = re.compile(r"\bmove +\d+ +of +$")


def _lying(study: Study, cursor: Cursor, items: list[Proposal]) -> list[Proposal]:
    """Put piles first where nothing else makes sense, and behind them, of several, the names that have copies."""
    several = _SEVERAL.search(cursor.line) is not None
    world = study.notes.world
    if world is None or not (several or _PILE.search(cursor.line)):
        return items
    piles = {name for name, info in world.table.items() if info.shape.kind == "pile"}
    found = []
    for each in items:
        slot = each.key is not None and each.key[0] == "slot"
        if slot and each.label in piles:
            each = replace(each, order=f"0{each.label}")
        elif several and each.key is not None and each.key[0] == "thing":
            each = replace(each, order=f"1{each.label}")
        found.append(each)
    return found


def _leading_on(items: list[Proposal]) -> list[Proposal]:
    """Put `me` and local names, which lead on to whatever they have, behind the few that fit, or before the many."""
    fitting = sum(each.order.startswith("0") for each in items)
    order = "0~" if fitting <= _FEW else "/~"
    ways = [each.key is not None and (each.key[0] == "local" or each.key == ("built in", "me")) for each in items]
    return [
        replace(each, order=f"{order}{each.label}") if leads and not each.order.startswith("0") else each
        for each, leads in zip(items, ways, strict=True)
    ]


def told_of(documents: Studies, name: str, key: Key) -> str:
    """Tell more of a proposal in a file, as Markdown."""
    study = documents.study(name)
    symbol = study.index.symbols.get(key)
    return hover.about(documents, study, symbol) if symbol is not None else ""


def _column(study: Study, before: str) -> Type | None:
    """What is wanted in a cell of a row that is still too short to be a card."""
    heading = re.search(r"^rows +(\w+) *: *([^\n#@]*)\n(?:[ #].*\n|\n)* +\w+[^\n:]*:([^\n]*)\Z", before, re.MULTILINE)
    if heading is None:
        return None
    columns, number = re.findall(r"\w+", heading[2]), heading[3].count(",")
    fields = {field: type_ for field, _, type_ in fields_of(study, Ref((heading[1],)))}
    return fields.get(columns[number]) if number < len(columns) else None


# ------------------------------------------------------------------------------------------------ names


def _after_dot(documents: Studies, name: str, offset: int, cursor: Cursor) -> Iterator[Named]:
    study = documents.study(name)
    before = str(cursor.stack[-2]) if len(cursor.stack) > 1 else ""
    if cursor.kinds[:1] and cursor.kinds[0] in ("CHANGE", "REMOVE", "INSERT", "INCLUDE", "TEXTS", "DISPLAY"):
        yield from path_names(study, cursor.line.split()[-1].rstrip("."))
        return
    if before[:1].isupper() and before.isidentifier():
        yield from (n for n in globals_of(study, "thing") if n[1][1] == before)
        return
    seen = peek(documents, name, offset, cursor.word, "owner")
    if seen.owner is not None:
        yield from fields_of(seen.study, seen.owner)


def _locals(scope: InScope | None) -> Iterator[Named]:
    if scope is None:
        return
    for name, meant in scope.names.items():
        if name.isidentifier():
            yield name, ("local", meant.at.file, meant.at.line, meant.at.column), meant.type
    if scope.me:
        yield "me", ("built in", "me"), Ref(("Player",))
    if scope.it is not None:
        yield "it", ("built in", "it"), scope.it.type


def _seats(text: str, offset: int) -> list[str]:
    """Who may answer in the scenario around a place."""
    own = re.search(r"^ +seats +([^\n#]+)", around(text, offset), re.MULTILINE)
    seats = own or re.search(r"^seats +([^\n#]+)", text, re.MULTILINE)
    return [*(re.findall(r"\w+", seats[1]) if seats is not None else ()), "chance"]


def _as_seats(seats: Iterable[str]) -> Iterator[Named]:
    return ((seat, ("seat", seat), None) for seat in seats)


def _operands(study: Study, cursor: Cursor) -> Iterator[Named]:
    doing = "SHUFFLE" in cursor.accepts
    if cursor.last == "OFFER" or (cursor.last == "_COMMA" and cursor.line.lstrip().startswith("offer ")):
        yield from globals_of(study, "action")
        yield "abilities", ("built in", "abilities"), None
        return
    if doing:
        yield from globals_of(study, "effect", "action")
    if not doing or "COUNTING" in cursor.accepts:  # a field may hold a value or something to do
        yield from globals_of(study, "slot", "value", "ruling", "thing", "type")
        yield from built_in_names(checks=cursor.kinds[:1] in (["SCENARIO"], ["INVARIANT"]))
        yield from sides_of(study)
    if "TRADE" in cursor.kinds:
        yield from globals_of(study, "resource")
    if cursor.kinds[:1] == ["SCENARIO"]:
        yield from globals_of(study, "effect", "action")


def _named(study: Study, cursor: Cursor) -> Iterator[Named]:
    """Names where no value is wanted: what is ended, hooked onto, offered; fields; addresses."""
    kinds, last = cursor.kinds, cursor.last
    head = kinds[0] if kinds else ""
    if not kinds:
        declared = {k[1] for k, s in study.index.symbols.items() if s.kind == "type"}
        yield from (n for n in types_of(study) if n[0] in declared)
    elif head == "DISPLAY":
        yield from _shown(study, cursor)
    elif last == "END":
        yield from globals_of(study, "effect")
    elif last == "SCORE":
        yield from globals_of(study, "scoring")
    elif last == "HOOK":
        yield from globals_of(study, "effect", "action")
    elif kinds[-2:] == ["ONCE", "PER"]:
        yield from globals_of(study, "effect")
    elif last == "CHANGE" and len(kinds) > 1:
        yield from globals_of(study, "value")
    elif head in ("CHANGE", "REMOVE", "INSERT", "INCLUDE") and last in (head, "BESIDE", "INTO"):
        yield from path_names(study, "")
    elif head == "LAYER" and last == "FOR":
        yield from globals_of(study, "game")
        yield from ((entry.name.replace("-", "_"), ("game", entry.name), None) for entry in entries())
    elif "TRADE" in kinds:
        yield from globals_of(study, "resource")
    elif head == "ROWS" and last in ("COLON", "_COMMA", "TYPE", "ROWS"):
        yield from headings(study, head, str(cursor.stack[1]) if len(cursor.stack) > 1 else "")
    elif {"NAME", "TRADE"} <= cursor.accepts and "SHUFFLE" not in cursor.accepts:
        yield from headings(study, head, str(cursor.stack[0]))
    elif "TYPE" in cursor.accepts:
        yield from types_of(study)
    elif head == "TEXTS":
        yield from globals_of(study, "slot", "thing", "type", "action")


def _shown(study: Study, cursor: Cursor) -> Iterator[Named]:
    """What may stand in a line of `display`: its first word, what it draws, a colour."""
    first = cursor.line.split()[:1]
    if not first:
        yield from ((word, ("built in", word), None) for word in LINES)
    elif cursor.line.rstrip().endswith('"'):
        yield from ((colour, ("built in", colour), None) for colour in COLOURS)
    elif first in (["own"], ["others"], ["track"]):
        yield from slots_of(study, "player")
    elif first == ["symbol"]:
        yield from globals_of(study, "thing")
        yield from ((f"player_{n}", ("built in", f"player_{n}"), None) for n in range(1, seats_of(study) + 1))
    else:
        yield from globals_of(study, "slot", "value", "thing", "type", "action")
        yield from slots_of(study, "player")


# ------------------------------------------------------------------------------------------------ items


# What most lines of effects begin with, so that these stand first; then the other verbs, then everything else.
_VERBS = (
    *("move", "if", "set", "as", "gain", "let", "each", "needs", "add", "choose", "pay", "offer", "else", "remove"),
    *("say", "may", "draw", "repeat", "shuffle", "end"),
)


# What files are made of, the most frequent first; and what is asked in conditions and of sets.
_DECLARED = (
    *("scenario", "value", "effect", "invariant", "action", "type", "rows", "table", "player", "kind", "ruling"),
    *("resource", "board", "winner", "setup", "flow", "display", "scoring", "texts", "game"),
)
_FREQUENT = 5
_TYPES = ("set", "pile", "flag", "number")
_ASKED = ("any", "no", "all", "not", "first", "count", "sum", "if")


def _keyword(word: str, cursor: Cursor, answering: bool) -> Proposal:
    begins = _begins(cursor) and not answering
    order = f"4{word}"
    if not cursor.kinds:
        frequent = word in _DECLARED[:_FREQUENT]
        order = f"{1 if frequent else 3}{_DECLARED.index(word):02}" if word in _DECLARED else order
    elif "BASIC" in cursor.accepts and word in _TYPES:
        order = f"1~{_TYPES.index(word)}"
    elif begins and "SHUFFLE" in cursor.accepts:
        order = f"0{_VERBS.index(word):02}" if word in _VERBS else f"1{word}"
    elif cursor.last == "AS" and word in ("each", "all"):
        order = f"0{word}"
    elif word in _ASKED and {"NAME", "NUMBER"} <= cursor.accepts:
        order = f"1~{_ASKED.index(word)}"  # behind names that live here only
    return Proposal(word, "keyword", order, doc=reference.explain(word, 1))


def _begins(cursor: Cursor) -> bool:
    """Say whether something to do begins here."""
    return not cursor.line.strip() or cursor.line.rstrip().endswith((":", " then"))


def _item(study: Study, name: str, key: Key, type_: Type | None, hint: Type | None, first: tuple[str, ...]) -> Proposal:
    order = "1" if key[0] == "local" else "3" if key[0] == "built in" else "2"
    if key[0] == "type" and key in study.index.symbols:
        order = "1"
    if key[0] in first:
        order = "/"  # before what begins with a digit
    elif hint is not None and type_ is not None and _wanted(type_, hint):
        order = "0" if key[0] != "built in" else "1"
    kind = "" if key[0] in ("built in", "local", "seat") else str(key[1]) if len(key) > 2 else str(key[0])
    symbol = study.index.symbols.get(key)
    return Proposal(
        name,
        "local" if name in keywords() else str(key[0]),
        f"{order}{name}",
        detail=", ".join(p for p in (kind, words(type_) if type_ is not None else "") if p),
        title=symbol.title if symbol is not None and symbol.title != name else "",
        doc=reference.explain(name, 1) if key[0] == "built in" else "",
        key=key,
    )


def _wanted(have: Type, want: Type) -> bool:
    """Would it fit here, or is it a step towards something that does?"""
    if isinstance(want, SetOf) and isinstance(have, Ref):
        return fits(have, want.element)
    return fits(have, want)


def _citations(documents: Studies, name: str, word: str) -> list[Proposal]:
    ledger = documents.ledger(documents.study(name))
    entries = ledger.entries.values() if ledger is not None else ()
    return [
        Proposal(f"@{each.id}", "cite", f"@{each.id}", each.says, each.says, hover.entry_text(each), replaced=len(word))
        for each in entries
    ]
