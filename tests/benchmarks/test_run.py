"""The sections of `make bench` can be measured: nobody waits ten minutes to hear that a file has moved."""

import pytest

from benchmarks import race, rulesets, run

SECTIONS = ("carters", "walz", "baselines", "games", "growth")


@pytest.mark.slow
@pytest.mark.parametrize("section", SECTIONS)
def test_a_section_can_be_measured(section: str) -> None:
    title, measure = run.SECTIONS[section]
    assert measure(0.001, 1), title


def test_every_ruleset_that_is_measured_is_there() -> None:
    for name in (*race.PEERS, *(file for file, _ in race.MEASURED.values())):
        assert rulesets.named(name).name
