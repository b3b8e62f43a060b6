"""What a terminal shows while people and bots play."""

from __future__ import annotations

from collections.abc import Iterable
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from regelwerk import Game, Ruleset, load
from regelwerk.bots import RandomBot
from regelwerk.cli.terminal.session import Quit, Session

from ..conftest import Run

CLEAR = "\x1b[H\x1b[2J"
SCROLLED = "\x1b[3J"


class Screen(StringIO):
    """A terminal that remembers what arrived at once."""

    def __init__(self) -> None:
        super().__init__()
        self.arrived: list[str] = []

    def flush(self) -> None:
        shown = "".join(self.arrived)
        if (new := self.getvalue()[len(shown) :]) != "":
            self.arrived.append(new)


def sat(game: Game, people: Iterable[int], typed: Iterable[str], height: int = 24) -> Screen:
    """Play at a terminal of 80 columns; end where nothing more is typed."""
    screen, lines = Screen(), iter(typed)

    def read(prompt: str) -> str:
        screen.write(prompt)
        screen.flush()
        if (line := next(lines, None)) is None:
            raise Quit
        return line

    out = Console(file=screen, force_terminal=True, width=80, height=height, no_color=True, legacy_windows=False)
    bots = {seat: RandomBot(game.seed, seat) for seat in range(game.players) if seat not in people}
    session = Session(game, bots, out, read, clears=True)
    try:
        session.run()
    except Quit:
        session.leave()
    return screen


def made(text: str, folder: Path) -> Ruleset:
    """Load a ruleset from its text."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    path = folder.parent / "made.regel"
    path.write_text(text, encoding="utf-8")
    return load(str(path))


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "regelwerk" / "unfinished"


def test_a_game_that_was_left_goes_on(run: Run, at_home: Path) -> None:
    screen = sat(load("connect-four").new_game(2, 1, ["Ada", "Ben"]), [0, 1], ["1", "4"])
    kept = at_home / "connect_four.json"
    assert f"--load {kept}" in screen.getvalue()
    assert "Ben: Drop a disc into column 4" in run("play", "connect-four", "--load", str(kept), input="").output


PLANS = """\
game plans "Plans"
  language  1
  players   2

player
  first     0..9
  second    0..9

flow
  as all players
    choose a in 3..5 "Where to first?"
    set me.first to a
    choose b in 3..5 "Where to then, after {me.first}?"
    set me.second to b

winner
  most me.second
"""


def test_whoever_goes_on_with_a_game_does_not_see_a_plan_before_the_next_person_sits_there(at_home: Path) -> None:
    game = made(PLANS, at_home).new_game(2, 1, ["Ada", "Ben"])
    game.choose("3", 0)
    on = sat(game, [0, 1], [])  # as after `--load`: nobody has said who sits there
    assert "Ada is next. Press Enter when nobody else looks." in on.getvalue()
    assert "after 3" not in on.getvalue()
    assert "after 3" in sat(game, [0, 1], [""]).getvalue()
    assert "after 3" in sat(game, [0], []).getvalue()  # where one person plays there is nobody to hide from


LOOKS = """game looks "Looks"
  language  1
  players   2

type Card
rows Card: copies
  bee "bee": 2

table
  deck      pile of Card hidden = Card
player
  points    0..9

flow
  as each players
    show top(deck) to me
    choose n in 1..2 "How many?"
    set me.points to n

winner
  most me.points
"""


def test_what_was_shown_to_one_player_is_not_left_on_the_screen(at_home: Path) -> None:
    shown = sat(made(LOOKS, at_home).new_game(2, 1, ["Ada", "Ben"]), [0, 1], ["", "1"]).getvalue()
    assert shown.count("bee") == 1
    assert "Ben is next. Press Enter when nobody else looks." in shown.rpartition(CLEAR)[2]


@pytest.mark.parametrize("typed", [[], ["1", "s evening.json"]])
def test_nothing_is_kept_that_is_not_lost(typed: list[str], at_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(at_home.parents[2])
    sat(load("connect-four").new_game(2, 1), [0, 1], typed)
    assert not at_home.exists()


def test_one_is_told_for_whom_one_waits() -> None:
    screen = sat(load("connect-four").new_game(2, 1, ["Ada", "Ben"]), [0], ["1"])
    assert any(arrived.endswith("Ben is thinking …") for arrived in screen.arrived)
    assert "Ada is thinking" not in screen.getvalue()


def test_a_screen_arrives_whole() -> None:
    screen = sat(load("connect-four").new_game(2, 1), [0, 1], ["1", "2"])
    for arrived in (each for each in screen.arrived if CLEAR in each):
        assert "Connect Four · " in arrived
        assert "7)" in arrived


@pytest.mark.parametrize("people", [[0], [0, 1]])
def test_only_where_others_look_too_the_terminal_forgets_what_scrolled_away(people: list[int]) -> None:
    screen = sat(load("connect-four").new_game(2, 1), people, ["1"])
    assert (SCROLLED in screen.getvalue()) == (len(people) > 1)


@pytest.mark.parametrize("height", [18, 24, 40])
def test_a_screen_is_no_longer_than_the_terminal(height: int) -> None:
    screen = sat(load("breakthrough").new_game(2, 1), [0, 1], ["1", "?", "", "+", "1", "h", ""], height)
    for shown in screen.getvalue().partition("Until next time")[0].split(CLEAR)[1:]:
        assert shown.count("\n") < height


SPOKEN = """\
game greeting "Greeting"
  language  1
  players   2

player
  points    0..9

action greet "Say hello"
  add 1 to me.points
  say "{me} says hello."

flow
  as each players: offer greet

winner
  most me.points

texts de
  "Say hello"            "Guten Tag sagen"
  "{me} says hello."     "{me} sagt Guten Tag."
"""


def test_a_game_goes_on_in_another_language(run: Run, tmp_path: Path) -> None:
    rules, saved = tmp_path / "greeting.regel", tmp_path / "evening.json"
    rules.write_text(SPOKEN, encoding="utf-8")
    run("play", str(rules), "--seats", "human,human", input=f"1\ns {saved}\nq\n")
    shown = run("play", str(rules), "--seats", "human,human", "--lang", "de", "--load", str(saved), input="q\n")
    assert shown.exit_code == 0
    assert "Guten Tag sagen" in shown.output
    assert run("replay", str(saved), "--ruleset", str(rules), "--lang", "de").exit_code == 0


def test_options_are_found_by_any_word_of_them() -> None:
    screen = sat(load("connect-four").new_game(2, 1, ["Ada", "Ben"]), [0, 1], ["? disc 3"])
    assert "Possible:" in screen.getvalue() and "3) Drop a disc into column 3" in screen.getvalue()
