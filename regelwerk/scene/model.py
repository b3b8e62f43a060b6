"""The table as data: what a seat sees, arranged as the `display` of a ruleset asks. Every front end draws this.

A scene is made of parts. Nothing in it is a matter of one front end: texts stand as they are read, colours by their
names, places by numbers; where a drawing cannot show something, the text of a part says it. It is JSON
(`Scene.model_dump`), and `schemas/scene.v1.schema.json` describes it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field


class Model(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Mark(Model):
    """Something small: a symbol or a short word, how often, and what it stands for."""

    text: str
    colour: str = ""  # a name: red, orange; "" is the colour of text
    title: str = ""  # in words, where the text is a symbol
    count: int = 1


class Item(Model):
    """Something said about a thing: what it is called (it may be empty), and what there is of it."""

    label: str = ""
    title: str = ""  # in words, where the label is a sign
    marks: list[Mark]


class Thing(Model):
    """Something that is shown, and the numbers (from 1) of the options of the pending decision that pick it."""

    id: str
    title: str
    items: list[Item] = []
    options: list[int] = []


class Node(Thing):
    """A place on a graph map. x and y are in the ruleset's own units, y grows downwards."""

    x: int
    y: int
    group: str = ""  # id of a group
    owner: int | None = None  # a seat


class Link(Thing):
    """What joins two places: a road, a border."""

    ends: tuple[str, str]  # ids of nodes
    line: Mark | None = None  # what kind of a road it is


class Group(Model):
    id: str
    title: str


class Graph(Model):
    """Places and what joins them."""

    kind: Literal["graph"] = "graph"
    title: str = ""
    nodes: list[Node]
    links: list[Link]
    groups: list[Group] = []


class Square(Thing):
    """One cell of a map of squares. `sides` are north, east, south, west."""

    x: int
    y: int
    ground: Mark | None = None
    sides: list[Mark | None] = [None, None, None, None]
    ways: list[int] = []  # sides that a road leaves by
    marks: list[Mark] = []
    label: str = ""
    pawns: list[Mark] = []


class Squares(Model):
    """A map of squares: of the table, or of one seat. Cells with nothing on them are left out."""

    kind: Literal["squares"] = "squares"
    title: str = ""
    owner: int | None = None
    width: int
    height: int
    cells: list[Square]
    legend: list[Mark] = []


class Pawn(Model):
    """A player's piece on a hexagon, at one of its sides or in the middle."""

    mark: Mark
    seat: int
    side: int | None = None


class SidePick(Model):
    """The options that lead to one side of a hexagon."""

    side: int
    options: list[int]


class Hexagon(Thing):
    """One cell of a map of hexagons. Sides count clockwise from the north-east; odd rows are set to the right."""

    x: int
    y: int
    ground: Mark | None = None
    marks: list[Mark] = []
    label: str = ""
    ways: list[int] = []  # sides that a path leaves by
    pawns: list[Pawn] = []
    sides: list[SidePick] = []


class Hexes(Model):
    """A map of hexagons. Cells with nothing on them are left out."""

    kind: Literal["hexes"] = "hexes"
    title: str = ""
    width: int
    height: int
    cells: list[Hexagon]
    legend: list[Mark] = []


class Cell(Thing):
    """One cell of a grid, and what lies on it."""

    x: int
    y: int
    mark: Mark | None = None


class Grid(Model):
    """A board of squares with one thing on each cell, if any; or of hexagons, every second row set to the right
    (`hex`) or every row further to the right than the one above it (`slanted`).

    `columns` and `rows` are what they are called; `growing`: only the part in use needs to be drawn."""

    kind: Literal["grid"] = "grid"
    title: str = ""
    shape: Literal["square", "hex", "slanted"] = "square"
    owner: int | None = None
    columns: list[str]
    rows: list[str]
    cells: list[Cell]
    growing: bool = False


class Space(Model):
    """A space of a track."""

    title: str
    items: list[Item] = []


class Piece(Model):
    """A piece on a track: of a seat, or the table's marker."""

    mark: Mark
    space: int  # counted from 0
    seat: int | None = None


class Track(Model):
    """Spaces in a row, and pieces on them."""

    kind: Literal["track"] = "track"
    title: str = ""
    spaces: list[Space]
    pieces: list[Piece]


class Card(Thing):
    """A card or tile of a row; face down it has neither title nor items."""

    face_down: bool = False
    mark: Mark | None = None
    picture: str = ""  # its name among the pictures of the ruleset, if it has one
    square: Square | None = None  # a tile as it would lie on the map


class Cards(Model):
    """Cards or tiles that lie side by side: on the table, or before a seat."""

    kind: Literal["cards"] = "cards"
    title: str = ""
    owner: int | None = None
    cards: list[Card]


class Supply(Model):
    """Piles and supplies: how much of everything is left."""

    kind: Literal["supply"] = "supply"
    title: str = ""
    items: list[Item]


class Row(Thing):
    """A row of a sheet: a cell for each column."""

    cells: list[Item]


class Sheet(Model):
    """Things below each other, and what there is to say about them in columns."""

    kind: Literal["sheet"] = "sheet"
    title: str = ""
    columns: list[str]
    rows: list[Row]


class Held(Model):
    """What a seat or the table has of one sort: marks, or cards that lie there. A flag is said by its label alone."""

    label: str
    marks: list[Mark] = []
    cards: list[Card] = []


class RackRow(Model):
    """A row of a rack: its tokens, how many it has room for, and whether it is closed."""

    id: str
    title: str
    marks: list[Mark] = []
    room: int = 0
    closed: bool = False


class Rack(Model):
    """Rows of tokens before a seat."""

    title: str
    rows: list[RackRow]


class Holding(Model):
    """What lies before a seat, or on the table (no owner)."""

    kind: Literal["holding"] = "holding"
    title: str = ""
    owner: int | None = None
    items: list[Held] = []
    racks: list[Rack] = []
    options: list[int] = []  # that pick the seat


Part = Annotated[Graph | Squares | Hexes | Grid | Track | Cards | Supply | Sheet | Holding, Field(discriminator="kind")]


class Seat(Model):
    """A player: name and mark."""

    name: str
    mark: Mark


class Scene(Model):
    """What a seat sees of a table (None: somebody who only watches)."""

    format: Literal["regelwerk/scene/1"] = "regelwerk/scene/1"
    ruleset: str
    title: str
    seat: int | None
    seats: list[Seat]
    parts: list[Part]
