"""What something is, in words: `n is higher than the bid`, `the roll is even`, `the space is empty`, `it is red`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ... import ast
from ..lexicon.vocabulary import Thing
from ..lexicon.words import split_at, stem
from .actors import worth
from .chances import sign_of
from .nouns import Components, Scene, Unread, components, kept_for, spotted

_BE = ("is", "are", "was", "were", "be", "must be", "has to be", "have to be", "should be", "equals", "exceeds")
_THAN = (
    "higher than", "greater than", "larger than", "more than", "bigger than", "better than", "above", "over",
    "lower than", "less than", "smaller than", "fewer than", "below", "under", "at least", "at most",
    "equal to", "the same as", "same as",
)  # fmt: skip
_EMPTY = frozenset(["empty", "free", "unoccupied", "unclaimed", "none", "nothing", "nobody", "unset", "vacant", "open"])
_FULL = frozenset(["occupied", "taken", "full", "claimed"])
_LITTLE = frozenset(["the", "a", "an", "this", "that", "your", "my", "current", "still", "now", "already", "value"])
_GONE = frozenset(["passed", "out", "dead", "eliminated", "bust", "busted", "folded", "dropped", "finished", "done"])
_THERE = frozenset(["living", "alive", "standing", "active", "remaining", "left", "playing", "survivors"])


@dataclass(frozen=True, slots=True)
class _Side:
    """One side of a comparison: as it is written, what it is (number, thing, place, pile, flag), and of which type."""

    text: str
    sort: str
    of: str = ""


def compared(scene: Scene, said: list[str], who: str) -> str | None:
    """Write what is asked of two things that have a name here; None if it is something else."""
    if (
        asked := _on_board(scene, said) or _few_left(scene, said) or _nothing_there(scene, said) or _beside(scene, said)
    ) is not None:
        return asked
    if said[:2] in (["there", "is"], ["there", "are"]) and "no" not in said:
        there = _side(scene, [w for w in said[2:] if w not in ("still", "left", "some", "any", "enough")], who)
        return (
            f"{there.text} > 0" if there is not None and there.sort == "number" and not there.text.isdigit() else None
        )
    cut = split_at(said, *sorted(_BE, key=len, reverse=True))
    if cut is None or not cut[0]:
        return None
    verb = said[len(cut[0])]
    rest = ["more", "than", *cut[1]] if verb == "exceeds" else ["equal", "to", *cut[1]] if verb == "equals" else cut[1]
    denied = rest[:1] == ["not"]
    rest = rest[1:] if denied else rest
    left = _side(scene, cut[0], who)
    if left is None or not rest:
        return None
    if left.sort == "thing" and rest[0] in _EMPTY | _FULL:
        left = _kept_for(scene, [left.text]) or left
    both = _number(scene, left, rest, who) or _emptiness(left, rest) or _kind_of(scene, left, rest)
    if both is None:
        return None
    return both[1] if denied else both[0]


def _number(scene: Scene, left: _Side, rest: list[str], who: str) -> tuple[str, str] | None:
    """`even`, `higher than high`, `at least 3`, `3`."""
    if left.sort != "number":
        return None
    if rest in (["even"], ["odd"]):
        sides = f"{left.text} mod 2 = 0", f"{left.text} mod 2 = 1"
        return sides if rest == ["even"] else (sides[1], sides[0])
    cut = split_at(rest, *_THAN)
    if cut is not None and cut[0]:
        return None
    right = _side(scene, cut[1] if cut is not None else rest, who)
    if right is None or right.sort != "number":
        return None
    sign = sign_of(" ".join(rest).replace("larger", "higher").replace("bigger", "higher").replace("smaller", "lower"))
    other = {">": "<=", "<": ">=", ">=": "<", "<=": ">", "=": "!="}[sign]
    return f"{left.text} {sign} {right.text}", f"{left.text} {other} {right.text}"


def _emptiness(left: _Side, rest: list[str]) -> tuple[str, str] | None:
    """`empty`, `taken`, `none`."""
    word = rest[0] if len(rest) == 1 else ""
    if word not in _EMPTY | _FULL or left.sort not in ("thing", "place", "pile"):
        return None
    sides = (f"{left.text}.size = 0", f"{left.text}.size > 0")
    if left.sort != "pile":
        sides = (f"{left.text} = none", f"{left.text} != none")
    return sides if word in _EMPTY else (sides[1], sides[0])


def _kind_of(scene: Scene, left: _Side, rest: list[str]) -> tuple[str, str] | None:
    """`a shark`, `red`, `hearts`, `me`."""
    words = [w for w in rest if w not in _LITTLE]
    if left.sort not in ("thing", "place") or not left.of or not words:
        return None
    things, more = spotted(scene, words, "row", "member", "flag")
    for t in things if not more and len(things) == 1 else ():
        if t.sort == "row" and t.of == left.of:
            sides = (f"{left.text} in {t.name}", f"{left.text} not in {t.name}")
            return sides if t.high > 1 else (f"{left.text} = {t.name}", f"{left.text} != {t.name}")
        if t.sort == "flag" and t.owner == left.of:
            return f"{left.text}.{t.name}", f"not {left.text}.{t.name}"
        if t.sort == "member" and t.of == left.of:
            return f"{left.text} = {t.name}", f"{left.text} != {t.name}"
        kept = scene.v.field_of(left.of, t.of) if t.sort == "member" else None
        if kept is not None and not kept.keys:
            field = f"{left.text}.{kept.name}"
            among = kept.sort == "set"
            return (f"{t.name} in {field}", f"{t.name} not in {field}") if among else (
                f"{field} = {t.name}", f"{field} != {t.name}"
            )  # fmt: skip
    right = _side(scene, words, "me")
    if right is None or right.sort != "thing" or right.of != left.of:
        return None
    return f"{left.text} = {right.text}", f"{left.text} != {right.text}"


def _side(scene: Scene, said: list[str], who: str) -> _Side | None:
    """Read what is compared: a number, a name of the lines above, a field of it, a slot."""
    words = [w for w in said if w not in _LITTLE]
    if not words:
        return None
    if len(words) == 1 and words[0].isdigit():
        return _Side(words[0], "number")
    if words in (["it"], ["card"], ["tile"], ["one"]):
        lying = [n for n, of in scene.local.items() if of in scene.v.types()]
        it = scene.it or (lying[-1] if lying else "")
        return _Side(it, "thing", scene.local.get(it, scene.it_type)) if it else None
    if words in (["me"], ["you"]):
        return _Side(who, "thing", "Player")
    if len(words) == 3 and words[1] in (".", "'s", "of"):
        return _field(scene, *((words[2], words[0]) if words[1] == "of" else (words[0], words[2])))
    if len(words) == 1 and words[0] in scene.local:
        of = scene.local[words[0]]
        return _Side(words[0], "number") if of == "number" else _Side(words[0], "thing", of)
    if (kept := _kept_for(scene, words)) is not None:
        return kept
    things, more = spotted(scene, words, "number", "kept", "player", "holds", "pile", "value", "flag")
    if len(things) == 1 and not more and not things[0].keys and things[0].owner in ("table", "player", ""):
        return _slot(things[0], things[0].at(who))
    try:
        value = worth(scene, words, who)
    except Unread:
        return None
    return None if value is None else _Side(value, "number")


def _field(scene: Scene, of: str, name: str) -> _Side | None:
    """`c.suit`, `me.coins`."""
    owner = "player" if of == "me" or scene.local.get(of) == "Player" else scene.local.get(of, "")
    found = next((t for t in scene.v.things if t.name == name and t.owner == owner and not t.keys), None)
    return None if found is None or not owner else _slot(found, f"{of}.{name}")


def _slot(t: Thing, text: str) -> _Side:
    sorts = {"number": "number", "pile": "pile", "flag": "flag", "value": "number", "player": "thing"}
    sort = sorts.get(t.sort, "place" if t.sort == "holds" else "thing")
    return _Side(text, sort, "Player" if t.sort == "player" else t.of)


def _kept_for(scene: Scene, words: list[str]) -> _Side | None:
    """`the space`, `s`, of which a slot says what lies there."""
    t, name = kept_for(scene, words)
    return None if t is None else _slot(t, f"{t.name}[{name}]")


def _on_board(scene: Scene, said: list[str]) -> str | None:
    """`there on board`, `c is off the board`: a cell that is looked for may be none."""
    words = [w for w in said if w not in ("is", "lies", "still", "the", "be")]
    if len(words) != 3 or words[2] not in ("board", "map", "grid") or words[0] not in scene.local:
        return None
    return {"on": f"{words[0]} != none", "off": f"{words[0]} = none"}.get(words[1])


def _few_left(scene: Scene, said: list[str]) -> str | None:
    """`only 1 player is left`, `1 player remains`."""
    if not {"player", "players", "opponent"} & set(said) or not {"left", "remains", "remain", "remaining"} & set(said):
        return None
    n = next((w for w in said if w.isdigit()), "")
    if not n or {"cards", "coins"} & set(said):
        return None
    living = [t for t in scene.v.all("value", of="Player") if set(t.name.split("_")) & _THERE]
    if len(living) == 1:
        return f"{living[0].name}.size = {n}"
    flags = [t for t in scene.v.all("flag", owner="player") if set(t.name.split("_")) & (_GONE | _THERE)]
    if len(flags) != 1:
        return None
    no = "not " if set(flags[0].name.split("_")) & _GONE else ""
    return f"(count p in players where {no}p.{flags[0].name}) = {n}"


def _nothing_there(scene: Scene, said: list[str]) -> str | None:
    """`no worker on s`, `there is no worker on this space`."""
    words = [w for w in said if w not in ("there", "is", "are", "lies", "stands", "yet")]
    if words[:1] != ["no"] or (cut := split_at(words[1:], "on", "in", "at", "onto")) is None:
        return None
    place = _kept_for(scene, [w for w in cut[1] if w not in _LITTLE])
    these = components(scene, cut[0])
    if place is None or these is None or these.of != place.of or not _all_of_them(scene, these):
        return None
    return f"{place.text}.size = 0" if place.sort == "pile" else f"{place.text} = none"


def _all_of_them(scene: Scene, these: Components) -> bool:
    """Say whether all components of their type are meant: `worker`, where there are no others."""
    rows = scene.v.all("row", of=these.of)
    return not these.where or (len(rows) == 1 and these.where == [f"{{c}} in {rows[0].name}"])


def _beside(scene: Scene, said: list[str]) -> str | None:
    """`c is next to another tile`: on a board with a place for a tile on every cell."""
    words = [w for w in said if w not in ("is", "must", "be", "lies", "has", "to", "directly", "orthogonally")]
    cut = split_at(words, "adjacent", "beside")
    if cut is None or len(cut[0]) > 2:
        return None
    boards = {d.name.id for d in scene.v.decls if isinstance(d, ast.Board)}
    cells = [n for n, of in scene.local.items() if of in boards]
    these = components(scene, [w for w in cut[1] if w not in ("another", "other", "one", "least", "at", "any", "1")])
    if (
        len(cells) != 1
        or these is None
        or not _all_of_them(scene, these)
        or (cut[0] and cut[0][-1] not in (cells[0], "it", "cell", "tile"))
    ):
        return None
    board = scene.local[cells[0]]
    for t in scene.v.all("holds", of=these.of):
        if t.keys == (board,):
            n = scene.new("n", "x", "near")
            return f"any {n} in neighbours({cells[0]}) where {t.name}[{n}] != none"
    return None


_DECLARED = re.compile(r"[(,] *([a-z_]\w*)(?::| in) *([^,():]+?)(?: where [^,()]*)?(?=[,)])")
_NAMED = re.compile(r"\b(?:choose(?: [^\n\"]*? of)?|draw|each) +([a-z_]\w*) +in +([\w.()]+)")
_LET = re.compile(r"\blet +([a-z_]\w*) *= *([\w.()]+) *$")
_UNTYPED = re.compile(r"\blet +([a-z_]\w*) *(?:=|from)")


def locals_of(scene: Scene, above: Sequence[str]) -> dict[str, str]:
    """Return the names of the lines above with their types; a number is `number`."""
    found: dict[str, str] = {}
    head = above[0] if above else ""
    named = _DECLARED.findall(head) if head.startswith(("action", "effect", "value")) else []
    for line in above:
        named += [*_NAMED.findall(line), *_LET.findall(line.split("#")[0].rstrip())]
    for name, of in named:
        if kind := _type(scene, of.strip(), found):
            found[name] = kind
    for line in above:  # of what else is named the type is not known
        found |= {name: "?" for name in _UNTYPED.findall(line) if name not in found}
    return found


def _type(scene: Scene, of: str, found: dict[str, str]) -> str:
    if ".." in of or of.isdigit():
        return "number"
    inner = re.fullmatch(r"(?:top|bottom)\(([\w.]+)\)", of)
    name = (inner[1] if inner else of).split(".")[-1]
    if name in ("others", "players", "Player", "left(me)", "right(me)"):
        return "Player"
    if name in found:
        return found[name]
    if name[:1].isupper():
        return name.split(" ")[0]
    for t in scene.v.things:
        if t.name == name and t.sort in ("pile", "holds", "set", "player", "number", "value"):
            return {"number": "number", "player": "Player"}.get(t.sort, t.of)
    return stem(name) if stem(name) in found else ""
