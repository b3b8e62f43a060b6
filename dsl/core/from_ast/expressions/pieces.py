"""Pieces that are laid on a board: hexagons, squares, or several of them in one board; turning, matching, neighbours.

`type Tile on Map` gives every Tile a place on Map (`at`, the cell of its first part, and `turn`). Its field `sides`
lists what stands on each side of each part, clockwise from the first side; `parts` lists where the further parts sit,
seen from the first (sides of the board). Everything below is static data and a few state cells.

Of a `board ... per player` every player has one; its cells are coordinates that all players share. What lies there is
asked of `me` (or of p: `p.piece(c)`), `lay` lays on the board of `me`, and `t.owner` is the player with whom t lies.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from regelwerk.dsl import ast, core
from regelwerk.dsl.core import Binary, Cond, Const, Expr, Load, Loop, Num, Quant, Ref, SetOf, Stmt, Type
from regelwerk.dsl.core.type_rules import FLAG, coerce, fold, words
from regelwerk.dsl.source import Span

from ..context import Scope, Shape, SlotInfo, TypeInfo, World
from ..errors import SILENT, mistake
from . import boards, names
from . import read as ex

HERE = -2  # the first part itself


def declare(w: World, info: TypeInfo) -> None:
    """Make the slots and tables of a type of pieces."""
    d = info.decl
    assert d.on is not None
    board, tile = Ref((d.on.id,)), Ref((info.name,))
    n = w.domain(info.name).size
    sides = boards.side_domain(w, d.on.id)
    k = w.domain(sides).size
    for name, type_, default in (("at", Ref(board.domains, True), -1), ("turn", Num(0, k - 1), 0)):
        decl = ast.Slot(
            ast.Name(name, at=d.at), ast.NamedType("none", at=d.at), None, True, "public", None, None, at=d.at
        )
        number = _slot(w, f"{info.name}.{name}", info.name, name, (tile,), type_, [default] * n)
        info.slots[name] = SlotInfo(decl, info.name, Shape("cell", type_), number, "state")
    own = w.boards[d.on.id].per_player
    if own:
        _with(w, info, n)
    where: tuple[Ref, ...] = (names.PLAYER, board) if own else (board,)
    cells = w.size(board) * (w.domain("Player").size if own else 1)
    w.geometry["on", info.name] = _slot(
        w, f"{info.name}.on", "table", f"{info.name} on", where, Ref((info.name,), True), [-1] * cells
    )
    parts = _parts(w, info, sides)
    most = max((len(p) for p in parts), default=1)
    label = next((s for s in d.slots if s.name.id == "sides"), None)
    w.geometry["parts", info.name] = most
    # where part i of tile t sits when turned by r: HERE, a side, or -1 (no such part)
    steps = [
        (-1 if i >= len(parts[t]) else HERE if parts[t][i] == HERE else (parts[t][i] + r) % k)
        for t in range(n)
        for i in range(most)
        for r in range(k)
    ]
    keys = (tile, Num(0, most - 1), Num(0, k - 1))
    w.geometry["step", info.name] = w.add_table(f"{info.name}.step", keys, Num(-2, k - 1), steps, -1)
    if most > 1:
        w.geometry["part", info.name] = _slot(
            w, f"{info.name}.part", "table", f"{info.name} part", where, Num(0, most - 1), [0] * cells
        )
    if label is not None:
        _labels(w, info, label, parts, most, k, sides)


def _with(w: World, info: TypeInfo, n: int) -> None:
    """With whom a piece lies; for pieces that are nobody's by nature this is their `owner`."""
    at, type_ = info.decl.at, Ref(names.PLAYER.domains, True)
    number = _slot(w, f"{info.name}.owner", info.name, "owner", (Ref((info.name,)),), type_, [-1] * n)
    w.geometry["with", info.name] = number
    if not info.per_player:
        name, none = ast.Name("owner", at=at), ast.NamedType("none", at=at)
        decl = ast.Slot(name, none, None, True, "public", None, None, at=at)
        info.slots["owner"] = SlotInfo(decl, info.name, Shape("cell", type_), number, "state")


def _slot(
    w: World, address: str, owner: str, name: str, keys: tuple[Num | Ref, ...], t: Type, default: list[int]
) -> int:
    number = len(w.program.slots)
    shown = owner != "table"
    w.program.slots.append(core.Slot(number, name, address, owner, keys, t, "cell", default, shown=shown))
    return number


def _parts(w: World, info: TypeInfo, sides: str) -> list[list[int]]:
    out = []
    for i in info.instances:
        given = i.fields.get("parts")
        row = [HERE]
        for v in in_order(given.values) if given is not None else ():
            side = fold(ex.expect(w, v, Scope(), Ref((sides,))))
            if side is None:
                help = "Name a side of the board, for example `east`."
                raise mistake("RW3110", "A part sits on a side of the first one.", v.at, help)
            row.append(side)
        out += [row] * i.copies
    return out * (w.program.players[1] if info.per_player else 1)


def _labels(w: World, info: TypeInfo, slot: ast.Slot, parts: list[list[int]], most: int, k: int, sides: str) -> None:
    if not isinstance(slot.type, ast.ListType):
        help = "Write for example `sides list of Land`."
        raise mistake("RW3111", "`sides` is a `list of` what stands on the sides.", slot.at, help)
    t = w.key_type(slot.type.element)
    printed: list[list[int]] = []
    for i in info.instances:
        given = i.fields.get("sides")
        row = [fold(ex.expect(w, v, Scope(), t)) for v in in_order(given.values)] if given is not None else []
        want = k * len(parts[len(printed)])
        if len(row) != want or any(v is None for v in row):
            raise mistake(
                "RW3112",
                f"`{i.name}` needs {want} sides, clockwise from {w.domain(sides).titles[0]}, part by part; "
                f"it has {len(row)}.",
                given.at if given is not None else i.at,
                "Write one for each side, separated by commas.",
            )
        printed += [[v for v in row if v is not None]] * i.copies
    printed *= w.program.players[1] if info.per_player else 1
    data = [
        (printed[p][i * k + (d - r) % k] if i < len(parts[p]) else -1)
        for p in range(len(printed))
        for i in range(most)
        for r in range(k)
        for d in range(k)
    ]
    keys = (Ref((info.name,)), Num(0, most - 1), Num(0, k - 1), Ref((sides,)))
    none = Ref(t.domains, True) if isinstance(t, Ref) else Num(t.lo, t.hi, True)
    w.geometry["label", info.name] = w.add_table(
        f"{info.name}.label", keys, none, data, -1 if isinstance(t, Ref) else core.NONE_NUM
    )


# ------------------------------------------------------------------------------------------------ parts as expressions


class Piece:
    """Expressions about one type of pieces."""

    def __init__(self, w: World, name: str, at: Span) -> None:
        info = w.types[name]
        assert info.decl.on is not None
        if ("parts", name) not in w.geometry:  # its own declaration has a mistake
            raise SILENT
        self.w, self.name, self.board, self.at = w, name, info.decl.on.id, at
        self.cell = Ref((self.board,))
        self.sides = boards.side_domain(w, self.board)
        self.k = w.domain(self.sides).size
        self.most = w.geometry["parts", name]
        self.tile = Ref((name,))
        self.turns = Num(0, self.k - 1)
        self.own = w.boards[self.board].per_player
        self.seat: tuple[Expr, ...] = ()  # of a board per player: whose

    def lies_with(self, t: Expr) -> Expr:
        """With whom a piece lies."""
        return Load(self.w.geometry["with", self.name], (t,), type=Ref(names.PLAYER.domains, True), at=self.at)

    def slot(self, name: str, keys: tuple[Expr, ...], t: Type) -> Expr:
        if name in ("on", "part"):
            return Load(self.w.geometry[name, self.name], (*self.seat, *keys), type=t, at=self.at)
        return Load(self.w.types[self.name].slots[name].number, keys, type=t, at=self.at)

    def number(self, v: int) -> Expr:
        return Const(v, type=Num(v, v), at=self.at)

    def step(self, t: Expr, i: Expr, r: Expr) -> Expr:
        return self.w.lookup(self.w.geometry["step", self.name], (t, i, r), self.at)

    def spot(self, t: Expr, i: Expr, c: Expr, r: Expr) -> Expr:
        """The cell of part i when the piece lies at c turned by r (none off the board; only for parts it has)."""
        step = self.step(t, i, r)
        side = core.Binary("max", step, self.number(0), type=Ref((self.sides,)), at=self.at)
        here = Binary("eq", step, self.number(HERE), type=FLAG, at=self.at)
        return Cond(
            here, c, boards.go(self.w, self.board, c, side, self.at), type=Ref(self.cell.domains, True), at=self.at
        )

    def exists(self, t: Expr, i: Expr, r: Expr) -> Expr:
        return Binary("ne", self.step(t, i, r), self.number(-1), type=FLAG, at=self.at)

    def each_part(self, t: Expr, r: Expr) -> tuple[Loop, Expr]:
        v, i = self.w.local("part", Num(0, self.most - 1))
        where = self.exists(t, i, r) if self.most > 1 else None
        return Loop(v, core.FromRange(self.number(0), self.number(self.most - 1)), where), i

    def each_side(self) -> tuple[Loop, Expr]:
        v, d = self.w.local("side", Ref((self.sides,)))
        return Loop(v, core.FromSet(self.w.full(self.sides, self.at))), d

    def on(self, c: Expr) -> Expr:
        return self.slot("on", (c,), Ref(self.tile.domains, True))

    def free(self, c: Expr) -> Expr:
        none = Const(-1, type=Ref(self.cell.domains, True))
        inside = Binary("ne", c, none, type=FLAG, at=self.at)
        empty = Binary("eq", self.on(c), Const(-1, type=Ref(self.tile.domains, True)), type=FLAG, at=self.at)
        return Binary("and", inside, empty, type=FLAG, at=self.at)

    def label(self, t: Expr, i: Expr, r: Expr, d: Expr) -> Expr:
        table = self.w.geometry.get(("label", self.name))
        if table is None:
            help = f"Add `sides list of …` to `type {self.name}`."
            raise mistake("RW3113", f"`{self.name}` has no `sides`.", self.at, help)
        return self.w.lookup(table, (t, i, r, d), self.at)

    def label_at(self, c: Expr, d: Expr) -> Expr:
        """What stands on side d of the part that lies on cell c; none if the cell is free."""
        part = self.slot("part", (c,), Num(0, self.most - 1)) if self.most > 1 else self.number(0)
        turn = self.slot("turn", (self.on(c),), self.turns)
        return self.label(self.on(c), part, turn, d)


def _func(w: World, p: Piece, word: str, result: Type, build: Callable[[Piece, Expr, Expr, Expr], Expr]) -> int:
    """A helper function of a piece, a cell and a turn, made once; of a board per player, the player comes first."""
    key = (word, p.name)
    if key not in w.geometry:
        inside = Piece(w, p.name, p.at)
        vars = [w.local("t", p.tile), w.local("c", p.cell), w.local("r", p.turns)]
        if p.own:
            seat = w.local("me", names.PLAYER)
            inside.seat = (seat[1],)
            vars = [seat, *vars]
        func = core.Func(
            len(w.program.funcs),
            " ".join(key),
            f"board.{' '.join(key)}",
            tuple(v for v, _ in vars),
            result,
            Const(0, type=result),
        )
        w.program.funcs.append(func)
        w.geometry[key] = func.id
        func.body = build(inside, *(e for _, e in vars[-3:]))
    return w.geometry[key]


def _fits(w: World, p: Piece) -> int:
    """Free cells below every part, and equal labels wherever two sides touch."""

    def build(p: Piece, t: Expr, c: Expr, r: Expr) -> Expr:
        parts, i = p.each_part(t, r)
        spot = p.spot(t, i, c, r)
        sides, d = p.each_side()
        beyond = boards.go(w, p.board, spot, d, p.at)
        open_ = Binary("eq", p.on(beyond), Const(-1, type=Ref(p.tile.domains, True)), type=FLAG, at=p.at)
        same = Binary(
            "eq", p.label(t, i, r, d), p.label_at(beyond, boards.facing(w, p.sides, d, p.at)), type=FLAG, at=p.at
        )
        edges: Expr = p.free(spot)
        if ("label", p.name) in w.geometry:
            match = Quant("all", (sides,), Binary("or", open_, same, type=FLAG), type=FLAG, at=p.at)
            edges = Binary("and", edges, match, type=FLAG, at=p.at)
        return Quant("all", (parts,), edges, type=FLAG, at=p.at)

    return _func(w, p, "fits", FLAG, build)


def _touches(w: World, p: Piece) -> int:
    """How many sides would touch pieces that lie already."""

    def build(p: Piece, t: Expr, c: Expr, r: Expr) -> Expr:
        parts, i = p.each_part(t, r)
        spot = p.spot(t, i, c, r)
        v, d = w.local("side", Ref((p.sides,)))
        beyond = boards.go(w, p.board, spot, d, p.at)
        there = Binary("ne", p.on(beyond), Const(-1, type=Ref(p.tile.domains, True)), type=FLAG, at=p.at)
        sides = Loop(v, core.FromSet(w.full(p.sides, p.at)), there)
        return Quant("count", (parts, sides), None, type=Num(0, p.k * p.most), at=p.at)

    return _func(w, p, "touches", Num(0, p.k * p.most), build)


def _covers(w: World, p: Piece) -> int:
    """The cells a piece would cover."""

    def build(p: Piece, t: Expr, c: Expr, r: Expr) -> Expr:
        parts, i = p.each_part(t, r)
        spot = p.spot(t, i, c, r)
        inside: Expr = Binary("ne", spot, Const(-1, type=spot.type), type=FLAG, at=p.at)
        if parts.where is not None:
            inside = Binary("and", parts.where, inside, type=FLAG, at=p.at)
        return Quant("collect", (replace(parts, where=inside),), spot, type=SetOf(p.cell), at=p.at)

    return _func(w, p, "covers", SetOf(p.cell), build)


# ------------------------------------------------------------------------------------------------ what rulesets ask


def _piece_of(w: World, e: Expr, at: Span) -> Piece:
    t = e.type
    if (
        isinstance(t, Ref)
        and len(t.domains) == 1
        and t.domains[0] in w.types
        and w.types[t.domains[0]].decl.on is not None
    ):
        return Piece(w, t.domains[0], at)
    if isinstance(t, Ref) and w.broken & set(t.domains):
        raise SILENT  # its board is not there
    raise mistake(
        "RW3114", f"A piece of a board is wanted here, but this is {words(t)}.", at, "Declare its type with `on`."
    )


def _on_board(w: World, e: Expr, at: Span) -> Piece:
    t = e.type
    if isinstance(t, Ref) and len(t.domains) == 1:
        for info in w.types.values():
            if info.decl.on is not None and info.decl.on.id == t.domains[0]:
                return Piece(w, info.name, at)
    help = "Pieces are declared with `type Tile on Board`; name a cell of that board."
    raise mistake("RW3115", f"A cell on which pieces are laid is wanted here, but this is {words(t)}.", at, help)


def asked(word: str, w: World, a: ast.Call, s: Scope, hint: Type | None) -> Expr:
    return question(w, word, a, s)


def question(w: World, word: str, a: ast.Call, s: Scope, of: Expr | None = None) -> Expr:
    """What can be asked of a board; of a board per player it is asked of `me`, or of the player before the dot:
    `fits(t, c, r)`, `touches(t, c, r)`, `cells(t)`, `cells(t, c, r)`, `piece(c)`, `label(c, side)`, `rim(t)`."""
    counts = {"fits": (3,), "touches": (3,), "cells": (1, 3), "piece": (1,), "label": (2,), "rim": (1,)}[word]
    if len(a.args) not in counts:
        shown = {"piece": "piece(c)", "label": "label(c, side)", "cells": "cells(t)", "rim": "rim(t)"}
        help = f"Write `{shown.get(word, f'{word}(t, c, r)')}`."
        raise mistake("RW2014", f"`{word}` takes {' or '.join(map(str, counts))} in brackets.", a.at, help)
    first = ex.expr(w, a.args[0], s)
    if word in ("piece", "label"):
        p = _on_board(w, first, a.at)
        _seat(w, p, of, s)
        if word == "piece":
            return p.on(first)
        return p.label_at(first, ex.expect(w, a.args[1], s, Ref((p.sides,))))
    p = _piece_of(w, first, a.at)
    t = coerce(first, p.tile)
    if len(a.args) == 3:
        c = ex.expect(w, a.args[1], s, p.cell)
        r = names.in_range(ex.number(w, ex.expr(w, a.args[2], s)), p.turns, a.at)
        r = coerce(r, p.turns)
        func = {"fits": _fits, "touches": _touches, "cells": _covers}[word](w, p)
        _seat(w, p, of, s)
        return core.CallFunc(func, (*p.seat, t, c, r), type=w.program.funcs[func].type, at=a.at)
    if p.own:
        p.seat = (p.lies_with(t),)
    covered = _lies(w, p, t)
    if word == "cells":
        return covered
    return _rim(w, p, covered)


def _seat(w: World, p: Piece, of: Expr | None, s: Scope) -> None:
    if p.own:
        p.seat = (coerce(of, names.PLAYER) if of is not None else names.me(w, s, p.at),)


def _lies(w: World, p: Piece, t: Expr) -> Expr:
    """The cells on which a piece lies, none if it lies nowhere."""
    at_ = Load(w.types[p.name].slots["at"].number, (t,), type=Ref(p.cell.domains, True), at=p.at)
    none = Binary("eq", at_, Const(-1, type=at_.type), type=FLAG)
    there: Expr = core.Unary("bit", at_, type=SetOf(p.cell))
    if p.most > 1:
        turn = p.slot("turn", (t,), p.turns)
        there = core.CallFunc(_covers(w, p), (*p.seat, t, replace(at_, type=p.cell), turn), type=SetOf(p.cell), at=p.at)
    return Cond(none, Const(0, type=SetOf(p.cell)), there, type=SetOf(p.cell), at=p.at)


def _rim(w: World, p: Piece, covered: Expr) -> Expr:
    """The free cells around a piece."""
    v, c = w.local("cell", p.cell)
    v2, n = w.local("next", p.cell)
    around = Loop(v2, core.FromSet(boards.neighbours(w, p.board, c, p.at)), p.free(n))
    return Quant("collect", (Loop(v, core.FromSet(covered)), around), n, type=SetOf(p.cell), at=p.at)


def lay(w: World, a: ast.Lay, s: Scope, result: Type | None) -> list[Stmt]:
    """Put a piece down; every cell it covers must be free."""
    what = ex.expr(w, a.what, s)
    p = _piece_of(w, what, a.what.at)
    t = coerce(what, p.tile)
    c = ex.expect(w, a.where, s, p.cell)
    r: Expr = p.number(0)
    if a.turned is not None:
        r = coerce(names.in_range(ex.number(w, ex.expr(w, a.turned, s)), p.turns, a.turned.at), p.turns)
    slots = w.types[p.name].slots
    _seat(w, p, None, s)
    vt, t1 = w.local("piece", p.tile)
    vc, c1 = w.local("cell", p.cell)
    vr, r1 = w.local("turn", p.turns)
    parts, i = p.each_part(t1, r1)
    vs, spot = w.local("spot", p.cell)
    free = core.Needs(
        p.free(core.Local(vs, type=vs.type)),
        core.Text(
            (
                "There is no room for ",
                t1,
                " there.",
            )
        ),
        at=a.at,
    )
    spot_value = coerce(p.spot(t1, i, c1, r1), p.cell)
    inner: list[Stmt] = [
        core.Let(vs, spot_value, at=a.at),
        free,
        core.Store(w.geometry["on", p.name], (*p.seat, spot), t1, at=a.at),
    ]
    if p.most > 1:
        inner.append(core.Store(w.geometry["part", p.name], (*p.seat, spot), i, at=a.at))
    if p.own:
        inner.append(core.Store(w.geometry["with", p.name], (t1,), p.seat[0], at=a.at))
    return [
        core.Let(vt, t, at=a.at),
        core.Let(vc, c, at=a.at),
        core.Let(vr, r, at=a.at),
        *_lift(w, p, t1, a.at),
        *_out_of_places(w, p, t1, a.at),
        core.Store(slots["at"].number, (t1,), c1, at=a.at),
        core.Store(slots["turn"].number, (t1,), r1, at=a.at),
        core.Each(parts, inner, at=a.at),
    ]


def _out_of_places(w: World, p: Piece, t: Expr, at: Span) -> list[Stmt]:
    """A piece that is laid leaves the pile it was in."""
    moved = any(slot.kind != "cell" and slot.type == p.tile for slot in w.program.slots)
    return [core.Move(t, core.BOX, at=at)] if moved else []


def lift(w: World, a: ast.Lift, s: Scope, result: Type | None) -> list[Stmt]:
    """Take a piece off the board."""
    what = ex.expr(w, a.what, s)
    p = _piece_of(w, what, a.what.at)
    v, t = w.local("piece", p.tile)
    return [core.Let(v, coerce(what, p.tile), at=a.at), *_lift(w, p, t, a.at)]


def _lift(w: World, p: Piece, t: Expr, at: Span) -> list[Stmt]:
    """Take it off the board it lies on, if it lies on one."""
    on = Piece(w, p.name, at)
    nowhere = Const(-1, type=Ref(p.cell.domains, True))
    lies = Binary("ne", p.slot("at", (t,), nowhere.type), nowhere, type=FLAG)
    body: list[Stmt] = []
    if p.own:
        seat, local = w.local("with", names.PLAYER)
        on.seat = (local,)
        body.append(core.Let(seat, coerce(p.lies_with(t), names.PLAYER), at=at))
    v, c = w.local("cell", p.cell)
    off = core.Store(w.geometry["on", p.name], (*on.seat, c), Const(-1, type=Ref(p.tile.domains, True)), at=at)
    body.append(core.Each(Loop(v, core.FromSet(_lies(w, on, t))), [off], at=at))
    body.append(core.Store(w.types[p.name].slots["at"].number, (t,), nowhere, at=at))
    if p.own:
        nobody = Const(-1, type=Ref(names.PLAYER.domains, True))
        body.append(core.Store(w.geometry["with", p.name], (t,), nobody, at=at))
    return [core.If(lies, body, [], at=at)]


def in_order(written: tuple[ast.Expr, ...] | None) -> tuple[ast.Expr, ...]:
    """The elements of a fixed list: `a, b` in a line of its own, `{a, b}` in a row of a table."""
    if written is not None and len(written) == 1 and isinstance(written[0], ast.SetLit):
        return written[0].items
    return written or ()
