"""What each optimising pass is worth: every one is turned off, and the operations of Python are counted that generated
code and engine carry out in the same random games. No clock is asked, so a busy machine gives the same numbers.

python -m benchmarks.passes                         the largest games, a few minutes each
python -m benchmarks.passes wallenstein --decisions 200

A ratio of 1.20 says: without this pass a fifth more is carried out. `worst` is the same for the step that costs most,
wherever in play it lies. A course of its own (`*`) says that options came in another order, so other games were played.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from random import Random
from types import FrameType
from typing import Any
from unittest.mock import patch

from benchmarks.tables import table
from benchmarks.timing import Row
from regelwerk import library
from regelwerk.dsl import ir
from regelwerk.dsl.ir.optimise import hoisting, inlining, loop_invariants, narrowing, set_fusion, static_tables
from regelwerk.dsl.pipeline import compile_paths
from regelwerk.interpreter.analysis.inline import Inliner
from regelwerk.interpreter.engine.context import Context, State
from regelwerk.interpreter.engine.machine import Machine
from regelwerk.interpreter.engine.python import engine

LARGEST = ("auf-der-walz", "hellweg-westfalicus", "wallenstein", "isle-of-skye", "fenland")


class Enough(Exception):
    """As many decisions have been made as are to be counted."""


@contextmanager
def _nothing_kept(*about: Any, **how: Any) -> Iterator[None]:
    yield


Off = tuple[Any, str, Callable[..., Any]]  # module, name, what it does instead
PASSES: dict[str, tuple[Off, ...]] = {
    "none": (),
    "hoisting": ((hoisting, "rearrange", lambda store: None),),
    "inlining while lowering": ((inlining, "small", lambda store, f: False),),
    "loop invariants": ((loop_invariants, "kept", _nothing_kept),),
    "narrowing": (
        (narrowing, "narrowed", lambda store, loop: loop),
        (narrowing, "sifted", lambda store, loop: loop),
        (narrowing, "restricted", lambda store, loop, to: None),
    ),
    "set fusion": (
        (set_fusion, "may_go_through", lambda writer, loop, after, test: False),
        (set_fusion, "can_be_gone_through", lambda store, e, doubles: False),
        (set_fusion, "can_be_looked_into", lambda store, e: False),
    ),
    "static tables": ((static_tables, "table_of", lambda store, e, params: None),),
    "inlining for Python": ((Inliner, "whole", lambda inliner: inliner.compiled),),
    "frames in variables": ((engine, "leaves", lambda compiled: {}),),
}


@dataclass(frozen=True, slots=True)
class Count:
    """Operations of Python in all, in the step that took most, and where the games stood at the end."""

    all: int
    worst: int
    stood: tuple[tuple[int, ...], ...]


@contextmanager
def without(turned_off: str) -> Iterator[None]:
    """Leave a pass out, wherever code is made."""
    with ExitStack() as off:
        for each in PASSES[turned_off]:
            off.enter_context(patch.object(*each))
        yield


def compiled(name: str) -> ir.Compiled:
    """Compile a bundled game."""
    build = compile_paths(library.find(name).path, scenarios=False)
    assert build.compiled is not None
    return build.compiled


def counted(rules: ir.Compiled, seeds: Sequence[int], decisions: int) -> Count:
    """Play at random and count."""
    machine, total, worst = Machine(rules, "python"), 0, 0
    players = min(3, rules.players[1])
    stood = []
    for seed in seeds:
        for _ in range(2):  # rows and tables are made when they are first needed: the first course is not counted
            S = machine.start(players, seed)
            steps = _steps(machine, S, Random(seed), decisions)
        total, worst = total + sum(steps), max(worst, *steps)
        stood.append(_table(rules, S))
    return Count(total, worst, tuple(stood))


def _steps(machine: Machine, S: State, dice: Random, decisions: int) -> list[int]:
    """Count what is carried out from each decision to the next."""
    steps = [0]

    def local(frame: FrameType, event: str, arg: Any) -> Any:
        if event == "opcode":
            steps[-1] += 1
        return local

    def called(frame: FrameType, event: str, arg: Any) -> Any:
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        return local

    def random() -> float:
        if len(steps) > decisions:
            raise Enough
        steps.append(0)
        return dice.random()

    before = sys.gettrace()
    sys.settrace(called)
    try:
        with suppress(Enough):
            machine.playout(S, random, Context())
    finally:
        sys.settrace(before)
    return steps


def _table(rules: ir.Compiled, S: State) -> tuple[int, ...]:
    """Give what stands on the table; frames lie elsewhere when code is cut otherwise."""
    last = max(slot.addr for slot in rules.slots)
    return tuple(S[min(slot.addr for slot in rules.slots) : last])


def main() -> None:
    """Print a table for every game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=LARGEST)
    parser.add_argument("--decisions", type=int, default=120, help="of each game")
    parser.add_argument("--seeds", type=int, default=2)
    asked = parser.parse_args()
    os.environ["REGELWERK_CACHE"] = "off"  # code that was written with a pass is not taken for code without it
    for name in asked.games:
        rows: list[Row] = []
        whole: Count | None = None
        for turned_off in PASSES:
            with without(turned_off):
                found = counted(compiled(name), range(asked.seeds), asked.decisions)
            whole = whole or found
            own = "" if found.stood == whole.stood else " *"
            ratios = {"all": round(found.all / whole.all, 3), "worst": round(found.worst / whole.worst, 3)}
            rows.append({"turned_off": turned_off + own, **ratios})
        print(f"{name}: {whole.all if whole else 0} operations\n{table(rows)}\n", flush=True)


if __name__ == "__main__":
    main()
