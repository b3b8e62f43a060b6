"""Why something is not possible, and how a value comes about, in lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product

from rich.text import Text

from regelwerk import Game
from regelwerk.interpreter.decisions import Decision
from regelwerk.interpreter.errors import Refused
from regelwerk.interpreter.why import PRINTED, Reason

TRIED = 200  # ways of one action that are looked at
EXAMPLES = 4
LINES = 14


def _elements(game: Game, written: str) -> list[str]:
    kind = game.words.texts.type(written)
    values = range(kind.lo, kind.hi + 1) if not kind.domains else range(kind.size)
    if written == "Player":
        values = range(game.players)
    return [game.words.texts.id(written, value) for value in islice(values, TRIED)]


def _ways(game: Game, name: str, types: Sequence[str], bare: bool) -> Iterator[str]:
    """Give the ids of all ways to take an entry."""
    for words in islice(product(*(_elements(game, written) for written in types)), TRIED):
        inner = ", ".join(words)
        yield name if not inner else inner if bare else f"{name}({inner})"


def not_offered(game: Game, decision: Decision) -> list[Text]:
    """List the actions that are not possible, or not in every way: each once, with its most common reason."""
    compiled = game.ruleset.compiled
    site = next(site for site in compiled.sites if site.name == decision.site)
    found: dict[str, dict[str, list[str]]] = {}  # action -> reason -> ids
    for entry in site.entries:
        for id in _ways(game, entry.name, entry.types, site.kind == "choose"):
            if decision.option(id) is None:
                for reason in asked(game, id, decision.seat)[:1]:
                    found.setdefault(entry.name, {}).setdefault(reason.text, []).append(id)
    lines = [_line(reasons) for reasons in found.values()]
    here = {entry.proc for entry in site.entries}
    elsewhere: dict[str, list[str]] = {}
    for action in compiled.actions:
        if action.number not in here:
            reasons = asked(game, action.name, decision.seat) if len(action.types) == action.me else []
            text = reasons[0].text if reasons else "That is not offered now."
            elsewhere.setdefault(text, []).append(action.name)
    lines += [_line({text: names}) for text, names in elsewhere.items()]
    more = [Text(f"… and {len(lines) - LINES} more; ? OPTION asks for one")] if len(lines) > LINES else []
    return [*lines[:LINES], *more]


def _line(reasons: dict[str, list[str]]) -> Text:
    text, ids = max(reasons.items(), key=lambda each: len(each[1]))
    count = sum(map(len, reasons.values()))
    shown = ids[:EXAMPLES] if len(reasons) == 1 else ids[:1]
    more = f" and {count - len(shown)} more" if count > len(shown) else ""
    return Text.assemble((", ".join(shown) + more, "bold"), f": {text}{' …' if len(reasons) > 1 else ''}")


def asked(game: Game, id: str, seat: int | None) -> list[Reason]:
    """Ask why an option is not offered; what does not exist has no reasons."""
    try:
        return game.why(id, seat)
    except Refused:
        return []


def guessed(game: Game, typed: str, decision: Decision) -> list[Reason]:
    """Ask about something typed: an option, or what would stand in the brackets of one."""
    names = {entry.name for s in game.ruleset.compiled.sites if s.name == decision.site for entry in s.entries}
    tries = [typed, *(f"{name}({typed})" for name in sorted(names))]
    return next((found for id in tries if (found := asked(game, id, decision.seat))), [])


def reason_lines(reasons: Sequence[Reason]) -> list[Text]:
    """Write reasons with the place of the rule."""
    lines = []
    for reason in reasons:
        file, line, column, _, _ = reason.at
        cites = "".join(f" @{cite.lstrip('@')}" for cite in reason.cites)
        place = f"  ({file}:{line}:{column}{cites})" if file else cites
        lines.append(Text.assemble(reason.text, (place, "dim")))
    return lines


def value_lines(game: Game, name: str, args: Sequence[str], seat: int) -> list[Text]:
    """Explain a value step by step, the result first."""
    steps = game.why_value(name, args, seat)
    value = next(v for v in game.ruleset.compiled.values if v.name == name)
    shown = f"{name}({', '.join(args)})" if args else name
    result = game.words.texts.title(value.type or "number", steps[-1].value)
    lines = [Text.assemble((shown, "bold"), f" = {result}")]
    if len(steps) > 1:
        for step in steps:
            how = "as printed" if step.by == PRINTED else f"by {step.by}"
            lines.append(Text(f"  {step.value if step.by == PRINTED else f'{step.change:+}'} {how}"))
    return lines


def value_names(game: Game) -> list[Text]:
    """List the values one may ask for."""
    lines = []
    for value in game.ruleset.compiled.values:
        types = value.types[1:] if value.me else value.types
        lines.append(Text(value.name + "".join(f" {t.replace(' ', '-')}" for t in types)))
    return lines
