"""The components a seat does not know the whereabouts of, and the places where they may lie."""

from __future__ import annotations

from collections.abc import Callable

from regelwerk.dsl import ir

from ...engine import chance
from ...engine.components import BOX
from ...engine.context import State
from ..rules import Rules

Draw = Callable[[int], int]


class Pool:
    """What may change places for one seat. How it lies in truth makes no difference to how it is dealt."""

    def __init__(self, ruleset: Rules, S: State, seat: int, unknown: set[int]) -> None:
        self.places = places = ruleset.machine.runtime.places
        self.free: dict[int, dict[int, list[int]]] = {}  # by type and place, the cells it does not know
        self.at_home: dict[
            int, dict[int, list[int]]
        ] = {}  # by type and place, what it knows to lie there, not in which
        self.roaming: dict[int, list[int]] = {}  # by type, what may lie anywhere
        self.boxed: dict[int, int] = {}  # by type, how many of these are out of the game
        onlookers = ruleset.onlookers
        for run in ruleset.compiled.places:
            movable = ruleset.compiled.slots[run.slot].movable
            for place in range(run.first, run.first + run.count):
                if onlookers.on(S, place) >> seat & 1:
                    continue
                at = places.addr[place]
                first = at + 1 if places.pile[place] else at
                for cell in range(first, first + places.size(S, place)):
                    if cell in unknown:
                        self._add(movable, place, cell, S[cell], places.loc[movable] + S[cell] in unknown)
        for movable, loc in enumerate(places.loc):
            out = [c for c in range(count(ruleset.compiled, movable)) if S[loc + c] == BOX and loc + c in unknown]
            self.roaming.setdefault(movable, []).extend(out)
            self.boxed[movable] = len(out)

    def _add(self, movable: int, place: int, cell: int, thing: int, roams: bool) -> None:
        self.free.setdefault(movable, {}).setdefault(place, []).append(cell)
        if roams:
            self.roaming.setdefault(movable, []).append(thing)
        else:
            self.at_home.setdefault(movable, {}).setdefault(place, []).append(thing)

    @property
    def loose(self) -> bool:
        """Is there anything that could lie otherwise?"""
        return any(len(cells) > 1 for where in self.free.values() for cells in where.values()) or any(
            len(things) > 1 for things in self.roaming.values()
        )

    def deal(self, S: State, draw: Draw) -> None:
        """Lay everything somewhere."""
        for movable, things in sorted(self.roaming.items()):
            loc, open_cells = self.places.loc[movable], []
            for place, cells in sorted(self.free.get(movable, {}).items()):
                home = sorted(self.at_home.get(movable, {}).get(place, []))
                order = chance.shuffled(list(cells), draw)
                for thing, cell in zip(home, order, strict=False):
                    S[cell] = thing
                open_cells += [(cell, place) for cell in sorted(order[len(home) :])]
            mixed = chance.shuffled(sorted(things), draw)
            for thing, (cell, place) in zip(mixed, open_cells, strict=False):
                S[cell] = thing
                S[loc + thing] = place
            for thing in mixed[len(open_cells) :]:
                S[loc + thing] = BOX


def count(compiled: ir.Compiled, movable: int) -> int:
    """Give how many components there are of a type."""
    names = compiled.movables[movable].domains
    return sum(len(domain.ids) for domain in compiled.domains if domain.name in names)
