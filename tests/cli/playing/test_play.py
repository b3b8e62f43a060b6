"""Play without a terminal, from a pipe, and saved games."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

import regelwerk
from tests.interpreter.knowledge.test_untold import HANDS

from ..conftest import Run, Spawn

HUMANS = ("--seats", "human,human", "--seed", "3")


def test_without_a_terminal_bots_play_to_the_end(spawn: Spawn) -> None:
    first, second = spawn("play", "pig", "--seed", "4"), spawn("play", "pig", "--seed", "4")
    assert first.returncode == 0
    assert "wins." in first.stdout
    assert "Seed 4." in first.stdout
    assert first.stdout == second.stdout


def test_output_that_is_no_terminal_has_no_colours(spawn: Spawn) -> None:
    for args in (("play", "hex"), ("list",), ("test", "pig"), ("check", "pig")):
        assert "\x1b" not in spawn(*args).stdout


def test_people_can_play_from_a_pipe(run: Run) -> None:
    moves = "a1\nb1\na2\nb2\na3\n"
    result = run("play", "tic-tac-toe", *HUMANS, input=moves)
    assert result.exit_code == 0
    assert "Player 1 wins." in result.output


def test_the_board_shows_the_symbols_of_the_ruleset(run: Run) -> None:
    result = run("play", "tic-tac-toe", *HUMANS, input="b2\nq\n")
    assert "2  · X ·" in result.output


def test_options_are_taken_by_number_name_or_what_is_in_the_brackets(run: Run) -> None:
    result = run("play", "tic-tac-toe", *HUMANS, input="1\nplace(b1)\nc1\nq\n")
    assert "1  X O X" in result.output


def test_text_looks_for_options(run: Run) -> None:
    result = run("play", "breakthrough", *HUMANS, input="from a2\nq\n")
    assert "2 of 22 with “from a2”" in result.output


def test_many_options_come_in_pages(run: Run) -> None:
    result = run("play", "hex", *HUMANS, input="+\nq\n")
    assert "page 2 of" in result.output


def test_a_question_mark_tells_what_is_not_possible(run: Run) -> None:
    result = run("play", "tic-tac-toe", *HUMANS, input="a1\n?\nq\n")
    assert "Mark a1: a1 is taken." in result.output


def test_a_hidden_hand_is_not_shown_to_others(run: Run) -> None:
    result = run("play", "leduc-poker", *HUMANS, input="\ncall\n\nq\n")
    _, first, second = result.output.split("is next. Press Enter when nobody else looks.")
    own, theirs = (
        next(line.split()[1:] for line in part.splitlines() if line.startswith("hand")) for part in (first, second)
    )
    assert own[1] == theirs[0] == "(hidden)"
    assert "(hidden)" not in (own[0], theirs[1])


def test_a_step_can_be_taken_back(run: Run) -> None:
    result = run("play", "tic-tac-toe", *HUMANS, input="a1\nu\nb2\nq\n")
    last = result.output.rpartition("Tic-tac-toe")[2].splitlines()
    assert [line[:8] for line in last[2:4]] == ["1  · · ·", "2  · X ·"]


def test_chance_cannot_be_taken_back(run: Run) -> None:
    result = run("play", "pig", *HUMANS, input="roll\nu\nq\n")
    assert "Chance has spoken since." in result.output


def test_secret_answers_can_be_changed_until_they_are_final(run: Run) -> None:
    result = run("play", "isle-of-skye", "--seats", "human,random", "--seed", "1", input="1\n1\n1\nr\n" + "q\n")
    assert result.output.count("Which tile gets the axe?") == 2


SECRETLY = ("play", "isle-of-skye", "--seats", "human,random", "--seed", "1")


def test_the_last_secret_answer_is_taken_back_by_itself(run: Run) -> None:
    shown = run(*SECRETLY, input="1\n1\nu\nq\n").output
    assert shown.count("Which tile gets the axe?") == 1  # that answer stands
    asked = [line for line in shown.splitlines() if line.endswith("(in secret)")]
    assert len(asked) == 4 and asked[1] == asked[3] != asked[2]


def test_a_complete_secret_answer_can_lose_its_last_part(run: Run) -> None:
    shown = run(*SECRETLY, input="1\n1\n1\nu\nq\n").output
    asked = [line for line in shown.splitlines() if line.endswith("(in secret)")]
    assert len(asked) == 4 and asked[2] == asked[3]


def test_without_a_secret_answer_there_is_nothing_to_take_back(run: Run) -> None:
    assert "There is nothing to take back." in run(*SECRETLY, input="u\nq\n").output


def test_a_value_is_explained(run: Run) -> None:
    result = run("play", "connect-four", *HUMANS, input="v run d6 north\nq\n")
    assert "run(d6, north) = 0" in result.output


def test_a_saved_game_goes_on_and_can_be_replayed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "evening.json"
    run("play", "tic-tac-toe", *HUMANS, input=f"a1\nb1\ns {path}\nq\n")
    result = run("play", "tic-tac-toe", "--seats", "human,human", "--load", str(path), input="a2\nb2\na3\n")
    assert "Player 1 wins." in result.output
    replayed = json.loads(run("replay", str(path), "--json").output)
    assert replayed["same_rules"] is True
    assert replayed["divergence"] is None


def test_a_saved_game_can_be_replayed_under_other_rules(run: Run, tmp_path: Path) -> None:
    game = regelwerk.load("connect-four").new_game(2, 0)
    for column in (0, 1, 0, 1, 0, 1, 0):
        game.choose(f"drop({column})")
    saved, overlay = tmp_path / "won.json", tmp_path / "short.regel"
    saved.write_text(json.dumps(game.save()), encoding="utf-8")
    change = "change in_a_row\n  from  any d in {north, north_east, east, south_east} where "
    three, two = (f"run(x, d) + run(x, facing(d)) >= {n}" for n in (3, 2))
    directions = "any d in {north, north_east, east, south_east} where "
    overlay.write_text(
        f"house short for connect_four\n\n{change}{three}\n  to    {directions}{two}\n", encoding="utf-8"
    )
    result = run("replay", str(saved), "--with", str(overlay))
    assert "Entry 6 of 7 does not fit" in result.output
    assert result.exit_code == 1


def test_replay_names_the_first_entry_that_does_not_fit(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "evening.json"
    run("play", "tic-tac-toe", *HUMANS, input=f"a1\nb1\ns {path}\nq\n")
    data = json.loads(path.read_text(encoding="utf-8"))
    data["entries"][1]["option"] = "place(a1)"
    path.write_text(json.dumps(data), encoding="utf-8")
    result = run("replay", str(path))
    assert result.exit_code == 1
    assert "Entry 2 of 2" in result.output
    assert "a1 is taken." in result.output


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"format": "regelwerk/log/1", "ruleset": "pig"}',
             '{"format": "regelwerk/log/1", "ruleset": "pig", "players": 2, "seed": 1, "entries": [3]}',
             '{"format": "regelwerk/game/1", "ruleset": "pig"}'],
)  # fmt: skip
def test_damaged_files_are_refused_in_a_sentence(run: Run, tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text, encoding="utf-8")
    result = run("replay", str(path))
    assert result.exit_code in (1, 2)
    assert "RW9000" not in result.output


@pytest.mark.parametrize("args", [("--seats", "robot"), ("--names", "a,b,c"), ("--players", "7")])
def test_wrong_seats_and_names_are_a_wrong_use(run: Run, args: tuple[str, str]) -> None:
    assert run("play", "hex", *args).exit_code == 2


def test_a_reader_that_goes_away_is_no_error(command: list[str]) -> None:
    writer = subprocess.Popen([*command, "compile", "hex"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert writer.stdout is not None and writer.stderr is not None
    writer.stdout.read(10)
    writer.stdout.close()
    assert writer.stderr.read() == ""
    assert writer.wait(timeout=60) == 0
    writer.stderr.close()


def test_what_nobody_expected_is_a_short_message(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("regelwerk.library.entries", fail)
    result = run("list")
    assert result.exit_code == 1
    assert result.output.startswith("RW9000: ")
    assert "Traceback" not in result.output


def test_too_little_memory_is_no_bug(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise MemoryError

    monkeypatch.setattr("regelwerk.library.entries", fail)
    result = run("list")
    assert result.exit_code == 1
    assert "There is not enough memory for this. Fewer --jobs need less" in result.output


SCOUTING = """\
game scouting "Scouting Out"
  language  1
  players   2

board Map hex 41 x 41

type Tile on Map
  side      HexSide or none
rows Tile: side
  homeland: none
  start_1: north_east
  start_2: east
  start_3: south_east
  start_4: south_west
  start_5: west
  start_6: north_west

player
  at        Map = cell(20, 20)

setup
  lay homeland at cell(20, 20)
  each t in Tile where t.side != none: lay t at go(cell(20, 20), t.side)

action walk(t in Tile where t.at in neighbours(me.at)) "Walk to {t}"
  if t.at != none: set me.at to t.at

flow
  each n in 1..9
    as each players: offer walk

winner
  most 1
"""


def test_pieces_that_are_laid_are_drawn_where_they_lie(run: Run, tmp_path: Path) -> None:
    rules = tmp_path / "scouting.regel"
    rules.write_text(SCOUTING, encoding="utf-8")
    result = run("play", str(rules), *HUMANS, input="q\n")
    assert "18 19 20 21 22" in result.output
    assert "\n19    · st" in result.output  # odd rows of hexagons stand half a step to the right


def test_seats_differ_without_colours(run: Run) -> None:
    result = run("play", "connect-four", *HUMANS, input="1\n2\nq\n")
    assert "6  ● ○ ·" in result.output


def test_somebody_unknown_at_the_table_is_refused_with_a_suggestion(run: Run) -> None:
    result = run("play", "pig", "--seats", "human,sensibel")
    assert result.exit_code == 2
    assert "Did you mean sensible?" in result.output


def test_more_seats_than_the_rules_have_room_for_are_refused(run: Run) -> None:
    result = run("play", "tic-tac-toe", "--seats", "human,human,human")
    assert result.exit_code == 2
    assert "Tic-tac-toe is for 2 players, not 3." in result.output


def test_an_option_that_is_not_there_loses_nothing(run: Run) -> None:
    result = run("play", "tic-tac-toe", *HUMANS, input="a1\n99\na1\nplace(z9)\nb1\nq\n")
    assert "There is no option 99" in result.output
    assert "a1 is taken." in result.output
    last = result.output.rpartition("Tic-tac-toe")[2]
    assert "1  X O ·" in last


@pytest.mark.parametrize(
    ("hash", "said"),
    [
        ("0" * 64, "The rules have changed since this game was saved, entry 2"),
        (None, "evening.json is damaged, entry 2"),
    ],
)
def test_a_game_that_does_not_fit_says_where_and_stays_as_it_is(
    run: Run, tmp_path: Path, hash: str | None, said: str
) -> None:
    path = tmp_path / "evening.json"
    run("play", "tic-tac-toe", *HUMANS, input=f"a1\nb1\ns {path}\nq\n")
    data = json.loads(path.read_text(encoding="utf-8"))
    data["entries"][1]["option"] = "place(a1)"
    data["hash"] = hash or data["hash"]
    text = json.dumps(data)
    path.write_text(text, encoding="utf-8")
    result = run("play", "tic-tac-toe", "--load", str(path))
    assert result.exit_code == 1
    assert said in result.output
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("command", [("play", "tic-tac-toe", "--load"), ("replay",)])
def test_a_file_of_a_later_version_is_not_called_damaged(run: Run, tmp_path: Path, command: tuple[str, ...]) -> None:
    path = tmp_path / "evening.json"
    path.write_text('{"format": "regelwerk/log/9", "ruleset": "tic_tac_toe"}', encoding="utf-8")
    result = run(*command, str(path))
    assert result.exit_code == 1
    assert "evening.json has the format regelwerk/log/9; this version of Regelwerk reads" in result.output


def test_a_game_of_another_ruleset_is_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "evening.json"
    run("play", "tic-tac-toe", *HUMANS, input=f"a1\ns {path}\nq\n")
    result = run("play", "connect-four", "--load", str(path))
    assert result.exit_code == 1
    assert "This is a game of tic_tac_toe, not of connect_four." in result.output


def test_a_save_that_cannot_be_written_does_not_end_the_game(run: Run, tmp_path: Path) -> None:
    result = run("play", "tic-tac-toe", *HUMANS, input=f"a1\ns {tmp_path}/no/where.json\nb1\nq\n")
    assert "cannot be written" in result.output
    assert "1  X O ·" in result.output


LOTS = """\
game lots "Lots"
  language  1
  players   2

kind Suit  red_one "the red one", blue_one "the blue one"

player
  points    0..9

action pull "Pull"
  draw s in Suit
  if s = red_one: add 1 to me.points

flow
  as each players: offer pull

winner
  most me.points
"""


def test_chance_is_told_in_words(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "lots.regel"
    path.write_text(LOTS, encoding="utf-8")
    shown = run("play", str(path), "--seats", "human,human", "--seed", "1", input="1\nl\nq\n").output
    assert "Chance: the " in shown and "red_one" not in shown and "blue_one" not in shown


def test_the_screen_of_another_player_does_not_name_a_card_put_back(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "hands.regel"
    path.write_text(HANDS, encoding="utf-8")
    typed = "\nput back low\n\nl\n\nq\n"
    shown = run("play", str(path), "--seats", "human,human", "--names", "Ada,Ben", "--seed", "5", input=typed).output
    assert "Ada: Put back something hidden" in shown
    assert "Ada: Put back low" not in shown
