"""Taking back: what a seat may ask for, who has to agree, and why not."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from regelwerk.interpreter.errors import Refused
from regelwerk.interpreter.game.history import Moment

from .course import Course

FAR = 24  # moments that are looked back


@dataclass(frozen=True, slots=True)
class Way:
    """How far a seat would go back, and whose agreement that needs; or why it cannot."""

    steps: int = 0
    needs: tuple[int, ...] = ()
    why_not: str = ""


@dataclass(slots=True)
class Asked:
    """Somebody has asked to take something back, and others have not agreed yet."""

    by: int
    way: Way
    agreed: set[int] = field(default_factory=set)


def way_back(course: Course, seat: int, people: Collection[int]) -> Way:
    """Look back to the last answer of a seat: nothing hidden or left to chance may have come out since.

    It touches the people whose answers would be gone, or who are asked now."""
    back, touched = 0, set(course.waited_for)
    moment = course.game.past
    for _ in range(FAR):
        if moment.before is None:
            return Way(why_not="there is nothing to take back")
        back, who = back + 1, _deciding(moment)
        touched.add(who)
        moment = moment.before
        if who == seat:
            break
    else:
        return Way(why_not="that is too long ago")
    twin = course.game.clone()
    try:
        for _ in range(back):
            twin.undo(past_reveals=False)
    except Refused as refused:
        return Way(why_not=str(refused))
    return Way(back, tuple(sorted(touched & set(people) - {seat})))


def _deciding(moment: Moment) -> int:
    """Give the seat whose answer led to a moment; -1: several at once."""
    if moment.step is None or moment.step.kind != "choose":
        return -1
    return next((event[1] for event in moment.events if event[0] == "decision"), -1)
