"""Sentences that the language makes itself, in other languages. `*`: words of the ruleset, `#`: a number."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from . import german_sayings

Parts = list[str | int]

GERMAN = {
    "You need {0} {1}, but have {2}.": "Nötig: {0} × {1}, vorhanden: {2}.",
    "You need {0} *, but have {1}.": "Nötig: {0} *, vorhanden: {1}.",
    "You need # *, but have #.": "Nötig: # *, vorhanden: #.",
    "Gain which?": "Was nimmst du?",
    "Pay which?": "Was gibst du?",
    "Use *": "* nutzen",
    "* does not help you now.": "* hilft dir jetzt nicht.",
    "* has been used: once per *.": "* wurde schon genutzt: einmal pro *.",
    "Only once per *.": "Nur einmal pro *.",
    "This is not possible now.": "Das geht jetzt nicht.",
    "This was repeated too often.": "Das wurde zu oft wiederholt.",
    "This was repeated too often: * never came true.": "Das wurde zu oft wiederholt: * trat nie ein.",
    "This was repeated too often: * never came true; * was {0} at last.":
        "Das wurde zu oft wiederholt: * trat nie ein; * war zuletzt {0}.",
    "This was repeated too often: * never came true; * was # at last.":
        "Das wurde zu oft wiederholt: * trat nie ein; * war zuletzt #.",
    "There is not exactly one.": "Es gibt nicht genau eines.",
    "There is no room for {0} there.": "Dort ist kein Platz für {0}.",
    "{0} is not among what can be chosen here.": "{0} steht hier nicht zur Wahl.",
    "* would become *, and may be * to *.": "* würde *, erlaubt ist * bis *.",
    "A number": "Eine Zahl",
    "A number would leave its range.": "Eine Zahl verließe ihren Bereich.",
    "Something that is needed is not there.": "Etwas, was dafür nötig ist, fehlt.",
    "It would mean to divide by zero.": "Dafür müsste durch null geteilt werden.",
    "The place is taken.": "Der Platz ist besetzt.",
    "There is nothing to choose then.": "Dann gäbe es nichts zu wählen.",
    "That cannot be chosen now.": "Das lässt sich jetzt nicht wählen.",
    "That is not offered now.": "Das steht jetzt nicht zur Wahl.",
    "That depends on something you cannot see.": "Das hängt von etwas ab, was du nicht sehen kannst.",
    "There is nothing here that could be picked.": "Hier ist nichts, was sich wählen ließe.",
    "* does not help you now: it is not yours, not in force, or used already.":
        "* hilft dir jetzt nicht: nicht bei dir, noch nicht in Kraft oder schon genutzt.",
    "something hidden": "etwas Verdecktes",
    "Player *": "Spieler *",
    "yes": "ja",
    "no": "nein",
    "none": "nichts",
    "done": "fertig",
    "There are not enough to choose from.": "So viele stehen nicht zur Wahl.",
    "What there is does not come to that.": "Was da ist, ergibt das nicht.",
    "* is not among what can be chosen here.": "* steht hier nicht zur Wahl.",
    "lies at": "liegt hier",
    "turned": "gedreht",
    "the middle": "die Mitte",
    "{0} of the middle": "von der Mitte aus: {0}",
    "column {0}, row {1}": "Spalte {0}, Zeile {1}",
    "north": "Norden",
    "north-east": "Nordosten",
    "east": "Osten",
    "south-east": "Südosten",
    "south": "Süden",
    "south-west": "Südwesten",
    "west": "Westen",
    "north-west": "Nordwesten",
}  # fmt: skip
LANGUAGES: Mapping[str, Mapping[str, str]] = {"de": {**GERMAN, **german_sayings.PATTERNS}}
_ARGUMENT = re.compile(r"(\{\d+\})")
_OPEN = re.compile(r"([*#])")


class Phrases:
    """The sentences of one language; without any, nothing is found."""

    def __init__(self, known: Mapping[str, str]) -> None:
        self.plain = {key: value for key, value in known.items() if not _OPEN.search(key)}
        self.patterns = [(_pattern(key), value) for key, value in known.items() if _OPEN.search(key)]

    def find(self, words: str, named: Callable[[str], str]) -> Parts | None:
        """Translate a sentence; `named` translates the words of the ruleset in it."""
        said = self.plain.get(words)
        for pattern, value in self.patterns if said is None else ():
            if match := pattern.fullmatch(words):
                said = value
                for found in match.groups():
                    sign = "#" if found.isdecimal() and "#" in said else "*"
                    said = said.replace(sign, found if sign == "#" else named(found), 1)
                break
        return _parts(said) if said is not None else None


def _pattern(key: str) -> re.Pattern[str]:
    signs = {"*": "(.+)", "#": r"(\d+)"}
    return re.compile("".join(signs.get(part, re.escape(part)) for part in _OPEN.split(key)))


def _parts(said: str) -> Parts:
    return [int(part[1:-1]) if _ARGUMENT.fullmatch(part) else part for part in _ARGUMENT.split(said) if part]


@cache
def phrases(language: str) -> Phrases:
    """Give the sentences of a language."""
    return Phrases(LANGUAGES.get(language, {}))


def words_in(phrase: Any) -> Iterator[str]:
    """Give all words of a phrase that a language must have; sentences with an address stand in the texts anyway."""
    if isinstance(phrase, str):
        yield phrase
    elif isinstance(phrase, list) and phrase[0] != "=":
        if not phrase[0] or phrase[0] == "#":
            yield phrase[1]
        for arg in phrase[2:]:
            yield from words_in(arg)
