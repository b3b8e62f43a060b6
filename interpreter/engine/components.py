"""Components in places: piles, holders and the box, and how things move between them."""

from __future__ import annotations

from regelwerk.dsl import ir

from ..errors import RuleError
from .context import State

BOX = 0


class Places:
    """The places of a ruleset by number."""

    def __init__(self, compiled: ir.Compiled) -> None:
        count = max((run.first + run.count for run in compiled.places), default=1)
        self.addr = [-1] * count
        self.pile = [False] * count
        self.slot = [-1] * count
        for run in compiled.places:
            for i in range(run.count):
                self.addr[run.first + i] = run.addr + i * run.stride
                self.pile[run.first + i] = run.kind == "pile"
                self.slot[run.first + i] = run.slot
        self.loc = [movable.loc for movable in compiled.movables]

    def size(self, S: State, place: int) -> int:
        """Count what lies in a place; the box and no place hold nothing that is counted."""
        if place <= BOX:
            return 0
        if self.pile[place]:
            return S[self.addr[place]]
        return 1 if S[self.addr[place]] >= 0 else 0

    def contents(self, S: State, place: int) -> list[int]:
        """List what lies in a place, top first."""
        if place <= BOX:
            return []
        at = self.addr[place]
        if self.pile[place]:
            return S[at + S[at] : at : -1]
        return [S[at]] if S[at] >= 0 else []

    def top(self, S: State, place: int, n: int) -> int:
        """Give the n-th component from the top, -1 if there is none."""
        if place <= BOX or n < 0:
            return -1
        at = self.addr[place]
        if self.pile[place]:
            return S[at + S[at] - n] if n < S[at] else -1
        return S[at] if n == 0 else -1

    def mask(self, S: State, place: int) -> int:
        """Give what lies in a place as a mask."""
        mask = 0
        for component in self.contents(S, place):
            mask |= 1 << component
        return mask

    def rewrite(self, S: State, place: int, order: list[int]) -> None:
        """Lay the same components into a pile in another order, top first."""
        at = self.addr[place]
        S[at + 1 : at + 1 + len(order)] = order[::-1]

    def move(self, S: State, kind: int, component: int, place: int, under: int, span: int = 0) -> None:
        """Move a component on top of a place, or under it."""
        if component < 0 or place < 0:
            raise RuleError("none", "nothing can be moved to or from nowhere", span)
        loc = self.loc[kind] + component
        old = S[loc]
        if old > BOX:
            self._take(S, component, old)
        if place > BOX:
            self._lay(S, component, place, under, span)
        S[loc] = place

    def _take(self, S: State, component: int, place: int) -> None:
        at = self.addr[place]
        if not self.pile[place]:
            S[at] = -1
            return
        size = S[at]
        last = at + size
        if S[last] != component:
            gap = S.index(component, at + 1, last)
            S[gap:last] = S[gap + 1 : last + 1]
        S[last] = 0
        S[at] = size - 1

    def _lay(self, S: State, component: int, place: int, under: int, span: int) -> None:
        at = self.addr[place]
        if not self.pile[place]:
            if S[at] >= 0:
                raise RuleError("place", "the place is taken", span)
            S[at] = component
            return
        size = S[at] + 1
        if under:
            S[at + 2 : at + 1 + size] = S[at + 1 : at + size]
            S[at + 1] = component
        else:
            S[at + size] = component
        S[at] = size
