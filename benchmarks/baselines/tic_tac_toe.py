"""Tic-tac-toe. A move is the number of a cell, 0 to 8, row by row."""

from typing import Self

EMPTY = -1
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
LINES_THROUGH = [[line for line in LINES if cell in line] for cell in range(9)]


class TicTacToe:
    def __init__(self) -> None:
        self.board = [EMPTY] * 9
        self.player = 0
        self.winner: int | None = None
        self.free = 9

    @property
    def over(self) -> bool:
        return self.winner is not None or self.free == 0

    def legal(self) -> list[int]:
        """List the free cells."""
        return [cell for cell, mark in enumerate(self.board) if mark == EMPTY]

    def play(self, cell: int) -> None:
        """Mark a cell and pass the turn."""
        board, player = self.board, self.player
        board[cell] = player
        self.free -= 1
        for a, b, c in LINES_THROUGH[cell]:
            if board[a] == board[b] == board[c] == player:
                self.winner = player
                break
        self.player = 1 - player

    def returns(self) -> list[int]:
        """Give 1 for a win, -1 for a loss, 0 for a draw."""
        if self.winner is None:
            return [0, 0]
        return [1, -1] if self.winner == 0 else [-1, 1]

    def clone(self) -> Self:
        twin = type(self)()
        twin.board = self.board.copy()
        twin.player, twin.winner, twin.free = self.player, self.winner, self.free
        return twin
