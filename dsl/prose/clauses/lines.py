"""Lines of the language, and the parts of a clause: what several clauses have in common."""

from __future__ import annotations

from collections.abc import Callable

from ..lexicon.phrases import verbs
from ..lexicon.words import split_at, stem
from ..parts.actors import Actor
from ..parts.conditions import whoever
from ..parts.nouns import BANK, FILLERS, Scene, Unread

Lines = list[str]


def verb_of(word: str) -> str:
    """Return the verb that a word is a form of; empty if none."""
    for form in (word, stem(word), word[:-2] if word.endswith("es") else word):
        if form in verbs():
            return form
    return ""


def by(who: Actor, lines: Lines, scene: Scene) -> Lines:
    """Put lines under whoever does them."""
    if who.me:
        return lines
    if lines and lines[0].startswith("\0"):  # it says itself who does it
        return [*who.before, *(line.lstrip("\0") for line in lines)]
    return [*who.before, *under(who.head, lines)]


def under(head: str, lines: Lines) -> Lines:
    """Write lines under a heading, on one line if it is only one."""
    if len(lines) == 1 and not lines[0].startswith(("choose ", "draw ", "let ", "may", "offer")):
        return [f"{head}: {lines[0]}"]
    return [head, *(f"  {line}" for line in lines)]


def parts(found: list[str], *words: str) -> dict[str, list[str]]:
    """Cut behind prepositions: `3 coins from the bank` is `{"": 3 coins, "from": the bank}`."""
    cut: dict[str, list[str]] = {"": []}
    now = ""
    for i, word in enumerate(found):
        if word in words and word not in cut and i + 1 < len(found) and found[i + 1] not in ("least", "most", "once"):
            now = word
            cut[now] = []
        else:
            cut[now].append(word)
    return cut


def _shared(scene: Scene, found: list[str], one: Callable[[list[str]], Lines]) -> Lines:
    """`2 coins and 1 wood`, `1 clay or 1 wood`: several objects of one verb."""
    if cut := _either(found):
        first, second = one(cut[0]), one(cut[1])
        names = [_label(cut[0], "one"), _label(cut[1], "other")]
        if names[0] == names[1]:
            names = ["one", "other"]
        return ['choose "Which one?"', *_option(names[0], cut[0], first), *_option(names[1], cut[1], second)]
    objects, now = list[list[str]](), list[str]()
    for _i, word in enumerate(found):
        if word in ("and", ",", "plus") and now:
            objects.append(now)
            now = []
        elif word not in ("and", ",", "plus"):
            now.append(word)
    objects.append(now)
    return [line for each in objects if each for line in one(each)]


def _either(found: list[str]) -> tuple[list[str], list[str]] | None:
    found = found[1:] if found[:1] == ["either"] else found
    cut = split_at(found, ", or", "or")
    if cut is None or not cut[0] or not cut[1] or cut[1][0] in ("more", "less", "fewer", "higher", "lower", "greater"):
        return None
    return cut


def _label(found: list[str], other: str) -> str:
    words = [w for w in found if w not in FILLERS and not w.isdigit() and w.isidentifier()]
    return words[-1] if words and len(words[-1]) > 2 else other


def _option(name: str, said: list[str], lines: Lines) -> Lines:
    label = " ".join(said)
    return [f"  {line}" for line in under(f'{name} "{label[:1].upper()}{label[1:]}"', lines)]


def shared_or_whole(scene: Scene, obj: list[str], one: Callable[[list[str]], Lines]) -> Lines:
    if any(w in obj for w in ("and", ",", "or", "plus")):
        try:
            return _shared(scene, obj, one)
        except Unread:
            return one(obj)
    return one(obj)


def receiver_of(scene: Scene, found: list[str]) -> Actor | None:
    plain = {stem(w) for w in found if w not in FILLERS}
    if plain and plain <= BANK:
        return None
    try:
        return whoever(scene, found)
    except Unread:
        return None


def victim_of(scene: Scene, found: list[str]) -> Actor | None:
    """Whose things are taken: `another player`, `the hand of an opponent`, `your left neighbour 's hand`."""
    said = [w for w in found if w not in ("hand", "hands", "'s", "supply", "stock") or found == ["hand"]]
    for prefix in (["the", "of"], ["of"]):
        if said[: len(prefix)] == prefix:
            said = said[len(prefix) :]
    who = receiver_of(scene, said)
    if who is None or who.me:
        return None
    return who
