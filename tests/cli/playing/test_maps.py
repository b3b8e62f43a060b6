"""Maps of towns and of squares, tracks and rows of cards on the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.text import Text

from regelwerk.cli.terminal.drawing.excerpt import UNBOUND
from regelwerk.cli.terminal.drawing.graphmap import draw_graph, list_graph
from regelwerk.cli.terminal.drawing.squaremap import draw_squares
from regelwerk.cli.terminal.drawing.stage import Stage
from regelwerk.cli.terminal.drawing.strips import draw_cards, draw_track
from regelwerk.dsl.pipeline import compile_sources
from regelwerk.dsl.source import Source
from regelwerk.scene import Scene, scene
from regelwerk.scene.model import (
    Card,
    Cards,
    Graph,
    Group,
    Item,
    Link,
    Mark,
    Node,
    Piece,
    Space,
    Square,
    Squares,
    Track,
)
from tests.scene.examples import ruleset, text

from ..conftest import Run

RED, BLUE = Mark(text="●", colour="red"), Mark(text="▲", colour="blue")
SEATS = [RED, BLUE]


def plain(lines: list[Text] | None) -> str:
    assert lines is not None
    return "\n".join(line.plain.rstrip() for line in lines)


def towns() -> Graph:
    nodes = [
        Node(id="a", title="Aachen", x=0, y=0, owner=0, items=[Item(label="⚔", marks=[Mark(text="3")])], group="w"),
        Node(id="b", title="Bremen", x=10, y=0, options=[2], group="e"),
        Node(id="c", title="Coburg", x=5, y=5, group="e"),
    ]
    links = [
        Link(id="ab", title="", ends=("a", "b"), items=[Item(marks=[RED, BLUE])]),
        Link(id="bc", title="", ends=("b", "c"), options=[7]),
    ]
    return Graph(nodes=nodes, links=links)


def test_towns_lie_where_they_belong_and_roads_between_them() -> None:
    lines = plain(draw_graph(towns(), SEATS, 80, 14)).split("\n")
    first = lines[0]
    assert first.index("●Aachen") < first.index("●▲") < first.index("2 Bremen")
    assert "⚔3" in lines[1]
    assert any("Coburg" in line for line in lines[-2:])
    assert any("7" in line for line in lines[1:-2])
    assert "─" in first


def test_towns_at_the_same_place_are_pushed_apart() -> None:
    graph = towns()
    for node in graph.nodes:
        node.x, node.y = 3, 3
    drawn = plain(draw_graph(graph, SEATS, 80, 14))
    assert all(name in drawn for name in ("Aachen", "Bremen", "Coburg"))


def test_where_there_is_no_room_towns_are_listed_with_their_connections() -> None:
    assert draw_graph(towns(), SEATS, 50, 14) is None and draw_graph(towns(), SEATS, 80, 6) is None
    listed = plain(list_graph(towns(), SEATS, 80, 5))
    assert "●Aachen ⚔3 → Bre●▲" in listed and "Coburg → 7 Bre" in listed


def test_many_towns_are_listed_by_region() -> None:
    graph = towns()
    graph.groups = [Group(id="north", title="North"), Group(id="south", title="South")]
    for node in graph.nodes:
        node.group = {"w": "north", "e": "south"}[node.group]
    listed = plain(list_graph(graph, SEATS, 30, 2))
    assert listed.split("\n") == ["North:  ●Aachen ⚔3", "South:  2 Bremen  Coburg"]


def tile(x: int, y: int, **more: object) -> Square:
    sides = [Mark(text=sign) for sign in "^.~."]
    return Square.model_validate({"id": f"{x}{y}", "title": "", "x": x, "y": y, "sides": sides, **more})


def test_tiles_show_edges_roads_symbols_and_pieces() -> None:
    cells = [tile(3, 3, marks=[Mark(text="s")], pawns=[RED], ways=[1]), tile(4, 3, ways=[3])]
    lines = plain(draw_squares(Squares(width=9, height=9, cells=cells), 20, 4)).split("\n")
    assert lines == ["┌^^^^^┐┌^^^^^┐", ". ●s──────o  .", "└~~~~~┘└~~~~~┘"]


def test_large_tiles_where_there_is_room() -> None:
    lines = plain(draw_squares(Squares(width=9, height=9, cells=[tile(0, 0)]), 20, 6)).split("\n")
    assert len(lines) == 5 and lines[0] == "┌^^^^^^^^^┐"


def test_a_map_of_squares_keeps_to_the_piece_that_matters() -> None:
    cells = [tile(x, y, pawns=[RED] if (x, y) == (7, 7) else []) for x in range(9) for y in range(9)]
    drawn = draw_squares(Squares(width=9, height=9, cells=cells), 30, 9)
    assert len(drawn) <= 9 and "●" in plain(drawn)


def test_a_map_of_squares_says_where_it_goes_on() -> None:
    cells = [tile(x, y, pawns=[RED] if (x, y) == (8, 4) else []) for x in range(9) for y in range(9)]
    part = Squares(width=9, height=9, cells=cells)
    assert plain(draw_squares(part, 63, 9, small=True)).split("\n")[-1] == "more in the north, south: t shows all"
    assert plain(draw_squares(part, 30, 9)).split("\n")[-1] == "more ↑↓←: t"
    assert plain(draw_squares(part, 63, 9, language="de")).split("\n")[-1] == "mehr im Norden, Süden: t zeigt alles"
    assert plain(draw_squares(part, 49, UNBOUND)).split("\n")[-1] == "more in the west: a wider terminal shows it"
    assert "more" not in plain(draw_squares(part, 63, UNBOUND))


def test_the_whole_table_sets_a_broad_map_above_everything_else() -> None:
    cells = [tile(x, 0) for x in range(11)]
    board = Scene(ruleset="x", title="", seat=0, seats=[], parts=[Squares(width=11, height=1, cells=cells)])
    stage = Stage(board, lambda wide: [Text("own")], lambda wide: [Text("others")], "more")
    assert "more in the" in plain(stage.lines(80, 20))
    drawn = plain(stage.lines(80, UNBOUND))
    assert drawn.split("\n")[0].count("┌") == 11 and drawn.index("own") > drawn.index("└")


def test_a_long_track_is_drawn_around_its_pieces() -> None:
    spaces = [Space(title=str(n)) for n in range(101)]
    track = Track(title="Points", spaces=spaces, pieces=[Piece(mark=RED, space=3, seat=0), Piece(mark=BLUE, space=40)])
    assert plain(draw_track(track, 60)) == "Points   0 … 2 [●3] 4 … 39 [▲40] 41 … 100"
    assert "[●3]" in plain(draw_track(Track(spaces=spaces[:6], pieces=track.pieces[:1]), 60))


def test_cards_in_boxes_or_behind_each_other() -> None:
    cards = [
        Card(id=n, title=n, items=[Item(label="price", marks=[Mark(text="4")])], options=[1]) for n in ("Silk", "Salt")
    ]
    part = Cards(title="Market", cards=[*cards])
    boxes = plain(draw_cards(part, SEATS, 80, 8)).split("\n")
    assert boxes[1].startswith("┌") and "1 Silk" in boxes[2] and "price 4" in boxes[3]
    assert plain(draw_cards(part, SEATS, 80, 0)) == "Market  [1 Silk price 4]  [1 Salt price 4]"
    hidden = Cards(title="Hand", owner=1, cards=[Card(id="", title="", face_down=True)] * 3)
    assert plain(draw_cards(hidden, SEATS, 80, 8)) == "▲ Hand  ? × 3"


@pytest.mark.parametrize("name", ["trade", "plots"])
@pytest.mark.parametrize("size", [(80, 12), (80, 60), (140, 26), (200, 60)])
def test_the_table_fits_into_the_room_there_is(name: str, size: tuple[int, int]) -> None:
    game = ruleset(name).new_game(2, 1)
    for _ in range(4):
        game.choose(game.decisions()[0].options[-1])
    stage = Stage(scene(game, 0), lambda wide: [Text("own")], lambda wide: [Text("others")], "more")
    lines = stage.lines(*size)
    assert len(lines) <= size[1] and max(line.cell_len for line in lines) <= size[0]
    assert "own" in plain(lines)


def test_a_game_with_a_map_at_the_table(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "trade.regel"
    path.write_text(text("trade"), encoding="utf-8")
    args = ("play", str(path), "--seats", "human,human", "--names", "Ada,Ben", "--seed", "3")
    monkeypatch.setenv("COLUMNS", "140")
    shown = run(*args, input="1\nq\n").output
    assert "●Ulm" in shown and "━" in shown and "│ 3 Silk" in shown and "Points  [▲0] [●1] 2" in shown
    monkeypatch.setenv("COLUMNS", "80")
    narrow = run(*args, input="1\nq\n").output
    assert "●Ulm" in narrow and "━" in narrow  # on paper there is room


def test_a_low_and_narrow_terminal_lists_the_map(run: Run, tmp_path: Path) -> None:
    game = ruleset("trade").new_game(2, 1)
    stage = Stage(scene(game, 0), lambda wide: [], lambda wide: [], "more", broad=False)
    assert "Ulm" in plain(stage.lines(80, 14)) and "━" not in plain(stage.lines(80, 14))
    assert "━" in plain(stage.lines(80, 60))


def warnings(line: str) -> list[str]:
    source = text("trade") + f"  {line}\n"
    return [d.message for d in compile_sources([Source("trade.regel", source)]).diagnostics if d.code == "RW2062"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("graph Town by x", "Nothing says where a `Town` lies."),
        ("graph Town by x, region", "Nothing says where a `Town` lies."),
        ("graph Twon by x, y", "There is no type called `Twon` to be drawn."),
        ("node Town by toops", "`toops` says nothing about a `Town`."),
        ("node Road by surface", "No `graph` draws `Road`."),
        ("node Town by price", "`price` says nothing about a `Town`."),
        ("link Card by price", "Nothing says which places a `Card` joins."),
        ("track wagons2", "There is no slot called `wagons2` to be drawn."),
        ("track market", "`market` cannot be drawn that way."),
        ("track wagons by price", "`price` says nothing about a `Road`."),
        ("track wagons by surface", "`surface` does not say how far a track goes."),
        ("row points", "`points` cannot be drawn that way."),
        ("row market by prise", "`prise` says nothing about a `Card`."),
        ("sheet Town by colour", "`colour` says nothing about a `Town`."),
        ("shelf points", "No front end draws `shelf`."),
        ('own points, coins "purse"', "A text names one thing; here it is not shown."),
        ('node Town by owner, troops "!"', "A text names one thing; here it is not shown."),
    ],
)
def test_a_line_that_draws_nothing_is_told(line: str, said: str) -> None:
    assert said in warnings(line)


@pytest.mark.parametrize("line", ["node Town by wagons_at", "track points", "supply coins", "row deck"])
def test_a_line_that_draws_something_is_not(line: str) -> None:
    assert [m for m in warnings(line) if "wagons_at" not in m] == []


def test_scenes_are_data(tmp_path: Path) -> None:
    shown = scene(ruleset("trade").new_game(2, 1), 0)
    assert Scene.model_validate_json(shown.model_dump_json()) == shown
