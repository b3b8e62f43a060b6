"""Reading the nouns: kinds, boards, component types and their instances, slots, resources, rulings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from .. import ast, core
from ..core import Const, Expr, Num, Ref, SetOf, Type
from ..diagnostics import Label
from . import express as ex
from . import geometry, names
from .mistakes import Mistake, mistake, unknown
from .types import FLAG, fold, none_of
from .world import Callable_, Instance, Scope, SlotInfo, TypeInfo, World

LANGUAGE = 1


def plain(text: ast.Text | None, otherwise: str) -> str:
    """A title: the text without its expressions."""
    if text is None:
        return otherwise
    return "".join(p if isinstance(p, str) else "…" for p in text.parts)


def declare(w: World, every: list[ast.Decl]) -> None:
    """Take in all nouns and the names of all verbs."""
    w.settle = lambda info: settle_field(w, info)
    for step in (_game, _kinds, _boards, _types, _instances, _rulings, _slots, _resources, _verbs):
        step(w, every)


def attempt(w: World, work: Callable[[], None], name: str = "") -> None:
    """Do one declaration; a mistake abandons it alone, and its name is not complained about again."""
    try:
        work()
    except Mistake as m:
        w.report(m)
        w.broken.add(name)


def _field(fields: tuple[ast.Field, ...], name: str) -> ast.Field | None:
    return next((f for f in fields if f.name.id == name), None)


def _game(w: World, every: list[ast.Decl]) -> None:
    games = [d for d in every if isinstance(d, ast.Game)]
    if not games:
        at = every[0].at if every else core.NOWHERE
        w.report(
            mistake(
                "RW4010", "No file of this ruleset has a `game` line.", at, 'Begin one file with `game name "Title"`.'
            )
        )
        w.program.players = (1, 1)
    else:
        g = games[0]
        for other in games[1:]:
            w.report(
                mistake("RW4011", "A ruleset has one `game` line.", other.at, others=(Label(g.at, "the first one"),))
            )
        w.program.name, w.program.title = g.name.id, plain(g.title, g.name.id.replace("_", " ").title())
        attempt(w, lambda: _players(w, g))
    top = w.program.players[1]
    seats = tuple(f"player_{i + 1}" for i in range(top))
    w.program.domains["Player"] = core.Domain("Player", "player", seats, tuple(f"Player {i + 1}" for i in range(top)))


def _players(w: World, g: ast.Game) -> None:
    f = _field(g.fields, "players")
    if f is None or not f.values:
        raise mistake(
            "RW4012",
            "The `game` line does not say how many players there are.",
            g.at,
            "Add for example `players 2..4`.",
        )
    v = f.values[0]
    lo, hi = (
        (w.constant(v.left), w.constant(v.right))
        if isinstance(v, ast.Binary) and v.op == ".."
        else (w.constant(v),) * 2
    )
    if not 1 <= lo <= hi <= 16:
        raise mistake("RW4013", "A game is for 1 to 16 players.", f.at)
    w.program.players = (lo, hi)
    version = _field(g.fields, "language")
    if version is not None and version.values:
        n = w.constant(version.values[0])
        if n > LANGUAGE:
            raise mistake(
                "RW4014",
                f"This file is written in version {n} of the language; this program knows version {LANGUAGE}.",
                version.at,
            )


def _kinds(w: World, every: list[ast.Decl]) -> None:
    for d in every:
        if isinstance(d, ast.Kind) and _fresh_type(w, d.name):
            w.kinds[d.name.id] = d
            ids = tuple(m.name.id for m in d.members)
            for i, m in enumerate(d.members):
                if m.name.id in ids[:i]:
                    w.report(mistake("RW2041", f"`{m.name.id}` stands twice in {d.name.id}.", m.at))
                w.things.setdefault(m.name.id, []).append((d.name.id, i))
            titles = tuple(plain(m.title, m.name.id.replace("_", " ")) for m in d.members)
            w.program.domains[d.name.id] = core.Domain(d.name.id, "kind", ids, titles, at=d.at)


def _fresh_type(w: World, name: ast.Name) -> bool:
    if name.id in w.program.domains or name.id in w.types:
        first = w.program.domains[name.id].at if name.id in w.program.domains else w.types[name.id].decl.at
        w.report(mistake("RW2042", f"`{name.id}` is declared twice.", name.at, others=(Label(first, "first here"),)))
        return False
    return True


def _boards(w: World, every: list[ast.Decl]) -> None:
    for d in every:
        if isinstance(d, ast.Board) and _fresh_type(w, d.name):
            if d.width * d.height > 4096 or d.width < 1 or d.height < 1:
                w.report(mistake("RW4015", "A board has between 1 and 4096 cells.", d.at))
                continue
            w.boards[d.name.id] = d
            geometry.declare_board(w, d.name.id)


# ------------------------------------------------------------------------------------------------ components


def _types(w: World, every: list[ast.Decl]) -> None:
    for d in every:
        if isinstance(d, ast.TypeDecl) and _fresh_type(w, d.name):
            w.types[d.name.id] = TypeInfo(d)
            if d.on is not None and d.on.id not in w.boards:
                w.report(unknown("RW2043", "board", d.on.id, w.boards, d.on.at))
                w.types[d.name.id] = TypeInfo(replace(d, on=None))


def _instances(w: World, every: list[ast.Decl]) -> None:
    seen: dict[tuple[str, str], Instance] = {}
    for d in every:
        if isinstance(d, ast.Thing):
            attempt(w, lambda d=d: _instance(w, seen, d.type, d.name, d.title, d.fields, d.marks), d.name.id)  # type: ignore[misc]
        elif isinstance(d, ast.Rows):
            for row in d.rows:
                attempt(w, lambda d=d, row=row: _row(w, seen, d, row), row.name.id)  # type: ignore[misc]
    seats = w.program.players[1]
    for info in w.types.values():
        ids: list[str] = []
        titles: list[str] = []
        designs: list[int] = []
        for i in info.instances:
            i.first = len(ids)
            for copy in range(i.copies):
                ids.append(i.name if i.copies == 1 else f"{i.name}#{copy + 1}")
                titles.append(i.title)
                designs.append(i.first)
            w.things.setdefault(i.name, []).append((info.name, i.first))
        if info.decl.per_player:
            info.per_player = n = len(ids)
            ids = [f"{name}@{p + 1}" for p in range(seats) for name in ids]
            titles, designs = titles * seats, [p * n + first for p in range(seats) for first in designs]
        copied = tuple(designs) if any(i.copies > 1 for i in info.instances) else ()
        w.program.domains[info.name] = core.Domain(
            info.name, "component", tuple(ids), tuple(titles), copied, at=info.decl.at
        )
    w.order.rank = {d: i for i, d in enumerate(w.program.domains)}


def _row(w: World, seen: dict[tuple[str, str], Instance], d: ast.Rows, row: ast.Row) -> None:
    if len(row.values) > len(d.columns):
        raise mistake("RW3090", f"This row has {len(row.values)} values for {len(d.columns)} columns.", row.at)
    fields = tuple(ast.Field(c, (v,), None, row.marks, at=v.at) for c, v in zip(d.columns, row.values, strict=False))
    marks = replace(row.marks, reconstructed=row.marks.reconstructed or d.marks.reconstructed)
    _instance(w, seen, d.type, row.name, row.title, fields, marks)


def _instance(
    w: World,
    seen: dict[tuple[str, str], Instance],
    type_: ast.Name,
    name: ast.Name,
    title: ast.Text | None,
    fields: tuple[ast.Field, ...],
    marks: ast.Marks,
) -> None:
    info = w.types.get(type_.id)
    if info is None:
        raise unknown("RW2001", "type", type_.id, w.types, type_.at)
    if (type_.id, name.id) in seen:
        first = seen[type_.id, name.id]
        raise mistake(
            "RW2044",
            f"There are two {type_.id} called `{name.id}`.",
            name.at,
            "Give one of them another name.",
            others=(Label(first.at, "the other one"),),
        )
    slots = [s.name.id for s in info.decl.slots] + ["copies", "parts", "sides"]
    given: dict[str, ast.Field] = {}
    for f in fields:
        if f.name.id not in slots:
            w.report(unknown("RW2045", f"{type_.id} field", f.name.id, slots, f.name.at))
        elif f.name.id in given:
            w.report(
                mistake(
                    "RW2046", f"`{f.name.id}` stands twice.", f.at, others=(Label(given[f.name.id].at, "first here"),)
                )
            )
        else:
            given[f.name.id] = f
    copies = 1
    if "copies" in given and given["copies"].values:
        copies = w.constant(given["copies"].values[0])
    else:
        default = next((s.default for s in info.decl.slots if s.name.id == "copies"), None)
        copies = w.constant(default[0]) if default else 1
    if not 0 <= copies <= 500:
        raise mistake("RW3091", "There can be 0 to 500 copies.", name.at)
    it = Instance(type_.id, name.id, plain(title, name.id.replace("_", " ")), given, copies, 0, name.at, marks)
    seen[type_.id, name.id] = it
    info.instances.append(it)


# ------------------------------------------------------------------------------------------------ rulings


def _rulings(w: World, every: list[ast.Decl]) -> None:
    for d in every:
        if isinstance(d, ast.Ruling):
            attempt(w, lambda d=d: _ruling(w, d), d.name.id)  # type: ignore[misc]


def _ruling(w: World, d: ast.Ruling) -> None:
    f = _field(d.fields, "default")
    if f is None or not f.values:
        raise mistake("RW4016", f"The ruling `{d.name.id}` has no `default`.", d.at)
    e = ex.expr(w, f.values[0], Scope())
    if fold(e) is None:
        raise mistake("RW4017", "A ruling is settled before play: a number, yes or no, or a name.", f.at)
    w.rulings[d.name.id] = e


# ------------------------------------------------------------------------------------------------ slots


def _slots(w: World, every: list[ast.Decl]) -> None:
    for info in w.types.values():
        for slot in info.decl.slots:
            if slot.name.id != "copies" and not (info.decl.on is not None and slot.name.id in ("parts", "sides")):
                attempt(w, lambda info=info, slot=slot: _type_slot(w, info, slot), slot.name.id)  # type: ignore[misc]
        if info.decl.on is not None:
            from . import pieces

            attempt(w, lambda info=info: pieces.declare(w, info))  # type: ignore[misc]
    for d in every:
        if isinstance(d, ast.State):
            for slot in d.slots:
                attempt(w, lambda d=d, slot=slot: _state_slot(w, d.owner, slot), slot.name.id)  # type: ignore[misc]


def _type_slot(w: World, info: TypeInfo, slot: ast.Slot) -> None:
    shape = w.resolve(slot.type)
    found = SlotInfo(slot, info.name, shape)
    info.slots[slot.name.id] = found
    if shape.kind == "ability":
        found.home = "ability"
    elif shape.kind == "code":
        found.home = "code"  # its procedure or function is made by `code`
    elif slot.var:
        _state(w, found, (Ref((info.name,)),))
    elif shape.kind in ("pile", "holder"):
        raise mistake(
            "RW3092",
            "A place changes during play.",
            slot.at,
            f"Write `var {slot.name.id} ...`, or `list of` for a fixed list.",
        )
    elif shape.kind == "list":
        found.home, found.number = "list", -1
    elif shape.kind == "text":
        found.home = "text"
    else:
        found.home, found.number = "table", -1


def _state_slot(w: World, owner: str, slot: ast.Slot) -> None:
    table = w.table if owner == "table" else w.player
    if slot.name.id in table:
        first = table[slot.name.id].decl
        raise mistake(
            "RW2047", f"`{slot.name.id}` is declared twice.", slot.name.at, others=(Label(first.at, "first here"),)
        )
    shape = w.resolve(slot.type)
    if shape.kind not in ("cell", "pile", "holder"):
        raise mistake(
            "RW3093", "This cannot be kept on the table.", slot.type.at, "A list is fixed; use `pile of` or `set of`."
        )
    info = SlotInfo(slot, owner, shape)
    table[slot.name.id] = info
    _state(w, info, () if owner == "table" else (names.PLAYER,))


def _state(w: World, info: SlotInfo, own: tuple[Ref, ...]) -> None:
    """Make a slot of the state. Its default is read later, when all names are known."""
    slot, shape = info.decl, info.shape
    owner = info.owner
    number = len(w.program.slots)
    made = core.Slot(
        number,
        slot.name.id,
        f"{owner}.{slot.name.id}",
        owner,
        (*own, *shape.keys),
        shape.type,
        shape.kind,
        [],
        visibility=slot.visibility,
        reconstructed=slot.marks.reconstructed,
        at=slot.at,
    )
    w.program.slots.append(made)
    info.home, info.number = "state", number
    if slot.visibility != "public":
        flags = core.Slot(
            number + 1,
            f"{slot.name.id} revealed",
            f"{owner}.{slot.name.id}.revealed",
            owner,
            made.keys,
            FLAG,
            "cell",
            [],
            shown=False,
        )
        w.program.slots.append(flags)
        made.revealed = number + 1


def settle_defaults(w: World) -> None:
    """Read the defaults of all slots of the state, and what lies where at the start."""
    taken: dict[tuple[str, int], ast.Slot] = {}
    for table in (w.table, w.player, *(t.slots for t in w.types.values())):
        for info in table.values():
            if info.home == "state" and info.decl.type is not None:
                attempt(w, lambda info=info: _default(w, info, taken))  # type: ignore[misc]
    for slot in w.program.slots:
        if not slot.default and slot.kind == "cell":
            n = 1
            for k in slot.keys:
                n *= w.size(k)
            slot.default = [0] * n


def _default(w: World, info: SlotInfo, taken: dict[tuple[str, int], ast.Slot]) -> None:
    slot = w.program.slots[info.number]
    inner = 1
    for k in info.shape.keys:
        inner *= w.size(k)
    owners = w.size(slot.keys[0]) if info.owner != "table" else 1
    written = info.decl.default
    for o in range(owners):
        s = Scope()
        if info.owner == "player":
            s.me = Const(o, type=names.PLAYER)
        elif info.owner != "table":
            s.it = Const(o, type=Ref((info.owner,)))
            instance = _instance_of(w, info.owner, o)
            own = instance.fields.get(info.decl.name.id)
            if own is not None:
                written = own.values
        if slot.kind == "cell":
            slot.default += _cells(w, info, written, s, inner)
        elif written is not None:
            _contents(w, slot, info, written, s, o * inner, taken)


def _instance_of(w: World, type_name: str, element: int) -> Instance:
    info = w.types[type_name]
    local = element % info.per_player if info.per_player else element
    return next(i for i in reversed(info.instances) if i.first <= local)


def _cells(w: World, info: SlotInfo, written: tuple[ast.Expr, ...] | None, s: Scope, n: int) -> list[int]:
    t = info.shape.type
    if written is None:
        return [_zero(w, info, t)] * n
    return [_known(w, v, t) for v in _spread(w, info, written, s, n)]


def _zero(w: World, info: SlotInfo, t: Type) -> int:
    if isinstance(t, Num):
        if t.none:
            return none_of(t)
        return 0 if t.lo <= 0 <= t.hi else t.lo
    if isinstance(t, Ref):
        return -1 if t.none else 0
    return 0


def _known(w: World, e: Expr, t: Type) -> int:
    v = fold(e)
    if v is None:
        raise mistake("RW3094", "What stands here at the start must be known before play.", e.at)
    if isinstance(t, Num) and not t.lo <= v <= t.hi and v != none_of(t):
        raise mistake("RW3095", f"{v} lies outside {t.lo}..{t.hi}.", e.at)
    return v


def _spread(w: World, info: SlotInfo, written: tuple[ast.Expr, ...], s: Scope, n: int) -> list[Expr]:
    """The written value for each key: one for all, or a list of pairs."""
    t = info.shape.type
    if len(written) == 1 and isinstance(written[0], ast.MapLit):
        if len(info.shape.keys) != 1:
            raise mistake("RW3096", "A list of pairs needs exactly one key.", written[0].at)
        key = info.shape.keys[0]
        out: list[Expr] = [Const(_zero(w, info, t), type=t)] * n
        for k, v in written[0].entries:
            i = fold(ex.expect(w, k, s, key))
            if i is None:
                raise mistake("RW3063", "The keys of a list of pairs must be fixed names or numbers.", k.at)
            index = i - (key.lo if isinstance(key, Num) else 0)
            if not 0 <= index < n:
                raise mistake("RW3095", f"{i} is no key here.", k.at)
            out[index] = ex.expect(w, v, s, t)
        return out
    if isinstance(t, SetOf):
        e = ex.expr(w, written[0], s, t) if len(written) == 1 else None
        if e is None or not isinstance(e.type, SetOf):
            e = ex.expect(w, ast.SetLit(written, at=written[0].at), s, t)
        return [ex.demand(w, e, t)] * n
    if len(written) == 1 and isinstance(written[0], ast.SetLit) and not written[0].items and info.shape.keys:
        return [Const(_zero(w, info, t), type=t)] * n
    if len(written) != 1:
        raise mistake("RW3097", "One value is wanted here.", written[1].at)
    return [ex.expect(w, written[0], s, t)] * n


def _contents(
    w: World,
    slot: core.Slot,
    info: SlotInfo,
    written: tuple[ast.Expr, ...],
    s: Scope,
    index: int,
    taken: dict[tuple[str, int], ast.Slot],
) -> None:
    """What lies in a place at the start; the first one named lies on top."""
    t = slot.type
    assert isinstance(t, Ref)
    components: list[int] = []
    for v in written:
        e = ex.expr(w, v, s, t)
        known = fold(e)
        if known is None:
            raise mistake("RW3094", "What lies here at the start must be known before play.", v.at)
        if isinstance(e.type, SetOf):
            components += [i for i in range(known.bit_length()) if known >> i & 1]
        else:
            components.append(known)
    for c in components:
        if (t.domains[0], c) in taken:
            other = taken[t.domains[0], c]
            name = w.domain(t.domains[0]).ids[c]
            raise mistake(
                "RW4018",
                f"`{name}` cannot lie in two places at the start.",
                info.decl.at,
                others=(Label(other.at, "it lies here already"),),
            )
        taken[t.domains[0], c] = info.decl
    slot.starts += [(index, c) for c in reversed(components)]


# ------------------------------------------------------------------------------------------------ fields of components


def settle_field(w: World, info: SlotInfo) -> None:
    """Fill the static table or list of a field when it is first read."""
    if info.number >= 0 or info.home not in ("table", "list"):
        return
    own = Ref((info.owner,))
    size = w.domain(info.owner).size
    if info.home == "list":
        element = info.shape.type
        assert isinstance(element, Num | Ref)
        table = core.ListTable(len(w.program.lists), f"{info.owner}.{info.decl.name.id}", (own,), element, [])
        w.program.lists.append(table)
        info.number = table.id
        for c in range(size):
            attempt(w, lambda c=c: table.rows.append(_list_row(w, info, c)))  # type: ignore[misc]
        return
    inner = 1
    for k in info.shape.keys:
        inner *= w.size(k)
    t = info.shape.type
    data: list[int] = []
    number = w.add_table(f"{info.owner}.{info.decl.name.id}", (own, *info.shape.keys), t, [], none_of(t))
    info.number = number
    for c in range(size):
        try:
            data += _field_cells(w, info, c, inner)
        except Mistake as m:
            w.report(m)
            data += [_zero(w, info, t)] * inner
    w.program.tables[number].data = data


def _written(w: World, info: SlotInfo, c: int) -> tuple[tuple[ast.Expr, ...] | None, Instance]:
    instance = _instance_of(w, info.owner, c)
    given = instance.fields.get(info.decl.name.id)
    if given is not None and given.block is not None:
        raise mistake("RW3098", f"`{info.decl.name.id}` is a value, not something to do.", given.at)
    return (given.values if given is not None else info.decl.default), instance


def _list_row(w: World, info: SlotInfo, c: int) -> list[int]:
    written, _ = _written(w, info, c)
    return [_known(w, ex.expect(w, v, Scope(), info.shape.type), info.shape.type) for v in written or ()]


def _field_cells(w: World, info: SlotInfo, c: int, n: int) -> list[int]:
    written, instance = _written(w, info, c)
    t = info.shape.type
    if written is None:
        if isinstance(t, Ref) and not t.none and not info.shape.keys:
            raise mistake(
                "RW3099",
                f"`{instance.name}` has no `{info.decl.name.id}`.",
                instance.at,
                f"Add the line `{info.decl.name.id} ...`.",
            )
        return [_zero(w, info, t)] * n
    return [_known(w, v, t) for v in _spread(w, info, written, Scope(), n)]


# ------------------------------------------------------------------------------------------------ resources and verbs


def _resources(w: World, every: list[ast.Decl]) -> None:
    for d in every:
        if isinstance(d, ast.Resource):
            if d.name.id[0].isupper() and d.name.id not in w.program.domains:
                w.report(unknown("RW2001", "kind", d.name.id, w.kinds, d.name.at))
                continue
            w.resources[d.name.id] = d
            if d.plural is not None:
                w.resources[d.plural.id] = d


def _verbs(w: World, every: list[ast.Decl]) -> None:
    groups: tuple[tuple[type, dict[str, Callable_]], ...] = (
        (ast.Value, w.values),
        (ast.Effect, w.effects),
        (ast.Action, w.actions),
        (ast.Proc, w.effects),
    )
    for d in every:
        for cls, table in groups:
            if isinstance(d, cls):
                name: ast.Name = d.name
                if name.id in table:
                    w.report(
                        mistake(
                            "RW2048",
                            f"`{name.id}` is declared twice.",
                            name.at,
                            others=(Label(table[name.id].decl.at, "first here"),),
                        )
                    )
                else:
                    table[name.id] = Callable_(d)
