"""What players go by who do not think: weights of what an option is about, and of what to do as things stand.

Everything here is numbers; `bots.learning.features` knows their names. A feature map says where to look: what stands on
the table is turned into tokens, an option into features. The logit of an option is the sum of the weights of its
features, and of all tokens for the kind of option it is. 0 is no feature and no token. `wasm.policy` does the same in
WebAssembly, to the last bit: sums are taken in the same order.
"""

from __future__ import annotations

import math
from array import array
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from regelwerk.dsl import ir

from ..chance import MASK64
from ..context import State

MEMORY = 16  # answers a seat remembers having given
UNIT = 1000  # what makes an option about e times as likely
DOUBLINGS = 6  # a power is a product of 2 to this many equal factors
FAINT = 1e-3  # chances, and changes of them, that are too small to learn from

# What an aspect of an option goes by: nothing, an element of the option; what lies on a cell named in it, whether
# that lies under the seat, whether it is in a set of the seat; whether the seat has given this answer lately.
ALWAYS, ELEMENT, LYING, HERE, HELD, AGAIN = range(6)


class Rows(NamedTuple):
    """Numbers of features or tokens by row; an index beyond the last row means the last."""

    first: tuple[int, ...]  # by seat, in the numbers of the feature_map
    length: int
    width: int


class Look(NamedTuple):
    """A part of how things stand: one cell of each seat, or of the table."""

    cell: int
    stride: int  # from seat to seat
    bits: int  # of a set, whose elements are counted; 0: a number
    on: int  # where it is a cell of a board: first cell of what lies there; -1: it speaks for itself
    of: int  # not the thing itself, but something about it: first cell; -1: itself
    of_stride: int  # from thing to thing
    lowest: int
    rows: Rows


class Onwards(NamedTuple):
    """Not the cell itself is meant, but the one beyond it: on a side that another element of the option tells."""

    element: int
    sides: tuple[int, ...]  # by number of that element
    beyond: tuple[int, ...]  # cell * ways + side -> cell
    ways: int


class Aspect(NamedTuple):
    """A part of what an option is about."""

    form: int
    rows: Rows
    element: int = 0
    offset: int = 0
    onwards: Onwards | None = None
    on: int = 0  # first cell of what lies on the board
    cell: int = 0  # of the seat: where it is, or its set
    stride: int = 0
    bits: int = 0


class Kind(NamedTuple):
    """A kind of option: an entry of a decision."""

    radix: tuple[int, ...]
    aspects: tuple[Aspect, ...]
    fixed: int  # so many of the aspects do not depend on how things stand


@dataclass(frozen=True, slots=True, eq=False)
class FeatureMap:
    """What can be seen of decisions of one ruleset."""

    entries: tuple[int, ...]  # of each decision
    firsts: tuple[int, ...]  # the number of its first kind
    begins: tuple[bool, ...]  # may a turn begin with it?
    kinds: tuple[Kind, ...]
    looks: tuple[Look, ...]
    after: tuple[int, ...]  # token of having done this last, by kind
    numbers: tuple[int, ...]  # what rows are made of
    features: int
    tokens: int

    def kind(self, site: int, code: int) -> int:
        return self.firsts[site] + code % self.entries[site]

    def key(self, site: int, code: int) -> int:
        """Give one number for a decision and an option; never 0."""
        return code * len(self.entries) + site + 1 & MASK64


class Memory:
    """What a seat remembers of its own answers."""

    def __init__(self) -> None:
        self.keys: deque[int] = deque(maxlen=MEMORY)
        self.last = 0  # token of the last thing done in its turn

    def note(self, feature_map: FeatureMap, site: int, code: int) -> None:
        """Remember an answer that was given."""
        self.keys.append(feature_map.key(site, code))
        if feature_map.begins[site]:
            self.last = feature_map.after[feature_map.kind(site, code)]

    def copy(self) -> Memory:
        found = Memory()
        found.keys, found.last = self.keys.copy(), self.last
        return found


class Seen(NamedTuple):
    """A decision as somebody sees it: how things stand, and of every option its kind and features."""

    tokens: list[int]
    kinds: list[int]
    features: list[list[int]]
    fixed: list[int]  # how many of the features do not depend on how things stand


class Sampled(NamedTuple):
    """A decision somebody has made: whose, what was seen, how likely each option was, which one was taken."""

    seat: int
    seen: Seen
    chances: list[float]
    taken: int


class Done(NamedTuple):
    """A decision somebody has made, in short."""

    seat: int
    options: int
    news: tuple[int, ...]  # features of the option taken that do not depend on how things stand


def in_short(sample: Sampled) -> Done:
    """Tell in short what was decided."""
    seat, seen, chances, taken = sample
    return Done(seat, len(chances), tuple(seen.features[taken][: seen.fixed[taken]]))


def see(feature_map: FeatureMap, S: State, seat: int, site: int, codes: Sequence[int], memory: Memory) -> Seen:
    """Look at a decision."""
    kinds = [feature_map.kind(site, code) for code in codes]
    seen = Seen(_standing(feature_map, S, seat, memory), kinds, [], [])
    for kind, code in zip(kinds, codes, strict=True):
        about = feature_map.kinds[kind]
        payload, digits = code // feature_map.entries[site], list[int]()
        for radix in about.radix:
            digits.append(payload % radix)
            payload //= radix
        found: list[int] = []
        for number, aspect in enumerate(about.aspects):
            if number == about.fixed:
                seen.fixed.append(len(found))
            if aspect.form == AGAIN:
                index = int(feature_map.key(site, code) in memory.keys)
            else:
                index = _index(aspect, S, seat, digits)
            _put(found, feature_map, aspect.rows, seat, index)
        seen.features.append(found)
    return seen


def _standing(feature_map: FeatureMap, S: State, seat: int, memory: Memory) -> list[int]:
    found = [memory.last] if memory.last else []
    for look in feature_map.looks:
        value = S[look.cell + seat * look.stride]
        if look.bits:
            value = value.bit_count()
        elif look.on >= 0:
            value = S[look.on + value] if value >= 0 else ir.NONE
        if look.of >= 0:
            value = S[look.of + value * look.of_stride] if value >= 0 else ir.NONE
        _put(found, feature_map, look.rows, seat, max(0, value - look.lowest))
    return found


def _put(found: list[int], feature_map: FeatureMap, rows: Rows, seat: int, index: int) -> None:
    first = rows.first[seat] + min(index, rows.length - 1) * rows.width
    found += [x for x in feature_map.numbers[first : first + rows.width] if x]


def _index(aspect: Aspect, S: State, seat: int, digits: list[int]) -> int:
    if aspect.form == ALWAYS:
        return 0
    if aspect.form == ELEMENT:
        return digits[aspect.element]
    cell = digits[aspect.element] + aspect.offset
    if aspect.onwards is not None:
        side = aspect.onwards.sides[digits[aspect.onwards.element]]
        cell = aspect.onwards.beyond[cell * aspect.onwards.ways + side] if min(cell, side) >= 0 else ir.NONE
    if cell < 0:
        return aspect.rows.length - 1 if aspect.form == LYING else 0
    thing = S[aspect.on + cell]
    if aspect.form == LYING:
        return thing + 1
    own = S[aspect.cell + seat * aspect.stride]
    if thing < 0 or own < 0:
        return 0
    return own >> thing & 1 if aspect.form == HELD else int(S[aspect.on + own] == thing)


class Policy:
    """Weights of features, and of tokens for every kind of option."""

    def __init__(self, feature_map: FeatureMap) -> None:
        self.feature_map = feature_map
        self.own = array("d", bytes(8 * feature_map.features))
        self.standing = array("d", bytes(8 * feature_map.tokens * len(feature_map.kinds)))
        self.worth = array("d", bytes(8 * feature_map.tokens))  # what usually comes to a seat, as things stand

    def copy(self) -> Policy:
        found = Policy(self.feature_map)
        found.own, found.standing, found.worth = self.own[:], self.standing[:], self.worth[:]
        return found

    def usual(self, tokens: Sequence[int]) -> float:
        """Tell what usually comes to a seat from here on."""
        return _sum(0.0, self.worth, tokens)

    def logits(self, seen: Seen) -> list[float]:
        """Tell how much each option is liked, in units that make it about e times as likely."""
        own, things = self.own, dict[int, float]()
        for kind in seen.kinds:
            if kind not in things:
                row = kind * self.feature_map.tokens
                things[kind] = _sum(0.0, self.standing, [row + token for token in seen.tokens])
        return [
            _sum(things[kind], own, features) / UNIT for kind, features in zip(seen.kinds, seen.features, strict=True)
        ]


def _sum(start: float, weights: Sequence[float], numbers: Sequence[int]) -> float:
    for x in numbers:  # one by one: `sum` of newer Pythons makes up for what rounding loses
        start += weights[x]
    return start


def powers(liked: Sequence[float], calm: float = 1.0) -> list[float]:
    """Turn logits into weights of options, the best liked one about 1; the same on every machine."""
    found = []
    most = max(liked)
    for x in liked:
        y = 1 + max(-60.0, calm * (x - most)) / 2**DOUBLINGS
        for _ in range(DOUBLINGS):
            y *= y
        found.append(y)
    return found


def drawn(weights: Sequence[float], luck: float) -> int:
    """Give the number of an option by its weight; luck lies between 0 and 1."""
    chance, below = luck * _sum(0.0, weights, range(len(weights))), 0.0
    for number, weight in enumerate(weights):
        below += weight
        if chance < below:
            return number
    return len(weights) - 1


def chances(weights: Sequence[float]) -> list[float]:
    """Turn weights of options into chances."""
    total = _sum(0.0, weights, range(len(weights)))
    return [weight / total for weight in weights]


def blended(policies: Sequence[Policy]) -> Policy:
    """Give the mean of policies."""
    found = policies[0].copy()
    for row, rows in (
        (found.own, [policy.own for policy in policies]),
        (found.standing, [policy.standing for policy in policies]),
        (found.worth, [policy.worth for policy in policies]),
    ):
        for x, weights in enumerate(zip(*rows, strict=True)):
            row[x] = sum(weights) / len(policies)
    return found


class PolicyGradient:
    """Learns a policy from games: what turned out better than usual is done more often (a policy gradient)."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self._pull = array("d", bytes(8 * len(policy.own))), array("d", bytes(8 * len(policy.standing)))
        self._pulled = array("d", bytes(8 * len(policy.own))), array("d", bytes(8 * len(policy.standing)))

    def learn(self, sampled: Sequence[Sampled], better: Sequence[float], more: Sequence[float]) -> None:
        """Note decisions: how much better each went, and how much more is to be thought usual there from now on."""
        own, standing = self._pull
        width, worth = self.policy.feature_map.tokens, self.policy.worth
        for (_, seen, chances, taken), much, unusual in zip(sampled, better, more, strict=True):
            for x in seen.tokens:
                worth[x] += unusual / len(seen.tokens)
            if len(chances) == 1:
                continue
            parts: dict[int, float] = {}
            for number, chance in enumerate(chances):
                part = (1.0 if number == taken else 0.0) - chance
                kind = seen.kinds[number]
                parts[kind] = parts.get(kind, 0.0) + part
                if abs(part) > FAINT:
                    for x in seen.features[number]:
                        own[x] += much * part
            for kind, part in parts.items():
                if abs(part) > FAINT:
                    for x in seen.tokens:
                        standing[kind * width + x] += much * part

    def follow(self, paces: tuple[float, float], fading: float, settled: float = 1.0) -> None:
        """Change weights as the decisions noted since then suggest; what was changed a lot before moves less.

        All weights fade a little: what is not confirmed again and again is forgotten, so nothing is ruled out for good.
        """
        weights = self.policy.own, self.policy.standing
        for pull, pulled, changed, pace in zip(self._pull, self._pulled, weights, paces, strict=True):
            for x, much in enumerate(pull):
                changed[x] *= 1 - fading
                if much:
                    pulled[x] += much * much * (1.0 if pulled[x] else settled)
                    changed[x] += pace * UNIT * much / math.sqrt(pulled[x] + FAINT)
                    pull[x] = 0.0
