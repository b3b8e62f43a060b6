"""The engines as ways to play: whole games at random, with range checks, requirement checks and the work counter on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import import_module
from random import Random
from typing import Any

from benchmarks.baselines import streams
from benchmarks.timing import Played
from regelwerk.dsl import ir
from regelwerk.interpreter.engine.context import Context
from regelwerk.interpreter.engine.machine import EngineName, Machine

MOST = 1_000_000  # decisions in one game
TITLES = {"reference": "reference interpreter", "python": "generated Python", "wasm": "WebAssembly"}


class Missing(Exception):
    """An engine that is not there; the words say why."""


def decisions(rules: ir.Compiled, players: int, engine: EngineName) -> Callable[[Sequence[int]], int]:
    """Give a function that plays games by number and counts decisions. Whoever decides has the same dice everywhere."""
    machine = Machine(rules, engine)

    def play(seeds: Sequence[int]) -> int:
        made = 0
        for seed in seeds:
            X = Context()
            X.events = []
            word = streams.agent(seed).word
            made += machine.playout(machine.fresh(players, seed), lambda: word() / 2**32, X)  # noqa: B023
        return made

    return play


def quick_dice(rules: ir.Compiled, players: int, engine: EngineName = "python") -> Played:
    """Play with the dice of Python itself, as the classics written by hand do; the log is written and thrown away."""
    machine = Machine(rules, engine)
    random = Random(1).random

    def play(seeds: Sequence[int]) -> int:
        made = 0
        for seed in seeds:
            X = Context()
            X.events = []
            made += machine.playout(machine.fresh(players, seed), random, X)
        return made

    return Played(TITLES[engine], play)


def in_python(rules: ir.Compiled, players: int, engine: EngineName) -> Played:
    """One of the engines written in Python."""
    return Played(TITLES[engine], decisions(rules, players, engine))


def in_wasm(rules: ir.Compiled, players: int) -> Played:
    """WebAssembly: many games in one call. Raises `Missing` where it is not there."""
    tables = Tables(rules, players)
    return Played(TITLES["wasm"], tables.new(), many=True)


class Tables:
    """WebAssembly for one ruleset: every table has a memory of its own and may be played on by its own thread."""

    def __init__(self, rules: ir.Compiled, players: int) -> None:
        self.players = players
        self.machine: Any = _machine(rules)
        self._playing = import_module("regelwerk.interpreter.engine.wasm.playouts")

    def new(self) -> Callable[[Sequence[int]], int]:
        """Give a function like that of `decisions`."""
        table = self._playing.Playouts(self.machine.fast)
        if not table.prepare(self.machine.fresh(self.players, 0), MOST, streams.AGENT):
            raise Missing("WebAssembly cannot lay out this game")

        def play(seeds: Sequence[int]) -> int:
            made = 0
            for seed, outcome in zip(seeds, table.play(self.players, seeds), strict=True):
                if outcome is None:
                    raise Missing(f"WebAssembly cannot play game {seed}")
                made += outcome.decisions
            return made

        return play

    @property
    def bytes_per_game(self) -> int:
        return int(self.machine.fast.loaded.plan.size)


def _machine(rules: ir.Compiled) -> Any:
    if why := without_wasm():
        raise Missing(why)
    build: Any = Machine
    machine = build(rules, "wasm")
    if machine.fast is None:
        raise Missing(machine.slow)
    return machine


@lru_cache(maxsize=1)
def without_wasm() -> str:
    """Say why WebAssembly is not measured; nothing if it is."""
    try:
        host = import_module("regelwerk.interpreter.engine.wasm.host")
    except ImportError:
        return "this version has no WebAssembly engine"
    try:
        host.engine()
    except host.Unavailable as missing:
        return str(missing)
    return ""


def all_of(rules: ir.Compiled, players: int, reference: bool = True) -> list[Played]:
    """List the engines that are there, slowest first, checked to make the same decisions."""
    found = [in_python(rules, players, "reference")] if reference else []
    found.append(in_python(rules, players, "python"))
    if not without_wasm():
        found.append(in_wasm(rules, players))
    same_course(found)
    return found


def same_course(ways: Sequence[Played], games: int = 3) -> None:
    """Stop the run if two ways do not play the same games."""
    for seed in range(games):
        made = {way.name: way.play([seed]) for way in ways}
        if len(set(made.values())) > 1:
            raise AssertionError(f"game {seed} has different numbers of decisions: {made}")
