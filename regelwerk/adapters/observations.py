"""What a seat sees as a row of whole numbers, the same cells in every state of a game.

A cell holds 0 for "nothing, or not to be seen", else one more than the place of its value among those it may have.
Seats are counted from the one who looks: `me`, `me+1` …, so that all seats can share what is learnt. Visibility alone
decides what is shown, as in `Game.view`; what no seat ever sees has no cell, of piles it cannot look into a
seat sees the size, and copies that look alike have one value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from regelwerk import Game, Ruleset
from regelwerk.dsl import ir
from regelwerk.interpreter.game.sight.cells import declared_for, indices, owner_of

from .actions import Actions

LARGE = 2**31 - 2  # the highest value that is told
SPREAD = 512  # cells of piles above which things are told by where they lie
ONE_HOT = 64  # values up to which `expand` has a feature for each


@dataclass(frozen=True, slots=True)
class Cell:
    """One number of an observation."""

    name: str
    kind: str  # number, flag, thing, member (of a set), size (of a pile)
    size: int  # values besides 0
    low: int = 0  # what 1 stands for, of a number
    values: tuple[str, ...] = ()  # of things: the names of the values


@dataclass(slots=True)
class Sources:
    """Where the cells come from in the state, for one seat: column by column."""

    cell: list[int] = field(default_factory=list)  # of the state
    flag: list[int] = field(default_factory=list)  # seen if this cell is not 0; -1: always
    pile: list[int] = field(default_factory=list)  # cell with the size of the pile this lies in; -1: in none
    height: list[int] = field(default_factory=list)  # in it, from the bottom, counted from 1
    bit: list[int] = field(default_factory=list)  # of a set; -1: not one
    low: list[int] = field(default_factory=list)
    table: list[int] = field(default_factory=list)  # number of the table by which values are told; AS_IS …

    def add(
        self, cell: int, flag: int = -1, pile: int = -1, height: int = 0, bit: int = -1, low: int = 0, table: int = -1
    ) -> None:
        """Add a cell."""
        for column, value in zip(_columns(self), (cell, flag, pile, height, bit, low, table), strict=True):
            column.append(value)


AS_IS, SEAT, PLACE, TAKEN = -1, -2, -3, -4


def owned(slot: ir.Slot) -> bool:
    """Is this kept for things that every player has, and not for all to see? Then seats are counted here, too."""
    return slot.each > 0 and slot.visibility != "public"


def _columns(s: Sources) -> tuple[list[int], ...]:
    return s.cell, s.flag, s.pile, s.height, s.bit, s.low, s.table


class Observer:
    """The cells of a ruleset for a number of players."""

    def __init__(self, ruleset: Ruleset, players: int, actions: Actions | None = None) -> None:
        low, high = ruleset.compiled.players
        if not low <= players <= high:
            raise ValueError(f"{ruleset.compiled.title} is for {low} to {high} players, not {players}")
        self.ruleset, self.players = ruleset, players
        self.actions = actions or Actions(ruleset)
        self.tables: list[NDArray[np.int64]] = []
        self._tables: dict[str, int] = {}
        self.sources = [Sources() for _ in range(players)]
        sites = tuple(site.name for site in ruleset.compiled.sites)
        self.cells = [Cell("decision", "thing", len(sites), values=sites), Cell("deciding", "number", players, 0)]
        self.cells += [Cell(f"said[{n}]", "number", len(self.actions), 0) for n in range(self.actions.longest - 1)]
        self.head = len(self.cells)
        self._spread = [self._is_spread(movable) for movable in range(len(ruleset.compiled.movables))]
        for slot in ruleset.compiled.slots:
            if slot.shown:
                self._add(slot)
        self.places = [self._seen_places(seat) for seat in range(players)]
        for movable, spread in enumerate(self._spread):
            if spread:
                self._add_places(movable)
        self.sizes = np.array([cell.size for cell in self.cells], np.int64)
        self._arrays = [_Arrays(source) for source in self.sources]

    def spec(self) -> list[Cell]:
        """Tell what every cell is."""
        return list(self.cells)

    def __len__(self) -> int:
        return len(self.cells)

    # ------------------------------------------------------------------ which cells there are

    def _indices(self, slot: ir.Slot) -> Iterator[tuple[int, tuple[int, ...]]]:
        there = indices(slot, self.players)
        return ((i, keys) for i, keys in there if not owned(slot) or owner_of(slot, keys) < self.players)

    def _add(self, slot: ir.Slot) -> None:
        for index, keys in self._indices(slot):
            seen = bool(declared_for(slot, keys) & 1)
            if not seen and slot.revealed < 0 and slot.kind == "cell":
                continue  # of no use to anybody
            name = slot.address + self._key(slot, keys)
            cells = list(self._of(slot, name, seen, seen or slot.revealed >= 0))
            self.cells += [cell for cell, *_ in cells]
            for seat in range(self.players):
                self._from(slot, self._turned(slot, index, keys, seat), cells, seen, seat)

    def _is_spread(self, movable: int) -> bool:
        """Are things of a type told by where each of them lies? The piles they lie in have very many cells, then."""
        compiled = self.ruleset.compiled
        slots = [slot for slot in compiled.slots if slot.movable == movable and slot.kind == "pile"]
        cells = sum(sum(1 for _ in indices(slot, self.players)) * slot.stride for slot in slots)
        alike = self.ruleset.onlookers.alike
        return cells > SPREAD and alike.isdisjoint(compiled.movables[movable].domains)

    def _seen_places(self, seat: int) -> NDArray[np.int64]:
        """Give for every place what a seat is told of what lies there: 0 nothing, else the place, counted from 1."""
        compiled = self.ruleset.compiled
        out = np.zeros(max((run.first + run.count for run in compiled.places), default=1), np.int64)
        for slot in compiled.slots:
            if slot.place < 0 or not slot.shown:
                continue
            for index, keys in self._indices(slot):
                if declared_for(slot, keys) & 1:
                    out[slot.place + self._turned(slot, index, keys, seat)] = slot.place + index
        return out

    def _add_places(self, movable: int) -> None:
        compiled = self.ruleset.compiled
        domains = self.ruleset.machine.texts.type(compiled.movables[movable].domain).domains
        names = [""] * len(self.places[0])
        for slot in compiled.slots:
            if slot.place >= 0:
                for index, keys in indices(slot, self.players):
                    names[slot.place + index] = slot.address + self._key(slot, keys)
        for number, id in enumerate(id for domain in domains for id in domain.ids):
            self.cells.append(Cell(f"{id} lies in", "thing", len(names) - 1, values=tuple(names[1:])))
            for source in self.sources:
                source.add(compiled.movables[movable].loc + number, low=1, table=PLACE)

    def _turned(self, slot: ir.Slot, index: int, keys: tuple[int, ...], seat: int) -> int:
        """Find the index that a seat sees at the place of another one: seats are counted from itself."""
        own = owned(slot)
        if "Player" not in slot.keys and not own:
            return index
        turned = 0
        for n, (kind, key, size) in enumerate(zip(slot.keys, keys, slot.sizes, strict=True)):
            if own and n == 0:
                whose, which = divmod(key, slot.each)
                turned = (whose + seat) % self.players * slot.each + which
            else:
                turned = turned * size + ((key + seat) % self.players if kind == "Player" else key)
        return turned

    def _key(self, slot: ir.Slot, keys: tuple[int, ...]) -> str:
        texts = self.ruleset.machine.texts
        names = []
        for n, key in enumerate(keys):
            if slot.keys[n] == "Player":
                names.append(f"me+{key}" if key else "me")
            elif n == 0 and owned(slot):
                whose, which = divmod(key, slot.each)
                names.append(f"{texts.id(slot.keys[n], which).partition('@')[0]}@{f'me+{whose}' if whose else 'me'}")
            else:
                names.append(texts.id(slot.keys[n], key + (slot.offsets[n] if slot.offsets else 0)))
        return f"[{', '.join(names)}]" if names else ""

    def _of(self, slot: ir.Slot, name: str, seen: bool, looked: bool) -> Iterator[tuple[Cell, int, int, int, int, int]]:
        """Give the cells of one index: cell, offset in the state, height in a pile, bit, lowest value, table."""
        texts = self.ruleset.machine.texts
        if slot.kind == "pile":
            most = slot.stride - 1
            yield Cell(f"{name}.size", "size", most + 1, 0), 0, 0, -1, 0, -1
        elif slot.kind != "cell" and not seen:
            yield Cell(f"{name}.size", "size", 2, 0), 0, 0, -1, 0, TAKEN
        if not looked:
            return
        kind = texts.type(slot.type)
        if slot.kind != "cell" or kind.kind == "ref":
            values = self._values(slot.type)
            table = self._table(slot.type)
            if slot.kind == "pile" and self._spread[slot.movable]:
                return
            if slot.kind == "pile":
                for n in range(1, slot.stride):
                    yield Cell(f"{name}[{n}]", "thing", len(values), values=values), n, n, -1, 0, table
            else:
                yield Cell(name, "thing", len(values), values=values), 0, 0, -1, 0, table
        elif kind.kind == "set":
            inner = slot.type.removeprefix("set ")
            for bit in range(slot.bits):
                told = f"me+{bit}" if inner == "Player" and bit else "me" if inner == "Player" else ""
                told = told or texts.id(inner, bit + kind.lo)
                if inner != "Player" or bit < self.players:
                    yield Cell(f"{name} has {told}", "member", 1), 0, 0, bit, 0, -1
        elif kind.kind == "flag":
            yield Cell(name, "flag", 2, 0), 0, 0, -1, 0, -1
        else:
            size = min(slot.hi - slot.lo + 1, LARGE)
            yield Cell(name, "number", size, slot.lo), 0, 0, -1, slot.lo, -1

    def _values(self, written: str) -> tuple[str, ...]:
        kind = self.ruleset.machine.texts.type(written)
        if written == "Player":
            return tuple(f"me+{n}" if n else "me" for n in range(self.players))
        return tuple(id for domain in kind.domains for id in domain.ids)

    def _table(self, written: str) -> int:
        """Give the table by which things are told: copies that look alike as the first of them."""
        if written == "Player":
            return SEAT
        alike, designs = self.ruleset.onlookers.alike, self.ruleset.onlookers.designs
        if alike.isdisjoint(written.split("|")):
            return AS_IS
        if written not in self._tables:
            told: list[int] = []
            for domain in self.ruleset.machine.texts.type(written).domains:
                first = len(told)
                same = designs[domain.name] if domain.name in alike else range(len(domain.ids))
                told += [first + each for each in same]
            self._tables[written] = len(self.tables)
            self.tables.append(np.array(told, np.int64))
        return self._tables[written]

    def _from(
        self, slot: ir.Slot, index: int, cells: Sequence[tuple[Cell, int, int, int, int, int]], seen: bool, seat: int
    ) -> None:
        to = self.sources[seat]
        start = slot.addr + index * slot.stride
        flag = self.ruleset.compiled.slots[slot.revealed].addr + index if not seen and slot.revealed >= 0 else -1
        turned = slot.type == "set Player"
        for cell, offset, height, bit, low, table in cells:
            at = (bit + seat) % self.players if turned else bit
            shown = -1 if cell.kind == "size" else flag
            to.add(start + offset, shown, start if height else -1, height, at, low, table)

    # ------------------------------------------------------------------ looking

    def observe(self, game: Game, seat: int, said: Sequence[int] = ()) -> NDArray[np.int32]:
        """Give what a seat sees of a game, and what it has said of an option already."""
        S = game.seen_state(seat)
        own = next((d for d in game.decisions() if d.seat == seat), None)
        deciding = own or next(iter(game.decisions()), None)
        # of those who answer at once nobody is told who has no choice, or has thought to the end
        others = next((each for each in game.at_once if each != seat), -1)
        who = own.seat if own else others if others >= 0 else deciding.seat if deciding else -1
        site = game.machine.site(own.site) if own else -1
        if (
            own is None
            and deciding is not None
            and not deciding.secret
            and not game.ruleset.compiled.sites[game.machine.site(deciding.site)].secret
        ):
            site = game.machine.site(deciding.site)
        out = np.zeros(len(self.cells), np.int32)
        out[0] = site + 1
        out[1] = 0 if who < 0 else (who - seat) % self.players + 1
        for n, number in enumerate(said[: self.head - 2]):
            out[2 + n] = number + 1
        out[self.head :] = self._seen(S, seat)
        return out

    def _seen(self, S: Sequence[int], seat: int) -> NDArray[np.int64]:
        a = self._arrays[seat]
        raw = np.fromiter((S[c] >> b & 1 if b >= 0 else S[c] for c, b in a.pairs), np.int64, len(a.pairs))
        flags = np.fromiter((S[c] for c in a.flags), np.int64, len(a.flags))
        piles = np.fromiter((S[c] for c in a.piles), np.int64, len(a.piles))
        return told(raw, flags, piles, a, self, seat)

    def expand(self, observations: NDArray[np.int32]) -> NDArray[np.float32]:
        """Spread observations out for a network: a feature for every value, of many values a share."""
        parts = []
        rows = observations.reshape(-1, len(self.cells))
        for n, cell in enumerate(self.cells):
            column = rows[:, n]
            if cell.kind in ("thing", "number", "size") and cell.size <= ONE_HOT and cell.size > 1:
                parts.append(np.eye(cell.size + 1, dtype=np.float32)[column][:, 1:])
            else:
                parts.append((column / max(1, cell.size)).astype(np.float32)[:, None])
        return np.concatenate(parts, axis=1).reshape(*observations.shape[:-1], -1)


class _Arrays:
    """Sources of one seat as arrays."""

    def __init__(self, sources: Sources) -> None:
        self.pairs = list(zip(sources.cell, sources.bit, strict=True))
        self.cell = np.array(sources.cell, np.int64)
        self.bit = np.array(sources.bit, np.int64)
        self.low = np.array(sources.low, np.int64)
        self.table = np.array(sources.table, np.int64)
        self.flagged = np.flatnonzero(np.array(sources.flag, np.int64) >= 0)
        self.flags = [sources.flag[n] for n in self.flagged]
        self.piled = np.flatnonzero(np.array(sources.pile, np.int64) >= 0)
        self.piles = [sources.pile[n] for n in self.piled]
        self.height = np.array(sources.height, np.int64)[self.piled]
        self.seats = np.flatnonzero(self.table == SEAT)
        self.placed = np.flatnonzero(self.table == PLACE)
        self.taken = np.flatnonzero(self.table == TAKEN)
        self.by_table = [(n, np.flatnonzero(self.table == n)) for n in sorted({t for t in sources.table if t >= 0})]


def told(
    raw: NDArray[np.int64], flags: NDArray[np.int64], piles: NDArray[np.int64], a: _Arrays,
    observer: Observer, seat: int,
) -> NDArray[np.int64]:  # fmt: skip
    """Turn cells of states into what a seat is told; the last axis are the cells."""
    for number, where in a.by_table:
        some = raw[..., where]
        raw[..., where] = np.where(some >= 0, observer.tables[number][np.maximum(some, 0)], -1)
    if a.seats.size:
        some = raw[..., a.seats]
        raw[..., a.seats] = np.where(some >= 0, (some - seat) % observer.players, -1)
    if a.placed.size:
        raw[..., a.placed] = observer.places[seat][raw[..., a.placed]]
    if a.taken.size:
        raw[..., a.taken] = raw[..., a.taken] >= 0
    out = raw - a.low + (a.bit < 0)  # a member of a set is 1, everything else begins with 1
    np.clip(out, 0, observer.sizes[observer.head :], out=out)
    if a.flagged.size:
        out[..., a.flagged] *= flags != 0
    if a.piled.size:
        out[..., a.piled] *= a.height <= piles
    return out
