"""The cards that lie before everybody: the highest trump, whether one was laid, and who takes the trick."""

from __future__ import annotations

from dataclasses import dataclass

from ..lexicon.vocabulary import Thing
from ..lexicon.words import stem
from .nouns import FILLERS, Scene, Unread

_DONE = frozenset(["played", "laid", "lead", "led"])
_RANK = ("rank", "value", "strength", "number", "height")


@dataclass(frozen=True, slots=True)
class Laid:
    """A place of every player that holds one card, and the number that ranks it."""

    place: Thing
    rank: Thing


def laid(scene: Scene) -> Laid | None:
    """Return where a trick lies, if this is a game with tricks."""
    for place in scene.v.all("holds", owner="player"):
        numbers = [t for t in scene.v.things if t.owner == place.of and t.sort == "number"]
        numbers = [t for t in numbers if t.name in _RANK] or numbers
        if len(numbers) == 1:
            return Laid(place, numbers[0])
    return None


def best_laid(scene: Scene, said: list[str]) -> str | None:
    """`the highest trump`, `whoever played the highest card of the suit led`: who has laid it."""
    side = "most" if "highest" in said else "least" if "lowest" in said else ""
    here = laid(scene)
    if not side or here is None or not {"card", "trump", "trumps"} & {stem(w) for w in said}:
        return None
    word = said.index("highest" if side == "most" else "lowest")
    before = {w for w in said[:word] if w not in FILLERS}
    if before - {"player", "whoever", "who", "one", "played", "laid", "has", "with"}:
        return None
    if before & {"has", "with"} or {"hand", "won"} & set(said):
        return None
    return f"({side} p in players where {_which(scene, here, said[word + 1 :])}: p.{here.place.name}.{here.rank.name})"


def was_laid(scene: Scene, said: list[str]) -> str | None:
    """`a trump was played`, `no trump has been played`."""
    here = laid(scene)
    if here is None or not {"played", "laid"} & set(said) or not {"trump", "trumps"} & set(said):
        return None
    if set(said) & {"you", "they", "player", "opponent"}:
        return None
    return f"{'no' if {'no', 'not'} & set(said) else 'any'} p in players where {_which(scene, here, said)}"


def _which(scene: Scene, here: Laid, said: list[str]) -> str:
    path = f"p.{here.place.name}"
    asked = [f"{path} != none"]
    rest = [stem(w) for w in said if w not in FILLERS and w not in ("suit", "colour", "color", "in", "was", "is", "no")]
    rest = [
        w
        for w in rest
        if w not in ("card", "played", "laid", "has", "been", "not", "any", "trick", "were", "was", "1", "been")
    ]
    for word in dict.fromkeys(rest):
        slot = next(
            (t for t in scene.v.all("kept", owner="table") if t.name == word or (word in _DONE and t.name in _DONE)),
            None,
        )
        kept = scene.v.field_of(here.place.of, slot.of) if slot is not None else None
        if slot is None or kept is None:
            raise Unread(" ".join(said))
        asked.append(f"{path}.{kept.name} = {slot.name}")
    return " and ".join(asked)


def trick_taken(scene: Scene, said: list[str]) -> list[str] | None:
    """`wins the trick`: the cards go to the pile of whoever wins them, and the trick is counted."""
    here = laid(scene)
    if here is None or [w for w in said if w not in FILLERS] not in (["trick"], ["trick", "cards"]):
        return None
    piles = [t for t in scene.v.all("pile", owner="player", of=here.place.of) if t.name in ("won", "tricks", "taken")]
    counts = [t for t in scene.v.all("number") if t.name in ("tricks", "tricks_won", "tricks_taken")]
    if not piles and not counts:
        return None
    lines = [f"each q in players: move q.{here.place.name} to {piles[0].at('me')}"] if piles else []
    if counts:
        lines.append(f"add 1 to {counts[0].at('me')}{'[me]' if counts[0].keys == ('Player',) else ''}")
    return lines
