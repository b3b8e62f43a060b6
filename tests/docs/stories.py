"""Pages that are carried out from top to bottom in an empty folder, as a reader would.

The comment above a block, or else its language, says what happens to it:

    <!-- file: fox.regel -->       the block is written to that file
    <!-- add to: fox.regel -->     appended to it, after an empty line
    <!-- change: fox.regel -->     (a `diff` block) lines with - go, lines with + come, others stand around them
    <!-- part of: fox.regel -->    these lines stand there, one after the other
    <!-- from: rulesets/... -->    these lines stand in that file of the project, citations and spacing aside
    console                        each `$ regelwerk ...` is run; what it prints follows
    <!-- typed: take; q -->        (a `console` block) what somebody types at the table

In what a command prints, `…` stands for any part of a line, and alone on a line for any number of lines.
With UPDATE_GOLDEN=1 what is printed is written into the page, unless it is shortened there.
"""

from __future__ import annotations

import os
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner

from regelwerk.cli.group import main
from tests.docs.pages import ROOT, Block, all_blocks

STORIES = [
    *(ROOT / name for name in ("README.md", "docs/index.md", "docs/tutorial.md")),
    *sorted((ROOT / "docs" / "guides").glob("*.md")),
]

SCREEN = {"COLUMNS": "100", "LINES": "40", "FORCE_COLOR": None, "NO_COLOR": None}  # whatever the tester's is


@dataclass(frozen=True)
class Told:
    """A command of a page, what the page says it prints, and what it prints."""

    command: str
    shown: str
    printed: str

    @property
    def true(self) -> bool:
        return re.fullmatch(_pattern(self.shown), _trimmed(self.printed)) is not None


def carry_out(page: Path, folder: Path) -> list[Told]:
    """Carry out a page in a folder (the current one); return what its commands printed."""
    told = []
    for block in all_blocks(page):
        if name := block.told("file"):
            path = folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
        elif name := block.told("add to"):
            path = folder / name
            path.write_text(path.read_text(encoding="utf-8") + "\n" + block.text, encoding="utf-8")
        elif name := block.told("change"):
            _change(folder / name, block)
        elif name := block.told("part of"):
            assert block.text in (folder / name).read_text(encoding="utf-8"), f"{block}: not in {name}\n{block.text}"
        elif name := block.told("from"):
            whole = plain((ROOT / name).read_text(encoding="utf-8"))
            assert plain(block.text).strip("\n") in whole, f"{block}: not in {name}\n{block.text}"
        elif block.info == "console":
            typed = block.told("typed").replace("; ", "\n") + "\n"
            told += [_run(command, shown, typed) for command, shown in commands(block)]
    return told


def commands(block: Block) -> list[tuple[str, str]]:
    """List the commands of a block with what is shown below each."""
    return [(m[1], m[2]) for m in re.finditer(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block.text, re.M)]


def plain(text: str) -> str:
    """A ruleset without citations and spacing."""
    lines = (re.sub(r" @[A-Z][\w-]*| reconstructed", "", line) for line in text.splitlines())
    return "".join(" ".join(line.split()) + "\n" for line in lines)


def renew(page: Path, told: list[Told]) -> None:
    """Write what was printed into the page."""
    text = page.read_text(encoding="utf-8")
    done = 0
    for each in told:
        done = text.index(f"$ {each.command}\n", done) + len(each.command) + 3
        if not each.true and "…" not in each.shown:
            indent = " " * (done - len(each.command) - 3 - text.rfind("\n", 0, done - len(each.command) - 3) - 1)
            old, new = (indent_all(lines, indent) for lines in (each.shown, _trimmed(each.printed)))
            text = text[:done] + new + text[done:].removeprefix(old)
    page.write_text(text, encoding="utf-8")


def indent_all(text: str, by: str) -> str:
    return "".join(f"{by}{line}".rstrip() + "\n" for line in text.splitlines())


def _run(command: str, shown: str, typed: str) -> Told:
    name, *words = shlex.split(command)
    assert name == "regelwerk", command
    called = CliRunner(env=SCREEN).invoke(main, words, input=typed)
    assert "Traceback" not in called.output
    return Told(command, shown, called.output)


def _trimmed(text: str) -> str:
    return "".join(line.rstrip() + "\n" for line in text.splitlines())


def _pattern(shown: str) -> str:
    parts = [
        r"(?:.*\n)*" if line.strip() == "…" else re.escape(line).replace("…", ".*") + r"\n"
        for line in _trimmed(shown).splitlines()
    ]
    return "".join(parts)


def _change(path: Path, block: Block) -> None:
    lines = block.text.splitlines()
    before = "".join(line[2:] + "\n" for line in lines if not line.startswith("+"))
    after = "".join(line[2:] + "\n" for line in lines if not line.startswith("-"))
    text = path.read_text(encoding="utf-8")
    assert text.count(before) == 1, f"{block}: {text.count(before)} times in {path.name}\n{before}"
    path.write_text(text.replace(before, after), encoding="utf-8")


def updating() -> bool:
    return bool(os.environ.get("UPDATE_GOLDEN"))
