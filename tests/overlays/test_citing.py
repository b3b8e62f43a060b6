"""Citations on the line of a `to`: they count as those of the heading, whatever the line says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from regelwerk.cli import main
from regelwerk.dsl.format import format_text

SHOP = str(Path(__file__).parents[1] / "coverage" / "shop.regel")
HEAD = 'erratum dear "Dear" for shop\n  because   "It was too cheap."\n\n'
CASES = {  # what an overlay does, and how the line reads then that cites S-EX-001 for it
    "default": ("change player.purse\n  from  5\n  to    6", "purse 0..20 = 6"),
    "range": ("change player.purse.range\n  from  0..20\n  to    0..30", "purse 0..30 = 5"),
    "cell": ("change apple.price\n  from  2\n  to    3", "apple: 3, red"),
    "step": (
        "change buy.paid\n  from  pay g.price coins\n  to    pay (g.price + 1) coins",
        "paid: pay (g.price + 1) coins",
    ),
    "winner": ("change winner.points\n  from  me.points\n  to    me.purse", "most me.purse"),
    "addition": ("add table.spare\n  to  1", "spare 0..9 = 1"),
    "exception": (
        "except buy.paid when tip\n  from  pay g.price coins\n  to    pay 1 coin",
        "pay 1 coin",
    ),
}


def run(*args: str) -> Result:
    return CliRunner().invoke(main, args)


def _narrow(line: str) -> str:
    return " ".join(line.split())


@pytest.fixture
def shop(tmp_path: Path) -> str:
    """The shop, with a step that has a name and a slot without a default."""
    text = Path(SHOP).read_text(encoding="utf-8")
    text = text.replace("  pay g.price", "  paid: pay g.price").replace("= 40\n", "= 40\n  spare     0..9\n")
    (tmp_path / "ledger").symlink_to(Path(SHOP).parent / "ledger")
    (tmp_path / "shop.regel").write_text(text, encoding="utf-8")
    return str(tmp_path / "shop.regel")


@pytest.mark.parametrize("case", CASES)
def test_the_rule_cites_what_the_line_cites(shop: str, tmp_path: Path, case: str) -> None:
    says, reads = CASES[case]
    overlay = tmp_path / "dear.regel"
    overlay.write_text(format_text(f"{HEAD}{says}   @S-EX-001\n"), encoding="utf-8")
    rules = run("merged", shop, "--with", str(overlay)).output
    assert any(line.startswith(reads) and "@S-EX-001" in line for line in map(_narrow, rules.splitlines())), rules
    found = json.loads(run("cite", "S-EX-001", shop, "--with", str(overlay), "--json").output)["cited"]
    (rule,) = [each for each in found if each["role"] == "rule"]
    assert rule["place"] == f"{overlay}:{len(overlay.read_text().splitlines())}"


def test_what_settles_a_conflict_cites_too(shop: str, tmp_path: Path) -> None:
    files = []
    for name, more, says in (
        ("a", "", "change player.purse\n  from  5\n  to    6"),
        ("b", "", "change player.purse\n  from  5\n  to    7"),
        ("c", "  requires  a, b\n", "settle player.purse\n  to  8   @S-EX-001"),
    ):
        (tmp_path / f"{name}.regel").write_text(f'mod {name} for shop\n{more}  because   "So."\n\n{says}\n')
        files += ["--with", str(tmp_path / f"{name}.regel")]
    rules = run("merged", shop, *files).output
    assert any(line.startswith("purse 0..20 = 8") and "@S-EX-001" in line for line in map(_narrow, rules.splitlines()))
