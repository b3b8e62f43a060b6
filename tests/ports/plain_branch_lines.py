"""Branch Lines in a few dozen lines of plain Python, for comparison: cards are their colours, hands are counters.

What chance deals (hands, open cards, tickets) is told from outside; everything else is reckoned here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

# the first letters of two towns, the length, and the colour
MAP = """ab3 red, bc2 blue, cd3 green, de4 yellow, fg2 white, gh2 black, hi3 red, ik2 blue, lm3 green, mn2 yellow,
no2 white, op3 black, qr3 yellow, rs2 red, st3 blue, tu2 green, af1 any, fl2 black, lq2 blue, bg2 yellow, gm1 any,
mr2 white, ch2 white, hn1 any, ns2 green, di2 black, io1 any, ot2 yellow, ek2 red, kp1 any, pu1 any, cg5 red,
dk4 white, lr4 black, ou5 blue, ho3 green"""
ROUTES = {entry[:2]: (int(entry[2]), entry[4:]) for entry in MAP.replace("\n", " ").split(", ")}
WORTH = (0, 1, 2, 4, 7, 10)
COLOURS = ("red", "blue", "green", "yellow", "white", "black")


class BranchLines:
    def __init__(self, hands: Iterable[Iterable[str]]) -> None:
        self.hands = [Counter(hand) for hand in hands]
        self.players = len(self.hands)
        self.owner: dict[str, int] = {}
        self.track = [20] * self.players
        self.points = [0] * self.players
        self.seat = 0
        self.last: int | None = None

    def builds(self) -> set[tuple[str, str, int]]:
        """All routes with the colours and the numbers of engines beside them that pay for them now."""
        hand, track = self.hands[self.seat], self.track[self.seat]
        free = {r: v for r, v in ROUTES.items() if r not in self.owner and v[0] <= track}
        alone = {(r, "engine", 0) for r, (length, _) in free.items() if hand["engine"] >= length}
        return alone | {
            (route, colour, engines)
            for route, (length, wanted) in free.items()
            for colour in COLOURS
            for engines in range(length)
            if wanted in ("any", colour) and engines <= hand["engine"] and length - engines <= hand[colour]
        }

    def build(self, route: str, colour: str, engines: int) -> None:
        length = ROUTES[route][0]
        self.hands[self.seat] -= Counter({colour: length - engines}) + Counter({"engine": engines})
        self.owner[route] = self.seat
        self.track[self.seat] -= length
        self.points[self.seat] += WORTH[length]

    def end_turn(self) -> bool:
        """Let the next one play; True: the game is over."""
        if self.last is not None:
            self.last -= 1
        elif self.track[self.seat] <= 2:
            self.last = self.players
        self.seat = (self.seat + 1) % self.players
        return self.last == 0

    def linked(self, seat: int, start: str, goal: str) -> bool:
        reached, size = {start}, 0
        while size != len(reached):
            size = len(reached)
            for route in (r for r, s in self.owner.items() if s == seat):
                if reached & {*route}:
                    reached |= {*route}
        return goal in reached

    def longest(self, seat: int) -> int:
        own = frozenset(r for r, s in self.owner.items() if s == seat)

        def onward(town: str, left: frozenset[str]) -> int:
            ways = (r for r in left if town in r)
            return max((ROUTES[r][0] + onward(r.replace(town, ""), left - {r}) for r in ways), default=0)

        return max((onward(town, own) for town in "abcdefghiklmnopqrstu"), default=0)

    def finish(self, tickets: Sequence[Sequence[tuple[str, str, int]]]) -> list[int]:
        """Count tickets and the longest line; give the winners."""
        done = [sum(self.linked(s, a, b) for a, b, _ in mine) for s, mine in enumerate(tickets)]
        lines = [self.longest(seat) for seat in range(self.players)]
        for seat, mine in enumerate(tickets):
            self.points[seat] += sum(worth if self.linked(seat, a, b) else -worth for a, b, worth in mine)
            self.points[seat] += 8 if lines[seat] == max(lines) > 0 else 0
        ranks = list(zip(self.points, done, lines, strict=True))
        return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
