"""Deals follow from what a seat knows alone, and agree with everything it remembers; so do bots."""

from __future__ import annotations

import random
from functools import cache

import pytest

from regelwerk.bots import BOTS, consult
from regelwerk.dsl import ir
from regelwerk.interpreter.errors import Refused, RuleError
from regelwerk.interpreter.game.deals.in_hand import name_anew
from regelwerk.interpreter.game.decisions import Decision, Option
from regelwerk.interpreter.game.game import Game, Ruleset
from regelwerk.interpreter.game.history import Position
from regelwerk.interpreter.game.knowledge.memory import unknown_cells
from regelwerk.interpreter.game.sight.cells import indices, sees
from tests.decks import numbered
from tests.rules import ruleset_of

from .test_secrets import SECRETIVE, answered_otherwise, least, played, rules

HEAVY = {"auf_der_walz", "auf-der-walz@de"}  # a few looks are enough

MEMORY = (
    numbered("memory", "Memory", cards=8)
    + """\
table
  deck      pile of Card hidden = Card
  open      holds Card
  rounds    0..99
  tower     0..99 hidden
player
  hand      pile of Card private
  gone      0..9 hidden

action bury "Bury the open card"
  needs open != none                      else "Nothing is open."
  move open to deck
action sink "Sink the open card"
  needs open != none                      else "Nothing is open."
  move open under deck
action hand_on "Give the open card away"
  needs open != none                      else "Nothing is open."
  as left(me): move open to me.hand
action turn "Turn a card"
  needs open = none                       else "One is open."
  move top(deck) to open
action mix "Mix"
  shuffle deck
action swap(c in me.hand) "Swap {c}"
  move c under deck
  move top(deck) to me.hand
action burn "Burn"
  move top(deck) to box
action throw "Throw"
  draw n in 1..6
  set tower to tower + n but at most 99
action pass "Pass"
  nothing

flow
  shuffle deck
  as each players: move top(deck) to me.hand
  repeat until rounds = 99
    add 1 to rounds
    as each players: offer bury, sink, hand_on, turn, mix, swap, burn, throw, pass
winner
  most me.hand.size
"""
)


@cache
def memory() -> Ruleset:
    return ruleset_of(MEMORY)


def after(*options: str) -> Game:
    game = memory().new_game(2, 4)
    for option in options:
        game.choose(next(o for o in game.decision().options if o.id == option or o.id.startswith(f"{option}(")))
    return game


def pile(game: Game, name: str, seat: int = 0) -> list[str]:
    """List what lies in a pile, top first, whoever may see it."""
    slot = next(slot for slot in game.ruleset.compiled.slots if slot.name == name)
    contents = game.machine.runtime.places.contents(game.state, slot.place + (seat if slot.keys else 0))
    return [game.words.texts.id(slot.type, c) for c in contents]


def deals(game: Game, seat: int, name: str, whose: int = 0) -> list[list[str]]:
    return [pile(game.determinize(seat, seed), name, whose) for seed in range(40)]


# ------------------------------------------------------------------------------------------------ memory


@pytest.mark.parametrize(("how", "at"), [("bury", 0), ("sink", -1)])
def test_a_card_put_back_openly_is_known_by_its_place(how: str, at: int) -> None:
    game = after("turn", "pass", how)
    card = pile(game, "deck")[at]
    for seat in (0, 1):
        dealt = deals(game, seat, "deck")
        assert {deck[at] for deck in dealt} == {card}
        assert len({tuple(deck) for deck in dealt}) > 10  # the rest is not


def test_a_card_given_openly_is_known_in_a_hand() -> None:
    game = after("turn", "pass", "hand_on")
    card = next(c for c in pile(game, "hand", 1) if all(c in h for h in deals(game, 0, "hand", 1)))
    game.choose(next(o for o in game.decision().options if o.id.startswith("swap(")))  # it can have been this one
    assert len({card in hand for hand in deals(game, 0, "hand", 1)}) == 2
    assert {tuple(sorted(hand)) for hand in deals(game, 1, "hand", 1)} == {tuple(sorted(pile(game, "hand", 1)))}


def test_after_a_shuffle_it_is_known_that_a_card_is_there_and_not_where() -> None:
    game = after("turn", "pass", "bury", "mix")
    game_before = after("turn", "pass", "bury")
    card = pile(game_before, "deck")[0]
    dealt = deals(game, 0, "deck")
    assert all(card in deck for deck in dealt)
    assert len({deck.index(card) for deck in dealt}) > 2


def test_drawing_from_a_shuffled_pile_takes_that_away_again() -> None:
    game = after("turn", "pass", "bury", "mix", "burn")
    card = pile(after("turn", "pass", "bury"), "deck")[0]
    assert len({card in deck for deck in deals(game, 0, "deck")}) == 2


def test_what_was_burnt_unseen_may_be_any_card() -> None:
    game = after("burn", "burn")
    in_play = {
        tuple(sorted(pile(deal, "deck") + pile(deal, "hand", 1)))
        for s in range(40)
        for deal in [game.determinize(0, s)]
    }
    assert len(in_play) > 5


def test_what_can_be_counted_is_known() -> None:
    game = after("throw", "throw", "throw")
    tower = next(slot for slot in game.ruleset.compiled.slots if slot.name == "tower")
    assert {game.determinize(0, seed).state[tower.addr] for seed in range(10)} == {game.state[tower.addr]}


def test_memory_outlives_saving_and_undo() -> None:
    game = after("turn", "pass", "bury", "pass")
    card = pile(game, "deck")[0]
    again = memory().load(game.save())
    assert {deck[0] for deck in deals(again, 1, "deck")} == {card}
    game.choose("mix")
    game.undo()
    assert {deck[0] for deck in deals(game, 1, "deck")} == {card}


# ------------------------------------------------------------------------------------------------ nothing but that


def otherwise(game: Game, seat: int, rng: random.Random) -> Game:
    """Copy a game and change everything its seat cannot know."""
    compiled, places, onlookers = game.ruleset.compiled, game.machine.runtime.places, game.ruleset.onlookers
    labels = unknown_cells(game.ruleset, game.past)
    S = game.state.copy()
    cells: dict[int, list[tuple[int, int]]] = {}
    for slot in compiled.slots:
        for index in range(places_of(slot)) if slot.place >= 0 else ():
            place = slot.place + index
            if onlookers.on(S, place) >> seat & 1:
                continue
            at = places.addr[place] + (1 if places.pile[place] else 0)
            for cell in range(at, at + places.size(S, place)):
                loose = labels.get(cell, 0) & labels.get(places.loc[slot.movable] + S[cell], 0)
                if loose >> seat & 1:
                    cells.setdefault(slot.movable, []).append((cell, place))
    for movable, where in cells.items():
        things = [S[cell] for cell, _ in where]
        rng.shuffle(things)
        for thing, (cell, place) in zip(things, where, strict=True):
            S[cell] = thing
            S[places.loc[movable] + thing] = place
    name_anew(game, game.state, S, {cell for cell, seats in labels.items() if seats >> seat & 1})
    dealt = game.determinize(seat, rng.randrange(1000)).state  # numbers as they could be
    for slot in compiled.slots:
        if slot.kind == "cell" and slot.visibility != "public" and slot.lo < slot.hi:
            for index, keys in indices(slot, S[ir.PLAYERS]):
                cell = slot.addr + index * slot.stride
                if labels.get(cell, 0) >> seat & 1 and not sees(compiled, S, seat, slot, index, keys):
                    S[cell] = dealt[cell]
    twin = game.clone()
    twin.stand(Position(S, twin.position.aside))
    return twin


def places_of(slot: ir.Slot) -> int:
    count = 1
    for size in slot.sizes:
        count *= size
    return count


def answers_of(game: Game) -> dict[int, tuple[int, ...]]:
    """List what has been answered so far in a simultaneous decision."""
    return {seat: branch.answers for seat, branch in game._simultaneous.branches.items()} if game._simultaneous else {}


def dealt_alike(name: str, seed: int, looks: int) -> int:
    compared = 0
    for game, rng in played(name, least(name), seed, looks):
        for seat in range(game.players):
            try:
                other = otherwise(game, seat, rng)
                if not answered_otherwise(game, other, seat, rng):
                    continue
            except RuleError:  # such a position cannot be
                continue
            if other.codes(seat) != game.codes(seat):
                continue  # the seat would be asked something else: it can know
            for number in range(2):
                mine, theirs = (each.determinize(seat, number) for each in (game, other))
                assert mine.state == theirs.state, f"seat {seat}, {len(game.log)} entries of the log"
                assert answers_of(mine) == answers_of(theirs)
            compared += 1
    return compared


@pytest.mark.parametrize("name", [n for n in SECRETIVE if n not in HEAVY])
def test_deals_do_not_depend_on_what_the_seat_cannot_know(name: str) -> None:
    looks = 12 if name == "wallenstein" else 5  # many of its decisions are secret ones
    assert sum(dealt_alike(name, seed, looks) for seed in range(2)) > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", SECRETIVE)
def test_deals_do_not_depend_on_what_the_seat_cannot_know_at_length(name: str) -> None:
    assert sum(dealt_alike(name, seed, 12) for seed in range(10, 14)) > 0


def test_a_set_that_an_action_has_named_is_dealt_with_what_it_lies_in() -> None:
    """Two of four cards go back: for the other seat these are other cards, and the action goes on with them."""
    game = rules("coup").new_game(2, 5)
    game.choose("exchange")
    game.choose("believe")
    asked, seen = game.decision(), set()
    assert asked.question == "Which two go back to the court?"
    for seed in range(12):
        deal = game.determinize(1 - asked.seat, seed)
        hand = {card.partition("#")[0] for card in pile(deal, "hand", asked.seat)}
        seen.add(frozenset(hand))
        while deal.decisions()[0].question == asked.question:
            decision = deal.decisions()[0]
            assert {option.id for option in decision.options} <= hand
            deal.choose(decision.options[0], decision.seat)
        assert len(pile(deal, "hand", asked.seat)) == 2
    assert len(seen) > 3


HELD = """\
game held "Held"
  language  1
  players   2

type Card
rows Card: copies
  one: 1
  two: 1
  three: 1
  four: 1
  five: 1
table
  deck      pile of Card hidden = Card
player
  held      holds Card private
  points    0..9

action play "Play"
  let c = me.held
  choose n in 1..3 "How long?"
  add n to me.points
  move c under deck

flow
  shuffle deck
  as each players: move top(deck) to me.held
  as each players: offer play
winner
  most me.points
"""


def test_a_card_held_alone_that_an_action_has_named_is_dealt_anew_where_it_lies() -> None:
    game, seen = ruleset_of(HELD).new_game(2, 1), set()
    game.choose("play")
    for seed in range(12):
        deal = game.determinize(1, seed)
        held = deal.view(0)["slots"]["player.held"]["player_1"]
        deal.choose(deal.decision().options[0])
        assert deal.view(0)["slots"]["player.held"]["player_1"] is None
        assert pile(deal, "deck")[-1] == held
        seen.add(held)
    assert len(seen) > 2


def chosen_alike(name: str, seeds: int, looks: int) -> int:
    """Let a thinking bot choose in games that differ only in what its seat cannot know."""
    compared = 0
    for seed in range(seeds):
        for game, rng in played(name, least(name), seed, looks):
            decision = game.decisions()[0]
            other = otherwise(game, decision.seat, rng)
            if not answered_otherwise(game, other, decision.seat, rng):
                continue
            if [o.id for o in other.decisions()[0].options] != [o.id for o in decision.options]:
                continue
            chosen = [consult(BOTS["sensible"](seed, decision.seat), each, decision).id for each in (game, other)]
            assert chosen[0] == chosen[1]
            compared += 1
    return compared


@pytest.mark.parametrize("name", ["leduc_poker", "nosy", "coup"])
def test_a_thinking_bot_chooses_the_same_whatever_it_cannot_know(name: str) -> None:
    assert chosen_alike(name, 5, 3) > 2


@pytest.mark.slow
@pytest.mark.parametrize("name", ["wallenstein", "isle_of_skye", "sushi_go"])
def test_a_thinking_bot_chooses_the_same_at_length(name: str) -> None:
    assert chosen_alike(name, 3, 14) > 2


def taken_back_alike(name: str, seed: int, looks: int) -> tuple[int, int]:
    """Take every step that may be taken back in a game that differs in what a seat does not see: it must not show."""
    allowed = refused = 0
    game, rng = rules(name).new_game(least(name), seed), random.Random(seed)
    for _ in range(looks):
        if game.over:
            break
        decision = rng.choice(game.decisions())
        option, before = rng.choice(decision.options), game.clone()
        game.choose(option, decision.seat)
        for seat in game.waiting():
            game.commit(seat)
        if decision.secret and game.past is before.past:
            continue  # an answer that nobody else knows yet
        try:
            game.clone().undo(past_reveals=False)
        except Refused:
            refused += 1
            continue
        assert not decision.secret  # what was decided in secret is open now
        for seat in range(game.players):
            other = before.determinize(seat, rng.randrange(1000))
            try:
                other.choose(option.code, decision.seat)
            except (Refused, RuleError):
                continue  # not offered there: a card that lies elsewhere
            allowed += 1
            assert other.view(seat)["slots"] == game.view(seat)["slots"], f"{option.id}, seat {seat}"
            assert other.codes(seat) == game.codes(seat)
            assert other.view(seat)["deciding"] == game.view(seat)["deciding"]
    return allowed, refused


@pytest.mark.parametrize("name", [n for n in SECRETIVE if n not in HEAVY])
def test_what_may_be_taken_back_has_told_nothing(name: str) -> None:
    looks = 120 if name == "wallenstein" else 30  # it begins with many secret decisions
    found = [taken_back_alike(name, seed, looks) for seed in range(2)]
    assert sum(allowed + refused for allowed, refused in found) > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", SECRETIVE)
def test_what_may_be_taken_back_has_told_nothing_at_length(name: str) -> None:
    assert sum(sum(taken_back_alike(name, seed, 150)) for seed in range(3, 7)) > 0


class Curious:
    """A bot that keeps what it was handed."""

    def __init__(self) -> None:
        self.seen: list[Game] = []

    def choose(self, game: Game, decision: Decision) -> Option:
        self.seen.append(game)
        return decision.options[0]


def test_a_bot_is_never_handed_the_game_itself() -> None:
    differ = 0
    for seed in range(12):
        game, bot = memory().new_game(2, seed), Curious()
        consult(bot, game, game.decision())
        handed = bot.seen[0]
        assert handed is not game
        assert handed.view(0) == game.view(0)
        assert handed.log_for(0) == game.log_for(0)
        assert handed.seed != game.seed
        assert all(entry.get("result") is None for entry in handed.log if entry["kind"] == "chance")
        differ += pile(handed, "deck") != pile(game, "deck")
        assert handed.determinize(0, 7).state == game.determinize(0, 7).state
    assert differ > 8
