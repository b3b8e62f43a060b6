"""An overlay with one small change that works, to begin with."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from ..dsl import ast
from ..interpreter.scenarios.run import Outcome
from .ruleset import Base, outcomes, overlay, superseded

LAYERS = {
    "edition": "the text of another edition",
    "erratum": "a correction of the rules",
    "expansion": "a module",
    "variant": "another way to play",
    "mod": "cards and rules of your own",
    "house": "rules of your house",
}
_TRIES = 12
_ENOUGH = 60  # scenarios that are run to find a change which upsets none
_NUMBER = re.compile(r"\d+")


def new_overlay(base: Base, layer: str, name: str, title: str) -> str:
    """Write an overlay of a layer; best with a change that upsets no scenario."""
    top = f"# {title}: {LAYERS[layer]}. The game itself stays as it is.\n"
    told = "# A change names a place, what is expected there, and what shall stand there instead.\n"

    def text(change: str, failing: Sequence[Outcome] = ()) -> str:
        return overlay(base, layer, name, title, [told + change, *superseded(failing)], top)

    best, ran = "", 0
    upset: list[Outcome] = []
    for change in islice(_changes(base, title), _TRIES):
        build = base.with_overlay(text(change))
        if base.is_fine(build):
            found = list(outcomes(base, build))
            failing = [outcome for outcome in found if not outcome.ok]
            if not best or len(failing) < len(upset):
                best, upset = change, failing
            ran += len(found)
            if not failing or ran > _ENOUGH:
                break
    return text(best, upset)


def _changes(base: Base, title: str) -> Iterator[str]:
    """Suggest changes: of numbers, of how many may play, at last of the title."""
    for address, old in _numbers(base):
        for new in (int(old) + 1, int(old) - 1):
            if new >= 0:
                yield _change(address, old, str(new))
    for field in base.game.fields:
        if field.name.id == "players" and field.values:
            old = base.said(field.at).removeprefix("players").strip()
            low, dots, high = old.partition("..")
            if dots and int(high) - 1 > int(low):
                yield _change("game.players", old, f"{low}..{int(high) - 1}")
    if base.game.title is not None:
        old = base.said(base.game.title.at)
        yield _change("game.title", old, f'{old[:-1]}: {title}"')


def _change(address: str, old: str, new: str) -> str:
    return f"change {address}\n  from  {old}\n  to    {new}"


def _numbers(base: Base) -> Iterator[tuple[str, str]]:
    """List numbers that stand alone: of cards, values, and what lies there at the start, in this order. Those that no
    scenario speaks of come first."""
    found: list[tuple[int, str, ast.Expr]] = []
    for d in base.decls:
        match d:
            case ast.Thing():
                found += [(0, f"{d.name.id}.{f.name.id}", f.values[0]) for f in d.fields if f.values]
            case ast.Rows() if d.rows:
                cells = zip(d.columns, d.rows[0].values, strict=False)
                found += [(0, f"{d.rows[0].name.id}.{c.id}", value) for c, value in cells if c.id != "copies"]
            case ast.Value() if d.body is not None:
                found.append((1, d.name.id, d.body))
            case ast.State():
                found += [(2, f"{d.owner}.{s.name.id}", s.default[0]) for s in d.slots if s.default]
    told = {word for d in base.decls if isinstance(d, ast.Scenario) for word in re.findall(r"\w+", base.said(d.at))}
    for _, address, value in sorted(found, key=lambda each: (len(told.intersection(each[1].split("."))), each[0])):
        if _NUMBER.fullmatch(said := base.said(value.at)):
            yield address, said
