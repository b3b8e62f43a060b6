"""What goes from one player to another."""

from __future__ import annotations

from ..lexicon.words import split_at
from ..parts.actors import Actor
from ..parts.amounts import amount_of, multiplied, product
from ..parts.nouns import Place, Scene, Unread, amount, components, hand_of, quantity
from .cards import chosen, where_mine
from .counting import gained
from .lines import Lines, parts, under, victim_of


def handed_over(scene: Scene, obj: list[str], receiver: Actor, giver: Actor) -> Lines:
    """Give something to somebody."""
    phrase, times, limit = multiplied(scene, obj)
    q, left = quantity(phrase)
    if receiver.me and not giver.me:  # each other player gives you …
        many = giver.many
        a = amount(scene, left)
        if a is not None:
            n, _ = amount_of(scene, q, a)
            line = a.change("pay", n)
            sum_ = f"{many}.size" if n == "1" else f"{n} * {many}.size"
            return [f"\0{giver.head}: {line}", "\0" + a.change("gain", sum_ if many else n)]
        these = components(scene, left)
        if these is None:
            raise Unread(" ".join(obj))
        taker = scene.new("taker", "receiver")
        goal = hand_of(scene, these.of, taker)
        lines = [*chosen(scene, q, these, these.place or hand_of(scene, these.of)), f"move {scene.it} to {goal.path}"]
        return [f"\0let {taker} = me", *("\0" + line for line in under(giver.head, lines))]
    if receiver.me:
        return gained(scene, obj)
    a = amount(scene, left)
    if a is not None:
        n, before = amount_of(scene, q, a)
        n = product(n, times, limit)
        if receiver.many:
            paid = a.change("pay", f"({n} * {receiver.many}.size)" if n != "1" else f"{receiver.many}.size")
        else:
            paid = a.change("pay", n)
        if n not in ("1",) and not n.isdigit():
            name = scene.new("given", "handed")
            return [
                *receiver.before,
                *a.before,
                *before,
                f"let {name} = {n}",
                a.change("pay", name),
                *under(receiver.head, [a.change("gain", name)]),
            ]
        return [*receiver.before, *a.before, *before, paid, *under(receiver.head, [a.change("gain", n)])]
    these = components(scene, left)
    if these is None or receiver.many:
        raise Unread(" ".join(obj))
    where = these.place or where_mine(scene, q, these.of)
    goal = (
        Place(where.path.replace("me.", f"{receiver.who}."), these.of)
        if where.path.startswith("me.")
        else hand_of(scene, these.of, receiver.who)
    )
    chance = "random" in left
    return [*receiver.before, *chosen(scene, q, these, where, chance), f"move {scene.it} to {goal.path}"]


def taken_from(scene: Scene, obj: list[str], victim: Actor) -> Lines:
    """Take something from somebody else."""
    q, left = quantity(obj)
    chance = "random" in left or "random" in obj
    left = [w for w in left if w != "random"]
    a = amount(scene, left)
    if a is not None:
        if q.how in ("all", "half"):
            name = scene.new("taken", "loot")
            n = a.read(victim.who) + (" / 2" if q.how == "half" else "")
            if victim.many:
                raise Unread(" ".join(obj))
            return [
                *victim.before,
                f"let {name} = {n}",
                *under(victim.head, [a.change("pay", name)]),
                a.change("gain", name),
            ]
        n, before = amount_of(scene, q, a)
        if victim.many:
            return [
                *before,
                *under(victim.head, [a.change("pay", n)]),
                a.change("gain", f"{n} * {victim.many}.size" if n != "1" else f"{victim.many}.size"),
            ]
        return [*victim.before, *a.before, *before, *under(victim.head, [a.change("pay", n)]), a.change("gain", n)]
    these = components(scene, left or ["card"])
    if these is None:
        raise Unread(" ".join(obj))
    if victim.many:
        return handed_over(scene, obj, Actor(), victim)
    where = hand_of(scene, these.of, victim.who)
    secret = any(
        t.sort == "pile" and t.hidden == "private" and where.path.endswith("." + t.name) for t in scene.v.things
    )
    return [
        *victim.before,
        *chosen(scene, q, these, where, chance or (secret and q.n == "1")),
        f"move {scene.it} to {hand_of(scene, these.of).path}",
    ]


def steal(scene: Scene, verb: str, rest: list[str], who: Actor) -> Lines:
    cut = parts(rest, "from")
    if "from" not in cut and (
        of := split_at(rest, "of another player", "of an opponent", "of any opponent", "of 1 opponent")
    ):
        cut = {"": of[0], "from": ["an", "opponent"]}
    victim = victim_of(scene, cut.get("from", ["another", "player"]))
    if victim is None:
        raise Unread(" ".join(rest))
    return taken_from(scene, cut[""], victim)
