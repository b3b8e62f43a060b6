"""Whatever stands in a file: messages or a ruleset come out of it, and the ruleset plays or says why not."""

from __future__ import annotations

from pathlib import Path

import pytest

from regelwerk.dsl.pipeline import Build, compile_sources
from regelwerk.dsl.source import Source, sources_of
from regelwerk.interpreter.engine.context import Context, Limits
from regelwerk.interpreter.engine.machine import Machine
from regelwerk.interpreter.errors import RuleError
from tests.amounts import part_of

from .mutations import RULESETS, mutate

SMALL = [p for p in RULESETS if p.is_file() and p.stat().st_size < 6000]
LIMITS = Limits(ticks=200_000, options=2_000, trials=200)


def compiled(seed: int, paths: list[Path], slips: int) -> Build:
    """Make mistakes in a ruleset; in one of its files, if it has several."""
    files = sources_of(paths[seed % len(paths)])
    texts = [file.read_text(encoding="utf-8") for file in files]
    texts[seed % len(files)] = mutate(texts[seed % len(files)], seed, slips)
    return compile_sources([Source(file.name, text) for file, text in zip(files, texts, strict=True)])


def play(build: Build, seed: int) -> None:
    """Play some decisions; a rule error is an answer, anything else is not."""
    assert build.compiled is not None
    machine = Machine(build.compiled, "python", LIMITS)
    state = machine.fresh(build.compiled.players[0], seed)
    left = 60

    class Enough(Exception):
        pass

    def pick(options: list[int], site: int) -> int:
        nonlocal left
        left -= 1
        if left < 0:
            raise Enough
        return options[(seed * 31 + left) % len(options)]

    x = Context()
    x.pick = pick
    problem = None
    try:
        machine.run(state, x)
    except RuleError as error:
        problem = error
    except Enough:
        pass
    assert problem is None or problem.kind != "internal", str(problem)


@pytest.mark.parametrize("start", range(4))
def test_broken_sources_give_messages_not_tracebacks(start: int) -> None:
    for seed in range(start * 30, start * 30 + 30):
        build = compiled(seed, RULESETS, 1 + seed % 4)
        assert build.ok or any(d.is_error for d in build.diagnostics)
        for d in build.diagnostics:
            assert d.code.startswith("RW")
            assert d.message


@pytest.mark.parametrize("start", range(2))
def test_rulesets_that_survive_their_mistakes_play_within_limits(start: int) -> None:
    played = 0
    for seed in range(start * 50, start * 50 + 50):
        build = compiled(seed, SMALL, 1)
        if build.ok:
            play(build, seed)
            played += 1
    assert played > 5


@pytest.mark.slow
@pytest.mark.parametrize("start", range(40))
def test_many_broken_sources(start: int) -> None:
    for seed in range(1000 + start * 100, 1000 + start * 100 + part_of(100)):
        build = compiled(seed, RULESETS, 1 + seed % 4)
        if build.ok:
            play(build, seed)
