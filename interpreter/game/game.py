"""A ruleset ready to play and a game of it: who must decide, what they can choose, and everything one may ask.

The two are made by each other, so they stand together. What they offer besides the course of play (views, reasons,
deals, saves) is made by the modules below, which know of them what `rules` and `playing` say.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from secrets import randbits
from typing import Any

from regelwerk.dsl import ir

from ..engine.context import Context, Limits, State
from ..engine.machine import EngineName, Machine
from ..engine.scores import Result, Sheet, ranking, sheets
from ..engine.simultaneous import Simultaneous
from ..errors import Refused, RuleError
from ..texts.sentences import Texts
from . import explain, fingerprints
from .course import begin, begin_at, go_on
from .deals.determinize import determinize
from .decisions import Decision, Option
from .history import Moment, Position, Step
from .invariants import Violation, at_check, set_up, set_up_by, violations
from .knowledge.taint_machine import TaintMachine
from .knowledge.undoing import told
from .log import Entry
from .refusals import a_number, a_seat, beginning, not_deciding, not_offered, some_results
from .reprs import game_html, game_repr, ruleset_html, ruleset_repr
from .saving.save import Restored, load, save
from .sight.onlookers import Onlookers
from .view import view
from .wording import Words


class Ruleset:
    """A compiled ruleset with the machine that runs it: games of it are begun and loaded here."""

    def __init__(
        self, compiled: ir.Compiled, engine: EngineName = "auto", limits: Limits | None = None, language: str = ""
    ) -> None:
        self.compiled = compiled
        self.language = language  # what its games speak
        self.machine = Machine(compiled, engine, limits)
        if language:
            self.machine.texts = Texts(compiled, language)
        self.onlookers = Onlookers(compiled, self.machine.runtime.places)

    def __repr__(self) -> str:
        return ruleset_repr(self)

    def _repr_html_(self) -> str:
        return ruleset_html(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what it is made of; the machine is made anew."""
        return Ruleset, (self.compiled, self.machine.engine_name, self.machine.limits, self.language)

    @property
    def name(self) -> str:
        return self.compiled.name

    @cached_property
    def taint_machine(self) -> TaintMachine:
        """The machine on which is noted what seats could learn, made when it is first wanted."""
        return TaintMachine(self.compiled, self.machine.limits)

    @cached_property
    def hash(self) -> str:
        """Give the fingerprint of everything that decides how the game runs."""
        return fingerprints.of_rules(self.compiled)

    @cached_property
    def lock(self) -> str:
        """Give the fingerprint of what the ruleset is made of: texts, overlays, rulings."""
        return fingerprints.of_parts(self.compiled)

    def new_game(
        self, players: int, seed: int | None = None, names: Sequence[str] | None = None, checks: bool = False,
        supplied: Sequence[Any] = (),
    ) -> Game:  # fmt: skip
        """Start a game and run to the first decision.

        Arguments: `players` as many as the game allows; `seed` decides all chance, None: one that nobody can foretell;
        `names` of the seats; with `checks`, invariants are looked at after every action; `supplied` are the first
        chance results, as for `Game.supply`.

        Errors: `ValueError` for a number of players that the game is not for, or more names than players; `RuleError`
        if the rules break off.

        >>> regelwerk.load("pig").new_game(players=2, seed=7, names=["Anna", "Ben"])
        <Game of Pig, 2 players: Anna to decide>
        """
        beginning(players, seed, names)
        return Game.begin(self, players, 1 << 255 | randbits(255) if seed is None else seed, names, checks, supplied)

    def load(self, saved: dict[str, Any]) -> Game:
        """Go on with what `Game.save` gave. Errors: `Refused` for another ruleset, other rules, or damaged data."""
        return load(self, saved, partial(Game.restored, self))


class Game:
    """A game in progress. `Ruleset.new_game` begins one, `Ruleset.load` goes on with one that was saved.

    Seats count from 0. `state` and what is made of it (`log`, `save`) know everything and are for the host; `view`,
    `log_for` and `determinize` tell what a seat may know. Copies (`clone`, `copy.copy`, pickle) go their own way.

    >>> game = regelwerk.load("pig").new_game(players=2, seed=7)
    >>> while not game.over:
    ...     game.choose(game.decision().options[-1 if game.view(0)["slots"]["table.pot"] > 19 else 0])
    >>> game.result.winners
    (1,)
    """

    __slots__ = (
        "_aside", "_before", "_decisions", "_first", "_options", "_simultaneous", "_supplied", "checks",
        "machine", "past", "ruleset", "seed", "state", "violations", "words",
    )  # fmt: skip

    def __init__(
        self, ruleset: Ruleset, seed: int, position: Position, words: Words, past: Moment, checks: bool
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
        self._simultaneous: Simultaneous | None = None
        self._decisions: list[Decision] | None = None
        self.past = past

    @classmethod
    def begin(
        cls, ruleset: Ruleset, players: int, seed: int, names: Sequence[str] | None, checks: bool,
        supplied: Sequence[Any] = (),
    ) -> Game:  # fmt: skip
        """Start a game and run to the first decision; chance may come from outside from the beginning."""
        words = Words(ruleset, names or [])
        position, stop = begin(ruleset, words, players, seed, supplied)
        game = cls(ruleset, seed, position, words, stop.moment, checks)
        assert stop.moment.fresh is not None
        game._first = stop.moment.fresh.copy()
        if ruleset.compiled.invariants and not supplied:
            game._before = set_up(ruleset.machine, players, seed) or game._before
        game._supplied = stop.left
        game._arrived(stop.options)
        return game

    @classmethod
    def begin_at(
        cls, ruleset: Ruleset, S: State, seed: int, names: Sequence[str] = (), supplied: Sequence[Any] = ()
    ) -> Game:
        """Start a game from a table that somebody has laid out, and run to the first decision. What seats know of it
        is what they see."""
        words = Words(ruleset, names)
        position, stop = begin_at(ruleset, words, S, supplied)
        game = cls(ruleset, seed, position, words, stop.moment, False)
        game._supplied = stop.left
        game._arrived(stop.options)
        return game

    @classmethod
    def restored(cls, ruleset: Ruleset, saved: Restored) -> Game:
        """Put together a saved game that has been played again."""
        game = cls(ruleset, saved.seed, saved.position, saved.words, saved.past, saved.checks)
        game._first, game._before, game._supplied = saved.first, saved.before, saved.supplied
        game._arrived()
        if saved.secrets is not None and game._simultaneous is not None:
            for seat, answers in saved.secrets.answers.items():
                game._simultaneous.replay(seat, answers, seat in saved.secrets.committed)
        game.decisions()  # what cannot be described cannot be played
        len(game.log)
        return game

    def __repr__(self) -> str:
        return game_repr(self)

    def _repr_html_(self) -> str:
        return game_html(self)

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
        return fingerprints.of_position(self.machine, self.state)

    def decisions(self) -> list[Decision]:
        """List who has to decide what: one decision, or several at once in secret. None: the game is over, or those who
        have answered in secret (`waiting`) have to `commit` first.

        >>> game = regelwerk.load("pig").new_game(players=2, seed=7)
        >>> [(each.seat, [option.id for option in each.options]) for each in game.decisions()]
        [(0, ['roll', 'hold'])]
        """
        if self._decisions is None:
            offers = self.words.offers
            if self._simultaneous is not None:
                self._decisions = [offers.decision(*at, secret=True) for at in self._simultaneous.asked]
            else:
                self._decisions = [offers.decision(self.state, self._options)] if self.state[ir.ASK] else []
        return self._decisions

    def codes(self, seat: int) -> list[int]:
        """List the codes of what a seat can choose, in the order of the machine."""
        if self._simultaneous is not None:
            return self._simultaneous.codes(seat)
        return list(self._options) if self.state[ir.ASK] and self.state[ir.WHO] == seat else []

    def decision(self, seat: int | None = None) -> Decision:
        """Give the decision of a seat, or the only one. Errors: `Refused` tells whose turn it is and what is offered.

        >>> regelwerk.load("pig").new_game(players=2, seed=7).decision(seat=1)
        Traceback (most recent call last):
        regelwerk.errors.Refused: Player 2 (seat 1) has nothing to decide now; Player 1 (seat 0) decides: roll, hold
        """
        found = [d for d in self.decisions() if seat is None or d.seat == seat]
        if len(found) != 1:
            raise not_deciding(self, seat)
        return found[0]

    def waiting(self) -> list[int]:
        """List the seats that have answered in secret and not committed yet: `commit(seat)` makes it final."""
        return self._simultaneous.waiting if self._simultaneous else []

    @property
    def at_once(self) -> list[int]:
        """List the seats that take part in the simultaneous decision that is going on; none if there is none."""
        return list(self._simultaneous.branches) if self._simultaneous else []

    @property
    def log(self) -> list[Entry]:
        """Everything that happened; `log_for` is what a seat may see of it."""
        return [self.words.logs.entry(event) for event in self.past.log()]

    @property
    def logged(self) -> int:
        """Count the entries of the log."""
        return self.past.logged

    def log_for(self, seat: int | None) -> list[Entry]:
        """Give the log as a seat may see it; None is somebody who only watches. Errors: `Refused` for no seat."""
        a_seat(self, seat)
        return [entry for _, entry in self.words.logs.told(self.past, seat)]

    def heard(self, seat: int | None) -> int:
        """Count the entries of the log for a seat. Errors: `Refused` for no seat."""
        a_seat(self, seat)
        return self.words.logs.heard(self.past, seat)

    @property
    def scores(self) -> list[Sheet]:
        """The score sheets as last filled in: name, lines with the points of each seat, totals."""
        return sheets(self.ruleset.compiled, self.state)

    @property
    def result(self) -> Result | None:
        """Who has won, once the game is over."""
        return ranking(self.ruleset.compiled, self.machine.engine, self.state) if self.over else None

    def seen_state(self, seat: int | None) -> State:
        """Give the state as it is for a seat: with its own secret answers, if it is giving any."""
        return self._simultaneous.state_of(seat) if self._simultaneous else self.state

    def view(self, seat: int | None) -> dict[str, Any]:
        """Give everything a seat may see, as JSON; None is somebody who only watches. Errors: `Refused` for no seat.

        >>> regelwerk.load("pig").new_game(players=3, seed=7).view(7)
        Traceback (most recent call last):
        regelwerk.errors.Refused: there is no seat 7: seats are 0 to 2, and None only watches
        """
        a_seat(self, seat)
        return view(self, seat)

    def why(self, option: str, seat: int | None = None) -> list[explain.Reason]:
        """Tell why an option or action is not offered to a seat; nothing if it is. Errors: `Refused` for no seat, if
        there is no such thing, or if nobody is named where several answer in secret.

        >>> game = regelwerk.load("connect-four").new_game(players=2, seed=0)
        >>> for _ in range(6):
        ...     game.choose("drop(2)")
        >>> game.why("drop(2)")[0].text
        'Column 3 is full.'
        """
        a_seat(self, seat)
        if seat is None and self.at_once:
            raise not_deciding(self, seat)  # an answer would tell of one seat's plans
        return explain.why(self, option, seat)

    def why_value(self, name: str, args: Sequence[int | str] = (), seat: int = 0) -> list[explain.ValueStep]:
        """Tell step by step how a rule value comes about, as far as a seat may know it. Errors: `Refused`."""
        a_seat(self, seat)
        return explain.why_value(self, name, args, seat)

    # ------------------------------------------------------------------ playing

    def choose(self, answer: Option | str | int, seat: int | None = None) -> None:
        """Answer a decision by option, id or code, and play on to the next one.

        Arguments: `seat` may be left out if one seat decides. Answers in secret are final with `commit`.

        Errors: `Refused` tells whose turn it is, or what is offered; `RuleError` if the rules break off, and then
        nothing has happened.

        >>> regelwerk.load("pig").new_game(players=2, seed=7).choose("fly")
        Traceback (most recent call last):
        regelwerk.errors.Refused: fly is not offered to Player 1 (seat 0), but roll, hold
        """
        decision = self.decision(seat)
        option = self.offered(decision, answer)
        if option is None:
            raise not_offered(self, decision, answer)
        if self._simultaneous is not None:
            self._simultaneous.answer(decision.seat, option.code)
            self._decisions = None
            return
        self._play(Step("choose", code=option.code))

    def offered(self, decision: Decision, answer: Option | str | int) -> Option | None:
        """Find an option by itself, code or id; logs that are replayed name copies by their numbers."""
        if isinstance(answer, str) and "#" in answer:
            found = self.words.offers.numbered(self.machine.site(decision.site), decision, answer)
            if found is not None:
                return found
        return decision.option(answer)

    def revise(self, seat: int, keep: int = 0) -> None:
        """Take back the secret answers of a seat that has not committed, all but the first `keep`; -1: only the last.

        Errors: `Refused` if it has committed, or if it has not answered and the last answer is to go.
        """
        self._takes_part(seat).revise(seat, keep)
        self._decisions = None

    def commit(self, seat: int) -> None:
        """Make the secret answers of a seat final; when all have, they are played."""
        decision = self._takes_part(seat)
        decision.commit(seat)
        if decision.complete:
            answers = {each: list(branch.answers) for each, branch in decision.branches.items()}
            self._play(Step("together", answers=answers))

    def _takes_part(self, seat: int) -> Simultaneous:
        if self._simultaneous is None or seat not in self._simultaneous.branches:
            raise Refused(f"seat {seat + 1} takes no part in a secret decision")
        return self._simultaneous

    def supply(self, results: Sequence[Any]) -> None:
        """Give the next chance results: numbers from 0 for draws, lists of components for shuffles. If one of them
        does not fit, the step is refused, and all that were not used yet are forgotten."""
        some_results(results)
        self._supplied += tuple(results)

    @property
    def supplied(self) -> list[Any]:
        """Chance results that were supplied and not used yet."""
        return list(self._supplied)

    def call(self, name: str, seat: int = 0, args: Sequence[int | str] = ()) -> None:
        """Run an effect or action by name, outside the course of play, which goes on when it has ended."""
        compiled = self.ruleset.compiled
        effect = explain.named([*compiled.effects, *compiled.actions], name)
        self._simultaneous = None
        self._play(Step("call", proc=effect.number, args=explain.read_args(self, effect, args, seat)))

    def _play(self, step: Step) -> None:
        position = self.position
        try:
            set_up = set_up_by(self.machine, position, step, self._supplied) if self.checks else None
            stop = go_on(self.ruleset, self.words, self.past, position, step, self._supplied)
            self._arrived(stop.options)
        except RuleError as error:
            self.stand(self.past.again(self.machine))
            if error.kind == "chance":
                self._supplied = ()  # one of them does not fit; the others belong behind it
            raise
        self._aside, self._supplied, self.past = position.aside, stop.left, stop.moment
        if set_up is not None:
            self._before = set_up  # nothing has been done since
        elif self.checks and self.at_check:
            self.violations = self.violations + self.check()

    def _arrived(self, options: list[int] | None = None) -> None:
        """Look where the machine stands now."""
        S = self.state
        self._decisions = self._simultaneous = None
        self._options = options or []
        if Simultaneous.stands(S):
            self._simultaneous = Simultaneous(self.machine, S)
        elif S[ir.ASK] and not options:
            self._options = self.machine.options(S, Context())

    def stand(self, position: Position) -> None:
        """Put a position in place."""
        self.state, self._aside = position.S, position.aside
        self._arrived()

    # ------------------------------------------------------------------ time and copies

    def undo(self, past_reveals: bool = True) -> None:
        """Take back the last step. Errors: `Refused` if there is none; and, unless `past_reveals`, if somebody has
        learnt something hidden from it."""
        before, step = self.past.before, self.past.step
        if before is None or step is None:
            raise Refused("there is nothing to take back")
        if not past_reveals and (reason := told(self.ruleset, self.past)):
            raise Refused(reason)
        self._supplied = (*step.supplied, *self._supplied)
        self.past = before
        self.stand(before.again(self.machine))
        self._before = self.state.copy()

    def clone(self) -> Game:
        """Copy the game; both go their own way from here."""
        twin = Game.__new__(Game)
        twin.ruleset, twin.machine, twin.words = self.ruleset, self.machine, self.words
        twin.seed, twin.checks, twin.violations = self.seed, self.checks, self.violations
        twin.state, twin._aside, twin.past = self.state.copy(), self._aside, self.past
        twin._first, twin._before = self._first, self._before
        twin._options, twin._supplied, twin._decisions = self._options, self._supplied, self._decisions
        twin._simultaneous = self._simultaneous and self._simultaneous.copy(twin.state)
        return twin

    def __copy__(self) -> Game:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        memo[id(self)] = twin = self.clone()
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as a saved game of its ruleset: what comes back has been played again."""
        return Ruleset.load, (self.ruleset, self.save())

    def determinize(self, seat: int, seed: int, memory: bool = True, goes_on: bool | None = None) -> Game:
        """Copy the game with everything the seat cannot know dealt anew; without memory, all that it does not see now.

        That is quicker, and enough for who only looks: nobody has tried whether such a game can go on, unless
        `goes_on` is asked for. Errors: `Refused` for no seat.
        """
        a_seat(self, seat)
        a_number("seed", seed)
        return determinize(self, seat, seed, memory, memory if goes_on is None else goes_on)

    def save(self) -> dict[str, Any]:
        """Give the game as JSON, with everything needed to go on, take back and explain.

        >>> rules = regelwerk.load("pig")
        >>> game = rules.new_game(players=2, seed=7)
        >>> rules.load(game.save()).hash == game.hash
        True
        """
        return save(self)

    def playout(self, random: Callable[[], float]) -> State:
        """Play a copy at random to the end and give its last state."""
        S = self.state.copy()
        if self._simultaneous is not None or S[ir.ASK] or S[ir.TOP]:
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
