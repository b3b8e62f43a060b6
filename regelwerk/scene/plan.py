"""The lines of `display` that become parts of a scene, sorted; names are looked up once."""

from __future__ import annotations

from dataclasses import dataclass, field

from regelwerk.dsl import ir

from .details import PLAYER, Source, asked_with, source
from .grids import boards, on_boards
from .holdings import everything
from .looks import Looks, looks_of

Labelled = tuple[Source, str]


@dataclass(slots=True)
class GraphPlan:
    """A type whose things are places, where they lie, and what is shown at them and between them."""

    kind: str
    title: str
    across: Source
    down: Source
    group: Source | None = None
    nodes: list[Labelled] = field(default_factory=list)
    links: list[LinkPlan] = field(default_factory=list)


@dataclass(slots=True)
class LinkPlan:
    """A type whose things join places; if it is the type of the places, `ends` are the neighbours."""

    kind: str
    ends: list[Source]
    shown: list[Labelled] = field(default_factory=list)


@dataclass(slots=True)
class SquaresPlan:
    """A board of squares, and values told apart by what they are asked with and what they give."""

    board: str
    title: str
    own: bool  # every player has one
    ways: list[ir.Named] = field(default_factory=list)  # (cell, side) -> flag
    edges: list[ir.Named] = field(default_factory=list)  # (cell, side) -> thing
    shown: list[Labelled] = field(default_factory=list)  # (cell) -> things, numbers, flags


@dataclass(slots=True)
class SlotPlan:
    """A slot to draw: as a track, a row of cards, or a supply; and what to say about each space or card.

    Of a track of numbers it says how far the track of each key goes.
    """

    slot: ir.Slot
    title: str
    kind: str = ""  # of the spaces or cards, where these are things
    shown: list[Labelled] = field(default_factory=list)


@dataclass(slots=True)
class SheetPlan:
    """A type with a row for each thing of it."""

    kind: str
    title: str
    columns: list[Labelled]


@dataclass(slots=True)
class Plan:
    """All parts that a ruleset asks for."""

    graphs: list[GraphPlan] = field(default_factory=list)
    squares: list[SquaresPlan] = field(default_factory=list)
    tracks: list[SlotPlan] = field(default_factory=list)
    rows: list[SlotPlan] = field(default_factory=list)
    supplies: list[SlotPlan] = field(default_factory=list)
    sheets: list[SheetPlan] = field(default_factory=list)
    looks: Looks = field(default_factory=Looks)  # maps of hexagons, and what lies before the seats
    boards: dict[str, list[ir.Slot]] = field(default_factory=dict)  # drawn as grids

    def __bool__(self) -> bool:
        return any((self.graphs, self.squares, self.tracks, self.rows, self.supplies, self.sheets))


def plan_of(compiled: ir.Compiled) -> Plan:
    """Read the lines of `display`; what cannot be drawn is left out, `check` has said so."""
    plan = Plan()
    for show in sorted(compiled.shows, key=lambda show: show.word != "graph"):  # other lines add to graphs
        make = _MAKERS.get(show.word)
        if make is not None and show.paths:
            make(compiled, show, plan)
    plan.looks = looks_of(compiled)
    found = boards(compiled)
    if plan or plan.looks:  # it says what is shown: nothing else is
        lines = {show.paths[0] for show in compiled.shows if show.word == "grid" and show.paths}
        plan.boards = {name: slots for name, slots in found.items() if name in lines}
    else:
        plan.boards = found
        plan.looks = everything(compiled, on_boards(found))
    return plan


def _shown(compiled: ir.Compiled, show: ir.Show, kind: str, names: list[str], named: bool = False) -> list[Labelled]:
    """Look names up; a text names one thing. With `named`, the text names the whole and they have their own names."""
    found = [source(compiled, show, kind, name) for name in names]
    label = show.text if len(names) == 1 and not named else ""
    return [
        (each, label or (words(each.name) if named and not _says(each) else "")) for each in found if each is not None
    ]


def _says(found: Source) -> bool:
    """Tell whether a name gives words: they need no label."""
    return found.fixed is not None and bool(found.fixed.words)


def words(name: str) -> str:
    """Turn an identifier into words."""
    return name.replace("_", " ")


def _graph(compiled: ir.Compiled, show: ir.Show, plan: Plan) -> None:
    kind = show.paths[0]
    found = [each for each, _ in _shown(compiled, show, kind, show.by)]
    if len(found) >= 2:
        plan.graphs.append(GraphPlan(kind, show.text, found[0], found[1], found[2] if len(found) > 2 else None))


def _node(compiled: ir.Compiled, show: ir.Show, plan: Plan) -> None:
    for graph in plan.graphs:
        if graph.kind == show.paths[0]:
            graph.nodes += _shown(compiled, show, graph.kind, show.by)


def _link(compiled: ir.Compiled, show: ir.Show, plan: Plan) -> None:
    """The first line about a type says what it joins; whatever gives places does."""
    kind = show.paths[0]
    known = next((link for graph in plan.graphs for link in graph.links if link.kind == kind), None)
    found = _shown(compiled, show, kind, show.by)
    if known is not None:
        known.shown += found
        return
    for graph in plan.graphs:
        ends = [each for each, _ in found if each.type.removeprefix("set ") == graph.kind]
        if ends:
            shown = [(each, label) for each, label in found if each not in ends]
            graph.links.append(LinkPlan(kind, ends, shown))


def _map(compiled: ir.Compiled, show: ir.Show, plan: Plan) -> None:
    board = next((domain for domain in compiled.domains if domain.name == show.paths[0]), None)
    if board is None or board.shape != "square":
        return  # maps of hexagons are drawn elsewhere
    own = any(slot.name.endswith(" on") and slot.keys[1:] == [board.name] for slot in compiled.slots)
    part = next((p for p in plan.squares if p.board == board.name), None)
    if part is None:
        part = SquaresPlan(board.name, show.text, own)
        plan.squares.append(part)
    values = {value.name: value for value in compiled.values}
    for name in show.by:
        value = values.get(name)
        types = asked_with(value) if value is not None else []
        if value is not None and len(types) == 2 and types[0] == board.name and "Player" not in types:
            (part.ways if value.type == "flag" else part.edges).append(value)
        else:
            part.shown += _shown(compiled, show, board.name, [name])


def _slot(compiled: ir.Compiled, show: ir.Show, plan: Plan) -> None:
    for path in show.paths:
        owner, _, name = path.rpartition(".")
        for slot in compiled.slots:
            if not slot.shown or slot.name != name or owner not in ("", slot.owner):
                continue
            kind = slot.type.removeprefix("set ")
            kind = kind if any(domain.name == kind for domain in compiled.domains) else ""
            title = show.text if len(show.paths) == 1 and show.text else words(name)
            told = kind or (next((key for key in slot.keys if key != PLAYER), "") if show.word == "track" else "")
            shown = _shown(compiled, show, told, show.by, named=True) if told else []
            found = SlotPlan(slot, title, kind, shown)
            {"track": plan.tracks, "row": plan.rows, "supply": plan.supplies}[show.word].append(found)
            break


def _sheet(compiled: ir.Compiled, show: ir.Show, plan: Plan) -> None:
    kind = show.paths[0]
    columns = [(found, words(found.name)) for found, _ in _shown(compiled, show, kind, show.by)]
    if columns:
        plan.sheets.append(SheetPlan(kind, show.text, columns))


_MAKERS = {
    "graph": _graph, "node": _node, "link": _link, "map": _map, "track": _slot, "row": _slot, "supply": _slot,
    "sheet": _sheet,
}  # fmt: skip
