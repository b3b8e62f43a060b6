"""Values of the rules, read with a seat's eyes, and what the options of a decision pick."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from operator import itemgetter
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from regelwerk import Game
from regelwerk.dsl import ir
from regelwerk.interpreter.engine.context import Context
from regelwerk.interpreter.errors import RuleError
from regelwerk.interpreter.game.decisions import Decision
from regelwerk.interpreter.game.unseen import Seen, Unseen, seen_by


class Answer(NamedTuple):
    """A value that was asked for, and the cells it was worked out from: as long as these are the same, so is it."""

    value: int
    cells: Sequence[int]
    read: Callable[[Sequence[int]], Any]
    found: Any


class Recording(Seen):
    """A state that notes which cells are read; None: something was read that cannot be noted."""

    cells: dict[int, None] | None

    def __getitem__(self, key: Any) -> Any:
        if self.cells is not None:
            if isinstance(key, slice):
                self.cells.update(dict.fromkeys(range(*key.indices(len(self)))))
            else:
                self.cells[key] = None
        return super().__getitem__(key)

    def __iter__(self) -> Iterator[int]:
        self.cells = None
        return super().__iter__()

    def copy(self) -> Seen:
        self.cells = None  # what is tried on a copy is not noted
        return super().copy()


MOST_CELLS = 32  # of an answer that is worth keeping
MOST_ANSWERS = 200_000
# Most cells of a large board are empty, look after look. Who asks makes no difference: an answer is good for everybody
# who sees all it was worked out from, and nobody else gets it.
_answers: WeakKeyDictionary[Any, dict[tuple[int, ...], Answer]] = WeakKeyDictionary()
_empty: WeakKeyDictionary[Any, dict[Hashable, tuple[frozenset[int], Answer]]] = WeakKeyDictionary()


class SeatValues:
    """Asks for values of the rules, as far as a seat can see what they depend on."""

    def __init__(self, game: Game, seat: int | None) -> None:
        self.game = game
        self.seat = seat
        seen = seen_by(game, seat)
        self.state = Recording(seen)
        self.state.hidden, self.state.cells = seen.hidden, None
        self.plain = list(game.seen_state(seat))
        self.call = game.machine.reference.call
        self.answers = _answers.setdefault(game.ruleset, {})
        self.empties = _empty.setdefault(game.ruleset, {})

    def ask(self, value: ir.Named, args: Sequence[int], me: int | None = None) -> int | None:
        """Give a value; None if the seat cannot know it, or if it asks who looks and nobody in particular does."""
        who = self.seat if me is None else me
        if value.me and who is None:
            return None
        given = [who, *args] if value.me and who is not None else args
        key, state = (value.number, *given), self.state
        known = self.answers.get(key)
        if known and self._same(known):
            return known.value
        state.cells = {}
        try:
            found = self.call(value.number, state, Context(), given)
        except (Unseen, RuleError):
            return None
        if state.cells and len(state.cells) <= MOST_CELLS:
            if len(self.answers) >= MOST_ANSWERS:
                self.answers.clear()
            self.answers[key] = self._kept(found, state.cells)
        return found

    def supposing(self, cells: Mapping[int, int]) -> SeatValues:
        """Ask as if cells held something else; answers are kept with what they were worked out from, as all are."""
        twin = copy(self)
        twin.state, twin.plain = Recording(self.state), list(self.plain)
        twin.state.hidden, twin.state.cells = self.state.hidden - set(cells), None
        for cell, value in cells.items():
            twin.state[cell] = twin.plain[cell] = value
        return twin

    def _same(self, known: Answer) -> bool:
        return bool(known.read(self.plain) == known.found) and self.state.hidden.isdisjoint(known.cells)

    def _kept(self, value: int, cells: Iterable[int]) -> Answer:
        used = tuple(cells)
        read = itemgetter(*used)
        return Answer(value, used, read, read(self.plain))

    def empty(self, board: Hashable) -> frozenset[int]:
        """Give the things that had nothing to show at the last look and have nothing now, all at once."""
        known = self.empties.get(board)
        return known[0] if known is not None and self._same(known[1]) else frozenset()

    def keep_empty(self, board: Hashable, values: Sequence[ir.Named], things: Iterable[int], me: int | None) -> None:
        """Keep which things have nothing to show, as far as the answers about them are kept."""
        found, cells = set[int](), dict[int, None]()
        who = me if me is not None else self.seat or 0
        for thing in things:
            answers = [self.answers.get((v.number, *((who,) if v.me else ()), thing)) for v in values]
            if all(answers):
                found.add(thing)
                cells.update(dict.fromkeys(cell for answer in answers if answer for cell in answer.cells))
        if cells:
            self.empties[board] = frozenset(found), self._kept(0, cells)


def picks(game: Game, decision: Decision) -> Iterator[list[tuple[str, int]]]:
    """Give what each option picks: types and elements."""
    site = next(i for i, s in enumerate(game.ruleset.compiled.sites) if s.name == decision.site)
    for option in decision.options:
        entry, chosen = game.words.offers.split(site, option.code)
        yield list(zip(entry.types, chosen, strict=True))
