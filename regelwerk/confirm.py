"""What play tells about a ruleset: warnings are confirmed or put into proportion, and what goes wrong is shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from .dsl.compile import Build
from .dsl.diagnostics import Diagnostic, Severity, sort_key
from .dsl.source import Span
from .interpreter.ruleset import Ruleset
from .interpreter.survey import never_offered, survey

MAY_BE_EMPTY = "RW4052"


def confirmed(build: Build, games: int, look_up: Callable[[], None] = lambda: None) -> list[Diagnostic]:
    """Give the messages of a build after at most so many games of seeded random play. `look_up` is called at every
    decision, and may break it off by an exception."""
    if build.compiled is None or games < 1:
        return build.diagnostics
    ruleset = Ruleset(build.compiled)
    doubts = any(d.code == MAY_BE_EMPTY for d in build.diagnostics)
    seen = survey(ruleset, games, open_questions=doubts, look_up=look_up)
    spans = [Span(*s) for s in build.compiled.spans]
    played = f"{seen.games} games" if seen.games != 1 else "1 game"
    out = []
    broken = {spans[span] for span, *_ in seen.problems}
    for d in build.diagnostics:
        if d.code == MAY_BE_EMPTY and d.at not in broken:
            d = replace(d, help=f"{d.help} Not seen in {played}.")
        out.append(d)
    for span, message, players, seed in seen.problems:
        text = f"Play stopped here: {message or 'a rule went wrong'}".rstrip(".") + "."
        help = f"Seen with {players} players and seed {seed}."
        out.append(Diagnostic("RW9001", text, spans[span], help))
    if not seen.problems:
        for name, span in never_offered(ruleset, seen):
            help = "Is one of its requirements never met? Try `regelwerk why`."
            text = f"`{name}` was not possible once in {played}."
            out.append(Diagnostic("RW4053", text, spans[span], help, Severity.WARNING))
    return sorted(out, key=sort_key)
