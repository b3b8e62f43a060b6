"""Deal anew what a seat cannot know: a game that looks the same to it and agrees with what it remembers.

Components whose place it does not know change places among each other, numbers it cannot know are given anew (others'
secret answers are answered again, as they could be), chance starts anew. Everything follows from what the seat knows
and the seed: two games that are the same to a seat give the same deals.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from ...engine import chance
from ...engine.context import Event, State
from ...engine.simultaneous import Branch, Simultaneous
from ...errors import RuleError
from ..history import Moment, Position
from ..knowledge.memory import unknown_cells, unseen_cells
from ..log import TOLD
from ..playing import Inside
from .answering import answered_anew, anything, as_in_the_beginning, hidden_cells
from .in_hand import name_anew
from .pool import Pool

G = TypeVar("G", bound=Inside)
TRIES = 16
Draw = Callable[[int], int]


def determinize(game: G, seat: int, seed: int, memory: bool = True, goes_on: bool = True) -> G:
    """Copy the game with everything the seat cannot know, or does not see, dealt anew; it can go on if asked for."""
    words = [chance.first_word(seed, "determinize")]
    step = chance.increment("determinize")

    def draw(bound: int) -> int:
        return chance.below(words, 0, step, bound)

    twin = game.clone()
    twin.seed, twin.violations, twin._supplied, twin._decisions = chance.splitmix64(seed), [], (), None
    labels = unknown_cells(game.ruleset, game.past) if memory else unseen_cells(game.ruleset, game.state)
    unknown = {cell for cell, seats in labels.items() if seats >> seat & 1}
    twin._simultaneous = None
    if not labels:
        twin._options = game._options
    elif goes_on:
        _deal(game, twin, seat, unknown, draw, partial(_unknown, game, memory))
    else:
        _lay(game, twin, seat, unknown, draw)
    game.machine.reseed(twin.state, twin.seed)
    if goes_on:
        _answer_again(game, twin, seat, draw)
    twin._first = twin._before = twin.state.copy()
    twin.past = Moment(None, None, [], twin.position)
    twin.past.dealt = seat, frozenset(unknown)
    twin.past.retell(game.words.logs.heard(game.past, seat), partial(_told, game, game.past, seat))
    return twin


def _told(game: Inside, past: Moment, seat: int) -> list[Event]:
    return [(TOLD, entry) for _, entry in game.words.logs.told(past, seat)]


# ------------------------------------------------------------------------------------------------ what lies hidden


def _unknown(game: Inside, memory: bool, moment: Moment) -> dict[int, int]:
    """Tell who did not know, or did not see, which cells at a moment."""
    ruleset = game.ruleset
    return unknown_cells(ruleset, moment) if memory else unseen_cells(ruleset, moment.again(game.machine).S)


def _deal(
    game: Inside, twin: Inside, seat: int, unknown: set[int], draw: Draw, then: Callable[[Moment], dict[int, int]]
) -> None:
    """Take the first deal in which the seat is asked the same; if none is found, the last one, never the true one: in
    that, numbers are as in the beginning, from which the others could at least once go on."""
    kept = twin.state
    pool = Pool(game.ruleset, kept, seat, unknown)
    S, codes = kept, game.codes(seat)
    tries = TRIES if pool.loose or unknown else 1
    for at in range(tries):
        S = kept.copy()
        pool.deal(S, draw)
        name_anew(game, kept, S, unknown)
        if at == tries - 1:
            as_in_the_beginning(game, S, seat, unknown)
        else:
            answered_anew(game, S, seat, unknown, draw, then)
        if _fits(game, twin, S, seat):
            return
    twin.state = S
    twin._options = codes if game._simultaneous is None and codes else twin._options


def _lay(game: Inside, twin: Inside, seat: int, unknown: set[int], draw: Draw) -> None:
    """Deal without a look at what would be asked then."""
    kept = twin.state.copy()
    Pool(game.ruleset, kept, seat, unknown).deal(twin.state, draw)
    name_anew(game, kept, twin.state, unknown)
    for slot, cell, _ in hidden_cells(game, twin.state, seat):
        twin.state[cell] = anything(game, slot, cell, draw)
    twin._options = game.codes(seat)


def _fits(game: Inside, twin: Inside, S: State, seat: int) -> bool:
    try:
        twin.stand(Position(S, twin._aside))
        if game._simultaneous is None:
            return twin.codes(seat) == game.codes(seat)
        if twin._simultaneous is None:
            return False
        own = game._simultaneous.branches.get(seat)
        if own is None:
            return True
        twin._simultaneous.replay(seat, own.answers, own.committed)
        return twin.codes(seat) == game.codes(seat)
    except (RuleError, IndexError, ValueError):
        return False


# ------------------------------------------------------------------------------------------------ answers to come


def _answer_again(game: Inside, twin: Inside, seat: int, draw: Draw) -> None:
    """Give the own answers to a simultaneous decision again, and others' at random, as often as they have."""
    given = game._simultaneous
    if given is None:
        return
    twin._simultaneous = again = Simultaneous(twin.machine, twin.state)
    for number, branch in given.branches.items():
        if number == seat:
            again.replay(seat, branch.answers, branch.committed)
        elif number in again.branches:
            _as_often(again, branch, draw)
            if branch.committed and again.branches[number].done:
                again.commit(number)
    twin._decisions = None


def _as_often(again: Simultaneous, branch: Branch, draw: Draw) -> None:
    """Answer at random for a seat so that it has as much left to decide as it has: that much can be seen."""
    for _ in range(TRIES):
        again.replay(branch.seat, ())
        while not (at := again.branches[branch.seat]).done and (branch.done or len(at.answers) < len(branch.answers)):
            again.answer(branch.seat, at.options[draw(len(at.options))])
        if again.branches[branch.seat].done == branch.done:
            return
