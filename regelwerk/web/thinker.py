"""A process in which bots think and rules are compiled: one task per line comes in, one answer per line goes out.

It reads the tables from the file, so that it can be ended and begun anew at any moment. A bot that takes longer than
its seat has patience for is interrupted, and a quick one answers instead.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from regelwerk import library
from regelwerk.bots import consult
from regelwerk.dsl.diagnostics.render import as_data
from regelwerk.interpreter.errors import Refused, RuleError
from regelwerk.library.ready import ready

from .pinned import Pinned
from .placeless import placeless
from .store import Reader
from .tables.bots import seated
from .tables.course import Course, begun, replayed

MOST = 64  # games kept at hand


class TooLong(BaseException):
    """Patience has run out; not an error, so nothing catches it on the way."""


class Thinker:
    """Answers tasks."""

    def __init__(self, path: Path) -> None:
        self.store = Reader(path)
        self.pinned = Pinned(self.store.rules)
        self.courses: OrderedDict[str, Course] = OrderedDict()

    def course(self, id: str, steps: int) -> Course:
        """Give the course of a table after so many steps."""
        course = self.courses.pop(id, None)
        kept = self.store.table(id)
        if kept is None:
            raise Refused("there is no such table")
        if course is None or len(course.steps) > steps:
            data = kept.data
            rules = self.pinned.get(kept.rules, data["language"])
            names = [seat["name"] for seat in data["seats"]]
            course = begun(rules.ruleset, len(names), int(data["seed"]), names)
        replayed(course, self.store.steps(id, len(course.steps))[: steps - len(course.steps)])
        self.courses[id] = course
        while len(self.courses) > MOST:
            self.courses.popitem(last=False)
        return course

    def think(self, table: str, steps: int, seat: int, bot: str, secret: str, patience: float) -> dict[str, Any]:
        """Choose for a seat; `secret` is where the luck of the bot comes from."""
        course = self.course(table, steps)
        decision = course.game.decision(seat)
        quick = len(decision.options) == 1
        try:
            with hurried(0 if quick else patience):
                player = seated("random" if quick else bot, secret, seat, course)
                option = consult(player, course.game, decision)
        except TooLong:
            option = consult(seated("random", secret, seat, course), course.game, decision)
        return {"code": str(option.code)}

    def warm(self, table: str) -> dict[str, Any]:
        """Get ready for a table."""
        self.course(table, 0)
        return {}

    def compile(self, ruleset: str, overlays: list[str], rulings: dict[str, str]) -> dict[str, Any]:
        """Compile rules; messages if that does not work."""
        known = [str(path) for path in library.belongings(ruleset, overlays)]
        try:
            done = ready(ruleset, overlays, rulings)
        except library.Unknown as unknown:
            return {"unknown": placeless(str(unknown.args[0]), known)}
        if done.compiled is None:
            return {"diagnostics": placeless([as_data(each) for each in done.diagnostics], [*known, *done.sources])}
        return {"compiled": done.compiled.model_dump_json()}

    def catalogue(self, own: dict[str, str]) -> dict[str, Any]:
        """List what can be played."""
        from .catalogue import games  # for a fast start: thinking needs no compiler

        return {"games": games(own)}


@contextmanager
def hurried(seconds: float) -> Iterator[None]:
    """Interrupt what takes longer, where the system can."""
    if seconds <= 0 or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(number: int, frame: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def answered(thinker: Thinker, line: str) -> dict[str, Any]:
    """Do a task; whatever goes wrong becomes an answer."""
    try:
        task = json.loads(line)
        found: dict[str, Any] = getattr(thinker, task.pop("do"))(**task)
        return found
    except library.Unknown as unknown:
        return {"unknown": placeless(str(unknown.args[0]))}
    except (RuleError, Refused) as refused:
        return {"refused": placeless(str(refused))}
    except Exception as broken:
        return {"broken": placeless(f"{type(broken).__name__}: {broken}")}


def main() -> None:
    """Work until the input ends: then the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)  # people come first
    out = sys.stdout
    sys.stdout = sys.stderr  # nothing else may write into the conversation
    thinker = Thinker(Path(sys.argv[1]))
    with suppress(BrokenPipeError, KeyboardInterrupt):
        for line in sys.stdin:
            out.write(json.dumps(answered(thinker, line)) + "\n")
            out.flush()


if __name__ == "__main__":
    main()
