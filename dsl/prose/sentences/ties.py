"""`… ; if tied, …`: what happens when several have the most."""

from __future__ import annotations

import re
from collections.abc import Callable

from ..lexicon.phrases import listed
from ..lexicon.words import split_at, starts
from ..parts.nouns import Scene, Unread

_RANKED = re.compile(r"( *)as each \(((?:most|least) p in [^\n]*)\)(:.*)?$")
_MARKS = listed("ties_marks")
_NOBODY = listed("ties_nobody")
_TIED = listed("ties_tied")

Reader = Callable[[Scene, list[str], list[str] | None], list[str]]


def tied(scene: Scene, said: list[str], read: Reader) -> list[str] | None:
    """Read what those with the most do, and what is done if they are several."""
    cut = split_at(said, *_MARKS)
    if cut is None or len(cut[0]) < 3 or not cut[1]:
        return None
    main, rest = cut
    while main[-1] in (",", ";", ".", "but", "and"):
        main = main[:-1]
    while rest[:1] in ([","], [":"], ["then"]):
        rest = rest[1:]
    lines = read(scene, main, None)
    if inner := re.fullmatch(r"(each \w+ in \w+): (as each .*)", lines[0]):
        lines = [inner[1], f"  {inner[2]}"]
    at = [i for i, line in enumerate(lines) if _RANKED.match(line)]
    ranked = _RANKED.match(lines[at[0]]) if len(at) == 1 else None
    if ranked is None:
        raise Unread(" ".join(said))
    indent, who, same = ranked[1], ranked[2], ranked[3]
    last = at[0] + 1
    while last < len(lines) and lines[last].startswith(indent + "  "):
        last += 1
    below = [line.removeprefix(indent + "  ") for line in lines[at[0] + 1 : last]]
    best = scene.new("best", "leading", "foremost")
    done = [f"as each {best}{same}"] if same else [f"as each {best}", *(f"  {line}" for line in below)]
    new = [
        f"let {best} = {who}",
        f"if {best}.size = 1",
        *(f"  {line}" for line in done),
        *_otherwise(scene, rest, best, read),
    ]
    return [*lines[: at[0]], *(indent + line for line in new), *lines[last:]]


def _otherwise(scene: Scene, rest: list[str], best: str, read: Reader) -> list[str]:
    if starts(rest, *_NOBODY) == len(rest):
        return []
    several = starts(rest, *_TIED)
    done = read(scene, rest[several:], None)
    if not several:
        raise Unread(" ".join(rest)) if not done[0].startswith(("as each players", "as each others")) else Unread("")
    return ["else", f"  as each {best}", *(f"    {line}" for line in done)]
