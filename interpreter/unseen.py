"""Looking at a state with the eyes of one seat: whoever reads what it cannot see is stopped.

An answer worked out this way cannot depend on anything hidden, and neither can the refusal: which cell is read first
that must not be read follows from what the seat sees alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..dsl import ir
from .context import State
from .view import eyes, indices, sees

if TYPE_CHECKING:
    from .game import Game


class Unseen(Exception):
    """Something is asked that depends on what the seat cannot see."""


class Seen(State):
    """A state that can be read only where the seat sees it; copies of it too."""

    hidden: frozenset[int]

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            if not self.hidden.isdisjoint(range(*key.indices(len(self)))):
                raise Unseen
        elif key in self.hidden:
            raise Unseen
        return super().__getitem__(key)

    def copy(self) -> Seen:
        twin = Seen(self)
        twin.hidden = self.hidden
        return twin


def seen_by(game: Game, seat: int | None) -> Seen:
    """Copy the state of a game as a seat may read it: no hidden cells, no chance to come. Sizes of piles are public."""
    compiled, places, S = game.ruleset.compiled, game.machine.kit.places, game.seen_state(seat)
    hidden = {site.addr for site in compiled.chances}
    for slot in compiled.slots:
        if slot.kind == "cell" and slot.visibility != "public":
            for index, keys in indices(slot, S[ir.PLAYERS]):
                if not sees(compiled, S, seat, slot, index, keys):
                    hidden.add(slot.addr + index * slot.stride)
    for slot, place in eyes(game.ruleset, game.words.texts, S, seat).unseen_places():
        at = places.addr[place]
        hidden.update(range(at + 1, at + slot.stride) if places.pile[place] else (at,))
        hidden.update(places.loc[slot.movable] + thing for thing in places.contents(S, place))
    state = Seen(S)
    state.hidden = frozenset(hidden)
    return state
