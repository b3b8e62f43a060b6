"""The names that a ruleset and the language offer, sorted by what they stand for."""

from __future__ import annotations

from collections.abc import Iterator

from regelwerk.dsl import ast
from regelwerk.dsl.core import Ref, SetOf, Type
from regelwerk.dsl.core.from_ast.context import SlotInfo, World
from regelwerk.dsl.core.from_ast.errors import Mistake
from regelwerk.dsl.core.from_ast.expressions.calls import param_type
from regelwerk.dsl.core.from_ast.for_editors import Key
from regelwerk.dsl.core.from_ast.readers import BUILT_INS
from regelwerk.dsl.core.type_rules import NUMBER, fits, with_none

from .studies import Study

Named = tuple[str, Key, Type | None]
PLAYER = Ref(("Player",))
PLAIN = ("yes", "no", "none", "players", "others", "youngest", "box")
CHECKS = ("winners",)
_ONLY_IN_CHECKS = frozenset({"why", "before", "at_start", "line", "sees", "by_chance"})
_HEADINGS = {
    "GAME": ("players", "language", "ledger"),
    "RESOURCE": ("held", "supply", "short", "has"),
    "RULING": ("default", "choices", "because"),
    "LAYER": ("requires", "after", "because"),
    "TYPE": ("copies",),
    "ROWS": ("copies",),
}


def globals_of(study: Study, *groups: str) -> Iterator[Named]:
    """Names that are known everywhere, of these groups; of slots only those of the table."""
    w = study.notes.world
    for key, symbol in study.index.symbols.items():
        if key[0] in groups and (key[0] != "slot" or key[1] == "table"):
            yield symbol.name, key, _type(w, key) if w is not None else None
    if "effect" in groups and ("effect", "flow") not in study.index.symbols:
        yield "flow", ("effect", "flow"), None


def _type(w: World, key: Key) -> Type | None:
    name = str(key[-1])
    match key[0]:
        case "thing":
            return Ref((str(key[1]),))
        case "type":
            return SetOf(Ref((name,))) if name in w.program.domains else None
        case "slot":
            info = w.table.get(name)
            return _slot_type(info) if info is not None else None
        case "value":
            entry = w.values.get(name)
            known = entry is not None and 0 <= entry.number < len(w.program.funcs)
            return w.program.funcs[entry.number].type if entry is not None and known else None
        case "ruling":
            return w.rulings[name].type if name in w.rulings else None
    return None


def _slot_type(info: SlotInfo) -> Type | None:
    if info.shape.kind in ("pile", "list") and isinstance(info.shape.type, Ref):
        return SetOf(info.shape.type)
    return info.shape.type if info.shape.kind in ("cell", "holder") and not info.shape.keys else None


def slots_of(study: Study, owner: str) -> Iterator[Named]:
    """The slots that every player has, or the table."""
    for key, symbol in study.index.symbols.items():
        if key[0] == "slot" and key[1] == owner:
            yield symbol.name, key, None


def seats_of(study: Study) -> int:
    """How many may play."""
    w = study.notes.world
    return w.program.players[1] if w is not None else 0


def sides_of(study: Study) -> Iterator[Named]:
    """What the language calls the sides of the cells of boards."""
    w = study.notes.world
    boards = {f"{b.shape}" for b in w.boards.values()} if w is not None else set()
    for domain in ("Side", "Direction", "HexSide") if w is not None and boards else ():
        if w is not None and domain in w.program.domains:
            yield from ((i, ("built in", i), Ref((domain,))) for i in w.domain(domain).ids)


def built_in_names(checks: bool = False) -> Iterator[Named]:
    """What the language itself has names for; some of it only in scenarios and invariants."""
    for name in (*PLAIN, *(CHECKS if checks else ())):
        type_ = SetOf(PLAYER) if name in ("players", "others", "winners") else None
        yield name, ("built in", name), type_
    for name in BUILT_INS:
        if checks or name not in _ONLY_IN_CHECKS:
            yield name, ("built in", name), None


def types_of(study: Study) -> Iterator[Named]:
    """Every type: those of the ruleset and those of the language."""
    w = study.notes.world
    known = [str(k[1]) for k in study.index.symbols if k[0] == "type"]
    for name in dict.fromkeys([*known, *(w.program.domains if w is not None else ())]):
        yield name, ("type", name), None


def fields_of(study: Study, of: Type) -> Iterator[Named]:
    """What can stand behind a dot after something of this type."""
    w = study.notes.world
    if isinstance(of, SetOf):
        yield "size", ("built in", "size"), NUMBER
    if w is None or not isinstance(of, Ref):
        return
    for domain in of.domains:
        info = w.types.get(domain)
        if info is not None:
            for name, slot in info.slots.items():
                yield name, ("slot", domain, name), _slot_type(slot)
            yield "copies", ("built in", "copies"), NUMBER
            if info.per_player:
                yield "owner", ("built in", "owner"), PLAYER
        if domain in w.boards:
            yield "x", ("built in", "x"), NUMBER
            yield "y", ("built in", "y"), NUMBER
    if "Player" in of.domains:
        yield from _of_player(w)
    for name, entry in w.values.items():
        decl = entry.decl
        if isinstance(decl, ast.Value) and decl.params and "Player" not in of.domains:
            try:
                first = param_type(w, decl.params[0])
            except Mistake:
                continue
            if fits(of, with_none(first)):
                yield name, ("value", name), _type(w, ("value", name))


def _of_player(w: World) -> Iterator[Named]:
    for name, slot in w.player.items():
        yield name, ("slot", "player", name), _slot_type(slot)
    for name, entry in w.values.items():
        if entry.me:
            yield name, ("value", name), _type(w, ("value", name))
    for info in w.types.values():
        if info.per_player:
            for i in info.instances:
                yield i.name, ("thing", info.name, i.name), Ref((info.name,))


def headings(study: Study, head: str, owner: str) -> Iterator[Named]:
    """The fields that may stand under a heading; of a component those of its type."""
    if head in ("TYPE", "ROWS"):
        for key, symbol in study.index.symbols.items():
            if key[0] == "slot" and key[1] == owner:
                yield symbol.name, key, None
    for name in _HEADINGS.get(head, ()):
        yield name, ("field", name), None


def path_names(study: Study, head: str) -> Iterator[Named]:
    """Parts of addresses: what can be named first, or what belongs to `head`."""
    if head:
        owners = {str(k[1]) for k in study.index.symbols if k[0] == "thing" and k[-1] == head} | {head}
        for key, symbol in study.index.symbols.items():
            part = key[0] in ("slot", "label", "ability") and key[1] in owners
            if part or (key[0] == "thing" and key[1] == head):
                yield symbol.name, key, None
        return
    for name in ("game", "table", "player"):
        yield name, ("field", name), None
    yield from globals_of(study, "thing", "type", "value", "effect", "action", "ruling")
