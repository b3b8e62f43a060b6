"""Deal anew what a seat cannot know: a game that looks the same to it, and in which every position is legal.

Components in places it cannot look into change places among each other, chance starts anew, and the secret
answers of others are given again at random as long as everything seen since could have happened the same way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..dsl import ir
from . import chance
from .context import TABLE, Context, State
from .errors import RuleError
from .history import Moment, Position, Step, run_step
from .together import Branch, Together
from .view import asked, eyes, view

if TYPE_CHECKING:
    from .game import Game

TRIES = 16
Draw = Callable[[int], int]
Look = Callable[["Game", int], object]
Thing = tuple[str, int]  # a component: its type and number


def determinize(game: Game, seat: int, seed: int) -> Game:
    """Copy the game with everything the seat cannot know dealt anew."""
    words = [chance.first_word(seed, "determinize")]
    step = chance.increment("determinize")

    def draw(bound: int) -> int:
        return chance.below(words, 0, step, bound)

    twin = game.clone()
    _forget(twin, seat, draw)
    _redecide(game, twin, seat, draw)
    _redeal(game, twin, seat, draw)
    game.machine.reseed(twin.state, chance.splitmix64(seed))
    hidden = (None, [seat])
    log = [event for event in game.past.log() if game.words.logs.entry(event)["seen_by"] in hidden]
    twin.past = Moment(None, None, log, twin.position)
    return twin


def _forget(twin: Game, seat: int, draw: Draw) -> None:
    """Give others' secret answers that are not played yet at random."""
    given = twin._together
    if given is not None:
        twin._together = again = Together(twin.machine, twin.state)
        for number, branch in given.branches.items():
            if number == seat:
                again.replay(seat, branch.answers)
            else:
                _as_often(again, branch, draw)
            if branch.committed and again.branches[number].done:
                again.commit(number)
    twin._decisions = None
    twin.violations = []


def _as_often(again: Together, branch: Branch, draw: Draw) -> None:
    """Answer at random for a seat so that it has as much left to decide as it has: that much can be seen."""
    for _ in range(TRIES):
        again.replay(branch.seat, ())
        _at_random(again, branch.seat, len(branch.answers), branch.done, draw)
        if again.branches[branch.seat].done == branch.done:
            return
    again.replay(branch.seat, branch.answers)


def _at_random(together: Together, seat: int, count: int, done: bool, draw: Draw) -> None:
    """Answer at random for a seat: so often, or to the end."""
    while not (branch := together.branches[seat]).done and (done or len(branch.answers) < count):
        together.answer(seat, branch.options[draw(len(branch.options))])


# ------------------------------------------------------------------------------------------------ components


def _redeal(game: Game, twin: Game, seat: int, draw: Draw) -> None:
    """Let unseen components change places; keep the first deal that changes nothing the seat sees.

    No place into which it looks is touched: only what is asked can change."""
    kept, seen = twin.state, asked(game, seat)
    pinned = set() if twin.at_check else _in_hand(twin, kept)  # an action is half-way
    for _ in range(TRIES):
        S = kept.copy()
        if not _shuffle_unseen(twin, S, seat, pinned, draw):
            return
        if _fits(twin, S, seat, seen, asked):
            return
    _stand(twin, kept)


def _in_hand(twin: Game, S: State) -> set[Thing]:
    """List the components that an action which is half-way has named."""
    texts, found = twin.words.texts, set[Thing]()
    for number in twin.machine.kit.frames(S):
        proc = twin.machine.compiled.procs[number]
        for written, value in zip(proc.types, S[proc.base + ir.FRAME_LOCALS : proc.base + proc.size], strict=False):
            kind = texts.type(written)
            for element in texts.members(kind, value) if kind.kind == "set" else [value]:
                first = 0
                for domain in kind.domains:
                    found.add((domain.name, element - first))
                    first += len(domain.ids)
    return found


def _shuffle_unseen(twin: Game, S: State, seat: int, pinned: set[Thing], draw: Draw) -> bool:
    """Shuffle the components of each type over the cells they lie in unseen; tell whether there are any."""
    places = twin.machine.kit.places
    cells: dict[int, list[tuple[int, int]]] = {}
    for slot, place in eyes(twin.ruleset, twin.words.texts, S, seat).unseen_places():
        at, size = places.addr[place], places.size(S, place)
        first = at + 1 if places.pile[place] else at
        free = [(cell, place) for cell in range(first, first + size) if (slot.type, S[cell]) not in pinned]
        cells.setdefault(slot.movable, []).extend(free)
    for movable, where in cells.items():
        things = chance.shuffled(sorted(S[cell] for cell, _ in where), draw)  # how they lie makes no difference
        for thing, (cell, place) in zip(things, where, strict=True):
            S[cell] = thing
            S[places.loc[movable] + thing] = place
    return any(len(where) > 1 for where in cells.values())


def _fits(twin: Game, S: State, seat: int, seen: object, look: Look) -> bool:
    try:
        _stand(twin, S)
        return look(twin, seat) == seen
    except (RuleError, IndexError, ValueError):
        return False


def _stand(twin: Game, S: State) -> None:
    """Put another state in place; the seats' answers to a simultaneous decision are given again."""
    given = twin._together
    twin.stand(Position(S, twin.position.aside))
    if given is not None and twin._together is not None:
        for number, branch in given.branches.items():
            if branch.answers:
                twin._together.replay(number, branch.answers, branch.committed)


# ------------------------------------------------------------------------------------------------ secret answers


def _redecide(game: Game, twin: Game, seat: int, draw: Draw) -> None:
    """Give the others' last secret answers again at random, if the rest can stay as it is."""
    last = max((i for i, step in enumerate(game.past.steps()) if step.kind == "together"), default=-1)
    secret = any(slot.kind == "cell" and slot.visibility != "public" for slot in game.ruleset.compiled.slots)
    if last < 0 or not secret or twin._together is not None:
        return
    kept, seen = twin.state, view(game, seat)
    start = game.past.chain()[last].again(game.machine)
    for _ in range(TRIES):
        position = start.copy()
        try:
            if not _replayed(game, position, last, seat, draw):
                continue
        except (RuleError, IndexError, ValueError):
            continue
        if _fits(twin, position.S, seat, seen, view):
            return
    _stand(twin, kept)


def _replayed(game: Game, position: Position, last: int, seat: int, draw: Draw) -> bool:
    """Play the simultaneous decision with other answers, then as before; tell whether that is possible."""
    steps = game.past.steps()
    together = Together(game.machine, position.S)
    answers = {}
    for number in together.branches:
        if number == seat:
            answers[number] = steps[last].answers[seat]
            continue
        _at_random(together, number, 0, True, draw)
        answers[number] = list(together.branches[number].answers)
    X = Context()
    X.table = TABLE
    run_step(game.machine, position, X, Step("together", answers=answers))
    for step in steps[last + 1 :]:
        if step.kind == "choose" and step.code not in X.options:
            return False
        run_step(game.machine, position, X, step)
    return True
