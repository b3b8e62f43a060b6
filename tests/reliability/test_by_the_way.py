"""What a seat may not know comes by no side way: the wording of an answer, who was asked, what was drawn, how a copy is
called, what an option would do."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from regelwerk.adapters.observations import Observer
from regelwerk.dsl.pipeline import compile_sources
from regelwerk.dsl.source import Source
from regelwerk.interpreter.errors import Refused
from regelwerk.interpreter.game.game import Game, Ruleset
from regelwerk.telling.previews import preview
from regelwerk.telling.stories import Said, note, told, worded
from tests.decks import numbered

HAND = (
    numbered("hand", "Hand", "3")
    + """\
table
  deck      pile of Card hidden = Card
  open      pile of Card
player
  hand      pile of Card private
  purse     0..9 private = 5
  points    0..99

value dear(p: Player) set of Card = [c in p.hand where c.worth > 1]
value wealth(p: Player) 0..9 = p.purse

action look "Look"
  let c = first x in me.hand: x
  choose "Do you keep {c}?"
    keep "yes": nothing
    drop "no": move c under deck
action steal "Steal a dear one"
  draw c in [x in left(me).hand where x.worth > 1]
  move c to me.hand
action steal_asked "Steal a dear one"
  draw c in dear(left(me))
  move c to me.hand
action steal_named "Steal a dear one"
  let some = dear(left(me))
  draw c in some
  move c to me.hand
action bet "As much as the next one has"
  draw n in 1..wealth(left(me))
  add n to me.points
action bet_named "As much as the next one has"
  let most_ = left(me).purse
  draw n in 1..most_
  add n to me.points
action bet_given "As much as the next one has"
  thrown(left(me).purse)
effect thrown(k: 0..9)
  draw n in 1..k
  add n to me.points
action roll "Roll a die"
  let sides = 6
  draw n in 1..sides
  add n to me.points
action fill "Fill the purse"
  draw n in 1..6
  set me.purse to n

flow
  shuffle deck
  as each players: move top(deck, 2) to me.hand
  repeat until any p in players where p.points > 90
    as each players: offer look, steal, steal_asked, steal_named, bet, bet_named, bet_given, roll, fill
winner
  most me.points
"""
)

NIGHT = """\
game night "Night"
  language  1
  players   3

type Role
  wolf      flag
rows Role: wolf, copies
  wolf:     yes, 1
  villager: no,  2

table
  roles     pile of Role hidden = Role
player
  role      holds Role private
  prey      Player or none private
  points    0..9

flow
  shuffle roles
  as each players: move top(roles) to me.role
  repeat until any p in players where p.points > 7
    as all players
      if me.role.wolf
        choose p in others "Whom?"
        set me.prey to p
      else
        choose n in 1..3 "How do you sleep?"
        if n = 3
          choose k in 1..2 "And how long?"
          nothing
    as each players
      choose n in 1..2 "And by day?"
      add n to me.points
winner
  most me.points
"""


@cache
def rules(text: str) -> Ruleset:
    build = compile_sources([Source("way.regel", text)])
    assert build.compiled is not None, [d.message for d in build.diagnostics]
    return Ruleset(build.compiled)


def take(game: Game, *options: str) -> Game:
    for option in options:
        game.choose(next(o for o in game.decision().options if o.id == option or o.id.startswith(f"{option}(")))
    return game


# ------------------------------------------------------------------------------------------------ the log


def test_a_question_that_names_a_card_is_told_to_who_was_asked_alone() -> None:
    game, said = take(rules(HAND).new_game(3, 5), "look"), Said()
    decision = game.decision()
    card = game.view(0)["slots"]["player.hand"]["player_1"][0]
    assert card in decision.question
    text, since = worded(game, decision, decision.options[0]), game.logged
    game.choose("keep")
    note(game, said, since, 0, text)
    lines = {seat: [*told(game, seat, 0, said)][-1] for seat in (0, 1, 2, None)}
    assert card in lines[0]
    assert all(card not in lines[seat] for seat in (1, 2, None))


def drawn(action: str) -> list[list[dict[str, Any]]]:
    """Take an action whose draw is an event, and give what all are told of draws."""
    for seed in range(20):
        game = take(rules(HAND).new_game(3, seed), action)
        if game.log[-1]["kind"] == "chance":
            logs = (game.log_for(seat) for seat in (0, 1, 2, None))
            return [[e for e in log if e["kind"] == "chance" and "/shuffle " not in e["site"]] for log in logs]
    raise AssertionError


@pytest.mark.parametrize("action", ["steal", "steal_asked", "steal_named", "bet", "bet_named", "bet_given", "fill"])
def test_what_is_drawn_from_something_secret_or_kept_in_secret_is_not_told(action: str) -> None:
    assert drawn(action) == [[], [], [], []]


def test_an_open_roll_is_told() -> None:
    assert all(entry["of"] == 6 and entry["result"] is not None for (entry,) in drawn("roll"))


def test_how_many_there_were_to_draw_from_shows_in_no_log_and_by_no_undo() -> None:
    """Of one thing no draw is needed: that there was none tells that there was one."""
    logs, counts, refusals = set(), set(), set()
    for purse in (1, 5):
        game = rules(HAND.replace("private = 5", f"private = {purse}")).new_game(3, 5)
        game.choose("bet")
        logs.add(json.dumps([game.log_for(seat) for seat in (0, 2, None)]))
        counts.add(len(game.log))
        with pytest.raises(Refused) as refused:
            game.undo(past_reveals=False)
        refusals.add(str(refused.value))
    assert len(counts) == 2
    assert len(logs) == len(refusals) == 1


def answered(game: Game, ways: dict[int, list[int]]) -> Game:
    """Let all answer at once, each as is said."""
    for seat, numbers in ways.items():
        for number in numbers:
            game.choose(game.decision(seat).options[number], seat)
        game.commit(seat)
    return game


def the_wolf(seed: int) -> tuple[Game, int]:
    game = rules(NIGHT).new_game(3, seed)
    return game, next(seat for seat in range(3) if game.decision(seat).question == "Whom?")


def test_who_was_asked_what_at_once_shows_in_no_log() -> None:
    """Nights that differ in who is the wolf look the same to a villager."""
    logs: dict[int, set[str]] = {0: set(), 1: set(), 2: set()}
    wolves = set()
    for seed in range(12):
        game, wolf = the_wolf(seed)
        wolves.add(wolf)
        answered(game, {seat: [0] for seat in range(3)})
        for seat in {0, 1, 2} - {wolf}:
            logs[seat].add(json.dumps([game.log_for(seat), [*told(game, seat)]]))
    assert wolves == {0, 1, 2}
    assert {len(each) for each in logs.values()} == {1}


def test_how_often_others_were_asked_at_once_shows_in_no_log() -> None:
    logs = {seat: set[str]() for seat in (0, 1, 2)}
    for sleeps in ([0], [2, 0], [2, 1]):
        game, wolf = the_wolf(3)
        restless = (wolf + 1) % 3
        answered(game, {seat: sleeps if seat == restless else [0] for seat in range(3)})
        for seat in {0, 1, 2} - {restless}:
            logs[seat].add(json.dumps([game.log_for(seat), game.heard(seat)]))
        own = [e["option"] for e in game.log_for(restless) if e["kind"] == "decision"]
        assert own == [str(n + 1) for n in sleeps]
        assert [e for e in game.log_for(None) if e["kind"] == "decision"] == []
    assert [len(logs[seat]) for seat in range(3) if seat != restless] == [1, 1]


SEER = NIGHT.replace(
    """      if me.role.wolf
        choose p in others "Whom?"
        set me.prey to p
      else
        choose n in 1..3 "How do you sleep?"
        if n = 3
          choose k in 1..2 "And how long?"
          nothing
""",
    """      choose p in others "Whom?"
      if me.role.wolf: set me.prey to p
      else: show p.role to me
""",
)


def test_what_is_shown_at_once_is_told_to_who_sees_it_alone() -> None:
    """A villager looks at a card, a wolf does not: from the log nobody learns who did."""
    assert SEER != NIGHT
    logs: dict[int | None, set[str]] = {0: set(), 1: set(), 2: set(), None: set()}
    for seed in range(12):
        game = rules(SEER).new_game(3, seed)
        roles = [game.view(seat)["slots"]["player.role"][f"player_{seat + 1}"].partition("#")[0] for seat in range(3)]
        answered(game, {seat: [0] for seat in range(3)})
        for seat in (0, 1, 2, None):
            shown = [entry for entry in game.log_for(seat) if entry["kind"] == "show"]
            looked_at = roles[1 if seat == 0 else 0]
            villager = seat is not None and roles[seat] == "villager"
            assert [entry["text"] for entry in shown] == [looked_at] * villager
            if seat is None or (roles[seat], looked_at) == ("villager", "villager"):
                logs[seat].add(json.dumps([game.log_for(seat), [*told(game, seat)]]))
    assert {len(each) for each in logs.values()} == {1}


def test_who_still_thinks_shows_in_no_observation_and_no_refusal() -> None:
    seen, said = set(), set()
    for first in (0, 2):  # another one has thought to the end
        game = answered(the_wolf(3)[0], {1: [0]})
        game.choose(game.decision(first).options[0], first)
        seen.add(tuple(Observer(game.ruleset, 3).observe(game, 1)[:2]))
        with pytest.raises(Refused) as refused:
            game.decision(1)
        said.add(str(refused.value))
    assert len(seen) == len(said) == 1


# ------------------------------------------------------------------------------------------------ previews

HALF_WAY = (
    numbered("half_way", "Half way")
    + """\
table
  deck      pile of Card hidden = Card
player
  purse     0..9 private = 5
  points    0..99

action count_next "Count the next card"
  let n = top(deck).worth
  choose k in 1..2 "How?"
  add n to me.points
action count_twice "Count the next card twice"
  let n = top(deck).worth
  choose k in 1..2 "How?"
  let both = n + n
  choose l in 1..2 "And how?"
  add both to me.points
action hand_on "Hand it on"
  counted(top(deck).worth)
effect counted(n: 0..9)
  choose k in 1..2 "How?"
  add n to me.points
action own "Count the purse"
  let n = me.purse
  choose k in 1..2 "How?"
  add n to me.points
action plain "Count three"
  let n = 3
  choose k in 1..2 "How?"
  add n to me.points

flow
  shuffle deck
  repeat until any p in players where p.points > 90
    as each players: offer count_next, count_twice, hand_on, own, plain
winner
  most me.points
"""
)


@pytest.mark.parametrize("action", ["count_next", "count_twice", "hand_on"])
def test_what_an_action_has_worked_out_shows_in_no_preview(action: str) -> None:
    game = take(rules(HALF_WAY).new_game(2, 3), action)
    while game.decision().site != "effect.flow/offer":
        decision = game.decision()
        assert preview(game, decision, decision.options[0]).changes == []
        game.choose("1")


@pytest.mark.parametrize("action", ["own", "plain"])
def test_what_the_seat_knows_shows_in_a_preview(action: str) -> None:
    game = take(rules(HALF_WAY).new_game(2, 3), action)
    decision = game.decision()
    assert [change.thing for change in preview(game, decision, decision.options[0]).changes] == ["player_1"]


KEPT = """\
table
  deck      pile of Card hidden = Card
  shown     flag
player
  points    0..99
  hand      pile of Card private

action count_up "Count"
  add 1 to me.points
flow
  shuffle deck
  as each players: move top(deck) to me.hand
  LINE
winner
  most me.points
"""
IN_FLOW = """\
let n = top(deck).worth
  repeat until any p in players where p.points > 90
    as each players
      choose k in 1..2 "How?"
      add n to me.points"""
LATER = """\
as each players: offer count_up
  let n = top(deck).worth
  repeat until any p in players where p.points > 90
    as each players: offer count_up
    as seat(0)
      choose k in 1..2 "How?"
      add n to me.points"""
AT_ONCE = """\
let n = top(deck).worth
  repeat until any p in players where p.points > 90
    as all players
      choose k in 1..2 "How?"
      add n to me.points"""
OPENED = """\
as each players: offer count_up
  reveal deck
  let n = top(deck).worth
  repeat until any p in players where p.points > 90
    as each players
      choose k in 1..2 "How?"
      add n to me.points"""


@pytest.mark.parametrize(("flow", "told_now"), [(IN_FLOW, 0), (LATER, 0), (AT_ONCE, 0), (OPENED, 1)])
def test_what_the_course_of_play_has_worked_out_shows_in_no_preview(flow: str, told_now: int) -> None:
    game = rules(numbered("kept", "Kept") + KEPT.replace("LINE", flow)).new_game(2, 3)
    while game.decisions()[0].question != "How?":
        game.choose(game.decision().options[0])
    for decision in game.decisions():
        assert len(preview(game, decision, decision.options[0]).changes) == told_now


# ------------------------------------------------------------------------------------------------ shuffling

MIXED = (
    numbered("mixed", "Mixed")
    + """\
table
  deck      pile of Card hidden
  open      pile of Card = Card
player
  points    0..9
action back "Shuffle what lies open, and put it away"
  shuffle open
  move open to deck
action show_all "Show the deck"
  reveal deck
action mix "Shuffle the deck"
  shuffle deck
flow
  as each players: offer back, show_all, mix
  as each players: offer back, show_all, mix
winner
  most me.points
"""
)


def decks(game: Game, seat: int) -> set[tuple[int, ...]]:
    place = next(slot for slot in game.ruleset.compiled.slots if slot.name == "deck").place
    contents = game.machine.runtime.places.contents
    return {tuple(contents(game.determinize(seat, seed).state, place)) for seed in range(20)}


def test_nobody_knows_the_order_of_an_open_pile_that_is_shuffled_and_put_away() -> None:
    game = take(rules(MIXED).new_game(2, 3), "back")
    assert all(len(decks(game, seat)) > 10 for seat in (0, 1))


def test_a_revealed_pile_that_is_shuffled_is_closed_again() -> None:
    game = take(rules(MIXED).new_game(2, 3), "back", "show_all")
    assert len(game.view(0)["slots"]["table.deck"]) == 6
    assert len(decks(game, 0)) == 1
    game.choose("mix")
    assert game.view(0)["slots"]["table.deck"] == {"size": 6}
    assert len(decks(game, 0)) > 10


# ------------------------------------------------------------------------------------------------ deals

AUCTION = """\
game auction "Auction"
  language  1
  players   3

player
  money     0..5 private = 3
  bid       0..5 private
  lots      0..9
table
  round     0..9

flow
  repeat until round = 2
    add 1 to round
    as all players
      choose n in 0..5 where n <= me.money "How much?"
      set me.bid to n
    let dearest = most p in players: p.bid
    if dearest.size = 1
      as only(dearest)
        add 1 to me.lots
        set me.money to me.money - me.bid
  as seat(0)
    choose n in 1..2 "And now?"
    nothing
winner
  most me.lots
"""


def bids(game: Game, seat: int) -> list[list[int]]:
    slots = [slot for slot in game.ruleset.compiled.slots if slot.name in ("money", "bid")]
    deals = [game.determinize(seat, seed).state for seed in range(12)]
    return [[S[slot.addr + n * slot.stride] for slot in slots for n in range(3)] for S in deals]


def test_what_others_answered_is_dealt_anew_whatever_they_could_answer() -> None:
    """The second bid of the next player is bounded by what the first one left, and nobody else knows that."""
    dealt = []
    for first in (2, 3):
        game = rules(AUCTION).new_game(3, 1)
        for rounds in ([0, first, 1], [1, 0, 0]):
            for seat, bid in enumerate(rounds):
                if any(decision.seat == seat for decision in game.decisions()):
                    game.choose(str(bid), seat)
                if seat in game.waiting():
                    game.commit(seat)
        assert game.decision().question == "And now?"
        dealt.append(bids(game, 0))
    assert dealt[0] == dealt[1]
    assert len({deal[4] for deal in dealt[0]}) > 1
