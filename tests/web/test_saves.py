"""Games saved at the terminal go on at a table, and games of tables at the terminal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from regelwerk import Ruleset, load
from regelwerk.cli.commands.playing.play import resumed
from regelwerk.interpreter.game.replay import log_file

from .running import Seat, Server, Table, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("saves") / "tables") as served:
        yield served


def played(ruleset: Ruleset, answers: int, seats: list[str], seed: int = 7) -> dict[str, Any]:
    """Give the save of a game in the middle, as the terminal writes it."""
    game = ruleset.new_game(len(seats), seed, ["Ada", "Ben"][: len(seats)])
    for _ in range(answers):
        decision = game.decisions()[0]
        game.choose(decision.options[-1].code, decision.seat)
    return log_file(game, {"ruleset": ruleset.name, "seats": seats})


def opened(server: Server, saved: dict[str, Any]) -> Table:
    answer = server.client.post("/api/tables/saved", json={"game": saved})
    assert answer.status_code == 201, answer.text
    return Table(server, answer.json())


def test_a_game_saved_at_the_terminal_goes_on_at_a_table(server: Server) -> None:
    saved = played(load("leduc-poker"), 2, ["human", "human"])
    table = opened(server, saved)
    state = table.seat(0).state()
    assert [seat["name"] for seat in state["table"]["seats"]] == ["Ada", "Ben"]
    decided = [entry["text"] for entry in table.seat(0).log() if entry["kind"] == "decision"]
    assert decided == ["Ada: Raise by 2", "Ben: Raise by 2"]
    assert state["table"]["seed_chosen"]  # whoever has the file can foretell chance, so everybody is told
    assert "decision" in state


def test_it_goes_on_after_a_restart(tmp_path: Path) -> None:
    saved = played(load("connect-four"), 4, ["human", "random"])
    with serving(tmp_path / "tables") as server:
        table = opened(server, saved)
        before = table.seat(0).state()["scene"]
        server.stop()
        server.start()
        assert Seat(table, table.made["seats"][0]["key"]).state()["scene"] == before


def test_a_game_against_bots_is_saved_and_goes_on_elsewhere(server: Server, tmp_path: Path) -> None:
    table = server.new_table("connect-four", 1, 1)
    seat = table.seat(0)
    seat.choose()
    while seat.state()["decision"] is None:
        pass
    answer = seat.post("/save")
    assert answer.status_code == 200, answer.text
    path = tmp_path / "evening.json"
    path.write_text(answer.text)
    game = resumed(load("connect-four"), path)  # as `regelwerk play --load` does
    assert game.decisions()[0].seat == 0 and game.logged == len(answer.json()["entries"])
    assert answer.json()["table"]["seats"] == ["human", "random"]
    assert seat.state()["table"]["seed_chosen"]
    assert opened(server, answer.json()).seat(0).state()["scene"]["parts"] == seat.state()["scene"]["parts"]


def test_nobody_gets_a_save_while_others_have_secrets(server: Server) -> None:
    table = server.new_table("leduc-poker", 2)
    for seat in (table.seat(0), table.host, table.watcher):
        answer = seat.post("/save")
        assert answer.status_code == 403 and "several people" in answer.json()["error"]["text"]
    alone = server.new_table("leduc-poker", 1, 1)
    for seat in (alone.host, alone.watcher):
        assert seat.post("/save").status_code == 403
    assert not alone.seat(0).state()["table"]["seed_chosen"]


def test_secret_answers_that_are_not_final_come_along(server: Server, tmp_path: Path) -> None:
    rules = Path(__file__).parent / "browser" / "envelopes.regel"
    ruleset = load(str(rules))
    game = ruleset.new_game(2, 3, ["Ada", "Ben"])
    while mine := [decision for decision in game.decisions() if decision.seat == 0]:
        game.choose(mine[0].options[0].code, 0)
    saved = log_file(game, {"ruleset": str(rules), "seats": ["human", "human"]})
    assert saved["secrets"]["answers"]
    path = tmp_path / "evening.json"
    path.write_text(json.dumps(saved))
    with serving(tmp_path / "tables", "--table", str(path)) as own:
        line = own.process.stdout.readline() if own.process.stdout is not None else ""
        assert line.startswith(f"{ruleset.compiled.title}, Ada: {own.address}table/"), line
        table, key = line.split("/table/")[1].strip().split("#")
        made = Table(own, {"table": table, "host_key": "", "watch_key": "", "seats": []})
        state = Seat(made, key).state()
        assert state["table"]["seats"][0]["answered"]


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"format": "something"}, "no_save"),
        ({"ruleset": "../../etc/passwd"}, "ruleset_unknown"),
        ({"table": {"ruleset": "/etc"}, "ruleset": "no_game"}, "ruleset_unknown"),
        ({"table": {"overlays": ["../x"]}}, "overlay_unknown"),
        ({"table": {"dice": True}}, "save_dice"),
        ({"table": {"scenario": "Somewhere"}}, "save_scenario"),
        ({"table": {"seats": 5}}, "no_save"),
        ({"players": "two"}, "no_save"),
        ({"players": 2**70}, "no_save"),
        ({"seed": -1}, "save_refused"),
        ({"seed": "x"}, "save_refused"),
        ({"entries": {"a": 1}}, "save_refused"),
        ({"entries": [{"kind": "decision", "seat": 0, "option": "nothing", "text": "x"}]}, "save_refused"),
        ({"secrets": {"answers": {"0": [1]}}}, "save_refused"),
        ({"names": ["Ada", "Ada"]}, "names_alike"),
        ({"names": 3}, "no_save"),
        ({"names": ["\u0007", "b"]}, "save_refused"),
    ],
)
def test_what_is_no_save_is_refused_with_a_sentence(server: Server, wrong: dict[str, Any], code: str) -> None:
    saved = played(load("connect-four"), 1, ["human", "human"]) | wrong
    answer = server.client.post("/api/tables/saved", json={"game": saved if "format" not in wrong else wrong})
    assert answer.status_code == 422 and answer.json()["error"]["code"] == code, answer.text


def test_a_bot_of_ones_own_code_is_replaced(server: Server) -> None:
    table = opened(server, played(load("connect-four"), 2, ["human", "os:system"]))
    assert table.seat(0).state()["table"]["seats"][1]["bot"] not in ("", "os:system")
