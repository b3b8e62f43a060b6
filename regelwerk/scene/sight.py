"""Values of the rules, read with a seat's eyes, and what the options of a decision pick."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from regelwerk import Game
from regelwerk.dsl import ir
from regelwerk.interpreter.engine.context import Context
from regelwerk.interpreter.errors import RuleError
from regelwerk.interpreter.game.decisions import Decision
from regelwerk.interpreter.game.unseen import Unseen, seen_by


class Sight:
    """Asks for values of the rules, as far as a seat can see what they depend on."""

    def __init__(self, game: Game, seat: int | None) -> None:
        self.game = game
        self.seat = seat
        self.state = seen_by(game, seat)
        self.call = game.machine.reference.call

    def ask(self, value: ir.Named, args: Sequence[int], me: int | None = None) -> int | None:
        """Give a value; None if the seat cannot know it."""
        who = me if me is not None else self.seat or 0
        try:
            return self.call(value.number, self.state, Context(), [who, *args] if value.me else args)
        except (Unseen, RuleError):
            return None


def picks(game: Game, decision: Decision) -> Iterator[list[tuple[str, int]]]:
    """Give what each option picks: types and elements."""
    site = next(i for i, s in enumerate(game.ruleset.compiled.sites) if s.name == decision.site)
    for option in decision.options:
        entry, chosen = game.words.offers.split(site, option.code)
        yield list(zip(entry.types, chosen, strict=True))
