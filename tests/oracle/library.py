"""The bundled rulesets and the probes, compiled once per test process."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from regelwerk.dsl import ir
from regelwerk.dsl.check import check
from regelwerk.dsl.lower import lower
from regelwerk.dsl.parse import parse
from regelwerk.dsl.source import Source
from regelwerk.interpreter.machine import EngineName
from regelwerk.interpreter.ruleset import Ruleset

FOLDER = Path(__file__).resolve().parents[2] / "rulesets"
FILES = {
    path.relative_to(FOLDER).with_suffix("").as_posix(): path
    for path in sorted([*FOLDER.glob("*.regel"), *(FOLDER / "probes").glob("*.regel")])
}


@cache
def compiled(name: str) -> ir.Compiled:
    """Compile a ruleset by its path below `rulesets`, without the ending."""
    path = FILES[name]
    tree, mishaps = parse(Source(path.name, path.read_text(encoding="utf-8")))
    assert not [d for d in mishaps if d.is_error], [str(d) for d in mishaps]
    program, messages = check([tree])
    assert program is not None, [str(d) for d in messages]
    return lower(program)


@cache
def ruleset(name: str, engine: EngineName = "python") -> Ruleset:
    """Make a ruleset ready to play."""
    return Ruleset(compiled(name), engine)


def seats(name: str) -> range:
    """Give every number of players, as the text says: a ruleset that does not compile fails its own tests only."""
    found = re.search(r"^ +players +(\d+)(?:\.\.(\d+))?", FILES[name].read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    return range(int(found[1]), int(found[2] or found[1]) + 1)
