"""Breakthrough on 8 × 8. A move is (from, to); squares count row by row from the first player's home row.

A piece steps one row ahead: straight or diagonally to an empty square, diagonally also to capture. Reaching
the far row or capturing the last piece wins.
"""

from typing import Self

SIZE = 8
EMPTY = -1
Move = tuple[int, int]


def _steps(player: int) -> list[tuple[int, list[int]]]:
    """For each square, give the square straight ahead and those diagonally ahead.

    On the far row they lie off the board, but the game ends when a piece arrives there.
    """
    ahead = SIZE if player == 0 else -SIZE
    steps = []
    for square in range(SIZE * SIZE):
        column = square % SIZE
        straight = square + ahead
        steps.append((straight, [straight + side for side in (-1, 1) if 0 <= column + side < SIZE]))
    return steps


STEPS = (_steps(0), _steps(1))
FAR_ROW = (SIZE - 1, 0)


class Breakthrough:
    def __init__(self) -> None:
        self.pieces = [list(range(2 * SIZE)), list(range((SIZE - 2) * SIZE, SIZE * SIZE))]
        self.board = [EMPTY] * (SIZE * SIZE)
        for player, squares in enumerate(self.pieces):
            for square in squares:
                self.board[square] = player
        self.player = 0
        self.winner: int | None = None

    @property
    def over(self) -> bool:
        return self.winner is not None

    def legal(self) -> list[Move]:
        """List the steps of the player to move."""
        board, player = self.board, self.player
        steps = STEPS[player]
        moves = []
        for square in self.pieces[player]:
            straight, diagonal = steps[square]
            if board[straight] == EMPTY:
                moves.append((square, straight))
            for target in diagonal:
                if board[target] != player:
                    moves.append((square, target))
        return moves

    def play(self, move: Move) -> None:
        """Move a piece, capture what stands there, pass the turn."""
        source, target = move
        player, other = self.player, 1 - self.player
        mine, theirs = self.pieces[player], self.pieces[other]
        if self.board[target] == other:
            theirs.remove(target)
        mine[mine.index(source)] = target
        self.board[source] = EMPTY
        self.board[target] = player
        if target // SIZE == FAR_ROW[player] or not theirs:
            self.winner = player
        self.player = other

    def returns(self) -> list[int]:
        """Give 1 for a win, -1 for a loss."""
        if self.winner is None:
            return [0, 0]
        return [1, -1] if self.winner == 0 else [-1, 1]

    def clone(self) -> Self:
        twin = type(self)()
        twin.pieces = [squares.copy() for squares in self.pieces]
        twin.board = self.board.copy()
        twin.player, twin.winner = self.player, self.winner
        return twin
