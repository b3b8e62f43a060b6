"""Which known word was probably meant: other letters, other order, capital, plural, a part of it, or a synonym."""

from __future__ import annotations

from collections.abc import Iterable

# Words of other languages and of rulebooks, and those of the language.
SYNONYMS = {
    "true": "yes",
    "false": "no",
    "null": "none",
    "nil": "none",
    "nobody": "none",
    "empty": "none",
    "nothing": "none",
    "I": "me",
    "my": "me",
    "mine": "me",
    "self": "me",
    "active": "me",
    "this": "it",
    "player": "players",
    "everyone": "players",
    "everybody": "players",
    "opponents": "others",
    "opponent": "others",
    "else": "otherwise",
    "default": "otherwise",
    "old": "before",
    "previous": "before",
    "length": "size",
    "count": "size",
    "number": "size",
}


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known word that was probably meant."""
    words = sorted(set(known) - {name})
    if SYNONYMS.get(name) in words:
        return SYNONYMS[name]
    plain = _plain(name)
    same = [w for w in words if _plain(w) == plain]
    if same:
        return same[0]
    limit = 1 if len(name) <= 5 else 2 if len(name) <= 8 else 3
    best = min(((distance(name, w), w) for w in words if abs(len(w) - len(name)) <= limit), default=None)
    if best is not None and best[0] <= limit and best[0] < len(name) - 1:
        return best[1]
    part = [w for w in words if len(name) > 3 and (w.startswith(name) or name in w.split("_"))]
    return part[0] if len(part) == 1 else None


def alike(name: str, known: Iterable[str]) -> bool:
    """Tell whether a known word differs by nothing but its ending, capitals and underscores."""
    return any(_plain(w) == _plain(name) for w in known if w[:1] == name[:1])


def _plain(word: str) -> str:
    """A word without capitals, underscores and the ending of a plural."""
    word = word.casefold().replace("_", "").replace("-", "")
    for ending in ("es", "s", "n", "en"):
        if len(word) > len(ending) + 2 and word.endswith(ending):
            return word.removesuffix(ending)
    return word


def distance(a: str, b: str) -> int:
    """Count the letters to change, add, drop or swap with their neighbour."""
    rows = [list(range(len(b) + 1))]
    for i, x in enumerate(a, 1):
        row = [i]
        for j, y in enumerate(b, 1):
            cost = min(rows[-1][j] + 1, row[j - 1] + 1, rows[-1][j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, rows[-2][j - 2] + 1)
            row.append(cost)
        rows.append(row)
    return rows[-1][-1]
