"""Watching files: wait until something has changed, answer, wait again. What editors do to files while they save them
must not matter: half a file, no file for a moment, a new file under the old name."""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path

import click

from regelwerk.dsl.source import sources_of

from ..screen import unexpected

PAUSE = 0.05  # seconds between two looks
PATIENCE = 0.4  # seconds that a file may be gone while it is being saved

Stamp = dict[Path, tuple[int, int, int]]


class Changed(Exception):
    """Something has changed while the last answer was still being worked on."""


class Eye:
    """Sees whether any of some files and folders has changed since the last time it looked."""

    def __init__(self) -> None:
        self.roots: list[Path] = []
        self.seen: Stamp = {}
        self.looked = 0.0

    def look(self, roots: Sequence[Path]) -> None:
        """From now on compare with what is there now."""
        self.roots = [*roots]
        self.seen = self._stamp()

    def moved(self) -> bool:
        """Tell whether something has changed."""
        self.looked = time.monotonic()
        return self._stamp() != self.seen

    def glance(self) -> None:
        """Raise `Changed` if something has changed; cheap enough to be called all the time."""
        if time.monotonic() - self.looked > PAUSE and self.moved():
            raise Changed

    def wait(self) -> None:
        """Wait until something has changed and everything has come to rest."""
        while not self.moved():
            time.sleep(PAUSE)
        start, last = time.monotonic(), self._stamp()
        while time.monotonic() - start < PATIENCE:
            time.sleep(PAUSE / 5)
            now = self._stamp()
            if now == last and self.seen.keys() <= now.keys():
                break
            last = now

    def _stamp(self) -> Stamp:
        found: Stamp = {}
        for root in self.roots:
            try:
                near = root if root.is_dir() else root.parent
                for file in (*sources_of(root), *(near / "ledger").glob("*.json")):
                    about = file.stat()
                    found[file] = (about.st_mtime_ns, about.st_size, about.st_ino)
            except OSError:
                continue  # gone, or going while we look
        return found


def watch(eye: Eye, roots: Callable[[], list[Path]], answer: Callable[[], None], after: Callable[[], None]) -> None:
    """Answer, and answer again after every change, until Ctrl-C. `after` is done when the answer is there; both may be
    broken off by `Changed`."""
    gc.disable()  # a collection in the middle of an answer takes as long as the answer
    try:
        for round in count():
            eye.look(roots())
            if sys.stdout.isatty():
                click.clear()
            elif round:
                click.echo()
            try:
                _guarded(answer)
                sys.stdout.flush()
                _guarded(after)
                sys.stdout.flush()
                gc.collect()
            except Changed:
                continue
            eye.wait()
    except KeyboardInterrupt:
        if sys.stdout.isatty():
            click.echo()
    finally:
        gc.enable()


def _guarded(work: Callable[[], None]) -> None:
    try:
        work()
    except (Changed, OSError, click.ClickException, click.exceptions.Exit):
        raise
    except Exception as error:
        if os.environ.get("REGELWERK_TRACEBACK"):
            raise
        click.echo(unexpected(error), err=True)
