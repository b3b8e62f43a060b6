"""With `REGELWERK_CACHE=off` no command writes anything that was not asked for, wherever it is called."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import regelwerk
from regelwerk.cli import main
from regelwerk.cli.group import COMMANDS
from regelwerk.dsl.syntax import parser_tables

GAME = """\
game counter "Counter"
  language  1
  players   2
  ledger    "rules"

table
  total     0..12

action add_one "Add one"     @X-1
  add 1 to total

flow
  repeat until total > 8
    as each players: offer add_one
winner
  most total

scenario "one is added"     @X-1
  seats anna, ben
  when      as anna: add_one
  then      total = 1
"""
MOD = """\
mod twice "Twice" for counter
  because   "Longer games."

change table.total.range
  from 0..12
  to   0..14
"""

LEDGER = {
    "format": "regelwerk/ledger/1",
    "name": "rules",
    "title": "Counter",
    "entries": [{"id": "X-1", "area": "X", "kind": "rule", "says": "One is added.", "where": "p. 1", "check": ""}],
}

# What is called, for every command; `{game}` and `{mod}` are files beside nothing else. Two make what they are for,
# four are asked for help only: they would wait for somebody.
CALLS: dict[str, list[str]] = {
    "list": [],
    "check": ["{game}", "--play", "2"],
    "explain": ["RW2001"],
    "test": ["{game}"],
    "play": ["--help"],
    "serve": ["--help"],
    "simulate": ["{game}", "--games", "3"],
    "replay": ["{log}", "--ruleset", "{game}"],
    "why": ["{game}", "add_one"],
    "rulings": ["{game}"],
    "gaps": ["{game}"],
    "cite": ["X-1", "{game}"],
    "fmt": ["--check", "{game}"],
    "new": ["--help"],
    "merged": ["{game}", "--with", "{mod}"],
    "origin": ["table.total", "{game}"],
    "touches": ["table.total", "{game}"],
    "diff": ["{game}", "{game}", "--with", "{mod}"],
    "validate": ["{mod}", "{game}"],
    "impact": ["{game}", "--with", "{mod}", "--games", "2"],
    "pack": ["--help"],
    "add": ["--help"],
    "remove": [],
    "coverage": ["{game}"],
    "worker": ["--help"],
    "compile": ["{game}"],
    "lsp": ["--help"],
    "schema": ["game.v1"],
}


CODES = {"fmt": 1, "coverage": 1}  # the game is not laid out as it should be, and a change of it survives


def files(folder: Path) -> dict[str, tuple[int, int]]:
    """Give everything below a folder, with sizes and times."""
    found = {str(path.relative_to(folder)): path.stat() for path in folder.rglob("*")}
    return {name: (about.st_size, about.st_mtime_ns) for name, about in found.items() if not name.endswith(".pyc")}


def test_every_command_is_called() -> None:
    assert set(CALLS) == set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_writes_nothing(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, work = tmp_path / "home", tmp_path / "work"
    home.mkdir()
    work.mkdir()
    for variable in ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "TMPDIR"):
        monkeypatch.setenv(variable, str(home))
    monkeypatch.setenv("REGELWERK_CACHE", "off")
    monkeypatch.chdir(work)
    given = {"game": work / "counter.regel", "mod": work / "twice.regel", "log": work / "log.json"}
    given["game"].write_text(GAME, encoding="utf-8")
    given["mod"].write_text(MOD, encoding="utf-8")
    (work / "ledger").mkdir()
    (work / "ledger" / "rules.json").write_text(json.dumps(LEDGER), encoding="utf-8")
    game = regelwerk.load(str(given["game"])).new_game(players=2, seed=1)
    given["log"].write_text(json.dumps(game.save()), encoding="utf-8")
    before = files(tmp_path)
    if name == "check":
        parser_tables.grammar.cache_clear()  # as in a process of its own; making them anew takes a second
    words = [word.format_map(given) for word in CALLS[name]]
    found = CliRunner().invoke(main, [name, *words], prog_name="regelwerk")
    assert found.exit_code == CODES.get(name, 0), found.output
    assert files(tmp_path) == before
