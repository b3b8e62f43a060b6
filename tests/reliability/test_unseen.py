"""Characters that steer a terminal or turn a line round come in by no file, and by no name of a player."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

import regelwerk
from regelwerk.cli import main
from regelwerk.dsl import ir
from regelwerk.interpreter.errors import Refused, RuleError
from regelwerk.interpreter.game.game import Ruleset
from regelwerk.library.building import build

ODD = ["\x1b[2J", "\x07", "\x9b", "\u202e", "\x00"]


@pytest.mark.parametrize("odd", ODD)
def test_a_compiled_file_with_such_a_text_is_refused(odd: str) -> None:
    made = build("pig").compiled
    assert made is not None
    data = json.loads(made.model_dump_json())
    for place, changed in {
        "title": {**data, "title": odd},
        "texts": {**data, "texts": [{**text, "parts": [odd]} for text in data["texts"]]},
        "domain": {**data, "domains": [{**d, "titles": [odd for _ in d["titles"]]} for d in data["domains"]]},
        "titles": {**data, "titles": {"de": {"Player.player_1": odd}}},
    }.items():
        with pytest.raises((Refused, RuleError), match="cannot be seen"):
            Ruleset(ir.Compiled.model_validate(changed)).new_game(2, 1)
        assert place


@pytest.mark.parametrize("odd", [*ODD, "\n"])
def test_a_name_of_a_player_is_refused(odd: str) -> None:
    rules = regelwerk.load("pig")
    with pytest.raises(Refused, match="cannot be seen"):
        rules.new_game(2, 1, names=["Ann" + odd, "Bob"])
    saved = rules.new_game(2, 1, names=["Ann", "Bob"]).save()
    with pytest.raises(Refused, match="cannot be seen"):
        rules.load({**saved, "names": ["Ann" + odd, "Bob"]})


def test_markup_is_only_text() -> None:
    result = CliRunner().invoke(main, ["play", "pig", "--names", "[red]Ann[/red],Bob"], input="q\n")
    assert "[red]Ann[/red]" in result.output
