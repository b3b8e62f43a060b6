"""Composing a ruleset on the command line, and the commands that read it beside its ledger."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from regelwerk.dsl.book.ledger import Damaged, read

from .conftest import Run

SHOP = str(Path(__file__).parents[1] / "coverage" / "shop.regel")
ENTRY = '{"id": "A", "area": "A", "kind": "rule", "says": "x"}'
SPOKEN = """\
game spoken "Spoken"
  language  1
  players   2
player
  points    0..9
action roll "Roll"
  add 1 to me.points
flow
  as each players: offer roll
winner
  most me.points
texts de
  roll "Würfle"
"""


@pytest.mark.parametrize("command", ["check", "test", "play", "simulate", "compile", "gaps", "rulings", "coverage"])
@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["tips=yes"], "Did you mean tip?"),
        (["S-AMB-002=yes"], "Did you mean S-AMB-001?"),
        (["tip=maybe"], "There are: yes, no."),
        (["tip=yes", "tip=no"], "cannot be yes and no"),
        (["tip=yes", "S-AMB-001=no"], "the same ruling"),
        (["tip"], "NAME=VALUE"),
    ],
)
def test_an_impossible_ruling_is_refused_everywhere(run: Run, command: str, given: list[str], said: str) -> None:
    result = run(command, SHOP, *(word for each in given for word in ("--ruling", each)))
    assert result.exit_code == 2
    assert said in result.output


@pytest.mark.parametrize("name", ["tip", "S-AMB-001", "s-amb-001"])
def test_a_ruling_is_decided_by_name_or_by_ledger_id(run: Run, name: str) -> None:
    assert run("test", SHOP).exit_code == 0
    result = run("test", SHOP, "--ruling", f"{name}=yes")
    assert result.exit_code == 1 and "FAIL  an apple costs two" in result.output


def test_two_rulings_may_have_an_answer_of_the_same_name(run: Run, tmp_path: Path) -> None:
    game = tmp_path / "late.regel"
    game.write_text(
        """game late "Late"
  language 1
  players 2
kind Late     never, always
kind Early    never, sometimes
ruling late "May one come late?"
  default   never
  choices   never, always
ruling early "May one come early?"
  default   never
  choices   never, sometimes
table
  pot 0..9
setup
  if late = never and early = sometimes: add 1 to pot
flow
  nothing
winner
  most pot
scenario "early birds"
  seats ann, bob
  then  pot = 1
""",
        encoding="utf-8",
    )
    assert run("check", str(game)).exit_code == 0
    assert run("test", str(game), "--ruling", "early=sometimes").exit_code == 0
    assert run("test", str(game), "--ruling", "early=sometimes", "--ruling", "late=always").exit_code == 1
    named = game.read_text(encoding="utf-8").replace("choices   never, always", "choices   Late.never, Late.always")
    game.write_text(named.replace("never\n  choices   Late", "Late.never\n  choices   Late"), encoding="utf-8")
    assert "late = Late.always" in run("rulings", str(game), "--ruling", "late=always").output


def test_rulings_are_listed(run: Run) -> None:
    data = json.loads(run("rulings", SHOP, "--ruling", "tip=yes", "--json").output)["rulings"]
    assert data == [
        {
            "name": "tip",
            "question": "Is there a tip for buying?",
            "value": "yes",
            "default": "no",
            "choices": ["yes", "no"],
            "because": "The rulebook is silent.",
            "cites": ["S-AMB-001"],
            "place": f"{SHOP}:6",
        }
    ]
    assert "tip = no   or yes" in run("rulings", SHOP).output
    assert "No rulings." in run("rulings", "pig").output


def test_another_language_is_spoken(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "spoken.regel"
    path.write_text(SPOKEN, encoding="utf-8")
    assert "Würfle" in run("play", str(path), "--lang", "de").output
    assert "Würfle" not in run("play", str(path)).output
    refused = run("play", str(path), "--lang", "fr")
    assert refused.exit_code == 2 and "There are: de." in refused.output


def test_rulings_and_titles_are_told_in_another_language(run: Run) -> None:
    told = run("rulings", "wallenstein", "--lang", "de").output
    assert "line_up = draft (Auswahl)   oder recommended (empfohlene Aufstellung)" in told
    assert "Wie kommen alle zu ihren ersten Ländern?" in told and "Offene Fragen: " in told
    assert "Kaiserhof und Landsknechte" in run("list", "wallenstein", "--lang", "de").output
    assert "Vier gewinnt" in run("list", "--lang", "de").output and "Connect Four" in run("list").output


def test_gaps_are_listed_with_values_and_constraints(run: Run) -> None:
    data = {g["gap"]: g for g in json.loads(run("gaps", SHOP, "--json").output)["gaps"]}
    assert data["S-GAP-01"]["constraints"] == ["more than an apple"]
    assert [(d["place"], d["lines"]) for d in data["S-GAP-01"]["data"]] == [(f"{SHOP}:17", ["plum: 4, blue"])]
    assert [d["lines"] for d in data[None]["data"]] == [["apple: 2, red"]]
    assert data["S-GAP-02"]["data"] == []
    shown = run("gaps", SHOP).output
    assert "more than an apple" in shown and "2 clauses; 1 of 2 gaps filled." in shown


def test_an_entry_is_shown_with_its_clauses_and_its_tests(run: Run) -> None:
    data = json.loads(run("cite", "S-BUY-003", SHOP, "--json").output)
    assert data["entry"]["says"] == "Goods cost their price."
    found = [(c["role"], c["in"]) for c in data["cited"]]
    assert found == [
        ("rule", "action buy"),
        ("invariant", "invariant “no coin is lost”"),
        ("scenario", "scenario “an apple costs two”"),
    ]
    assert data["cited"][0]["lines"] == ["pay g.price coins"]


@pytest.mark.parametrize(
    ("id", "code", "said"),
    [
        ("s-buy-004", 0, "No scenario or invariant cites it."),
        ("S-EX-001", 0, "Only tests cite it."),
        ("S-BUY-005", 1, "shop does not cite it."),
        ("S-BUY-03", 2, "Did you mean S-BUY-003"),
    ],
)
def test_what_is_missing_around_an_entry_is_said(run: Run, id: str, code: int, said: str) -> None:
    result = run("cite", id, SHOP)
    assert (result.exit_code, said in result.output) == (code, True)


def test_bundled_ledgers_are_found_without_a_ruleset(run: Run) -> None:
    result = run("cite", "A-TOWER-005")
    assert "influence" in result.output and result.exit_code in (0, 1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[", "cannot be read"),
        ("{}", "format"),
        ('{"format": "regelwerk/ledger/1", "entries": [{"id": "A"}]}', "Entry 1"),
        ('{"format": "regelwerk/ledger/1", "entries": [{"id": "A", "area": "A", "kind": "rule", "says": 1}]}', "says"),
        (f'{{"format": "regelwerk/ledger/1", "entries": [{ENTRY}, {ENTRY}]}}', "twice"),
    ],
)
def test_a_damaged_ledger_is_a_message(run: Run, tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "ledger").mkdir()
    (tmp_path / "ledger" / "spoken.json").write_text(text, encoding="utf-8")
    with pytest.raises(Damaged, match=said):
        read(tmp_path / "ledger" / "spoken.json")
    game = tmp_path / "spoken.regel"
    game.write_text(SPOKEN.replace("  players   2\n", '  players   2\n  ledger    "spoken"\n'), encoding="utf-8")
    checked = run("check", str(game), "--play", "0")
    assert "RW6003" in checked.output and checked.exit_code == 0
    assert run("gaps", str(game)).exit_code == 2
