"""Code in Markdown: fenced blocks with their place, and what an example of the language says it expects.

A `regel` block is one of these, by its first line:

    game ...        a whole ruleset; it compiles without any message
    # in: NAME      declarations appended to `docs/reference/bases/NAME.regel`
    # on: NAME      an overlay for that base, or several one after the other

A line that ends in `# error: RW3001` or `# warning: RW2050` gives exactly that message, and no other line gives any.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

import click

from regelwerk.dsl.source import Source

ROOT = Path(__file__).resolve().parent.parent.parent
REFERENCE = ROOT / "docs" / "reference"
PAGES = sorted(REFERENCE.glob("*.md"))

FENCE = re.compile(
    r"(?:^[ ]*<!-- (?P<note>[^\n]*?) -->\n)?^(?P<indent>[ ]*)```(?P<info>\w*)\n(?P<body>.*?)^(?P=indent)```$",
    re.M | re.S,
)
EXPECTED = re.compile(r"# (error|warning): (RW\d{4}(?:, RW\d{4})*)\s*$")
HEADING = re.compile(r"^(?=(?:edition|erratum|expansion|variant|mod|house) )", re.M)
UNUSED = {"RW2050", "RW2051"}  # an example need not use what it shows


@dataclass(frozen=True)
class Block:
    """A fenced block. `note` is the HTML comment above it."""

    page: Path
    line: int
    info: str
    note: str
    text: str

    def __str__(self) -> str:
        return f"{self.page.stem}-{self.line}"

    @property
    def first(self) -> str:
        return self.text.partition("\n")[0].strip()

    def told(self, word: str) -> str:
        """What stands after `word:` in the comment above the block, or in its first line."""
        for said in (self.note, self.first.removeprefix("# ")):
            if said.startswith(f"{word}: "):
                return said.removeprefix(f"{word}: ").strip()
        return ""

    def sources(self) -> tuple[list[Source], list[Source], int]:
        """The ruleset, its overlays, and the number of lines in front of the example."""
        if name := self.told("on"):
            preface, *overlays = HEADING.split(self.text)
            done = [preface + overlays[0]]  # each keeps its lines
            for each in overlays[1:]:
                done.append("\n" * sum(text.count("\n") for text in overlays[: len(done)]) + "\n" + each)
            return [base(name)], [Source(f"example{n or ''}", text) for n, text in enumerate(done)], 0
        if name := self.told("in"):
            before = base(name).text + "\n"
            return [Source("example", before + self.text)], [], before.count("\n")
        return [Source("example", self.text)], [], 0

    def expected(self) -> list[tuple[int, str]]:
        """The messages the example announces: line in the block, code."""
        found = []
        for number, line in enumerate(self.text.splitlines(), 1):
            if said := EXPECTED.search(line):
                found += [(number, code) for code in said[2].split(", ")]
        return found


def base(name: str) -> Source:
    return Source(f"{name}.regel", (REFERENCE / "bases" / f"{name}.regel").read_text(encoding="utf-8"))


def all_blocks(page: Path) -> list[Block]:
    """List the blocks of a page."""
    text = page.read_text(encoding="utf-8")
    return [
        Block(page, text.count("\n", 0, m.start("body")) + 1, m["info"], m["note"] or "", dedent(m["body"]))
        for m in FENCE.finditer(text)
    ]


def blocks(page: Path, info: str) -> list[Block]:
    """List the blocks of one language on a page."""
    return [block for block in all_blocks(page) if block.info == info]


def options(command: click.Command) -> set[str]:
    """The options that a command and its parts show."""
    parts = [command, *(command.commands.values() if isinstance(command, click.Group) else ())]
    shown = (p for part in parts for p in part.params if isinstance(p, click.Option) and not p.hidden)
    return {option for p in shown for option in p.opts if option.startswith("--")}


def code_of(page: Path) -> str:
    """All code on a page: blocks and what stands in backquotes."""
    text = page.read_text(encoding="utf-8")
    spans = re.findall(r"`([^`\n]+)`", FENCE.sub("", text))
    return "\n".join([m["body"] for m in FENCE.finditer(text)] + spans)
