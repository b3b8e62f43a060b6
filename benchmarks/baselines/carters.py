"""Carters (`benchmarks/games/carters.regel`) written by hand in plain Python; somebody outside chooses."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.baselines import streams
from benchmarks.baselines.pcg32 import PCG32

GAME = Path(__file__).resolve().parent.parent / "games" / "carters.regel"
GOODS = ("salt", "cloth", "iron", "wine")
PLAYERS, TURNS, CHESTS, FULL, ROOM, DEAREST = 3, 60, 5, 3, 9, 9

Choose = Callable[[Sequence[Any]], Any]


class Place(NamedTuple):
    roads: tuple[int, ...]
    good: int
    toll: int


def _read(text: str) -> tuple[list[int], list[Place]]:
    """Read the cards and the map: data, not rules."""
    cards = [int(steps) for steps in re.findall(r"^  c\d+: +(\d+)$", text, re.M)]
    places = [
        Place(tuple(int(n) for n in re.findall(r"n(\d+)", roads)), GOODS.index(good), int(toll))
        for roads, good, toll in re.findall(r"^  n\d+: +\{(.*?)\}, +(\w+), +(\d)$", text, re.M)
    ]
    return cards, places


STEPS, MAP = _read(GAME.read_text(encoding="utf-8"))


@dataclass(slots=True)
class Carter:
    at: int
    hand: list[int] = field(default_factory=lambda: list(range(len(STEPS))))
    coins: int = 10
    points: int = 0
    stock: list[int] = field(default_factory=lambda: [0] * len(GOODS))
    chest: list[int | None] = field(default_factory=lambda: [None] * CHESTS)
    loads: list[int] = field(default_factory=lambda: [0] * CHESTS)

    def takes(self, chest: int, good: int) -> bool:
        """May this good be loaded into this chest?"""
        return self.stock[good] > 0 and self.loads[chest] < FULL and self.chest[chest] in (None, good)

    def is_open(self, chest: int) -> bool:
        return any(self.takes(chest, good) for good in range(len(GOODS)))


class Carters:
    def __init__(self, start: PCG32, die: PCG32, choose: Choose) -> None:
        self.die = die
        self.choose = choose
        self.owner: list[Carter | None] = [None] * len(MAP)
        self.price = [4] * len(GOODS)
        self.steps = 0
        self.carters = [Carter(start.below(len(MAP))) for _ in range(PLAYERS)]

    def play(self) -> None:
        """Play to the end and reckon the points."""
        for number in range(TURNS):
            self._turn(self.carters[number % PLAYERS])
        for me in self.carters:
            me.points += self._final(me)

    def _one_of(self, options: Sequence[Any]) -> Any:
        return options[0] if len(options) == 1 else self.choose(options)

    def _turn(self, me: Carter) -> None:
        if not me.hand:
            me.hand = list(range(len(STEPS)))
        card = self._one_of(me.hand)
        me.hand.remove(card)
        self.steps = STEPS[card]
        while self.steps:
            self.choose(self._actions(me))(me)

    def _actions(self, me: Carter) -> list[Callable[[Carter], None]]:
        """List what can be done now, in the order of the rules."""
        stock, coins, place = me.stock, me.coins, MAP[me.at]
        found: list[Callable[[Carter], None]] = [self.walk, self.work]
        if stock[place.good] < ROOM:
            found.append(self.gather)
        if any(price <= coins and held < ROOM for price, held in zip(self.price, stock, strict=True)):
            found.append(self.buy)
        if any(stock):
            found.append(self.sell)
            if any(me.is_open(chest) for chest in range(CHESTS)):
                found.append(self.load)
        if self.owner[me.at] is None and coins >= 3:
            found.append(self.claim)
        if all(stock):
            found.append(self.feast)
        if coins >= 2:
            found.append(self.undercut)
        found.append(self.rest)
        return found

    def walk(self, me: Carter) -> None:
        self.steps -= 1
        me.at = self._one_of(MAP[me.at].roads)
        host, toll = self.owner[me.at], MAP[me.at].toll
        if host is not None and host is not me and me.coins >= toll:
            me.coins -= toll
            host.coins += toll

    def work(self, me: Carter) -> None:
        self.steps -= 1
        me.coins += 1 + self.die.below(6)

    def gather(self, me: Carter) -> None:
        self.steps -= 1
        me.stock[MAP[me.at].good] += 1

    def buy(self, me: Carter) -> None:
        self.steps -= 1
        good = self._one_of([g for g, price in enumerate(self.price) if price <= me.coins and me.stock[g] < ROOM])
        me.coins -= self.price[good]
        me.stock[good] += 1
        self.price[good] = min(self.price[good] + 1, DEAREST)

    def sell(self, me: Carter) -> None:
        self.steps -= 1
        good = self._one_of([g for g, held in enumerate(me.stock) if held])
        me.coins += self.price[good]
        me.stock[good] -= 1
        self.price[good] = max(self.price[good] - 1, 1)

    def load(self, me: Carter) -> None:
        self.steps -= 1
        chest = self._one_of([chest for chest in range(CHESTS) if me.is_open(chest)])
        good = self._one_of([good for good in range(len(GOODS)) if me.takes(chest, good)])
        me.stock[good] -= 1
        me.chest[chest] = good
        me.loads[chest] += 1
        if me.loads[chest] == FULL:
            me.points += 5

    def claim(self, me: Carter) -> None:
        self.steps -= 1
        me.coins -= 3
        self.owner[me.at] = me

    def feast(self, me: Carter) -> None:
        self.steps -= 1
        me.stock = [held - 1 for held in me.stock]
        me.points += 6

    def undercut(self, me: Carter) -> None:
        self.steps -= 1
        me.coins -= 2
        self.price = [max(price - 1, 1) for price in self.price]

    def rest(self, me: Carter) -> None:
        self.steps = 0

    def _final(self, me: Carter) -> int:
        own = {place for place, host in enumerate(self.owner) if host is me}
        roads = sum(road in own for place in own for road in MAP[place].roads)
        return len(own) + roads // 2 + me.coins // 10 + sum(me.loads)

    def numbers(self) -> list[int]:
        """Give everything on the table as numbers, to be compared; -1 is none."""
        found = [-1 if host is None else self.carters.index(host) for host in self.owner]
        found += [*self.price, self.steps]
        for me in self.carters:
            found += [me.at, sum(1 << card for card in me.hand), me.coins, me.points, *me.stock]
            found += [*(-1 if good is None else good for good in me.chest), *me.loads]
        return found


def new_game(seed: int, choose: Choose) -> Carters:
    """Begin a game with the chance that the engine would have."""
    return Carters(streams.site(seed, "effect.setup/draw p"), streams.site(seed, "action.work/draw d"), choose)
