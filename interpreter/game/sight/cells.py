"""Which cells of a slot there are, and who sees them: all that visibility says."""

from __future__ import annotations

from collections.abc import Iterator

from regelwerk.dsl import ir

from ...engine.context import State


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
    if slot.visibility == "public":
        return True
    if slot.revealed >= 0 and S[compiled.slots[slot.revealed].addr + index]:
        return True
    owned = slot.visibility == "private" and bool(slot.keys) and slot.keys[0] == "Player"
    return owned and keys[0] == seat
