"""What the two engines in Python share: work counter, traps, chance, places. So errors are the same, too."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn, Protocol

from regelwerk.dsl import ir

from ..errors import Reached, RuleError, Unmet
from . import chance
from .components import Places
from .context import ANY, MOST_DECISIONS, Context, Limits, State
from .draft import put


class Table(Protocol):
    """What engines need from the machine."""

    def ask(self, S: State, X: Context, site: int) -> int:
        """Let somebody decide: the code, or -1 if the machine has to stop."""

    def filtered(self, S: State, X: Context, site: int, found: list[int]) -> list[int]:
        """Keep the options that can be carried through."""

    def stops_here(self, X: Context, proc: int, seats: int) -> bool:
        """Does the machine stop at a simultaneous decision with these seats left?"""

    def can(self, S: State, X: Context, proc: int, args: Sequence[int]) -> int:
        """Try a procedure on a copy: 1 if it can be carried out."""


class Engine(Protocol):
    """A way to run the code of a ruleset. All engines do exactly the same."""

    def run(self, S: State, X: Context) -> None:
        """Go on with the top frame until a stop or the end."""

    def call(self, function: int, S: State, X: Context, args: Sequence[int]) -> int:
        """Run a function and give its result."""

    def who(self, site: int, S: State, X: Context) -> int:
        """Give the seat that decides at a site."""


class Runtime:
    def __init__(self, compiled: ir.Compiled, limits: Limits) -> None:
        self.compiled = compiled
        self.limits = limits
        self.places = Places(compiled)
        self.chances = [(c.addr, chance.increment(c.name)) for c in compiled.chances]
        self.bases = [proc.base for proc in compiled.procs]
        self.entering = [_entering(proc) for proc in compiled.procs]
        self.frame_cells = _frame_cells(compiled)
        self.all_frames = slice(self.frame_cells[0][0], self.frame_cells[-1][1])
        self.secret = {number for number, proc in enumerate(compiled.procs) if proc.secret}
        self.table: Table = _NoTable()

    def canonical(self, S: State) -> State:
        """Copy a state with everything 0 that no longer counts: cells of frames that are not active."""
        C = S.copy()
        keep = {}
        for proc in self.frames(S):
            p = self.compiled.procs[proc]
            keep[p.base] = S[p.base : p.base + p.size]
        for lo, hi in self.frame_cells:
            C[lo:hi] = [0] * (hi - lo)
        C[ir.TICKS] = C[ir.CHOSEN] = C[ir.RESULT] = 0
        for base, cells in keep.items():
            C[base : base + len(cells)] = cells
        return C

    # ------------------------------------------------------------------ work and traps

    def charge(self, S: State, ticks: int, span: int) -> None:
        """Count work."""
        put(S, ir.TICKS, done := S[ir.TICKS] + ticks)
        if done > self.limits.ticks:
            self.out_of_work(span)

    def out_of_work(self, span: int) -> NoReturn:
        raise RuleError("work", f"this takes more than {self.limits.ticks} units of work", span)

    @staticmethod
    def out_of_range(value: int, lo: int, hi: int, span: int) -> NoReturn:
        raise RuleError("range", f"{value} lies outside {lo}..{hi}", span, args=(value, lo, hi))

    @staticmethod
    def some(value: int, span: int) -> int:
        """Give a value back unless it is none."""
        if value in (ir.NONE, ir.NONE_NUM):
            raise RuleError("none", "there is nothing here", span)
        return value

    @staticmethod
    def divide(a: int, b: int, span: int) -> int:
        if b == 0:
            raise RuleError("division", "division by zero", span)
        return a // b

    @staticmethod
    def divide_up(a: int, b: int, span: int) -> int:
        if b == 0:
            raise RuleError("division", "division by zero", span)
        return -(-a // b)

    @staticmethod
    def remainder(a: int, b: int, span: int) -> int:
        if b == 0:
            raise RuleError("division", "division by zero", span)
        return a % b

    @staticmethod
    def unmet(S: State, X: Context, text: int, args: tuple[int, ...], span: int) -> None:
        """Tell that a requirement does not hold; when explaining, go on."""
        if X.unmet is None:
            raise Unmet(text, args, span, S[ir.TICKS])
        X.unmet.append((text, args, span))

    @staticmethod
    def fail(text: int, args: tuple[int, ...], span: int) -> NoReturn:
        raise RuleError("fail", "", span, text, args)

    @staticmethod
    def reached(S: State) -> NoReturn:
        raise Reached(S[ir.TICKS])

    # ------------------------------------------------------------------ decisions

    def nobody(self, site: int) -> NoReturn:
        asked = self.compiled.sites[site]
        raise RuleError("none", "there is nobody who could decide", asked.span)

    def nothing(self, site: int) -> NoReturn:
        asked = self.compiled.sites[site]
        raise RuleError("option", "nothing can be chosen here", asked.span)

    def endless(self, site: int) -> NoReturn:
        asked = self.compiled.sites[site]
        message = f"the game does not end: more than {MOST_DECISIONS} decisions ({asked.name})"
        raise RuleError("work", message, asked.span)

    def too_many(self, site: int) -> NoReturn:
        asked = self.compiled.sites[site]
        message = f"more than {self.limits.options} options to choose from"
        raise RuleError("option", message, asked.span)

    def record(self, S: State, X: Context, kind: str, site: int, code: int) -> None:
        """Log an answer, and whether it is a secret one."""
        secret = bool(self.secret) and not self.secret.isdisjoint(self.frames(S))
        assert X.events is not None
        X.events.append((kind, S[ir.WHO], site, code, secret))

    # ------------------------------------------------------------------ chance

    def draw(self, S: State, X: Context, site: int, bound: int) -> int:
        """Draw 0 .. bound - 1, or take what is supplied."""
        if bound <= 1:
            if bound == 1:
                return 0
            raise RuleError("chance", "there is nothing to draw from", self.compiled.chances[site].span)
        if X.trial:
            raise Reached(S[ir.TICKS])
        supplied = bool(X.supplied)
        wanted: Any = X.supplied.popleft() if X.supplied else ANY
        if wanted != ANY:
            result = wanted
            if isinstance(result, str):
                result = self.position(site, result, X.among, bound)
                X.among = 0
            if type(result) is not int or not 0 <= result < bound:
                found = self.compiled.chances[site]
                shown = result + found.offset if type(result) is int else result
                span = f"{found.offset}..{found.offset + bound - 1}"
                raise RuleError("chance", f"{shown} is not one of {span}", found.span)
            X.consumed.append(result)
        else:
            addr, step = self.chances[site]
            result = chance.below(S, addr, step, bound)
        if X.events is not None:
            X.events.append(("chance", site, bound, result, supplied))
        return result

    def drawer(self, site: int) -> Callable[[State, Context, int], int]:
        """Give `draw` for one site, quick where nothing special is going on."""
        addr, step = self.chances[site]
        multiplier, mask32, mask64 = chance.MULTIPLIER, chance.MASK32, chance.MASK64

        def draw(S: State, X: Context, bound: int) -> int:
            if bound > 1 and not X.supplied and not X.trial and (word := S[addr]) <= mask64:
                shifted = (word >> 18 ^ word) >> 27 & mask32
                turn = word >> 59
                product = ((shifted >> turn | shifted << (-turn & 31)) & mask32) * bound
                if product & mask32 >= bound:  # otherwise some results are surplus
                    S[addr] = word * multiplier + step & mask64
                    result = product >> 32
                    if X.events is not None:
                        X.events.append(("chance", site, bound, result, False))
                    return result
            return self.draw(S, X, site, bound)

        return draw

    def position(self, site: int, wanted: str, among: int, bound: int) -> int:
        """Find the number of a result that was supplied by name: the drawn number itself, or a thing's id."""
        found = self.compiled.chances[site]
        if re.fullmatch(r"-?[0-9]{1,12}", wanted):
            low, of_numbers, _ = found.element.partition("..")
            if found.type or not of_numbers or among.bit_count() != bound:
                return int(wanted) - found.offset
            at = int(wanted) - int(low)
            if at >= 0 and among >> at & 1:
                return (among & ((1 << at) - 1)).bit_count()
        ids = [id for part in found.element.split("|") for d in self.compiled.domains if d.name == part for id in d.ids]
        if not among and found.type:  # all of a kind, from the first on: those at the table
            among = (1 << len(ids)) - (1 << found.offset)
        for element, id in enumerate(ids):
            if among >> element & 1 and wanted in (id, _plain(id)):
                return (among & ((1 << element) - 1)).bit_count()
        there = dict.fromkeys(_plain(id) for element, id in enumerate(ids) if among >> element & 1)
        possible = f"; possible are: {', '.join(there)}" if there else ""
        raise RuleError("chance", f"{wanted} cannot be drawn here{possible}", found.span)

    def shuffle(self, S: State, X: Context, place: int, site: int) -> None:
        """Shuffle a pile; a supplied result lists its components, top first."""
        order = self.places.contents(S, place)
        if len(order) < 2:
            return
        if X.trial:
            raise Reached(S[ir.TICKS])
        supplied = False
        if isinstance(X.supplied, deque) and X.supplied:  # a script does not say how piles are shuffled
            supplied = True
            wanted = X.supplied.popleft()
            listed = isinstance(wanted, list) and all(type(c) is int for c in wanted)
            if not listed or sorted(wanted) != sorted(order):
                span = self.compiled.chances[site].span
                raise RuleError("chance", "the supplied order does not fit the pile", span)
            X.consumed.append(wanted)
            order = wanted
        else:
            addr, step = self.chances[site]
            order = chance.shuffled(order, lambda bound: chance.below(S, addr, step, bound))
        self.places.rewrite(S, place, order)
        if X.events is not None:
            X.events.append(("chance", site, len(order), order, supplied))

    # ------------------------------------------------------------------ frames

    def enter(self, S: State, proc: int, args: Sequence[int], caller: int) -> None:
        """Lay a fresh frame on top: first block, arguments, locals 0."""
        hi, zeros = self.entering[proc]
        put(S, slice(self.bases[proc], hi), [0, caller, *args, *zeros])
        put(S, ir.TOP, proc + 1)

    def frames(self, S: State) -> list[int]:
        """List the procedures of the active frames, top first."""
        active: list[int] = []
        top = S[ir.TOP]
        while top:
            if len(active) == len(self.bases) or not 0 < top <= len(self.bases):
                raise RuleError("internal", "the frames lead nowhere")
            active.append(top - 1)
            top = S[self.bases[top - 1] + ir.FRAME_CALLER]
        return active

    def locals(self, S: State) -> Iterator[tuple[int, str, int]]:
        """Give what the active frames keep: cell, type, value."""
        for number in self.frames(S):
            proc = self.compiled.procs[number]
            cells = range(proc.base + ir.FRAME_LOCALS, proc.base + proc.size)
            yield from ((cell, written, S[cell]) for written, cell in zip(proc.types, cells, strict=False))


def _plain(id: str) -> str:
    """Leave out which copy it is, and whose."""
    return re.sub(r"[#@]\d+", "", id)


def _frame_cells(compiled: ir.Compiled) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for lo, hi in sorted((proc.base, proc.base + proc.size) for proc in compiled.procs):
        if spans and lo <= spans[-1][1]:
            spans[-1] = spans[-1][0], max(hi, spans[-1][1])
        else:
            spans.append((lo, hi))
    return spans


def _entering(proc: ir.Proc) -> tuple[int, list[int]]:
    lo = proc.base + ir.FRAME_LOCALS + proc.params
    hi = max(lo, proc.base + proc.size)
    return hi, [0] * (hi - lo)


class _NoTable:
    def ask(self, S: State, X: Context, site: int) -> int:
        raise RuleError("internal", "nobody sits at the table")

    def filtered(self, S: State, X: Context, site: int, found: list[int]) -> list[int]:
        return found

    def stops_here(self, X: Context, proc: int, seats: int) -> bool:
        return False

    def can(self, S: State, X: Context, proc: int, args: Sequence[int]) -> int:
        raise RuleError("internal", "nobody sits at the table")
