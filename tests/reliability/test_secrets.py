"""What a seat cannot see makes no difference to what it is shown: on every bundled ruleset with secrets."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import regelwerk
from regelwerk import library
from regelwerk.dsl import ir
from regelwerk.dsl.source import sources_of
from regelwerk.interpreter.errors import Refused, RuleError
from regelwerk.interpreter.game.game import Game, Ruleset
from regelwerk.interpreter.game.history import Position
from regelwerk.interpreter.game.sight.cells import indices, sees
from regelwerk.interpreter.game.view import eyes
from regelwerk.interpreter.texts.sentences import Type
from tests.amounts import part_of
from tests.decks import low_and_high
from tests.rules import ruleset_of

ASKED = 25  # actions and values asked for, each time others


def _secretive(name: str) -> bool:
    files = sources_of(library.bundled()[name])
    return any({"hidden", "private"} & set(file.read_text(encoding="utf-8").split()) for file in files)


NOSY = (
    low_and_high("nosy", "Nosy", "2..3")
    + """\
table
  deck      pile of Card hidden = Card
  rounds    0..9
player
  hand      pile of Card private
  purse     0..9 private = 5
  fate      0..9 hidden = 5
  points    0..99

value peek(p: Player) number = p.purse
value doom(p: Player) number = p.fate + 1
value next_card number = top(deck).worth
value rich flag = any p in others where p.purse > 4
value held(p: Player) number = sum c in p.hand: c.worth

action take "Take a card"
  needs deck.size > 0                     else "The deck is empty."
  move top(deck) to me.hand
action pass "Pass"
  add 1 to me.points
action spy(p in others) "Spy on {p}"
  needs p.purse > 3                       else "{p} is too poor."
  needs top(deck).worth > 4               else "The next card is low."
  add 1 to me.points
action ponder "Ponder"
  let seen = me.hand.size
  let kept = if deck.size > 3 then top(deck) else none
  choose n in 1..3 "How long?"
  set me.points to n + seen but at most 99
  if kept != none: move kept to me.hand

flow
  repeat until rounds = 9
    add 1 to rounds
    as each players: offer take, pass, ponder
    if rounds = 9
      as each players
        if me.points > 90: offer spy, pass
winner
  most me.points
"""
)
SECRETIVE = [*filter(_secretive, sorted(library.bundled())), "auf-der-walz@de", "nosy"]
TALLY_STICK = str(Path(__file__).parents[1] / "dsl" / "mistakes" / "tally_stick.regel")


@cache
def rules(name: str) -> Ruleset:
    if name != "nosy":
        return regelwerk.load(name)
    return ruleset_of(NOSY)


def shown(game: Game, seat: int) -> dict[str, object]:
    """Everything that leaves the machine for one seat."""
    own = [d for d in game.decisions() if d.seat == seat]
    return {
        "view": game.view(seat),
        "decisions": [(d.question, d.secret, [(o.id, o.text) for o in d.options]) for d in own],
        "log": game.log_for(seat),
        "scores": game.scores,
    }


def _any_of(kind: Type, rng: random.Random) -> int:
    if kind.kind == "set":
        return 0
    return rng.randrange(kind.size) if kind.domains else rng.randint(max(kind.lo, -99), min(kind.hi, 99))


def answers(game: Game, seat: int, rng: random.Random) -> Iterator[object]:
    """Ask why things are not possible and what values are, for one seat."""
    compiled, texts = game.ruleset.compiled, game.words.texts
    for thing in rng.sample([*compiled.actions, *compiled.values], min(ASKED, len(compiled.actions + compiled.values))):
        names = thing.types[1 if thing.me else 0 :]
        args = [_any_of(texts.type(name), rng) if name != "Player" else rng.randrange(game.players) for name in names]
        try:
            if thing in compiled.values:
                yield thing.name, args, game.why_value(thing.name, args, seat)
            else:
                ids = ", ".join(texts.id(name, n) for name, n in zip(names, args, strict=True))
                yield thing.name, args, game.why(f"{thing.name}({ids})" if ids else thing.name, seat)
        except (Refused, RuleError) as error:
            yield thing.name, args, str(error)


def scrambled(game: Game, seat: int, rng: random.Random) -> Game:
    """Copy a game and change what a seat cannot see in any way whatever: this need not be a deal that could be."""
    compiled, places = game.ruleset.compiled, game.machine.runtime.places
    S, held = game.state.copy(), set[tuple[str, int]]()
    if not game.at_check:  # what an action has in hand is in its frame, too
        for number in game.machine.runtime.frames(S):
            proc = compiled.procs[number]
            held.update(zip(proc.types, S[proc.base + ir.FRAME_LOCALS : proc.base + proc.size], strict=True))
    cells: dict[int, list[tuple[int, int]]] = {}
    for slot, place in eyes(game.ruleset, game.words.texts, S, seat).unseen_places():
        first = places.addr[place] + (1 if places.pile[place] else 0)
        free = [
            (cell, place) for cell in range(first, first + places.size(S, place)) if (slot.type, S[cell]) not in held
        ]
        cells.setdefault(slot.movable, []).extend(free)
    for movable, where in cells.items():
        things = [S[cell] for cell, _ in where]
        rng.shuffle(things)
        for thing, (cell, place) in zip(things, where, strict=True):
            S[cell] = thing
            S[places.loc[movable] + thing] = place
    for slot in compiled.slots:
        if slot.kind == "cell" and slot.visibility != "public" and slot.lo < slot.hi:
            for index, keys in indices(slot, S[ir.PLAYERS]):
                if not sees(compiled, S, seat, slot, index, keys):
                    S[slot.addr + index * slot.stride] = rng.randint(slot.lo, slot.hi)
    twin = game.clone()
    twin.stand(Position(S, twin.position.aside))
    return twin


def answered_otherwise(game: Game, twin: Game, seat: int, rng: random.Random) -> bool:
    """In the midst of a simultaneous decision, give the own answers again and others' anyhow; tell if that can be."""
    given, again = game._simultaneous, twin._simultaneous
    if given is None or again is None:
        return given is again
    if given.branches.keys() != again.branches.keys():
        return False
    for number, branch in given.branches.items():
        if number == seat:
            again.replay(seat, branch.answers, branch.committed)
            continue
        for _ in branch.answers:
            if again.branches[number].done:
                return False
            again.answer(number, rng.choice(again.branches[number].options))
        if again.branches[number].done != branch.done:
            return False
        if branch.committed:
            again.commit(number)
    twin._decisions = None
    return True


def played(name: str, players: int, seed: int, looks: int) -> Iterator[tuple[Game, random.Random]]:
    """Play at random and stop now and then to look around."""
    game, rng = rules(name).new_game(players, seed), random.Random(seed)
    for _ in range(120):
        if game.over or not looks:
            return
        if rng.random() < 0.25:
            yield game, rng
            looks -= 1
        decision = rng.choice(game.decisions())
        game.choose(rng.choice(decision.options), decision.seat)
        for seat in game.waiting():
            game.commit(seat)


def compare(name: str, players: int, seed: int, looks: int) -> int:
    """Deal anew what a seat cannot know."""
    compared = 0
    for game, rng in played(name, players, seed, looks):
        for seat in range(players):
            other = game.determinize(seat, rng.randrange(1000))
            assert shown(other, seat) == shown(game, seat), f"seat {seat}, {len(game.log)} entries of the log"
        compared += 1
    return compared


def compare_scrambled(name: str, players: int, seed: int, looks: int) -> int:
    """Change what a seat cannot see, also what others answer in secret."""
    compared = 0
    for game, rng in played(name, players, seed, looks):
        for seat in range(players):
            try:
                other, asked = scrambled(game, seat, rng), rng.randrange(1000)
                if not answered_otherwise(game, other, seat, rng):
                    continue
            except (Refused, RuleError):
                if game._simultaneous is None:
                    raise
                continue  # in such a position others could not answer, or not as often
            assert shown(other, seat) == shown(game, seat), f"seat {seat}, {len(game.log)} entries of the log"
            told = [list(answers(each, seat, random.Random(asked))) for each in (other, game)]
            assert told[0] == told[1]
            compared += 1
    return compared


def least(name: str) -> int:
    return rules(name).compiled.players[0]


@pytest.mark.parametrize("name", SECRETIVE)
def test_hidden_things_do_not_show(name: str) -> None:
    assert sum(compare(name, least(name), seed, 4) for seed in range(2)) > 0


@pytest.mark.parametrize("name", SECRETIVE)
def test_answers_do_not_depend_on_hidden_things(name: str) -> None:
    assert sum(compare_scrambled(name, least(name), seed, 8) for seed in range(3)) > 0


def rename(game: Game, S: list[int], domain: str, new: list[int]) -> None:
    """Call things otherwise in the slots that name them or are kept for them."""
    for slot in game.ruleset.compiled.slots:
        if slot.kind != "cell":
            continue
        cells = [slot.addr + index * slot.stride for index, _ in indices(slot, S[ir.PLAYERS])]
        if slot.type == domain:
            for cell in cells:
                S[cell] = new[S[cell]] if S[cell] >= 0 else S[cell]
        if slot.keys == [domain]:
            S[slot.addr : slot.addr + len(cells)] = [S[cells[new.index(n)]] for n in range(len(cells))]


def renumbered(game: Game, rng: random.Random) -> Game:
    """Copy a game in which copies of cards have other numbers, wherever they are named."""
    compiled, places = game.ruleset.compiled, game.machine.runtime.places
    S = game.state.copy()
    for movable, kind in enumerate(compiled.movables):
        domain = next(d for d in compiled.domains if d.name == kind.domain)
        if not domain.designs or domain.name not in game.ruleset.onlookers.alike:
            continue
        new = list(range(len(domain.ids)))
        for design in set(domain.designs):
            same = [n for n, d in enumerate(domain.designs) if d == design]
            for n, m in zip(same, rng.sample(same, len(same)), strict=True):
                new[n] = m
        for slot in compiled.slots:
            if slot.movable == movable and slot.place >= 0:
                for index, _ in indices(slot, S[ir.PLAYERS]):
                    at = places.addr[slot.place + index]
                    first, size = at + int(places.pile[slot.place]), places.size(S, slot.place + index)
                    S[first : first + size] = [new[c] for c in S[first : first + size]]
        old = S[kind.loc : kind.loc + len(new)]
        for n, m in enumerate(new):
            S[kind.loc + m] = old[n]
        rename(game, S, domain.name, new)
        for part in compiled.domains:
            if trait := next((t for t in part.traits if t.name == part.part_of and t.type == domain.name), None):
                wholes, kept = compiled.tables[trait.table], dict[tuple[int, str], int]()
                for n, id in enumerate(part.ids):
                    kept[wholes[n], id.partition("#")[0]] = n
                rename(
                    game, S, part.name, [kept[new[wholes[n]], id.partition("#")[0]] for n, id in enumerate(part.ids)]
                )
    twin = game.clone()
    twin.stand(Position(S, twin.position.aside))
    return twin


@pytest.mark.parametrize("name", ["nosy", "leduc_poker", "coup", TALLY_STICK])
def test_copies_are_not_recognised_by_a_number(name: str) -> None:
    """Where no action is half-way and nothing else names them, copies may have any numbers: nothing changes."""
    compared = 0
    for seed in range(3):
        for game, rng in played(name, least(name), seed, 6):
            if not game.at_check:
                continue
            other = renumbered(game, rng)
            for seat in range(game.players):
                assert shown(other, seat) == shown(game, seat)
                told = [list(answers(each, seat, random.Random(seed))) for each in (other, game)]
                assert told[0] == told[1]
                compared += 1
    assert compared > 2


def test_what_an_action_has_in_hand_is_dealt_anew_and_still_lies_where_it_lay() -> None:
    """The top card is kept for later: that it is the top one is known, not which."""
    game = rules("nosy").new_game(3, 4)
    for option in ("take", "take", "ponder"):
        game.choose(option)
    deck = next(slot for slot in game.ruleset.compiled.slots if slot.name == "deck")
    size, tops = game.state[deck.addr], set()
    for seed in range(40):
        deal = game.determinize(1, seed)
        top = deal.state[deck.addr + size]
        deal.choose(deal.decision().options[0])
        assert deal.state[deck.addr] == size - 1
        assert top not in deal.state[deck.addr + 1 : deck.addr + size]
        tops.add(top)
    assert len(tops) > 3


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 10 + part_of(12)))
@pytest.mark.parametrize("name", SECRETIVE)
def test_hidden_things_do_not_show_at_length(name: str, seed: int) -> None:
    for players in range(least(name), rules(name).compiled.players[1] + 1):
        compare(name, players, seed, 30)
        compare_scrambled(name, players, seed, 30)
