"""What play tells about a ruleset: warnings are confirmed or put into proportion, and what goes wrong is shown."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from ..dsl import ast
from ..dsl.diagnostics import Diagnostic, Severity, sort_key
from ..dsl.pipeline import Build
from ..dsl.source import Span
from ..interpreter.engine.machine import EngineName
from ..interpreter.game.game import Ruleset
from ..interpreter.scenarios.survey import never_offered
from .surveys import surveyed

MAY_BE_EMPTY = "RW4052"
TOO_LATE = "RW4062"
NEVER_FILLED = "RW4063"
GAMES = 50  # played unless told; fewer say nothing about what was not possible in them
DECISIONS = 40  # for each game, on an average: long games are played less often
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Playtested:
    """The messages after play, and the actions that too few games have not shown."""

    messages: list[Diagnostic]
    unseen: tuple[str, ...] = ()
    games: int = 0

    @property
    def note(self) -> str:
        """Say in one line what was not seen; empty if there is nothing to say."""
        if not self.unseen:
            return ""
        more = len(self.unseen) - _SHOWN
        some = ", ".join(self.unseen[:_SHOWN]) + (f" and {more} more" if more > 0 else "")
        what = "1 action was" if len(self.unseen) == 1 else f"{len(self.unseen)} actions were"
        return f"{what} not seen in {_played(self.games)} at random: {some}. Play more with `--play 200`."


def playtested(
    build: Build, games: int = GAMES, engine: EngineName = "auto", look_up: Callable[[], None] = lambda: None
) -> Playtested:
    """Give the messages of a build after at most so many games of seeded random play. `look_up` is called at every
    decision, and may break it off by an exception."""
    if build.compiled is None or games < 1:
        return Playtested(build.diagnostics)
    ruleset = Ruleset(build.compiled, engine)
    doubts = any(d.code == MAY_BE_EMPTY for d in build.diagnostics)
    seen = surveyed(ruleset, games, games * DECISIONS, doubts, look_up)
    spans = [Span(*s) for s in build.compiled.spans]
    played = _played(seen.games)
    out = []
    broken = {spans[span] for span, *_ in seen.problems}
    foreseen = [d for d in build.diagnostics if d.code == TOO_LATE and d.at in broken]
    for d in (d for d in build.diagnostics if d not in foreseen):
        if d.code == MAY_BE_EMPTY and d.at not in broken:
            d = replace(d, help=f"{d.help} Not seen in {played}.")
        out.append(d)
    for span, message, players, seed in seen.problems:
        if early := [d for d in foreseen if d.at == spans[span]]:  # play has shown what was feared
            shown = f"{early[0].help} Play stopped here with {players} players and seed {seed}."
            out.append(replace(early[0], help=shown, severity=Severity.ERROR))
            continue
        text = f"Play stopped here: {message or 'a rule went wrong'}".rstrip(".") + "."
        help = f"{_way_out(message, _written(build, spans[span]))}Seen with {players} players and seed {seed}."
        out.append(Diagnostic("RW9001", text, spans[span], help))
    for span, kind in seen.stumbled.items():
        said, way = _LEFT_OUT[kind]
        written = _written(build, spans[span])
        if kind == "none":
            way = _missing(written) or way
        elif to := _TO.search(written):
            way = way.replace("slot", to[1])
        out.append(Diagnostic("RW4060", said, spans[span], way, Severity.WARNING))
    empty = any(d.code == NEVER_FILLED for d in build.diagnostics)  # which says why much of it is not possible
    unseen = (
        [] if seen.problems or empty else [each for each in never_offered(ruleset, seen) if _concerns(build, each[0])]
    )
    if seen.games >= GAMES:
        for name, span in unseen:
            help = "Is one of its requirements never met? Try `regelwerk why`."
            text = f"`{name}` was not possible once in {played}."
            out.append(Diagnostic("RW4053", text, spans[span], help, Severity.WARNING))
        unseen = []
    return Playtested(sorted(out, key=sort_key), tuple(name for name, _ in unseen), seen.games)


def _concerns(build: Build, action: str) -> bool:
    """With overlays, only what they bring or touch is of interest."""
    made = build.composition
    if made is None or not made.layers:
        return True
    meant = (op for layer in made.layers for op in layer.ops if isinstance(op, ast.Suspend) and op.forbids)
    if any(op.path.parts[0] == action for op in meant):
        return False
    return any(f"{action}.".startswith(f"{a}.") or f"{a}.".startswith(f"{action}.") for a in made.origin)


_LEFT_OUT = {
    "range": (
        "In play, something was not offered because a number would have left its range here.",
        "Say so with a requirement that has an `else`, write `but at most …`, or widen the range.",
    ),
    "none": (
        "In play, something was not offered because there was nothing here.",
        'Say so with a requirement: `needs deck.size > 0 else "The deck is empty."`, or do it only `if` it is there.',
    ),
    "division": (
        "In play, something was not offered because of a division by zero here.",
        "Say so with a requirement that has an `else`, or write `but at least 1` behind the divisor.",
    ),
    "place": (
        "In play, something was not offered because a place was taken.",
        'Say so with a requirement: `needs slot = none else "The place is taken."`.',
    ),
}
_KEPT = re.compile(r"([\w.]+)\[[^\]]*\]")
_TO = re.compile(r"^move .* to ([\w.]+)$")
_TAKEN = re.compile(r"(?:top|bottom)\(([\w.]+)\)")


def _written(build: Build, at: Span) -> str:
    """Return the text at a place of one line; of a key also what is kept for it."""
    source = build.sources.get(at.file)
    if source is None or at.line != at.end_line or not 0 < at.line <= len(source.lines):
        return ""
    line = source.lines[at.line - 1]
    begin, end = at.column - 1, at.end_column - 1
    around = (kept[0] for kept in _KEPT.finditer(line) if kept.start() < begin and end < kept.end())
    return next(around, line[begin:end])


def _missing(written: str) -> str:
    """Say what to do about something that was not there, if what is written tells: `room[x]`, `top(deck)`."""
    if kept := _KEPT.fullmatch(written):
        return (
            f"`{kept[1]}` is not kept for what stood in the brackets then: let only such be picked for which it is, or "
            f'ask before that with `needs … else "…"`.'
        )
    if taken := _TAKEN.fullmatch(written):
        return (
            f"Do it only `if {taken[1]}.size > 0`, or say so with a requirement: "
            f'`needs {taken[1]}.size > 0 else "Nothing is left here."`.'
        )
    return ""


_OUTSIDE = re.compile(r"(-?\d+) lies outside (-?\d+)\.\.(-?\d+)")


def _way_out(message: str, written: str) -> str:
    """Say what can be done about a rule that went wrong; empty if that depends."""
    if outside := _OUTSIDE.search(message):
        value, low, high = map(int, outside.groups())
        return f"Write `but at {f'most {high}' if value > high else f'least {low}'}`, or widen the range. "
    if "nothing can be chosen" in message:
        return "Offer something that is always possible; behind `choose`, write `if any`. "
    if "there is nothing" in message and (way := _missing(written)):
        return f"{way} "
    if "there is nothing" in message:
        return "Ask first whether there is something: `needs deck.size > 0` for a pile, `if x != none`, or `if any`. "
    if "place is taken" in message:
        to = _TO.search(written)
        return f"Do it only `if {to[1] if to else 'slot'} = none`, or declare the place as a `pile of`. "
    if "repeated too often" in message:
        return "Let it end when nothing more can come, too: `until … or deck.size = 0`; or say `repeat at most 5`. "
    if "division by zero" in message:
        return "Divide only where the divisor is not 0, or write `but at least 1` behind it. "
    return ""


def _played(games: int) -> str:
    return f"{games} games" if games != 1 else "1 game"
