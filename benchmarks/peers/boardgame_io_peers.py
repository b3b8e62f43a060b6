"""Random playouts in boardgame.io: a client without a screen, in Node, asked over a pipe so that it takes turns."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from benchmarks.timing import Rate

FOLDER = Path(__file__).resolve().parent / "boardgame_io"
GAMES = ("tic_tac_toe", "connect_four")
INSTALLING = 180  # seconds


class Missing(Exception):
    """boardgame.io is not there; the words say why."""


class BoardgameIo:
    """One game in the running Node."""

    name = "boardgame.io"

    def __init__(self, game: str, to: IO[str], back: IO[str]) -> None:
        self.game = game
        self._to, self._back = to, back

    def rate(self, seconds: float, first: int) -> Rate:
        """Play for some seconds of CPU time."""
        self._to.write(json.dumps({"game": self.game, "seconds": seconds}) + "\n")
        self._to.flush()
        answer = self._back.readline()
        if not answer:
            raise Missing("boardgame.io has stopped")
        return Rate(**json.loads(answer))


@contextmanager
def running() -> Iterator[dict[str, BoardgameIo]]:
    """Start Node and give the games it plays; what is needed is installed first. Raises `Missing`."""
    if shutil.which("node") is None:
        raise Missing("Node is not installed")
    if not (FOLDER / "node_modules").is_dir():
        _install()
    with subprocess.Popen(
        ["node", "bench.mjs"], cwd=FOLDER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as node:
        assert node.stdin is not None and node.stdout is not None
        yield {game: BoardgameIo(game, node.stdin, node.stdout) for game in GAMES}
        node.stdin.close()


def _install() -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise Missing("npm is not installed")
    command = [npm, "ci", "--no-audit", "--no-fund", "--loglevel", "error"]
    try:
        done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, timeout=INSTALLING, check=False)
    except subprocess.TimeoutExpired:
        raise Missing("npm ci takes too long") from None
    if done.returncode:
        raise Missing("npm ci fails: " + (done.stderr.strip().splitlines() or ["?"])[0])
