"""Codes of options: `entry + entries * payload`; the payload packs the elements that are chosen, first one lowest."""

from __future__ import annotations

from collections.abc import Sequence

from regelwerk.dsl import ir


def packed(entries: Sequence[ir.Entry], entry: ir.Entry, chosen: Sequence[int]) -> int:
    """Put an entry and the elements chosen into a code."""
    payload, weight = 0, 1
    for radix, offset, element in zip(entry.radix, _offsets(entry), chosen, strict=True):
        payload += weight * (element - offset)
        weight *= radix
    return entries.index(entry) + len(entries) * payload


def elements(entry: ir.Entry, payload: int) -> list[int]:
    """Unpack the chosen elements of an option."""
    found = []
    for radix, offset in zip(entry.radix, _offsets(entry), strict=True):
        found.append(payload % radix + offset)
        payload //= radix
    return found


def _offsets(entry: ir.Entry) -> list[int]:
    return entry.offsets or [0] * len(entry.radix)
