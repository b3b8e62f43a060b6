"""All changes, one after the other or in several processes; the verdicts come in order and do not depend on that."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace

from regelwerk.simulation.workers import Crew, in_order

from .examine import Examiner, Verdict
from .subject import Subject, Test

Task = tuple[str, int]  # ("change", its number) or ("example", a position among the tests)
Answer = Verdict | int
ALONE = Crew()


def _answer(examiner: Examiner, task: Task) -> Answer:
    kind, number = task
    return examiner.verdict(number) if kind == "change" else examiner.noticed(examiner.subject.tests[number])


def _answers(subject: Subject, tasks: Sequence[Task], crew: Crew) -> Iterator[Answer]:
    yield from in_order(Examiner, subject, _answer, tasks, replace(crew, jobs=min(crew.jobs, len(tasks) or 1)))


def examined(subject: Subject, crew: Crew = ALONE, known: Container[int] = ()) -> Iterator[Verdict]:
    """Examine the changes that were drawn, in that order, but for those that are known already."""
    for answer in _answers(subject, [("change", number) for number in subject.order if number not in known], crew):
        assert isinstance(answer, Verdict)
        yield answer


def noticing(subject: Subject, tests: Sequence[Test], crew: Crew = ALONE) -> dict[Test, int]:
    """Find for each of these scenarios a change that it notices."""
    tasks = [("example", subject.tests.index(t)) for t in tests]
    found = zip(tests, _answers(subject, tasks, crew), strict=True) if tasks else ()
    return {t: answer for t, answer in found if isinstance(answer, int) and answer}
