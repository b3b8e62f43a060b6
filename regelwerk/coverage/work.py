"""All changes, one after the other or in several processes; the verdicts come in order and do not depend on that."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from regelwerk.simulation.workers import in_order

from .examine import Examiner, Verdict
from .subject import Subject, Test

Task = tuple[str, int]  # ("change", its number) or ("example", a position among the tests)
Answer = Verdict | int

_examiner: Examiner | None = None  # of this process, if it is a worker


def _begin(subject: Subject) -> None:
    global _examiner
    _examiner = Examiner(subject)


def _work(task: Task) -> Answer:
    assert _examiner is not None
    return _answer(_examiner, task)


def _answer(examiner: Examiner, task: Task) -> Answer:
    kind, number = task
    return examiner.verdict(number) if kind == "change" else examiner.noticed(examiner.subject.tests[number])


def _answers(subject: Subject, tasks: Sequence[Task], jobs: int) -> Iterator[Answer]:
    if jobs == 1 or len(tasks) < 2:
        examiner = Examiner(subject)
        yield from (_answer(examiner, task) for task in tasks)
        return
    yield from in_order(_begin, subject, _work, tasks, min(jobs, len(tasks)), 4)


def examined(subject: Subject, jobs: int = 1, known: Container[int] = ()) -> Iterator[Verdict]:
    """Examine the changes that were drawn, in that order, but for those that are known already."""
    for answer in _answers(subject, [("change", number) for number in subject.order if number not in known], jobs):
        assert isinstance(answer, Verdict)
        yield answer


def noticing(subject: Subject, tests: Sequence[Test], jobs: int = 1) -> dict[Test, int]:
    """Find for each of these scenarios a change that it notices."""
    tasks = [("example", subject.tests.index(t)) for t in tests]
    found = zip(tests, _answers(subject, tasks, jobs), strict=True) if tasks else ()
    return {t: answer for t, answer in found if isinstance(answer, int) and answer}
