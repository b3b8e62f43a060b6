"""Plants changes in the engine one by one and runs the tests that should notice, each in a process of its own.

The engine is imported once; a child gets the code of one function exchanged and runs pytest. What no test notices is
told with its place, unless `equivalent.txt` says why it makes no difference.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import importlib
import inspect
import os
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from .changes import Slip, code_of, slips
from .targets import TARGETS, Target

ROOT = Path(__file__).parents[2]
EXCUSES = Path(__file__).with_name("equivalent.txt")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one change; `place` names it as `equivalent.txt` does."""

    place: str
    noticed: bool


def outcomes(target: Target, most: int | None = None, seed: int = 0, seconds: int = 240) -> Iterator[Outcome]:
    """Try the changes of one module, or as many as are wanted, drawn by lot."""
    module = importlib.import_module(target.module)
    file = inspect.getsourcefile(module)
    assert file is not None
    source = Path(file).read_text(encoding="utf-8")
    lines = source.splitlines()
    places = {}
    for slip in slips(source, frozenset(target.functions)):
        places[f"{target.name}: {slip.function}: {lines[slip.line - 1].strip()}: {slip.what}"] = slip
    known = excuses()
    for place in sorted(places, key=lambda place: _lot(place, seed)):
        slip = places[place]
        if place in known:
            continue
        if most is not None and most <= 0:
            return
        most = None if most is None else most - 1
        yield Outcome(place, _noticed(module, slip, file, target.tests, seconds))


def _lot(place: str, seed: int) -> bytes:
    """Draw by what a change says: an edit elsewhere in the module leaves the others in their order."""
    return hashlib.blake2b(f"{seed} {place}".encode(), digest_size=8).digest()


def excuses() -> frozenset[str]:
    """Read which changes make no difference; the reason stands behind ` # `."""
    said = EXCUSES.read_text(encoding="utf-8").splitlines() if EXCUSES.exists() else []
    return frozenset(line.rsplit("  # ", 1)[0] for line in said if line.strip() and not line.startswith("#"))


def _noticed(module: Any, slip: Slip, file: str, tests: tuple[str, ...], seconds: int) -> bool:
    """Run the tests in a child; a crash or an endless loop is noticed, too."""
    child = os.fork()
    if child == 0:
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        code = 1
        try:
            function = _function(module, slip.function)
            function.__code__ = code_of(slip.tree, slip.function, file)
            code = int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", *tests]))
        finally:
            os._exit(code)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status != 0
        time.sleep(0.05)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return True


def _function(module: Any, name: str) -> FunctionType:
    found = module
    for part in name.split("."):
        found = inspect.getattr_static(found, part)
    if isinstance(found, property):
        found = found.fget
    if isinstance(found, staticmethod | classmethod):
        found = found.__func__
    if isinstance(found, functools.cached_property):
        found = found.func
    found = inspect.unwrap(found)
    assert isinstance(found, FunctionType)
    return found


def main() -> int:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--target", nargs="*", default=[t.name for t in TARGETS], choices=[t.name for t in TARGETS])
    given.add_argument("--most", type=int, help="changes of each, drawn by lot")
    given.add_argument("--seed", type=int, default=0)
    asked = given.parse_args()
    os.chdir(ROOT)
    survived = 0
    for target in (t for t in TARGETS if t.name in asked.target):
        tried = 0
        for outcome in outcomes(target, asked.most, asked.seed):
            tried += 1
            if not outcome.noticed:
                survived += 1
                print(outcome.place, flush=True)
        print(f"# {target.name}: {tried} tried", flush=True)
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
