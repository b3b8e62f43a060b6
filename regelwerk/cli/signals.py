"""Signals that end a command, also while it waits for a key."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager

ENDS = tuple(getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name))
PATIENCE = 0.2  # seconds until a signal is sent once more


class Terminated(BaseException):
    """The terminal is closed, or somebody ends the command; not an error, so nothing catches it on the way."""

    def __init__(self, number: int) -> None:
        self.number = number


@contextmanager
def ended_by(numbers: Collection[int]) -> Iterator[threading.Event]:
    """Raise `Terminated` when one of these signals comes; whoever catches it says so with the event.

    A signal that comes between the prompt and the moment in which the terminal is read only leaves a note for Python,
    which nobody looks at until a key is pressed; one that comes while an object is cleared away is swallowed. So a
    thread sends it again until it was heard.
    """

    heard = threading.Event()

    def end(number: int, frame: object) -> None:
        if not heard.is_set():  # later ones change nothing
            raise Terminated(number)

    before = {number: signal.signal(number, end) for number in numbers}
    try:
        with _sent_again(numbers, heard):
            yield heard
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _sent_again(numbers: Collection[int], heard: threading.Event) -> Iterator[None]:
    if not numbers or not hasattr(signal, "pthread_kill"):
        yield
        return
    main = threading.get_ident()
    noted, note = os.pipe()
    os.set_blocking(note, False)

    def insist() -> None:
        while came := os.read(noted, 1):
            while came[0] in numbers and not heard.wait(PATIENCE):
                signal.pthread_kill(main, came[0])

    thread = threading.Thread(target=insist, daemon=True)
    before = signal.set_wakeup_fd(note, warn_on_full_buffer=False)
    thread.start()
    try:
        yield
    finally:
        heard.set()
        signal.set_wakeup_fd(before)
        os.close(note)
        thread.join()
        os.close(noted)
