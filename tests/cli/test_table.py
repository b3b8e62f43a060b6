"""The table of a game with much on it, drawn as `display` says."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.text import Text

from regelwerk.cli.grids import Mark
from regelwerk.cli.hexmap import LARGE, SMALL, E, Hexagon, W, draw_map, window
from regelwerk.cli.menu import Menu
from regelwerk.cli.tableau import flow
from regelwerk.dsl.compile import compile_sources
from regelwerk.dsl.diagnostics import Diagnostic
from regelwerk.dsl.source import Source
from regelwerk.interpreter.decisions import Decision, Option

from .conftest import Run

GAME = """\
game hikers "Hikers"
  language  1
  players   2..3

board Land hex 9 x 9
kind Ground   grass "grass", rock "rock"
kind Colour   red, blue
kind Shelf    low "Low shelf", high "High shelf"
type Tile on Land
  sides     list of Ground
  ground    Ground
Tile start "the start"
  sides     grass, grass, grass, rock, rock, rock
  ground    grass
Tile hill "the hill"
  sides     rock, rock, rock, grass, grass, grass
  ground    rock

table
  round     0..9
player
  at        Land = cell(4, 4)
  coins     0..9 = 2
  points    0..9
  rack      0..3 per Shelf per Colour
  full      set of Shelf
  secret    0..9 private = 7

setup
  lay start at cell(4, 4)
  lay hill at cell(5, 4)

value road(c: Land, d: HexSide) flag = label(c, d) = grass
value ground(c: Land) Ground or none = if piece(c) = none then none else piece(c).ground
value price(c: Land) number = if c = cell(5, 4) then 2 else 0
value far(c: Land) flag = c = cell(5, 4)

action walk(c in [x in neighbours(me.at) where piece(x) != none]) "Walk to {piece(c)}"
  set me.at to c
  add 1 to me.points
action earn(n in 1..4) "Earn {n} coins by hand"
  set me.coins to me.coins + n but at most 9
action store(c in Colour) "Store {c}"
  needs me.rack[low, c] < 3               else "The shelf is full."
  add 1 to me.rack[low, c]
  add low to me.full

flow
  repeat until round = 4
    add 1 to round
    as each players: offer walk, earn, store
    if round = 2: score half

scoring half to me.points
  "coins"  me.coins

winner
  most me.points

display
  map       Land by road, ground
  symbol    grass "." green
  symbol    rock "^" white
  symbol    red "r" red
  table     round
  own       points
  own       coins "purse"
  own       secret
  rack      rack by full
  others    coins "purse"
  others    secret
  remark    walk by price "costs #"
  remark    walk by far "far away"
"""
PEOPLE = ("--seats", "human,human", "--names", "Ada,Ben", "--seed", "1")


@pytest.fixture
def hikers(tmp_path: Path) -> str:
    path = tmp_path / "hikers.regel"
    path.write_text(GAME, encoding="utf-8")
    return str(path)


def messages(text: str) -> list[Diagnostic]:
    return compile_sources([Source("hikers.regel", text)]).diagnostics


def texts(lines: list[Text]) -> list[str]:
    return [line.plain.rstrip() for line in lines]


def test_the_map_shows_ground_paths_and_pawns(run: Run, hikers: str) -> None:
    shown = run("play", hikers, *PEOPLE, input="q\n").output
    assert any(".●○" in line and "^" in line and line.index(".●○") < line.index("^") for line in shown.splitlines())
    assert ". grass  ^ rock" in shown


def test_own_things_and_what_others_show(run: Run, hikers: str) -> None:
    shown = run("play", hikers, *PEOPLE, input="q\n").output
    assert "● Ada  points 0  purse 2  secret 7" in shown
    assert "Low shelf  ···" in shown
    assert "○ Ben  purse 2  rack 0/0" in shown
    assert shown.count("secret") == 1  # nothing of Ben's


def test_options_carry_remarks_and_the_map_their_numbers(run: Run, hikers: str) -> None:
    shown = run("play", hikers, *PEOPLE, input="q\n").output
    assert "1) Walk to the hill: costs 2, far away" in shown
    assert "1 ^" in shown


def test_ways_of_one_action_are_said_once(run: Run, hikers: str) -> None:
    shown = run("play", hikers, *PEOPLE, input="q\n").output
    assert "Earn … coins by hand\n2) 1  3) 2  4) 3  5) 4\n" in shown


def test_what_changed_since_the_last_turn_is_told(run: Run, hikers: str) -> None:
    shown = run("play", hikers, *PEOPLE, input="store(red)\n\nearn(3)\n\nq\n").output
    last = shown.rpartition("Hikers · Ada")[2]
    assert "purse 5 (+3)" in last
    assert "Low shelf  r·· ■" in last
    assert "Ben: Earn 3 coins by hand" in last


def test_a_scoring_is_shown_as_a_table_when_it_happens(run: Run, hikers: str) -> None:
    shown = run("play", hikers, *PEOPLE, input="walk(f5)\n" + "\nearn(1)\n" * 3 + "\nq\n").output
    middle = shown.index("Half")
    assert "coins" in shown[middle : middle + 60]
    assert shown.index("Ada", middle) < len(shown)


def test_the_end_shows_everybody(run: Run, hikers: str) -> None:
    shown = run("play", hikers, "--seats", "human,random", "--seed", "1", input="earn(1)\n" * 9).output
    assert "wins." in shown or "A draw." in shown


GRASS: Mark = (".", "green")


def test_a_map_larger_than_the_screen_is_cut_around_the_one_who_looks() -> None:
    cells = {(x, y): Hexagon(GRASS, ways={E, W}) for x in range(20) for y in range(20)}
    shown = window(cells, (10, 10), 44, 9, SMALL)
    assert 10 in shown.columns and 10 in shown.rows
    assert shown.hidden == "north, south, west, east"
    lines = texts(draw_map(cells, shown, SMALL))
    assert max(map(len, lines)) <= 44 and len(lines) <= 11


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_path_between_neighbours_is_one_line(size: tuple[int, int]) -> None:
    cells = {
        (0, 0): Hexagon(GRASS, ways={1, 2}),
        (1, 0): Hexagon(GRASS, ways={4, 3}),
        (0, 1): Hexagon(GRASS, ways={0, 5}),
    }
    lines = texts(draw_map(cells, window(cells, None, 60, 20, size), size))
    assert lines[1].count("──") == 1
    assert lines[size[1]].split() == ["╲", "╱"]


def test_things_flow_into_as_few_lines_as_fit() -> None:
    lines = flow([Text("one"), None, Text("two"), Text("three")], 10)
    assert texts(lines) == ["one  two", "three"]


def test_a_comma_that_all_ways_have_is_said_once() -> None:
    options = tuple(Option(f"play({n})", n, f"Pay 2 and play a {n}, too") for n in range(1, 4))
    lines = texts(Menu(Decision(0, "site", "", options)).lines(80, 10))
    assert lines == ["   Pay 2 and play a …, too", "1) 1  2) 2  3) 3"]


def test_numbers_stay_the_same_whatever_is_shown() -> None:
    options = tuple(Option(f"go({c})", i, f"Go to {c} now") for i, c in enumerate("abcdefgh"))
    menu = Menu(Decision(0, "site", "", options))
    assert "8) h" in "\n".join(texts(menu.lines(80, 10)))
    menu.wanted = "to h"
    assert "8) Go to h now" in "\n".join(texts(menu.lines(80, 10)))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("own       coinz", "There is no slot of players called `coinz` to be drawn."),
        ("table     coins", "There is no slot of the table called `coins` to be drawn."),
        ("map       Lant by road", "There is no board called `Lant` to be drawn."),
        ("map       Land by raod", "There is no value called `raod` to be drawn."),
        ("remark    wlak by price", "There is no action called `wlak` to be drawn."),
        ("remark    walk by road", "`road` cannot be asked for `walk`."),
        ("ohters    coins", "No front end draws `ohters`."),
    ],
)
def test_lines_that_draw_nothing_are_pointed_out(line: str, said: str) -> None:
    found = messages(f"{GAME}  {line}\n")
    assert [d.message for d in found if d.code == "RW2062"] == [said]


def test_values_named_in_the_display_are_used() -> None:
    assert not [d for d in messages(GAME) if d.code == "RW2050"]
