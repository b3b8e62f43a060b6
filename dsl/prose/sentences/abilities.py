"""`whenever you build a house, …`: what follows from something else, as the line of an ability."""

from __future__ import annotations

from collections.abc import Callable

from ..clauses.lines import verb_of
from ..lexicon.vocabulary import GENERIC, Thing
from ..lexicon.words import stem
from ..parts.nouns import FILLERS, Scene, Unread

Reader = Callable[[Scene, list[str], list[str] | None], list[str]]


def following(scene: Scene, said: list[str], read: Reader) -> list[str] | None:
    """Read what follows from an action or effect of the game; nothing else may be said of it."""
    if said[:1] != ["whenever"]:
        return None
    at = said.index(",") if "," in said else 0
    asked = [w for w in said[1:at] if w not in FILLERS]
    if not at or not asked:
        raise Unread(" ".join(said))
    done = [t for t in scene.v.all("action") + scene.v.all("effect") if _means(scene, t, asked)]
    if not done and not any(verb_of(w) not in ("", "roll", "start") for w in asked):
        return read(scene, ["when", *said[1:]], None)  # what is true, not what is done
    if len(done) != 1 or said[1] != "you":
        raise Unread(" ".join(said))
    lines = read(scene, said[at + 1 :], None)
    if "as each" in lines[0]:
        raise Unread(" ".join(said))
    head = f"after {done[0].name}"
    if scene.it_type and done[0].keys:
        head += f"({scene.it})"
    return [f"{head}: {lines[0]}"] if len(lines) == 1 else [f"{head}:", *(f"  {line}" for line in lines)]


def _means(scene: Scene, t: Thing, asked: list[str]) -> bool:
    """`build` and `sell_off` are what is done when somebody builds or sells something of the kind it is done with."""
    first, *rest = t.name.split("_")
    if first not in (asked[0], verb_of(asked[0]), stem(asked[0])):
        return False
    types = [next((p.of for p in scene.v.all("pile") if p.name == key), key) for key in t.keys]
    of = {stem(w) for w in asked[1:]} - {stem(w) for w in rest}
    if of and len(types) == 1 and of <= {types[0].lower(), *GENERIC}:
        scene.it, scene.it_type = scene.new(types[0][0].lower(), types[0].lower()), types[0]
        return True
    return not of
