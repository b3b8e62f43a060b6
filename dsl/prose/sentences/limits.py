"""`A player may hold at most 5 cards`: what an action has to leave as it is, as a requirement."""

from __future__ import annotations

from ..lexicon.words import split_at, starts
from ..parts.actors import worth
from ..parts.nouns import Scene, Unread

_MARKS = ("at most", "no more than", "more than", "a maximum of", "up to", "fewer than", "less than", "at least")
_HAVE = frozenset(["have", "hold", "own", "keep", "possess", "has", "holds", "owns", "exceed"])
_DENIED = frozenset(["never", "not", "cannot", "no", "nobody"])
_WHERE = "below what changes it"


def limited(scene: Scene, said: list[str], subject: list[str] | None) -> list[str] | None:
    """Read how much of something somebody may have, whatever happens."""
    if (
        starts(said, "if", "when", "whenever", "once", "while")
        or "," in said
        or not {"may", "can", "cannot"} & set(said)
    ):
        return None
    verb = next((i for i, w in enumerate(said) if w in _HAVE), 0)
    cut = split_at(said[verb + 1 :], *_MARKS)
    if not verb or cut is None or cut[0] or not cut[1][:1] or not cut[1][0].isdigit():
        return None
    before = set(said[:verb])
    if not before <= {"a", "any", "each", "every", "the", "player", "players", "you", "may", "can", *_DENIED}:
        return None
    mark = " ".join(said[verb + 1 : len(said) - len(cut[1])])
    denied, n = bool(before & _DENIED), cut[1][0]
    sign = {"at most": "<=", "no more than": "<=", "a maximum of": "<=", "up to": "<="}.get(mark, "")
    if denied:
        sign = {"more than": "<=", "fewer than": ">=", "less than": ">="}.get(mark, "")
    value = worth(scene, [w for w in cut[1][1:] if w not in ("at", "any", "time", "once")], "me")
    if not sign or value is None:
        raise Unread(" ".join(said))
    scene.when = _WHERE
    least = "at least" if sign == ">=" else "at most"
    return [f'needs {value} {sign} {n} else "It may be {least} {n}."']
