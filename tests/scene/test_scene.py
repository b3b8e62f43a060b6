"""Scenes: what a seat sees as data, from the lines of `display` alone."""

from __future__ import annotations

import json
import os
import random
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import regelwerk
from regelwerk import Game
from regelwerk.dsl.pipeline import compile_sources
from regelwerk.dsl.source import Source
from regelwerk.interpreter.game.game import Ruleset
from regelwerk.interpreter.game.schema import DIALECT, file_name, written
from regelwerk.interpreter.texts.sentences import untranslated
from regelwerk.scene import Scene, scene
from regelwerk.scene.model import Cards, Graph, Grid, Hexes, Holding, Sheet, Squares, Supply, Track

from .examples import BOXES, made, ruleset, text

GERMAN = """
texts de
  Region.north "Norden"
  silk "Seide"
  "Points" "Punkte"
  "price" "Preis"
  "The finest there is." "Das Feinste."
"""
SCHEMA = {"$schema": DIALECT, **Scene.model_json_schema(mode="serialization")}


def part(shown: Scene, kind: type[Any], n: int = 0) -> Any:
    return [part for part in shown.parts if isinstance(part, kind)][n]


@pytest.fixture
def trade() -> Game:
    return ruleset("trade").new_game(2, 3, ["Ada", "Ben"])


def said(items: Any) -> list[tuple[str, str, int]]:
    return [(item.label, mark.text, mark.count) for item in items for mark in item.marks]


def test_the_schema_is_up_to_date(root: Path, trade: Game) -> None:
    file = root / "schemas" / file_name("scene")
    if os.environ.get("UPDATE_SCHEMAS"):
        file.write_text(written(SCHEMA), encoding="utf-8")
    assert file.read_text(encoding="utf-8") == written(SCHEMA), "run pytest with UPDATE_SCHEMAS=1"
    for seat in (0, 1, None):
        jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(scene(trade, seat).model_dump_json()))


def test_places_have_positions_groups_and_what_is_there(trade: Game) -> None:
    trade.choose("go_to(post_road)")
    graph = part(scene(trade, 1), Graph)
    nodes = {node.id: node for node in graph.nodes}
    ulm = nodes["ulm"]
    assert (ulm.title, ulm.x, ulm.y, ulm.group, ulm.owner) == ("Ulm", 2, 1, "north", 0)
    assert said(ulm.items) == [("", "▲", 1), ("⚔", "1", 1)]
    assert said(nodes["bonn"].items) == [("", "●", 1)]
    assert nodes["linz"].items == [] and nodes["linz"].owner is None
    assert [(group.id, group.title) for group in graph.groups] == [("north", "North"), ("south", "South")]


def test_links_join_places_and_carry_what_is_on_them(trade: Game) -> None:
    trade.choose("go_to(post_road)")
    links = {link.id: link for link in part(scene(trade, 1), Graph).links}
    assert set(links["post_road"].ends) == {"ulm", "bonn"}
    assert links["post_road"].line.text == "═" and links["old_road"].line.text == "─"
    assert said(links["post_road"].items) == [("", "●", 1)]
    assert links["old_road"].items == []


def test_options_are_where_they_lead(trade: Game) -> None:
    shown = scene(trade, 0)
    asked = trade.decisions()[0]
    links = {link.id: link for link in part(shown, Graph).links}
    number = next(n for n, option in enumerate(asked.options, 1) if option.id == "go_to(old_road)")
    assert links["old_road"].options == [number] and links["salt_road"].options == []
    assert all(link.options == [] for link in part(scene(trade, 1), Graph).links)


def test_borders_are_a_field_of_the_places_themselves() -> None:
    source = re.sub(r"^(  region +Region)$", r"\1\n  borders   set of Town", text("trade"), flags=re.M)
    source = source.replace("rows Town: x, y, region", "rows Town: x, y, region, borders")
    for name, borders in {"ulm": "{bonn, graz}", "bonn": "{ulm}", "graz": "{}", "linz": "{graz}"}.items():
        source = re.sub(rf"^(  {name} .*)$", rf"\1, {borders}", source, flags=re.M)
    source = source.replace("link      Road by ends, surface, wagons", "link      Town by borders")
    links = part(scene(made(source).new_game(2, 1), 0), Graph).links
    assert sorted(sorted(link.ends) for link in links) == [["bonn", "ulm"], ["graz", "linz"], ["graz", "ulm"]]


def test_a_track_has_a_piece_for_every_player(trade: Game) -> None:
    trade.choose("go_to(post_road)")
    track = part(scene(trade, 0), Track)
    assert track.title == "Points" and len(track.spaces) == 21
    assert [(piece.seat, piece.space) for piece in track.pieces] == [(0, 1), (1, 0)]


def test_tracks_of_a_kind_end_where_by_says_and_never_before_a_piece() -> None:
    source = text("trade").replace('track     points "Points"', "track wagons by stretch")
    source += "\nvalue stretch(r: Road) number = if r = old_road then 0 else if r = salt_road then 2 else 9\n"
    game = made(source).new_game(2, 3)
    game.choose("go_to(old_road)")
    tracks = [part for part in scene(game, 0).parts if isinstance(part, Track)]
    assert [(track.title, len(track.spaces)) for track in tracks] == [
        ("post road", 4), ("old road", 2), ("salt road", 3), ("high road", 4),
    ]  # fmt: skip


def test_cards_tell_what_is_asked_for_and_piles_only_their_size(trade: Game) -> None:
    shown = scene(trade, 0)
    cards = part(shown, Cards).cards
    assert {card.title for card in cards} == {"Silk", "Salt"}
    assert said(next(card for card in cards if card.id == "silk").items) == [
        ("price", "4", 1),
        ("", "The finest there is.", 1),
    ]
    assert said(part(shown, Supply).items) == [("deck", "1", 1)]
    assert "Wine" not in shown.model_dump_json()  # it lies in the hidden deck


def test_a_sheet_has_a_row_for_each_thing(trade: Game) -> None:
    trade.choose("go_to(post_road)")
    sheet = part(scene(trade, 0), Sheet)
    assert sheet.columns == ["region", "troops"]
    ulm = next(row for row in sheet.rows if row.id == "ulm")
    assert [[mark.text for mark in cell.marks] for cell in ulm.cells] == [["North"], ["1"]]


def test_what_is_private_shows_to_its_owner_only() -> None:
    source = text("trade").replace("wagons    0..3 per Road", "wagons    0..3 per Road private")
    game = made(source.replace("points    0..20\n", "points    0..20 private\n")).new_game(2, 3)
    game.choose("go_to(post_road)")
    own, other = (part(scene(game, seat), Graph).links[0] for seat in (0, 1))
    assert said(own.items) == [("", "●", 1)] and other.items == []
    pieces = [[piece.seat for piece in part(scene(game, seat), Track).pieces] for seat in (0, 1, None)]
    assert pieces == [[0], [1], []]


def test_a_value_that_depends_on_something_hidden_is_left_out() -> None:
    source = text("trade").replace("flag = t.troops > 2", "flag = top(deck) = wine")
    game = made(source).new_game(2, 3)
    assert "!" not in json.dumps([node.model_dump() for node in part(scene(game, 0), Graph).nodes])


def test_a_look_that_remembers_the_last_one_shows_the_same_as_a_first_look() -> None:
    game, sizes = made(text("plots")).new_game(2, 1), set[int]()
    while not game.over and len(sizes) < 4:
        fresh = made(text("plots")).load(game.save())
        for seat in (0, 1, None):
            assert scene(game, seat).parts == scene(fresh, seat).parts
        sizes.add(len(part(scene(game, 0), Squares).cells))
        game.choose(game.decisions()[0].options[-1])
    assert len(sizes) > 1


def test_everybody_has_a_map_of_squares_and_the_own_comes_first() -> None:
    game = ruleset("plots").new_game(2, 1, ["Ada", "Ben"])
    game.choose(next(option for option in game.decisions()[0].options if option.id == "lay_one(c3, 1)"))
    mine, theirs = part(scene(game, 0), Squares), part(scene(game, 0), Squares, 1)
    assert (mine.owner, theirs.owner) == (0, 1)
    (tile,) = [cell for cell in mine.cells if cell.marks]
    assert (tile.id, tile.x, tile.y) == ("c3", 2, 2)
    assert [side.text for side in tile.sides] in ([".", ".", "~", "~"], [".", ".", ".", "."])
    assert [pawn.title for pawn in tile.pawns] == ["Ada"]
    assert tile.ways in ([1], [1, 3])
    assert all(not cell.marks for cell in theirs.cells)
    assert [pawn.title for cell in theirs.cells for pawn in cell.pawns] == ["Ben"]
    assert part(scene(game, 1), Squares).owner == 1


def test_a_card_is_picked_where_it_lies_not_where_others_have_one_like_it() -> None:
    game, dice, twins = regelwerk.load("sushi-go").new_game(2, 11), random.Random(2), 0
    for _ in range(5):
        before, *others = [
            part for part in scene(game, 0).parts if isinstance(part, Holding) and part.owner is not None
        ]
        hand, plates = before.items[0].cards, [card for held in others for card in held.items[1].cards]
        assert all(card.options for card in hand) and not any(card.options for card in plates)
        twins += len({card.id for card in hand} & {card.id for card in plates})
        for asked in list(game.decisions()):
            game.choose(dice.choice(asked.options), asked.seat)
            game.commit(asked.seat)
    assert twins


RACKS = {
    "points    0..20": "rack      pile of Tile private\n  points    0..20",
    "  shuffle bag\n": "  shuffle bag\n  each p in players: move top(bag, 2) to p.rack\n",
    "  supply    bag": "  own       rack\n  others    rack\n  supply    bag",
}


def test_a_tile_in_a_hand_is_drawn_as_it_would_lie() -> None:
    source = text("plots")
    for words, others in RACKS.items():
        source = source.replace(words, others, 1)
    shown = scene(made(source).new_game(2, 1), 0)
    own, other = ({card.title: card.square for card in part(shown, Holding, n).items[0].cards} for n in (0, 1))
    assert set(own) == {"field", "shore"} and set(other.values()) == {None}
    sides = {title: [side.title for side in tile.sides] for title, tile in own.items() if tile is not None}
    assert sides == {"field": ["meadow"] * 4, "shore": ["meadow", "lake", "lake", "meadow"]}
    assert {title: tile.ways for title, tile in own.items() if tile is not None} == {"field": [0, 2], "shore": [0]}
    assert {mark.title for tile in own.values() if tile is not None for mark in tile.marks} == {"sheep", "ship"}


def test_an_option_that_picks_several_seats_stands_on_the_boards_of_all_of_them() -> None:
    action = 'action swap(p in players, q in players, c in Plot where c = c3) "Swap {c} of {p} and {q}"\n'
    action += '  needs p != q else "Two."\n  add 1 to me.points\n'
    source = (
        text("plots")
        .replace("winner", f"{action}\nwinner")
        .replace("offer lay_one", "offer swap")
        .replace("players   2", "players   2..3")
    )
    maps = [part for part in scene(made(source).new_game(3, 1), 0).parts if isinstance(part, Squares)]
    lit = [next(cell.options for cell in shown.cells if cell.id == "c3") for shown in maps]
    assert [len(options) for options in lit] == [4, 4, 4]


MARKS = """
mod NAME "A mark" for plots
value NAME_on(c: Plot) set of Ground = if c = me.at then {GROUND} else {}
display
  map       Plot by NAME_on
"""


def test_overlays_add_to_a_map() -> None:
    marks = [("wet", "lake"), ("dry", "meadow")]
    mods = [Source(f"{n}.regel", MARKS.replace("NAME", n).replace("GROUND", g)) for n, g in marks]
    build = compile_sources([Source("plots.regel", text("plots"))], mods)
    assert build.compiled is not None, build.diagnostics
    drawn = part(scene(Ruleset(build.compiled).new_game(2, 1), 0), Squares)
    (cell,) = [cell for cell in drawn.cells if cell.marks]
    assert {mark.text for mark in cell.marks} == {"~", "."}
    assert cell.pawns


def test_titles_are_in_the_language_of_the_game() -> None:
    source = text("trade") + GERMAN
    game = made(source, "de").new_game(2, 3)
    shown = scene(game, 0)
    assert part(shown, Graph).groups[0].title == "Norden" and part(shown, Track).title == "Punkte"
    assert {"Seide", "Salt"} == {card.title for card in part(shown, Cards).cards}
    assert "Preis" in shown.model_dump_json() and "Das Feinste." in shown.model_dump_json()
    missing = untranslated(game.ruleset.compiled, "de")
    assert "From the south." in missing and "market" in missing
    assert not {"price", "Points", "says", "⚔", "!", "The finest there is."} & set(missing)


def test_a_grid_shows_what_lies_on_its_cells_and_the_options_that_pick_them() -> None:
    game = regelwerk.load("tic-tac-toe").new_game(2)
    game.choose("place(a1)")
    grid = part(scene(game, 1), Grid)
    cells = {cell.id: cell for cell in grid.cells}
    assert len(cells) == 9 and grid.columns == ["a", "b", "c"] and grid.rows == ["1", "2", "3"]
    assert cells["a1"].mark is not None and cells["a1"].mark.title == "Player 1" and cells["a1"].options == []
    options = [option.id for option in game.decision().options]
    assert [options[cells[id].options[0] - 1] for id in ("b2", "c3")] == ["place(b2)", "place(c3)"]
    assert all(cell.options == [] for cell in part(scene(game, 0), Grid).cells)


def test_hexagons_have_ground_paths_pawns_and_the_options_that_lead_there() -> None:
    game = regelwerk.load("auf-der-walz").new_game(2, 5, ["Ada", "Ben"])
    game.choose(next(option for option in game.decision().options if option.text == "Play a 5"))
    shown = scene(game, game.decision().seat)
    hexes = part(shown, Hexes)
    jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(shown.model_dump_json()))
    assert {pawn.mark.title for cell in hexes.cells for pawn in cell.pawns} == {"Ada", "Ben"}
    assert any(cell.ways for cell in hexes.cells) and any(mark.title == "homeland" for mark in hexes.legend)
    picked = {n for cell in hexes.cells for n in (*cell.options, *(n for side in cell.sides for n in side.options))}
    walks = {n for n, option in enumerate(game.decision().options, 1) if option.id.startswith("foot_it(")}
    assert walks and picked == walks


def test_what_lies_before_a_seat_shows_to_its_owner_with_the_options_that_pick_it() -> None:
    game = regelwerk.load("leduc-poker").new_game(2, 3, ["Ada", "Ben"])
    own, others = (part(scene(game, seat), Holding, 1) for seat in (0, 1))
    held = {item.label: item for item in own.items}
    assert own.owner == 0 and [card.face_down for card in held["hand"].cards] == [False]
    assert held["bet"].marks[0].text == "1" and others.owner == 1
    theirs = part(scene(game, 1), Holding, 2)
    assert theirs.owner == 0
    (card,) = next(item for item in theirs.items if item.label == "hand").cards
    assert (card.face_down, card.id, card.title) == (True, "", "")


def test_a_ruleset_that_lists_what_is_shown_shows_nothing_else(trade: Game) -> None:
    holding = part(scene(trade, 0), Holding)
    assert [item.label for item in holding.items] == ["coins"]


def test_what_one_has_laid_down_oneself_is_said_in_words_not_by_whose_it_is() -> None:
    game = made(BOXES).new_game(2, 1, ["Ada", "Ben"])
    game.choose(next(option for option in game.decisions()[0].options if option.text == "Two coins"))
    own = {held.label: [mark.text for mark in held.marks] for held in part(scene(game, 0), Holding, 1).items}
    assert own == {"bid": ["Two coins"], "plan": ["Dig: Two coins"]}


def test_signs_on_a_map_say_what_they_stand_for() -> None:
    game = made(BOXES, "de").new_game(2, 1)
    (moor,) = [node for node in part(scene(game, 0), Graph).nodes if node.id == "moor"]
    assert [(mark.text, mark.title) for item in moor.items for mark in item.marks] == [("w", "nass")]
    game = made(BOXES).new_game(2, 1)
    while not any(option.id == "ask_one(player_1)" for option in game.decisions()[0].options):
        game.choose(game.decisions()[0].options[0])
    game.choose("ask_one(player_1)")
    assert [item.title for item in part(scene(game, 0), Graph).nodes[0].items] == ["mine"]


def test_who_only_watches_sees_no_value_of_whoever_looks() -> None:
    game = made(BOXES.replace("= me.points", "= 3")).new_game(2, 1)
    shown = {seat: part(scene(game, seat), Graph).nodes[0].items for seat in (0, None)}
    assert said(shown[0]) == [("$#", "3", 1)] and said(shown[None]) == [("$#", "3", 1)]
    game = made(BOXES.replace("= me.points", "= me.points + 3")).new_game(2, 1)
    shown = {seat: part(scene(game, seat), Graph).nodes[0].items for seat in (0, None)}
    assert said(shown[0]) == [("$#", "3", 1)] and said(shown[None]) == []


def test_seats_are_picked_where_they_sit() -> None:
    game = made(BOXES).new_game(2, 1)
    while not any(option.id == "ask_one(player_2)" for option in game.decisions()[0].options):
        game.choose(game.decisions()[0].options[0])
    shown = scene(game, 0)
    assert [row.options for row in part(shown, Sheet).rows] == [[], []]
    assert [holding.options for holding in shown.parts if isinstance(holding, Holding)] == [[], [1], [2]]
