"""Patterns that look for mistakes: however a line is made, they are through with it soon."""

import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import pytest

from regelwerk.dsl.syntax.errors.habits import LONGEST, habits
from regelwerk.dsl.syntax.errors.hints import about, hints
from regelwerk.dsl.syntax.errors.sentences import sentences

PATTERNS = [*(h.written for h in habits()), *(h.word for h in hints()), *(s.written for s in sentences())]
# Words that patterns begin with or repeat, written again and again up to the longest line that is looked at.
SEEDS = (
    "a ", "1 ", " ", "you ", "the ", "each other player ", "if you have at least 3 ", "reveal ", "shuffle ",
    "until the ", "gain 1 coin per ", "pay 1 coin to the ", "turn ", "tie ", "einmal pro ", "mische ",
    "nimm 2 aus der ", "me.a[", "(", "..", "to a maximum of ", "only once per turn ", "number that was ",
    "at the end of each ", "your his her ", "a, ", "\"",
)  # fmt: skip
LINES = [(seed * LONGEST)[:LONGEST] for seed in SEEDS]
SECONDS = 60  # for all lines together; what goes through a line by its cube or worse takes hours


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    def over(_: int, __: FrameType | None) -> None:
        raise AssertionError("this takes too long")

    before = signal.signal(signal.SIGALRM, over)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="Windows has no alarm")
def test_no_line_keeps_a_pattern_busy() -> None:
    with at_most(SECONDS):
        for pattern in PATTERNS:
            for line in LINES:
                pattern.search(line)
                pattern.fullmatch(line + "!")


def test_every_line_of_words_gets_some_advice() -> None:
    for line in LINES:
        said, way = about(line, "")
        assert said and way


def test_no_pattern_looks_into_the_next_line() -> None:
    assert not [p.pattern for p in PATTERNS if p.flags & re.DOTALL]
