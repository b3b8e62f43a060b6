"""The chance of the engine for games written by hand: the same words for the same seed, so that courses compare."""

from benchmarks.baselines.pcg32 import PCG32
from regelwerk.interpreter.engine.chance import MASK64, first_word, increment, splitmix64

AGENT = increment("agent")  # the stream of who decides at random


def site(seed: int, name: str) -> PCG32:
    """Give the stream of a chance site."""
    return _stream(first_word(seed, name), increment(name))


def agent(seed: int) -> PCG32:
    """Give the stream of somebody who takes any option."""
    return _stream(splitmix64(splitmix64(seed & MASK64) ^ AGENT), AGENT)


def _stream(word: int, step: int) -> PCG32:
    made = PCG32.__new__(PCG32)
    made.state, made.increment = word, step
    return made
