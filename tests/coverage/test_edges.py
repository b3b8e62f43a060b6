"""Changes at the edges of rules: who, when, in which order, how often, which case is skipped, an effect too many."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from regelwerk.cli import main
from regelwerk.coverage import prepared
from regelwerk.coverage.choice import drawn
from regelwerk.coverage.examine import KILLED, SURVIVED, Examiner
from regelwerk.dsl.mutate import mutants
from regelwerk.dsl.source import Source
from regelwerk.dsl.syntax.parse import parse

SHOP = str(Path(__file__).parent / "shop.regel")
RULES = """
game edges "Edges"
  language  1
  players   3
type Card
  worth     1..3
rows Card: worth
  ace: 1
  king: 2
  queen: 3
table
  deck      pile of Card = ace, king, queen
  pot       0..60
  first     Player = youngest
player
  purse     0..60 = 5
  hand      pile of Card
  lucky     flag
  tired     flag
resource coin, coins "Coin"
  held      me.purse
resource pearl "Pearl"
  held      me.pearls
player
  pearls    0..9
flow
  all_turns
effect all_turns
  as each seats(first): turn                           @E-01
effect turn
  offer buy, wish
action buy "Buy"                                       @E-02
  needs deck.size > 0 and not me.tired                 @E-03
  pay 2 coins                                          @E-04
  put_in                                               @E-05
  move top(deck) to me.hand                            @E-06
  if me.lucky: gain 1 coin                             @E-07
  else: add 1 to pot                                   @E-07
effect put_in
  add 2 to pot                                         @E-08
  set pot to pot * 2                                   @E-09
action wish "Wish"
  each p in others: add p.hand.size to me.purse        @E-10
  move ace under deck                                  @E-11
  as left(me): gain 1 coin                             @E-12
winner
  most me.purse
"""
DULL = """
scenario "somebody buys"
  seats ann, bob, cid
  when      as ann: buy
  then      pot = 5
"""
SHARP = """
scenario "the first of three buys, and nobody else has less"
  seats ann, bob, cid
  when      as ann: buy
  then
    pot = 5 and ann.purse = 3 and bob.purse = 5 and cid.purse = 5
    ace in ann.hand and deck.size = 2 and ann.pearls = 0
scenario "one coin is not enough, and the second seat may buy, too"
  seats ann, bob, cid
  given
    set ann.purse to 1
    set bob.lucky to yes
    set cid.tired to yes
  when      as bob: buy
  then
    not can(ann, buy) and not can(cid, buy) and can(bob, buy)
    bob.purse = 4 and cid.purse = 5 and pot = 4
scenario "the next one gets a coin"
  seats ann, bob, cid
  when      as ann: wish
  then      ann.purse = 5 and bob.purse = 6 and cid.purse = 5
scenario "who begins is asked first, and then the next"
  seats ann, bob, cid
  given
    set first to bob
    move king to bob.hand
  when
    all_turns
    bob: wish
    cid: wish
    ann: wish
  then
    bob.purse = 6 and cid.purse = 7 and ann.purse = 7
    top(deck) = queen
"""
TABLES = """
scenario "everybody begins with five coins"
  seats ann, bob, cid
  then      p.purse = 5
  cases     p
    ann
    bob
    cid
scenario "and nothing is in the pot"
  given as in "everybody begins with five coins"
  then      pot = 0
"""


def verdicts(text: str) -> dict[tuple[str, str], str]:
    file, problems = parse(Source("edges.regel", text))
    assert not problems
    found = prepared(file.decls)
    assert not found.failing, found.failing
    examiner = Examiner(found)
    return {(m.ids[0], m.what): examiner.verdict(m.number).state for m in found.mutants}


@pytest.fixture(scope="module")
def dull() -> dict[tuple[str, str], str]:
    return verdicts(RULES + DULL)


@pytest.fixture(scope="module")
def sharp() -> dict[tuple[str, str], str]:
    return verdicts(RULES + SHARP)


@pytest.mark.parametrize(
    "change",
    [
        ("E-01", "from the next player on"),
        ("E-01", "without the first of them"),
        ("E-01", "the next player"),
        ("E-02", "for the first seat only"),
        ("E-02", "with `gain 1 pearl` besides"),
        ("E-03", "without `and not me.tired`"),
        ("E-03", "asked of the next player"),
        ("E-04", "for the next player instead"),
        ("E-04", "for all players, not for one"),
        ("E-04", "as far as one can"),
        ("E-06", "twice"),
        ("E-07", "never"),
        ("E-10", "all players, not the others only"),
        ("E-10", "without the first of them"),
        ("E-11", "on top instead of under"),
        ("E-12", "`right` instead of `left`"),
    ],
)
def test_scenarios_that_look_at_the_edges_notice(
    dull: dict[tuple[str, str], str], sharp: dict[tuple[str, str], str], change: tuple[str, str]
) -> None:
    assert (dull[change], sharp[change]) == (SURVIVED, KILLED)


@pytest.mark.parametrize(
    "change",
    [
        ("E-05", "twice"),
        ("E-07", "always"),
        ("E-07", "without `else`"),
        ("E-08", "after the next line instead"),
    ],
)
def test_what_any_exact_number_notices(dull: dict[tuple[str, str], str], change: tuple[str, str]) -> None:
    assert dull[change] == KILLED


def test_scenarios_with_a_table_of_cases_count_one_by_one(sharp: dict[tuple[str, str], str]) -> None:
    assert verdicts(RULES + TABLES + SHARP) == sharp


def test_lines_that_cannot_matter_to_each_other_are_not_swapped(dull: dict[tuple[str, str], str]) -> None:
    swapped = {id for id, what in dull if what == "after the next line instead"}
    assert "E-08" in swapped
    assert not swapped & {"E-04", "E-06", "E-10"}  # coins and the pot, a card and coins, coins and the deck


def run(*args: str) -> Result:
    return CliRunner().invoke(main, ["coverage", SHOP, "-j", "1", *args], prog_name="regelwerk")


def test_a_sample_draws_entries_by_lot_one_change_each() -> None:
    file, _ = parse(Source("edges.regel", RULES))
    found = mutants(file.decls)
    assert drawn(found, 3) == drawn(found, 3) != drawn(found, 4)
    few = drawn(found, 3, 8)
    assert len({found[number - 1].ids[0] for number in few}) == 8
    data = json.loads(run("--sample", "5", "--seed", "2", "--json").stdout)
    assert data["changes"]["examined"] + data["changes"]["same"] + data["changes"]["unreadable"] == 5
    assert data["sample"]["entries"] == data["changes"]["examined"]
    told = run("--sample", "5", "--seed", "2").output
    assert "drawn at random, each broken once" in told


def test_one_kind_of_change_only() -> None:
    data = json.loads(run("--kind", "who", "--kind", "corner", "--json").stdout)
    assert set(data["kinds"]) == {"who", "corner"} == {s["kind"] for s in data["survivors"]}
    assert run("--kind", "whom").exit_code == 2


def test_what_was_found_is_kept_and_goes_on(tmp_path: Path) -> None:
    kept, report = tmp_path / "found.jsonl", tmp_path / "report.json"
    run("--sample", "6", "--resume", str(kept), "--json")
    begun = kept.read_text(encoding="utf-8")
    kept.write_text(begun + '{"number": 3, "sta', encoding="utf-8")  # killed while writing
    whole = run("--resume", str(kept), "--json")
    assert kept.read_text(encoding="utf-8").startswith(begun)
    assert json.loads(whole.stdout) == json.loads(run("--json").stdout)
    report.write_text(whole.stdout, encoding="utf-8")
    again = json.loads(run("--again", str(report), "--json").stdout)
    assert again["survivors"] == json.loads(whole.stdout)["survivors"]
    assert again["changes"]["examined"] == len(again["survivors"])


@pytest.mark.parametrize("content", ["", "{}", "nothing\n", '{"coverage": 3}\n[]\n', "\x00"])
def test_a_foreign_file_is_not_taken_for_a_report(tmp_path: Path, content: str) -> None:
    file = tmp_path / "other.json"
    file.write_text(content, encoding="utf-8")
    assert run("--again", str(file)).exit_code == 2
    if content:
        assert run("--resume", str(file)).exit_code == 2
        assert file.read_text(encoding="utf-8") == content
