"""Why something is not possible, and how a value comes about, in lines of text."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from regelwerk import Game
from regelwerk.interpreter.game.decisions import Decision
from regelwerk.interpreter.game.explain import PRINTED, Reason
from regelwerk.telling.cards import named
from regelwerk.telling.reasons import Where, refused, unplaced
from regelwerk.telling.speech import speaker

LINES = 14


def not_offered(game: Game, decision: Decision, where: Where = unplaced) -> list[Text]:
    """List the actions that are not possible, or not in every way."""
    lines = []
    for refusal in refused(game, decision):
        said = Text.assemble((refusal.title, "bold"), f": {refusal.text}")
        lines.append(said.append(f"  ({place})" if (place := where(refusal.reason.cites)) else "", "dim"))
    left = len(lines) - LINES
    more = [Text(speaker(game)("… and {number} more; ? OPTION asks for one", number=left))] if left > 0 else []
    return [*lines[:LINES], *more]


def reason_lines(reasons: Sequence[Reason], where: Where = unplaced) -> list[Text]:
    """Write reasons with the places of the rule: in the rulebook and in the source."""
    lines = []
    for reason in reasons:
        file, line, column, _, _ = reason.at
        cites = "".join(f" @{cite.lstrip('@')}" for cite in reason.cites)
        source = f"{file}:{line}:{column}{cites}" if file else cites.strip()
        places = "; ".join(place for place in (where(reason.cites), source) if place)
        lines.append(Text.assemble(reason.text, (f"  ({places})" if places else "", "dim")))
    return lines


def value_lines(game: Game, name: str, args: Sequence[str], seat: int) -> list[Text]:
    """Explain a value step by step, the result first."""
    say, steps = speaker(game), game.why_value(name, args, seat)
    value = next(v for v in game.ruleset.compiled.values if v.name == name)
    shown = f"{name}({', '.join(args)})" if args else name
    result = game.words.texts.title(value.type or "number", steps[-1].value)
    lines = [Text.assemble((shown, "bold"), f" = {result}")]
    if len(steps) > 1:
        for step in steps:
            how = say("as printed") if step.by == PRINTED else say("by {what}", what=step.by)
            lines.append(Text(f"  {step.value if step.by == PRINTED else f'{step.change:+}'} {how}"))
    return lines


def thing_lines(game: Game, words: str, seat: int) -> list[Text]:
    """Tell what the cards, tiles and places of a name say."""
    lines = []
    for thing in named(game, seat, words):
        lines.append(Text(thing.title, style="bold"))
        lines += [Text(f"  {line}") for line in (*thing.text, *thing.lines)]
    return lines


def value_names(game: Game) -> list[Text]:
    """List the values one may ask for."""
    lines = []
    for value in game.ruleset.compiled.values:
        types = value.types[1:] if value.me else value.types
        lines.append(Text(value.name + "".join(f" {t.replace(' ', '-')}" for t in types)))
    return lines
