"""Overlays are written by strangers: whatever stands in them, messages or rules come out, and nothing else happens."""

from __future__ import annotations

import builtins
import os
import socket
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from regelwerk import library
from regelwerk.dsl.book.ledger import find as find_ledger
from regelwerk.dsl.diagnostics.render import render_text
from regelwerk.dsl.editing.session import Session
from regelwerk.dsl.pipeline import Build, compile_sources
from regelwerk.dsl.source import Source, sources_of
from regelwerk.interpreter.engine.context import Limits
from regelwerk.interpreter.engine.python.engine import source_of
from regelwerk.interpreter.game.game import Ruleset
from tests.overlays.conftest import FAST, GAME

from .mutations import mutate
from .test_sources import play

ROOT = Path(__file__).parent.parent.parent
REFERENCE = (ROOT / "docs" / "reference" / "overlays.md").read_text(encoding="utf-8")
MARKET = (ROOT / "docs" / "reference" / "bases" / "market.regel").read_text(encoding="utf-8")


def market_overlays() -> list[str]:
    """The examples of the reference, without the marks that say what is wrong in them."""
    blocks = [block.split("```")[0] for block in REFERENCE.split("```regel\n")[1:]]
    return [block.removeprefix("# on: market\n") for block in blocks]


def made(base: str, text: str) -> Build:
    return compile_sources([Source("base.regel", base)], [Source("overlay.regel", text)])


@pytest.mark.parametrize("start", range(3))
def test_broken_overlays_give_messages_not_tracebacks(start: int) -> None:
    texts = [(GAME, FAST), *((MARKET, text) for text in market_overlays())]
    survived = 0
    for seed in range(start * 60, start * 60 + 60):
        base, text = texts[seed % len(texts)]
        build = made(base, mutate(text, seed, 1 + seed % 4))
        assert build.ok or any(d.is_error for d in build.diagnostics)
        assert "RW9" not in render_text(build.diagnostics, build.sources.values())
        if build.ok:
            play(build, seed)
            survived += 1
    assert survived > 2


@cache
def walz() -> tuple[Session, list[Source], list[Source]]:
    place = library.find("auf-der-walz")
    game = [Source(file.name, file.read_text(encoding="utf-8")) for file in sources_of(place.path)]
    laid = [Source(each.file.name, each.file.read_text(encoding="utf-8")) for each in library.beside(place)]
    return Session(), game, laid


@pytest.mark.slow
@pytest.mark.parametrize("start", range(10))
def test_broken_overlays_of_a_large_game(start: int) -> None:
    session, game, laid = walz()
    for seed in range(start * 6, start * 6 + 6):
        overlay = laid[seed % len(laid)]
        build = session.check(game, [Source(overlay.name, mutate(overlay.text, seed, 1 + seed % 3))])
        assert all(d.code.startswith("RW") and not d.code.startswith("RW9") for d in build.diagnostics)


# ---------------------------------------------------------------- nothing reaches Python, files or the network

SLY = [
    '{__import__("os").system("touch owned")}',
    "'); import os; os.system('touch owned'); ('",
    '\\\\"; open(`owned`, `w`); \\\\"',
    "../../../../tmp/owned",
    "file:///etc/passwd",
    "${HOME} $(touch owned) `touch owned` %s {0.__class__}",
    "\x1b]0;owned\x07",
]


def sly_overlays() -> Iterator[str]:
    for words in SLY:
        plain = words.replace('"', "'")
        escaped = plain.replace("{", "{{").replace("}", "}}")
        yield f'mod x "{escaped}" for pot\n  because "{escaped}"\n  author "{escaped}"\nchange fill.title\n' + (
            f'  from "Fill the pot"\n  to "{escaped}"\ninsert before fill.pour\n  say "{escaped}"\n'
        )
        yield f'mod x for pot\nchange fill.title\n  from "Fill the pot"\n  to "{plain}"\n'
        yield f"mod x for pot\nvalue {plain} number = 1\n"
        yield f'mod x for pot\n  requires {plain}\nchange game.title\n  from "Pot"\n  to "{escaped}"\n'
        yield f'mod x for pot\nadd game.ledger\n  to "{escaped}"\n'


@pytest.mark.parametrize("text", [pytest.param(text, id=str(i)) for i, text in enumerate(sly_overlays())])
def test_no_words_of_an_overlay_reach_python_files_or_the_network(
    text: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    for owner, name in ((os, "system"), (os, "popen"), (subprocess, "Popen"), (socket, "socket"), (builtins, "eval")):
        monkeypatch.setattr(owner, name, _forbidden)
    opened = builtins.open

    def reading(file: Any, mode: str = "r", *args: Any, **kwargs: Any) -> Any:
        assert not set("wax+") & set(mode), f"{file} is written"
        return opened(file, mode, *args, **kwargs)

    monkeypatch.setattr(builtins, "open", reading)
    build = made(GAME, text)
    render_text(build.diagnostics, build.sources.values())
    if build.compiled is not None:
        source, _ = source_of(build.compiled, Limits())
        assert "owned" not in source and "passwd" not in source and "__import__" not in source
        game = Ruleset(build.compiled).new_game(2, 1)
        for _ in range(6):
            decision = game.decisions()[0]
            game.choose(decision.options[0], decision.seat)
        assert [option.text for option in game.decisions()[0].options]
    assert list(tmp_path.iterdir()) == []


def _forbidden(*_: Any, **__: Any) -> None:
    raise AssertionError("nothing in a ruleset may get here")


# ---------------------------------------------------------------- limits hold

GREEDY = [
    "insert after fill.pour\n  each a in 0..30000\n    each b in 0..30000: add 0 to pot\n",
    "insert after fill.pour\n  repeat\n    add 0 to pot\n",
    "effect loop\n  loop\ninsert after fill.pour\n  loop\n",
    "value deep(n: 0..9) number = deep(n)\n",
    "board Huge square 4000 x 4000\n",
    "table\n  wide 0..1 per 0..2000000\n",
    "change table.pot.range\n  from 0..30\n  to 0..99999999999999999999\n",
    "rows Coin: copies\n  coin: 9999999\ntype Coin\n",
    "action pick(a in 0..3000, b in 0..3000) \"Pick\"\n  nothing\ninclude pick into turn.all_of_it\n",
    "change game.players\n  from 2..3\n  to 2..100000\n",
]  # fmt: skip


@pytest.mark.parametrize("text", GREEDY)
def test_no_overlay_can_hang_or_exhaust_the_machine(text: str) -> None:
    build = made(GAME, "mod x for pot\n" + text)
    if build.compiled is None:
        assert any(d.is_error for d in build.diagnostics)
        return
    play(build, 1)


@pytest.mark.parametrize("name", ["me", "it", "players", "others", "box", "yes", "top", "next", "neighbours", "can"])
@pytest.mark.parametrize("text", ["value {} number = 1", "effect {}\n  nothing", 'action {} "X"\n  nothing'])
def test_no_overlay_can_give_another_meaning_to_a_word_of_the_language(name: str, text: str) -> None:
    build = made(GAME, f"mod x for pot\n{text.format(name)}\n")
    assert "RW2063" in [d.code for d in build.diagnostics if d.at.file == "overlay.regel"]


@pytest.mark.parametrize(
    "text", ["table\n  {} 0..3", "kind Odd {}, odd", "type Card\nCard {}", "type Card\nrows Card: copies\n  {}: 2"]
)
@pytest.mark.parametrize("name", ["me", "players", "box"])
def test_nothing_can_be_called_like_a_word_of_the_language(name: str, text: str) -> None:
    build = made(GAME, f"mod x for pot\n{text.format(name)}\n")
    assert "RW2063" in [d.code for d in build.diagnostics if d.at.file == "overlay.regel"]


def test_the_name_of_a_ledger_leads_to_no_other_file(tmp_path: Path) -> None:
    (tmp_path / "secret.json").write_text('{"entries": ["secret"]}', encoding="utf-8")
    (tmp_path / "game" / "ledger").mkdir(parents=True)
    for name in ("../secret", "../../secret", str(tmp_path / "secret"), "..", ""):
        assert find_ledger(name, tmp_path / "game") is None
