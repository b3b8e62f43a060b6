"""A game in progress: who must decide, what they can choose, and everything one may ask about it."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from regelwerk.dsl import ir

from ..engine.context import TABLE, Context, Event, State
from ..engine.scores import Result, Sheet, ranking, sheets
from ..engine.simultaneous import Together
from ..errors import Refused, RuleError
from .decisions import Decision, Option, tidy
from .history import Moment, Position, Step, run_step, settle
from .invariants import Violation, at_check, set_up, set_up_by, violations
from .log import Entry
from .ruleset import Ruleset, Words
from .veils import NONE, Veils, veils

if TYPE_CHECKING:
    from .explain import Reason, ValueStep


Dealer = tuple[int, Callable[[int], "Game"]]  # for which seat, and how by a seed


class Game:
    """Made by `Ruleset.new_game` or `load`."""

    __slots__ = (
        "_aside", "_before", "_dealer", "_decisions", "_first", "_options", "_supplied", "_together", "checks",
        "machine", "past", "ruleset", "seed", "state", "violations", "words",
    )  # fmt: skip

    def __init__(
        self, ruleset: Ruleset, seed: int, position: Position, words: Words, log: list[Event], checks: bool
    ) -> None:
        self.ruleset = ruleset
        self.machine = ruleset.machine
        self.seed = seed
        self.words = words
        self.checks = checks
        self.violations: list[Violation] = []
        self.state = position.S  # not to be changed from outside
        self._aside = position.aside
        self._options: list[int] = []  # codes of the decision the machine stands at
        self._supplied: tuple[Any, ...] = ()  # chance results from outside, not used yet
        self._first = position.S.copy()
        self._before = self._first
        self._together: Together | None = None
        self._decisions: list[Decision] | None = None
        self._dealer: Dealer | None = None  # of a game dealt anew for a seat: deals it again
        self.past = Moment(None, None, log, position)

    @classmethod
    def begin(
        cls, ruleset: Ruleset, players: int, seed: int, names: Sequence[str] | None, checks: bool,
        supplied: Sequence[Any] = (),
    ) -> Game:  # fmt: skip
        """Start a game and run to the first decision; chance may come from outside from the beginning."""
        machine = ruleset.machine
        S, X = machine.fresh(players, seed), _listening()
        X.supplied = left = deque(supplied)
        first = S.copy()
        machine.run(S, X)
        settle(machine, S, X)
        words = Words(ruleset, names or [])
        game = cls(ruleset, seed, Position(S), words, X.events or [], checks)
        game.past.fresh = first
        game.past.veils = veiled(ruleset, words, first, S, X.events or [], None)
        game._first = first
        game._before = (ruleset.compiled.invariants and not supplied and set_up(machine, players, seed)) or S.copy()
        game._supplied = tuple(left)
        game._arrived(X.options)
        return game

    def __repr__(self) -> str:
        names = [self.words.texts.title("Player", decision.seat) for decision in self.decisions()]
        waits = "over" if self.over else f"{' and '.join(names)} to decide"
        return f"<Game of {self.ruleset.compiled.title}, {self.players} players: {waits}>"

    def _repr_html_(self) -> str:
        return f"<p>{escape(repr(self)[1:-1])}</p>"

    # ------------------------------------------------------------------ looking

    @property
    def position(self) -> Position:
        """The state, and the course of play set aside while an effect runs on its own."""
        return Position(self.state, self._aside)

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
                offers.decision(branch.S, branch.options, secret=True)
                for branch in self._together.branches.values()
                if not branch.done
            ]
        if not self.state[ir.ASK]:
            return []
        return [offers.decision(self.state, self._options)]

    def codes(self, seat: int) -> list[int]:
        """List the codes of what a seat can choose, in the order of the machine."""
        if self._together is not None:
            branch = self._together.branches.get(seat)
            return [] if branch is None or branch.done else list(branch.options)
        return list(self._options) if self.state[ir.ASK] and self.state[ir.WHO] == seat else []

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
        return [self.words.logs.entry(event) for event in self.past.log()]

    @property
    def logged(self) -> int:
        """Count the entries of the log."""
        return self.past.logged

    def log_for(self, seat: int | None) -> list[Entry]:
        """Give the log as a seat may see it; None is somebody who only watches."""
        return list(self.words.logs.told(self.past, seat))

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
        from .explain import why

        return why(self, option, seat)

    def why_value(self, name: str, args: Sequence[int | str] = (), seat: int = 0) -> list[ValueStep]:
        """Tell step by step how a rule value comes about."""
        from .explain import why_value

        return why_value(self, name, args, seat)

    # ------------------------------------------------------------------ playing

    def choose(self, answer: Option | str | int, seat: int | None = None) -> None:
        """Answer a decision by option, id or code, and play on."""
        decision = self.decision(seat)
        option = self.offered(decision, answer)
        if option is None:
            raise Refused(f"{answer} is not offered to seat {decision.seat + 1} at {decision.site}")
        if self._together is not None:
            self._together.answer(decision.seat, option.code)
            self._decisions = None
            return
        self._play(Step("choose", code=option.code))

    def offered(self, decision: Decision, answer: Option | str | int) -> Option | None:
        """Find an option by itself, code or id; logs that are replayed name copies by their numbers."""
        if isinstance(answer, str) and "#" in answer:
            site, wanted = self.machine.site(decision.site), tidy(answer)
            found = next((o for o in decision.options if self.words.offers.id(site, o.code) == wanted), None)
            if found is not None:
                return found
        return decision.option(answer)

    def revise(self, seat: int, keep: int = 0) -> None:
        """Take back the secret answers of a seat that has not committed, except the first few."""
        branch = self._branch(seat)
        if branch.committed:
            raise Refused(f"seat {seat + 1} has committed")
        assert self._together is not None
        self._together.replay(seat, branch.answers[:keep])
        self._decisions = None

    def commit(self, seat: int) -> None:
        """Make the secret answers of a seat final; when all have, they are played."""
        branch = self._branch(seat)
        if not branch.done:
            raise Refused(f"seat {seat + 1} has not decided everything")
        assert self._together is not None
        self._together.commit(seat)
        if self._together.complete:
            self._play_together()

    def _branch(self, seat: int) -> Any:
        if self._together is None or seat not in self._together.branches:
            raise Refused(f"seat {seat + 1} takes no part in a secret decision")
        return self._together.branches[seat]

    def _play_together(self) -> None:
        assert self._together is not None
        answers = {seat: list(branch.answers) for seat, branch in self._together.branches.items()}
        self._play(Step("together", answers=answers))

    def supply(self, results: Sequence[Any]) -> None:
        """Give the next chance results: numbers from 0 for draws, lists of components for shuffles."""
        self._supplied += tuple(results)

    @property
    def supplied(self) -> list[Any]:
        """Chance results that were supplied and not used yet."""
        return list(self._supplied)

    def call(self, name: str, seat: int = 0, args: Sequence[int | str] = ()) -> None:
        """Run an effect or action by name, outside the course of play, which goes on when it has ended."""
        from .explain import named, read_args

        compiled = self.ruleset.compiled
        effect = named([*compiled.effects, *compiled.actions], name)
        self._together = None
        self._play(Step("call", proc=effect.number, args=read_args(self, effect, args, seat)))

    def _play(self, step: Step) -> None:
        X = _listening()
        X.supplied = deque(self._supplied)
        position = self.position
        before = self.state.copy() if self.ruleset.onlookers.movables else self.state
        try:
            set_up = set_up_by(self.machine, position, step, self._supplied) if self.checks else None
            run_step(self.machine, position, X, step)
            self._arrived(X.options)
        except RuleError:
            self._return_to(self.past)
            raise
        self._aside = position.aside
        step.supplied = X.consumed
        self._supplied = tuple(X.supplied)
        found = veiled(self.ruleset, self.words, before, position.S, X.events or [], self.past)
        self.past = Moment(self.past, step, X.events or [], position, found)
        if set_up is not None:
            self._before = set_up  # nothing has been done since
        elif self.checks and self.at_check:
            self.violations = self.violations + self.check()

    def _arrived(self, options: list[int] | None = None) -> None:
        """Look where the machine stands now."""
        S = self.state
        self._decisions = self._together = None
        self._options = options or []
        if Together.stands(S):
            self._together = Together(self.machine, S)
        elif S[ir.ASK] and not options:
            self._options = self.machine.options(S, Context())

    def _return_to(self, moment: Moment) -> None:
        self.stand(moment.again(self.machine))

    def stand(self, position: Position) -> None:
        """Put a position in place."""
        self.state, self._aside = position.S, position.aside
        self._arrived()

    # ------------------------------------------------------------------ time and copies

    def undo(self, past_reveals: bool = True) -> None:
        """Take back the last step; on request not past anything from which somebody has learnt something hidden."""
        before, step = self.past.before, self.past.step
        if before is None or step is None:
            raise Refused("there is nothing to take back")
        if not past_reveals and (reason := self._revealed()):
            raise Refused(reason)
        self._supplied = (*step.supplied, *self._supplied)
        self.past = before
        self._return_to(before)
        self._before = self.state.copy()

    def _revealed(self) -> str:
        from .knowledge.undoing import learnt

        if any(event[0] == "chance" for event in self.past.events):
            return "chance has spoken since"
        if self.past.step and self.past.step.kind == "together":
            return "secret answers have been played since"
        return learnt(self.ruleset, self.past)

    def clone(self) -> Game:
        """Copy the game; both go their own way from here."""
        twin = Game.__new__(Game)
        twin.ruleset, twin.machine, twin.words = self.ruleset, self.machine, self.words
        twin.seed, twin.checks, twin.violations = self.seed, self.checks, self.violations
        twin.state, twin._aside, twin.past = self.state.copy(), self._aside, self.past
        twin._first, twin._before = self._first, self._before
        twin._options, twin._supplied, twin._decisions = self._options, self._supplied, self._decisions
        twin._dealer = self._dealer
        twin._together = self._together and self._together.copy(twin.state)
        return twin

    def __copy__(self) -> Game:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        memo[id(self)] = twin = self.clone()
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as a saved game of its ruleset: what comes back has been played again."""
        from .save import load

        return load, (self.ruleset, self.save())

    def determinize(self, seat: int, seed: int, memory: bool = True) -> Game:
        """Copy the game with everything the seat cannot know dealt anew; without memory, all that it does not see now.

        That is quicker, and enough for who only looks: nobody has tried whether such a game can go on."""
        from .determinize import determinize

        if self._dealer is not None and self._dealer[0] == seat and self.past.before is None:
            return self._dealer[1](seed)
        return determinize(self, seat, seed, memory)

    def save(self) -> dict[str, Any]:
        """Give the game as JSON."""
        from .save import save

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


def veiled(
    ruleset: Ruleset, words: Words, before: State, after: State, events: list[Event], past: Moment | None
) -> Veils:  # fmt: skip
    """Tell what must not be told of the answers in a step."""
    if not ruleset.onlookers.movables:
        return NONE
    first, so_far = (0, NONE) if past is None else (past.logged, past.veils)
    half_way = not at_check(ruleset.machine, after)
    return veils(ruleset.onlookers, words.offers, (before, after), events, first, so_far, half_way)


def _listening() -> Context:
    """Begin a run whose events are written down."""
    X = Context()
    X.table, X.events = TABLE, []
    return X
