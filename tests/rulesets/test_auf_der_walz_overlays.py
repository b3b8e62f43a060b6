"""Auf der Walz: the errata and mods that come with it do what they say, alone and together."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from regelwerk import library, load
from regelwerk.cli import main
from regelwerk.dsl.source import Source, parts_of, sources_of
from regelwerk.dsl.syntax.files import read_source
from regelwerk.interpreter.scenarios.run import run_scenarios
from regelwerk.library import written
from regelwerk.overlay_report import Validated, validated

PLACE = library.find("auf-der-walz")
OVERLAYS = {each.id: each.file for each in library.beside(PLACE) if each.layer != "edition"}
ERRATA = [each.id for each in library.beside(PLACE) if each.layer == "erratum"]


def source(file: Path) -> Source:
    return read_source(file, PLACE.shown(file))[0]


def looked_at(name: str) -> Validated:
    game = [source(file) for file in sources_of(PLACE.path)]
    return validated(game, [], [source(file) for file in parts_of(OVERLAYS[name])], PLACE.path, {})


def test_the_example_mod_speaks_german() -> None:
    done = CliRunner().invoke(main, ["check", "auf-der-walz", "--with", "freireisende", "--play", "0", "--lang", "de"])
    assert done.output == "auf-der-walz: no findings.\n"


def test_there_are_worked_errata() -> None:
    assert {"nobel", "starting_player", "lilienthal", "taps"} <= set(ERRATA)


def test_who_may_know_what_can_be_answered_otherwise() -> None:
    rules = load("auf-der-walz", ["hidden_money", "hidden_book"])
    money, book = (rules.new_game(2, 1).view(0)["slots"][f"player.{name}"] for name in ("pouch", "seals"))
    assert money["player_1"] == 10 and money["player_2"] is None
    assert book["player_1"] == [] and book["player_2"] != []


def test_all_errata_go_together() -> None:
    rules = load("auf-der-walz", ERRATA)
    outcomes = run_scenarios(rules)
    assert [f"{o.title}: {o.failures}" for o in outcomes if o.failures] == []
    assert [part.id for part in rules.compiled.parts if part.layer == "erratum"] == sorted(ERRATA)


@pytest.mark.parametrize(
    ("name", "codes"),
    [("nobel", []), ("starting_player", []), ("lilienthal", ["RW5009"]), ("taps", ["RW5007"])],
)
def test_on_top_of_the_german_edition_they_agree_or_are_stale(name: str, codes: list[str]) -> None:
    build = written.composed("auf-der-walz@de", [name])
    assert [d.code for d in build.diagnostics if d.is_error] == codes


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(OVERLAYS))
def test_one_alone_keeps_the_contract_of_the_scenarios(name: str) -> None:
    done = looked_at(name)
    assert [f"{d.code} {d.message}" for d in done.problems] == []
    assert done.contract.kept and done.contract.own > 0 and done.uncited == []
