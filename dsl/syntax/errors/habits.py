"""What people write out of habit: plain English, other languages, other orders of the same words.

A habit is a pattern that covers the place where reading stopped, and what the language writes instead; all of them
stand in `habits.toml`.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from regelwerk.dsl.diagnostics import Diagnostic, Fix

from .situation import Mishap

LONGEST = 240  # letters of a line that is looked at: some patterns take time by the square of it, or worse
DATA = Path(__file__).with_name("habits.toml")
_SPOKEN_TO = re.compile(r"\b(?:you|he|she|they|player)\.(?=\w)")


_GOES_THROUGH = re.compile(r"\bc in \\")
_EACH_ONE = re.compile(r"(?<![\\\w])c\b")
_REACHES = re.compile(r"(?:sum|max|min|count|any|no|all|first|most|least) \w+ in ")  # as far to the right as it can
_GOES_ON = re.compile(r" *(?:[-+*/<>=]|(?:and|or|mod|but|implies)\b)")


@dataclass(frozen=True, slots=True)
class Habit:
    """A line of the data; its remarks there say what each field means."""

    written: re.Pattern[str]
    new: str
    wants: frozenset[str]
    here: bool
    said: str
    shown: bool

    @property
    def example(self) -> bool:
        """Is what stands there instead only an example?"""
        return self.shown or "…" in self.new or (bool(self.said) and bool(self.new.strip()) and "\\" not in self.new)


@cache
def data() -> dict[str, Any]:
    """Read the data; nobody who makes no mistake waits for it."""
    return tomllib.loads(DATA.read_text(encoding="utf-8"))


@cache
def habits() -> tuple[Habit, ...]:
    """All habits, in the order in which they are tried."""
    parts = data()["parts"]
    return tuple(
        Habit(
            re.compile(re.sub("«([a-z]+)»", lambda name: str(parts[name[1]]), h["written"])),
            h["new"],
            frozenset(h.get("wants", ())),
            h.get("here", False),
            h.get("said", ""),
            h.get("shown", False),
        )
        for h in data()["habit"]
    )


def habit(m: Mishap) -> Diagnostic | None:
    """Recognise something that is said in other words."""
    line, begin = m.line()
    if len(line) > LONGEST:
        return None
    column = m.pos - begin
    for h in habits():
        if h.wants and not h.wants & m.wide:
            continue
        if h.here and "THEN" in h.wants and "SHUFFLE" in m.accepts:
            continue  # a line of an effect, not of a scenario
        for found in h.written.finditer(line, column if h.here else 0):
            if h.here and found.start() != column:
                break
            reaches = len(line) - len(line[found.end() :].lstrip())
            if found.start() <= column <= reaches and _leads_on(m, h, found, begin):
                return _said(m, h, found, begin)
    return None


def _new(m: Mishap, h: Habit, found: re.Match[str]) -> str:
    """Write the template; whoever a rulebook speaks to is `me` here, and a pile is never none."""
    template = h.new
    if _GOES_THROUGH.search(template) and _bound(m, "c"):
        template = _EACH_ONE.sub(next((x for x in "dxyz" if not _bound(m, x)), "c"), template)
    new = _SPOKEN_TO.sub("me.", found.expand(template))
    if _REACHES.match(new) and _GOES_ON.match(found.string, found.end()):
        new = f"({new})"
    none = re.fullmatch(r"((?:\w+\.)*(\w+)) (!?=) none", new)
    if none is not None and re.search(rf"^ +{none[2]} +pile +of\b", m.source.whole, re.MULTILINE):
        return f"{none[1]}.size {'>' if none[3] == '!=' else '='} 0"
    return new


def _bound(m: Mishap, name: str) -> bool:
    """Say whether a name stands for something in this declaration."""
    above, here = m.clean[m.start : m.line()[1]], m.clean[m.line()[1] : m.pos]
    named = re.search(rf"\b{name} +in\b|\blet +{name}\b", above) or re.search(rf"[(,] *{name}:", above + here)
    return named is not None


def _leads_on(m: Mishap, h: Habit, found: re.Match[str], begin: int) -> bool:
    """Say whether what would be suggested can be read."""
    if h.example or h.new == "#":
        return True
    new = _new(m, h, found)
    stopped = m.readable_with((begin + found.start(), begin + found.end(), new))
    return stopped is None or stopped.pos > begin + found.start() + len(new) + 1


def _said(m: Mishap, h: Habit, found: re.Match[str], begin: int) -> Diagnostic:
    new = _new(m, h, found)
    indent = len(found[0]) - len(found[0].lstrip()) if found.start() == 0 and new[:1] == " " else 0
    at = m.span(begin + found.start() + indent, begin + found.end())
    shown = " ".join(found[0].split())
    fixes = () if h.example else (Fix(at, new[indent:]),)
    said = h.said or f"`{shown}` is not how the language says it."
    help = f"Write `{' '.join(new.split())}`." if new.strip() else "Leave it out."
    return Diagnostic("RW1023", said, at, help, fixes=fixes)
