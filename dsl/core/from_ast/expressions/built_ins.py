"""The built-in words that are called: seats, piles, boards, and the questions `can` and `before`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from regelwerk.dsl import ast, core
from regelwerk.dsl.core import Binary, Const, Expr, Num, PlayerCount, Ref, SetOf, Type, Unary
from regelwerk.dsl.core.type_rules import coerce, words
from regelwerk.dsl.diagnostics import Fix
from regelwerk.dsl.source import Span

from ..context import Scope, World
from ..errors import mistake, unknown, unknown_title
from . import boards as geometry
from . import names
from . import read as ex


def arguments(w: World, a: ast.Call, low: int, high: int | None = None) -> tuple[ast.Expr, ...]:
    if not low <= len(a.args) <= (high or low):
        name = a.of.id if isinstance(a.of, ast.Ident) else "this"
        wants = f"`{name}` takes {low}{f' to {high}' if high else ''} in brackets"
        stand = "nothing stands" if not a.args else f"{len(a.args)} stand"
        raise mistake("RW2014", f"{wants}, but {stand} here.", a.at, f"Write `{USES[name]}`.")
    return a.args


def _count(w: World, at: Span) -> Expr:
    return PlayerCount(type=Num(*w.program.players), at=at)


def _around(w: World, seat: Expr, by: Expr, at: Span) -> Expr:
    top = w.domain("Player").size
    moved = Binary("add", seat, by, type=Num(0, 3 * top), at=at)
    return Binary("mod", moved, _count(w, at), type=names.PLAYER, at=at)


def seat(w: World, a: ast.Call, s: Scope, hint: Type | None) -> Expr:
    n = ex.number(w, ex.expr(w, arguments(w, a, 1)[0], s))
    return Binary("mod", n, _count(w, a.at), type=names.PLAYER, at=a.at)


def left(w: World, a: ast.Call, s: Scope, hint: Type | None) -> Expr:
    p = ex.expect(w, arguments(w, a, 1)[0], s, names.PLAYER)
    return _around(w, p, Const(1, type=Num(1, 1)), a.at)


def right(w: World, a: ast.Call, s: Scope, hint: Type | None) -> Expr:
    p = ex.expect(w, arguments(w, a, 1)[0], s, names.PLAYER)
    back = Binary("sub", _count(w, a.at), Const(1, type=Num(1, 1)), type=Num(0, w.domain("Player").size), at=a.at)
    return _around(w, p, back, a.at)


def only(w: World, a: ast.Call, s: Scope, hint: Type | None) -> Expr:
    e = ex.expr(w, arguments(w, a, 1)[0], s, SetOf(hint) if isinstance(hint, Num | Ref) else None)
    if not isinstance(e.type, SetOf):
        help = "One thing needs no `only`: leave it out." if isinstance(e.type, Num | Ref) else "Name a set."
        fixes = (Fix(a.at, a.args[0].id),) if isinstance(a.args[0], ast.Ident) else ()
        raise mistake("RW3030", f"`only` asks for a set, but this is {words(e.type)}.", a.at, help, fixes=fixes)
    return Unary("only", e, type=e.type.element, at=a.at)


def next_of(w: World, a: ast.Call, s: Scope, hint: Type | None) -> Expr:
    e = ex.expr(w, arguments(w, a, 1)[0], s, hint)
    if not isinstance(e.type, Ref) or len(e.type.domains) != 1:
        help = "The next number is `n + 1`; the next player is `left(p)`."
        raise mistake("RW3031", "`next` goes through one kind or component type.", a.at, help)
    domain = e.type.domains[0]
    key = ("next", domain)
    if key not in w.geometry:
        n = w.domain(domain).size
        data = [*range(1, n), -1]
        w.geometry[key] = w.add_table(f"next {domain}", (Ref((domain,)),), Ref((domain,), True), data, -1)
    return w.lookup(w.geometry[key], (e,), a.at)


def top(w: World, a: ast.Call, s: Scope, hint: Type | None) -> Expr:
    found = names.place(w, arguments(w, a, 1, 2)[0], s)
    if found is None or found[0] == core.BOX:
        ex.expr(w, a.args[0], s)  # an unknown name is the first thing to say
        raise mistake("RW3032", "`top` asks for a pile.", a.at, "Name a `pile of` something, for example `top(deck)`.")
    if len(a.args) == 2:
        raise mistake(
            "RW3033", "`top(pile, n)` is a packet: it can only be moved.", a.at, "Use it in `move top(pile, n) to ...`."
        )
    zero = Const(0, type=Num(0, 0))
    return core.PileAt(found[0], zero, type=replace(found[1], none=True), at=a.at)


def bottom(w: World, a: ast.Call, s: Scope, hint: Type | None) -> Expr:
    """`bottom(pile)`: what lies lowest, or none."""
    found = names.place(w, arguments(w, a, 1)[0], s)
    if found is None or found[0] == core.BOX:
        ex.expr(w, a.args[0], s)
        said, help = "`bottom` asks for a pile.", "Name a `pile of` something, for example `bottom(deck)`."
        raise mistake("RW3032", said, a.at, help)
    most = w.size(found[1])
    one, none_left = Const(1, type=Num(1, 1)), Const(0, type=Num(0, 0))
    size = core.PileSize(found[0], type=Num(0, most), at=a.at)
    above = core.Binary("sub", size, one, type=Num(-1, most - 1), at=a.at)
    lowest = core.Binary("max", above, none_left, type=Num(0, max(most - 1, 0)), at=a.at)
    return core.PileAt(found[0], lowest, type=replace(found[1], none=True), at=a.at)


def board_of(w: World, e: Expr, at: Span) -> str:
    if isinstance(e.type, Ref) and len(e.type.domains) == 1 and e.type.domains[0] in w.boards:
        return e.type.domains[0]
    help = "Name a cell: `cell(x, y)`, a slot that holds one, or a cell picked with `c in Board`."
    raise mistake("RW3034", f"A cell of a board is wanted here, but this is {words(e.type)}.", at, help)


def cell(w: World, a: ast.Call, s: Scope, hint: Type | None) -> Expr:
    args = arguments(w, a, 2)
    board = next((d for d in (hint.domains if isinstance(hint, Ref) else ()) if d in w.boards), None)
    if board is None:
        if len(w.boards) != 1:
            if not w.boards:
                raise mistake("RW3035", "There is no board.", a.at, "Declare one: `board Cell square 8 x 8`.")
            boards = " and ".join(f"`{b}`" for b in w.boards)
            raise mistake("RW3035", f"Which board? There are {boards}.", a.at, _where_known(w))
        board = next(iter(w.boards))
    x, y = (ex.number(w, ex.expr(w, e, s)) for e in args)
    return geometry.cell_at(w, board, x, y, a.at)


def _where_known(w: World) -> str:
    """Show by the ruleset itself where it is known which board is meant."""
    for table, owner in ((w.table, ""), (w.player, "me.")):
        for name, info in table.items():
            key = info.shape.keys[0] if info.shape.keys else info.shape.type
            if isinstance(key, Ref) and key.domains[0] in w.boards:
                use = f"{owner}{name}[cell(1, 1)]" if info.shape.keys else f"{owner}{name} = cell(1, 1)"
                return f"Use it where the board is known: in `{use}` it is a cell of `{key.domains[0]}`."
    board = next(iter(w.boards))
    return f"Use it where the board is known: `any c in {board} where c = cell(1, 1)`."


def cell_and_side(w: World, a: ast.Call, s: Scope) -> tuple[str, Expr, Expr]:
    args = arguments(w, a, 2)
    c = ex.expr(w, args[0], s)
    board = board_of(w, c, args[0].at)
    side = ex.expect(w, args[1], s, Ref((geometry.side_domain(w, board),)))
    return board, c, side


def go(w: World, a: ast.Call, s: Scope, hint: Type | None) -> Expr:
    board, c, side = cell_and_side(w, a, s)
    return geometry.go(w, board, c, side, a.at)


def neighbours(w: World, a: ast.Call, s: Scope, hint: Type | None) -> Expr:
    c = ex.expr(w, arguments(w, a, 1)[0], s)
    return geometry.neighbours(w, board_of(w, c, a.at), c, a.at)


def apart(w: World, a: ast.Call, s: Scope, hint: Type | None) -> Expr:
    first, second = (ex.expr(w, e, s) for e in arguments(w, a, 2))
    board = board_of(w, first, a.at)
    first, second = (coerce(e, Ref((board,))) for e in (first, second))
    return geometry.apart(w, board, first, second, a.at)


def _side(w: World, e: ast.Expr, s: Scope, hint: Type | None) -> tuple[str, Expr]:
    found = ex.expr(w, e, s, hint)
    if not (
        isinstance(found.type, Ref) and len(found.type.domains) == 1 and w.domain(found.type.domains[0]).kind == "side"
    ):
        help = "Sides are named after the compass, for example `north` or `south_east`."
        raise mistake("RW3036", f"A side is wanted here, but this is {words(found.type)}.", e.at, help)
    return found.type.domains[0], coerce(found, Ref(found.type.domains))


def turned(w: World, a: ast.Call, s: Scope, hint: Type | None) -> Expr:
    first, second = arguments(w, a, 2)
    sides, side = _side(w, first, s, hint)
    return geometry.turned(w, sides, side, ex.number(w, ex.expr(w, second, s)), a.at)


def facing(w: World, a: ast.Call, s: Scope, hint: Type | None) -> Expr:
    sides, side = _side(w, arguments(w, a, 1)[0], s, hint)
    return geometry.facing(w, sides, side, a.at)


def was(when: str) -> Callable[[World, ast.Call, Scope, Type | None], Expr]:
    def read(w: World, a: ast.Call, s: Scope, hint: Type | None) -> Expr:
        if not s.checks:
            raise mistake(
                "RW2018",
                f"`{'before' if when == 'before' else 'at_start'}` looks back; only an invariant may do that.",
                a.at,
                "In a rule, keep the number in a slot when it matters, and ask for that slot.",
            )
        e = ex.expr(w, arguments(w, a, 1)[0], s, hint)
        return core.Was(when, e, type=e.type, at=a.at)

    return read


def line(w: World, a: ast.Call, s: Scope, hint: Type | None) -> Expr:
    if not s.checks:
        help = "Give what the line reckons a name with `value`, and use that in both places."
        raise mistake("RW2019", "`line` can only be asked in a scenario or invariant.", a.at, help)
    *named, title, seat = arguments(w, a, 2, 3)
    if not isinstance(title, ast.TextExpr):
        help = 'Write the text as it stands in the scoring: `line("gold", ann)`.'
        raise mistake("RW2020", "The first is the text of a scoring line.", title.at, help)
    wanted = "".join(p for p in title.text.parts if isinstance(p, str))
    sheets = {sheet.name: dict(sheet.lines) for sheet in w.program.scorings}
    if named:
        name = named[0].id if isinstance(named[0], ast.Ident) else ""
        if name not in sheets:
            raise unknown("RW2031", "scoring", name, sheets, named[0].at)
        w.note(named[0].at, "scoring", name)
        sheets = {name: sheets[name]}
    found = {name: lines[wanted] for name, lines in sheets.items() if wanted in lines}
    if not found:
        raise unknown_title("RW2021", "scoring line", wanted, [t for lines in sheets.values() for t in lines], title.at)
    if len(found) > 1:
        help = f'Say which: `line({next(iter(found))}, "{wanted}", …)`.'
        said = f"`{wanted}` is a line of {' and '.join(f'`{n}`' for n in found)}."
        raise mistake("RW2028", said, title.at, help)
    p = ex.expect(w, seat, s, names.PLAYER)
    (number,) = found.values()
    slot = w.program.slots[number]
    return core.Load(slot.id, (p,), type=slot.type, at=a.at)


# How each is called, for messages.
USES = {
    "seat": "seat(n)", "left": "left(p)", "right": "right(p)", "only": "only(S)", "next": "next(k)",
    "top": "top(pile)", "bottom": "bottom(pile)", "cell": "cell(x, y)", "go": "go(c, side)",
    "neighbours": "neighbours(c)",
    "apart": "apart(a, b)", "turned": "turned(side, n)", "facing": "facing(side)", "can": "can(call)",
    "why": "why(p, call)", "before": "before(e)", "at_start": "at_start(e)", "line": 'line("…", p)',
    "sees": "sees(p, pile)", "ray": "ray(c, side)", "by_chance": "by_chance(e)",
}  # fmt: skip
