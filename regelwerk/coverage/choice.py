"""Which changes are examined, and in which order: one of each entry, drawn by lot, then a second one of each.

Whoever stops early, or asks for a few only, so gets a fair sample: entries of the ledger drawn at random, each broken
once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random

from ..dsl.mutate import Mutant

KINDS = ("amount", "whether", "when", "who", "order", "times", "corner", "extra", "sight")

Wanted = Callable[[Mutant], bool]


def drawn(mutants: Sequence[Mutant], seed: int = 0, most: int | None = None) -> list[int]:
    """Draw the numbers of changes, at most so many."""
    by_entry: dict[str, list[int]] = {}
    for m in mutants:
        by_entry.setdefault(m.ids[0], []).append(m.number)
    random = Random(seed)
    groups = [by_entry[id] for id in sorted(by_entry)]
    random.shuffle(groups)
    for group in groups:
        random.shuffle(group)
    rounds = max((len(g) for g in groups), default=0)
    order = [group[i] for i in range(rounds) for group in groups if i < len(group)]
    return order if most is None else order[:most]


def of_kinds(kinds: Iterable[str]) -> Wanted:
    """Keep changes of some kinds only; of all, if none is named."""
    kept = frozenset(kinds)
    return lambda m: not kept or m.sort in kept
