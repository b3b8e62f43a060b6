"""The page of each code: what it means, an example that gets it and one that does not. Shipped as `pages/CODE.md`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources

from .codes import TITLES
from .spelling import distance

_FENCE = re.compile(r"^```regel ?(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Example:
    """A file. It belongs to the small game of `base()`, unless it is a game itself or stands `alone`; `overlay`s are
    laid over the game."""

    text: str
    kind: str  # "part", "game", "overlay" or "alone"


@dataclass(frozen=True, slots=True)
class Page:
    code: str
    title: str
    meaning: str
    wrong: tuple[Example, ...]
    right: tuple[Example, ...]


@cache
def page(code: str) -> Page:
    """Read the page of a code."""
    text = _file(f"{code}.md")
    meaning, _, examples = text.partition("\n## Wrong\n")
    wrong, _, right = examples.partition("\n## Right\n")
    return Page(code, TITLES[code], meaning.partition("\n")[2].strip(), _examples(wrong), _examples(right))


def base() -> str:
    """Read the small game that the examples belong to."""
    return _file("base.regel")


def named(written: str) -> str | None:
    """Return the code that somebody wrote as `RW2001`, `rw2001` or `2001`."""
    digits = re.fullmatch(r"(?:RW)?[- ]?(\d{1,4})", written.strip().upper())
    code = f"RW{int(digits[1]):04}" if digits else ""
    return code if code in TITLES else None


def near(written: str) -> list[str]:
    """Return codes that are written alike, or whose titles have the word."""
    word = written.strip().casefold()
    titled = [code for code, title in TITLES.items() if re.search(rf"\b{re.escape(word)}", title.casefold())]
    digits = re.sub(r"\D", "", written)
    alike = sorted(TITLES, key=lambda code: (distance(code[2:], digits), code)) if digits else []
    return (titled if len(word) > 2 and not digits else alike)[:3]


def _file(name: str) -> str:
    return (resources.files(__package__) / "pages" / name).read_text(encoding="utf-8")


def _examples(text: str) -> tuple[Example, ...]:
    return tuple(Example(body, kind or _kind(body)) for kind, body in _FENCE.findall(text))


def _kind(text: str) -> str:
    if re.match(r"game\b", text):
        return "game"
    return "overlay" if re.match(r"(?:edition|erratum|expansion|variant|mod|house) ", text) else "part"
