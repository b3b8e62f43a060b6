"""What the checker warns of, since it would give something hidden away by the way."""

from __future__ import annotations

import pytest

from regelwerk.dsl.pipeline import compile_sources
from regelwerk.dsl.source import Source
from tests.decks import low_and_high

KEY = """\
game key "Key"
  language  1
  players   2
table
  key       0..9 hidden
  points    0..9
flow
  draw n in 1..3
  {line}
  repeat until 1 = 1 at most 1
    as each players
      choose k in 1..2 "How?"
      set points to k
winner
  most points
"""


@pytest.mark.parametrize(
    ("line", "warned"),
    [
        ("set key to n", False),
        ("if n = 1: set key to 4", True),
        ("set key to n + 1", True),
        ("let m = n + 1\n  set key to m", True),
        ('set key to n + 1\n  say "It is {n}."', False),
        ("set key to n + 1\n  set points to n", False),
        ("set points to n", False),
    ],
)
def test_an_open_draw_for_something_hidden_is_warned_of(line: str, warned: bool) -> None:
    build = compile_sources([Source("key.regel", KEY.replace("{line}", line))])
    assert build.compiled is not None, [d.message for d in build.diagnostics]
    assert ("RW4070" in [d.code for d in build.diagnostics]) == warned


PURSE = """\
game purse "Purse"
  language  1
  players   2
table
  tower     0..9 hidden
player
  purse     0..9 private
  points    0..9
action hand_over(p in others) "Hand it over to {p}"
  LINE
  add 1 to me.points
action pass "Pass"
  nothing
flow
  repeat until any p in players where p.points > 7
    as each players: offer hand_over, pass
winner
  most me.points
"""


@pytest.mark.parametrize(
    ("line", "warned"),
    [
        ("add 1 to p.purse", True),
        ("remove 1 from p.purse", True),
        ("add 1 to tower", True),
        ("set p.purse to p.purse + 1 but at most 9", False),
        ("add 1 to me.purse", False),
        ("set p.purse to 3", False),
    ],
)
def test_a_range_that_stops_an_action_tells_what_is_in_it(line: str, warned: bool) -> None:
    build = compile_sources([Source("purse.regel", PURSE.replace("LINE", line))])
    assert build.compiled is not None, [d.message for d in build.diagnostics]
    assert ("RW4068" in [d.code for d in build.diagnostics]) == warned


CUPS = """\
game cups "Cups"
  language  1
  players   2..3
type Die per player
  var shows 1..6 private
rows Die: copies
  die: 3
player
  points    0..9
value high set of Die = [d in Die where d.shows > 3]
action own "Own"
  choose d in Die where d.shows > 3 "Which?"
  set d.shows to 1
action own_named(d in high) "Own by name"
  set d.shows to 1
action other(p in others) "Another's"
  LINE
  add 1 to me.points
flow
  as each players
    each d in Die
      draw n in 1..6
      set d.shows to n
  repeat at most 9
    as each players: offer own, own_named, other
winner
  most me.points
"""


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("nothing", ""),
        ('choose d in p.die "Which?"\n  set d.shows to 1', ""),
        ('choose d in p.die where d.shows > 3 "Which?"\n  set d.shows to 1', "RW4051"),
        ('choose d in p.high "Which?"\n  set d.shows to 1', "RW4051"),
        ('let some = p.die\n  choose d in some where d.shows > 3 "Which?"\n  set d.shows to 1', "RW4051"),
        ('let x = first d in p.die: d\n  say "{x.shows}"', "RW4050"),
        ('let x = first d in p.die: d\n  needs x.shows > 2 else "No."', "RW4068"),
        ('let x = first d in Die: d\n  needs x.shows > 2 else "No."', ""),
    ],
)
def test_what_is_on_things_of_others_is_not_given_away(line: str, code: str) -> None:
    found = {d.code for d in compile_sources([Source("cups.regel", CUPS.replace("LINE", line))]).diagnostics}
    assert found == ({code} if code else set())


@pytest.mark.parametrize(
    ("line", "warned"),
    [
        ("set named to c", True),
        ("add 1 to marks[c]", True),
        ("move c to open\n  set named to c", False),
        ("set own to c", False),
        ("add 1 to notes[c]", False),
    ],
)
@pytest.mark.parametrize("how", ['action note(c in me.hand) "Note {c}"', 'action note "Note"\n  choose c in me.hand'])
def test_what_all_see_of_a_card_in_hand_is_warned_of(how: str, line: str, warned: bool) -> None:
    head = low_and_high("notes", "Notes") + "table\n  deck pile of Card hidden = Card\n  open pile of Card\n"
    text = f"""\
{head}  named Card or none
  marks 0..9 per Card
  notes 0..9 per Card hidden
player
  hand pile of Card private
  own Card or none private
{how}
  {line}
flow
  shuffle deck
  as each players: move top(deck, 2) to me.hand
  repeat at most 3
    as each players: offer note
winner
  most me.hand.size
"""
    found = {d.code for d in compile_sources([Source("notes.regel", text)]).diagnostics}
    assert ("RW4070" in found) == warned
