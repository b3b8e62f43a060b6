"""The lines of `display`: whether what they name is there, and can be drawn that way. All of it is a matter of looks,
so mistakes are warnings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from regelwerk.dsl import ast, core
from regelwerk.dsl.core import Num, Ref
from regelwerk.dsl.diagnostics import Diagnostic, Fix
from regelwerk.dsl.diagnostics.spelling import nearest

from ..context import Callable_, World
from ..errors import warning
from .drawn import PLAYER, about, graphs, known_about, places_of, slot_of

Found = Iterator[Diagnostic]
_MEANT = {
    "show": "own", "hand": "own", "me": "own", "mine": "own", "my": "own", "player": "own", "players": "own",
    "opponent": "others", "opponents": "others", "other": "others", "board": "grid", "icon": "symbol", "sign": "symbol",
    "colour": "symbol", "color": "symbol", "image": "picture", "img": "picture", "common": "table", "shared": "table",
    "market": "row", "display": "row", "cards": "row", "deck": "supply", "pile": "supply", "score": "track",
}  # fmt: skip
COLOURS = ("red", "orange", "yellow", "green", "cyan", "blue", "magenta", "purple", "pink", "brown", "grey", "white",
           "black")  # fmt: skip
NAMED = ("own", "others", "table", "rack", "track", "row", "supply", "node", "link", "map")  # a text names one thing


def looks(w: World, d: ast.Display) -> Found:
    """Report lines that draw nothing."""
    for line in d.lines:
        w.used |= {part for path in (*line.paths, *line.by) for part in path.parts}
        word = line.word.id
        check = _CHECKS.get(word)
        if check is None:
            near = _MEANT.get(word) or nearest(word, _CHECKS)
            help = f"Did you mean `{near}`?" if near else f"There are: {', '.join(f'`{each}`' for each in _CHECKS)}."
            fixes = (Fix(line.word.at, near),) if near else ()
            yield warning("RW2062", f"No front end draws `{word}`.", line.word.at, help, fixes=fixes)
            continue
        yield from check(w, line)
        many = line.by if word in ("node", "link", "map") else line.paths
        if word in NAMED and line.text is not None and len(many) > 1:
            help = "Write a line of its own for what the text names."
            yield warning("RW2062", "A text names one thing; here it is not shown.", line.at, help)


# ---------------------------------------------------------------- boards and symbols


def _grid(w: World, line: ast.ShowLine) -> Found:
    fields = {name for t in w.types.values() for name in t.slots}
    yield from _missing(w, line.paths, w.boards, "board")
    yield from _missing(w, line.by, {*w.table, *w.player, *fields}, "value")
    board = line.paths[0].parts[-1]
    drawn = {slot.name for slot in w.program.slots if _lies_on(slot, board)}
    for path in line.by:
        name = path.parts[-1]
        if board in w.boards and name in {*w.table, *w.player, *fields} - drawn:
            help = "A grid shows what the table or each player keeps per cell, and slots that hold a cell."
            yield warning("RW2062", f"`{name}` cannot be drawn on `{board}`.", path.at, help)


def _lies_on(slot: core.Slot, board: str) -> bool:
    """Is something kept for the cells of a board, by the table or by every player, or does it name one?"""
    cells = Ref((board,))
    return slot.keys in ((cells,), (Ref((PLAYER,)), cells)) or (slot.type == cells and len(slot.keys) == 1)


def _map(w: World, line: ast.ShowLine) -> Found:
    yield from _missing(w, line.paths, w.boards, "board")
    board = line.paths[0].parts[-1]
    if board in w.boards and w.boards[board].shape == "square":
        for path in line.by:
            if path.parts[-1] not in w.values:
                yield from _unknown_about(w, board, path)
    else:
        yield from _missing(w, line.by, w.values, "value")


def _symbol(w: World, line: ast.ShowLine) -> Found:
    seats = (f"player_{n + 1}" for n in range(16))
    yield from _missing(w, line.paths, {*w.things, *seats}, "thing")
    if line.style is not None and line.style.id not in (*COLOURS, "gray", "bold", "dim"):
        near = nearest(line.style.id, COLOURS)
        help = f"Did you mean `{near}`?" if near else f"There are: {', '.join(f'`{each}`' for each in COLOURS)}."
        yield warning("RW2062", f"There is no colour called `{line.style.id}`.", line.style.at, help)


def _picture(w: World, line: ast.ShowLine) -> Found:
    yield from _missing(w, line.paths, {*w.things, *w.program.domains}, "thing")
    if line.text is None:
        yield warning("RW2062", "No picture is named.", line.at, 'Write `picture NAME "name.svg"`.')


def _remark(w: World, line: ast.ShowLine) -> Found:
    yield from _missing(w, line.paths, w.actions, "action")
    yield from _missing(w, line.by, w.values, "value")
    for path in line.paths:  # a value said beside an action is asked with what the action picks
        action = w.actions.get(path.parts[-1])
        for by in line.by:
            value = w.values.get(by.parts[-1])
            if action is not None and value is not None and _count(action) != _count(value):
                said = f"`{by.parts[-1]}` cannot be asked for `{path.parts[-1]}`."
                yield warning("RW2062", said, by.at, "It takes the parameters of the action, in the same order.")
    if not line.by:
        yield warning("RW2062", "A remark needs a value.", line.at, "Write `remark ACTION by VALUE`.")


def _says(w: World, line: ast.ShowLine) -> Found:
    fields = {name for t in w.types.values() for name in t.slots}
    yield from _missing(w, line.paths, {*w.effects, *w.actions, *w.values, *w.table, *w.player, *fields}, "name")
    if line.text is None or len(line.paths) > 1:
        yield warning("RW2062", "Nothing is said.", line.at, 'Write `says NAME "words"`, a line for each name.')


def _count(callable: Callable_) -> int:
    return len(getattr(callable.decl, "params", ()))


# ---------------------------------------------------------------- slots


def _of_players(w: World, line: ast.ShowLine) -> Found:
    own = {name for info in w.types.values() if info.per_player for name, slot in info.slots.items() if slot.decl.var}
    yield from _missing(w, (*line.paths, *line.by), {*w.player, *own}, "slot of players")


def _of_table(w: World, line: ast.ShowLine) -> Found:
    yield from _missing(w, (*line.paths, *line.by), w.table, "slot of the table")


def _slot(fits: Callable[[World, str], bool], help: str) -> Callable[[World, ast.ShowLine], Found]:
    """Make the check of a line that draws slots: they are there, fit, and `by` says something about what is in them."""

    def check(w: World, line: ast.ShowLine) -> Found:
        yield from _missing(w, line.paths, {*w.table, *w.player}, "slot")
        for path in line.paths:
            slot = slot_of(w, path)
            if slot is None:
                continue
            if not fits(w, path.parts[-1]):
                yield warning("RW2062", f"`{path.parts[-1]}` cannot be drawn that way.", path.at, help)
            told = slot.shape.type
            long = line.word.id == "track" and isinstance(told, Num) and bool(slot.shape.keys)
            told = slot.shape.keys[0] if long else told
            kind = told.domains[0] if isinstance(told, Ref) else ""
            for by in line.by if kind else ():
                yield from _unknown_about(w, kind, by)
                if long and not isinstance(about(w, kind, by), Num | None):
                    said = f"`{by.parts[-1]}` does not say how far a track goes."
                    yield warning("RW2062", said, by.at, "Name a number: the last space of each track.")

    return check


def _counts(w: World, name: str) -> bool:
    slot = w.player.get(name) or w.table[name]
    return slot.shape.kind == "cell" and isinstance(slot.shape.type, Num | Ref) and len(slot.shape.keys) <= 1


def _holds(w: World, name: str) -> bool:
    slot = w.player.get(name) or w.table[name]
    return slot.shape.kind in ("pile", "holder") or isinstance(slot.shape.type, Ref)


# ---------------------------------------------------------------- graphs and sheets


def _graph(w: World, line: ast.ShowLine) -> Found:
    yield from _missing(w, line.paths[:1], w.program.domains, "type")
    kind = line.paths[0].parts[-1]
    if kind not in w.program.domains:
        return
    for path in line.by:
        yield from _unknown_about(w, kind, path)
    found = [about(w, kind, path) for path in line.by[:2]]
    if len(found) < 2 or not all(t is None or isinstance(t, Num) for t in found):
        help = f"Write `graph {kind} by x, y`: two numbers say where each of them lies; a third name groups them."
        yield warning("RW2062", f"Nothing says where a `{kind}` lies.", line.at, help)


def _node(w: World, line: ast.ShowLine) -> Found:
    kind = line.paths[0].parts[-1]
    if kind not in graphs(w):
        help = f"Add `graph {kind} by x, y`." if kind in w.program.domains else "Name the type of a `graph`."
        yield warning("RW2062", f"No `graph` draws `{kind}`.", line.paths[0].at, help)
        return
    for path in line.by:
        yield from _unknown_about(w, kind, path)


def _link(w: World, line: ast.ShowLine) -> Found:
    kind = line.paths[0].parts[-1]
    yield from _missing(w, line.paths[:1], w.program.domains, "type")
    if kind not in w.program.domains:
        return
    for path in line.by:
        yield from _unknown_about(w, kind, path)
    if not any(places_of(w, kind, path) for show in w.program.shows if _links(show, kind) for path in show.by):
        help = "Name what it joins: a field with a set of two places, or two fields with one each."
        yield warning("RW2062", f"Nothing says which places a `{kind}` joins.", line.at, help)


def _links(show: object, kind: str) -> bool:
    return getattr(show, "word", "") == "link" and getattr(show, "paths", ())[:1] == (kind,)


def _sheet(w: World, line: ast.ShowLine) -> Found:
    kind = line.paths[0].parts[-1]
    yield from _missing(w, line.paths[:1], w.program.domains, "type")
    for path in line.by if kind in w.program.domains else ():
        yield from _unknown_about(w, kind, path)
    if not line.by:
        yield warning("RW2062", "A sheet without columns is empty.", line.at, f"Write `sheet {kind} by ...`.")


# ---------------------------------------------------------------- messages


def _missing(w: World, paths: Iterable[ast.Path], known: Iterable[str], what: str) -> Found:
    known = list(known)
    for path in paths:
        if path.parts[-1] not in known and path.parts[-1] not in w.broken:
            near = nearest(path.parts[-1], known)
            help = f"Did you mean `{near}`?" if near else "Name something that is declared."
            yield warning("RW2062", f"There is no {what} called `{'.'.join(path.parts)}` to be drawn.", path.at, help)


def _unknown_about(w: World, kind: str, path: ast.Path) -> Found:
    """Report a name that says nothing about the things of a type."""
    name = path.parts[-1]
    if about(w, kind, path) is None and name not in w.broken:
        near = nearest(name, known_about(w, kind))
        help = f"Did you mean `{near}`?" if near else (
            f"Name a field of `{kind}`, a slot `per {kind}` or one that holds a `{kind}`, or a value of one `{kind}`."
        )  # fmt: skip
        yield warning("RW2062", f"`{name}` says nothing about a `{kind}`.", path.at, help)


_CHECKS: dict[str, Callable[[World, ast.ShowLine], Found]] = {
    "grid": _grid,
    "symbol": _symbol,
    "map": _map,
    "own": _of_players,
    "others": _of_players,
    "table": _of_table,
    "rack": _of_players,
    "picture": _picture,
    "remark": _remark,
    "says": _says,
    "graph": _graph,
    "node": _node,
    "link": _link,
    "track": _slot(_counts, "A track needs a number or the name of a space, per player or per kind at most."),
    "row": _slot(_holds, "A row needs a place in which things lie."),
    "supply": _slot(lambda w, name: True, ""),
    "sheet": _sheet,
}
WORDS = tuple(_CHECKS)
