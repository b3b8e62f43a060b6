"""Slots: the state of the table, the players and the components, and the fixed fields of components."""

from __future__ import annotations

from regelwerk.dsl import ast, core
from regelwerk.dsl.core import Const, Expr, Num, Ref, SetOf, Type
from regelwerk.dsl.core.type_rules import FLAG, fold, none_of
from regelwerk.dsl.core.visitor import inside
from regelwerk.dsl.diagnostics import Diagnostic, Fix, Label

from ..advice import plain
from ..context import Instance, Scope, SlotInfo, TypeInfo, World, attempt
from ..errors import Mistake, mistake
from ..expressions import names, pieces
from ..expressions import read as ex


def declare_slots(w: World, every: list[ast.Decl]) -> None:
    for info in w.types.values():
        for slot in info.decl.slots:
            if not (info.decl.on is not None and slot.name.id == "parts"):
                with attempt(w, slot.name.id):
                    _type_slot(w, info, slot)
        if info.decl.on is not None:
            with attempt(w):
                pieces.declare(w, info)
    for d in every:
        if isinstance(d, ast.State):
            for slot in d.slots:
                with attempt(w, slot.name.id):
                    _state_slot(w, d.owner, slot)


def _type_slot(w: World, info: TypeInfo, slot: ast.Slot) -> None:
    if slot.name.id == "copies":
        rows = f"rows name it in their heading, `rows {info.name}: copies`"
        way_out = f"Leave it out: {rows}; a thing declared by itself says `copies 2`."
        raise mistake("RW2047", "Every type has `copies` already.", slot.at, way_out)
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
            "RW2047",
            f"`{slot.name.id}` is declared twice.",
            slot.name.at,
            "Rename one of them, or leave one out.",
            others=(Label(first.name.at, "first here"),),
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
    w.few((*own, *shape.keys), slot.at)
    if slot.visibility == "scratch" and shape.kind != "cell":
        help = "What lies somewhere lies on the table: write `hidden`, or keep a `set of` them."
        raise mistake("RW3093", "A place is no scratch.", slot.type.at, help)
    each = w.types[owner].per_player if owner in w.types else 0
    if slot.visibility == "hidden from owner" and not each and (*own, *shape.keys)[:1] != (names.PLAYER,):
        help = "Declare it below `player`, or write `hidden`."
        raise mistake("RW3093", "Nobody owns this, so nobody is the one who must not see it.", slot.at, help)
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
        visibility="public" if slot.visibility == "scratch" else slot.visibility,
        shown=slot.visibility != "scratch",
        reconstructed=slot.marks.reconstructed,
        each=each,
        at=slot.at,
    )
    w.program.slots.append(made)
    info.home, info.number = "state", number
    if made.visibility != "public":
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
            if info.home == "state" and not w.program.slots[info.number].default:  # `at`, `turn` of pieces have one
                with attempt(w):
                    info.flawed = True
                    _default(w, info, taken)
                    info.flawed = False
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
    for o in range(owners):
        written = info.decl.default
        s = Scope()
        if info.owner == "player":
            s.me = Const(o, type=names.PLAYER)
        elif info.owner != "table":
            s.it = Const(o, type=Ref((info.owner,)))
            instance = w.instance_of(info.owner, o)
            own = instance.fields.get(info.decl.name.id)
            if own is not None:
                written = own.values
        if slot.kind == "cell":
            slot.default += _cells(w, info, written, s, inner)
        elif written is not None:
            _contents(w, slot, info, written, s, o * inner, taken)


def _cells(w: World, info: SlotInfo, written: tuple[ast.Expr, ...] | None, s: Scope, n: int) -> list[int]:
    t = info.shape.type
    if written is None:
        return [_zero(w, info, t)] * n
    return [_known(w, v, t, info) for v in _spread(w, info, written, s, n)]


def _later(info: SlotInfo | None, verb: str) -> str:
    """Say how what depends on the game is done when it begins; what is printed on cards is not."""
    if info is None or info.owner not in ("table", "player"):
        return ""
    name = info.decl.name.id
    done = verb.format(name) if info.owner == "table" else "as each players: " + verb.format(f"me.{name}")
    return f", or do it under `setup`: `{done}`"


def _fixed(w: World, t: Type) -> str:
    """Say what could be written instead of something that is not known yet."""
    if isinstance(t, Num):
        return f"a number from {t.lo} to {t.hi}"
    inner = t.element if isinstance(t, SetOf) else t
    ids = [i for d in inner.domains for i in w.domain(d).ids] if isinstance(inner, Ref) else []
    return f"a name such as `{ids[0]}`" if ids else "a fixed number or name"


def _changing(w: World, e: Expr) -> str:
    """Name what is not known yet."""
    found = next((n for n in inside(e) if isinstance(n, core.Load)), None)
    return "this depends on the game" if found is None else f"`{w.program.slots[found.slot].name}` changes during it"


def _zero(w: World, info: SlotInfo, t: Type) -> int:
    if isinstance(t, Num):
        if t.none:
            return none_of(t)
        return 0 if t.lo <= 0 <= t.hi else t.lo
    if isinstance(t, Ref):
        return -1 if t.none else 0
    return 0


def _known(w: World, e: Expr, t: Type, info: SlotInfo | None = None) -> int:
    v = fold(e)
    if v is None:
        said = f"What stands here at the start must be known before play, and {_changing(w, e)}."
        raise mistake("RW3094", said, e.at, f"Write {_fixed(w, t)}{_later(info, 'set {} to …')}.")
    if isinstance(t, Num) and not t.lo <= v <= t.hi and v != none_of(t):
        help = f"Write a number from {t.lo} to {t.hi}, or widen the range where it is declared."
        raise mistake("RW3095", f"The number {v} lies outside {t.lo}..{t.hi}.", e.at, help)
    return v


def _spread(w: World, info: SlotInfo, written: tuple[ast.Expr, ...], s: Scope, n: int) -> list[Expr]:
    """The written value for each key: one for all, or a list of pairs."""
    t = info.shape.type
    if len(written) == 1 and isinstance(written[0], ast.MapLit):
        if len(info.shape.keys) != 1:
            help = "Set the entries under `setup`, one by one."
            raise mistake("RW3096", "A list of pairs needs exactly one key.", written[0].at, help)
        key = info.shape.keys[0]
        out: list[Expr] = [Const(_zero(w, info, t), type=t)] * n
        for k, v in written[0].entries:
            i = fold(ex.expect(w, k, s, key))
            if i is None:
                help = "Write the keys as names or numbers."
                raise mistake("RW3063", "The keys of a list of pairs must be fixed names or numbers.", k.at, help)
            index = i - (key.lo if isinstance(key, Num) else 0)
            if not 0 <= index < n:
                help = f"The keys go from {key.lo} to {key.hi}." if isinstance(key, Num) else "Name one of the keys."
                raise mistake("RW3095", f"The number {i} is no key here.", k.at, help)
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
        help = "Leave the others out, or declare the field as `list of …` or `set of …`."
        raise mistake("RW3097", "One value is wanted here.", written[1].at, help)
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
    components: list[tuple[str, int]] = []
    for v in written:
        e = ex.expr(w, v, s, t)
        known = fold(e)
        if known is None:
            said = f"What lies here at the start must be known before play, and {_changing(w, e)}."
            help = f"Name components, or all of them with `{', '.join(t.domains)}`{_later(info, 'move … to {}')}."
            raise mistake("RW3094", said, v.at, help)
        several = isinstance(e.type, SetOf)
        own = e.type.element if isinstance(e.type, SetOf) else e.type
        named = [i for i in range(known.bit_length()) if known >> i & 1] if several else [known]
        assert isinstance(own, Ref)
        components += [w.of_union(own, i) for i in named]
    for domain, c in components:
        if (domain, c) in taken:
            other = taken[domain, c]
            name = w.domain(domain).ids[c]
            raise mistake(
                "RW4018",
                f"`{name}` cannot lie in two places at the start.",
                info.decl.at,
                "Take it out of one of them, or move it under `setup`.",
                others=(Label(other.at, "it lies here already"),),
            )
        taken[domain, c] = info.decl
    before = {d: sum(w.domain(o).size for o in t.domains[:n]) for n, d in enumerate(t.domains)}
    slot.starts += [(index, before[d] + c) for d, c in reversed(components)]


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
            with attempt(w):
                table.rows.append(_list_row(w, info, c))
        return
    w.few((own, *info.shape.keys), info.decl.at)
    inner = 1
    for k in info.shape.keys:
        inner *= w.size(k)
    t = info.shape.type
    data: list[int] = []
    number = w.add_table(f"{info.owner}.{info.decl.name.id}", (own, *info.shape.keys), t, [], none_of(t))
    info.number = number
    nobody = _said_by_nobody(w, info)
    if nobody is not None:
        w.report(nobody)
    for c in range(size):
        try:
            data += _field_cells(w, info, c, inner) if nobody is None else [_zero(w, info, t)] * inner
        except Mistake as m:
            w.report(m)
            data += [_zero(w, info, t)] * inner
    w.program.tables[number].data = data


def _written(w: World, info: SlotInfo, c: int) -> tuple[tuple[ast.Expr, ...] | None, Instance]:
    instance = w.instance_of(info.owner, c)
    given = instance.fields.get(info.decl.name.id)
    if given is not None and given.block is not None:
        help = "Write a value; something to do needs a field of type `effect`."
        raise mistake("RW3098", f"`{info.decl.name.id}` is a value, not something to do.", given.at, help)
    return (given.values if given is not None else info.decl.default), instance


def _list_row(w: World, info: SlotInfo, c: int) -> list[int]:
    written, _ = _written(w, info, c)
    return [_known(w, ex.expect(w, v, Scope(), info.shape.type), info.shape.type) for v in pieces.in_order(written)]


def _needed(t: Type) -> bool:
    """Is there nothing that a field of this type could be by itself: neither none nor 0?"""
    return isinstance(t, Ref | Num) and not t.none and not (isinstance(t, Num) and t.lo <= 0 <= t.hi)


def _said_by_nobody(w: World, info: SlotInfo) -> Mistake | None:
    """One message for a field that is new, and that no card has yet."""
    field, type_ = info.decl.name.id, info.owner
    all_ = w.types[type_].instances
    if info.decl.default or info.shape.keys or not _needed(info.shape.type) or len(all_) < 2:
        return None
    if any(field in i.fields or i.flawed for i in all_):
        return None
    said = f"No {type_} says what its `{field}` is."
    help = f"Say it on every {type_}, or write behind the type what it is otherwise: `{field} … = …`."
    return mistake("RW3099", said, info.decl.name.at, help)


def _line_for(w: World, card: Instance, field: str, t: Type) -> tuple[Fix, ...]:
    """A line for a field that is missing on a card, with the first thing it could be; a row has no lines."""
    first = next((f.at for f in card.fields.values() if f.at.file == card.at.file and f.at.line > card.at.line), None)
    if first is None:
        return ()
    value = str(t.lo) if isinstance(t, Num) else w.domain(t.domains[0]).ids[0] if isinstance(t, Ref) else "…"
    above = first._replace(end_line=first.line, end_column=first.column)
    return (Fix(above, f"{field:<9} {value}\n{' ' * (first.column - 1)}"),)


def _field_cells(w: World, info: SlotInfo, c: int, n: int) -> list[int]:
    written, instance = _written(w, info, c)
    t = info.shape.type
    if instance.whole is not None and info.decl.name.id == w.types[info.owner].belongs:
        return [instance.whole.first + (c - instance.first) % instance.whole.copies]
    if written is None:
        if _needed(t) and not info.shape.keys and not instance.flawed:
            field = info.decl.name.id
            missing = f"`{instance.name}` has no `{field}`."
            more = f", a number from {t.lo} to {t.hi}" if isinstance(t, Num) else ""
            fixes = _line_for(w, instance, field, t)
            help = f"Add the line `{field} ...`{more}."
            raise Mistake(Diagnostic("RW3099", missing, instance.at, help, fixes=fixes), field)
        return [_zero(w, info, t)] * n
    joined = written[0]
    if isinstance(t, Ref) and isinstance(joined, ast.Binary) and joined.op in ("and", "or", "/", "&"):
        said = f"`{info.decl.name.id}` is one {plain(t)}, not several."
        help = f"Name one of them. If a {info.owner} has several, let the field be a `set of {plain(t)}`."
        raise mistake("RW3097", said, joined.at, help, (Label(info.decl.at, "the field"),))
    return [_known(w, v, t) for v in _spread(w, info, written, Scope(), n)]
