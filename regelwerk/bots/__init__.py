"""Players that need no person. They know no game: what they know of one they learn from playing it on copies.

A bot depends on its seed and on what its seat can see, never on the clock. May import the machine, not the front ends.
"""

from .by_name import BOTS, maker
from .dice import Dice
from .eager import EagerBot
from .players import Bot, RandomBot, answer, consult
from .sensible import SensibleBot

__all__ = ["BOTS", "Bot", "Dice", "EagerBot", "RandomBot", "SensibleBot", "answer", "consult", "maker"]


def __dir__() -> list[str]:
    return sorted(__all__)
