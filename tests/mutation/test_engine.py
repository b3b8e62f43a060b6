"""A few changes of each part of the engine that guards something, drawn by lot: all are noticed, or excused."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest

from tests.mutation.changes import code_of, slips
from tests.mutation.run import ROOT, excuses
from tests.mutation.targets import TARGETS, Target

EACH = 8

SOURCE = """
class Seat:
    def owner(self, keys: list[int]) -> int | None:
        return keys[0] if keys and not self.shared else None
def apart(a: set[int], b: set[int]) -> set[int]:
    def left(c: int | None) -> int | None:
        found: int | None = c
        return found
    return a - b
"""


def test_slips_are_made_in_what_a_function_does() -> None:
    found = {(s.function, s.what): s for s in slips(SOURCE)}
    assert {what for name, what in found if name == "apart"} == {"a difference turned round"}
    assert ("Seat.owner", "the last instead of the first") in found
    assert ("Seat.owner", "`not` dropped") in found
    assert not any("Bit" in what for _, what in found)  # what is said of types is no rule
    changed = found["apart", "a difference turned round"]
    assert "return b - a" in ast.unparse(changed.tree)
    assert code_of(changed.tree, "Seat.owner", "x").co_name == "owner"
    assert {s.function for s in slips(SOURCE, frozenset({"Seat"}))} == {"Seat.owner"}


def test_excuses_name_a_target() -> None:
    assert all(line.split(":")[0] in {t.name for t in TARGETS} for line in excuses())


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS, ids=lambda t: t.name)
def test_a_wrong_engine_is_noticed(target: Target) -> None:
    """In a process of its own: children would inherit what tests have kept here, made by the engine as it is."""
    command = [sys.executable, "-m", "tests.mutation.run", "--target", target.name, "--most", str(EACH)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert [line for line in done.stdout.splitlines() if not line.startswith("#")] == []
    assert f"# {target.name}: " in done.stdout, done.stderr
