"""The generated engine: the compiled ruleset as Python source. Does exactly what the reference does."""

from __future__ import annotations

import hashlib
import marshal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from types import CodeType
from typing import Any

from regelwerk.dsl import ir
from regelwerk.interpreter.analysis.chains import Rows, set_rows
from regelwerk.interpreter.analysis.code import in_play, sites_at_risk, with_context
from regelwerk.interpreter.analysis.inline import Inliner
from regelwerk.interpreter.analysis.never_stopping import leaves

from .. import cache, searches
from ..context import Context, Limits, State
from ..draft import put
from ..runtime import Runtime
from .expressions import MASKS
from .procedures import ProcEmitter

Args = tuple[int, ...]
Procedure = Callable[[State, Context, int], int]
MANY = 150  # functions and procedures from which on it is worth while to keep what was written
TALK = {"name", "title", "parts", "texts", "translations", "titles", "scenarios", "spans", "shows"}  # not in the code


@dataclass(frozen=True, slots=True)
class Written:
    """Code, and what it wants to find beside it."""

    code: CodeType
    contextual: list[int]  # functions that take the context
    made_rows: list[Any]
    rows: list[int]  # tables of sets that are read as lists
    zeros: list[int]
    slices: list[tuple[int, int]]


def source_of(compiled: ir.Compiled, limits: Limits) -> tuple[str, ProcEmitter]:
    """Write the source for functions and procedures."""
    compiled = Inliner(compiled).whole()
    emitter = ProcEmitter(compiled, with_context(compiled.functions), limits.ticks)
    emitter.risky = sites_at_risk(compiled, range(len(compiled.procs)))
    emitter.risky_in_play = sites_at_risk(compiled, in_play(compiled))
    emitter.most_options = limits.options
    emitter.leaves = leaves(compiled)
    emitter.made_rows = []
    lines: list[str] = []
    for number in range(len(compiled.functions)):
        emitter.function(number)
        lines += emitter.take_lines()
    for number in range(len(compiled.sites)):
        emitter.who(number)
        emitter.decision(number)
        lines += emitter.take_lines()
    lines += _procedures(emitter)
    return "\n".join(lines) + "\n", emitter


def _procedures(emitter: ProcEmitter) -> list[str]:
    lines = []
    for number in range(len(emitter.compiled.procs)):
        emitter.procedure(number)
        lines += emitter.take_lines()
    return lines


class Generated:
    def __init__(self, runtime: Runtime) -> None:
        self.runtime = runtime
        self.compiled = runtime.compiled
        self._emitter: ProcEmitter | None = None
        written = self._kept("rules", self._write)
        self.space = self._space(runtime)
        self._fill(written)
        exec(written.code, self.space)
        for number, kind in enumerate(written.made_rows):
            make = self.space[f"k{number}"]
            self.space[f"K{number}"] = set_rows(make, kind) if isinstance(kind, int) else Rows(make, kind)
        functions = range(len(self.compiled.functions))
        contextual = set(written.contextual)
        self.functions: list[Any] = [self.space[f"f{n}"] for n in functions]
        self.contextual = [n in contextual for n in functions]
        self._who: list[Any] = [self.space[f"w{n}"] for n in range(len(self.compiled.sites))]
        self.procedures: list[Procedure] = [self.space[f"p{n}"] for n in range(len(self.compiled.procs))]
        self.tried: list[Procedure] = []  # the variant for trials, written when first needed
        self.risks = [[block.risk or bool(block.rooms) for block in proc.blocks] for proc in self.compiled.procs]
        self.units = [[block.unit for block in proc.blocks] for proc in self.compiled.procs]

    def _write(self) -> Written:
        source, self._emitter = source_of(self.compiled, self.runtime.limits)
        return _compiled(source, self._emitter, "<ruleset>")

    def _write_trials(self) -> Written:
        emitter = self._emitter or source_of(self.compiled, self.runtime.limits)[1]
        emitter.trial, frames = True, self.runtime.all_frames
        emitter.in_frames = range(frames.start, frames.stop)
        return _compiled("\n".join(_procedures(emitter)) + "\n", emitter, "<trials>")

    def _kept(self, part: str, write: Callable[[], Written]) -> Written:
        """Give code that was kept, or write it; small rulesets are written as quickly as they are read."""
        if len(self.compiled.functions) + len(self.compiled.procs) < MANY:
            return write()
        key = f"{part}-{self._key}"
        content = cache.read(key)
        if content is not None:
            with suppress(ValueError, EOFError, TypeError):
                return Written(*marshal.loads(content))
        written = write()
        cache.write(key, marshal.dumps(tuple(getattr(written, name) for name in Written.__slots__)))
        return written

    @cached_property
    def _key(self) -> str:
        """Name everything the code depends on."""
        rules = self.compiled.model_dump_json(exclude=TALK)
        writer = cache.writer()
        said = f"{sys.implementation.cache_tag} {sys.hexversion} {writer} {self.runtime.limits}\n{rules}"
        return hashlib.sha256(said.encode()).hexdigest()

    def _space(self, runtime: Runtime) -> dict[str, Any]:
        """Lay out everything the source may name."""
        places = runtime.places
        space: dict[str, Any] = {
            "__builtins__": {"abs": abs, "range": range, "len": len, "list": list, "int": int},
            "BIT": (*(1 << i for i in range(MASKS)), None), "NOT": (*(~(1 << i) for i in range(MASKS)), None),
            "DISTINCT": dict.fromkeys, "MIN": min, "MAX": max, "ENUMERATE": enumerate, "LIST": tuple,
            "ELEMENTS": searches.elements,
            "WORK": runtime.out_of_work, "RANGE": runtime.out_of_range, "SOME": runtime.some,
            "DIV": runtime.divide, "DIVUP": runtime.divide_up, "MOD": runtime.remainder,
            "HAS": _has, "NTH": searches.nth, "UNMET": runtime.unmet, "FAIL": runtime.fail, "REACHED": runtime.reached,
            "SHUFFLE": runtime.shuffle, "MOVE": places.move, "PSIZE": places.size, "PTOP": places.top,
            "PSET": places.mask, "CONTENTS": places.contents,
            "CHEAPEST": self._cheapest, "PAIRS": self._pairs,
            "ENDLESS": runtime.endless, "NOBODY": runtime.nobody, "NOTHING": runtime.nothing,
            "TOO_MANY": runtime.too_many, "RECORD": runtime.record,
            "ASK": runtime.table.ask, "FILTERED": runtime.table.filtered,
            "PUT": put, "STOPS": runtime.table.stops_here, "CAN": runtime.table.can,
        }  # fmt: skip
        return space

    def _fill(self, written: Written) -> None:
        """Add static data as tuples."""
        for number, table in enumerate(self.compiled.tables):
            self.space[f"T{number}"] = tuple(table)
        for number, rows in enumerate(self.compiled.lists):
            self.space[f"L{number}"] = tuple(map(tuple, rows))
        for number in written.rows:
            masks = self.compiled.tables[number]
            rows = [[i for i in range(mask.bit_length()) if mask >> i & 1] for mask in masks]
            self.space[f"M{number}"] = tuple(map(tuple, rows))
        for number in range(len(self.compiled.chances)):
            self.space[f"D{number}"] = self.runtime.drawer(number)
        for size in written.zeros:
            self.space[f"Z{size}"] = (0,) * size
        for first, stop in written.slices:
            self.space[f"C{first}_{stop}"] = slice(first, stop)

    # ------------------------------------------------------------------ engine

    def call(self, function: int, S: State, X: Context, args: Sequence[int]) -> int:
        """Run a function and give its result."""
        f = self.functions[function]
        result: int = f(S, X, *args) if self.contextual[function] else f(S, *args)
        return result

    def who(self, site: int, S: State, X: Context) -> int:
        """Give the seat that decides at a site."""
        seat: int = self._who[site](S, X)
        return seat

    def run(self, S: State, X: Context) -> None:
        """Go on with the top frame; when it is finished, with its caller where that stands."""
        bases = self.runtime.bases
        procedures = self._for_trials() if X.trial else self.procedures
        top = S[ir.TOP]
        if not top:
            return
        X.in_play = self.runtime.frames(S)[-1] == self.compiled.main
        while top:
            proc = top - 1
            r = procedures[proc](S, X, S[bases[proc]])
            if r == 0:
                return
            if r > 1:
                proc, r = self._end(S, X, proc, r - 2), 1
            top = S[bases[proc] + ir.FRAME_CALLER]
            if X.home >= 0 and top:
                self._back_home(S, X, top - 1)
        put(S, ir.TOP, 0)
        put(S, ir.OVER, 1 if proc == self.compiled.main else 0)

    def _end(self, S: State, X: Context, proc: int, last: int) -> int:
        """Leave frames until `last` is left; without it, all. Give the lowest frame left."""
        bases = self.runtime.bases
        while proc != last:
            below = S[bases[proc] + ir.FRAME_CALLER]
            if below == 0:
                break
            proc = below - 1
            if proc == X.home:
                self.runtime.reached(S)
        S[ir.RESULT] = 0
        return proc

    def _back_home(self, S: State, X: Context, proc: int) -> None:
        if proc == X.home:
            block = S[self.runtime.bases[proc]]
            if not self.risks[proc][block] or self.units[proc][block] != X.unit:
                self.runtime.reached(S)

    def _for_trials(self) -> list[Procedure]:
        if not self.tried:
            written = self._kept("trials", self._write_trials)
            self._fill(written)
            exec(written.code, self.space)
            self.tried = [self.space[f"q{n}"] for n in range(len(self.compiled.procs))]
        return self.tried

    # ------------------------------------------------------------------ searches

    def _cheapest(self, S: State, X: Any, start: int, goal: int, f: Any, f_x: int, g: Any, g_x: int, rest: Args) -> int:
        ways = (lambda x: f(S, X, x, *rest)) if f_x else (lambda x: f(S, x, *rest))
        cost = (lambda x, y: g(S, X, x, y, *rest)) if g_x else (lambda x, y: g(S, x, y, *rest))
        return searches.cheapest(S, start, goal, ways, cost, self.runtime.charge)

    def _pairs(self, S: State, X: Any, mask: int, f: Any, f_x: int, rest: Args) -> int:
        gain = (lambda a, b: f(S, X, a, b, *rest)) if f_x else (lambda a, b: f(S, a, b, *rest))
        return searches.best_pairs(S, mask, gain, self.runtime.charge)


def _compiled(source: str, emitter: ProcEmitter, name: str) -> Written:
    code: CodeType = compile(source, name, "exec")
    return Written(
        code,
        sorted(emitter.contextual),
        emitter.made_rows,
        sorted(emitter.rows),
        sorted(emitter.zeros),
        sorted(emitter.slices),
    )


def _has(mask: int, element: int) -> int:
    return mask >> element & 1 if element >= 0 else 0
