"""Copies of a game on which a seat may try things out: they look to it as the game does, the rest is dealt anew."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from regelwerk.dsl import ir
from regelwerk.interpreter.context import Context, State
from regelwerk.interpreter.decisions import Decision, Option
from regelwerk.interpreter.errors import RuleError
from regelwerk.interpreter.game import Game
from regelwerk.interpreter.machine import Machine

from .dice import Dice
from .habits import Enough, Habits, Player

Watch = Callable[[State], None]
MOST = 5_000  # decisions of a playout that does not come to an end


class World:
    """One way the hidden things may lie and chance may fall."""

    def __init__(self, game: Game, decision: Decision, seed: int) -> None:
        self.decision = decision
        self.seed = seed
        self.twin = game.determinize(decision.seat, seed)
        self.machine = game.machine
        names = [site.name for site in game.ruleset.compiled.sites]
        self.site = names.index(decision.site)

    def tried(self, option: Option, habits: Habits, horizon: int) -> Player:
        """Take an option and play on; the player tells where that led."""
        dice, secret = Dice(self.seed, "playout"), self.decision.secret
        S = self._answered(option, dice) if secret else self.twin.state.copy()
        player = Player(S, habits, dice, horizon or MOST)
        player.taken.append((self.decision.seat, self.site, option.code))
        X = _listening_to(player)
        with suppress(Enough):
            if not secret:
                self.machine.take(S, X, option.code)
            elif S[ir.ASK]:
                self.machine.take(S, X, player.pick(self.machine.options(S, Context()), S[ir.ASK] - 1))
            elif not S[ir.OVER]:
                self.machine.run(S, X)
        return player

    def _answered(self, option: Option, dice: Dice) -> State:
        """Give a secret answer; the rest of it, and the others, are answered at random."""
        game = self.twin.clone()
        game.choose(option.id, self.decision.seat)
        while any(decision.secret for decision in game.decisions()) or game.waiting():
            for seat in game.waiting():
                game.commit(seat)
            for decision in game.decisions()[:1]:
                if decision.secret:
                    game.choose(decision.options[dice.below(len(decision.options))], decision.seat)
        return game.state


def _listening_to(player: Player) -> Context:
    X = Context()
    X.pick, X.hasty = player.pick, player.name
    return X


def played(
    machine: Machine,
    players: int,
    seed: int,
    habits: Habits,
    horizon: int,
    watch: Callable[[State], None] | None = None,
) -> Player:
    """Play a game from its beginning, up to the horizon if there is one."""
    S = machine.fresh(players, seed)
    player = Player(S, habits, Dice(seed, "lesson"), horizon or MOST)
    player.watch = watch
    with suppress(Enough, RuleError):
        machine.run(S, _listening_to(player))
    return player
