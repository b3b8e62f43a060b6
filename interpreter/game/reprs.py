"""Rulesets and games as a prompt and a notebook show them."""

from __future__ import annotations

from html import escape

from .playing import Playing
from .rules import Rules


def ruleset_repr(ruleset: Rules) -> str:
    """Show a ruleset in a line."""
    low, high = ruleset.compiled.players
    return f"<Ruleset {ruleset.compiled.name}: {ruleset.compiled.title}, {low} to {high} players>"


def game_repr(game: Playing) -> str:
    """Show a game in a line: who has to decide, or to commit."""
    seats, verb = [decision.seat for decision in game.decisions()], "decide"
    if not seats:
        seats, verb = game.waiting(), "commit"
    names = " and ".join(game.words.texts.title("Player", seat) for seat in seats)
    waits = "over" if game.over else f"{names} to {verb}"
    return f"<Game of {game.ruleset.compiled.title}, {game.players} players: {waits}>"


def ruleset_html(ruleset: Rules) -> str:
    """Show a ruleset: its title, for how many, how many scenarios, what was put on top."""
    compiled = ruleset.compiled
    low, high = compiled.players
    count = f"{low}" if low == high else f"{low} to {high}"
    over = ", ".join(part.id for part in compiled.parts[1:])
    tail = f", with {escape(over)}" if over else ""
    return f"<p><b>{escape(compiled.title)}</b> for {count} players, {len(compiled.scenarios)} scenarios{tail}</p>"


def game_html(game: Playing) -> str:
    """Show a game: what it is, and the decisions in it."""
    return f"<p>{escape(repr(game)[1:-1])}</p>" + "".join(each._repr_html_() for each in game.decisions())
