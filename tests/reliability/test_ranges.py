"""A declared range is a promise: told by the checker where it cannot be kept, tested in play where it may not be."""

from __future__ import annotations

import pytest

from regelwerk.dsl.pipeline import compile_sources
from regelwerk.dsl.source import Source
from regelwerk.interpreter.errors import Refused, RuleError
from regelwerk.interpreter.game.game import Game, Ruleset

HEAD = """
game test "Test"
  players   2
kind Colour   red, green
table
  n         0..1000
  bank      -5..5 = -5
player
  points    0..9 = 9
  seen      0..3
  marks     set of 0..3
  wide      set of 0..9 = {1, 9}
  per_red   set of 0..3 per Colour
  per_wide  set of 0..9 per Colour
  purse     0..20
resource coin, coins "Coin"
  held      me.purse
  supply    bank
type Card
  worth     0..3
  power     ability
Card plain "Plain"
  worth     2
"""
TAIL = """
action go_on "Go on"
  add 1 to n
flow
  repeat until n = 3
    as each players: offer go_on, bad
winner
  most n
"""
# What puts a number where it does not belong, in every way there is.
WAYS = {
    "named": "value double 0..3 = me.points * 2\naction bad\n  let k = double\n  set me.seen to k",
    "requirement": "value double 0..3 = me.points * 2\naction bad\n  needs double > 1\n  set me.seen to 1",
    "value": "value double 0..3 = me.points * 2\naction bad\n  set me.seen to double",
    "value in a value": (
        "value double 0..3 = me.points * 2\nvalue same 0..3 = double\naction bad\n  set me.seen to same"
    ),
    "branch": "value some 0..3 = if me.points > 3 then me.points else 1\naction bad\n  set me.seen to some",
    "table": ("value some 0..3 by me.seen\n  0 is me.points\n  otherwise is 1\naction bad\n  set me.seen to some"),
    "parameter of a value": "value same(k: 0..3) 0..3 = k\naction bad\n  set me.seen to same(me.points)",
    "parameter of an effect": "effect put(k: 0..3)\n  set me.seen to k\naction bad\n  put(me.points)",
    "parameter of an action": "action put(k in 0..3)\n  set me.seen to k\naction bad\n  put(me.points)",
    "result": "effect find gives 0..3\n  give me.points\naction bad\n  let k from find\n  set me.seen to k",
    "element added": "action bad\n  add me.points to me.marks",
    "elements added": "action bad\n  add me.wide to me.marks",
    "set": "action bad\n  set me.marks to me.wide",
    "set written out": "action bad\n  set me.marks to {1, me.points}",
    "set in a value": "value some set of 0..3 = me.wide\naction bad\n  set me.marks to some",
    "sets kept per something": "action bad\n  add 9 to me.per_wide[red]\n  set me.per_red to me.per_wide",
    "entry of a list of pairs": "action bad\n  set me.per_red to {red: me.wide}",
    "slot": "action bad\n  set me.seen to me.points",
}


def compiled(text: str, overlay: str = "") -> Ruleset:
    overlays = [Source("overlay", overlay)] if overlay else []
    build = compile_sources([Source("test", text)], overlays)
    assert build.compiled is not None, [(d.code, d.message) for d in build.diagnostics]
    return Ruleset(build.compiled)


def played(rules: Ruleset, engine: str) -> Game:
    return Ruleset(rules.compiled, engine).new_game(2, 1)  # type: ignore[arg-type]


ENGINES = ["python", "reference", "wasm"]


@pytest.mark.parametrize("way", WAYS)
def test_a_number_outside_a_declared_range_stands_in_the_way(way: str) -> None:
    rules = compiled(HEAD + WAYS[way] + "\n" + TAIL)
    for engine in ENGINES:
        game = played(rules, engine)
        assert [option.id for option in game.decisions()[0].options] == ["go_on"], engine
        reasons = game.why("bad", 0)
        assert "0 to 3" in reasons[0].text, (engine, reasons)
        assert reasons[0].at[1] > 0  # the line it is about


@pytest.mark.parametrize("way", WAYS)
def test_after_chance_it_is_an_error_that_changes_nothing(way: str) -> None:
    effects = WAYS[way].replace("action bad\n", "action bad\n  draw d in 1..6\n")
    rules = compiled(HEAD + effects + "\n" + TAIL)
    for engine in ENGINES:
        game = played(rules, engine)
        before = game.save()["state"]
        with pytest.raises(RuleError) as caught:
            game.choose("bad", 0)
        assert caught.value.kind == "range", engine
        assert "0..3" in str(caught.value)
        assert game.save()["state"] == before


def test_what_fits_is_let_through() -> None:
    small = HEAD.replace("points    0..9 = 9", "points    0..9 = 1").replace("= {1, 9}", "= {1, 2}")
    wanted = {"value": 2, "value in a value": 2, "parameter of an action": 1, "branch": 1, "result": 1, "table": 1}
    for way, rule in WAYS.items():
        if "add 9" in rule:
            continue
        for engine in ENGINES:
            game = played(compiled(small + rule + "\n" + TAIL), engine)
            game.choose("bad", 0)
            seen = game.view(0)["slots"]["player.seen"]["player_1"]
            assert way not in wanted or seen == wanted[way], (way, engine)


NEVER = {
    "value": "value some 0..3 = 5",
    "branch": "value some 0..3 = if n > 3 then 1 else 7",
    "table": "value some 0..3 by n\n  0 is 1\n  otherwise is 4",
    "change": "value some 0..3 = 1\nCard third\n  worth 1\n  power change some to 4",
    "parameter": "effect put(k: 0..3)\n  set n to k\neffect other\n  put(4)",
    "result": "effect find gives 0..3\n  give 4",
    "slot": "effect other\n  as each players: set me.seen to 4",
    "field": "Card third\n  worth 4",
    "element": "effect other\n  as each players: add 4 to me.marks",
    "all of them": "value some 0..3 = n - 2000",
}


@pytest.mark.parametrize("way", NEVER)
def test_what_can_never_fit_is_a_mistake(way: str) -> None:
    text = HEAD + NEVER[way] + "\naction bad\n  add 1 to n\n" + TAIL
    found = [d for d in compile_sources([Source("test", text)]).diagnostics if d.severity.value == "error"]
    assert [d.code for d in found] == ["RW3095"]
    assert "0..3" in found[0].message and found[0].help


def test_whether_something_is_possible_with_a_number_that_does_not_fit() -> None:
    rule = "action put(k in 0..3)\n  set me.seen to k\naction bad\n  if can(put(me.points)): set me.seen to 3\n"
    rule += "  else: set me.seen to 1\n"
    for engine in ENGINES:
        game = played(compiled(HEAD + rule + TAIL), engine)
        game.choose("bad", 0)
        assert game.view(0)["slots"]["player.seen"]["player_1"] == 1, engine


def test_asking_and_removing_need_no_range() -> None:
    """A set is compared with, and cleared of, what it cannot hold."""
    rule = """
action bad
  remove me.points from me.marks
  remove me.wide from me.marks
  if me.marks = {me.points}: set me.seen to 3
  if me.points in me.marks: set me.seen to 3
"""
    for engine in ENGINES:
        game = played(compiled(HEAD + rule + TAIL), engine)
        game.choose("bad", 0)
        assert game.view(0)["slots"]["player.seen"]["player_1"] == 0, engine


def test_a_supply_below_nothing_gives_nothing() -> None:
    for engine in ENGINES:
        game = played(compiled(HEAD + "action bad\n  gain 3 coins\n" + TAIL), engine)
        game.choose("bad", 0)
        slots = game.view(0)["slots"]
        assert (slots["table.bank"], slots["player.purse"]["player_1"]) == (-5, 0), engine


def test_an_overlay_that_makes_a_range_smaller_is_held_to_it() -> None:
    base = HEAD + "value best 0..9 = me.points\naction bad\n  if best > 0: set me.seen to 3\n" + TAIL
    overlay = 'variant smaller "Smaller" for test\n\nremove best\n\nvalue best 0..3 = me.points\n'
    build = compile_sources([Source("test", base)], [Source("overlay", overlay)])
    assert build.compiled is not None, [(d.code, d.message, d.help) for d in build.diagnostics]
    for engine in ENGINES:
        game = played(Ruleset(build.compiled), engine)
        assert [option.id for option in game.decisions()[0].options] == ["go_on"], engine


@pytest.mark.parametrize(("value", "args"), [("same", [4]), ("same", [-1]), ("of", [2]), ("those", [16])])
def test_arguments_from_outside_keep_to_the_range(value: str, args: list[int]) -> None:
    rule = "value same(k: 0..3) 0..3 = k\nvalue of(c: Colour) 0..3 = if c = red then 1 else 2\n"
    rule += "value those(s: set of 0..3) number = s.size\naction bad\n  set me.seen to same(0) + of(red) + those({})\n"
    game = played(compiled(HEAD + rule + TAIL), "python")
    with pytest.raises(Refused, match="is not one of"):
        game.why_value(value, args)


def test_a_set_of_numbers_without_bounds_is_refused_before_it_is_made() -> None:
    text = HEAD + "value all_of number = {n * 1000000}.size\naction bad\n  set n to all_of\n" + TAIL
    assert [d.code for d in compile_sources([Source("test", text)]).diagnostics] == ["RW3042"]
