"""Who starts, whose turn it is and when it ends; effects and actions of the game that are called by name."""

from __future__ import annotations

from ..lexicon.words import stem
from ..parts.actors import Actor, actor
from ..parts.conditions import whoever
from ..parts.nouns import FILLERS, Scene, Unread, spotted
from .lines import Lines


def player_slot(scene: Scene, obj: list[str], to: list[str] | None = None) -> Lines | None:
    """`take the start player marker`, `pass the lead to the left`: a slot that holds a player."""
    words = [w for w in obj if w not in FILLERS and w not in ("player", "button", "card")]
    if not words:
        return None
    slots = [t for t in scene.v.all("player", owner="table") if not t.keys]
    named = [t for t in slots if set(t.name.split("_")) & {stem(w) for w in words}]
    if not named and set(words) & {"start", "starting", "first", "starter", "dealer", "lead"}:
        named = [
            t
            for t in slots
            if set(t.name.split("_")) & {"start", "first", "starter", "dealer", "lead", "leader", "starting"}
        ]
        if not named and len(words) == 1:
            scene.declare.append(("table", "start  Player or none"))
            return ["set start to me" if to is None else "set start to left(me)"]
    if not named or [
        w
        for w in words
        if w not in ("start", "starting", "first", "starter", "dealer", "lead", "leader", *named[0].name.split("_"))
    ]:
        return None
    if to is None:
        return [f"set {named[0].name} to me"]
    goal = whoever(scene, to)
    if goal is None or goal.many:
        return None
    base = named[0].name if "next" in to or to[-1:] == ["left"] or to[-1:] == ["right"] else ""
    target = goal.who.replace("(me)", f"({base})") if base else goal.who
    return [*goal.before, f"set {named[0].name} to {target}"]


def first_to_play(scene: Scene, who: list[str]) -> Lines:
    """`the youngest player begins`: who starts is kept in a slot of the table."""
    if {"round", "turn", "game", "phase", "year", "season", "day"} & set(who):
        raise Unread(" ".join(who))  # what begins is no player
    slots = [
        t
        for t in scene.v.all("player", owner="table")
        if set(t.name.split("_")) & {"start", "first", "starter", "lead", "dealer", "starting", "begins"}
    ]
    name = slots[0].name if slots else "start"
    if not slots:
        scene.declare.append(("table", "start  Player or none"))
    if {"youngest", "oldest", "tallest", "last", "any", "random", "first"} & set(who) or who in (
        ["1", "player"],
        ["a", "player"],
    ):
        if "random" in who or who in (["1", "player"], ["a", "player"]):
            var = scene.new("p", "q")
            return [f"draw {var} in players", f"set {name} to {var}"]
        return [f"set {name} to first p in players: p"]
    found = whoever(scene, who)
    if found is None or (found.many and not found.many.startswith("(")):
        raise Unread(" ".join(who))
    if found.many:
        return [f"as each {found.many}: set {name} to me"]
    if found.who == name:
        raise Unread(" ".join(who))
    return [*found.before, f"set {name} to {found.who}"]


def turn(scene: Scene, cut: tuple[list[str], list[str]]) -> Lines:
    named = [t for t in scene.v.all("effect") if t.name == "turn" and not t.of]
    if not named:
        raise Unread("turn")
    return ["turn"]


def pass_turn(scene: Scene) -> Lines:
    flags = [t for t in scene.v.all("flag", owner="player") if t.name in ("passed", "out", "done")]
    if flags:
        return [f"set me.{flags[0].name} to yes"]
    raise Unread("pass")


def end(scene: Scene, verb: str, rest: list[str], who: Actor) -> Lines:
    return ending(scene, rest)


def ending(scene: Scene, what: list[str]) -> Lines:
    """What ends: the game, the turn or another effect."""
    words = [w for w in what if w not in FILLERS and w not in ("immediately", "at", "once")]
    if words == ["game"]:
        return ["end flow"]
    effects = [t.name for t in scene.v.all("effect")]
    if words and words[-1] in effects:
        return [f"end {words[-1]}"]
    raise Unread(" ".join(what))


def skip(scene: Scene, verb: str, rest: list[str], who: Actor) -> Lines:
    slots = [
        t
        for t in scene.v.all("flag", owner="player")
        if t.name in ("skips", "skip", "passed", "out", "asleep", "misses")
    ]
    if {"turn"} & set(rest) and (True):
        name = slots[0].name if slots else "skips"
        if not slots:
            scene.declare.append(("player", "skips  flag"))
        return [f"set me.{name} to yes"]
    raise Unread(" ".join(rest))


def named(scene: Scene, said: list[str]) -> Lines:
    """An effect of the game that is called by its name or title."""
    things, left = spotted(
        scene,
        [
            w
            for w in said
            if w not in ("action", "effect", "phase", "perform", "carry", "out", "resolve", "execute", "use")
        ],
        "effect",
        "scoring",
    )
    if len(things) == 1 and not left and not things[0].of:
        return [f"score {things[0].name}" if things[0].sort == "scoring" else things[0].name]
    actions, left = spotted(
        scene, [w for w in said if w not in ("action", "perform", "carry", "out", "use", "an", "the")], "action"
    )
    if len(actions) == 1 and not left and {"action", "perform", "use"} & set(said):
        return [f"offer {actions[0].name}"]
    raise Unread(" ".join(said))


def run(scene: Scene, verb: str, rest: list[str], who: Actor) -> Lines:
    if (
        {"it", "its", "effect", "that"} & set(rest)
        and scene.it
        and (code := [t for t in scene.v.things if t.sort == "code" and t.owner == scene.it_type])
    ):
        return [f"{scene.it}.{code[0].name}"]
    return named(scene, rest)


def become(scene: Scene, verb: str, rest: list[str], who: Actor) -> Lines:
    rest = [w for w in rest if w != "new"]
    lines = player_slot(scene, rest)
    here = scene.v.all("player", owner=scene.it_type)
    if lines is None and scene.it and rest[:1] in (["its"], ["the"]) and [t.name for t in here] == rest[1:2]:
        lines = [f"set {scene.it}.{here[0].name} to me"]
    if lines is None and (kept := actor(scene, rest)) is not None and kept.head == f"as {kept.who}":
        lines = [f"set {kept.who} to me"] if scene.v.all("player", name=kept.who, owner="table") else None
    if lines is None:
        raise Unread(" ".join(rest))
    return (
        [line.replace(" to me", f" to {who.who}") for line in lines]
        if not who.many
        else ["\0" + f"as each {who.many}: {lines[0]}"]
    )


def assigned(scene: Scene, left: list[str], right: list[str]) -> Lines | None:
    """`its suit is trump`, `trump is hearts`, `the new start player is your left neighbour`."""
    for one, other in ((left, right), (right, left)):
        slots = [t for t in spotted(scene, one, "kept", "player")[0] if t.owner in ("table", "player") and not t.keys]
        if not slots:
            continue
        fields = [
            t
            for t in spotted(scene, other, "kept", "number", "kind")[0]
            if t.owner == scene.it_type or t.name == slots[0].of
        ]
        members = [t for t in spotted(scene, other, "member", "row")[0] if t.of == slots[0].of]
        if members:
            return [f"set {slots[0].at('me')} to {members[0].name}"]
        if fields and scene.it and (kept := scene.v.field_of(scene.it_type, slots[0].of)) is not None:
            return [f"set {slots[0].at('me')} to {scene.it}.{kept.name}"]
        if slots[0].sort == "player" and (who := whoever(scene, other)) is not None and not who.many:
            return [*who.before, f"set {slots[0].at('me')} to {who.who}"]
    return None
