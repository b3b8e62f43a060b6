"""`regelwerk impact`: what is compared, told, written, and what happens when something is wrong."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest
from pydantic import BaseModel

from regelwerk import Ruleset
from regelwerk.bots.learning.policy_file import Written
from regelwerk.cli.comparing import practising
from regelwerk.impact import practice
from regelwerk.impact.data import Report, Reports
from regelwerk.interpreter.game.schema import DIALECT, file_name, written

from .conftest import Run, Spawn

THROWS = str(Path(__file__).parents[1] / "impact" / "throws.regel")
WAYS = str(Path(THROWS).with_name("ways.regel"))
PRACTISED = ("--bots", "eager,eager", "--practice", "10", "--groups", "3", "--games", "12")
MODELS: dict[str, type[BaseModel]] = {"impact": Report, "impacts": Reports}
SCHEMAS = {name: {"$schema": DIALECT, **model.model_json_schema()} for name, model in MODELS.items()}


def test_the_result_does_not_depend_on_the_number_of_processes(spawn: Spawn) -> None:
    args = ("impact", THROWS, "--ruling", "bonus=6", "--games", "20", "--players", "3", "--seed", "4", "--json")
    alone, together = spawn(*args), spawn(*args, "--jobs", "2")
    assert alone.returncode == together.returncode == 0, alone.stderr + together.stderr
    assert alone.stdout == together.stdout


def test_both_engines_say_the_same(run: Run) -> None:
    args = ("impact", THROWS, "--ruling", "bonus=6", "--games", "10", "--json")
    one, other = (json.loads(run(*args, "--engine", name).output) for name in ("python", "reference"))
    assert one | {"engine": ""} == other | {"engine": ""}


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_schema_is_up_to_date(root: Path, name: str) -> None:
    file = root / "schemas" / file_name(name)
    if os.environ.get("UPDATE_SCHEMAS"):
        file.write_text(written(SCHEMAS[name]), encoding="utf-8")
    assert file.read_text(encoding="utf-8") == written(SCHEMAS[name]), "run pytest with UPDATE_SCHEMAS=1"
    jsonschema.Draft202012Validator.check_schema(SCHEMAS[name])


def test_the_data_fits_its_schema_and_says_what_was_compared(run: Run) -> None:
    data = json.loads(run("impact", THROWS, "--ruling", "bonus=6", "--games", "30", "--json").output)
    jsonschema.Draft202012Validator(SCHEMAS["impact"]).validate(data)
    assert data["first"]["words"] == THROWS
    assert data["second"]["words"] == f"{THROWS} --ruling bonus=6"
    assert data["first"]["lock"] != data["second"]["lock"]
    assert [change["address"] for change in data["changes"]] == ["bonus.default"]
    assert data["pairs"] == data["games"] == data["alike"] + data["apart"] == 30
    assert sum(count for _, count in data["score_shifts"]) == 30


def test_two_compositions_are_written_as_for_diff(run: Run) -> None:
    args = ("--games", "5", "--json")
    quoted = run("impact", f"{THROWS} --ruling bonus=6", THROWS, *args)
    turned = json.loads(run("impact", THROWS, "--ruling", "bonus=6", *args).output)
    data = json.loads(quoted.output)
    assert data["first"] == turned["second"] and data["second"] == turned["first"]
    shifts = {shift["key"]: shift["shift"] for shift in turned["shifts"]}
    assert all(shift["shift"] == -shifts[shift["key"]] for shift in data["shifts"])


def test_the_text_has_verdict_shift_and_limits(run: Run) -> None:
    told = run("impact", THROWS, "--ruling", "bonus=6", "--games", "100").output
    assert re.search(r"The change shows: \d+ of 100 games differ", told)
    assert re.search(r"Score, mean of all seats .*\+\d.*clear", told)
    assert "All players choose at random" in told
    assert "lock " in told and "bonus.default" in told


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ([], "Name what to compare"),
        ([THROWS], "Name a second ruleset, or what to apply"),
        (["pig", "connect-four"], "Pig and Connect Four are two games"),
        ([THROWS, "--ruling", "bonus=7"], "There are: 0, 6."),
        ([THROWS, "--ruling", "bonus=6", "--players", "4"], "Throws is for 2 to 3 players, not 4."),
        ([THROWS, "--ruling", "bonus=6", "--bots", "clever"], "Nobody who plays is called clever."),
        ([THROWS, "--ruling", "bonus=6", "--html", "report.txt"], "name it report.html"),
        ([THROWS, "--ruling", "bonus=6", "--html", "nowhere/report.html"], "There is no folder nowhere"),
        ([THROWS, "--ruling", "bonus=6", "--games", "1"], "1 is too little: at least 2"),
        ([THROWS, f"{THROWS} --players 3"], "--with and --ruling can stand, not --players"),
        (["--list", "gone.md"], "does not exist"),
        ([WAYS, "--ruling", "toll=1", "--practice", "10"], "Only eager players practise: name them"),
        ([WAYS, "--ruling", "toll=1", "--groups", "3"], "--groups is about practice: say how many games"),
        ([WAYS, "--ruling", "toll=1", "--experienced"], "--experienced is about practice"),
        ([WAYS, "--ruling", "toll=1", *PRACTISED, "--games", "5"], "less than two for each"),
        ([WAYS, "--ruling", "toll=1", *PRACTISED, "--experienced"], "No experience comes with Ways"),
    ],
)
def test_wrong_uses_are_explained(run: Run, args: list[str], said: str) -> None:
    result = run("impact", *args)
    assert result.exit_code == 2
    assert said in " ".join(result.output.split())


def test_sides_for_other_numbers_of_players_cannot_be_compared(run: Run, tmp_path: Path) -> None:
    crowd = tmp_path / "crowd.regel"
    text = Path(THROWS).read_text(encoding="utf-8")
    crowd.write_text(text.replace("players   2..3", "players   4..5"), encoding="utf-8")
    result = run("impact", THROWS, str(crowd))
    assert result.exit_code == 2
    assert "for 2 to 3 and 4 to 5 players" in result.output


# ---------------------------------------------------------------------- pages and lists


def well_formed(path: Path) -> ElementTree.Element:
    text = path.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>\n")
    assert not re.search(r"https?:|src=|url\(|@import|<script", text)
    return ElementTree.fromstring(text.removeprefix("<!doctype html>\n"))


def test_the_page_is_whole_and_stands_alone(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    assert run("impact", THROWS, "--ruling", "bonus=6", "--games", "40", "--html", str(page)).exit_code == 0
    root = well_formed(page)
    said = "".join(root.itertext())
    assert "The change shows" in said and "bonus.default" in said and "To play the same games again" in said
    assert len(list(root.iter("svg"))) == 3  # nothing is decided otherwise, so there is no plot of when
    assert run("impact", THROWS, "--ruling", "bonus=6", "--games", "2", "--html", str(page)).exit_code == 0


ASKED = """\
# Two questions

- late: auf-der-walz --ruling passing=free
- idle: auf-der-walz --with de:W-DIV-03
"""


def test_a_page_begins_with_findings_in_sentences_and_questions(run: Run, tmp_path: Path) -> None:
    listed, page = tmp_path / "list.md", tmp_path / "page.html"
    listed.write_text(ASKED, encoding="utf-8")
    how = ("--games", "4", "--html", str(page), "--date", "2026-05-31")
    assert run("impact", "--list", str(listed), *how).exit_code == 0
    text = page.read_text(encoding="utf-8")
    finding = '<a href="#c1">Can one walk through a space with other journeymen?</a> '
    assert text.index("2026-05-31") < text.index(finding) < text.index("comparisons. 4 pairs of games")
    assert "Where no effect was seen" in text[: text.index("pairs of games")]
    assert "No effect seen in 4 games" in text[: text.index("pairs of games")]


def test_a_report_has_the_day_that_is_given_and_no_other(run: Run) -> None:
    args = ("impact", "pig", "pig", "--games", "2", "--json")
    assert json.loads(run(*args).output)["date"] == ""
    assert json.loads(run(*args, "--date", "2026-05-31").output)["date"] == "2026-05-31"
    told = run(*args, "--date", "31 May")
    assert told.exit_code == 2 and "31 May is no day: write it like 2026-05-31, or `today`." in told.output


def test_a_page_of_something_else_is_not_written_over(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "holiday.html"
    page.write_text("<p>Photographs</p>", encoding="utf-8")
    result = run("impact", THROWS, "--ruling", "bonus=6", "--games", "2", "--html", str(page))
    assert result.exit_code == 2 and "is no such page" in result.output
    assert page.read_text(encoding="utf-8") == "<p>Photographs</p>"


LIST = """# Throws in doubt

Some words about it.

## Points
- a better six: {0} --ruling bonus=6
- the other way round: "{0} --ruling bonus=6" {0}

## Nothing
- late & never: {0} --ruling late=yes
"""


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    path = tmp_path / "list.md"
    path.write_text(LIST.format(THROWS), encoding="utf-8")
    return path


def test_a_list_becomes_one_page(run: Run, listed: Path, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    result = run("impact", "--list", str(listed), "--games", "30", "--html", str(page), "--json")
    data = json.loads(result.output)
    jsonschema.Draft202012Validator(SCHEMAS["impacts"]).validate(data)
    assert data["title"] == "Throws in doubt"
    found = [(each["section"], each["label"], each["apart"] > 0) for each in data["reports"]]
    assert found == [
        ("Points", "a better six", True), ("Points", "the other way round", True), ("Nothing", "late & never", False)
    ]  # fmt: skip
    root = well_formed(page)
    links = {a.attrib["href"].removeprefix("#") for a in root.iter("a")}
    assert links == {section.attrib["id"] for section in root.iter("section")} == {"c1", "c2", "c3"}


def test_a_comparison_of_a_list_says_what_it_says_alone(run: Run, listed: Path) -> None:
    whole = json.loads(run("impact", "--list", str(listed), "--games", "10", "--json").output)["reports"][2]
    alone = json.loads(run("impact", THROWS, "--ruling", "late=yes", "--games", "10", "--json").output)
    assert whole | {"label": "", "section": ""} == alone


def test_processes_share_the_comparisons_of_a_list(spawn: Spawn, tmp_path: Path) -> None:
    path = tmp_path / "list.md"
    lines = [
        f"- one: {THROWS} --ruling bonus=6",
        f"- gone: {THROWS} --with gone.regel",
        f"- two: {THROWS} --ruling late=yes",
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    args = ("impact", "--list", str(path), "--games", "5", "--json", "--bots", "eager,eager")
    alone, together = spawn(*args), spawn(*args, "--jobs", "2")
    assert alone.returncode == together.returncode == 1
    assert alone.stdout == together.stdout and alone.stderr == together.stderr
    assert [each["label"] for each in json.loads(alone.stdout)["reports"]] == ["one", "two"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("- no colon", "list.md:1: a line is written"),
        ("- players: pig --players 3", "list.md:1: players holds for the whole list"),
        ("- nothing:  --ruling a=b", "list.md:1: a RULESET is missing"),
        ("- alone: pig", "list.md:1: Name a second ruleset"),
        ("- open: pig 'quote", "list.md:1: No closing quotation"),
        ("Only words.", "lists nothing"),
    ],
)
def test_a_list_that_cannot_be_read_is_explained(run: Run, tmp_path: Path, line: str, said: str) -> None:
    path = tmp_path / "list.md"
    path.write_text(line, encoding="utf-8")
    result = run("impact", "--list", str(path))
    assert result.exit_code == 2
    assert said in result.output.replace("\n", " ")


def test_what_cannot_be_compared_does_not_keep_the_rest_of_a_list_back(run: Run, tmp_path: Path) -> None:
    path, page = tmp_path / "list.md", tmp_path / "report.html"
    lines = [f"- gone: {THROWS} --with gone.regel", "- two games: pig hex", f"- late: {THROWS} --ruling late=yes"]
    path.write_text("\n".join(lines), encoding="utf-8")
    result = run("impact", "--list", str(path), "--games", "3", "--html", str(page))
    assert result.exit_code == 1
    assert "gone cannot be compared: There is no file gone.regel." in result.output
    assert "two games cannot be compared: Pig and Hex are two games" in result.output
    assert "No effect seen in 3 games" in result.output and "No effect seen" in page.read_text(encoding="utf-8")


# ---------------------------------------------------------------------- practice


def test_groups_are_the_same_whatever_the_number_of_processes(spawn: Spawn) -> None:
    args = ("impact", WAYS, "--ruling", "rich=plains", *PRACTISED, "--json")
    alone, together = spawn(*args), spawn(*args, "--jobs", "2")
    assert alone.returncode == together.returncode == 0, alone.stderr + together.stderr
    assert alone.stdout == together.stdout
    used = json.loads(alone.stdout)["used"]
    assert (used["practice"], used["groups"], used["start"]) == (10, 3, "nothing")


def test_the_groups_of_a_common_first_side_practise_once(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    under: list[str] = []

    def used_to(ruleset: Ruleset, *rest: Any) -> Written:
        under.append(ruleset.hash)
        return practice.used_to(ruleset, *rest)

    monkeypatch.setattr(practising, "used_to", used_to)
    path, page = tmp_path / "list.md", tmp_path / "report.html"
    lines = [
        f"- plains: {WAYS} --ruling rich=plains", f"- toll: {WAYS} --ruling toll=1", f"- same: {WAYS} {WAYS}"
    ]  # fmt: skip
    path.write_text("\n".join(lines), encoding="utf-8")
    data = json.loads(run("impact", "--list", str(path), *PRACTISED, "--html", str(page), "--json").output)
    jsonschema.Draft202012Validator(SCHEMAS["impacts"]).validate(data)
    assert sorted(Counter(under).values()) == [3, 3, 3]  # the first side, and two second ones
    alone = json.loads(run("impact", WAYS, "--ruling", "toll=1", *PRACTISED, "--json").output)
    assert data["reports"][1] | {"label": "", "section": ""} == alone
    assert data["reports"][2]["verdict"] == ["Both sides are the same rules: no game can differ."]
    said = " ".join("".join(well_formed(page).itertext()).split())
    assert "score at first" in said and "score once used to it" in said and "the same rules" in said


def test_the_page_tells_both_times(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    run("impact", WAYS, "--ruling", "rich=plains", *PRACTISED, "--html", str(page))
    root = well_formed(page)
    said = " ".join("".join(root.itertext()).split())
    assert "3 groups that have practised 10 games under the rules of each side, beginning with nothing" in said
    assert {"at first", "once used to it"} <= {th.text for th in root.iter("th")}
    assert "--practice 10 --groups 3" in said


@pytest.mark.skipif(sys.platform == "win32", reason="there are no terminals to pretend")
@pytest.mark.parametrize(("jobs", "practised"), [("1", False), ("2", False), ("1", True)])
def test_ctrl_c_gives_the_result_so_far(command: list[str], jobs: str, practised: bool) -> None:
    ours, theirs = os.openpty()  # messages go to a terminal, so that the progress bar tells when to stop
    what = [WAYS, "--ruling", "toll=1", *PRACTISED] if practised else [THROWS, "--ruling", "bonus=6"]
    args = [*command, "impact", *what, "--games", "999999", "--jobs", jobs, "--json"]
    process = subprocess.Popen(args, stdout=subprocess.PIPE, stderr=theirs, text=True)
    os.close(theirs)
    seen = b""
    while not re.search(rb"[1-9]\d*/999999", seen):
        seen += os.read(ours, 1000)
    process.send_signal(signal.SIGINT)
    reader = threading.Thread(target=_drain, args=(ours,))
    reader.start()
    try:
        out, _ = process.communicate(timeout=60)
    finally:
        process.kill()
    reader.join(timeout=60)
    os.close(ours)
    assert process.returncode == 130
    result: dict[str, Any] = json.loads(out)
    assert result["stopped"] is True
    assert 0 < result["pairs"] < 999999
    assert any("result so far" in line for line in result["cautions"])
    assert (result["used"] is not None) is practised


def _drain(terminal: int) -> None:
    with contextlib.suppress(OSError):
        while os.read(terminal, 1000):
            pass
