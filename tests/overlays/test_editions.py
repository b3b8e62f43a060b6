"""Editions: one game by two rulebooks, compared divergence by divergence, each shown by scenarios."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from regelwerk import library
from regelwerk.cli.reading import read_ruleset
from regelwerk.cli.ruleset_options import Composing
from regelwerk.dsl import ast
from regelwerk.dsl.book.citations import RULE, clauses
from regelwerk.dsl.book.rulings import Undecided, decided
from regelwerk.dsl.source import Source, parts_of, sources_of
from regelwerk.dsl.syntax.parse import parse
from regelwerk.library import building, written
from regelwerk.overlay_report import validated
from tests.overlays.conftest import GAME, Run, Write

MATTER = (1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 22, 26, 27)


def told(run: Run, *words: str) -> dict[str, Any]:
    done = run("diff", "auf-der-walz@en", "auf-der-walz@de", *words, "--json")
    assert done.exit_code == 1
    found: dict[str, Any] = json.loads(done.output)
    return found


def test_the_divergences_that_matter_are_listed_and_nothing_else(run: Run) -> None:
    found = told(run)
    assert [each["id"] for each in found["divergences"]] == [f"W-DIV-{n:02}" for n in MATTER]
    assert found["differences"] == []
    for each in found["divergences"]:
        assert each["matters"] and each["addresses"] and each["scenarios"], each["id"]
        assert each["says"] not in ("", each["topic"]), each["id"]
        assert all(each["editions"][edition]["cites"] for edition in ("en", "de")), each["id"]


def test_the_others_are_recorded_with_their_reason(run: Run) -> None:
    found = told(run, "--all")["divergences"]
    assert [each["id"] for each in found] == [f"W-DIV-{n:02}" for n in range(1, 37)]
    for each in found:
        assert each["says"] not in ("", each["topic"]), each["id"]


def test_the_page_counts_them(run: Run) -> None:
    page = run("diff", "auf-der-walz", "--edition", "de").output
    assert "Without effect in play:" not in page and page.endswith("17 of 36 divergences matter in play.\n")


@pytest.mark.slow
def test_every_difference_is_shown_by_scenarios_that_come_out_otherwise() -> None:
    path = library.bundled()["auf_der_walz"]
    overlay = library.overlay(library.Place(path), "de")
    game, parts = ([Source(str(f), f.read_text()) for f in files] for files in (sources_of(path), parts_of(overlay)))
    done = validated(game, [], parts, path, {})
    assert done.contract.kept and done.uncited == []
    shown = {c.id for part in parts for d in _supersedes(part) for c in d.marks.cites}
    open_questions = {"W-DIV-09", "W-DIV-13", "W-DIV-22", "W-DIV-27"}  # only the answers that can be chosen differ
    assert {f"W-DIV-{n:02}" for n in MATTER} - open_questions <= shown


def _supersedes(part: Source) -> list[ast.Supersedes]:
    file, problems = parse(part)
    assert problems == []
    return [d for d in file.decls if isinstance(d, ast.Supersedes)]


@cache
def declared(name: str) -> tuple[ast.Decl, ...]:
    return written.composed(name).files[0].decls


@pytest.mark.parametrize(
    "ruling", ["scouting=each_turn", "scouting=always", "fours_of=one_colour", "servant_pays=gift"]
)
def test_what_the_german_book_decides_is_no_question_any_more(ruling: str) -> None:
    name, _, answer = ruling.partition("=")
    assert decided(declared("auf-der-walz@en"), {name: answer})
    with pytest.raises(Undecided, match=f"cannot be {answer}"):
        decided(declared("auf-der-walz@de"), {name: answer})


def test_a_question_of_the_german_book_is_none_in_english() -> None:
    assert decided(declared("auf-der-walz@de"), {"visitors_at_work": "yes"})
    with pytest.raises(Undecided, match="no ruling visitors_at_work"):
        decided(declared("auf-der-walz@en"), {"visitors_at_work": "yes"})


def test_an_edition_is_named_in_two_ways(run: Run) -> None:
    assert run("rulings", "auf-der-walz", "--edition", "de").output == run("rulings", "auf-der-walz@de").output
    assert library.find("auf-der-walz@en") == library.find("auf-der-walz")
    assert library.in_edition("auf-der-walz@de", "de") == "auf-der-walz@de"
    clash = run("rulings", "auf-der-walz@en", "--edition", "de")
    assert clash.exit_code != 0 and "auf-der-walz@en is one edition, de another" in clash.output
    assert "--edition needs a RULESET" in run("cite", "W-DIV-05", "--edition", "de").output


def test_an_entry_of_one_edition_is_found_without_naming_it(run: Run) -> None:
    page = run("cite", "W-NEWYEAR-004").output
    assert "auf_der_walz@de" in page and "let last = least p in behind: p.pouch" in page


@pytest.mark.parametrize("name", ["auf-der-walz@en", "auf-der-walz@de"])
def test_every_entry_of_an_edition_is_cited_by_rules_and_tests(name: str) -> None:
    read = read_ruleset(name, Composing())
    assert read.ledger is not None and read.edition == name[-2:]
    known = clauses(read.decls)
    rules = {id for clause in known if clause.role == RULE for id in clause.ids}
    tests = {id for clause in known if clause.role != RULE for id in clause.ids}
    entries = [e for e in read.ledger.counted(read.edition) if e.kind != "physical"]
    assert [e.id for e in entries if e.id not in rules and e.kind != "example"] == []
    assert [e.id for e in entries if e.id not in tests] == []


def test_confirming_adds_citations_and_nothing_else(run: Run, pot: str, write: Write) -> None:
    overlay = write("second.regel", 'edition second "Second" for pot\nconfirm fill.pour   @X-1\n')
    assert run("diff", pot, "--with", overlay).output == "No difference.\n"
    assert "second confirms it" in run("origin", "fill.pour", pot, "--with", overlay).output


@pytest.mark.parametrize(
    ("line", "message"),
    [("confirm fill.pour", "is confirmed by nothing"), ("confirm fill.poor   @X-1", "fill.pour")],
)
def test_what_is_confirmed_is_there_and_cited(run: Run, pot: str, write: Write, line: str, message: str) -> None:
    overlay = write("second.regel", f'edition second "Second" for pot\n{line}\n')
    done = run("check", pot, "--with", overlay)
    assert done.exit_code == 1 and message in done.output


TWICE = 'house twice "Twice" for pot\nsupersedes "filling adds one"\n  when\n    as ann: fill\n    as bob: fill\n'


def test_a_scenario_can_go_another_way(run: Run, pot: str, write: Write) -> None:
    overlay = write("twice.regel", f"{TWICE}  then  pot = 2\n")
    assert run("test", pot, "--with", overlay).exit_code == 0
    overlay = write("once.regel", TWICE.replace("twice", "once"))  # what it ends with stays
    assert "pot is 2, not 1" in run("test", pot, "--with", overlay).output


def test_answers_of_nobody_are_noticed(run: Run, pot: str, write: Write) -> None:
    overlay = write("twice.regel", f"{TWICE}    zoe: 1\n")
    assert "There is no seat called `zoe`" in run("check", pot, "--with", overlay).output


def test_mistakes_of_an_overlay_are_not_those_of_the_game_it_lies_beside(tmp_path: Path) -> None:
    (tmp_path / "game.regel").write_text(GAME)
    (tmp_path / "broken.regel").write_text('mod broken "Broken" for pot\nchange ((\n')
    assert building.build(str(tmp_path)).diagnostics == []
    assert building.build(str(tmp_path), ["broken"]).compiled is None
