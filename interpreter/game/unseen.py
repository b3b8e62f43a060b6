"""Looking at a state with the eyes of one seat: whoever reads what it cannot see is stopped.

An answer worked out this way cannot depend on anything hidden, and neither can the refusal: which cell is read first
that must not be read follows from what the seat sees alone.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from regelwerk.dsl import ir

from ..engine.components import BOX
from ..engine.context import Context, State
from ..errors import RuleError
from .decisions import Decision, Option
from .knowledge.memory import unseen_cells
from .playing import Playing
from .sight.cells import indices, sees
from .view import eyes


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


def seen_by(game: Playing, seat: int | None) -> Seen:
    """Copy the state of a game as a seat may read it: no hidden cells, no chance to come. Sizes of piles are public."""
    compiled, places, S = game.ruleset.compiled, game.machine.runtime.places, game.seen_state(seat)
    onlookers = game.ruleset.onlookers
    hidden = {site.addr for site in compiled.chances}
    for slot in compiled.slots:
        if slot.kind == "cell" and slot.visibility != "public":
            for index, keys in indices(slot, S[ir.PLAYERS]):
                if not sees(compiled, S, seat, slot, index, keys):
                    hidden.add(slot.addr + index * slot.stride)
    unseen = set[int]()  # types of which something lies where the seat cannot look
    for slot, place in eyes(game.ruleset, game.words.texts, S, seat).unseen_places():
        at, contents = places.addr[place], places.contents(S, place)
        hidden.update(range(at + 1, at + slot.stride) if places.pile[place] else (at,))
        hidden.update(places.loc[slot.movable] + thing for thing in contents)
        unseen.update([slot.movable] if contents else [])
    for domain in compiled.domains:  # which of the others of its type lie there, and which in the box, it does not see
        movable = onlookers.movables.get(domain.name, -1)
        if movable in unseen:
            first = onlookers.before[domain.name]
            things = ((movable, thing) for thing in range(first, first + len(domain.ids)))
            boxed = (each for each in things if onlookers.place(S, each) == BOX)
            hidden.update(places.loc[movable] + thing for _, thing in boxed)
    state = Seen(S)
    state.hidden = frozenset(hidden)
    return state


class Wording(NamedTuple):
    """An option as it was worded when it was taken, and the seats that may read it so (a mask)."""

    text: str
    seats: int


def wording(game: Playing, decision: Decision, option: Option, text: str) -> Wording:
    """Tell who may read how an option, or its question, is worded: who sees everything that was read for it."""
    offers = game.words.offers
    number = game.machine.site(decision.site)
    entry, chosen = offers.split(number, option.code)
    said = [(arg, [decision.seat, *chosen, 0]) for arg in entry.args if _reads(arg)]
    said += [(arg, [decision.seat, 0]) for arg in game.ruleset.compiled.sites[number].args if _reads(arg)]
    seats = (1 << game.players) - 1
    named = _named(game) if said else {}
    for seat in range(game.players) if said else ():
        S = seen_by(game, seat)
        if seat != decision.seat:  # who decides reads it now
            S.hidden |= {cell for cell, off in named.items() if off >> seat & 1}
        try:
            for arg, registers in said:
                game.machine.reference.value(arg, S, registers, Context())
        except Unseen:
            seats &= ~(1 << seat)
        except (RuleError, IndexError, ValueError):
            pass  # the words could be made, whatever else is wrong with them
    return Wording(text, seats)


def _named(game: Playing) -> dict[int, int]:
    """Give the cells in which an action that is half-way keeps what came from where not everybody sees, and the seats
    that do not."""
    S = game.seen_state(None)
    kept = {cell for cell, _, _ in game.machine.runtime.locals(S)}
    return {cell: off for cell, off in unseen_cells(game.ruleset, S).items() if cell in kept} if kept else {}


def _reads(arg: Any) -> bool:
    return not isinstance(arg, int) and arg[0] != "v"
