"""What an action that is half-way has named, in a deal: the thing that lies now where the one lay that it named.

Who does not know which card an action has in hand may still know where it lies (the top of a deck), so the place stays
and the card is another. What a seat knows to be named stays named, wherever it is dealt.
"""

from __future__ import annotations

from ...engine.components import BOX
from ...engine.context import State
from ..playing import Inside
from ..sight.onlookers import Thing
from .pool import count


def name_anew(game: Inside, kept: State, S: State, unknown: set[int]) -> None:
    """Let the frames of a deal name what lies there now, wherever the seat does not know what they name."""
    onlookers, texts = game.ruleset.onlookers, game.words.texts
    named = [local for local in game.machine.runtime.locals(kept) if local[0] in unknown]
    exchanged = _exchanged(game, kept, S) if named else {}

    def now(written: str, value: int) -> int:
        kind = texts.type(written)
        found = texts.element(kind, value)
        thing = None if found is None else onlookers.lying(*found)
        if found is None or thing is None:
            return value
        domain, number = found
        return onlookers.instead(kind, value, domain, number, (thing[0], exchanged.get(thing, thing[1])))

    for cell, written, value in named:
        kind = texts.type(written)
        if kind.kind != "set":
            S[cell] = now(written, value)
        elif kind.domains:
            elements = texts.members(kind, value)
            S[cell] = sum(1 << now(written.removeprefix("set "), element) - kind.lo for element in elements)


def _exchanged(game: Inside, kept: State, S: State) -> dict[Thing, int]:
    """Tell which component lies now where each lay; those in the box change places in the order of their numbers."""
    compiled, places = game.ruleset.compiled, game.machine.runtime.places
    found: dict[Thing, int] = {}
    for run in compiled.places:
        movable = compiled.slots[run.slot].movable
        for place in range(run.first, run.first + run.count):
            first = places.addr[place] + (1 if places.pile[place] else 0)
            for cell in range(first, first + places.size(kept, place)):
                found[movable, kept[cell]] = S[cell]
    for movable, loc in enumerate(places.loc):
        before, after = ([c for c in range(count(compiled, movable)) if each[loc + c] == BOX] for each in (kept, S))
        found.update(((movable, c), d) for c, d in zip(before, after, strict=True))
    return found
