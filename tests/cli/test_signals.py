"""A signal ends a command even if nobody listened when it came."""

from __future__ import annotations

import contextlib
import os
import signal

import pytest

from regelwerk.cli.signals import ENDS, Terminated, ended_by


@pytest.mark.parametrize("number", ENDS)
def test_a_signal_that_was_swallowed_comes_again(number: int) -> None:
    """As by an object that is cleared away, or while the terminal is about to be read."""
    with ended_by(ENDS) as heard:
        with contextlib.suppress(Terminated):
            os.kill(os.getpid(), number)
            signal.pause()
        with pytest.raises(Terminated) as ended:
            signal.pause()  # nothing else would wake it
        assert ended.value.number == number
        heard.set()


def test_who_has_heard_is_left_in_peace() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with ended_by(ENDS) as heard:
        with pytest.raises(Terminated):
            signal.raise_signal(signal.SIGTERM)
        heard.set()
        signal.raise_signal(signal.SIGTERM)
    assert signal.getsignal(signal.SIGTERM) == before and signal.set_wakeup_fd(-1) == -1
