"""Who does something: everybody, the others, a neighbour, those with the most of something, somebody who is chosen."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..lexicon.phrases import actors
from ..lexicon.words import stem
from .laid import best_laid
from .nouns import Scene, Unread, amount, components, own_place, spotted

_LITTLE = frozenset(["then", "also", "immediately", "therefore", "now", "tied", "simultaneously", "secretly"])
_MOST = {
    "most": "most",
    "highest": "most",
    "largest": "most",
    "greatest": "most",
    "biggest": "most",
    "richest": "most",
    "best": "most",
    "fewest": "least",
    "least": "least",
    "lowest": "least",
    "smallest": "least",
    "poorest": "least",
    "worst": "least",
}


@dataclass(slots=True)
class Actor:
    """`head` is the line under which it is done, empty for whoever acts anyway."""

    head: str = ""
    who: str = "me"  # how they are called in a value
    before: list[str] = field(default_factory=list)
    many: str = ""  # the set, if they are several

    @property
    def me(self) -> bool:
        return not self.head


def actor(scene: Scene, found: list[str]) -> Actor | None:
    """Read who does something; None if the phrase names nobody."""
    said = [
        w
        for i, w in enumerate(found)
        if w not in _LITTLE and found[i : i + 2] != ["in", "turn"] and found[i - 1 : i + 1] != ["in", "turn"]
    ]
    if said[:1] == ["the"] and said[1:2] in (["left"], ["right"], ["next"], ["player"], ["neighbour"]):
        said = said[1:] if len(said) > 2 or said[1] != "player" else said
    bare = said[1:] if said[:1] in (["your"], ["his"], ["their"], ["her"], ["the"]) else said
    if len(said) == 1 and (said[0] in scene.seats or scene.local.get(said[0]) in ("Player", "?")):
        return Actor(f"as {said[0]}", said[0])
    if not said or " ".join(said) in actors("me"):
        return Actor()
    if " ".join(said) in actors("all"):
        return Actor("as each players", many="players")
    if " ".join(said) in actors("others"):
        return Actor("as each others", many="others")
    if said in (["that", "player"], ["the", "chosen", "player"], ["that", "opponent"]) and scene.chosen:
        return Actor(f"as {scene.chosen}", scene.chosen)
    if said in (["the", "opponent"], ["your", "opponent"], ["opponent"]) and scene.v.seats == "2":
        return Actor("as left(me)", "left(me)")
    if " ".join(said) in actors("chosen"):
        var = scene.new("p", "q", "other")
        scene.chosen = var
        return Actor(f"as {var}", var, [f'choose {var} in others "Which player?"'])
    if " ".join(bare) in actors("next"):
        return Actor("as left(me)", "left(me)")
    for side in ("left", "right"):
        if " ".join("{s}" if w == side else w for w in bare) in actors("sides"):
            return Actor(f"as {side}(me)", f"{side}(me)")
    for side in ("left", "right"):
        plain = [w for w in bare if w not in ("to", "on", "the", "player", "neighbour")]
        if plain[:2] == [side, "of"] and (beside := _kept(scene, plain[2:])) is not None:
            return Actor(f"as {side}({beside.who})", f"{side}({beside.who})")
    if " ".join(said) in actors("both"):
        return Actor("as each {left(me), right(me)}", many="{left(me), right(me)}")
    return _ranked(scene, said) or _kept(scene, said)


def _ranked(scene: Scene, said: list[str]) -> Actor | None:
    """`the player with the most gold`, `the richest player`, `whoever has the fewest cards`."""
    if (chosen := best_laid(scene, said)) is not None:
        return Actor(f"as each {chosen}", chosen, many=chosen)
    word = next((w for w in said if w in _MOST), None)
    if word is None or not {
        "player",
        "players",
        "whoever",
        "who",
        "person",
        "those",
        "opponent",
        "one",
        "he",
        "you",
    } & set(said):
        return None
    what = [w for w in said[said.index(word) + 1 :] if w not in ("player", "players")]
    if word in ("richest", "poorest") and not what:
        what = ["money"]
    side = _MOST[word]
    value = worth(scene, what, "p")
    if value is None:
        raise Unread(" ".join(said))
    among = "others" if {"other", "opponent", "others"} & set(said[: said.index(word)]) else "players"
    chosen = f"({side} p in {among}: {value})"
    return Actor(f"as each {chosen}", chosen, many=chosen)


def worth(scene: Scene, what: list[str], who: str) -> str | None:
    """Write how much a player has of something: an amount, or how many components."""
    what = [w for w in what if w not in ("in", "total", "own", "owned") or len(what) == 1]
    if (a := amount(scene, what)) is not None and not a.before:
        return a.read(who)
    things, left = spotted(scene, what, "value")
    if things and not left:
        return things[0].name if who == "me" else f"{who}.{things[0].name}"
    these = components(scene, what, who)
    if these is None:
        sets, left = spotted(scene, what, "set")
        return f"{sets[0].at(who)}.size" if len(sets) == 1 and not left and not sets[0].keys else None
    where = these.place or own_place(scene, these.of, who=who)
    if where is None:
        return None
    return f"(count c in {where.path}{these.such('c')})" if these.where else f"{where.path}.size"


def _kept(scene: Scene, said: list[str]) -> Actor | None:
    """`the start player`, `the highest bidder`: a slot that holds a player."""
    slots = [t for t in scene.v.all("player", owner="table") if not t.keys]
    things, left = spotted(scene, said, "player")
    words = {stem(w) for w in said}
    starting = {"start", "starting", "first", "begin", "dealer", "leader", "starter"}
    if not things and words & {"start", "starting", "starter"} | ({"first"} & words if "player" in words else set()):
        things = [t for t in slots if set(t.name.split("_")) & starting]
    if not things and words & {"bidder", "leader", "winner"}:
        things = [
            t for t in slots if set(t.name.split("_")) & {"leader", "bidder", "high", "best", "lead", "winner"}
        ] or slots[:1]
    if not things or [
        w
        for w in left
        if w not in ("player", "start", "starting", "starter", "first", "highest", "bidder", "leader", "trick", "of")
    ]:
        return None
    return Actor(f"as {things[0].name}", things[0].name)
