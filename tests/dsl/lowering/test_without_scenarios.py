"""Who runs no scenarios compiles what the rules would be without them: not a number is different."""

import pytest

from regelwerk import library
from regelwerk.dsl.pipeline import Build, check_sources, lowered
from regelwerk.library.sources import texts
from regelwerk.simulation.playtest import playtested


def checked(name: str, scenarios: bool) -> Build:
    place = library.find(name)
    return check_sources(texts(place, ()).base, near=place.path, scenarios=scenarios)


@pytest.mark.parametrize("name", ["pig", "coup", "leduc-poker", "branch-lines"])
def test_what_only_scenarios_need_is_left_out(name: str) -> None:
    whole, bare = checked(name, scenarios=True), checked(name, scenarios=False)
    assert whole.program is not None and whole.program.scenarios
    lowered(whole, testing=False)
    lowered(bare)
    assert whole.compiled is not None and bare.compiled is not None
    assert whole.compiled.model_dump_json() == bare.compiled.model_dump_json()


def test_the_program_itself_stays_whole() -> None:
    build = checked("pig", scenarios=True)
    assert build.program is not None
    build.program.without_scenarios()
    lowered(build)
    fresh = checked("pig", scenarios=True)
    lowered(fresh)
    assert build.compiled is not None and fresh.compiled is not None and build.compiled.scenarios
    assert build.compiled.model_dump_json() == fresh.compiled.model_dump_json()


def test_play_says_the_same_whether_scenarios_are_there_or_not() -> None:
    said = []
    for scenarios in (True, False):
        build = checked("branch-lines", scenarios)
        lowered(build, testing=False)
        found = playtested(build, 5)
        said.append((found.unseen, found.games, [d for d in found.messages if d.code.startswith("RW9")]))
    assert said[0] == said[1]
