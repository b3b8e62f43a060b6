"""Which cells of a slot there are, and who sees them: all that visibility says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from regelwerk.dsl import ir

from ...engine.context import State

EVERYBODY = (1 << 16) - 1  # more seats than any game has


def indices(slot: ir.Slot, players: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Give (index, keys) of every cell of a slot that exists with so many seats."""
    sizes = [min(size, players) if key == "Player" else size for key, size in zip(slot.keys, slot.sizes, strict=True)]
    keys = [0] * len(sizes)
    if 0 in sizes:
        return
    while True:
        index = 0
        for key, size in zip(keys, slot.sizes, strict=True):
            index = index * size + key
        yield index, tuple(keys)
        for i in reversed(range(len(keys))):
            keys[i] += 1
            if keys[i] < sizes[i]:
                break
            keys[i] = 0
        else:
            return


def sees(compiled: ir.Compiled, S: State, seat: int | None, slot: ir.Slot, index: int, keys: tuple[int, ...]) -> bool:
    """Tell whether a seat sees one cell or place of a slot."""
    if slot.revealed >= 0 and S[compiled.slots[slot.revealed].addr + index]:
        return True
    return slot.visibility == "public" or (seat is not None and bool(declared_for(slot, keys) >> seat & 1))


def declared_for(slot: ir.Slot, keys: Sequence[int]) -> int:
    """Give the seats that a cell or place is declared for, as a mask; what is revealed is seen by all beside them."""
    if slot.visibility == "public":
        return EVERYBODY
    seat = owner_of(slot, keys)
    owner = 1 << seat if seat >= 0 else 0
    if slot.visibility == "private":
        return owner
    return EVERYBODY & ~owner if slot.visibility == "hidden from owner" and owner else 0


def owner_of(slot: ir.Slot, keys: Sequence[int]) -> int:
    """Give the seat that a cell or place belongs to, also by way of a thing that every player has; -1: none."""
    if slot.each:
        return keys[0] // slot.each
    return keys[0] if slot.keys[:1] == ["Player"] else -1
