"""The table of a game with much on it, drawn as `display` says."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.text import Text

from regelwerk.cli.terminal.drawing.flowing import flow
from regelwerk.cli.terminal.drawing.grids import Mark
from regelwerk.cli.terminal.drawing.hexmap import LARGE, SMALL, E, Hexagon, W, arrows, draw_map, window
from regelwerk.cli.terminal.menu import Menu, pointed
from regelwerk.dsl.diagnostics import Diagnostic
from regelwerk.dsl.pipeline import compile_sources
from regelwerk.dsl.source import Source
from regelwerk.interpreter.game.decisions import Decision, Option
from regelwerk.interpreter.texts.squares import bearing

from ..conftest import Run

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
    shown = run("play", hikers, *PEOPLE, input="\nq\n").output
    assert any(".●○" in line and "^" in line and line.index(".●○") < line.index("^") for line in shown.splitlines())
    assert ". grass  ^ rock" in shown


def test_own_things_and_what_others_show(run: Run, hikers: str) -> None:
    shown = run("play", hikers, *PEOPLE, input="\nq\n").output
    assert "● Ada  points 0  purse 2  secret 7" in shown
    assert "Low shelf  ···" in shown
    assert "○ Ben  purse 2  rack 0/0" in shown
    assert shown.count("secret") == 1  # nothing of Ben's


def test_options_carry_remarks_and_the_map_their_numbers(run: Run, hikers: str) -> None:
    shown = run("play", hikers, *PEOPLE, input="\nq\n").output
    assert "1) Walk to the hill: costs 2, far away" in shown
    assert "1 ^" in shown


def test_ways_of_one_action_are_said_once() -> None:
    options = tuple(Option(f"go({x})", i, f"Go to the {x}") for i, x in enumerate(("inn", "hall", "mill")))
    assert texts(Menu(Decision(0, "site", "", options)).lines(80, 10)) == [
        "   Go to the …",
        "1) inn   2) hall  3) mill",
    ]


def test_a_number_does_not_stand_alone_beside_another_one(run: Run, hikers: str) -> None:
    shown = run("play", hikers, *PEOPLE, input="\nq\n").output
    assert "2) Earn 1 coins by hand  " in shown
    assert "2) 1" not in shown


def test_a_long_option_goes_on_in_the_next_line() -> None:
    said = "Stay the night in the hostel; a blue scantling and a companion; ends your turn"
    lines = texts(Menu(Decision(0, "site", "", (Option("stay", 0, said), Option("go", 1, "Go")))).lines(40, 10))
    assert " ".join(line.strip() for line in lines) == f"1) {said} 2) Go"
    assert all(len(line) <= 40 for line in lines)
    assert lines[1].startswith("   ")


def many(rows: int) -> list[str]:
    ways = [Option(f"walk(c{n}, side)", n, f"Walk to the {n}th house: fee 1") for n in range(12)]
    return texts(Menu(Decision(0, "site", "", (*ways, Option("end", 12, "End the turn")))).lines(80, rows))


def test_a_large_group_is_one_sentence_only_where_there_is_no_room() -> None:
    assert "    Walk to the … house: fee 1 · 12 ways, type “Walk”" in many(3)
    assert sum("th" in line and ")" in line for line in many(10)) > 1
    assert not any("ways" in line for line in many(10))


def test_an_option_is_taken_by_its_sentence() -> None:
    options = Option("work", 0, "Work and end the turn"), Option("end", 1, "End the turn")
    assert Menu(Decision(0, "site", "", options)).read("end the turn") == options[1]


def test_pawns_are_to_be_seen_where_there_is_much_else() -> None:
    city = Hexagon(("#", ""), [(sign, "") for sign in "IHTWC"], number="3", pawns=[(("●", ""), None)])
    cells = {(x, y): city for x in range(2) for y in range(2)}
    drawn = "\n".join(texts(draw_map(cells, window(cells, None, 80, 24, SMALL), SMALL)))
    assert drawn.count("#IHTWC") == drawn.count("3●") == 4


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_map_keeps_to_the_lines_it_has(size: tuple[int, int]) -> None:
    cells = {(x, y): Hexagon((".", "")) for x in range(9) for y in range(9)}
    for lines in range(6, 20):
        assert len(draw_map(cells, window(cells, (4, 4), 60, lines, size), size)) <= lines + 1


def test_what_changed_since_the_last_turn_is_told(run: Run, hikers: str) -> None:
    shown = run("play", hikers, *PEOPLE, input="\nstore(red)\n\nearn(3)\n\nq\n").output
    last = shown.rpartition("Hikers · Ada")[2]
    assert "purse 5 (+3)" in last
    assert "Low shelf  r·· ■" in last
    assert "Ben: Earn 3 coins by hand" in last


BUILDERS = """\
game builders "Builders"
  language  1
  players   2

board Land hex 9 x 9
kind Ground   grass, rock
kind Wall     rock
type Tile on Land
  sides     list of Ground
  ground    Ground
type Spot
  side      HexSide or none
type Token
rows Token: copies
  token "token": 5
Tile start "the start"
  sides     grass, grass, grass, grass, grass, grass
  ground    grass
Tile bend "the bend"
  sides     grass, rock, rock, grass, rock, rock
  ground    rock
Tile fork "the fork"
  sides     grass, rock, grass, rock, grass, rock
  ground    grass
Spot middle "the middle"
  side      none
Spot upper "the upper path"
  side      north_east
Spot lower "the lower path"
  side      south_east

table
  stack     pile of Tile hidden = {bend, fork}
  shown     holds Tile
  bag       pile of Token = Token
player
  at        Land = cell(4, 4)
  on        Spot = middle
  tokens    pile of Token

setup
  lay start at cell(4, 4)
  each p in players: move top(bag) to p.tokens

value road(c: Land, d: HexSide) flag = label(c, d) = grass
value ground(c: Land) Ground or none = if piece(c) = none then none else piece(c).ground
value side_of(s: Spot) HexSide or none = s.side

action build "Build"
  move top(stack) to shown
  choose c in [x in rim(start) where x in {cell(5, 4), cell(4, 3)}] "Where does it go?"
  choose r in 0..5 where fits(shown, c, r) "How is it turned?"
  lay shown at c turned r
action stand(c in cells(start), s in {upper, lower}) "Stand on {s}"
  set me.on to s

flow
  as each players: offer build, stand
winner
  most me.tokens.size

display
  map       Land by road, ground, side_of
  symbol    grass "." green
  symbol    Ground.rock "^" white
  own       tokens
"""


@pytest.fixture
def builders(tmp_path: Path) -> str:
    path = tmp_path / "builders.regel"
    path.write_text(BUILDERS, encoding="utf-8")
    return str(path)


def test_a_piece_is_drawn_before_it_is_laid_turned_in_every_way(run: Run, builders: str) -> None:
    shown = run("play", builders, *PEOPLE, input="build\n1\nq\n").output
    assert "It could lie like this:" in shown[: shown.index("Where does it go?")]
    strip = shown[: shown.index("How is it turned?")].splitlines()[-3:]
    assert [line.split() for line in strip if ")" in line] == [["1)", "^", "2)", "^"]]


def test_cells_without_a_name_are_said_by_where_they_are(run: Run, builders: str) -> None:
    shown = run("play", builders, *PEOPLE, input="build\n1\nq\n").output
    assert "1) north-east\n2) east\n" in shown
    assert "Ada: Where does it go? north-east" in shown


def test_what_a_bot_did_is_said_by_where_it_is_too(run: Run, builders: str) -> None:
    shown = run("play", builders, "--seats", "random,human", "--seed", "1", input="1\n" * 20).output
    assert "Player 1: Build · Where does it go? east" in shown


def test_options_at_the_sides_of_a_cell_have_their_numbers_there(run: Run, builders: str) -> None:
    shown = run("play", builders, *PEOPLE, input="q\n").output.splitlines()
    middle = next(n for n, line in enumerate(shown) if ".●○" in line)
    assert "2" in shown[middle - 1] and "3" in shown[middle + 1]


def test_a_piece_nobody_has_seen_is_not_drawn(run: Run, builders: str) -> None:
    first = run("play", builders, *PEOPLE, input="q\n").output
    assert "It could lie like this:" not in first and "^" not in first


def test_things_that_are_called_alike_are_counted(run: Run, builders: str) -> None:
    assert "tokens 1" in run("play", builders, *PEOPLE, input="q\n").output


@pytest.mark.parametrize("start", [(4, 4), (4, 5)])
def test_the_way_to_a_hexagon_is_the_shortest(start: tuple[int, int]) -> None:
    seen = {start: 0}
    todo = [start]
    while todo:  # outwards, ring by ring
        x, y = todo.pop(0)
        for dx, dy in ((y % 2, -1), (1, 0), (y % 2, 1), (y % 2 - 1, 1), (-1, 0), (y % 2 - 1, -1)):
            near = x + dx, y + dy
            if near not in seen and seen[x, y] < 4:
                seen[near] = seen[x, y] + 1
                todo.append(near)
    for end, apart in seen.items():
        at = start
        way = bearing(start, end)
        for side, times in way:
            for _ in range(times):
                x, y = at
                odd = y % 2
                step = ((odd, -1), (1, 0), (odd, 1), (odd - 1, 1), (-1, 0), (odd - 1, -1))[side]
                at = x + step[0], y + step[1]
        assert at == end and sum(times for _, times in way) == apart


def test_arrows_lead_to_what_is_near() -> None:
    assert [arrows((4, 4), end) for end in ((5, 4), (3, 3), (6, 4), (4, 4), (8, 4))] == ["→", "↖", "→→", "", ""]


def test_an_option_says_where_it_lies() -> None:
    options = Option("go(a)", 0, "Go to the path"), Option("end", 1, "End")
    menu = Menu(Decision(0, "site", "", options), arrows={"go(a)": "↖"})
    assert texts(menu.lines(80, 10)) == ["1) Go to the path ↖", "2) End"]
    assert pointed("To the path in the south (the hill)", "↗") == "To the path in the south (↗ the hill)"


def test_a_pawn_is_never_hidden_by_a_number() -> None:
    red, blue = ("●", "red"), ("▲", "blue")
    west, east = Hexagon(ground=(".", "")), Hexagon(ground=(".", ""))
    east.pawns, west.pawns = [(red, 5)], [(blue, 0)]  # north-west of the one is the south-east of the row above
    above = Hexagon(ground=(".", ""))
    above.numbers = {2: "12", 3: "7"}
    cells = {(4, 3): above, (4, 4): west, (5, 4): east}
    drawn = "\n".join(texts(draw_map(cells, window(cells, None, 80, 20, SMALL), SMALL)))
    assert all(sign in drawn for sign in ("●", "▲", "12", "7"))


def test_a_scoring_is_shown_as_a_table_when_it_happens(run: Run, hikers: str) -> None:
    shown = run("play", hikers, *PEOPLE, input="\nwalk(f5)\n" + "\nearn(1)\n" * 3 + "\nq\n").output
    middle = shown.index("Half")
    assert "coins" in shown[middle : middle + 60]
    assert shown.index("Ada", middle) < len(shown)


def test_the_end_shows_everybody(run: Run, hikers: str) -> None:
    shown = run("play", hikers, "--seats", "human,random", "--seed", "1", input="earn(1)\n" * 9).output
    end = next(shown.rindex(said) for said in ("wins.", "A draw.") if said in shown)
    assert end > shown.rindex("Half")  # who has won stands last, where a small screen still shows it


GRASS: Mark = (".", "green")


def test_a_map_larger_than_the_screen_is_cut_around_the_one_who_looks() -> None:
    cells = {(x, y): Hexagon(GRASS, ways={E, W}) for x in range(20) for y in range(20)}
    shown = window(cells, (10, 10), 44, 9, SMALL)
    assert 10 in shown.columns and 10 in shown.rows
    assert shown.hidden == ("north", "south", "west", "east")
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


def test_options_stay_in_their_order() -> None:
    ids = ("go(1)", "go(2)", "scout", "stop(inn)", "end")
    options = tuple(Option(id, i, id.capitalize()) for i, id in enumerate(ids))
    lines = texts(Menu(Decision(0, "site", "", options)).lines(80, 10))
    assert lines == ["1) Go(1)", "2) Go(2)", "3) Scout", "4) Stop(inn)", "5) End"]


def test_the_only_option_left_is_taken_with_enter_and_says_so() -> None:
    options = tuple(Option(f"go({c})", i, f"Go to {c} now") for i, c in enumerate("abcdefgh"))
    menu = Menu(Decision(0, "site", "", options))
    menu.wanted = "to h"
    assert texts(menu.lines(80, 10))[-1] == "1 of 8 with “to h”, Enter takes it"
    assert menu.read("") == options[7]


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


SQUARE = """\
game square "Square"
  language  1
  players   2

type Merchant per player
Merchant elder "elder"
Merchant younger "younger"
type Token per player
rows Token: copies
  token "token": 2

table
  market    pile of Merchant
player
  here      pile of Merchant = Merchant
  tokens    pile of Token = Token
  met       pile of Token
  points    0..9

action send(m in me.here) "Send {m}"
  move m to market
  each p in others: move top(p.tokens) to me.met

flow
  as each players: offer send
  as each players: offer send

winner
  most me.points
"""


@pytest.mark.parametrize(
    ("display", "first", "second"),
    [
        ("", "Ada: ", "Ben: "),
        ("\ndisplay\n  own here, tokens, met\n  others here, tokens, met\n  table market\n", "● ", "○ "),
    ],
)
def test_things_of_players_tell_whose_they_are(run: Run, tmp_path: Path, display: str, first: str, second: str) -> None:
    path = tmp_path / "square.regel"
    path.write_text(SQUARE + display, encoding="utf-8")
    shown = run("play", str(path), *PEOPLE, input="1\n\n2\n\nq\n").output
    shown = " ".join(shown[shown.rindex("── Square") :].split())
    assert f"market {first}younger, {second}younger, {first}elder" in shown
    assert (f"met {second}2" if display else f"met {second}2 {first}1") in shown
    assert f"{second}elder" not in shown  # one's own, before the one who looks, needs no name
