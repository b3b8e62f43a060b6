"""What a ruleset says about its looks: the lines of `display`, and the values they name, read with a seat's eyes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from regelwerk import Game
from regelwerk.dsl import ir
from regelwerk.interpreter.game.decisions import Decision
from regelwerk.scene.sight import Sight


@dataclass(frozen=True, slots=True)
class Item:
    """A slot to show, what to call it, and for racks what marks its rows."""

    slot: ir.Slot
    label: str
    by: tuple[ir.Slot, ...] = ()


@dataclass(frozen=True, slots=True)
class Remark:
    """What to say beside the options of an action."""

    action: str
    value: ir.Named
    text: str


@dataclass(slots=True)
class Looks:
    """The lines of `display`, sorted."""

    board: str = ""
    ways: list[ir.Named] = field(default_factory=list)  # (cell, side) -> flag
    marks: list[ir.Named] = field(default_factory=list)  # (cell) -> things
    stands: list[ir.Named] = field(default_factory=list)  # me -> side
    sides: list[ir.Named] = field(default_factory=list)  # (thing) -> side
    own: list[Item] = field(default_factory=list)
    others: list[Item] = field(default_factory=list)
    table: list[Item] = field(default_factory=list)
    racks: list[Item] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.board or self.own or self.others or self.table)


def looks_of(compiled: ir.Compiled) -> Looks:
    """Read the lines of `display` that ask for a table of their own."""
    values = {value.name: value for value in compiled.values}
    kinds = {domain.name: domain.kind for domain in compiled.domains}
    slots = {(slot.owner, slot.name): slot for slot in compiled.slots if slot.shown}
    hexagons = {domain.name for domain in compiled.domains if domain.shape == "hex"}
    looks = Looks()
    for show in compiled.shows:
        by = [values[name] for name in show.by if name in values]
        if show.word == "map" and show.paths and show.paths[0] in hexagons:
            looks.board = show.paths[0]
            for value in by:
                types = value.types[1:] if value.me else value.types
                if len(types) == 2:
                    looks.ways.append(value)
                elif kinds.get(value.type) == "side":
                    (looks.sides if types else looks.stands).append(value)
                else:
                    looks.marks.append(value)
        elif show.word == "remark" and by:
            looks.remarks += [Remark(path, value, show.text) for path in show.paths for value in by]
        elif show.word in ("own", "others", "table", "rack"):
            owner = "table" if show.word == "table" else "player"
            marks = tuple(slots[owner, name] for name in show.by if (owner, name) in slots)
            found = [slots[owner, path] for path in show.paths if (owner, path) in slots]
            label = show.text if len(found) == 1 else ""  # a text names one thing
            items = [Item(slot, label or slot.name.replace("_", " "), marks) for slot in found]
            getattr(looks, "racks" if show.word == "rack" else show.word).extend(items)
    return looks


def remarks_on(game: Game, decision: Decision, looks: Looks) -> dict[str, str]:
    """Say beside options what the rules tell about them, by id."""
    site = next(i for i, s in enumerate(game.ruleset.compiled.sites) if s.name == decision.site)
    names = {entry.name for entry in game.ruleset.compiled.sites[site].entries}
    wanted = [remark for remark in looks.remarks if remark.action in names]
    if not wanted:
        return {}
    sight, said = Sight(game, decision.seat), {}
    for option in decision.options:
        entry, chosen = game.words.offers.split(site, option.code)
        parts = [_remark(game, sight, remark, chosen) for remark in wanted if remark.action == entry.name]
        if text := ", ".join(part for part in parts if part):
            said[option.id] = text
    return said


def _remark(game: Game, sight: Sight, remark: Remark, chosen: Sequence[int]) -> str:
    value, said = remark.value, game.words.texts.words(remark.text)
    found = sight.ask(value, chosen, sight.seat)
    if found is None or value.type == "flag":
        return said if found else ""
    kind = game.words.texts.type(value.type).kind
    if found == ir.NONE_NUM or (kind == "ref" and found == ir.NONE) or (kind != "ref" and not found):
        return ""
    title = game.words.texts.title(value.type, found)
    return said.replace("#", title) if "#" in said else f"{said} {title}".strip()
