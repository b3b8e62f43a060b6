"""Values that are counted again and again, and which parts of the state they come from.

A value of few arguments that takes work (what an area holds, whether a tile fits somewhere) is remembered until
something it reads is written. What it may read has a stamp in the state: 0 once some of it was written, else a number
that no other content has. Stamps are put back with the state, so that after a trial all is known that was before."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from regelwerk.dsl import ir
from regelwerk.dsl.ir.operations import CHANGING, LOOPS, OUTSIDE, PLACES, Body, Node, Statement
from regelwerk.interpreter.analysis.code import bodies_of, called, everything, expressions_of, operations

from .bounds import Bounds
from .spans import Span, words
from .state_layout import Region

WORTH = 120  # nodes that are run; below, counting again is as fast
ROUNDS = 6  # guessed of a loop
SEARCH = 200  # nodes of a search, besides the functions it calls
MOST = 10**6
ROOM = 1 << 16  # bytes of what is remembered of one value
GROUPS = 12  # sets of regions that are watched


@dataclass(frozen=True, slots=True)
class Memo:
    """What is remembered of a function: which stamp tells whether it holds, and bounds of its parameters."""

    stamp: int
    params: tuple[Span, ...]

    @property
    def entries(self) -> int:
        return prod(hi - lo + 1 for lo, hi in self.params)


class Memos:
    """Chooses functions to be remembered; `written` tells the stamps that a write to a region takes away."""

    def __init__(self, compiled: ir.Compiled, bounds: Bounds, used: set[int], places: list[Region]) -> None:
        self._compiled, self._bounds, self._places = compiled, bounds, places
        self._work: dict[int, int] = {}
        self.of: dict[int, Memo] = {}
        self.groups: list[frozenset[int]] = []
        for number in sorted(used, key=lambda n: (-self._effort(n), n)):
            self._choose(number)

    def _choose(self, number: int) -> None:
        f = self._compiled.functions[number]
        spans = [self._bounds.registers["f", number].get(n) for n in range(f.params)]
        size = 16 + 8 * max(1, words(self._bounds.results[number] or (0, 0)))
        known = tuple(span for span in spans if span is not None and not words(span))
        if self._effort(number) < WORTH or len(known) < f.params:
            return
        read = self._reads(number)
        if not read or size * Memo(0, known).entries > ROOM:
            return
        if read not in self.groups:
            if len(self.groups) == GROUPS:
                return
            self.groups.append(read)
        self.of[number] = Memo(self.groups.index(read), known)

    def written(self, *regions: Region) -> list[int]:
        """List the stamps that a write to one of these regions takes away."""
        starts = {region.start for region in regions}
        return [n for n, group in enumerate(self.groups) if starts & group]

    def _effort(self, number: int) -> int:
        """Guess how many nodes are run; a function that calls itself counts once."""
        if number not in self._work:
            self._work[number] = SEARCH
            self._work[number] = min(MOST, self._of_body(self._compiled.functions[number].body))
        return self._work[number]

    def _of_body(self, body: Body) -> int:
        return sum(self._of_statement(s) for s in body)

    def _of_statement(self, s: Statement) -> int:
        own = 1 + sum(self._of_node(node) for e in expressions_of(s) for node in operations(e))
        own += sum(self._effort(n) for n in called(s))
        return own + (ROUNDS if s[0] in LOOPS else 1) * sum(self._of_body(b) for b in bodies_of(s))

    def _of_node(self, node: Node) -> int:
        calls = sum(self._effort(n) for n in called(node))
        return SEARCH + ROUNDS * calls if node[0] in ("dijkstra", "pairs") else 1 + calls

    def _reads(self, number: int) -> frozenset[int] | None:
        """List the regions that a function reads, by their first cells; None: not only regions, or it does more."""
        seen, todo, found = {number}, [number], set[int]()
        while todo:
            function = todo.pop()
            for node in everything(self._compiled.functions[function].body):
                if node[0] in OUTSIDE or node[0] in CHANGING:
                    return None
                if node[0] == "ld":
                    span = self._bounds.of(("f", function), node[2])
                    region = self._bounds.target(node[1], span) if span is not None else None
                    if region is None or not _of_the_table(region):
                        return None
                    found.add(region.start)
                if node[0] in PLACES:
                    found |= {region.start for region in self._places}
                todo += [other for other in called(node) if other not in seen]
                seen.update(called(node))
        return frozenset(found)


def _of_the_table(region: Region) -> bool:
    """Is it a slot, and not what the machine keeps for itself?"""
    return region.guard is not None or region.start == ir.PLAYERS
