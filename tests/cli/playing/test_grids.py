"""A board drawn by a line `grid` stays where other lines of `display` say what else is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from regelwerk import Game, load
from regelwerk.dsl.pipeline import compile_sources
from regelwerk.dsl.source import Source
from regelwerk.scene import scene
from regelwerk.scene.model import Grid

from ..conftest import Run

STONES = """\
game stones "Stones"
  language  1
  players   2

board Point square {size} x 3

table
  stone     Player or none per Point
player
  points    0..9

action put(c in Point) "Put a stone on {{c}}"
  needs stone[c] = none                   else "{{c}} is taken."
  set stone[c] to me

flow
  repeat at most 2
    as each players: offer put

winner
  most me.points

display
  grid      Point by stone
  symbol    player_1 "●" blue
  symbol    player_2 "○" red
  {line}
"""


def shown(run: Run, folder: Path, line: str, size: int = 4, symbol: str = "●") -> list[str]:
    path = folder / "stones.regel"
    path.write_text(STONES.format(line=line, size=size).replace("●", symbol), encoding="utf-8")
    said = run("play", str(path), "--seats", "human,human", "--seed", "1", input="put(b2)\nq\n").output
    return said.rpartition("Player 2 ─")[2].splitlines()


@pytest.mark.parametrize("line", ["own points", "others points", "track points", "table stone"])
def test_a_board_is_drawn_beside_what_is_listed(run: Run, tmp_path: Path, line: str) -> None:
    drawn = shown(run, tmp_path, line)
    second = next(row for row in drawn if row.startswith("2 "))
    assert second.startswith("2  · ● · ·")


def test_where_there_is_no_room_beside_a_board_the_rest_lies_below(run: Run, tmp_path: Path) -> None:
    drawn = shown(run, tmp_path, "own points", size=18, symbol="(●)")
    second = next(n for n, row in enumerate(drawn) if row.startswith("2 "))
    assert "points" not in "".join(drawn[: second + 1])
    assert "(●)" in drawn[second] and any("points 0" in row for row in drawn[second + 1 :])


def test_what_cannot_lie_on_a_grid_is_pointed_out() -> None:
    text = STONES.format(line="own points", size=4).replace("player\n", "player\n  kept      flag per Player\n")
    (found,) = compile_sources([Source("stones.regel", text.replace("by stone", "by stone, kept"))]).diagnostics
    assert found.code == "RW2062" and found.message == "`kept` cannot be drawn on `Point`."


SALVO = """\
game salvo "Salvo"
  language  1
  players   2..3

board Sea square 3 x 2

kind Shot   miss "miss", hit "hit"

player
  ships     flag per Sea private
  shots     Shot or none per Sea
  points    0..9

action place(c in [c in Sea where not me.ships[c]]) "A ship at {c}"
  set me.ships[c] to yes

action shoot(p in [p in players where p != me], c in [c in Sea where p.shots[c] = none]) "Shoot at {c} of {p}"
  set p.shots[c] to miss
  if p.ships[c]
    set p.shots[c] to hit
    add 1 to me.points

flow
  as all players: offer place
  each n in 1..2
    as each players: offer shoot

winner
  most me.points

display
  grid      Sea by shots, ships
  symbol    hit "✹" red
  symbol    miss "○" grey
"""


@pytest.fixture
def salvo(tmp_path: Path) -> str:
    path = tmp_path / "salvo.regel"
    path.write_text(SALVO, encoding="utf-8")
    return str(path)


def test_everybodys_own_board_is_drawn_and_says_whose_it_is(run: Run, salvo: str) -> None:
    moves = "\nplace(b1)\n\n\nplace(c2)\n\n\nshoot(player_2,c2)\n\nq\n"
    said = run("play", salvo, "--players", "2", "--seats", "human,human", "--seed", "1", input=moves).output
    last = said.rpartition("Salvo · Player 2 ─")[2].splitlines()
    names, heads, first, second = (line.split() for line in last[1:5])
    assert [word for word in names if word.isdecimal()][:2] == ["2", "1"]  # who looks comes first
    assert heads[:6] == ["a", "b", "c", "a", "b", "c"]
    assert first == ["1", "·", "·", "·", "1", "·", "·", "·"]  # the ship of the other is not shown
    assert second == ["2", "·", "·", "✹", "2", "·", "·", "·"]  # the shot lies on the ship


def test_an_option_about_a_cell_of_somebody_stands_on_that_board(salvo: str) -> None:
    game = load(salvo).new_game(players=3, seed=1)
    for seat, cell in enumerate(("a1", "b1", "c1")):
        decision = next(d for d in game.decisions() if d.seat == seat)
        found = {board.owner: [cell.options for cell in board.cells] for board in boards_of(game, seat)}
        assert found[seat] == [[n] for n in range(1, 7)]
        assert all(not any(options) for owner, options in found.items() if owner != seat)
        game.choose(next(o for o in decision.options if o.id == f"place({cell})"), seat=seat)
        game.commit(seat)
    asked = game.decisions()[0]
    offered = {board.owner: {cell.id: cell.options for cell in board.cells} for board in boards_of(game, 0)}
    assert list(offered) == [0, 1, 2] and not any(offered[0].values())
    for owner in (1, 2):
        for cell, (number,) in offered[owner].items():
            assert asked.options[number - 1].id == f"shoot(player_{owner + 1}, {cell})"


def boards_of(game: Game, seat: int) -> list[Grid]:
    return [part for part in scene(game, seat).parts if isinstance(part, Grid)]
