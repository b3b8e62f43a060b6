"""`draw 3 cards, keep 1 and discard the others`: what is looked at before it is known what stays."""

from __future__ import annotations

from ..clauses.cards import waste_of
from ..lexicon.words import split_at
from ..parts.nouns import FILLERS, Scene, Unread, components, hand_of, place, quantity

_AWAY = frozenset(["discard", "put", "return", "place"])
_OTHERS = frozenset(
    ["other", "others", "rest", "remaining", "one", "ones", "cards", "card", "1", "third", "second", "last"]
)


def kept_of_drawn(scene: Scene, said: list[str], subject: list[str] | None) -> list[str] | None:
    """Read how many cards are drawn, how many of them stay, and where the others go."""
    cut = split_at(said, "keep")
    if cut is None or cut[0][:1] not in (["draw"], ["take"]) or subject:
        return None
    drawn, kept = [w for w in cut[0][1:] if w not in (",", "and", ";", ".", "then", "top", "the")], cut[1]
    first = next((i for i, w in enumerate(kept) if w in _AWAY), len(kept))
    many, left = quantity(drawn)
    few, rest = quantity([w for w in kept[:first] if w not in ("of", "them", "those", "these", ",", "and", ";", ".")])
    from_ = split_at(left, "from", "of", "off")
    these = components(scene, from_[0] if from_ is not None else left)
    if these is None or these.where or not many.n.isdigit() or not few.n.isdigit() or first == len(kept):
        raise Unread(" ".join(said))
    if [w for w in rest if w not in FILLERS and w not in _OTHERS] or int(few.n) >= int(many.n):
        raise Unread(" ".join(said))
    deck = place(scene, from_[1] if from_ is not None else ["deck"], these.of)
    verb, goal = kept[first], [w for w in kept[first + 1 :] if w not in FILLERS and w not in _OTHERS]
    if deck is None or deck.bank or not _OTHERS & set(kept[first + 1 :]):
        raise Unread(" ".join(said))
    seen = next((t.name for t in scene.v.all("pile", owner="player", of=these.of) if t.name.startswith("seen")), "")
    if not seen:
        seen = scene.new("seen")
        scene.declare.append(("player", f"{seen}  pile of {these.of} private"))
    c = scene.new("c", "t", "x")
    which = (
        f'choose {c} in me.{seen} "Which one?"' if few.n == "1" else f'choose {few.n} of {c} in me.{seen} "Which ones?"'
    )
    return [
        f"move top({deck.path}, {many.n}) to me.{seen}",
        which,
        f"move {c} to {hand_of(scene, these.of).path}",
        f"move me.{seen} {_goal(scene, verb, goal, these.of, deck.path)}",
    ]


def _goal(scene: Scene, verb: str, goal: list[str], of: str, deck: str) -> str:
    if verb == "discard" and not goal:
        return f"to {waste_of(scene, of)}"
    low = bool({"under", "bottom", "underneath", "beneath"} & set(goal))
    there = [
        w for w in goal if w not in ("under", "bottom", "underneath", "beneath", "of", "on", "in", "to", "into", "top")
    ]
    where = place(scene, there, of) if there else None
    if where is None or where.bank:
        if there or not low:
            raise Unread(" ".join(goal))
        return f"under {deck}"
    return f"{'under' if low else 'to'} {where.path}"
