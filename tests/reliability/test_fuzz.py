"""Hostile files, a few of each kind; `python -m tests.reliability.fuzz` tries as many as one likes."""

from __future__ import annotations

import pytest

from tests.amounts import part_of

from .fuzz import flaw


@pytest.mark.parametrize("kind", ["save", "log", "compiled"])
def test_a_hostile_file_ends_in_a_message(kind: str) -> None:
    flaws = [said for seed in range(150) if (said := flaw(kind, seed))]
    assert not flaws, flaws[0]


def test_a_log_without_its_members_is_refused_or_leads_elsewhere() -> None:
    for seed in range(5000, 5150):
        assert not (said := flaw("log", seed)), said


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["save", "log", "compiled", "source"])
def test_many_hostile_files_end_in_a_message(kind: str) -> None:
    seeds = range(10_000, 10_000 + part_of(400 if kind == "source" else 4_000))
    flaws = [said for seed in seeds if (said := flaw(kind, seed, 60))]
    assert not flaws, flaws[0]
