"""What is allowed while all decide at once and in secret."""

from __future__ import annotations

import pytest

from regelwerk.dsl.core.check import check
from regelwerk.dsl.source import Source
from regelwerk.dsl.syntax.parse import parse

FRAME = """\
game secrets
  language  1
  players   2..4

type Chip per player
  worth     0..9
  var used  flag
rows Chip: worth
  low: 1
  high: 9

type Card
  rank      0..9
rows Card: rank
  ace: 1
  king: 9

table
  pot       0..99
  deck      pile of Card = Card

player
  bid       0..9 private
  wish      Chip or none private
  hand      pile of Card private
  laid      pile of Card private
  points    0..99

value highest number = max p in players: p.bid
value rich flag = me.points > 10
value ahead flag = all p in others: me.points >= p.points

effect secretly_done
  {body}

flow
  round

effect round
  as all players: secretly_done

winner
  most me.points
"""


def codes(body: str) -> list[str]:
    source = Source("secret.regel", FRAME.replace("{body}", "\n  ".join(body.splitlines())))
    file, problems = parse(source)
    _, found = check([file])
    return [d.code for d in [*problems, *found] if d.is_error]


@pytest.mark.parametrize(
    "body",
    [
        "set me.bid to 3",
        "choose n in 0..9\nset me.bid to n",
        "choose c in Chip\nset me.wish to c\nset c.used to yes",
        "set low.used to yes",
        "choose c in me.hand\nmove c to me.laid",
        "each c in me.hand: move c to box",
        "if rich: set me.bid to 9",
        "if ahead: set me.bid to 1",
        "set me.bid to me.bid + 1 but at most 9",
        "as me: set me.bid to 2",
        "if me.bid > 3: end secretly_done\nset me.bid to 5",
        "may set me.bid to 4",
    ],
)
def test_own_business_is_allowed(body: str) -> None:
    assert codes(body) == []


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("add 1 to pot", "RW4040"),
        ("as left(me): set me.bid to 1", "RW4040"),
        ("each p in others: set p.points to 0", "RW4040"),
        ("each p in others: set p.low.used to yes", "RW4040"),
        ("draw n in 1..6\nset me.bid to n", "RW4041"),
        ("shuffle deck", "RW4041"),
        ("set me.bid to 1\nif highest > 3: set me.points to 1", "RW4042"),
        ("set me.bid to 1\nif left(me).bid > 3: set me.points to 1", "RW4042"),
        ("move top(deck) to me.hand", "RW4043"),
        ("choose c in deck\nmove c to me.hand", "RW4043"),
        ('as left(me)\n  choose n in 0..9\n  say "{n}"', "RW4044"),
        ("end round", "RW4045"),
        ("as all players: set me.bid to 1", "RW4046"),
    ],
)
def test_what_concerns_others_is_refused(body: str, code: str) -> None:
    assert code in codes(body)
