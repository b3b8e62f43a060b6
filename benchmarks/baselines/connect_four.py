"""Connect four on 7 columns and 6 rows. A move is the number of a column."""

from typing import Self

COLUMNS, ROWS, GOAL = 7, 6, 4
EMPTY = -1
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


class ConnectFour:
    def __init__(self) -> None:
        self.grid = [[EMPTY] * ROWS for _ in range(COLUMNS)]
        self.height = [0] * COLUMNS
        self.player = 0
        self.winner: int | None = None
        self.discs = 0

    @property
    def over(self) -> bool:
        return self.winner is not None or self.discs == COLUMNS * ROWS

    def legal(self) -> list[int]:
        """List the columns that are not full."""
        return [column for column, height in enumerate(self.height) if height < ROWS]

    def play(self, column: int) -> None:
        """Drop a disc and pass the turn."""
        row = self.height[column]
        self.grid[column][row] = self.player
        self.height[column] += 1
        self.discs += 1
        if self._connects(column, row):
            self.winner = self.player
        self.player = 1 - self.player

    def _connects(self, column: int, row: int) -> bool:
        for dx, dy in DIRECTIONS:
            if 1 + self._run(column, row, dx, dy) + self._run(column, row, -dx, -dy) >= GOAL:
                return True
        return False

    def _run(self, column: int, row: int, dx: int, dy: int) -> int:
        """Count the discs of the same player next to a disc in one direction."""
        grid, player = self.grid, self.player
        length = 0
        x, y = column + dx, row + dy
        while 0 <= x < COLUMNS and 0 <= y < ROWS and grid[x][y] == player:
            length += 1
            x += dx
            y += dy
        return length

    def returns(self) -> list[int]:
        """Give 1 for a win, -1 for a loss, 0 for a draw."""
        if self.winner is None:
            return [0, 0]
        return [1, -1] if self.winner == 0 else [-1, 1]

    def clone(self) -> Self:
        twin = type(self)()
        twin.grid = [column.copy() for column in self.grid]
        twin.height = self.height.copy()
        twin.player, twin.winner, twin.discs = self.player, self.winner, self.discs
        return twin
