"""What is done with cards and tiles: chosen, drawn, discarded, looked at, revealed, shuffled."""

from __future__ import annotations

from ..lexicon.vocabulary import GENERIC
from ..lexicon.words import split_at, stem
from ..parts.actors import Actor
from ..parts.nouns import (
    Components,
    Place,
    Quantity,
    Scene,
    Unread,
    amount,
    components,
    hand_of,
    own_place,
    place,
    quantity,
    spotted,
)
from .lines import Lines, parts, victim_of


def drawn(scene: Scene, q: Quantity, these: Components, source: list[str] | None) -> Lines:
    """Write what takes components from somewhere into one's hand."""
    where = these.place or (place(scene, source, these.of) if source else None)
    if source and where is None:
        raise Unread(" ".join(source))
    goal = hand_of(scene, these.of)
    if where is None or where.bank:
        hidden = [t for t in scene.v.things if t.sort == "pile" and t.owner == "table" and t.of == these.of]
        hidden.sort(key=lambda t: t.hidden != "hidden")
        if not hidden:
            raise Unread("pile")
        where = Place(hidden[0].name, these.of)
    if these.row and these.row == scene.it:
        return [f"move {scene.it} to {goal.path}"]
    if where.path == goal.path:
        raise Unread("the same place")
    if not where.pile:
        usual = f"me.{scene.v.usual(where.path)}"
        if usual in (several := _several(scene, these.of)):
            return [f"move {where.path} to {usual}"]
        if goal.path in several:
            raise Unread("where to")  # it may be for the hand, or for what lies openly
        return [f"move {where.path} to {goal.path}"]
    hidden_one = any(t.name == where.path and t.hidden == "hidden" for t in scene.v.things)
    if q.how == "all":
        return [
            f"move [c in {where.path}{these.such('c')}] to {goal.path}"
            if these.where
            else f"move {where.path} to {goal.path}"
        ]
    if hidden_one and not these.where:
        scene.it, scene.it_type = "", these.of
        if q.how in ("some", "upto"):
            return [
                f'choose n in 0..{q.n if q.how == "upto" else "9"} "How many?"',
                f"move top({where.path}, n) to {goal.path}",
            ]
        scene.brought, scene.many = goal.path, q.n
        return [f"move top({where.path}{f', {q.n}' if q.n != '1' else ''}) to {goal.path}"]
    return [*chosen(scene, q, these, where), f"move {scene.it} to {goal.path}"]


def _several(scene: Scene, of: str) -> set[str]:
    """A player's places for a type, if some are open and some are not."""
    own = [t for t in scene.v.all("pile", owner="player", of=of) if not t.keys]
    return {t.at("me") for t in own} if len({t.hidden == "private" for t in own}) > 1 else set()


def chosen(
    scene: Scene, q: Quantity, these: Components, where: Place, chance: bool = False, price: bool = False
) -> Lines:
    """Write what picks components somewhere; they are called `scene.it` from then on."""
    if not where.pile:
        scene.it = where.path
        return []
    name = scene.new("c", "t", "x", "y", "z")
    scene.it, scene.it_type = name, these.of
    if chance:
        return [f"draw {name} in {where.path}{these.such(name)}"]
    if q.how == "all":
        scene.it = f"[{name} in {where.path}{these.such(name)}]" if these.where else where.path
        return []
    which = "Which one?" if q.n == "1" and not q.how else "Which ones?"
    many = {"some": "any of ", "upto": f"0..{q.n} of "}.get(q.how, "" if q.n == "1" else f"{q.n} of ")
    skip = " if any" if not many and not price else ""
    return [f'choose {many}{name} in {where.path}{these.such(name)} "{which}"{skip}']


def waste_of(scene: Scene, of: str) -> str:
    found = place(scene, ["discard"], of)
    return "box" if found is None or found.of not in ("", of) else found.path


def where_mine(scene: Scene, q: Quantity, of: str) -> Place:
    """Where one's own things lie: `your cards` are in the hand, `your houses` stand openly."""
    open_ = own_place(scene, of) if q.own and stem(of.lower()) not in GENERIC else None
    hidden = {f"me.{t.name}" for t in scene.v.all("pile", owner="player", of=of) if t.hidden == "private"}
    if open_ is not None and open_.path in hidden:
        others = [t for t in scene.v.all("pile", owner="player", of=of) if t.hidden != "private"]
        open_ = Place(others[0].at("me"), of) if others else open_
    return open_ or hand_of(scene, of)


def thrown_away(scene: Scene, q: Quantity, these: Components, chance: bool = False, price: bool = False) -> Lines:
    """Write what moves one's own components away; as a price, whoever has none cannot do it."""
    where = these.place or (Place(these.row, these.of, False) if these.row else where_mine(scene, q, these.of))
    return [*chosen(scene, q, these, where, chance, price), f"move {scene.it} to {waste_of(scene, these.of)}"]


def up_to(scene: Scene, said: list[str]) -> Lines:
    q, left = quantity(said)
    these = components(scene, [w for w in left if w not in ("in", "hand", "your", "their")] or ["cards"])
    if these is None:
        raise Unread(" ".join(said))
    deck = place(scene, ["deck"], these.of)
    goal = hand_of(scene, these.of)
    if deck is None:
        raise Unread("deck")
    return [f"repeat until {goal.path}.size >= {q.n} or {deck.path}.size = 0: move top({deck.path}) to {goal.path}"]


def look(scene: Scene, verb: str, rest: list[str], who: Actor) -> Lines:
    rest = rest[1:] if rest[:1] == ["at"] else rest
    q, left = quantity([w for w in rest if w not in ("top", "next", "the")])
    cut = parts(left, "of", "in", "from", "on")
    source = cut.get("of") or cut.get("in") or cut.get("from") or cut.get("on")
    said = source or left
    victim = victim_of(scene, said) if said else None
    if "'s" in left or victim is not None:
        at = left.index("'s") if "'s" in left else 0
        victim = victim or victim_of(scene, left[:at])
        of = next(iter(t.of for t in scene.v.things if t.sort == "pile" and t.owner == "player"), "")
        if victim is None or victim.many:
            raise Unread(" ".join(rest))
        return [*victim.before, f"show {hand_of(scene, of, victim.who).path} to me"]
    where = place(scene, said) or place(scene, ["deck"])
    if where is None:
        raise Unread(" ".join(rest))
    if q.n == "1" or where.path.startswith("me."):
        return [f"show top({where.path}) to me"]
    private = [
        t
        for t in scene.v.all("pile", owner="player", of=where.of)
        if t.hidden == "private" and t.name.startswith(("seen", "look"))
    ]
    name = private[0].name if private else "seen"
    if not private:
        scene.declare.append(("player", f"{name}  pile of {where.of} private"))
    var = scene.new("c", "t", "x")
    return [
        f"move top({where.path}, {q.n}) to me.{name}",
        f"repeat until me.{name}.size = 0",
        f'  choose {var} in me.{name} "Which one goes back next?"',
        f"  move {var} to {where.path}",
    ]


def reveal(scene: Scene, verb: str, rest: list[str], who: Actor) -> Lines:
    rest = [w for w in rest if w not in ("over", "up")]
    if {"hand", "hands"} & set(rest) and not {"card", "cards", "from"} & set(rest):
        lies = place(scene, ["hand"])
        return [f"reveal {lies.path}"] if lies is not None else []
    if (
        rest[:1] in (["the"], ["your"])
        and not {"top", "next"} & set(rest)
        and not spotted(scene, rest, "number", "kept", "set")[0]
    ):
        raise Unread(" ".join(rest))
    things, left = spotted(scene, rest, "number", "kept", "set")
    secret = [t for t in things if t.hidden in ("private", "hidden")]
    if secret:
        return [f"reveal {secret[0].at('me')}"]
    q, left = quantity([w for w in rest if w not in ("top", "next", "the")])
    cut = parts(left, "of", "from", "in")
    source = cut.get("of") or cut.get("from") or cut.get("in")
    these = components(scene, cut[""] or ["card"])
    of = these.of if these is not None else ""
    deck = place(scene, source, of) if source else place(scene, ["deck"], of)
    if deck is None:
        raise Unread(" ".join(rest))
    if deck.path.startswith("me."):
        return (
            [*chosen(scene, q, these or Components(deck.of), deck), f'say "{{me}} shows {{{scene.it}}}."']
            if q.how != "all"
            else [f"reveal {deck.path}"]
        )
    shown = [
        t
        for t in scene.v.things
        if t.owner == "table" and t.sort in ("pile", "holds") and t.hidden != "hidden" and t.of == deck.of
    ]
    shown.sort(key=lambda t: t.sort == "pile" and bool(set(t.name.split("_")) & {"discard"}))
    if not shown:
        scene.declare.append(("table", f"shown  holds {deck.of}"))
    goal = shown[0].name if shown else "shown"
    scene.it, scene.it_type = goal if not shown or shown[0].sort == "holds" else f"top({goal})", deck.of
    return [f"move top({deck.path}{f', {q.n}' if q.n != '1' else ''}) to {goal}"]


def shuffle(scene: Scene, verb: str, rest: list[str], who: Actor) -> Lines:
    for phrase in (
        "to form a new",
        "to make a new",
        "to form the new",
        "and use it as the new",
        "to become the new",
        "to form a",
        "to create a new",
    ):
        if formed := split_at(rest, phrase):
            rest = [*formed[0], "into", *formed[1]]
    cut = parts(rest, "into", "to", "back")
    if scene.there and rest in (["it"], ["them"]):
        return [f"shuffle {scene.there}"]
    where = place(
        scene, [*cut[""], *(["deck"] if {"cards", "card", "them"} & set(cut[""]) and not cut.get("into") else [])]
    )
    goal = place(scene, cut.get("into") or []) if "into" in cut else None
    if where is None or where.bank:
        these = components(scene, cut[""])
        where = these.place or place(scene, ["deck"], these.of) if these is not None else None
    if where is None:
        raise Unread(" ".join(rest))
    if "into" in cut and (goal is None or goal.path == where.path):
        q, left = quantity(cut[""])
        these = components(scene, left)
        if q.how != "all" or these is None or these.where or these.place is not None:
            raise Unread(" ".join(rest))  # from where they come is not said
        return [f"move [c in {these.of}] to {where.path}", f"shuffle {where.path}"]
    if goal is not None and goal.path != where.path:
        return [f"move {where.path} to {goal.path}", f"shuffle {goal.path}"]
    return [f"shuffle {where.path}"]


def refill(scene: Scene, verb: str, rest: list[str], who: Actor) -> Lines:
    cut = parts(rest, "to", "from", "with")
    if (a := amount(scene, cut[""])) is not None and cut.get("to") and cut["to"][0].isdigit():
        return [f"set {a.read()} to {cut['to'][0]}"]
    n = next((w for w in cut.get("to", []) if w.isdigit()), "")
    where = place(scene, cut[""] or ["hand"])
    deck = place(scene, ["deck"], where.of if where is not None else "")
    if where is None or deck is None or where.path == deck.path or (where.pile and not n):
        raise Unread(" ".join(rest))
    if not where.pile:
        return [f"if {where.path} = none: move top({deck.path}) to {where.path}"]
    return [f"repeat until {where.path}.size >= {n} or {deck.path}.size = 0: move top({deck.path}) to {where.path}"]
