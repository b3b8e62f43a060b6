"""`hidden from owner`: cards that everybody sees but who holds them. `reveal`: what comes out is told."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from regelwerk import Game, Ruleset
from regelwerk.dsl.pipeline import compile_sources
from regelwerk.dsl.source import Source
from regelwerk.telling.stories import told

BLOCK = Path(__file__).parents[2] / "ports" / "blocks" / "backs_to_oneself.regel"


BETS = """\
flow
  as all players
    choose n in 0..3 "What do you bet?"
    set me.bet to n
  each p in players: reveal p.bet
"""


@cache
def rules() -> Ruleset:
    text = BLOCK.read_text(encoding="utf-8").replace("flow\n", BETS)
    made = compile_sources([Source(BLOCK.name, text.replace("player\n", "player\n  bet       0..3 private\n"))])
    assert made.compiled is not None and made.diagnostics == []
    return Ruleset(made.compiled)


def begun(seed: int, *bets: int) -> Game:
    game = rules().new_game(len(bets), seed)
    for seat, bet in enumerate(bets):
        game.choose(str(bet), seat)
        game.commit(seat)
    return game


@given(st.integers(0, 999))
def test_a_hand_is_seen_by_all_but_its_owner(seed: int) -> None:
    game = begun(seed, 0, 1, 2)
    for seat in (0, 1, 2, None):
        hands = game.view(seat)["slots"]["player.hand"]
        for owner in range(3):
            held = hands[f"player_{owner + 1}"]
            assert (held == {"size": 3}) == (seat in (owner, None)), (seat, owner)
        assert "#" not in str(hands)  # copies that differ by nothing but where they lie have no numbers


@given(st.integers(0, 999), st.integers(0, 2))
def test_a_deal_keeps_what_others_hold_and_mixes_ones_own(seed: int, seat: int) -> None:
    game = begun(seed, 3, 2, 1)
    own = set()
    for number in range(12):
        dealt = game.determinize(seat, number)
        assert dealt.view(seat)["slots"] == game.view(seat)["slots"]
        hand = next(slot for slot in rules().compiled.slots if slot.name == "hand")
        own.add(tuple(dealt.machine.runtime.places.contents(dealt.state, hand.place + seat)))
    assert len(own) > 1


def test_a_card_that_is_played_blind_is_not_named_to_its_owner_before() -> None:
    game = begun(4, 0, 0)
    assert [o.text for o in game.decision().options][:3] == ["Play card 1", "Play card 2", "Play card 3"]
    assert not any("red" in o.text for o in game.decision().options if o.id.startswith("play"))


def test_what_is_revealed_is_told_to_everybody_once() -> None:
    game = begun(4, 2, 3)
    for seat in (0, 1, None):
        lines = list(told(game, seat))
        assert [line for line in lines if "reveals" in line] == ["Player 1 reveals bet: 2", "Player 2 reveals bet: 3"]
    entries = [entry for entry in game.log_for(0) if entry["kind"] == "reveal"]
    assert entries[0] == {"kind": "reveal", "seat": 0, "name": "bet", "text": "2"}


def test_nothing_is_told_before_it_is_revealed() -> None:
    game = rules().new_game(2, 4)
    game.choose("2", 0)
    assert not [entry for entry in game.log_for(1) if entry["kind"] == "reveal"]
    assert "2" not in [entry.get("text") for entry in game.log_for(1)]
