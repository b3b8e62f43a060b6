"""Players who get used to the rules they play: groups, each of which practises for itself.

Practice is luck, too. So there are several groups, with one seed each, the same on both sides: under the same rules a
group becomes the same players.
"""

from __future__ import annotations

from collections.abc import Callable

from regelwerk import Ruleset
from regelwerk.bots.learning.policy_file import Written
from regelwerk.bots.learning.self_play import Practice
from regelwerk.interpreter.engine.chance import fnv1a64, splitmix64

ENDLESS = 1 << 62  # decisions: only games are counted


def used_to(
    ruleset: Ruleset, players: int, learnt: Written | None, games: int, seed: int,
    played: Callable[[float], None] = lambda part: None,
) -> Written:  # fmt: skip
    """Give what players know who come with what they have learnt and practise so many games under these rules."""
    practice = Practice(ruleset.machine, players, learnt, seed)
    practice.run(games, ENDLESS, played)
    return practice.written()


def group_seed(seed: int, group: int) -> int:
    """Derive the seed of a group's practice; its games are others than those that are compared."""
    return splitmix64(splitmix64(seed) ^ fnv1a64(f"group {group}")) >> 16
