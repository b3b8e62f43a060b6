"""Hellweg westfalicus: modules together, rulings answered otherwise, German words, and what is asked for wrongly."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import regelwerk
from regelwerk.cli import main
from regelwerk.interpreter.scenarios.run import run_scenarios
from regelwerk.interpreter.texts.sentences import untranslated

HERE = Path(__file__).parent
MODULES = [(), ("warehouse",), ("passengers",), ("warehouse", "passengers"), ("passengers", "warehouse", "short_game")]
FAMILY = {"bonus_carriage": "with_discount", "local_or_not": "no", "bonuses_on_substitute": "no"}
STORED = {"privilege_by": "price", "late_privilege": "no", "new_at_once": "no", "store_from_board": "no"}
OTHERWISE = [
    ("rulings.regel", (), FAMILY),
    ("rulings.regel", ("passengers",), FAMILY),
    ("rulings_warehouse.regel", ("warehouse",), STORED),
]


def run(*args: str) -> Result:
    return CliRunner().invoke(main, args, prog_name="regelwerk")


@pytest.mark.parametrize(("file", "modules", "rulings"), OTHERWISE)
def test_other_answers_do_what_they_say(file: str, modules: tuple[str, ...], rulings: dict[str, str]) -> None:
    rules = regelwerk.load("hellweg", [*modules, HERE / file], rulings=rulings)
    for name in rulings:
        outcomes = run_scenarios(rules, f"{name}: ")
        assert outcomes and [f"{o.title}: {o.failures}" for o in outcomes if o.failures] == []


@pytest.mark.parametrize(("file", "modules", "rulings"), OTHERWISE)
def test_games_with_other_answers_come_to_their_end(
    file: str, modules: tuple[str, ...], rulings: dict[str, str]
) -> None:
    rules = regelwerk.load("hellweg", modules, rulings=rulings)
    for seed in range(4):
        game = rules.new_game(players=2 + seed % 3, seed=seed, checks=True)
        rng = random.Random(seed)
        while not game.over:
            decision = game.decisions()[0]
            game.choose(rng.choice(decision.options), decision.seat)
        assert [v.title for v in game.violations] == []


@pytest.mark.parametrize("modules", [("warehouse", "passengers"), ("passengers", "warehouse")])
def test_what_holds_only_with_both_modules(modules: tuple[str, ...]) -> None:
    rules = regelwerk.load("hellweg", [*modules, HERE / "together.regel"])
    assert [f"{o.title}: {o.failures}" for o in run_scenarios(rules) if o.failures] == []


def test_the_order_in_which_modules_are_named_makes_no_difference() -> None:
    one, other = (regelwerk.load("hellweg", names) for names in (MODULES[3], MODULES[3][::-1]))
    assert one.compiled == other.compiled


@pytest.mark.parametrize("modules", MODULES)
def test_every_text_has_german_words(modules: tuple[str, ...]) -> None:
    assert untranslated(regelwerk.load("hellweg", modules, language="de").compiled, "de") == []


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("play", "hellweg", "--players", "5"), "2 to 4"),
        (("play", "hellweg", "--with", "warehous"), "Did you mean warehouse?"),
        (("play", "hellweg", "--ruling", "local_or_not=maybe"), "yes, no"),
        (("play", "hellweg", "--ruling", "late_privilege=no"), "It comes with `--with warehouse`."),
        (("rulings", "hellweg", "--ruling", "H-AMB-25=no"), "It comes with `--with warehouse`."),
        (("check", "hellweg", "--ruling", "local_or_not=yes", "--ruling", "H-AMB-03=no"), "local_or_not"),
    ],
)
def test_what_is_asked_for_wrongly_gets_an_answer(args: tuple[str, ...], message: str) -> None:
    result = run(*args)
    assert result.exit_code != 0
    assert message in result.output


def test_a_game_saved_without_a_module_is_not_continued_with_it(tmp_path: Path) -> None:
    file = tmp_path / "family.json"
    game = regelwerk.load("hellweg").new_game(players=2, seed=1)
    file.write_text(json.dumps(game.save()), encoding="utf-8")
    before = file.read_bytes()
    result = run("play", "hellweg", "--with", "warehouse", "--load", str(file))
    assert result.exit_code != 0 and "played without overlays" in result.output
    assert file.read_bytes() == before


def test_a_saved_game_keeps_its_number_of_players(tmp_path: Path) -> None:
    file = tmp_path / "two.json"
    file.write_text(json.dumps(regelwerk.load("hellweg").new_game(players=2, seed=1).save()), encoding="utf-8")
    result = run("play", "hellweg", "--players", "3", "--load", str(file))
    assert result.exit_code != 0 and "2 play the saved game, not 3." in result.output


def test_the_experience_that_comes_with_the_game_beats_chance_by_far() -> None:
    result = run("simulate", "hellweg", "--games", "2", "--bots", "eager,random", "--json")
    eager, chance = (seat[0] for seat in json.loads(result.stdout)["scores"])
    assert eager > 2 * chance
