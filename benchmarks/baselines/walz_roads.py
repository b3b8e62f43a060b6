"""The roads of Auf der Walz (`benchmarks/games/walz_roads.regel`) written by hand in plain Python."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.baselines import streams
from benchmarks.baselines.pcg32 import PCG32

GAME = Path(__file__).resolve().parent.parent / "games" / "walz_roads.regel"
COLOURS = ("orange", "black", "red", "blue", "green", "yellow", "white")
ORANGE, BLACK, RED, BLUE, GREEN, YELLOW, WHITE = range(7)
SUPPLY = (20, 20, 40, 30, 30, 30, 30)
ACCEPTS = ({ORANGE, BLACK}, {RED}, {BLUE}, {GREEN}, {YELLOW})  # segments of the tally stick, from bottom to top
WORTH = (2, 3, 4, 5, 6)
CARDS = (1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5)
PLAYERS, YEARS, HAND, BANK = 3, 3, 6, 400

Choose = Callable[[Sequence[Any]], Any]
Action = Callable[[], bool]  # does it end the turn?


class Space(NamedTuple):
    spot: str
    fee: int
    thalers: int
    scantling: int | None
    joins: tuple[int, ...]


def _read(text: str) -> list[Space]:
    """Read the map: data, not rules."""
    rows = re.findall(r"^  (\w+): +(\w+), +(\d), +(\d), +(\w+), +\{(.*)\}$", text, re.M)
    number = {row[0]: n for n, row in enumerate(rows)}
    return [
        Space(
            spot,
            int(fee),
            int(thalers),
            None if colour == "none" else COLOURS.index(colour),
            tuple(number[name] for name in joins.split(", ")),
        )
        for _, spot, fee, thalers, colour, joins in rows
    ]


MAP = _read(GAME.read_text(encoding="utf-8"))


@dataclass(slots=True)
class Journeyman:
    at: int = 0
    victory: int = 0
    points: int = 0
    cards: int = 0  # played in this turn
    pouch: int = 0
    honours: int = 0
    stack: list[int] = field(default_factory=list)
    hand: list[int] = field(default_factory=list)
    tally: list[list[int]] = field(default_factory=lambda: [[] for _ in ACCEPTS])
    surplus: list[int] = field(default_factory=list)
    locked: set[int] = field(default_factory=set)
    special: set[int] = field(default_factory=set)
    workplaces: set[int] = field(default_factory=set)
    seals: set[int] = field(default_factory=set)
    whites: set[int] = field(default_factory=set)


class Roads:
    def __init__(self, shuffling: PCG32, die: PCG32, choose: Choose) -> None:
        self.die = die
        self.choose = choose
        self.scantlings = list(SUPPLY)
        self.specials = set(range(len(ACCEPTS)))
        self.bank, self.hat = BANK, 0
        self.starter = 0
        self.journeymen = [Journeyman() for _ in range(PLAYERS)]
        for me in self.journeymen:
            me.stack = _shuffled(CARDS, shuffling)[::-1]
            self._earn_from_bank(me, 10)
            self._gain(me, ORANGE)
            self._gain(me, BLACK)

    def play(self) -> None:
        """Play to the end and reckon the points."""
        for _ in range(YEARS):
            self._year()
        for me in self.journeymen:
            me.victory += sum(WORTH[s] for s in me.locked) + len(me.surplus) // 4
            me.victory += len(me.seals) + me.honours + len(me.special) + me.pouch // 10

    def _one_of(self, options: Sequence[Any]) -> Any:
        return options[0] if len(options) == 1 else self.choose(options)

    # ------------------------------------------------------------------ the course of the game

    def _year(self) -> None:
        for me in self.journeymen:
            me.hand = me.stack[-HAND:]
            del me.stack[-HAND:]
        while any(me.hand for me in self.journeymen):
            starter = self.starter
            for me in self.journeymen[starter:] + self.journeymen[:starter]:
                if me.hand:
                    self._turn(me)
        self._year_end()

    def _turn(self, me: Journeyman) -> None:
        me.points = me.cards = 0
        while not self.choose(self._actions(me))():
            pass

    def _actions(self, me: Journeyman) -> list[Action]:
        """List what can be done now, in the order of the rules."""
        values = sorted(set(me.hand))
        if me.cards == 0:
            return [partial(self.play_card, me, n) for n in values]
        found: list[Action] = []
        if me.cards == 1 and me.pouch >= 2:
            found += [partial(self.second_card, me, n) for n in values]
        here = MAP[me.at]
        if me.points:
            found += [partial(self.foot_it, me, s) for s in here.joins if self._may_enter(me, s)]
            if here.spot == "outlook":
                found.append(partial(self.look_around, me))
        found.append(partial(self.rest, me))
        return found

    def _may_enter(self, me: Journeyman, there: int) -> bool:
        space = MAP[there]
        if space.spot == "work" and any(other.at == there for other in self.journeymen if other is not me):
            return False
        return not (space.spot == "hall" and there in me.seals) and space.fee <= me.pouch

    def play_card(self, me: Journeyman, points: int) -> bool:
        me.hand.remove(points)
        me.cards += 1
        me.points += points
        return False

    def second_card(self, me: Journeyman, points: int) -> bool:
        self._pay(me, 2)
        me.points = 0
        return self.play_card(me, points)

    def rest(self, me: Journeyman) -> bool:
        me.points = 0
        return True

    def foot_it(self, me: Journeyman, there: int) -> bool:
        space = MAP[there]
        me.points -= 1
        self._pay(me, space.fee)
        if MAP[me.at].spot == "gate" and space.fee == 0 and space.spot != "hall" and me.at not in me.whites:
            me.whites.add(me.at)
            self._gain(me, WHITE)
        me.at = there
        if space.spot == "hostel":
            self._gain(me, BLUE)
        elif space.spot == "hall":
            me.seals.add(there)
            self._earn_from_bank(me, self._roll())
        elif space.spot == "work":
            self._work(me, there)
            return self.rest(me)
        return False

    def look_around(self, me: Journeyman) -> bool:
        me.points -= 1
        self._gain(me, RED)
        return False

    # ------------------------------------------------------------------ money

    def _roll(self) -> int:
        return 1 + self.die.below(6)

    def _pay(self, me: Journeyman, thalers: int) -> None:
        me.pouch -= thalers
        self.bank += thalers

    def _earn_from_bank(self, me: Journeyman, thalers: int) -> None:
        paid = min(thalers, self.bank)
        self.bank -= paid
        me.pouch += paid

    def _work(self, me: Journeyman, there: int) -> None:
        space = MAP[there]
        me.workplaces.add(there)
        self._earn_from_bank(me, (space.thalers or self._roll()) - 1)
        if self.bank:
            self.bank -= 1
            self.hat += 1
        if space.scantling is not None:
            self._gain(me, space.scantling)

    # ------------------------------------------------------------------ the tally stick

    def _gain(self, me: Journeyman, colour: int) -> None:
        if not self.scantlings[colour]:
            return
        self.scantlings[colour] -= 1
        open_for = [
            s for s, accepts in enumerate(ACCEPTS) if s not in me.locked and (colour == WHITE or colour in accepts)
        ]
        if not open_for:
            me.surplus.append(colour)
            return
        segment = self._one_of(open_for)
        me.tally[segment].append(colour)
        if len(me.tally[segment]) == 5:
            me.locked.add(segment)
            if segment in self.specials:
                self.specials.remove(segment)
                me.special.add(segment)

    # ------------------------------------------------------------------ scoring

    def _year_end(self) -> None:
        for me in self.journeymen:
            me.victory += sum(WORTH[s] for s in me.locked)
            me.victory += sum(len(laid) for s, laid in enumerate(me.tally) if s not in me.locked) // 4
            me.victory += sum(2 if MAP[s].fee else 1 for s in me.workplaces)
        best = max(me.victory for me in self.journeymen)
        leaders = [me for me in self.journeymen if me.victory == best]
        most = max(me.pouch for me in leaders)
        richest = [me for me in leaders if me.pouch == most]
        if len(richest) == 1:
            richest[0].honours += 1
        least = min(me.victory for me in self.journeymen)
        last = [n for n, me in enumerate(self.journeymen) if me.victory == least]
        share = self.hat // len(last)
        for n in last:
            self.journeymen[n].pouch += share
        self.hat -= share * len(last)
        if len(last) == 1:
            self.starter = last[0]

    def numbers(self) -> list[int]:
        """Give everything that counts as numbers, to be compared; sets are bit masks, hands are sorted."""
        found = [*self.scantlings, _mask(self.specials), self.bank, self.hat, self.starter]
        for me in self.journeymen:
            found += [me.at, me.victory, me.points, me.cards, me.pouch, me.honours]
            found += [*sorted(me.stack), 0, *sorted(me.hand), 0]
            found += [laid.count(colour) for laid in me.tally for colour in range(len(COLOURS))]
            found += [me.surplus.count(colour) for colour in range(len(COLOURS))]
            found += map(_mask, (me.locked, me.special, me.workplaces, me.seals, me.whites))
        return found


def _mask(members: set[int]) -> int:
    return sum(1 << n for n in members)


def _shuffled(cards: Sequence[int], stream: PCG32) -> list[int]:
    """Shuffle by Fisher and Yates, from the last place down."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = stream.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def new_game(seed: int, choose: Choose) -> Roads:
    """Begin a game with the chance that the engine would have."""
    return Roads(streams.site(seed, "effect.setup/shuffle stack"), streams.site(seed, "effect.die/draw d"), choose)
