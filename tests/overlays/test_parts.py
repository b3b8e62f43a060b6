"""Part of an overlay: what cites one entry of the ledger, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import regelwerk
from regelwerk.cli import main
from regelwerk.interpreter.errors import Refused

SHOP = str(Path(__file__).parents[1] / "coverage" / "shop.regel")
DEAR = """\
erratum dear "Dear fruit" for shop
  because   "Everything was too cheap."

# Apples are dear.
change apple.price                                     @S-COMP-002
  from  2
  to    3

# Plums are dearer.
change plum.price                                      @S-GAP-01
  from  4
  to    5

supersedes "an apple costs two"                        @S-COMP-002
  then      ann.purse = 2
"""


@pytest.fixture
def dear(tmp_path: Path) -> str:
    path = tmp_path / "dear.regel"
    path.write_text(DEAR, encoding="utf-8")
    return str(path)


def run(*args: str) -> Result:
    return CliRunner().invoke(main, args)


def changed(*overlays: str) -> dict[str, str]:
    data = json.loads(run("diff", SHOP, *(w for o in overlays for w in ("--with", o)), "--rules", "--json").output)
    return {d["address"]: d["says"] for d in data["differences"]}


def test_only_what_cites_the_entry_is_applied(dear: str) -> None:
    assert changed(f"{dear}:S-COMP-002") == {"apple.price": "Apples are dear."}
    assert changed(f"{dear}:S-GAP-01") == {"plum.price": "Plums are dearer."}


def test_several_parts_make_more_and_the_whole_is_the_whole(dear: str) -> None:
    both = {"apple.price": "Apples are dear.", "plum.price": "Plums are dearer."}
    assert changed(f"{dear}:S-COMP-002", f"{dear}:S-GAP-01") == both
    assert changed(f"{dear}:S-COMP-002", dear) == changed(dear, f"{dear}:S-COMP-002") == both


def test_scenarios_go_with_their_part(dear: str) -> None:
    assert run("test", SHOP, "--with", f"{dear}:S-COMP-002").exit_code == 0
    assert run("test", SHOP, "--with", f"{dear}:S-GAP-01").exit_code == 0


def test_places_stay_where_they_were(dear: str) -> None:
    data = json.loads(run("diff", SHOP, "--with", f"{dear}:S-GAP-01", "--json").output)
    assert data["differences"][0]["second"]["place"] == f"{dear}:12"


def test_a_part_that_is_not_there_is_named(dear: str) -> None:
    result = run("check", SHOP, "--with", f"{dear}:S-GAP-99")
    assert result.exit_code == 2
    assert "dear.regel cites S-GAP-99." in result.output.replace("\n", "")
    assert run("check", SHOP, "--with", f"gone{dear}:S-GAP-99").exit_code == 2


def test_a_saved_game_asks_for_the_parts_it_was_played_with(dear: str) -> None:
    both = [f"{dear}:S-GAP-01", f"{dear}:S-COMP-002"]
    saved = regelwerk.load(SHOP, both).new_game(2, 1).save()
    assert regelwerk.load(SHOP, both).load(saved).state
    assert regelwerk.load(SHOP, [dear]).load(saved).state  # the same rules
    for overlays in ([], both[:1]):
        with pytest.raises(Refused, match="with `--with dear:S-COMP-002 --with dear:S-GAP-01`"):
            regelwerk.load(SHOP, overlays).load(saved)
