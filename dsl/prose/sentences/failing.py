"""`Pay 2 food; if you cannot, lose 1 point.`: what is done by whoever has too little."""

from __future__ import annotations

import re
from collections.abc import Callable

from ..clauses.lines import under
from ..lexicon.phrases import listed
from ..lexicon.words import split_at
from ..parts.nouns import Scene

_PAID = re.compile(r"(?:pay|owe) (\d+) (\w+)")
_REMOVED = re.compile(r"remove (\d+) from (\S+)")
_MARKS = listed("failing_marks")

Reader = Callable[[Scene, list[str], list[str] | None], list[str]]


def failing(scene: Scene, said: list[str], read: Reader) -> list[str] | None:
    """Read what is paid, and what happens otherwise."""
    cut = split_at(said, *_MARKS)
    if cut is None or not cut[0] or not cut[1]:
        return None
    main = cut[0][:-1] if cut[0][-1] in (",", ";", ".", "and") else cut[0]
    lines = read(scene, main, None)
    if len(lines) != 1:
        return None
    if paid := _PAID.fullmatch(lines[0]):
        of = next((t.of for t in scene.v.all("resource") if paid[2] in (t.name, t.plural)), "")
    else:
        paid = _REMOVED.fullmatch(lines[0])
        of = paid[2] if paid else ""
    if not paid or not of:
        return None
    otherwise = read(scene, [w for w in cut[1] if w != "instead"], None)
    return [*under(f"if {of} >= {paid[1]}", [lines[0].replace("owe ", "pay ")]), *under("else", otherwise)]
