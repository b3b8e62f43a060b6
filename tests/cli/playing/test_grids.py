"""A board drawn by a line `grid` stays where other lines of `display` say what else is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from regelwerk.dsl.pipeline import compile_sources
from regelwerk.dsl.source import Source

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
    text = STONES.format(line="own points", size=4).replace("player\n", "player\n  kept      flag per Point\n")
    (found,) = compile_sources([Source("stones.regel", text.replace("by stone", "by stone, kept"))]).diagnostics
    assert found.code == "RW2062" and found.message == "`kept` cannot be drawn on `Point`."
    assert "`own kept`" in found.help
