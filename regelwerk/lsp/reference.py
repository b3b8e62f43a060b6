"""What a word of the language means: read from the pages of the reference, which are the only place that says it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources

_CODE = re.compile(r"`([^`]+)`")
_WORD = re.compile(r"[a-z_]{2,}|\bx\b")
_HEADING = re.compile(r"^#+ (.+)$")
_SENTENCE = re.compile(r"(?<=[.!?:]) +(?=[A-Z`])")


@dataclass(frozen=True, slots=True)
class Entry:
    """One form and the sentence about it."""

    form: str
    meaning: str
    page: str
    section: str  # the heading it stands under, as written
    running: bool = False  # a sentence of running text, not of a table or below a heading


def pages() -> dict[str, str]:
    """Give the pages of the reference, by name."""
    folder = resources.files("regelwerk.reference")
    found = (f for f in folder.iterdir() if f.name.endswith(".md") and f.name != "commands.md")
    return {f.name.removesuffix(".md"): f.read_text(encoding="utf-8") for f in sorted(found, key=lambda f: f.name)}


@cache
def entries() -> tuple[Entry, ...]:
    """Give every form that a table or a heading of the reference explains."""
    out: list[Entry] = []
    for page, text in pages().items():
        out += _of_page(page, text)
    return tuple(out)


def _of_page(page: str, text: str) -> list[Entry]:
    found: list[Entry] = []
    pending: list[str] = []
    code = False
    section = ""
    for line in text.splitlines():
        if line.startswith("```"):
            code = not code
            continue
        if code or not line.strip():
            continue
        if heading := _HEADING.match(line):
            section = heading[1]
            pending = _CODE.findall(section)
        elif line.startswith("|"):
            found += _row(page, section, line)
        else:
            found += [Entry(form, f"`{form}` – {line}", page, section) for form in pending]
            pending = []
            for sentence in _SENTENCE.split(line.removeprefix("- ")):
                found += [Entry(form, sentence, page, section, running=True) for form in _CODE.findall(sentence)]
    return found


def _row(page: str, section: str, line: str) -> list[Entry]:
    cells = [c.strip() for c in line.strip("| ").split(" | ")]
    forms = _CODE.findall(cells[0])
    meaning = " – ".join(c for c in cells[1:] if c)
    together = f"{cells[0]} – {meaning}" if meaning else ""
    return [Entry(form, together, page, section) for form in forms if not form.startswith("RW")]


@cache
def about(word: str) -> tuple[Entry, ...]:
    """Give what the reference says about a word, best first: tables before running text, where it leads a form before
    where it is part of one."""
    parts = word.split()
    found = [e for e in entries() if e.meaning and set(parts) <= set(_words(e.form))]

    def order(e: Entry) -> tuple[bool, bool, int]:
        return e.running, _words(e.form)[: len(parts)] != parts, len(e.meaning if e.running else e.form)

    return tuple(sorted(found, key=order))


def _words(form: str) -> list[str]:
    return _WORD.findall(re.sub(r'"[^"]*"', "", form))


def explain(word: str, most: int = 3) -> str:
    """Say what a word means, as Markdown; "" if the reference does not know it."""
    found = about(word)
    tables = [e for e in found if not e.running]
    leading = [e for e in tables if _words(e.form)[:1] == word.split()[:1]] or tables or list(found[:1])
    return "\n\n".join(list(dict.fromkeys(e.meaning for e in leading))[:most])
