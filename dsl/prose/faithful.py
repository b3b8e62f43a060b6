"""Whether lines say all that a sentence says: every number, every name, and what its small words ask for.

The parts of a sentence are read by different hands. This is the last look: where a word has left no trace in the lines,
something was not understood, and nothing is proposed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .lexicon.phrases import plain, traces
from .lexicon.vocabulary import GENERIC
from .lexicon.words import stem
from .parts.nouns import BANK, POINTS, Scene, points


def faithful(scene: Scene, said: Sequence[str], lines: Sequence[str]) -> bool:
    """Say whether everything in a sentence has left a trace."""
    text = "\n".join(lines) + "\n" + "\n".join(line for _, line in scene.declare)
    names = set(re.findall(r"[^\W\d]\w*", text))
    for word in said:
        if word.isdigit():
            if (
                (
                    word not in ("0", "1")
                    and not re.search(rf"(?<!\d){word}(?!\d)", text)
                    and not (word in ("2", "6") and "draw" in text)
                )
                and (
                    not any(re.search(rf"(?<!\d){n}(?!\d)", text) for n in (str(int(word) + 1), str(int(word) - 1)))
                    or not re.search("[<>]", text)
                )
                and not _drawn(text, int(word))
            ):
                return False
        elif (
            word in traces() and not any(trace in text for trace in traces()[word]) and not _named(scene, word, names)
        ) or (
            word not in plain()
            and word not in BANK
            and stem(word) not in GENERIC
            and not _meant(scene, word, names, text)
        ):
            return False
    return True


def _drawn(text: str, n: int) -> bool:
    return text.count("draw ") == n


def _named(scene: Scene, word: str, names: set[str]) -> bool:
    """A small word that is also part of a name: the `least` of `first_least`."""
    return any(t.name in names for key, things in scene.v.index.items() if word in key for t in things)


def _meant(scene: Scene, word: str, names: set[str], text: str) -> bool:
    """Say whether something that a word may mean is in the lines."""
    if stem(word) in POINTS and (counted := points(scene)) is not None and counted.name in names:
        return True
    if any(name in names for name, of in scene.local.items() if word == of.lower()):
        return True
    if {f"{stem(word)}ed", f"{stem(word)}d"} & names & {t.name for t in scene.v.all("flag")}:
        return True  # `the player folds`
    found = [t for key, things in scene.v.index.items() if stem(word) in key or word in key for t in things]
    if not found:
        return word in names or any(word in n.split("_") for n in names) or word in scene.seats
    if any(t.sort == "resource" for t in found) and any(t.name in names for t in scene.v.all("number", owner="table")):
        return True  # what lies in a pool
    for t in found:
        if t.name in names or t.plural in names or (t.of and (t.of in names or t.of in text)):
            return True
        if t.sort in ("type", "kind") and any(p.of == t.name and p.name in names for p in scene.v.things):
            return True
        if t.sort == "type" and (
            scene.it_type == t.name or any(p.owner == t.name and p.name in names for p in scene.v.things)
        ):
            return True
    return False
