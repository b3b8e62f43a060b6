"""Commands about rulesets: list, check, test, compile, schema, why."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from regelwerk.dsl.ir import Compiled

from .conftest import Run


def test_every_command_has_help_with_examples(run: Run) -> None:
    for name in ("list", "check", "test", "play", "simulate", "replay", "why", "compile", "schema"):
        result = run(name, "--help")
        assert result.exit_code == 0
        assert "Examples:" in result.output


def test_help_tells_how_to_complete_names_in_a_shell(run: Run) -> None:
    assert "_REGELWERK_COMPLETE=bash_source" in run("--help").output


def test_list_shows_names_titles_and_players(run: Run) -> None:
    line = next(line for line in run("list").output.splitlines() if line.startswith("pig "))
    assert line.split() == ["pig", "Pig", "2–10"]


def test_list_gives_json(run: Run) -> None:
    found = json.loads(run("list", "--json").output)
    assert {"name": "hex", "title": "Hex", "players": [2, 2]} in found


@pytest.mark.parametrize("name", ["tic-tac-toe", "tic_tac_toe", "Tic-Tac-Toe"])
def test_names_are_read_with_hyphen_or_underscore(run: Run, name: str) -> None:
    assert run("check", name).exit_code == 0


def test_an_unknown_name_is_a_wrong_use_with_a_suggestion(run: Run) -> None:
    result = run("check", "conect-four")
    assert result.exit_code == 2
    assert "Did you mean connect-four?" in result.output


@pytest.mark.parametrize(
    ("games", "said"), [("many", "'many' is no whole number."), ("0", "0 is too little: at least 1.")]
)
def test_a_wrong_number_is_told_in_plain_words(run: Run, games: str, said: str) -> None:
    result = run("simulate", "pig", "--games", games)
    assert result.exit_code == 2
    assert result.output.endswith(f"{said}\n")


def test_a_slip_in_one_word_of_a_title_is_enough(run: Run) -> None:
    assert "Did you mean “a full column is closed”?" in run("test", "connect-four", "--only", "clsoed").output


def test_a_missing_file_is_a_wrong_use(run: Run) -> None:
    assert run("check", "no/such.regel").exit_code == 2


def test_check_fails_on_errors_and_shows_the_line(run: Run, broken: str) -> None:
    path = Path(broken)
    path.write_text(path.read_text(encoding="utf-8").replace("total < 4", "totl < 4"), encoding="utf-8")
    result = run("check", broken)
    assert result.exit_code == 1
    assert "totl < 4" in result.output
    assert "1 error" in result.output


def test_check_gives_json_and_annotations(run: Run, broken: str) -> None:
    path = Path(broken)
    path.write_text(path.read_text(encoding="utf-8").replace("total < 4", "totl < 4"), encoding="utf-8")
    found = json.loads(run("check", broken, "--format", "json").output)
    assert found["diagnostics"][0]["severity"] == "error"
    assert run("check", broken, "--format", "github").output.startswith("::error file=")


def test_other_commands_show_the_messages_of_a_ruleset_with_errors(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "empty.regel"
    path.write_text("", encoding="utf-8")
    result = run("simulate", str(path))
    assert result.exit_code == 1
    assert "error[RW" in result.output


def test_scenarios_are_run(run: Run) -> None:
    result = run("test", "connect-four")
    assert result.exit_code == 0
    assert "ok    discs pile up" in result.output


def test_only_some_scenarios_are_run_on_request(run: Run) -> None:
    found = json.loads(run("test", "connect-four", "--only", "full column", "--json").output)
    assert [each["title"] for each in found["scenarios"]] == ["a full column is closed"]


def test_a_scenario_that_fails_is_named_with_its_place(run: Run, broken: str) -> None:
    text = '\nscenario "two is one"\n  seats ada, ben\n  when      as ada: add_one\n  then      total = 2\n'
    Path(broken).write_text(Path(broken).read_text(encoding="utf-8") + text, encoding="utf-8")
    result = run("test", broken)
    assert result.exit_code == 1
    assert "FAIL  two is one" in result.output
    assert "counter.regel:" in result.output
    assert "1 of 1 scenario failed" in result.output


def test_compile_gives_a_compiled_ruleset(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "pig.json"
    assert run("compile", "pig", "-o", str(out)).exit_code == 0
    assert Compiled.model_validate_json(out.read_text(encoding="utf-8")).name == "pig"


def test_compile_shows_the_generated_python(run: Run) -> None:
    compile(run("compile", "pig", "--python").output, "pig", "exec")


def test_an_unknown_schema_is_a_wrong_use(run: Run) -> None:
    assert run("schema").exit_code == 0
    assert run("schema", "nonsense").exit_code == 2


def test_why_tells_the_reason_and_its_place(run: Run) -> None:
    result = run("why", "tic-tac-toe", "place(a1)", "--moves", "place(a1)")
    assert result.exit_code == 1
    assert "a1 is taken." in result.output
    assert "tic_tac_toe.regel:" in result.output


def test_why_says_that_something_is_possible(run: Run) -> None:
    result = run("why", "tic-tac-toe", "place(b1)", "--moves", "place(a1)", "--json")
    assert result.exit_code == 0
    assert json.loads(result.output)["possible"] is True


def test_why_refuses_moves_that_are_not_possible(run: Run) -> None:
    result = run("why", "tic-tac-toe", "place(b1)", "--moves", "place(a1); place(a1)")
    assert result.exit_code == 2
    assert "a1 is taken." in result.output


def test_why_explains_a_value(run: Run) -> None:
    moves = "drop(3); drop(0); drop(3); drop(0)"
    result = run("why", "connect-four", "--value", "run", "--moves", moves, "d4", "south")
    assert result.output.startswith("run(d4, south) = 2")


@pytest.mark.parametrize("words", [("origin", "pig", "roll"), ("touches", "pig", "roll"), ("cite", "pig", "X-1")])
def test_arguments_in_the_wrong_order_are_noticed(run: Run, words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert f"the other way round: regelwerk {words[0]} {words[2]} pig" in result.output


def test_check_speaks_json_like_the_others(run: Run) -> None:
    assert run("check", "pig", "--json").output == run("check", "pig", "--format", "json").output


def test_a_reader_that_has_seen_enough_is_no_failure(command: list[str]) -> None:
    with subprocess.Popen(
        [*command, "rulings", "auf-der-walz"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as told:
        assert told.stdout is not None and told.stderr is not None
        told.stdout.close()
        assert told.stderr.read() == b""
    assert told.returncode == 0


def test_a_name_of_several_words_needs_no_quotes(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "Written: old_fox.regel" in run("new", "game", "Old", "Fox").output
    for name in ("old-fox", "Old Fox", "old_fox"):
        assert "Did you mean old_fox.regel?" in run("check", name).output


def test_a_copy_of_a_game_is_not_taken_for_it(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run("new", "game", "Old Fox")
    Path("rich.regel").write_text(
        'variant rich "Rich" for old_fox\n  because   "More fun."\n\nchange player.coins\n  from  4\n  to    5\n',
        "utf-8",
    )
    Path("a_copy.regel").write_text(Path("old_fox.regel").read_text("utf-8"), "utf-8")
    assert "old_fox.regel:" in run("validate", "rich.regel").output
    Path("old_fox.regel").rename("b_copy.regel")
    result = run("validate", "rich.regel")
    assert result.exit_code == 2
    assert "Several files are old_fox: a_copy.regel, b_copy.regel." in result.output
