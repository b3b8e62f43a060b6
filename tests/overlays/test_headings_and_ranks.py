"""What overlays write at first try: the heading of a block alone, a line of `winner` with its `most`, a title for a
name, a line that they have put beside another one themselves."""

from __future__ import annotations

import pytest

from regelwerk.dsl.ast.printer import declaration
from regelwerk.dsl.diagnostics import Diagnostic
from regelwerk.dsl.pipeline import Build, compile_sources
from regelwerk.dsl.source import Source

SHOP = """\
game shop "Shop"
  language  1
  players   2..4

table
  year      0..3
  shelf     pile of Card = Card

player
  coins     0..9
  points    0..9

type Card
  price     1..5
rows Card: price
  fig "Ripe fig": 2

value worth(n: 0..3) 0..4 by n
  0         is 0
  otherwise is 4

effect years
  each y in 1..2
    set year to y
    as each players: sell
    if y = 1: add 1 to year
    else
      set year to 0

effect sell
  repeat until me.coins > 3 at most 5
    add 1 to me.coins
  set year to 1

flow
  years

winner
  most me.points
  most me.coins

scenario "three sell"
  seats ann, bob, cem
  when      as cem: sell
  then      cem.coins = 4

effect only_here
  sell

scenario "four sell"
  seats ann, bob, cem, dan
  when      as dan: only_here
  then      dan.coins = 4

scenario "what a fig is worth"
  seats ann, bob
  then      worth(1) = 4
"""


def build(text: str) -> Build:
    return compile_sources([Source("shop.regel", SHOP)], [Source("x.regel", f"mod x for shop\n{text}")])


def only(text: str) -> Diagnostic:
    (found,) = build(text).diagnostics
    return found


def rules(text: str, name: str) -> str:
    done = build(text)
    assert not done.diagnostics
    (found,) = (d for d in done.files[0].decls if getattr(getattr(d, "name", None), "id", "") == name)
    return "\n".join(line.text for line in declaration(found))


def test_the_heading_of_a_block_is_changed_and_what_stands_below_it_stays() -> None:
    text = 'change years."each y"\n  from  each y in 1..2\n  to    each y in 1..3\n'
    text += 'change sell."repeat"\n  from  repeat until me.coins > 3 at most 5\n  to    repeat at most 2\n'
    assert rules(text, "years") == (
        "effect years\n  each y in 1..3\n    set year to y\n    as each players: sell\n    if y = 1: add 1 to year\n"
        "    else: set year to 0"
    )
    assert rules(text, "sell").endswith("  repeat at most 2: add 1 to me.coins\n  set year to 1")


def test_the_condition_of_an_if_is_changed_and_its_else_stays() -> None:
    text = 'change years."if y"\n  from  if y = 1\n  to    if y < 3\n'
    assert "    if y < 3: add 1 to year\n    else: set year to 0" in rules(text, "years")


def test_another_heading_is_stale_and_a_heading_alone_is_no_block() -> None:
    found = only('change years."each y"\n  from  each y in 1..3\n  to    each y in 1..4\n')
    assert (found.code, found.at.line) == ("RW5009", 3)
    found = only('change sell."set year"\n  from  set year to 1\n  to    each p in players\n')
    assert (found.code, found.message) == ("RW5010", "Nothing stands below `each p in players`.")


@pytest.mark.parametrize(
    ("old", "new", "now"),
    [
        ("most me.coins", "least me.coins", "least me.coins"),
        ("me.coins", "me.points + 1", "most me.points + 1"),
        ("me.coins", "least me.points", "least me.points"),
    ],
)
def test_a_line_of_winner_is_named_with_its_side_or_without(old: str, new: str, now: str) -> None:
    done = build(f"change winner.coins\n  from  {old}\n  to    {new}\n")
    assert not done.diagnostics
    (found,) = (d for d in done.files[0].decls if type(d).__name__ == "Winner")
    assert declaration(found)[-1].text == f"  {now}"


def test_a_line_of_winner_that_goes_the_other_way_is_stale() -> None:
    assert only("change winner.coins\n  from  least me.coins\n  to    most me.points\n").code == "RW5009"
    assert only("remove winner.coins was least me.coins\n").code == "RW5009"
    assert not build("remove winner.coins was most me.coins\n").diagnostics
    assert only("change shelf.size\n  from  1\n  to    most me.coins\n").is_error


def test_an_address_means_what_was_there_and_not_what_the_overlay_has_put_beside_it() -> None:
    text = 'insert before sell."repeat"\n  set year to 1\nchange sell."set year to 1"\n  from  set year to 1\n'
    assert rules(f"{text}  to    set year to 2\n", "sell").splitlines()[1::2] == ["  set year to 1", "  set year to 2"]


def test_a_title_in_an_address_leads_to_the_name() -> None:
    found = only('change "Ripe fig".price\n  from  2\n  to    3\n')
    assert found.help == "Write `fig.price`."


def test_a_scenario_by_a_title_that_is_not_quite_right_leads_to_the_one_that_is_meant() -> None:
    found = only('supersedes "what figs are worth"\n')
    assert found.help == 'Did you mean `"what a fig is worth"`?'
    assert [fix.text for fix in found.fixes] == ['"what a fig is worth"']


def test_what_an_overlay_has_taken_away_is_told_with_its_place() -> None:
    found = only('remove sell."set year"\nchange sell."set year"\n  from  set year to 1\n  to    set year to 2\n')
    assert found.message == "Nothing stands at `sell.set` any more: this overlay takes it away."
    assert [each.at.line for each in found.others] == [2]


@pytest.mark.parametrize(
    ("text", "address", "old", "new"),
    [
        ("change fig.price\n  from  2\n  to    7\n", "Card.price.range", "1..5", "1..7"),
        ("Card plum\n  price     9\n", "Card.price.range", "1..5", "1..9"),
        ("rows Card: price\n  plum: 0\n", "Card.price.range", "1..5", "0..5"),
        ("include 2 is 6 into worth\n", "worth.range", "0..4", "0..6"),
    ],
)
def test_a_number_outside_a_range_of_the_game_names_the_change_that_widens_it(
    text: str, address: str, old: str, new: str
) -> None:
    found = only(text)
    assert found.code == "RW3095"
    assert f"`change {address}`, and below it `from {old}` and `to {new}`" in found.help
    assert not build(f"{text}change {address}\n  from  {old}\n  to    {new}\n").diagnostics


def test_scenarios_for_other_numbers_of_players_are_not_told_and_ask_for_nothing() -> None:
    done = build("change game.players\n  from  2..4\n  to    2..3\n")
    assert not done.diagnostics  # nor is it told that nobody uses what only they have used
    assert done.compiled is not None
    assert [s.title for s in done.compiled.scenarios] == ["three sell", "what a fig is worth"]


def test_a_scenario_of_the_game_that_cannot_be_told_any_more_is_superseded() -> None:
    found = only(TWICE)
    assert found.at.file == "shop.regel" and found.code == "RW2010"
    assert found.help == 'The overlay can tell the scenario anew, or drop it: `supersedes "what a fig is worth"`.'
    assert not build(f'{TWICE}supersedes "what a fig is worth"\n').diagnostics


TWICE = """\
type Charm
  helps     ability while me.charm = it
player
  charm     Charm or none
Charm twice
  helps     change worth(n) to 4
"""


def test_what_uses_something_that_is_taken_away_is_named_in_one_go() -> None:
    found = only("remove sell\n")
    assert found.code == "RW5014"
    assert found.help == (
        "Change what uses it, too: `years.sell`, `only_here.sell`. Or keep it, and `change` what it says. "
        'Tell anew, or drop, the scenario that uses it: `supersedes "three sell"`.'
    )
