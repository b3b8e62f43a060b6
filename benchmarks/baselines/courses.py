"""Courses of games that are compared: somebody takes any option, the same one by hand and in the engine."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from benchmarks.baselines import streams
from regelwerk.interpreter.engine.context import Context, State
from regelwerk.interpreter.engine.machine import Machine

Choose = Callable[[Sequence[Any]], Any]
Course = list[tuple[int, int, list[int]]]  # of every decision: how many options, which one, the table before it


class ByHand(Protocol):
    def play(self) -> None: ...
    def numbers(self) -> list[int]: ...


def playout(new_game: Callable[[int, Choose], ByHand], seed: int) -> int:
    """Play one game written by hand; give the number of decisions."""
    word = streams.agent(seed).word
    made = 0

    def choose(options: Sequence[Any]) -> Any:
        nonlocal made
        made += 1
        return options[word() * len(options) >> 32]

    new_game(seed, choose).play()
    return made


def by_hand(new_game: Callable[[int, Choose], ByHand], seed: int) -> Course:
    """Tell how a game written by hand goes; decisions while it is being set up have no table yet."""
    word = streams.agent(seed).word
    course: Course = []

    def choose(options: Sequence[Any]) -> Any:
        index = word() * len(options) >> 32
        course.append((len(options), index, game.numbers()))
        return options[index]

    game = new_game(seed, choose)
    game.play()
    course.append((0, 0, game.numbers()))
    return course


def in_engine(machine: Machine, players: int, seed: int, numbers: Callable[[State], list[int]]) -> Course:
    """Tell how the same game goes in an engine; `numbers` reads the table as the game by hand does."""
    word = streams.agent(seed).word
    course: Course = []
    S, X = machine.fresh(players, seed), Context()

    def pick(found: list[int], site: int) -> int:
        index = word() * len(found) >> 32
        course.append((len(found), index, numbers(S)))
        return found[index]

    X.pick = pick
    machine.run(S, X)
    course.append((0, 0, numbers(S)))
    return course


class Table:
    """The cells of a state by the names of the slots."""

    def __init__(self, machine: Machine) -> None:
        self.slots: Mapping[str, Any] = {slot.name: slot for slot in machine.compiled.slots}

    def cells(self, S: State, name: str, count: int = 1, seat: int = 0) -> list[int]:
        """Give the cells of a slot; `count` of them belong to each seat."""
        first = self.slots[name].addr + seat * count
        return S[first : first + count]
