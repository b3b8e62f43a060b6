"""Ways in which a source file goes wrong: by slips of the hand, by cutting and pasting, by half-finished edits."""

from __future__ import annotations

import random
import re

from regelwerk import library

RULESETS = sorted(library.bundled().values())  # files and folders
WORD = re.compile(r"[A-Za-z_]\w*|\d+|[^\w\s]")


def mutate(text: str, seed: int, slips: int) -> str:
    """Make some mistakes in a text."""
    rng = random.Random(seed)
    for _ in range(slips):
        text = rng.choice(SLIPS)(text, rng)
    return text


def _swap_words(text: str, rng: random.Random) -> str:
    found = list(WORD.finditer(text))
    if len(found) < 2:
        return text
    a, b = rng.choice(found), rng.choice(found)
    return text[: a.start()] + b.group() + text[a.end() :]


def _drop_word(text: str, rng: random.Random) -> str:
    found = list(WORD.finditer(text))
    if not found:
        return text
    a = rng.choice(found)
    return text[: a.start()] + text[a.end() :]


def _misspell(text: str, rng: random.Random) -> str:
    if not text:
        return text
    i = rng.randrange(len(text))
    return text[:i] + rng.choice('abcxyz019 \n\t"{}()[]:,.@#-äß„“') + text[i + rng.randrange(2) :]


def _indent(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    i = rng.randrange(len(lines))
    lines[i] = "  " + lines[i] if rng.random() < 0.5 else lines[i][rng.randrange(3) :]
    return "\n".join(lines)


def _line(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    how = rng.randrange(3)
    if how == 0:
        lines[i], lines[j] = lines[j], lines[i]
    elif how == 1:
        lines.insert(i, lines[j])
    else:
        del lines[i]
    return "\n".join(lines)


def _cut(text: str, rng: random.Random) -> str:
    return text[: rng.randrange(len(text) + 1)] if rng.random() < 0.2 else text


SLIPS = (_swap_words, _swap_words, _drop_word, _misspell, _indent, _line, _line, _cut)
