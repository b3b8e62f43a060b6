"""From a game that broke to a short one that breaks in the same way."""

from __future__ import annotations

import shlex
import time
from pathlib import Path
from typing import Any

from regelwerk import Game, Ruleset
from regelwerk.bots import answer
from regelwerk.interpreter.errors import RuleError
from regelwerk.interpreter.game.replay import log_file
from regelwerk.interpreter.game.saving.save import write_file
from regelwerk.simulation.games import LENGTH, Choice, Course, broken, record, rule_failure

from ..ruleset_options import Composing
from ..screen import plural

SECONDS = 10.0
OTHER_GAMES = 60
SHOWN = 30  # choices of a course that are listed


class Shrinker:
    """Tries shorter courses as long as there is time."""

    def __init__(self, ruleset: Ruleset, course: Course, checks: bool, seconds: float = SECONDS) -> None:
        self.ruleset = ruleset
        self.best = course
        self.checks = checks
        self.end = time.monotonic() + seconds

    @property
    def tired(self) -> bool:
        return time.monotonic() > self.end

    def shrink(self) -> Course:
        """Look among other small games first, then leave out choices."""
        if self.best.failure.key != LENGTH:  # the length itself is what is wrong
            self._other_games()
            self._leave_out()
        return self.best

    def _other_games(self) -> None:
        low = self.ruleset.compiled.players[0]
        for players in range(low, self.best.players + 1):
            for seed in range(OTHER_GAMES):
                if self.tired or not self.best.choices:
                    return
                self._keep(record(self.ruleset, players, seed, len(self.best.choices) - 1, self.checks))

    def _keep(self, course: Course | None) -> bool:
        better = course is not None and course.failure.key == self.best.failure.key
        if better and course is not None:
            self.best = course
        return better

    def _leave_out(self) -> None:
        """Cut ever smaller stretches out of the choices; what does not fit any more is skipped."""
        size = len(self.best.choices) // 2
        while size and not self.tired:
            start = 0
            while start + size <= len(self.best.choices) and not self.tired:
                choices = self.best.choices
                if not self._keep(self.retraced(choices[:start] + choices[start + size :])):
                    start += size
            size //= 2

    def retraced(self, choices: tuple[Choice, ...]) -> Course | None:
        """Play choices as far as they fit; None if nothing breaks or it is no shorter."""
        players, seed = self.best.players, self.best.seed
        game = self.ruleset.new_game(players, seed, checks=self.checks)
        taken: list[Choice] = []
        for seat, option in choices:
            decision = next((d for d in game.decisions() if d.seat == seat), None)
            if decision is None or decision.option(option) is None:
                continue
            taken.append((seat, option))
            failure = None
            try:
                answer(game, decision, option)
            except RuleError as error:
                failure = rule_failure(error)
            failure = failure or broken(game)
            if failure is not None:
                shorter = len(taken) < len(self.best.choices)
                return Course(players, seed, tuple(taken), failure) if shorter else None
        return None


def as_log(ruleset: Ruleset, course: Course) -> dict[str, Any]:
    """Give a course as a log that `regelwerk replay` reads; a choice that breaks the game stands at its end."""
    game = ruleset.new_game(course.players, course.seed)
    extra: list[dict[str, Any]] = []
    for seat, option in course.choices:
        decision = next(d for d in game.decisions() if d.seat == seat)
        try:
            answer(game, decision, option)
        except RuleError:
            found = decision.option(option)
            text = found.text if found else option
            extra = [
                {"kind": "decision", "seat": seat, "site": decision.site, "option": option, "text": text,
                 "seen_by": None}
            ]  # fmt: skip
    return _with(game, extra)


def _with(game: Game, extra: list[dict[str, Any]]) -> dict[str, Any]:
    log = log_file(game)
    return {**log, "entries": [*log["entries"], *extra]}


def write_replay(path: Path, ruleset: Ruleset, course: Course) -> None:
    """Write a file that `regelwerk replay` reads."""
    write_file(path, as_log(ruleset, course))


def as_text(ruleset: Ruleset, course: Course) -> str:
    """List the choices of a course, one per line; of many, the first and the last."""
    names = ruleset.machine.texts
    lines = [f"  {names.title('Player', seat)}: {option}" for seat, option in course.choices]
    if len(lines) > SHOWN:
        lines[SHOWN // 2 : -SHOWN // 2] = [f"  … {len(lines) - SHOWN} more"]
    return "\n".join([f"  {plural(course.players, 'player')}, seed {course.seed}", *lines, f"  {course.failure.text}"])


def replay_command(path: Path, ruleset: str, how: Composing) -> str:
    """Write the command that plays the file again under the same rules."""
    words = ["regelwerk", "replay", str(path), "--ruleset", ruleset]
    return shlex.join([*words, *how.words()])
