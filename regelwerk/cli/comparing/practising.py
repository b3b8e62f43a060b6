"""Groups of players who practise, one after the other or in several processes; the same whatever their number."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pydantic import TypeAdapter

from regelwerk import Ruleset
from regelwerk.bots.learning.policy_file import Written
from regelwerk.dsl import ir
from regelwerk.impact.practice import group_seed, used_to
from regelwerk.interpreter.engine.learning.fastest import fastest_rollout
from regelwerk.interpreter.engine.machine import EngineName
from regelwerk.simulation.journal import Journal
from regelwerk.simulation.workers import Crew, in_order

Task = tuple[int, int]  # side, group
WRITTEN = TypeAdapter(Written)


@dataclass(frozen=True, slots=True)
class Practice:
    """Everything a worker needs to know."""

    rules: tuple[ir.Compiled, ir.Compiled]
    engine: EngineName
    players: int
    learnt: Written | None  # what all groups begin with
    games: int
    seed: int


def practise(
    practice: Practice, rulesets: Sequence[Ruleset], groups: int, crew: Crew, known: Sequence[list[Written]],
    progress: Callable[[float, int], None], journal: Journal,
) -> None:  # fmt: skip
    """Let groups practise under the rules of each side and add what they learn to what is known of it.

    `progress` is told how many practices are over, and of how many. What the journal holds is not learnt again.
    """
    tasks = [(side, group) for group in range(groups) for side in (0, 1) if group >= len(known[side])]
    if known[0] is known[1]:  # the same rules make the same players
        tasks = [task for task in tasks if task[0] == 0]

    def go_on(first: int) -> Iterator[Written]:
        left = tasks[first:]
        if crew.alone or not left:
            for number, (side, group) in enumerate(left, first):

                def played(part: float, over: int = number) -> None:
                    progress(over + part, len(tasks))

                yield _practised(practice, rulesets[side], group, played)
            return
        for side in {side for side, _ in left}:
            fastest_rollout(rulesets[side].machine)  # compiled once, so that other processes find it
        yield from in_order(_begin, practice, _work, left, crew)

    for number, learnt in enumerate(journal.kept("practice", WRITTEN, go_on)):
        known[tasks[number][0]].append(learnt)
        progress(number + 1, len(tasks))


def _practised(practice: Practice, ruleset: Ruleset, group: int, played: Callable[[float], None]) -> Written:
    return used_to(ruleset, practice.players, practice.learnt, practice.games, group_seed(practice.seed, group), played)


Ready = tuple[Practice, dict[int, Ruleset]]  # of a worker: the rules of each side are made ready when they are needed


def _begin(practice: Practice) -> Ready:
    return practice, {}


def _work(ready: Ready, task: Task) -> Written:
    practice, rulesets = ready
    side, group = task
    if side not in rulesets:
        rulesets[side] = Ruleset(practice.rules[side], practice.engine)
    return _practised(practice, rulesets[side], group, lambda part: None)
