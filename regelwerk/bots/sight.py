"""What a seat sees when it decides, as features with names: what each option is and is about, and how things stand.

Nothing here knows a game. Of a thing named in an option count its name and its traits; of a cell, what lies there and
where it leads; of the table, what lies open and what is the seat's own. Names mean the same in all rulesets of a game.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import NamedTuple

from regelwerk.dsl import ir
from regelwerk.interpreter.context import State
from regelwerk.interpreter.decisions import elements
from regelwerk.interpreter.machine import Machine
from regelwerk.interpreter.walks import MEMORY, Walk, begins

MANY = 100  # things of one type that are still told apart by name
FAR = 12  # a number of the table with a longer way from lowest to highest is no news
STEPS = (0, 1, 2, 3, 4, 5, 7, 10, 15, 25, 40)  # numbers between two of them are alike
KEPT = 500_000  # answers that are remembered


class Eyes(NamedTuple):
    """How to read a state: the same cells of a seat again and again, and any cell."""

    read: list[Callable[[], tuple[int, ...]]]
    peek: Callable[[int], int]


class Memory:
    """What a seat remembers of its own decisions."""

    def __init__(self) -> None:
        self.before: defaultdict[int, deque[int]] = defaultdict(lambda: deque(maxlen=MEMORY))  # site -> codes
        self.last = -1  # token of the last thing done in its turn

    def copy(self) -> Memory:
        found = Memory()
        found.last = self.last
        for site, codes in self.before.items():
            found.before[site] = codes.copy()
        return found


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer, as far as it does not depend on the state."""

    kind: int
    features: tuple[int, ...]
    cells: tuple[tuple[str, int, int], ...]  # which one of the answer, board, cell


@dataclass(frozen=True, slots=True)
class Seen:
    """A decision: the kind and the features of every option, and how things stand."""

    kinds: list[int]
    features: list[tuple[int, ...]]
    standing: list[int]


class Sight:
    """Reads decisions of one ruleset. Kinds, features and tokens (of how things stand) are numbers with names."""

    def __init__(self, machine: Machine) -> None:
        self.compiled, self.texts = machine.compiled, machine.texts
        self.domains = {domain.name: domain for domain in self.compiled.domains}
        self.kinds, self.features, self.tokens = Names(), Names(), Names()
        self.begins = begins(self.compiled)
        self.sites = {site.name: number for number, site in enumerate(self.compiled.sites)}
        self._answers: dict[tuple[int, int, int], Answer] = {}
        self._lying: dict[tuple[int, int, str, int, int], tuple[int, ...]] = {}
        self._after: dict[int, int] = {}  # kind -> token
        self._boards = [domain.name for domain in self.compiled.domains if domain.kind == "cell"]
        public = [slot for slot in self.compiled.slots if slot.visibility == "public"]
        self._on = [
            [s for s in public if s.kind == "cell" and s.keys == [board] and s.type in self.domains]
            for board in self._boards
        ]
        shown = [s for s in self.compiled.slots if s.shown and (s.kind == "pile" or s.visibility != "hidden")]
        self._own = [s for s in shown if s.owner == "player" and len(s.sizes) == 1]
        self._open = [s for s in shown if s.owner == "table" and not s.sizes and _news(s)]
        self._looks: list[list[dict[int, tuple[int, ...]]]] = [
            [{} for _ in (*self._own, *self._open)] for _ in range(self.compiled.players[1])
        ]
        self._at = [(n, self._boards.index(s.type)) for n, s in enumerate(self._own) if s.type in self._boards]
        self._sets = [(n, s) for n, s in enumerate(self._own) if s.bits]

    # ------------------------------------------------------------------ eyes

    def walking(self, walk: Walk, players: int) -> Eyes:
        """See what a walk comes to."""
        return Eyes([walk.reader(self._cells(seat)) for seat in range(players)], walk.peek)

    def at(self, state: State, players: int) -> Eyes:
        """See a state."""
        picks = [itemgetter(*self._cells(seat), 0) for seat in range(players)]
        return Eyes([lambda pick=pick: pick(state)[:-1] for pick in picks], state.__getitem__)  # type: ignore[misc]

    def _cells(self, seat: int) -> list[int]:
        return [s.addr + seat * s.stride for s in self._own] + [s.addr for s in self._open]

    # ------------------------------------------------------------------ decisions

    def decision(self, eyes: Eyes, seat: int, site: int, codes: Sequence[int], memory: Memory) -> Seen:
        """Look at a decision."""
        held = eyes.read[seat]()
        before = memory.before.get(site, ())
        here = {board: held[n] for n, board in self._at}
        kinds, features = [], []
        for code in codes:
            answer = self.answer(seat, site, code)
            found = answer.features
            for name, board, cell in answer.cells:
                found += self._lies(eyes, seat, held, answer.kind, name, board, cell, here.get(board, -1))
            if code in before:
                found += (self._related(answer.kind, "again"),)
            kinds.append(answer.kind)
            features.append(found)
        return Seen(kinds, features, self._standing(eyes, seat, held, memory))

    def note(self, memory: Memory, seat: int, site: int, code: int) -> None:
        """Remember an answer that was given."""
        memory.before[site].append(code)
        if self.begins[site]:
            kind = self.answer(seat, site, code).kind
            if kind not in self._after:
                self._after[kind] = self.tokens.number(f"after {self.kinds.names[kind]}")
            memory.last = self._after[kind]

    def answer(self, seat: int, site: int, code: int) -> Answer:
        """Give what an answer of a seat is."""
        found = self._answers.get((seat, site, code))
        if found is None:
            if len(self._answers) >= KEPT:
                self._answers.clear()
            found = self._answers[seat, site, code] = self._read(seat, site, code)
        return found

    def _read(self, seat: int, site: int, code: int) -> Answer:
        asked = self.compiled.sites[site]
        entry = asked.entries[code % len(asked.entries)]
        name = f"{asked.name}/{entry.name}"
        features, boards, sides = [self.features.number(name)], [], []
        for at, (type, x) in enumerate(zip(entry.types, elements(entry, code // len(asked.entries)), strict=True)):
            domain = self.domains.get(type)
            if domain is not None and domain.kind == "cell":
                boards.append((at, self._boards.index(type), x))
                if len(domain.ids) <= MANY:  # boards look different from every side of the table
                    features.append(self.features.number(f"{name} {at} {domain.ids[x]} from seat {seat}"))
                continue
            features += [self.features.number(f"{name} {at} {word}") for word in self._words(type, x, seat)]
            for kind, value in [(type, x), *((t.type, y) for t, y in self._traits(type, x))]:
                if value >= 0 and kind in self.domains and self.domains[kind].kind == "side":
                    sides.append(value)
        cells = [(f"{at}", board, x) for at, board, x in boards]
        cells += [(f"{at} onwards", board, self._beyond(board, x, sides[0])) for at, board, x in boards if sides]
        return Answer(self.kinds.number(name), tuple(features), tuple(cells))

    def _lies(
        self, eyes: Eyes, seat: int, held: tuple[int, ...], kind: int, name: str, board: int, cell: int, here: int
    ) -> tuple[int, ...]:
        """Tell what lies on a cell, whether it is what the seat stands on, and in which of its sets it is."""
        found: tuple[int, ...] = ()
        for number, slot in enumerate(self._on[board]):
            thing = eyes.peek(slot.addr + cell) if cell >= 0 else ir.NONE
            key = seat, kind, name, len(self._on) * number + board, thing
            seen = self._lying.get(key)
            if seen is None:
                words = self._words(slot.type, thing, seat) if cell >= 0 else ["nowhere"]
                seen = self._lying[key] = tuple(self._related(kind, f"{name} {slot.name} {word}") for word in words)
            found += seen
            if thing >= 0:
                if here >= 0 and eyes.peek(slot.addr + here) == thing:
                    found += (self._related(kind, f"{name} here"),)
                for n, own in self._sets:
                    if own.type == f"set {slot.type}" and held[n] >> thing & 1:
                        found += (self._related(kind, f"{name} in {own.name}"),)
        return found

    def _related(self, kind: int, what: str) -> int:
        return self.features.number(f"{self.kinds.names[kind]} {what}")

    def _standing(self, eyes: Eyes, seat: int, held: tuple[int, ...], memory: Memory) -> list[int]:
        found = [memory.last] if memory.last >= 0 else []
        for n, (looks, value) in enumerate(zip(self._looks[seat], held, strict=True)):
            seen = looks.get(value)
            found += self._look(seat, n, value) if seen is None else seen
        for n, board in self._at:
            for slot in self._on[board]:
                thing = eyes.peek(slot.addr + held[n]) if held[n] >= 0 else ir.NONE
                looks = self._looks[seat][n]
                seen = looks.get(-10 - thing)  # cells themselves say nothing
                if seen is None:
                    words = self._words(slot.type, thing, seat)
                    seen = looks[-10 - thing] = tuple(
                        self.tokens.number(f"{self._own[n].name} {slot.name} {word}") for word in words
                    )
                found += seen
        return found

    def _look(self, seat: int, n: int, value: int) -> tuple[int, ...]:
        slot = (*self._own, *self._open)[n]
        if slot.type in self._boards and slot.kind == "cell":
            words: Collection[str] = ()
        elif slot.kind == "pile" or slot.type == "number":
            words = [str(_rounded(value))]
        elif slot.bits:
            words = [str(_rounded(value.bit_count()))]
        else:
            words = self._words(slot.type, value, seat)
        found = self._looks[seat][n][value] = tuple(self.tokens.number(f"{slot.owner} {slot.name} {w}") for w in words)
        return found

    # ------------------------------------------------------------------ things

    def _traits(self, type: str, x: int) -> list[tuple[ir.Trait, int]]:
        domain = self.domains.get(type)
        return [] if domain is None or x < 0 else [(t, self.compiled.tables[t.table][x]) for t in domain.traits]

    def _words(self, type: str, x: int, seat: int) -> list[str]:
        """Say what something is to a seat: its traits, and its name unless there are very many of its type."""
        words = [f"{trait.name} {self._name(trait.type, y, seat)}" for trait, y in self._traits(type, x)]
        if not words or len(self.domains[type].ids) <= MANY:
            words.append(self._name(type, x, seat))
        return words

    def _name(self, type: str, x: int, seat: int) -> str:
        if type in self.domains and x == ir.NONE:
            return "none"
        if type in self.domains and self.domains[type].kind == "player":
            return "me" if x == seat else "another"
        return self.texts.id(type, x)

    def _beyond(self, board: int, cell: int, side: int) -> int:
        domain = self.domains[self._boards[board]]
        if domain.go < 0:
            return ir.NONE
        table = self.compiled.tables[domain.go]
        return table[cell * ((len(table) - 1) // len(domain.ids)) + side]


class Names:
    """Numbers for names, in the order in which they come up."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self._numbers: dict[str, int] = {}

    def number(self, name: str) -> int:
        found = self._numbers.get(name)
        if found is None:
            found = self._numbers[name] = len(self.names)
            self.names.append(name)
        return found


def _news(slot: ir.Slot) -> bool:
    return slot.kind != "cell" or slot.type != "number" or slot.hi - slot.lo <= FAR


def _rounded(x: int) -> int:
    return max((step for step in STEPS if step <= x), default=-1)
