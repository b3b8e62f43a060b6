"""`regelwerk coverage` counts what the overlays in use bring, and not what they replace."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from regelwerk.cli import main

GAME = """
game pot "Pot"
  language  1
  players   2
  ledger    "pot"

table
  pot       0..9

action fill "Fill"
  pour: add 1 to pot                                   @P-FILL-001

flow
  as each players: offer fill

winner
  most pot

scenario "one spoon"                                   @P-FILL-001
  seats ann, bob
  when      as ann: fill
  then      pot = 1
"""
LADLE = """
expansion ladle "Ladle" for pot

change fill.pour                                       @P-FILL-002
  from  add 1 to pot
  to    add 3 to pot

supersedes "one spoon"                                 @P-FILL-002
  then  pot = 3
"""
ENTRIES = [
    {"id": "P-FILL-001", "area": "FILL", "kind": "rule", "says": "One spoon goes in.", "replaced": ["ladle"]},
    {"id": "P-FILL-002", "area": "FILL", "kind": "rule", "says": "A ladle holds three spoons.", "module": "ladle"},
]


@pytest.fixture
def pot(tmp_path: Path) -> Path:
    (tmp_path / "ledger").mkdir()
    ledger = {"format": "regelwerk/ledger/1", "title": "Pot", "entries": ENTRIES}
    (tmp_path / "ledger" / "pot.json").write_text(json.dumps(ledger), encoding="utf-8")
    (tmp_path / "pot").mkdir()
    (tmp_path / "pot" / "pot.regel").write_text(GAME, encoding="utf-8")
    (tmp_path / "pot" / "ladle.regel").write_text(LADLE, encoding="utf-8")
    return tmp_path / "pot"


def found(pot: Path, *extra: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(
        CliRunner().invoke(main, ["coverage", str(pot), *extra, "--json", "-j", "1"]).stdout
    )
    return data


@pytest.mark.parametrize(("extra", "id"), [([], "P-FILL-001"), (["--with", "ladle"], "P-FILL-002")])
def test_only_what_holds_with_the_overlays_in_use_is_counted(pot: Path, extra: list[str], id: str) -> None:
    data = found(pot, *extra)
    assert [e["id"] for e in data["entries"]] == [id]
    assert (data["all"]["total"], data["all"]["exercised"]) == (1, 1)
    assert data["survivors"] == []


def test_a_ledger_may_name_overlays_with_hyphens(pot: Path) -> None:
    (pot / "ladle.regel").rename(pot / "long_ladle.regel")
    text = (pot / "long_ladle.regel").read_text(encoding="utf-8")
    (pot / "long_ladle.regel").write_text(text.replace("expansion ladle", "expansion long_ladle"), encoding="utf-8")
    ledger = pot.parent / "ledger" / "pot.json"
    ledger.write_text(ledger.read_text(encoding="utf-8").replace('"ladle"', '"long-ladle"'), encoding="utf-8")
    assert [e["id"] for e in found(pot)["entries"]] == ["P-FILL-001"]
    assert [e["id"] for e in found(pot, "--with", "long_ladle")["entries"]] == ["P-FILL-002"]


def test_an_excuse_is_stale_only_where_its_line_plays_along(pot: Path) -> None:
    lines = ["to add 3 to pot", "pour: add 1 to pot", "add 9 to pot"]
    excuses = [{"line": line, "what": "gone", "because": "whatever"} for line in lines]
    (pot / "equivalent.json").write_text(json.dumps(excuses), encoding="utf-8")
    assert found(pot)["stale_excuses"] == ["pour: add 1 to pot (gone)", "add 9 to pot (gone)"]
    assert found(pot, "--with", "ladle")["stale_excuses"] == ["to add 3 to pot (gone)", "add 9 to pot (gone)"]
