"""What play has shown is kept: told again of rules that play as before, never of others."""

from pathlib import Path
from typing import Any

import pytest

from regelwerk.dsl.pipeline import compile_sources
from regelwerk.dsl.source import Source
from regelwerk.interpreter.game.game import Ruleset
from regelwerk.interpreter.scenarios.survey import Survey, survey
from regelwerk.simulation import surveys
from regelwerk.simulation.playtest import playtested

GAME = """\
game purse "Purse"
  players 2

table
  round  0..9

player
  gold  0..9

action win "Win"
  add 1 to round
  add 2 to me.gold

action rest "Rest"
  needs me.gold > 8 else "Only the rich rest."
  add 1 to round

flow
  repeat until round = 6
    as seat(0): offer win, rest

winner
  most me.gold
"""


@pytest.fixture(autouse=True)
def plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that were really played."""
    monkeypatch.setenv("REGELWERK_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("REGELWERK_DATA", str(tmp_path / "data"))
    seen: list[str] = []

    def noted(ruleset: Ruleset, *args: Any, **kwargs: Any) -> Survey:
        seen.append(ruleset.name)
        return survey(ruleset, *args, **kwargs)

    monkeypatch.setattr(surveys, "survey", noted)
    return seen


def told(text: str) -> list[tuple[str, int, str]]:
    found = playtested(compile_sources([Source("purse.regel", text)]))
    return [(d.code, d.at.line, d.message) for d in found.messages]


def test_a_comment_moves_what_play_has_shown_to_where_it_stands_now(plays: list[str]) -> None:
    first = told(GAME)
    again = told("# A game about gold.\n" + GAME)
    assert [code for code, *_ in first] and len(plays) == 1
    assert again == [(code, line + 1, message) for code, line, message in first]


def test_other_rules_are_played(plays: list[str]) -> None:
    broken = told(GAME)
    mended = told(GAME.replace("until round = 6", "until round = 2"))
    assert len(plays) == 2 and broken != mended


def test_another_sentence_is_told(plays: list[str]) -> None:
    told(GAME)
    assert told(GAME.replace("add 2 to", "add 3 to")) != told(GAME) and len(plays) == 2


def test_without_a_cache_everything_is_played(plays: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    kept = told(GAME)
    monkeypatch.setenv("REGELWERK_CACHE", "off")
    assert told(GAME) == kept and len(plays) == 2
