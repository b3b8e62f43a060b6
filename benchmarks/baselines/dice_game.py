"""House Number, the dice game of the inns in "Auf der Walz", several games in a row.

The starter chooses high or low and a stake; everybody puts the stake into the pot, or what is there. In three
rounds each player rolls a die and lays it on a free digit of a three-digit number; the last digit is
forced. The highest or lowest number takes the pot. Those tied roll three dice at once and arrange them best,
until one is left. The starter rotates.

A move is an integer: HIGH or LOW, then the stake, then the place of a die (0, 1, 2).
"""

from typing import Protocol, Self

from benchmarks.baselines.pcg32 import PCG32

HIGH, LOW = 0, 1
MOST_STAKE = 5
PLACES = 3
FREE = 0


class Dice(Protocol):
    def below(self, bound: int) -> int: ...
    def clone(self) -> Self: ...


class HouseNumber:
    def __init__(self, players: int = 3, games: int = 20, pouch: int = 10, dice: Dice | None = None) -> None:
        self.players = players
        self.dice: Dice = dice or PCG32(seed=1)
        self.start = pouch
        self.pouches = [pouch] * players
        self.games_left = games
        self.starter = 0
        self.player = 0  # whose decision it is
        self.house: int | None = None
        self.stake = 0
        self.pot = 0
        self.digits = [[FREE] * PLACES for _ in range(players)]
        self.round = 0
        self.turn = 0  # turns taken in this round
        self.die = 0  # rolled and not yet laid

    @property
    def over(self) -> bool:
        return self.games_left == 0

    def legal(self) -> list[int]:
        """List the games, the stakes or the free places."""
        if self.house is None:
            return [HIGH, LOW]
        if self.stake == 0:
            most = min(MOST_STAKE, self.pouches[self.player])
            return list(range(1, max(1, most) + 1))
        return [place for place, digit in enumerate(self.digits[self.player]) if digit == FREE]

    def play(self, move: int) -> None:
        """Make the decision that is due and go on to the next one."""
        if self.house is None:
            self.house = move
        elif self.stake == 0:
            self._bet(move)
            self._roll()
        else:
            self._lay(move)
            self._next_turn()

    def _bet(self, stake: int) -> None:
        self.stake = stake
        for player, pouch in enumerate(self.pouches):
            paid = min(stake, pouch)
            self.pouches[player] -= paid
            self.pot += paid

    def _roll(self) -> None:
        self.die = 1 + self.dice.below(6)

    def _lay(self, place: int) -> None:
        self.digits[self.player][place] = self.die

    def _next_turn(self) -> None:
        self.turn += 1
        if self.turn == self.players:
            self.turn = 0
            self.round += 1
        self.player = (self.starter + self.turn) % self.players
        if self.round < PLACES - 1:
            self._roll()
        else:
            self._last_round()

    def _last_round(self) -> None:
        for turn in range(self.players):
            self.player = (self.starter + turn) % self.players
            self._roll()
            self._lay(self.digits[self.player].index(FREE))
        self._pay_out()

    def _pay_out(self) -> None:
        best = self._best(list(range(self.players)))
        while len(best) > 1:
            for player in best:
                rolled = [1 + self.dice.below(6) for _ in range(PLACES)]
                self.digits[player] = sorted(rolled, reverse=self.house == HIGH)
            best = self._best(best)
        self.pouches[best[0]] += self.pot
        self._next_game()

    def _best(self, players: list[int]) -> list[int]:
        """Keep those with the best number; lists of digits compare like the numbers they spell."""
        numbers = [self.digits[player] for player in players]
        goal = max(numbers) if self.house == HIGH else min(numbers)
        return [player for player, number in zip(players, numbers, strict=True) if number == goal]

    def _next_game(self) -> None:
        self.games_left -= 1
        self.starter = (self.starter + 1) % self.players
        self.player = self.starter
        self.house, self.stake, self.pot, self.round, self.turn = None, 0, 0, 0, 0
        self.digits = [[FREE] * PLACES for _ in range(self.players)]

    def returns(self) -> list[int]:
        """Give what each player won or lost."""
        return [pouch - self.start for pouch in self.pouches]

    def clone(self) -> Self:
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.dice = self.dice.clone()
        twin.pouches = self.pouches.copy()
        twin.digits = [digits.copy() for digits in self.digits]
        return twin
