"""A ruleset on its way to WebAssembly: what all parts of it share, and which functions there are."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from regelwerk.dsl import ir
from regelwerk.dsl.ir.operations import Node
from regelwerk.interpreter.analysis.code import called, everything, sites_at_risk
from regelwerk.interpreter.analysis.inline import Inliner
from regelwerk.interpreter.analysis.reachable import Reachable, reachable, without_the_rest
from regelwerk.interpreter.analysis.unroll import Unroller
from regelwerk.interpreter.engine.learning.policy import MEMORY
from regelwerk.interpreter.engine.learning.rollouts import scorings

from ..chance import fnv1a64, increment
from ..context import Limits
from ..trials import DEEPEST
from . import memory as mem
from .bounds import Bounds
from .code.masks import types
from .encode import I32, I64, Code, Module
from .memos import Memos
from .owners import Owner, codes_of
from .spans import inside, words
from .state_layout import Layout, Region

WIDE = 4  # words of a mask that is kept in memory

# Variants of a function: in play, in an invariant, and on the two states an invariant looks back at.
PLAIN, CHECKED, BEFORE, START = range(4)
MOST_OPTIONS = 1 << 18  # cells of the stack of options
MOST_SCRATCH = 1 << 20  # bytes for temporary lists
MOST_EVENTS = 1 << 17  # words for events of one step
MARKED = 1 << 15  # codes of options below this are marked, to find doubles
MOST_GAMES = 1 << 10  # games of one call
RING = 8 * MEMORY + 16  # bytes of a seat: where it goes on, what it did last, and the keys of what it did before


@dataclass(frozen=True, slots=True)
class Table:
    """Static data in memory; the guard value lies in front of it."""

    at: int
    size: int
    words: int
    count: int


@dataclass(frozen=True, slots=True)
class Library:
    """Who makes the functions that are written only if something calls them (`code.library`, `entries.exports`)."""

    helpers: Mapping[str, Callable[[Program], int]]
    remembered: Callable[[Program, int, Code], Code]
    nth: Callable[[Program, int], int]
    cheapest: Callable[[Program, int, int, int, int], int]
    pairs: Callable[[Program, int, int, int, int], int]
    can: Callable[[Program, int], int]
    can_now: Callable[[Program, int], int]


class Program:
    def __init__(self, compiled: ir.Compiled, limits: Limits, library: Library) -> None:
        self.library = library
        compiled = without_the_rest(compiled, _needed(compiled))
        compiled = Inliner(compiled).whole()
        self.reachable = _needed(compiled)  # what was written out where it is called is not
        compiled = self.compiled = Unroller(without_the_rest(compiled, self.reachable)).whole()
        self.limits = limits
        self.layout = Layout(compiled)
        self.bounds = Bounds(compiled, self.layout)
        self._measure_frames()
        self._unify_places()
        in_play = reachable(compiled, []).functions
        self.memos = Memos(compiled, self.bounds, in_play, self.place_regions)
        self.layout.stamps = len(self.memos.groups)
        self.layout.settle()
        self.module = Module()
        self.memory = mem.Memory()
        size = self.layout.size
        self.state, self.before, self.start, self.fresh = (self.memory.room(size + 8, 16) + 8 for _ in range(4))
        self.signalling = self._signalling()
        codes = [(owner, list(everything(code))) for owner, code in codes_of(compiled)]
        self.searching = {
            n for _, nodes in codes for node in nodes if node[0] in ("dijkstra", "pairs") for n in called(node)
        }
        self.trying = self._trying([owner for owner, nodes in codes if any(node[0] == "trial" for node in nodes)])
        self.ended = {
            term[1]
            for n, proc in enumerate(compiled.procs)
            for block in proc.blocks
            if (term := block.term)[0] == "end" and term[1] != n
        }  # procedures that others may leave
        self.risky = sites_at_risk(compiled, self.reachable.procs)
        self.secret = any(proc.secret for proc in compiled.procs)
        self.together = any(block.term[0] == "all" for proc in compiled.procs for block in proc.blocks)
        self.move_may_fail = bool(compiled.movables)
        self._tables: dict[int, Table] = {}
        self._rows: dict[tuple[str, int], tuple[int, int, int, int]] = {}
        self._functions: dict[tuple[int, int], int] = {}
        self._named: dict[object, int] = {}
        self.todo: list[tuple[int, int, Code]] = []  # functions that are called and not written yet
        self.procs = {n: self.module.function([I32], [I32]) for n in sorted(self.reachable.procs)}
        self.asks = {n: self.module.function([], [I64]) for n in sorted(self.reachable.sites)}
        self.proc_type = self.module.type([I32], [I32])
        self._buffers()
        self._static()

    def _measure_frames(self) -> None:
        """Make cells of frames as wide as the widest local they hold."""
        for number, proc in enumerate(self.compiled.procs):
            for local, span in enumerate(self.bounds.frames.locals[number]):
                cell = proc.base + ir.FRAME_LOCALS + local - self.layout.frames
                self.layout.frame_words[cell] = max(self.layout.frame_words[cell], words(span), 1)

    def _unify_places(self) -> None:
        """Let all places have cells of one size, so that things can be moved between any two of them."""
        self.place_regions = [self._region_of(run.addr) for run in self.compiled.places]
        self.loc_regions = [self._region_of(movable.loc) for movable in self.compiled.movables]
        for group in (self.place_regions, self.loc_regions):
            spans = [span for region in group for span in (region.span, (region.guard or 0, region.guard or 0))]
            for region in group:
                region.widest = min(lo for lo, _ in spans), max(hi for _, hi in spans)

    def _region_of(self, cell: int) -> Region:
        region = self.layout.region(cell)
        if region is None:
            raise ValueError("a place lies among the frames")
        return region

    def _signalling(self) -> set[int]:
        """Find the functions that may end a trial, themselves or through others."""
        found: set[int] = set()
        callers: dict[int, set[int]] = {}
        for n, f in enumerate(self.compiled.functions):
            for node in everything(f.body):
                if node[0] in ("needs", "draw", "shuffle", "move", "dijkstra") or self._stumbles(n, node):
                    found.add(n)
                for other in called(node):
                    callers.setdefault(other, set()).add(n)
        todo = list(found)
        while todo:
            more = callers.get(todo.pop(), set()) - found
            found |= more
            todo += more
        return found

    def _trying(self, todo: list[Owner]) -> set[Owner]:
        """Find the code that may try something, itself or through functions, given what does itself."""
        found: set[Owner] = set()
        while todo:
            owner = todo.pop()
            if owner not in found:
                found.add(owner)
                todo += self.bounds.callers.get(owner[1], []) if owner[0] == "f" else []
        return found

    def _stumbles(self, function: int, node: Node) -> bool:
        """May a number leave its range here, something be missing, or something be divided by zero?"""
        match node:
            case ("chk", of, least, most, _):
                span = self.bounds.of(("f", function), of)
                return span is not None and not inside(span, (least, most))
            case ("some", of, _):
                span = self.bounds.of(("f", function), of)
                return span is not None and span[0] < 0
            case ("div" | "divup" | "mod", _, by, _):
                span = self.bounds.of(("f", function), by)
                return span is not None and span[0] <= 0 <= span[1]
        return False

    def state_of(self, variant: int) -> int:
        """Give the address of the state that a variant looks at."""
        return {PLAIN: self.state, CHECKED: self.state, BEFORE: self.before, START: self.start}[variant]

    # ------------------------------------------------------------------ static data

    def _static(self) -> None:
        compiled, layout = self.compiled, self.layout
        put = self.memory.numbers
        self.proc_base = put([self.state + layout.frame_cell(proc.base) for proc in compiled.procs], 4)
        flat = [block for proc in compiled.procs for block in proc.blocks]
        firsts = [0]
        for proc in compiled.procs:
            firsts.append(firsts[-1] + len(proc.blocks))
        self.first_block = put(firsts, 4)
        self.units = put([1 if block.unit else 0 for block in flat], 1)
        self.unit_numbers = put([block.unit for block in flat], 4)
        self.risks = put([int(block.risk) for block in flat], 1)
        self.open = put([int(bool(block.risk or block.rooms)) for block in flat], 1)
        self.room_lists: list[tuple[int, ...]] = [()]
        self.block_rooms = put([self.rooms(block.rooms) for block in flat], 2)
        self.proc_rooms = put([self.rooms(proc.rooms) for proc in compiled.procs], 2)
        self.asking = put([_asking_unit(proc, k) for proc in compiled.procs for k in range(len(proc.blocks))], 1)
        self.secrets = put([int(proc.secret) for proc in compiled.procs], 1)
        rows = []
        for run, region in zip(compiled.places, self.place_regions, strict=True):
            for i in range(run.count):
                at = self.state + region.at + (run.addr + i * run.stride - region.start) * region.size
                cap = run.stride - 1 if run.kind == "pile" else 0
                rows.append((run.first + i, at, cap, min(region.span[1], self.bounds.place_span[1]), region.big))
        self.place_count = max((row[0] + 1 for row in rows), default=1)
        table = bytearray(16 * self.place_count)
        for place, *about in rows:
            struct.pack_into("<iiii", table, 16 * place, *about)
        self.places = self.memory.put(bytes(table), 16)
        self.place_size = self.place_regions[0].size if self.place_regions else 8
        self.loc_size = self.loc_regions[0].size if self.loc_regions else 8
        self.chances = [(self.state + self._region_of(c.addr).at, increment(c.name)) for c in compiled.chances]
        self.names = put([fnv1a64(c.name) for c in compiled.chances], 8)
        self.words_at = put([at for at, _ in self.chances], 4)

    def rooms(self, listed: list[int]) -> int:
        """Give the number of a list of rooms."""
        found = tuple(listed)
        if found not in self.room_lists:
            self.room_lists.append(found)
        return self.room_lists.index(found)

    def _buffers(self) -> None:
        """Lay out what is only used while running."""
        room = self.memory.room
        self.options = room(8 * MOST_OPTIONS)
        self.options_end = self.options + 8 * MOST_OPTIONS
        self.marks = room(4 * MARKED)
        self.scratch = room(MOST_SCRATCH)
        self.scratch_end = self.scratch + MOST_SCRATCH
        self.events = room(8 * MOST_EVENTS)
        self.events_end = self.events + 8 * MOST_EVENTS
        self.most_games = MOST_GAMES
        self.seeds = room(8 * MOST_GAMES)
        self.values = len(self.compiled.ranks) * self.compiled.players[1]
        self.outcome = 24 + 8 * self.values
        self.outcomes = room(self.outcome * MOST_GAMES)
        self._for_rollouts()
        self.saved = room(4 * len(self.layout.big))  # for every big region, the last copy that has it
        self.earlier = room(4 * len(self.layout.big) * (DEEPEST + 3))  # ... and the one before, by copy
        self.copies = room(self.layout.size * (DEEPEST + 3), 16)

    def _for_rollouts(self) -> None:
        room = self.memory.room
        self.rings = room(RING * self.compiled.players[1])  # what seats did last
        self.logits = room(8 * (self.limits.options + 1))  # how much the options at hand are liked
        self.digits = room(8 * max((len(e.radix) for site in self.compiled.sites for e in site.entries), default=0))

    def table(self, number: int) -> Table:
        """Give a table, placing it when it is first wanted."""
        if number not in self._tables:
            data = self.compiled.tables[number]
            form = words((min(data), max(data))) if data else 0
            size = 8 * form or next(
                n for n in (1, 2, 4, 8) if all(-(1 << 8 * n - 1) <= v < 1 << 8 * n - 1 for v in data)
            )
            at = self.memory.numbers([data[-1], *data], size) + size if data else 0
            self._tables[number] = Table(at, size, form, len(data))
        return self._tables[number]

    def rows(self, kind: str, number: int) -> tuple[int, int, int, int]:
        """Give lists of numbers, or the elements of a table of masks: starts, elements, size of one, number of rows."""
        if (kind, number) not in self._rows:
            if kind == "row":
                lists = self.compiled.lists[number]
            else:
                masks = self.compiled.tables[number]
                lists = [_elements(mask) for mask in masks]
            lists = [lists[-1], *lists] if lists else []
            flat = [x for row in lists for x in row]
            size = next(n for n in (1, 2, 4, 8) if all(-(1 << 8 * n - 1) <= v < 1 << 8 * n - 1 for v in flat))
            at = self.memory.numbers(flat, size)
            starts = [at]
            for row in lists:
                starts.append(starts[-1] + size * len(row))
            self._rows[kind, number] = self.memory.numbers(starts, 4), at, size, len(lists) - 1
        return self._rows[kind, number]

    # ------------------------------------------------------------------ functions

    def param(self, function: int, n: int) -> int:
        """Tell how a parameter is kept."""
        return words(self.bounds.registers["f", function].get(n) or (0, 0))

    def in_memory(self, owner: Owner) -> bool:
        """Do wide masks of this code lie in memory?"""
        return owner[0] != "s" and owner not in self.trying

    def by_address(self, function: int, n: int) -> bool:
        """Is a parameter the address of a wide mask?"""
        span = self.bounds.registers["f", function].get(n) or (0, 0)
        return words(span) >= WIDE and function not in self.searching and self.in_memory(("f", function))

    def function(self, number: int, variant: int = PLAIN) -> int:
        """Give the number of a function, to be written later if it is new."""
        if (number, variant) not in self._functions:
            if number not in self.reachable.functions:
                raise LookupError(f"function {number} was left out")
            f = self.compiled.functions[number]
            params = [
                kind
                for n in range(f.params)
                for kind in ([I32] if self.by_address(number, n) else types(self.param(number, n)))
            ]
            result = types(words(self.bounds.results[number] or (0, 0)))
            index, code = self.module.function(params, result)
            self._functions[number, variant] = index
            if variant == PLAIN and number in self.memos.of:
                code = self.library.remembered(self, number, code)
            self.todo.append((number, variant, code))
        return self._functions[number, variant]

    def stamp(self, number: int) -> int:
        """Give the address of a stamp."""
        return self.state + self.layout.stamps_at + 8 * number

    def once(self, key: object, make: Callable[[], int]) -> int:
        """Give a function that is made when it is first wanted."""
        if key not in self._named:
            self._named[key] = make()
        return self._named[key]

    def helper(self, name: str) -> int:
        """Give one of the functions all rulesets have."""
        return self.once(name, lambda: self.library.helpers[name](self))

    def nth(self, k: int) -> int:
        return self.once(("nth", k), lambda: self.library.nth(self, k))

    def cheapest(self, ways: int, cost: int, rest: int, variant: int) -> int:
        make = self.library.cheapest
        return self.once(("ways", ways, cost, rest, variant), lambda: make(self, ways, cost, rest, variant))

    def pairs(self, gain: int, form: int, rest: int, variant: int) -> int:
        make = self.library.pairs
        return self.once(("pairs", gain, form, rest, variant), lambda: make(self, gain, form, rest, variant))

    def trial_of(self, proc: int, once: bool = False) -> int:
        """Give the function that tries a procedure: again and again with a copy of the state at hand, or just once."""
        if once:
            return self.once(("can now", proc), lambda: self.library.can_now(self, proc))
        return self.once(("can", proc), lambda: self.library.can(self, proc))


def _elements(mask: int) -> list[int]:
    """List the elements of a set; most sets of a large board have few."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found


def _needed(compiled: ir.Compiled) -> Reachable:
    """Find what can run in a game, in its checks, and when it is scored."""
    ends = [check.function for check in compiled.invariants] + [rank.function for rank in compiled.ranks]
    return reachable(compiled, [*ends, *scorings(compiled)])


def site_rooms(site: ir.Site) -> list[int]:
    """List the rooms that some entry of a site needs."""
    return sorted({room for entry in site.entries for room in entry.rooms})


def _asking_unit(proc: ir.Proc, then: int) -> int:
    """Tell whether the question that goes on with a block stands in a guarded unit."""
    return next((1 if b.unit else 0 for b in proc.blocks if b.term[0] == "ask" and b.term[2] == then), 0)
