"""What the README shows is what happens."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from regelwerk.cli.group import COMMANDS
from tests.docs.pages import ROOT, blocks

README = ROOT / "README.md"
LINKED = [README, *sorted(ROOT.glob("docs/**/*.md"))]


def test_the_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = blocks(README, "python")
    exec(compile(example.text, "README.md", "exec"), {})
    assert capsys.readouterr().out


def test_every_command_is_listed() -> None:
    text = README.read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `regelwerk (\w+)", text, re.M)) == set(COMMANDS)


@pytest.mark.parametrize("page", LINKED, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target
