"""The course of a table: the game, and the steps that led there. Nothing here waits, writes or knows of HTTP.

A step is carried out on a copy of the game; the copy takes its place when the step is on the disk.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from regelwerk import Game, Ruleset
from regelwerk.dsl import ir
from regelwerk.interpreter.engine.scores import Sheet
from regelwerk.interpreter.errors import Refused
from regelwerk.interpreter.game.unseen import Wording
from regelwerk.telling.stories import note, worded

from .steps import Step


class Diverged(Exception):
    """Steps that were kept do not lead where they led."""


@dataclass(slots=True)
class Course:
    """A game with everything that was said on the way."""

    game: Game
    steps: list[Step] = field(default_factory=list)
    said: dict[int, Wording] = field(default_factory=dict)  # options as they were worded, by number of the log entry
    sheets: dict[int, Sheet] = field(default_factory=dict)  # score sheets as they were filled, by number of the entry
    ends: list[int] = field(default_factory=list)  # length of the log after every step
    public: int = 0  # steps that everybody may know of
    own: list[int] = field(default_factory=list)  # secret steps of each seat
    asked: list[int] = field(default_factory=list)  # revision since which each seat has been asked the same

    def revision(self, seat: int | None) -> int:
        """Count the steps that a seat may know of."""
        return self.public + (self.own[seat] if seat is not None else 0)

    def branch(self, seat: int | None) -> Any:
        """Give the part of a seat in a simultaneous decision."""
        together = self.game._simultaneous
        return None if together is None or seat is None else together.branches.get(seat)

    @property
    def committed(self) -> list[int]:
        """List the seats whose secret answers are final; those who have nothing to answer do not count."""
        together = self.game._simultaneous
        found = together.branches.values() if together is not None else ()
        return [branch.seat for branch in found if branch.committed and branch.answers]

    @property
    def waited_for(self) -> list[int]:
        """List the seats that have something to do."""
        together = self.game._simultaneous
        if together is not None:
            return [branch.seat for branch in together.branches.values() if not branch.committed]
        return [self.game.state[ir.WHO]] if self.game.state[ir.ASK] else []


def awaited(course: Course, seat: int | None) -> list[int]:
    """List whom the table waits for, as a seat may know it: whether others have a choice in secret is not told."""
    done = course.committed
    found = [each for each in course.game.at_once if each not in done] or course.waited_for
    return [each for each in found if each != seat or each in course.waited_for]


def begun(ruleset: Ruleset, players: int, seed: int, names: Sequence[str] | None) -> Course:
    """Set a game up."""
    game = ruleset.new_game(players, seed, names)
    course = Course(game, own=[0] * players, asked=[0] * players)
    _note_sheets(course, game, 0)
    return course


def carried_out(course: Course, step: Step) -> Game:
    """Give the game as it is after a step; refuse what cannot be."""
    game = course.game.clone()
    if step.kind == "choose":
        game.choose(int(step.data["code"]), step.seat)
    elif step.kind == "commit":
        game.commit(step.seat)
    elif step.kind == "retract":
        game.revise(step.seat, int(step.data["keep"]))
    else:
        for _ in range(int(step.data["steps"])):
            game.undo()
    return game


def adopt(course: Course, step: Step, game: Game) -> None:
    """Put a game that was carried out in the place of the one before."""
    before, course.game = course.game, game
    since = before.logged
    if step.kind == "undo":
        course.said = {n: text for n, text in course.said.items() if n < game.logged}
        course.sheets = {n: sheet for n, sheet in course.sheets.items() if n < game.logged}
    elif step.kind == "choose" and not step.private:
        decision = before.decision(step.seat)
        option = decision.option(int(step.data["code"]))
        assert option is not None
        note(game, course.said, since, step.seat, worded(before, decision, option))
    _note_sheets(course, game, since)
    course.steps.append(step)
    course.ends.append(game.logged)
    if step.private:
        course.own[step.seat] += 1
        course.asked[step.seat] = course.revision(step.seat)
        return
    course.public += 1
    waits = step.kind == "commit" and game._simultaneous is not None and game.past is before.past
    for seat in range(game.players):
        if not waits or seat == step.seat:
            course.asked[seat] = course.revision(seat)


def replayed(course: Course, steps: Sequence[Step]) -> None:
    """Carry out steps that were kept; each must lead where it led."""
    for step in steps:
        try:
            game = carried_out(course, step)
        except Refused as refused:
            raise Diverged(f"step {len(course.steps) + 1}: {refused}") from None
        adopt(course, step, game)
        if step.position and step.position != game.hash:
            raise Diverged(f"step {len(course.steps)} leads to another position")


def again(old: Game, ruleset: Ruleset, names: Sequence[str]) -> Course:
    """Play a game under these rules, step by step; secret answers that are not final are left out."""
    fresh = begun(ruleset, old.players, old.seed, names)
    for entry in old.log:
        if entry["kind"] != "decision":
            continue
        seat, branch = entry["seat"], fresh.branch(entry["seat"])
        option = fresh.game.offered(fresh.game.decision(seat), entry["option"])
        if option is None:
            raise Refused(f"{entry['option']} is not offered")
        secret = {"secret": True} if branch is not None else {}
        taken(fresh, Step("choose", seat, {"code": str(option.code), **secret}))
        if branch is not None and seat in fresh.game.waiting():
            taken(fresh, Step("commit", seat))
    return fresh


def taken(course: Course, step: Step) -> None:
    """Carry a step out at once, with the position it leads to."""
    game = carried_out(course, step)
    adopt(course, Step(step.kind, step.seat, step.data, game.hash), game)


def _note_sheets(course: Course, game: Game, since: int) -> None:
    """Keep score sheets as they were filled in: later ones are written over them."""
    events, filled = game.ruleset.compiled.events, dict[int, int]()
    for number, event in enumerate(game.past.log()[since:] if game.logged > since else (), since):
        if event[0] == "event" and events[event[1]] == "score":
            filled[event[2][0]] = number
    course.sheets.update({number: game.scores[sheet] for sheet, number in filled.items()})
