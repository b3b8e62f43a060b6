"""Whole lines as a rulebook would print them, and how rules say the same; all of them stand in `sentences.toml`."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from regelwerk.dsl.diagnostics import Diagnostic

from .habits import LONGEST
from .situation import Mishap

DATA = Path(__file__).with_name("sentences.toml")
_NUMBERS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_ZAHLEN = ("", "ein", "zwei", "drei", "vier", "fünf", "sechs")
_OFTEN = {"twice": 2, "thrice": 3}
_THAN = {"at least": ">=", "at most": "<=", "no more than": "<=", "more than": ">", "exactly": "="}
_PER = {"zug": "turn", "runde": "round", "spiel": "flow", "jahr": "year"}
# Names a file declares for the places that rulebooks speak of, and what they are called otherwise.
_PLACES = {
    "deck": (r"^ +(\w+) +pile of \w+[^\n]*\bhidden\b", "deck"),
    "own_hand": (r"^ +(\w+) +pile of \w+[^\n]*\bprivate\b", "hand"),
    "discard": (r"^ +(\w*discard\w*) +pile of\b", "box"),
    "points": (r"^ +(\w*(?:points?|score)) +\d", "points"),
}


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the data; its remarks there say what each field means."""

    written: re.Pattern[str]
    write: tuple[str, ...]
    said: str


@cache
def data() -> dict[str, Any]:
    """Read the data; nobody who makes no mistake waits for it."""
    return tomllib.loads(DATA.read_text(encoding="utf-8"))


@cache
def sentences() -> tuple[Sentence, ...]:
    """All sentences, in the order in which they are tried."""
    parts = data()["parts"]

    def pattern(written: str) -> re.Pattern[str]:
        whole = re.sub("«([a-z]+)»", lambda name: str(parts[name[1]]), written)
        return re.compile(whole, re.IGNORECASE)

    return tuple(Sentence(pattern(s["written"]), tuple(s["write"]), s["said"]) for s in data()["sentence"])


def sentence(m: Mishap) -> Diagnostic | None:
    """Recognise a line that stands as a rulebook would print it."""
    line, begin = m.line()
    text = re.sub(r" *(?:@\w[\w-]*|reconstructed\b| )*$", "", line).rstrip(".!")
    said = text.strip()
    if not line.startswith(" ") or len(line) > LONGEST or m.clean.startswith("scenario", m.start):
        return None
    for each in sentences():
        if found := each.written.fullmatch(" ".join(said.split())):
            at = m.span(begin + len(text) - len(text.lstrip()), begin + len(text))
            written = {name: word for name, word in found.groupdict().items() if word is not None}
            write = each.write
            if write[0].startswith("draw d in") and len(write) == 2 and (die := _drawn(m, begin)):
                write = (write[1].replace("if d ", f"if {die} "),)
            return Diagnostic("RW1023", each.said, at, told(write, Words(written, m.source.whole)))
    return None


def _drawn(m: Mishap, begin: int) -> str:
    """Return the name that a line above has given to what chance picks, if it can be asked for here."""
    indent = len(m.clean[begin:]) - len(m.clean[begin:].lstrip(" "))
    for line in reversed(m.clean[m.start : begin].split("\n")):
        own = len(line) - len(line.lstrip())
        if line.strip() and own <= indent:
            indent = own
            if die := re.match(r" *draw +(\w+) +in +\d", line):
                return die[1]
    return ""


def told(write: tuple[str, ...], words: Words) -> str:
    """Tell the lines to write."""
    first, *more = (template.format_map(words) for template in write)
    return f"Write `{first.strip()}`" + "".join(f", and below it `{line.strip()}`" for line in more) + "."


class Words(dict[str, str]):
    """What stands for the names of a template: what was written, and what follows from it."""

    def __init__(self, written: dict[str, str], source: str) -> None:
        super().__init__(written)
        self.source = source
        for name in ("n", "m"):
            if name in self:
                self[name] = str(_number(self[name]))

    def __missing__(self, name: str) -> str:
        if name in _PLACES:
            pattern, usual = _PLACES[name]
            found = re.search(pattern, self.source, re.MULTILINE)
            word = found[1] if found else usual
            return f"me.{word}" if name == "points" else word
        n = self.get("n", "1")
        match name:
            case "hand":
                return f"me.{self['own_hand']}"
            case "pile":
                return self["deck"]
            case "top":
                pile = self["deck"] if self["pile"] in ("pile", "stack", "bag", "box") else self["pile"]
                return f"top({pile})" if n == "1" else f"top({pile}, {n})"
            case "whom":
                return "others" if "other" in self else "players"
            case "anybody":
                return "players" if self["who"] == "player" else "others"
            case "least":
                return "most" if self["side"].lower() == "most" else "least"
            case "sign":
                return "+" if self["way"] == "more" else "-"
            case "updown":
                return self.get("way", "down")
            case "times":
                return "" if n == "1" else f"{n} * "
            case "place":
                own = "me." if "own" in self else ""
                return self["hand"] if self["where"] == "hand" else own + self["where"]
            case "held":
                held = rf"^resource +(?:\w+ *, *)?{self['what']}\b[^\n]*\n +held +(\S+)"
                found = re.search(held, self.source, re.MULTILINE)
                return found[1] if found else f"me.{self['what']}"
            case "than":
                return _THAN.get(self["many"].lower(), "<")
            case "per":
                return _PER[self["je"].lower()]
            case "all":
                return ", ".join(re.findall(r"\w+", f"{self['a']} {self.get('b', '')}"))
            case "neighbour":
                return f"{self.get('side') or self.get('beside') or 'left'}(me)"
            case "often":
                return str(_often(self["times"]))
        return "…"


def _number(word: str) -> int:
    word = word.lower()
    if word.isdigit():
        return int(word)
    return next((words.index(word) for words in (_NUMBERS, _ORDINALS, _ZAHLEN) if word in words), 1)


def _often(word: str) -> int:
    return _OFTEN.get(word.lower()) or _number(word.split()[0])
