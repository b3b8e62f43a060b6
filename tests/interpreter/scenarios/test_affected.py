"""A scenario whose mark is as before comes out as before."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regelwerk.dsl.pipeline import compile_sources
from regelwerk.dsl.source import Source
from regelwerk.interpreter.game.game import Ruleset
from regelwerk.interpreter.scenarios.affected import marks
from regelwerk.interpreter.scenarios.run import run_scenarios

GAME = Path(__file__).resolve().parents[3] / "rulesets" / "coup.regel"


def results(text: str) -> dict[tuple[str, int | None], bool]:
    build = compile_sources([Source("edited.regel", text)])
    if build.compiled is None:
        return {}
    outcomes = run_scenarios(Ruleset(build.compiled, "reference"))
    return {(o.title, m): o.ok for o, m in zip(outcomes, marks(build.compiled), strict=True)}


@pytest.fixture(scope="module")
def before() -> dict[tuple[str, int | None], bool]:
    found = results(GAME.read_text(encoding="utf-8"))
    assert len(found) > 5 and all(mark is not None for _, mark in found)
    return found


@settings(max_examples=8)
@given(st.integers(0, 2**32 - 1))
def test_equal_marks_mean_equal_outcomes(before: dict[tuple[str, int | None], bool], seed: int) -> None:
    text, rng = GAME.read_text(encoding="utf-8"), random.Random(seed)
    for _ in range(rng.randrange(1, 4)):
        number = rng.choice(list(re.finditer(r"\b\d\b", text)))
        text = text[: number.start()] + str(rng.randrange(9)) + text[number.end() :]
    after = results(text)
    assert {key: after[key] for key in after.keys() & before.keys()} == {
        key: before[key] for key in after.keys() & before.keys()
    }


def test_remarks_and_lines_touch_no_scenario(before: dict[tuple[str, int | None], bool]) -> None:
    text = GAME.read_text(encoding="utf-8")
    assert results("# a remark\n\n" + text.replace("\n\n", "\n\n\n")) == before


def test_a_changed_scenario_is_touched_alone(before: dict[tuple[str, int | None], bool]) -> None:
    text = GAME.read_text(encoding="utf-8")
    *rest, last = re.split(r"(?m)^(?=scenario )", text)
    number = list(re.finditer(r"\b\d\b", last[: last.index("\ntexts ")]))[-1]
    changed = last[: number.start()] + str((int(number[0]) + 1) % 10) + last[number.end() :]
    after = results("".join(rest) + changed)
    assert len(after) == len(before) and len(after.keys() - before.keys()) == 1
