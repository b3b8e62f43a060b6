"""The same rules in another layout, with more comments, or damaged: what the laws of the formatter are tested on."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

from hypothesis import strategies as st

from regelwerk.dsl.source import Source
from regelwerk.dsl.syntax.indentation import JOIN, scan

ROOT = Path(__file__).resolve().parent.parent.parent
SHELF = ROOT / "rulesets"
BUNDLED = sorted(SHELF.glob("*.regel"))

_PARTS = re.compile(r'("[^"\n]*"|#.*)')
_INSERTED = (" ", "\n", "\t", "#", '"', "(", ")", ",", ":", "-", "é", "\r", "  @X", "\n\n", "else", "  # c  @Z")
_LINES = ("", "# a", "    # b", "      x", "#c", "flow", "  nothing")


def _declarations() -> list[str]:
    found: list[str] = []
    for path in BUNDLED:
        text = path.read_text(encoding="utf-8")
        found += [text[chunk.start : chunk.end] for chunk in scan(Source("", text)).chunks]
    return found


DECLARATIONS = _declarations()
SHORT = [text for text in DECLARATIONS if text.count("\n") < 25]
texts = st.lists(st.sampled_from(SHORT), min_size=1, max_size=3).map("".join)
chance = st.integers(0, 2**32).map(Random)


def relaid(text: str, random: Random) -> str:
    """Change nothing but white space within lines, line ends, and how deep lines are indented."""
    clean = scan(Source("", text)).text.split("\n")
    out = []
    unit = " "
    for row, bare in zip(text.split("\n"), clean, strict=False):
        body = row.lstrip(" ")
        if body == row and body and body[0] != "#":
            unit = random.choice((" ", " ", "   ", "\t"))
        depth = random.randint(1, 9) if bare.startswith(JOIN) else len(row) - len(body)
        out.append(unit * depth + _respaced(body, random) + random.choice(("", "", "  ")))
    return random.choice(("\n", "\r\n")).join(out)


def _respaced(body: str, random: Random) -> str:
    def spaces(m: re.Match[str]) -> str:
        return " " * random.choice((1, 2, 5)) if len(m[0]) == 1 else " " * random.choice((2, 3, 9))

    def around(m: re.Match[str]) -> str:
        return random.choice(("", " ")) + m[1] + random.choice(("", " "))

    if body.startswith("#"):
        return body
    parts = _PARTS.split(body)
    for i, part in enumerate(parts):
        if part and part[0] not in '"#':
            parts[i] = re.sub(" +", spaces, re.sub(r" ?([,:()\[\]{}]|(?<![<>!])=|\.\.) ?", around, part))
    return "".join(parts).lstrip(" ")


def annotated(text: str, random: Random) -> tuple[str, list[str]]:
    """Put comments and blank lines in; return also the comments."""
    out: list[str] = []
    notes: list[str] = []
    for row in text.split("\n"):
        indent = " " * random.choice((0, len(row) - len(row.lstrip(" "))))
        while random.random() < 0.15:
            notes.append(f"# note {len(notes)}.")
            out += [indent + notes[-1], ""][: random.choice((1, 2))]
        if row.strip() and "#" not in row and random.random() < 0.2:
            notes.append(f"# note {len(notes)}.")
            row = f"{row}{random.choice(('', ' ', '   '))}{notes[-1]}"
        out.append(row)
        if random.random() < 0.1:
            out.append("")
    return "\n".join(out), notes


def damaged(text: str, random: Random) -> str:
    """Make a few mistakes."""
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(text) + 1)
        rows = text.split("\n")
        line = random.randrange(len(rows))
        match random.randrange(6):
            case 0:
                text = text[:at] + text[at + random.randint(1, 3) :]
            case 1:
                text = text[:at] + random.choice(_INSERTED) + text[at:]
            case 2:
                text = "\n".join([*rows[:line], random.choice(_LINES), *rows[line:]])
            case 3:
                text = "\n".join([*rows[:line], *rows[line + 1 :]])
            case 4:
                text = "\n".join([*rows[:line], " " * random.randint(0, 6) + rows[line].lstrip(), *rows[line + 1 :]])
            case _:
                text = text[:at]
    return text
