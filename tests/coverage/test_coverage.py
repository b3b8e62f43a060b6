"""`regelwerk coverage` on a shop whose answer is known: what is noticed, what is not, and what nobody cites."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from benchmarks.rulesets import GAMES
from regelwerk.cli import main
from regelwerk.coverage import Subject, prepared
from regelwerk.coverage.examine import Examiner
from regelwerk.coverage.looking import look_over
from regelwerk.dsl.mutate import SWITCH
from regelwerk.library import written

HERE = Path(__file__).parent
SHOP = str(HERE / "shop.regel")


def run(*args: str) -> Result:
    return CliRunner().invoke(main, args, prog_name="regelwerk")


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    result = run("coverage", SHOP, "--json", "--jobs", "1")
    assert result.exit_code == 1, result.output
    data = json.loads(result.stdout)
    assert isinstance(data, dict)
    return data


def entry(found: dict[str, Any], id: str) -> dict[str, Any]:
    return next(e for e in found["entries"] if e["id"] == id)


@pytest.mark.parametrize(
    ("id", "guard"),
    [
        ("S-COMP-001", "three may play"),
        ("S-COMP-002", "an apple costs two"),
        ("S-SETUP-001", "what one has cannot be bought"),
        ("S-BUY-002", "what one has cannot be bought"),
        ("S-BUY-003", "an apple costs two"),
        ("S-EX-001", "what one has cannot be bought"),
    ],
)
def test_an_entry_is_exercised_by_a_test_that_cites_it(found: dict[str, Any], id: str, guard: str) -> None:
    assert (entry(found, id)["exercised"], entry(found, id)["guard"]) == (True, guard)


@pytest.mark.parametrize(
    ("id", "reason"),
    [
        ("S-BUY-001", "no test cites it (noticed by"),
        ("S-BUY-004", "no test cites it"),
        ("S-BUY-005", "nothing cites it"),
        ("S-END-001", "no test cites it"),
    ],
)
def test_what_is_missing_is_said(found: dict[str, Any], id: str, reason: str) -> None:
    assert not entry(found, id)["exercised"]
    assert entry(found, id)["why_not"].startswith(reason)


def test_numbers_per_area(found: dict[str, Any]) -> None:
    rows = {row["area"]: row for row in found["areas"]}
    assert rows["COMP"] == {
        "area": "COMP", "total": 3, "unobservable": 1, "cited": 2, "exercised": 2, "noticed": 2,
    }  # fmt: skip
    assert (rows["BUY"]["total"], rows["BUY"]["cited"], rows["BUY"]["exercised"]) == (5, 4, 2)
    assert found["all"]["total"] == 11  # the German entry and the questions are not among them
    assert found["unobservable"] == {"S-COMP-003": "Paint."}


def test_survivors_are_listed_with_place_and_change(found: dict[str, Any]) -> None:
    survivors = {(s["line"], s["what"]) for s in found["survivors"]}
    assert ("add 1 to me.points", "left out") in survivors
    assert ("most me.points", "`least` instead of `most`") in survivors
    assert ("players 2..3", "to 2 instead of 3") not in survivors
    assert ("pay g.price coins", "left out") not in survivors
    places = {s["place"] for s in found["survivors"] if s["line"] == "add 1 to me.points"}
    assert places == {f"{SHOP}:35:3", f"{SHOP}:35:7"}


def test_what_a_ruling_makes_meaningless_does_not_count(found: dict[str, Any]) -> None:
    assert found["changes"]["same"] == 6
    assert "if tip: gain 1 coin" not in {s["line"] for s in found["survivors"]}


def test_the_result_does_not_depend_on_the_number_of_processes(found: dict[str, Any]) -> None:
    assert json.loads(run("coverage", SHOP, "--json", "--jobs", "2").stdout) == found


def test_an_excuse_takes_a_survivor_off_the_list(tmp_path: Path) -> None:
    shutil.copy(SHOP, tmp_path)
    shutil.copytree(HERE / "ledger", tmp_path / "ledger")
    excuses = [
        {"line": "add 1 to me.points", "what": "left out", "because": "points are decoration"},
        {"line": "add 7 to me.points", "what": "left out", "because": "long gone"},
    ]
    apart = tmp_path / "equivalent" / "shop.json"
    apart.parent.mkdir()
    apart.write_text(json.dumps(excuses), encoding="utf-8")
    data = json.loads(run("coverage", str(tmp_path / "shop.regel"), "--json", "-j", "1").stdout)
    assert [(e["line"], e["because"]) for e in data["excused"]] == [("add 1 to me.points", "points are decoration")]
    assert data["stale_excuses"] == ["add 7 to me.points (left out)"]
    (tmp_path / "shop.equivalent.json").write_text("[{}]", encoding="utf-8")
    broken = run("coverage", str(tmp_path / "shop.regel"))
    assert broken.exit_code == 2 and "list of objects" in broken.output


def test_only_what_is_asked_for_is_examined() -> None:
    data = json.loads(run("coverage", SHOP, "--json", "--area", "end", "-j", "1").stdout)
    assert [e["id"] for e in data["entries"]] == ["S-END-001"]
    assert data["changes"]["examined"] == 1
    assert run("coverage", SHOP, "--area", "NOWHERE").exit_code == 2
    assert run("coverage", SHOP, "--id", "S-BUY-999").exit_code == 2
    assert "names no ledger" in run("coverage", "pig").output


def test_a_ruling_changes_what_is_covered() -> None:
    data = json.loads(run("coverage", SHOP, "--json", "--ruling", "S-AMB-001=yes", "-j", "1").stdout)
    assert data["failing"] == ["an apple costs two"]


@pytest.fixture(scope="module")
def subject() -> Subject:
    return prepared(written.composed(str(GAMES / "walz_dice.regel")).files[0].decls)


def test_planted_changes_are_all_off_at_first(subject: Subject) -> None:
    assert subject.planted and not subject.failing
    assert subject.compiled.state[subject.switch] == 0
    assert [s.name for s in subject.compiled.slots if s.addr == subject.switch] == [SWITCH]


def test_scenarios_come_by_the_same_changes_in_every_engine(subject: Subject) -> None:
    walked = replace(subject, engine="reference", reach={})
    look_over(walked)
    assert walked.reach == subject.reach
    assert frozenset().union(*subject.reach.values()) > {min(subject.planted)}
    assert len(set(subject.reach.values())) > 3, "scenarios are told apart by what they come by"


def test_a_planted_change_is_judged_like_one_compiled_alone(subject: Subject) -> None:
    examiner = Examiner(subject)
    for number in sorted(subject.planted)[::4]:
        alone = examiner._alone(subject.mutants[number - 1])
        assert (examiner.verdict(number).state, number) == (alone.state, number)
