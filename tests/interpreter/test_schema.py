"""The published schemas fit what the machine reads and writes."""

from __future__ import annotations

import dataclasses
import json
import os
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from regelwerk.interpreter.game.game import Ruleset
from regelwerk.interpreter.game.replay import log_file
from regelwerk.interpreter.game.schema import file_name, schemas, written
from tests.interpreter.cards import card_game
from tests.interpreter.programs import program
from tests.interpreter.tables import three_in_a_row

ALL = schemas()
UPDATE = "UPDATE_SCHEMAS"  # set it to write the files anew


@pytest.mark.parametrize("name", ALL)
def test_the_file_is_up_to_date(root: Path, name: str) -> None:
    file = root / "schemas" / file_name(name)
    if os.environ.get(UPDATE):
        file.write_text(written(ALL[name]), encoding="utf-8")
    assert file.read_text(encoding="utf-8") == written(ALL[name]), f"run pytest with {UPDATE}=1"


@pytest.mark.parametrize("name", ALL)
def test_it_is_a_schema(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(ALL[name])


def valid(name: str, data: Any) -> bool:
    return bool(jsonschema.Draft202012Validator(ALL[name]).is_valid(json.loads(json.dumps(data))))


@pytest.mark.parametrize("compiled", [card_game(), three_in_a_row(), program(1), program(2)])
def test_rulesets_fit(compiled: Any) -> None:
    assert valid("compiled", compiled.model_dump(mode="json"))


@pytest.mark.parametrize("body", [["set", 0], ["jumble"], ["set", 0, ["add", 1]], ["ret", ["v", 0], 3], 7])
def test_wrong_code_does_not_fit(body: Any) -> None:
    data = three_in_a_row().model_dump(mode="json")
    data["functions"][0]["body"].append(body)
    assert not valid("compiled", data)


def test_games_logs_views_and_decisions_fit() -> None:
    game = Ruleset(card_game()).new_game(2, 1, names=["Ada", "Ben"])
    for seat in (0, 1):
        assert valid("game", game.save())
        assert valid("view", game.view(seat))
        assert valid("decision", dataclasses.asdict(game.decisions()[0]))
        game.choose(seat, seat)
        game.commit(seat)
    game.choose(game.decision().options[0])
    assert valid("game", game.save())
    assert valid("log", log_file(game))
    assert not valid("game", game.save() | {"more": 1})
