"""What is put somewhere, moved on, or said to be so."""

from __future__ import annotations

from ..lexicon.phrases import verbs
from ..lexicon.words import stem
from ..parts.actors import Actor
from ..parts.amounts import amount_of
from ..parts.conditions import condition
from ..parts.nouns import (
    BANK,
    FILLERS,
    Amount,
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
from .cards import chosen
from .lines import Lines, parts, under
from .seats import named
from .trading import discard, gain


def put(scene: Scene, verb: str, rest: list[str], who: Actor) -> Lines:
    cut = parts(rest, "from", "to", "into", "in", "on", "onto", "under", "at")
    goal = next((cut[w] for w in ("into", "onto", "to", "on", "in", "under", "at") if w in cut), None)
    if verb == "set":
        return _set(scene, cut[""], goal)
    obj = cut[""]
    under_ = "under" in cut or (goal is not None and "bottom" in goal)
    if goal is not None and obj[:1] in (["up"], ["back"], ["aside"]):
        obj = obj[1:]
    if goal is not None and len(obj) == 1 and (lines := _named(scene, obj[0], goal, under_)) is not None:
        return lines
    q, left = quantity(obj)
    if goal is None:
        if verb == "return" or verb == "add":
            return (discard if verb == "return" else gain)(scene, verb, rest, who)
        if verb == "play" and (t := components(scene, left)) is not None:
            q.how = q.how or ""
            out = own_place(scene, t.of, "played")
            if out is not None and out.path != hand_of(scene, t.of).path:
                return [*chosen(scene, q, t, t.place or hand_of(scene, t.of)), f"move {scene.it} to {out.path}"]
        return named(scene, [verb, *rest])
    words = [w for w in goal if w not in ("bottom", "top", "of")] if goal else []
    source = cut.get("from")
    if (lines := _brought(scene, left, words, under_)) is not None:
        return lines
    if verb == "add" and not [w for w in left if w not in FILLERS] and (to := amount(scene, goal)) is not None:
        return [*to.before, to.change("gain", q.n)]
    a = amount(scene, left, goal)
    where = place(scene, words)
    plain = {"card", "cards", "tile", "tiles"} & set(left)
    these = (
        components(scene, [*left, *(["from", *source] if source else [])]) if where is not None or a is None else None
    )
    if these is not None and where is not None and (a is None or plain or where.of == these.of):
        if where.of and where.of != these.of:
            where = place(scene, words, these.of) or where
        lies = these.place or (place(scene, source, these.of) if source else None)
        if these.row and these.row == scene.it:
            return [f"move {scene.it} {'under' if under_ else 'to'} {where.path}"]
        if "top" in obj or "next" in obj:
            deck = place(scene, ["deck"], these.of)
            if deck is not None and (lies is None or lies.path == deck.path):
                some = f", {q.n}" if q.n != "1" else ""
                return [f"move top({deck.path}{some}) {'under' if under_ else 'to'} {where.path}"]
        lies = lies or the_one(scene, these, obj) or hand_of(scene, these.of)
        scene.there = where.path if where.pile else ""
        if lies.path == where.path:
            raise Unread("the same place")
        if (
            any(t.name == lies.path and t.hidden == "hidden" for t in scene.v.things)
            and not these.where
            and q.how != "all"
        ):
            return [f"move top({lies.path}{f', {q.n}' if q.n != '1' else ''}) to {where.path}"]
        return [
            *chosen(scene, q, these, lies, "random" in left),
            f"move {scene.it} {'under' if under_ else 'to'} {where.path}",
        ]
    return _counted(scene, q, left, goal or [], source, a, verb)


def _named(scene: Scene, name: str, goal: list[str], below: bool) -> Lines | None:
    """`put c on the heap`, `put d into the pot`: what a line above has named."""
    of = scene.local.get(name, "")
    if of == "number" and (to := amount(scene, goal)) is not None and not to.before:
        return [to.change("gain", name)]
    if of not in scene.v.types() or (where := place(scene, goal, of)) is None:
        return None
    return [f"move {name} {'under' if below else 'to'} {where.path}"]


def _brought(scene: Scene, left: list[str], goal: list[str], below: bool) -> Lines | None:
    """`draw a card and put it into your hand`: it lies there already; elsewhere it goes from there."""
    if not scene.brought or scene.it or not left or not set(left) <= {"it", "them", "that", "card", "cards"}:
        return None
    where = place(scene, goal, scene.it_type)
    if where is None:
        return None
    some = f", {scene.many}" if scene.many != "1" else ""
    there = f"move top({scene.brought}{some}) {'under' if below else 'to'} {where.path}"
    return [] if where.path == scene.brought and not below else [there]


def the_one(scene: Scene, these: Components, said: list[str]) -> Place | None:
    """`the tile`: the one that lies open by itself, if there is room for one in one place only."""
    held = [t for t in scene.v.all("holds", of=these.of) if not t.keys]
    if "the" not in said or these.where or len(held) != 1 or "top" in said:
        return None
    return Place(held[0].at("me"), these.of, False)


def _counted(
    scene: Scene, q: Quantity, left: list[str], goal: list[str], source: list[str] | None, a: Amount | None, verb: str
) -> Lines:
    """Put what is only counted somewhere: `place 2 armies in a region`, `put 1 coin into the pot`."""
    if a is None:
        return _flagged(scene, left, goal)
    if verb in ("move", "shift", "advance", "transfer", "bring", "send"):
        moved = _between(scene, q, goal, source or [], a)
        if moved is not None:
            return moved
    kept = [t for t in spotted(scene, goal, "number")[0] if t != a.thing and not t.keys]
    if kept:
        n, before = amount_of(scene, q, a)
        return [*a.before, *before, a.change("pay", n), f"add {n} to {kept[0].at('me')}"]
    name = stem(a.thing.plural or a.thing.name)
    maps = [t for t in scene.v.all("number") if t.keys and (t == a.thing or stem(t.name) == name)]
    every = goal[:1] in (["each"], ["every"], ["all"])
    at = next((i for i, w in enumerate(goal) if w in ("where", "in", "which", "that") and i > 1), len(goal))
    regions = list(spotted(scene, goal[:at], "type", "kind", "row", "member")[0])
    for m in maps:
        if not any((t.of or t.name) in m.keys for t in regions):
            continue
        of = next((t.of or t.name) for t in regions if (t.of or t.name) in m.keys)
        before = []
        key = next((t.name for t in regions if t.of == of and t.sort in ("row", "member")), scene.member.get(of, ""))
        if not key:
            key = scene.new(of[0].lower(), of.lower())
            scene.member[of] = key
            before = [f'choose {key} in {of} "Where?"']
        if every or goal[at:]:
            asked = goal[at + 1 :][1:] if goal[at : at + 2] == ["in", "which"] else goal[at + 1 :]
            such = f" where {condition(scene, asked)}" if asked else ""
            entry = f"{m.at('me')}[{', '.join('me' if k == 'Player' else key for k in m.keys)}]"
            paid = [Amount(a.thing).change("pay", q.n)] if a.thing != m else []
            if every:
                return under(f"each {key} in {of}{such}", [*paid, f"add {q.n} to {entry}"])
            return [f'choose {key} in {of}{such} "Where?"', *paid, f"add {q.n} to {entry}"]
        entry = f"{m.at('me')}[{', '.join('me' if k == 'Player' else key for k in m.keys)}]"
        n, ask = amount_of(scene, q, Amount(a.thing)) if a.thing.sort == "resource" else (q.n, [])
        paid = (
            [Amount(a.thing).change("pay", n)]
            if a.thing != m and not (source and {stem(w) for w in source} & {"bank"})
            else []
        )
        return [*before, *ask, *paid, f"add {n} to {entry}"]
    if {stem(w) for w in goal if w not in FILLERS} <= BANK or {"your", "their", "his", "her"} & set(goal):
        n, ask = amount_of(scene, q, a)
        own = {"your", "their", "his", "her"} & set(goal)
        return [*a.before, *ask, a.change("gain" if own else "pay", n)]
    raise Unread(" ".join(goal))


def _flagged(scene: Scene, left: list[str], goal: list[str]) -> Lines:
    """`build a castle in a region`: what a place has or has not."""
    flags = [t for t in spotted(scene, left, "flag")[0] if t.owner not in ("player", "table")]
    at = next((i for i, w in enumerate(goal) if w in ("where", "in", "with", "that", "which")), len(goal))
    if not flags or flags[0].owner not in [t.name for t in spotted(scene, goal[:at], "type")[0]]:
        raise Unread(" ".join(left))
    of = flags[0].owner
    r = scene.member.get(of) or scene.new(of[0].lower(), of.lower())
    scene.member[of] = r
    asked = goal[at + 1 :]
    asked = asked[1:] if asked[:1] == ["which"] else asked
    kept = [t.name for t in scene.v.things if t.owner == of and t.sort == "player"]
    if asked in (["you", "rule"], ["you", "own"], ["you", "control"], ["you", "hold"]) and kept:
        said = f" and {r}.{kept[0]} = me"
    else:
        said = f" and {condition(scene, asked)}" if asked else ""
    return [f'choose {r} in {of} where not {r}.{flags[0].name}{said} "Where?"', f"set {r}.{flags[0].name} to yes"]


def _between(scene: Scene, q: Quantity, goal: list[str], source: list[str], a: Amount) -> Lines | None:
    """`move 2 armies from one region to an adjacent one`."""
    name = stem(a.thing.plural or a.thing.name)
    for m in scene.v.all("number"):
        if (
            not m.keys
            or not (m == a.thing or stem(m.name) == name)
            or m.keys[0] not in [t.name for t in scene.v.all("type") + scene.v.all("kind")]
        ):
            continue
        of = m.keys[0]
        near = next((t.name for t in scene.v.things if t.owner == of and t.of == of and t.sort in ("set", "pile")), "")
        r, s = scene.new(of[0].lower(), of.lower()), scene.new("s", "there")
        rest = ["me" for k in m.keys[1:] if k == "Player"]
        from_, to = (f"{m.at('me')}[{', '.join([key, *rest])}]" for key in (r, s))
        there = f"{r}.{near}" if "adjacent" in goal and near else f"{of} where {s} != {r}"
        n = q.n if not q.how else "n"
        least = f">= {q.n}" if not q.how else "> 0"
        ask = {
            "some": [f'choose n in 1..{from_} "How many?"'],
            "upto": [f'choose n in 1..{q.n} where n <= {from_} "How many?"'],
            "all": [f"let n = {from_}"],
        }
        return [
            f'choose {r} in {of} where {from_} {least} "From where?"',
            f'choose {s} in {there} "Where to?"',
            *ask.get(q.how, []),
            f"remove {n} from {from_}",
            f"add {n} to {to}",
        ]
    return None


def _set(scene: Scene, obj: list[str], goal: list[str] | None) -> Lines:
    if goal is None:
        raise Unread(" ".join(obj))
    a = amount(scene, [w for w in obj if w not in ("number_of", "value_of")])
    if a is not None and goal and goal[-1].isdigit():
        return [f"set {a.read()} to {goal[-1]}"]
    slots = spotted(scene, obj, "kept")[0]
    members = spotted(scene, goal, "member", "row")[0]
    if slots and members:
        return [f"set {slots[0].at('me')} to {members[0].name}"]
    raise Unread(" ".join(obj))


def light(scene: Scene, verb: str, rest: list[str], who: Actor) -> Lines:
    flags = [t for t in spotted(scene, rest, "flag")[0] if t.owner in ("player", "table")]
    if not flags:
        raise Unread(" ".join(rest))
    return [f"set {flags[0].at('me')} to {'yes' if verbs()[verb] == 'light' else 'no'}"]
