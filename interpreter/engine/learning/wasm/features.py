"""A feature map and a policy as they lie in memory, and decisions that were written down there.

Everything is 32-bit words but weights and chances, which are 64-bit floats. The root is a row of addresses.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any

from regelwerk.interpreter.engine.wasm.codec import Plan

from ..policy import Aspect, Done, FeatureMap, Kind, Look, Policy, Rows, Sampled, Seen

LOOK = (
    "cell",
    "size",
    "stride",
    "words",
    "on",
    "on_size",
    "of",
    "of_size",
    "of_stride",
    "lowest",
    "count",
    "width",
)  # then the rows of each seat
KIND = ("radix", "radix_end", "aspects", "aspects_end", "fixed")
ASPECT = (
    "form", "element", "offset", "onwards", "sides", "beyond", "ways", "on", "on_size", "cell", "size", "stride",
    "count", "width",
)  # fmt: skip
SAMPLE = ("size", "seat", "count", "taken", "tokens", "taken_at")  # then chances, tokens, options
OPTION_HEAD = 12  # kind, number of features, how many of them are fixed
ROOT = (
    "looks", "looks_end", "kinds", "sites", "own", "standing", "tokens", "tokens_seen", "features_seen", "sums",
    "stamps", "parts", "pull_own", "pull_standing", "pulled_own", "pulled_standing", "own_size", "standing_size",
    "worth",
)  # fmt: skip
(
    LOOKS, LOOKS_END, KINDS, SITES, OWN, STANDING, TOKENS, TOKENS_SEEN, FEATURES_SEEN, SUMS,
    STAMPS, PARTS, PULL_OWN, PULL_STANDING, PULLED_OWN, PULLED_STANDING, OWN_SIZE, STANDING_SIZE,
    WORTH,
) = range(0, 4 * len(ROOT), 4)  # fmt: skip
AFTER = 4 * len(ROOT)  # behind the root: tokens of having done something last, by kind


def look_size(players: int) -> int:
    return 4 * (len(LOOK) + players)


def aspect_size(players: int) -> int:
    return 4 * (len(ASPECT) + players)


class Placed:
    """A feature map in memory from an address on."""

    def __init__(self, feature_map: FeatureMap, plan: Plan, base: int) -> None:
        self.feature_map, self._base = feature_map, base
        self._cells = _cells(plan)
        self._blob = bytearray(AFTER)
        self._blob += struct.pack(f"<{len(feature_map.after)}i", *feature_map.after)
        numbers = self._put(feature_map.numbers)
        rows = [self._look(look, numbers) for look in feature_map.looks]
        found = {"looks": self._put([x for row in rows for x in row])}
        found["looks_end"] = self._end
        kinds = [self._kind(kind, numbers) for kind in feature_map.kinds]
        found["kinds"] = self._put([x for kind in kinds for x in kind])
        found["sites"] = self._put(
            [x for pair in zip(feature_map.entries, feature_map.firsts, strict=True) for x in pair]
        )
        self.own, self.standing = 8 * feature_map.features, 8 * feature_map.tokens * len(feature_map.kinds)
        seen = 1 + sum(look.rows.width for look in feature_map.looks)
        about = max((sum(aspect.rows.width for aspect in kind.aspects) for kind in feature_map.kinds), default=0)
        many = len(feature_map.kinds)
        for name, size in (
            ("own", self.own), ("standing", self.standing), ("worth", 8 * feature_map.tokens),
            ("tokens_seen", 4 * seen + 4), ("features_seen", 4 * about + 4), ("sums", 8 * many), ("stamps", 4 * many),
            ("parts", 8 * many), ("pull_own", self.own), ("pull_standing", self.standing),
            ("pulled_own", self.own), ("pulled_standing", self.standing),
        ):  # fmt: skip
            found[name] = self._room(size)
        found |= {"root": base, "tokens": feature_map.tokens, "own_size": self.own, "standing_size": self.standing}
        self.at = found
        struct.pack_into(f"<{len(ROOT)}i", self._blob, 0, *(found[name] for name in ROOT))

    @property
    def content(self) -> bytes:
        return bytes(self._blob)

    @property
    def _end(self) -> int:
        return self._base + len(self._blob)

    def _room(self, size: int) -> int:
        self._blob += bytes(-len(self._blob) % 8)
        at = self._end
        self._blob += bytes(size)
        return at

    def _put(self, words: Sequence[int], letter: str = "i") -> int:
        at = self._room(0)
        self._blob += struct.pack(f"<{len(words)}{letter}", *words)
        return at

    def _look(self, look: Look, numbers: int) -> list[int]:
        cell, size, words = self._cells[look.cell]
        stride = self._cells[look.cell + look.stride][0] - cell if look.stride else 0
        on, on_size, _ = self._cells[look.on] if look.on >= 0 else (0, 0, 0)
        of, of_size, _ = self._cells[look.of] if look.of >= 0 else (0, 0, 0)
        of_stride = of_size * look.of_stride
        return [
            cell, size, stride, words if look.bits else 0, on, on_size, of, of_size, of_stride, look.lowest,
            *_rows(look.rows, numbers),
        ]  # fmt: skip

    def _kind(self, kind: Kind, numbers: int) -> list[int]:
        radix = self._put(kind.radix, "q")
        rows = [self._aspect(aspect, numbers) for aspect in kind.aspects]
        first = self._put([x for row in rows for x in row])
        fixed = first + 4 * sum(map(len, rows[: kind.fixed]))
        return [radix, radix + 8 * len(kind.radix), first, self._end, fixed]

    def _aspect(self, aspect: Aspect, numbers: int) -> list[int]:
        onwards = [-1, 0, 0, 0]
        if (far := aspect.onwards) is not None:
            onwards = [far.element, self._put(far.sides), self._put(far.beyond), far.ways]
        on, on_size, _ = self._cells[aspect.on]
        cell, size, _ = self._cells[aspect.cell]
        stride = self._cells[aspect.cell + aspect.stride][0] - cell if aspect.stride else 0
        return [
            aspect.form, aspect.element, aspect.offset, *onwards, on, on_size, cell, size, stride,
            *_rows(aspect.rows, numbers),
        ]  # fmt: skip


def _rows(rows: Rows, numbers: int) -> list[int]:
    return [rows.length, rows.width, *(numbers + 4 * first for first in rows.first)]


def _cells(plan: Plan) -> dict[int, tuple[int, int, int]]:
    """Tell of every cell before the frames where it lies, how large a word of it is, and how many there are."""
    sizes = [abs(size) for _, size in plan.plain]
    starts = accumulate(sizes, initial=plan.start)
    found = {cell: (at, size, 1) for (cell, _), size, at in zip(plan.plain, sizes, starts, strict=False)}
    return found | {cell: (at, 8, count) for cell, at, count in plan.wide}


# ---------------------------------------------------------------------- decisions that were written down


HEAD = struct.Struct("<iiiiii")
ABOUT = struct.Struct("<iii")


def samples(memory: Any, at: int, end: int) -> Iterator[Sampled]:
    """Read decisions."""
    while at < end:
        size, seat, count, taken, tokens, _ = HEAD.unpack_from(memory, at)
        chances = list(struct.unpack_from(f"<{count}d", memory, at + HEAD.size))
        first = at + HEAD.size + 8 * count
        seen = Seen(list(struct.unpack_from(f"<{tokens}i", memory, first)), [], [], [])
        first += 4 * tokens
        for _ in range(count):
            kind, features, fixed = ABOUT.unpack_from(memory, first)
            first += OPTION_HEAD
            seen.kinds.append(kind)
            seen.features.append(list(struct.unpack_from(f"<{features}i", memory, first)))
            seen.fixed.append(fixed)
            first += 4 * features
        yield Sampled(seat, seen, chances, taken)
        at += size


def in_short(memory: Any, at: int, end: int) -> Iterator[Done]:
    """Read decisions in short."""
    while at < end:
        size, seat, count, _, _, taken = HEAD.unpack_from(memory, at)
        _, _, fixed = ABOUT.unpack_from(memory, taken)
        yield Done(seat, count, struct.unpack_from(f"<{fixed}i", memory, taken + OPTION_HEAD))
        at += size


def written(sample: Sampled) -> bytes:
    """Write a decision down as it is done in memory, to be learnt from."""
    seat, seen, chances, taken = sample
    body = struct.pack(f"<{len(chances)}d{len(seen.tokens)}i", *chances, *seen.tokens)
    for kind, features, fixed in zip(seen.kinds, seen.features, seen.fixed, strict=True):
        body += struct.pack(f"<iii{len(features)}i", kind, len(features), fixed, *features)
    body += bytes(-len(body) % 8)
    return HEAD.pack(HEAD.size + len(body), seat, len(chances), taken, len(seen.tokens), 0) + body


def put_weights(memory: Any, placed: Placed, policy: Policy) -> None:
    """Put the weights of a policy in memory; what was learnt there before is forgotten."""
    for name in ("pull_own", "pull_standing", "pulled_own", "pulled_standing"):
        size = placed.own if name.endswith("own") else placed.standing
        memory[placed.at[name] : placed.at[name] + size] = bytes(size)
    for name, weights in (("own", policy.own), ("standing", policy.standing), ("worth", policy.worth)):
        at = placed.at[name]
        memory[at : at + 8 * len(weights)] = weights.tobytes()


def take_weights(memory: Any, placed: Placed, policy: Policy) -> None:
    """Read the weights of a policy from memory."""
    for name, weights in (("own", policy.own), ("standing", policy.standing), ("worth", policy.worth)):
        at = placed.at[name]
        size = 8 * len(weights)
        del weights[:]
        weights.frombytes(bytes(memory[at : at + size]))
