"""Bots at a table: made anew for every answer, so that nothing of them need be kept."""

from __future__ import annotations

import hashlib

from regelwerk.bots import BOTS, Bot, RandomBot
from regelwerk.bots.learning.features import feature_names

from .course import Course


def seated(name: str, secret: str, seat: int, course: Course) -> Bot:
    """Give a bot that remembers what its seat has answered. Nothing of its luck leads back to the secret."""
    game = course.game
    said = f"{secret} {seat} {game.logged} {len(course.steps)}".encode()
    bot = BOTS[name](int.from_bytes(hashlib.sha256(said).digest()[:8]) >> 1, seat)
    memory = getattr(bot, "memory", None)
    if memory is not None:
        eyes = feature_names(game.machine).feature_map
        for event in game.past.log():
            if event[0] == "decision" and event[1] == seat:
                memory.note(eyes, event[2], event[3])
    assert isinstance(bot, RandomBot) or memory is not None
    return bot
