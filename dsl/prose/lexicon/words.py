"""A sentence as a list of words: small letters, numbers as digits, plurals and endings taken off where asked."""

from __future__ import annotations

import re

from .phrases import rewrites

_WORD = re.compile(r"\d+[.,]\d+|\d+|[^\W\d]\w*|[,;:.+=<>-]|'s\b")
_COUNTED = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
]
NUMBERS = {word: n for n, word in enumerate(_COUNTED)}
ORDINALS = {
    word: n
    for n, word in enumerate(
        ["zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
    )
}
_IRREGULAR = {
    "dice": "die", "men": "man", "women": "woman", "children": "child", "knives": "knife", "wolves": "wolf",
    "thieves": "thief", "leaves": "leaf", "feet": "foot", "geese": "goose", "cities": "city", "loaves": "loaf",
    "vps": "vp", "lives": "life", "people": "person",
}  # fmt: skip
LONGEST = 300


def words(text: str) -> list[str]:
    """Cut a sentence into words."""
    text = " ".join(text[:LONGEST].split())
    for old, new in rewrites():
        text = old.sub(new, text)
    text = re.sub(r"\(([^()]*)\)", r", \1,", re.sub(r"(?<=\w)-(?=\w)", " ", text))
    found = [str(NUMBERS.get(w, w)) for w in _WORD.findall(text.lower())]
    while found and found[-1] in ".;,:!":
        found.pop()
    return found


def stem(word: str) -> str:
    """Take the ending of a plural off."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < 4 or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("shes", "ches", "xes", "sses", "oes", "zes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") else word


def split_at(found: list[str], *marks: str) -> tuple[list[str], list[str]] | None:
    """Cut a list of words at the first of some phrases, which is left out."""
    phrases = [mark.split() for mark in marks]
    for i in range(len(found)):
        for phrase in phrases:
            if found[i : i + len(phrase)] == phrase:
                return found[:i], found[i + len(phrase) :]
    return None


def starts(found: list[str], *phrases: str) -> int:
    """Return how many words the longest of some phrases takes at the beginning; 0 if none stands there."""
    sizes = [len(p.split()) for p in phrases if found[: len(p.split())] == p.split()]
    return max(sizes, default=0)
