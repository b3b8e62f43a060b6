"""Sushi Go! in a few dozen lines of plain Python, for comparison: cards are their names, hands are lists."""

from __future__ import annotations

from collections.abc import Sequence

NIGIRI = {"egg": 1, "salmon": 2, "squid": 3}
ROLLS = {"one_maki": 1, "two_maki": 2, "three_maki": 3}


class SushiGo:
    def __init__(self, players: int) -> None:
        self.players = players
        self.points = [0] * players
        self.desserts = [0] * players
        self.hands: list[list[str]] = []
        self.plates: list[list[str]] = []
        self.nigiri: list[int] = []
        self.wasabi: list[int] = []

    def deal(self, hands: Sequence[Sequence[str]]) -> None:
        self.hands = [list(hand) for hand in hands]
        self.plates = [[] for _ in hands]
        self.nigiri = [0] * self.players
        self.wasabi = [0] * self.players

    def may_take_two(self, seat: int) -> bool:
        return "sticks_card" in self.plates[seat] and len(self.hands[seat]) > 1

    def turn(self, taken: Sequence[Sequence[str]]) -> bool:
        """Everybody shows what was taken (one card or two) and hands the rest on; True: the round is over."""
        for seat, cards in enumerate(taken):
            if len(cards) == 2:
                self.plates[seat].remove("sticks_card")
                self.hands[seat].append("sticks_card")
            for card in cards:
                self.hands[seat].remove(card)
                self._serve(seat, card)
        self.hands = [self.hands[seat - 1] for seat in range(self.players)]
        if any(self.hands):
            return False
        self._score()
        return True

    def _serve(self, seat: int, card: str) -> None:
        if card == "pudding_card":
            self.desserts[seat] += 1
            return
        self.plates[seat].append(card)
        if card == "wasabi_card":
            self.wasabi[seat] += 1
        elif card in NIGIRI:
            factor = 3 if self.wasabi[seat] else 1
            self.wasabi[seat] -= factor == 3
            self.nigiri[seat] += factor * NIGIRI[card]

    def _score(self) -> None:
        rolls = [sum(ROLLS.get(card, 0) for card in plate) for plate in self.plates]
        ranks = sorted({n for n in rolls if n}, reverse=True)
        for seat, plate in enumerate(self.plates):
            points = (
                self.nigiri[seat] + 5 * (plate.count("tempura_card") // 2) + 10 * (plate.count("sashimi_card") // 3)
            )
            points += (0, 1, 3, 6, 10, 15)[min(plate.count("dumpling_card"), 5)]
            if ranks and rolls[seat] == ranks[0]:
                points += 6 // rolls.count(ranks[0])
            elif len(ranks) > 1 and rolls[seat] == ranks[1] and rolls.count(ranks[0]) == 1:
                points += 3 // rolls.count(ranks[1])
            self.points[seat] += points

    def finish(self) -> None:
        most, fewest = max(self.desserts), min(self.desserts)
        if most == fewest:
            return
        for seat, count in enumerate(self.desserts):
            if count == most:
                self.points[seat] += 6 // self.desserts.count(most)
            elif count == fewest and self.players > 2:
                self.points[seat] -= 6 // self.desserts.count(fewest)
