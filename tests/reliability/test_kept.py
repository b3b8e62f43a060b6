"""Compiled rulesets that are kept: the same game, quickly; anything else is compiled anew."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import regelwerk
from regelwerk.dsl import ir, pipeline
from regelwerk.interpreter.engine import cache
from regelwerk.interpreter.engine.python import engine
from regelwerk.library import building, compiled_cache
from regelwerk.library.finding import find
from regelwerk.library.ready import key_of
from regelwerk.library.sources import texts

GAME = """
game dig "Dig"
  language  1
  players   2
  ledger    "dig"

ruling depth "How deep?"   @D-AMB-1
  choices   2, 3
  default   2
  because   "It is a small spade."

table
  hole      0..9

action dig "Dig {depth} deep"
  add depth to hole

flow
  as each players: offer dig

winner
  most hole
"""
LEDGER = """{"format": "regelwerk/ledger/1", "name": "dig", "title": "Dig", "edition": "en", "entries": [
  {"id": "D-AMB-1", "area": "AMB", "kind": "ambiguity", "says": "How deep?"}]}"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(engine, "MANY", 0)
    (tmp_path / "ledger").mkdir()
    (tmp_path / "ledger" / "dig.json").write_text(LEDGER, encoding="utf-8")
    (tmp_path / "dig.regel").write_text(GAME, encoding="utf-8")
    return tmp_path / "dig.regel"


def depth(game: Path, **rulings: str) -> int:
    """Play it, and look how deep the hole is."""
    played = regelwerk.load(game, rulings=rulings).new_game(2, 1)
    while played.decisions():
        played.choose("dig")
    hole = next(slot for slot in played.ruleset.compiled.slots if slot.name == "hole")
    return played.state[hole.addr]


def compiles(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note from now on what is compiled and written."""
    noted: list[str] = []
    compile_sources, source_of = pipeline.compile_sources, engine.source_of

    def compiled(*args: object, **named: object) -> object:
        noted.append("rules")
        return compile_sources(*args, **named)  # type: ignore[arg-type]

    def written(*args: object) -> object:
        noted.append("code")
        return source_of(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(building, "compile_sources", compiled)
    monkeypatch.setattr(engine, "source_of", written)
    return noted


def test_the_same_rules_are_compiled_once(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert depth(game) == 4
    noted = compiles(monkeypatch)
    assert depth(game) == 4
    assert noted == []


def test_other_rules_are_compiled_anew(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    depth(game)
    noted = compiles(monkeypatch)
    assert depth(game, depth="3") == 6
    assert noted[0] == "rules"
    game.write_text(GAME.replace("add depth to", "add depth - 1 to"), encoding="utf-8")
    noted.clear()
    assert depth(game) == 2
    assert noted[0] == "rules"


def test_a_changed_ledger_is_noticed(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    depth(game)
    (game.parent / "ledger" / "dig.json").write_text(LEDGER.replace("How deep", "How far"), encoding="utf-8")
    noted = compiles(monkeypatch)
    depth(game)
    assert noted[0] == "rules"


def test_what_is_damaged_is_made_anew(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    depth(game)
    files = sorted((game.parent / "cache").iterdir())
    assert files
    for number, file in enumerate(files):
        whole = file.read_bytes()
        file.write_bytes(whole[: len(whole) // 2] if number % 2 else bytes(len(whole)))
    noted = compiles(monkeypatch)
    assert depth(game) == 4
    assert set(noted) == {"rules", "code"}


@pytest.mark.parametrize("where", ["off", "/proc/nowhere"])
def test_without_a_folder_it_plays_all_the_same(game: Path, where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.VARIABLE, where)
    assert depth(game) == depth(game) == 4


def test_messages_are_not_kept_away(game: Path) -> None:
    depth(game)
    game.write_text(GAME.replace("add depth to", "ad depth to"), encoding="utf-8")
    with pytest.raises(regelwerk.RulesetError):
        depth(game)
    assert building.build(str(game)).diagnostics


def test_who_plays_again_does_not_load_the_compiler(game: Path) -> None:
    regelwerk.load(game)
    again = (
        f"import sys, regelwerk; regelwerk.load({str(game)!r}); print(sorted(m for m in sys.modules if 'lark' in m))"
    )
    said = subprocess.run([sys.executable, "-c", again], check=True, capture_output=True, text=True).stdout
    assert said == "[]\n"


@pytest.mark.parametrize("command", ["rulings", "gaps", "merged"])
def test_who_asks_what_is_written_does_not_load_the_checker(game: Path, command: str) -> None:
    asks = (
        f"import sys; from regelwerk.cli.group import main; main([{command!r}, {str(game)!r}], standalone_mode=False); "
        "print([m for m in sys.modules if m.startswith(('regelwerk.dsl.core', 'regelwerk.dsl.ir'))])"
    )
    said = subprocess.run([sys.executable, "-c", asks], check=True, capture_output=True, text=True).stdout
    assert said.splitlines()[-1] == "[]"


def test_a_program_whose_files_were_renewed_while_it_ran_keeps_nothing_for_the_new_one(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it writes is made as the files said when it began."""
    place = find(str(game))
    before = key_of(place, texts(place, ()), {})
    compiled_cache._loaded.cache_clear()
    monkeypatch.setattr(ir.model, "Slot", type("Slot", (ir.Slot,), {"__annotations__": {"more": int}, "more": 0}))
    assert key_of(place, texts(place, ()), {}) != before
    compiled_cache._loaded.cache_clear()
