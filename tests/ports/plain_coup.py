"""Coup in a few dozen lines of plain Python, for comparison.

A generator asks (seat, options) where there are at least two of them, and is sent the answer. What chance deals is
asked of `drawn(seat, known)`: the cards a seat holds beyond those that are known.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable

Asking = Generator[tuple[int, list[str]], str, str]
Claim = Generator[tuple[int, list[str]], str, bool]
Drawn = Callable[[int, list[str]], list[str]]
SIMPLE = ["income", "foreign_aid", "tax", "exchange"]


class Coup:
    def __init__(self, hands: list[list[str]], drawn: Drawn) -> None:
        self.hands, self.drawn = hands, drawn
        self.lost: list[list[str]] = [[] for _ in hands]
        self.coins = [2] * len(hands)

    def standing(self) -> list[int]:
        return [seat for seat, hand in enumerate(self.hands) if hand]

    def after(self, seat: int) -> Iterable[int]:
        """The others, from the left, as long as they are in the game when their turn comes."""
        count = len(self.hands)
        return (s % count for s in range(seat + 1, seat + count) if self.hands[s % count])

    def play(self) -> Generator[tuple[int, list[str]], str, None]:
        while len(self.standing()) > 1:
            for seat in range(len(self.hands)):
                if self.hands[seat] and len(self.standing()) > 1:
                    yield from self.turn(seat)

    def turn(self, seat: int) -> Generator[tuple[int, list[str]], str, None]:
        rivals = [s for s in self.standing() if s != seat]
        options = [f"strike({s})" for s in rivals] if self.coins[seat] >= 7 else []
        if self.coins[seat] < 10:
            options += SIMPLE + [f"steal({s})" for s in rivals]
            options += [f"assassinate({s})" for s in rivals] if self.coins[seat] >= 3 else []
        answer = yield seat, options
        name, _, target = answer.rstrip(")").partition("(")
        whom = int(target or -1)
        if name == "income":
            self.coins[seat] += 1
        elif name == "strike":
            self.coins[seat] -= 7
            yield from self.lose(whom)
        elif name == "foreign_aid":
            for other in self.after(seat):
                if (yield from self.stopped(other, ["duke"])):
                    return
            self.coins[seat] += 2
        elif name == "tax":
            if (yield from self.claim(seat, "duke")):
                self.coins[seat] += 3
        elif name == "exchange":
            if (yield from self.claim(seat, "ambassador")):
                yield from self.exchange(seat)
        elif name == "steal":
            if not (yield from self.claim(seat, "captain")):
                return
            if not (yield from self.stopped(whom, ["captain", "ambassador"])):
                loot = min(2, self.coins[whom])
                self.coins[whom] -= loot
                self.coins[seat] += loot
        else:
            self.coins[seat] -= 3
            if not (yield from self.claim(seat, "assassin")):
                self.coins[seat] += 3
            elif not (yield from self.stopped(whom, ["contessa"])):
                yield from self.lose(whom)

    def exchange(self, seat: int) -> Generator[tuple[int, list[str]], str, None]:
        # the game has drawn by now, and nobody has put anything back: two more cards are seen
        hand = self.hands[seat]
        hand += self.drawn(seat, hand)
        left = hand.copy()
        for _ in range(2):
            options = sorted({*left})
            left.remove(options[0] if len(options) == 1 else (yield seat, options))
        self.hands[seat] = left

    def lose(self, seat: int) -> Generator[tuple[int, list[str]], str, None]:
        options = sorted({*self.hands[seat]})
        if options:
            card = options[0] if len(options) == 1 else (yield seat, options)
            self.hands[seat].remove(card)
            self.lost[seat].append(card)

    def claim(self, seat: int, role: str) -> Claim:
        for other in self.after(seat):
            if (yield other, ["believe", "challenge"]) == "challenge":
                break
        else:
            return True
        answer = "give_in"
        if role in self.hands[seat]:
            answer = yield seat, ["prove", "give_in"]
        if answer == "give_in":
            yield from self.lose(seat)
            return False
        self.hands[seat].remove(role)
        self.hands[seat] += self.drawn(seat, self.hands[seat])
        yield from self.lose(other)
        return True

    def stopped(self, seat: int, roles: list[str]) -> Claim:
        if not self.hands[seat]:
            return False
        role = yield seat, [*roles, "no"]
        return False if role == "no" else (yield from self.claim(seat, role))
