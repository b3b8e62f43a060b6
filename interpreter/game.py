"""A game in progress: who must decide, what they can choose, and everything one may ask about it."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ..dsl import ir
from .checks import Violation, at_check, set_up, violations
from .context import TABLE, Context, Event, State
from .decisions import Decision, Option
from .errors import Refused, RuleError
from .history import History, Position, Step, run_step, settle
from .logs import Entry
from .ruleset import Ruleset, Words
from .scores import Result, Sheet, ranking, sheets
from .together import Together

if TYPE_CHECKING:
    from .why import Reason, ValueStep


class Game:
    """Made by `Ruleset.new_game` or `load`."""

    def __init__(
        self, ruleset: Ruleset, seed: int, position: Position, words: Words, log: list[Event], checks: bool
    ) -> None:
        self.ruleset = ruleset
        self.machine = ruleset.machine
        self.seed = seed
        self.words = words
        self.checks = checks
        self.violations: list[Violation] = []
        self._position = position
        self._x = Context()
        self._x.table = TABLE
        self._x.events = log
        self._x.supplied = deque()
        self._first = position.S.copy()
        self._before = self._first
        self._together: Together | None = None
        self._decisions: list[Decision] | None = None
        self.history = History(self.machine, position)

    @classmethod
    def begin(cls, ruleset: Ruleset, players: int, seed: int, names: Sequence[str] | None, checks: bool) -> Game:
        """Start a game and run to the first decision."""
        S = ruleset.machine.fresh(players, seed)
        words = Words(ruleset, names or [])
        game = cls(ruleset, seed, Position(S), words, [], checks)
        game.machine.run(S, game._x)
        settle(game.machine, S, game._x)
        if ruleset.compiled.invariants:
            game._before = set_up(game.machine, players, seed) or S.copy()
        game.history = History(game.machine, game._position)
        game._arrived()
        return game

    # ------------------------------------------------------------------ looking

    @property
    def state(self) -> State:
        """The state itself; not to be changed."""
        return self._position.S

    @property
    def players(self) -> int:
        return self.state[ir.PLAYERS]

    @property
    def over(self) -> bool:
        return bool(self.state[ir.OVER])

    @property
    def hash(self) -> str:
        """Give the fingerprint of the position: equal positions, equal fingerprints."""
        return hashlib.blake2b(self.machine.packed(self.state), digest_size=16).hexdigest()

    def decisions(self) -> list[Decision]:
        """List who has to decide what: one decision, or several at once in secret."""
        if self._decisions is None:
            self._decisions = self._described()
        return self._decisions

    def _described(self) -> list[Decision]:
        offers = self.words.offers
        if self._together is not None:
            return [
                offers.decision(branch.S, branch.X.options, secret=True)
                for branch in self._together.branches.values()
                if not branch.done
            ]
        if not self.state[ir.ASK]:
            return []
        return [offers.decision(self.state, self._x.options)]

    def decision(self, seat: int | None = None) -> Decision:
        """Give the decision of a seat, or the only one."""
        found = [d for d in self.decisions() if seat is None or d.seat == seat]
        if len(found) != 1:
            raise Refused("nobody has to decide" if not found else "several seats decide at once: say which")
        return found[0]

    def waiting(self) -> list[int]:
        """List the seats that have answered in secret and not committed yet."""
        branches = self._together.branches.values() if self._together else ()
        return [branch.seat for branch in branches if branch.done and not branch.committed]

    @property
    def log(self) -> list[Entry]:
        """Everything that happened; `log_for` is what a seat may see of it."""
        return [self.words.logs.entry(event) for event in self._x.events or ()]

    @property
    def logged(self) -> int:
        """Count the entries of the log."""
        return len(self._x.events or ())

    def log_for(self, seat: int | None) -> list[Entry]:
        """Give the log as a seat may see it; None is somebody who only watches."""
        return [self.words.logs.entry_for(event, seat, self.over) for event in self._x.events or ()]

    @property
    def scores(self) -> list[Sheet]:
        return sheets(self.ruleset.compiled, self.state)

    @property
    def result(self) -> Result | None:
        """Who has won, once the game is over."""
        return ranking(self.ruleset.compiled, self.machine.engine, self.state) if self.over else None

    def seen_state(self, seat: int | None) -> State:
        """Give the state as it is for a seat: with its own secret answers, if it is giving any."""
        if self._together is not None and seat in self._together.branches:
            return self._together.branches[seat].S
        return self.state

    def view(self, seat: int | None) -> dict[str, Any]:
        """Give everything a seat may see, as JSON; None is somebody who only watches."""
        from .view import view

        return view(self, seat)

    def why(self, option: str, seat: int | None = None) -> list[Reason]:
        """Tell why an option or action is not offered; nothing if it is."""
        from .why import why

        return why(self, option, seat)

    def why_value(self, name: str, args: Sequence[int | str] = (), seat: int = 0) -> list[ValueStep]:
        """Tell step by step how a rule value comes about."""
        from .why import why_value

        return why_value(self, name, args, seat)

    # ------------------------------------------------------------------ playing

    def choose(self, answer: Option | str | int, seat: int | None = None) -> None:
        """Answer a decision by option, id or code, and play on."""
        decision = self.decision(seat)
        option = decision.option(answer)
        if option is None:
            raise Refused(f"{answer} is not offered to seat {decision.seat + 1} at {decision.site}")
        if self._together is not None:
            self._together.answer(decision.seat, option.code)
            self._decisions = None
            return
        self._play(Step("choose", code=option.code))

    def revise(self, seat: int, keep: int = 0) -> None:
        """Take back the secret answers of a seat that has not committed, except the first few."""
        branch = self._branch(seat)
        if branch.committed:
            raise Refused(f"seat {seat + 1} has committed")
        assert self._together is not None
        self._together.branches[seat] = self._together.replayed(seat, branch.answers[:keep])
        self._decisions = None

    def commit(self, seat: int) -> None:
        """Make the secret answers of a seat final; when all have, they are played."""
        branch = self._branch(seat)
        if not branch.done:
            raise Refused(f"seat {seat + 1} has not decided everything")
        branch.committed = True
        assert self._together is not None
        if self._together.complete:
            self._play_together()

    def _branch(self, seat: int) -> Any:
        if self._together is None or seat not in self._together.branches:
            raise Refused(f"seat {seat + 1} takes no part in a secret decision")
        return self._together.branches[seat]

    def _play_together(self) -> None:
        assert self._together is not None
        answers = {seat: branch.answers for seat, branch in self._together.branches.items()}
        self._play(Step("together", answers=answers))

    def supply(self, results: Sequence[Any]) -> None:
        """Give the next chance results: numbers from 0 for draws, lists of components for shuffles."""
        assert self._x.supplied is not None
        self._x.supplied.extend(results)

    @property
    def supplied(self) -> list[Any]:
        """Chance results that were supplied and not used yet."""
        return list(self._x.supplied or ())

    def call(self, name: str, seat: int = 0, args: Sequence[int | str] = ()) -> None:
        """Run an effect or action by name, outside the course of play, which goes on when it has ended."""
        from .why import named, read_args

        compiled = self.ruleset.compiled
        effect = named([*compiled.effects, *compiled.actions], name)
        self._together = None
        self._play(Step("call", proc=effect.number, args=read_args(self, effect, args, seat)))

    def _play(self, step: Step) -> None:
        X = self._x
        assert X.events is not None
        assert X.supplied is not None
        step.logged = len(X.events)
        X.consumed = []
        X.options = []
        try:
            run_step(self.machine, self._position, X, step)
            self._arrived()
        except RuleError:
            del X.events[step.logged :]
            X.supplied.extendleft(reversed(X.consumed))
            self._return_to(len(self.history.steps))
            raise
        step.supplied = X.consumed
        self.history.add(step, self._position)
        if self.checks and self.at_check:
            self.violations += self.check()

    def _arrived(self) -> None:
        """Look where the machine stands now."""
        S = self.state
        self._decisions = self._together = None
        if Together.stands(S):
            self._together = Together(self.machine, S)
        elif S[ir.ASK] and not self._x.options:
            self._x.options = self.machine.options(S, Context())

    def _return_to(self, count: int) -> None:
        self._position = self.history.position(count)
        self._x.options = []
        self._arrived()

    # ------------------------------------------------------------------ time and copies

    def undo(self, past_reveals: bool = True) -> None:
        """Take back the last step; on request not past chance or anything somebody has come to see."""
        steps = self.history.steps
        if not steps:
            raise Refused("there is nothing to take back")
        count = len(steps) - 1
        before = self.history.position(count)
        if not past_reveals and (reason := self._revealed(before)):
            raise Refused(reason)
        assert self._x.events is not None
        assert self._x.supplied is not None
        step = steps[-1]
        del self._x.events[step.logged :]
        self._x.supplied.extendleft(reversed(step.supplied))
        self.history.cut(count)
        self._return_to(count)
        self._before = self.state.copy()

    def _revealed(self, before: Position) -> str:
        from .view import newly_seen

        assert self._x.events is not None
        step = self.history.steps[-1]
        if any(event[0] == "chance" for event in self._x.events[step.logged :]):
            return "chance has spoken since"
        if step.kind == "together":
            return "secret answers have been played since"
        return "something has been revealed since" if newly_seen(self.ruleset, before.S, self.state) else ""

    def clone(self) -> Game:
        """Copy the game; both go their own way from here."""
        here, X = self._x, Context()
        X.table = TABLE
        X.events = here.events.copy() if here.events else []
        X.supplied = deque(here.supplied) if here.supplied else deque()
        X.options = here.options
        twin = Game.__new__(Game)
        twin.__dict__ = own = self.__dict__.copy()
        own["_position"] = self._position.copy()
        own["_x"] = X
        own["history"] = self.history.copy()
        if self._together:
            own["_together"] = self._together.copy()
        own["violations"] = self.violations.copy()
        return twin

    def determinize(self, seat: int, seed: int) -> Game:
        """Copy the game with everything the seat cannot know dealt anew."""
        from .determinize import determinize

        return determinize(self, seat, seed)

    def save(self) -> dict[str, Any]:
        """Give the game as JSON."""
        from .saving import save

        return save(self)

    def playout(self, random: Callable[[], float]) -> State:
        """Play a copy at random to the end and give its last state."""
        S = self.state.copy()
        if self._together is not None or S[ir.ASK] or S[ir.TOP]:
            self.machine.playout(S, random)
        return S

    # ------------------------------------------------------------------ checks

    @property
    def at_check(self) -> bool:
        """Is this a moment at which the invariants must hold?"""
        return at_check(self.machine, self.state)

    def check(self) -> list[Violation]:
        """Evaluate the invariants; `before` in them is the state at the previous check."""
        found = violations(self.machine, self.state, self._first, self._before)
        self._before = self.state.copy()
        return found

    def rebase(self) -> None:
        """Let this be the start that invariants look back to."""
        self._first = self._before = self.state.copy()
