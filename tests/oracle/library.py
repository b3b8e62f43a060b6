"""The bundled rulesets, compiled once per test process."""

from __future__ import annotations

from functools import cache

from regelwerk import library
from regelwerk.dsl import ir
from regelwerk.dsl.pipeline import compile_paths
from regelwerk.interpreter.engine.machine import EngineName
from regelwerk.interpreter.game.game import Ruleset

FILES = {path.relative_to(library.shelf()).with_suffix("").as_posix(): path for path in library.bundled().values()}


@cache
def compiled(name: str) -> ir.Compiled:
    """Compile a ruleset by its path below `rulesets`, without the ending; overlays follow behind a plus."""
    base, *overlays = name.split("+")
    place = library.Place(FILES[base])
    build = compile_paths(FILES[base], [library.overlay(place, x) for x in overlays], scenarios=False)
    assert build.compiled is not None, [str(d) for d in build.diagnostics]
    return build.compiled


@cache
def ruleset(name: str, engine: EngineName = "python") -> Ruleset:
    """Make a ruleset ready to play."""
    return Ruleset(compiled(name), engine)


def seats(name: str) -> range:
    """Give every number of players, as the text says: a ruleset that does not compile fails its own tests only."""
    least, most = next(e.players for e in library.entries() if e.name.replace("-", "_") == FILES[name].stem)
    return range(least, most + 1)
