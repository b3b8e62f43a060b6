"""Who sees what, told by the declarations alone: small rulesets are made up, and every view is held against them.

Nothing here asks the machine who may see something; that is what is tested.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest

from regelwerk.interpreter.errors import Refused
from regelwerk.interpreter.game.game import Game
from tests.rules import ruleset_of

COLOURS = ("amber", "azure")  # not as many as players: what is wrong about keys shows
PLAYERS = ("player_1", "player_2", "player_3")
KEYS = {"Colour": COLOURS, "Player": PLAYERS}


FRAME = """\
game made_up "Made up"
  language  1
  players   3

kind Colour  {colours}

type Card
  worth     0..9
rows Card: worth
{cards}

{slots}
player
  points    0..9

action pass "Pass"
  add 1 to me.points

setup
{setup}

flow
  as each players: offer pass
winner
  most me.points
"""


@dataclass(frozen=True)
class Slot:
    """A slot as it is declared, and which of its places are revealed."""

    name: str
    owner: str  # table or player
    kind: str  # number, pile, holds
    sight: str  # public, private, hidden, hidden from owner
    keys: tuple[str, ...]  # behind `per`
    revealed: frozenset[tuple[str, ...]]

    @property
    def places(self) -> list[tuple[str, ...]]:
        whose = [PLAYERS] if self.owner == "player" else []
        return list(product(*whose, *(KEYS[key] for key in self.keys)))

    def seen(self, place: tuple[str, ...], seat: int) -> bool:
        """Does a seat see it? As the reference tells it."""
        if self.sight == "public" or place in self.revealed:
            return True
        own = self.owner == "player" and place[0] == PLAYERS[seat]
        return own if self.sight == "private" else self.sight == "hidden from owner" and not own


def made_up(rng: random.Random) -> list[Slot]:
    slots = []
    for number in range(6):
        owner = rng.choice(["player", "player", "table"])
        sight = rng.choice(
            ["public", "private", "hidden", "hidden from owner"] if owner == "player" else ["public", "hidden"]
        )
        keys = tuple(rng.choices(["Colour", "Player"], k=rng.randrange(3)))
        kind = rng.choice(["number", "number", "pile", "holds"])
        slot = Slot(f"slot_{number}", owner, kind, sight, keys, frozenset())
        some = [place for place in slot.places if sight != "public" and rng.random() < 0.2]
        slots.append(Slot(slot.name, owner, kind, sight, keys, frozenset(some)))
    return slots


def address(slot: Slot, place: tuple[str, ...]) -> str:
    whose, keys = (f"seat({PLAYERS.index(place[0])}).", place[1:]) if slot.owner == "player" else ("", place)
    named = [f"seat({PLAYERS.index(k)})" if k in PLAYERS else f"Colour.{k}" for k in keys]
    return f"{whose}{slot.name}" + "".join(f"[{key}]" for key in named)


def written(slots: list[Slot]) -> tuple[str, dict[tuple[str, tuple[str, ...]], Any]]:
    """Write a ruleset in which everything holds something of its own, and say what."""
    truth: dict[tuple[str, tuple[str, ...]], Any] = {}
    setup, cards = [], 0
    for slot in slots:
        for place in slot.places:
            if slot.kind == "number":
                truth[slot.name, place] = len(truth) + 1
                setup.append(f"set {address(slot, place)} to {len(truth)}")
            else:
                names = [f"card_{cards + n}" for n in range(2 if slot.kind == "pile" else 1)]
                cards += len(names)
                truth[slot.name, place] = names if slot.kind == "pile" else names[0]
                setup += [f"move {name} to {address(slot, place)}" for name in reversed(names)]
    setup += [f"reveal {address(slot, place)}" for slot in slots for place in sorted(slot.revealed)]
    kinds = {"number": "0..999", "pile": "pile of Card", "holds": "holds Card"}

    def declared(owner: str) -> list[str]:
        found = [
            f"  {s.name}  {kinds[s.kind]}{''.join(f' per {key}' for key in s.keys)} {s.sight}"
            for s in slots
            if s.owner == owner
        ]
        return [owner, *found] if found else []

    text = FRAME.format(
        colours=", ".join(COLOURS),
        cards="\n".join(f"  card_{n}: 1" for n in range(max(cards, 1))),
        slots="\n".join([*declared("table"), *declared("player")]),
        setup="\n".join(f"  {line}" for line in setup),
    )
    return text, truth


def begun(seed: int) -> tuple[list[Slot], dict[tuple[str, tuple[str, ...]], Any], Game]:
    slots = made_up(random.Random(seed))
    text, truth = written(slots)
    return slots, truth, ruleset_of(text, engine="reference").new_game(3, seed)


def looked_up(view: dict[str, Any], slot: Slot, place: tuple[str, ...]) -> Any:
    found = view["slots"][f"{slot.owner}.{slot.name}"]
    for key in place:
        found = found[key]
    return found


@pytest.mark.parametrize("seed", range(12))
def test_a_view_shows_what_its_seat_may_see_and_nothing_else(seed: int) -> None:
    slots, truth, game = begun(seed)
    for seat in (0, 1, 2):
        view = game.view(seat)
        for slot in slots:
            for place in slot.places:
                told = truth[slot.name, place]
                size = len(told) if isinstance(told, list) else 1
                unseen = None if slot.kind == "number" else {"size": size}
                wanted = told if slot.seen(place, seat) else unseen
                assert looked_up(view, slot, place) == wanted, (seat, slot, place)


@pytest.mark.parametrize("seed", range(12))
def test_who_looks_into_a_place_is_who_sees_what_lies_there(seed: int) -> None:
    slots, _, game = begun(seed)
    onlookers, S = game.ruleset.onlookers, game.state
    assert onlookers.on(S, 0) == 0 and onlookers.off(S, 0) == 0b111  # the box
    for slot in slots:
        declared = next(s for s in game.ruleset.compiled.slots if s.name == slot.name)
        if declared.place < 0:
            continue
        for index, place in enumerate(slot.places):
            seats = sum(1 << seat for seat in range(3) if slot.seen(place, seat))
            assert onlookers.on(S, declared.place + index) == seats, (slot, place)
            assert onlookers.off(S, declared.place + index) == 0b111 & ~seats


@pytest.mark.parametrize("seed", range(6))
def test_deals_keep_what_is_seen(seed: int) -> None:
    _, _, game = begun(seed)
    for seat in (0, 1, 2):
        for number in range(2):
            assert game.determinize(seat, number).view(seat) == game.view(seat)


@pytest.mark.parametrize("seed", range(6))
def test_values_are_told_to_who_sees_what_they_come_from(seed: int) -> None:
    """`why_value` looks with the eyes of the seat that asks."""
    slots = made_up(random.Random(seed))
    text, truth = written(slots)
    numbers = [(slot, place) for slot in slots if slot.kind == "number" for place in slot.places][:12]
    text += "".join(f"value v{n} number = {address(*number)}\n" for n, number in enumerate(numbers))
    game = ruleset_of(text, engine="reference").new_game(3, seed)
    for n, (slot, place) in enumerate(numbers):
        for seat in (0, 1, 2):
            if slot.seen(place, seat):
                assert game.why_value(f"v{n}", (), seat)[-1].value == truth[slot.name, place]
            else:
                with pytest.raises(Refused, match="cannot see"):
                    game.why_value(f"v{n}", (), seat)
