"""What the README shows is what happens."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from regelwerk.cli.group import COMMANDS, main
from tests.docs.pages import ROOT, blocks

README = ROOT / "README.md"
LINKED = [README, *sorted(ROOT.glob("docs/**/*.md"))]


def lines(text: str) -> list[str]:
    """The lines of a ruleset without citations and spacing."""
    return [" ".join(re.sub(r" @[A-Z][\w-]*| reconstructed", "", line).split()) for line in text.splitlines()]


def test_the_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = blocks(README, "python")
    exec(compile(example.text, "README.md", "exec"), {})
    assert capsys.readouterr().out


def test_the_excerpts_are_real() -> None:
    excerpts = [block for block in blocks(README, "regel") if block.told("from")]
    assert excerpts
    for excerpt in excerpts:
        whole = lines((ROOT / excerpt.told("from")).read_text(encoding="utf-8"))
        for line in lines(excerpt.text):
            assert line in whole, f"{excerpt.told('from')}: {line}"


def test_the_commands_say_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for block in blocks(README, "regel"):
        if name := block.told("file"):
            (tmp_path / name).write_text(block.text, encoding="utf-8")
    shown = blocks(README, "console")
    assert shown
    for block in shown:
        command, _, expected = block.text.partition("\n")
        called = CliRunner().invoke(main, shlex.split(command.removeprefix("$ regelwerk ")))
        assert called.output.splitlines() == expected.splitlines(), command


def test_every_command_is_listed() -> None:
    text = README.read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `regelwerk (\w+)", text, re.M)) == set(COMMANDS)


@pytest.mark.parametrize("page", LINKED, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target
