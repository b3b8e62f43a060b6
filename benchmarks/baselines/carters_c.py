"""Carters written by hand in C (`carters.c`), compiled on the spot."""

import ctypes
import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.baselines.carters import MAP, PLAYERS, STEPS
from benchmarks.baselines.streams import AGENT
from regelwerk.interpreter.engine.chance import MASK64, fnv1a64, increment

SOURCE = Path(__file__).with_name("carters.c")
SITES = ("effect.setup/draw p", "action.work/draw d")


class NoCompiler(Exception):
    """There is no C compiler here, or it does not compile this."""


class Outcome(NamedTuple):
    trace: int
    decisions: int
    points: tuple[int, ...]
    coins: tuple[int, ...]


class _Outcome(ctypes.Structure):
    _fields_ = (
        ("trace", ctypes.c_uint64),
        ("decisions", ctypes.c_int32),
        ("points", ctypes.c_int32 * PLAYERS),
        ("coins", ctypes.c_int32 * PLAYERS),
    )


def _header() -> str:
    """Write the cards and the map as C."""
    ways = len(MAP[0].roads)
    tables = {
        f"int8_t STEPS[{len(STEPS)}]": ", ".join(map(str, STEPS)),
        f"int16_t ROADS[{len(MAP)}][{ways}]": ", ".join(f"{{{', '.join(map(str, place.roads))}}}" for place in MAP),
        f"uint8_t GOOD[{len(MAP)}]": ", ".join(str(place.good) for place in MAP),
        f"uint8_t TOLL[{len(MAP)}]": ", ".join(str(place.toll) for place in MAP),
    }
    sizes = f"enum {{ CARDS = {len(STEPS)}, PLACES = {len(MAP)}, WAYS = {ways} }};\n"
    return sizes + "".join(f"static const {name} = {{{values}}};\n" for name, values in tables.items())


class Carters:
    """The compiled game."""

    def __init__(self, trace: bool = False) -> None:
        words = shlex.split(os.environ.get("CC", "cc"))
        if not words or shutil.which(words[0]) is None:
            raise NoCompiler("there is no C compiler (cc)")
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            (Path(folder) / "carters_map.h").write_text(_header(), encoding="utf-8")
            library = Path(folder) / "carters.so"
            flags = ["-O3", "-shared", "-fPIC", "-I", folder, *(["-DTRACE"] if trace else [])]
            done = subprocess.run(
                [*words, *flags, "-o", str(library), str(SOURCE)], capture_output=True, text=True, check=False
            )
            if done.returncode:
                raise NoCompiler(f"the C compiler does not compile {SOURCE.name}: {done.stderr.strip()[:200]}")
            self._library = ctypes.CDLL(str(library))
        self._names = (ctypes.c_uint64 * 2)(*map(fnv1a64, SITES))
        self._steps = (ctypes.c_uint64 * 3)(*map(increment, SITES), AGENT)

    def _play(self, seeds: Sequence[int]) -> Any:
        given = (ctypes.c_uint64 * len(seeds))(*(seed & MASK64 for seed in seeds))
        found = (_Outcome * len(seeds))()
        self._library.carters_playouts(given, len(seeds), self._names, self._steps, found)
        return found

    def decisions(self, seeds: Sequence[int]) -> int:
        """Play a game for each seed; give the number of decisions."""
        return sum(outcome.decisions for outcome in self._play(seeds))

    def outcomes(self, seeds: Sequence[int]) -> list[Outcome]:
        """Play a game for each seed; tell how they went."""
        return [Outcome(o.trace, o.decisions, tuple(o.points), tuple(o.coins)) for o in self._play(seeds)]
