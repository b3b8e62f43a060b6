"""`--engine`: every command that runs rules has it, and no result depends on it."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from regelwerk.cli import main
from regelwerk.interpreter.engine.wasm import host
from tests.overlays.conftest import FAST, GAME

from .conftest import BROKEN, Run, overflowing

SHOP = str(Path(__file__).parents[1] / "coverage" / "shop.regel")
EVERY = ("auto", "python", "wasm", "reference")
COMMANDS = {
    "check": ("check", "counter.regel", "--format", "json"),
    "check what goes wrong": ("check", "broken.regel"),
    "test": ("test", "connect-four"),
    "simulate": ("simulate", "isle-of-skye", "--games", "4", "--check", "--json"),
    "simulate what goes wrong": (
        "simulate",
        "counter.regel",
        "--games",
        "9",
        "--check",
        "--save",
        "failure.json",
        "--json",
    ),
    "play": ("play", "pig", "--seed", "3", "--seats", "random,random"),
    "replay": ("replay", "game.json", "--ruleset", "counter.regel"),
    "why": ("why", "tic-tac-toe", "place(a1)", "--moves", "place(a1)"),
    "why a value": ("why", "connect-four", "--value", "run", "d6", "north", "--json"),
    "validate": ("validate", "fast.regel", "pot.regel"),
    "impact": ("impact", "pot.regel", "--with", "fast.regel", "--games", "12", "--json"),
    "coverage": ("coverage", SHOP, "--area", "end", "--jobs", "1", "--json"),
    "new scenario": ("new", "scenario", "A beginning", "--for", "pig", "-o", "-"),
    "new variant": ("new", "variant", "short_game", "--for", "pig", "-o", "-"),
}
TIMING = re.compile(r'"timing": {[^}]*}|"engine": "\w+"')


@pytest.fixture(autouse=True)
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    """A folder with a game, a mod of it, one that breaks, and a game that was played."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("counter", BROKEN), ("broken", BROKEN), ("pot", GAME), ("fast", FAST)):
        Path(f"{name}.regel").write_text(text, encoding="utf-8")
    overflowing("broken.regel")
    run("simulate", "counter.regel", "--games", "9", "--check", "--save", "game.json")


def without_engine(group: click.Group) -> list[str]:
    """Name the commands that run no rules."""
    found = []
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        assert command is not None
        if isinstance(command, click.Group):
            found += [f"{name} {each}" for each in without_engine(command)]
        elif not any("--engine" in param.opts for param in command.params):
            found.append(name)
    return found


def test_only_commands_that_read_and_write_do_without() -> None:
    reading = "list explain rulings gaps cite fmt merged origin touches diff compile schema lsp serve worker"
    writing = "pack add remove"
    assert set(without_engine(main)) == {*reading.split(), *writing.split(), "new game"}


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_the_result_does_not_depend_on_the_engine(words: tuple[str, ...], run: Run) -> None:
    told = {}
    for engine in EVERY:
        result = run(*words, "--engine", engine)
        assert result.exit_code in (0, 1), result.output
        told[engine] = result.exit_code, TIMING.sub("", result.output)
    for engine in EVERY:
        assert told[engine] == told["reference"]


@pytest.mark.parametrize("name", ["test", "play", "why", "validate", "simulate", "replay"])
def test_one_line_says_so_if_there_is_no_webassembly(name: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise host.Unavailable("wasmtime is not there")

    before = run(*COMMANDS[name], "--engine", "python")
    monkeypatch.setattr(host, "engine", missing)
    told = run(*COMMANDS[name], "--engine", "wasm")
    assert told.stderr == "Played in Python: wasmtime is not there.\n"
    assert TIMING.sub("", told.stdout) == TIMING.sub("", before.stdout)
    assert run(*COMMANDS[name], "--engine", "python").stderr == ""
