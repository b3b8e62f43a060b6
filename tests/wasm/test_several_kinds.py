"""Sets of things of several kinds, which have more bits than any kind has things."""

from __future__ import annotations

from pathlib import Path

from regelwerk import Ruleset, load
from regelwerk.simulation.batches import Batches
from regelwerk.simulation.games import Played, game_seed, play_through

GAMES = 6


def test_a_set_of_two_kinds_needs_no_help_with_more_than_64_things(tmp_path: Path) -> None:
    kinds = "\n".join(f"kind {k} " + ", ".join(f"{k.lower()}_{n}" for n in range(45)) for k in ("County", "Coin"))
    (tmp_path / "both.regel").write_text(
        f"""game both "Both"
  players   2
{kinds}
player
  last      County or Coin or none
  coins     0..20
value hand set of County or Coin = [k in County + Coin where k != me.last]
flow
  each i in 1..20
    as each players
      choose k in hand if any
      set me.last to k
      if k in Coin: add 1 to me.coins
invariant "one card is on the table"
  all p in players: p.hand.size >= 89
winner
  most me.coins
"""
    )
    rules = Ruleset(load(tmp_path / "both.regel").compiled, "wasm")
    found = list(Batches(rules, 2, 3, 1000, checks=True).played(range(GAMES), 1, _left_to_nobody))
    slow = Ruleset(rules.compiled, "python")
    assert found == [play_through(slow, 2, n, game_seed(3, n), 1000, checks=True) for n in range(GAMES)]


def _left_to_nobody(index: int) -> Played:
    raise AssertionError(f"game {index} was left to Python")
