"""How every message about overlays reads, form by form: compared with `messages.txt`. UPDATE_GOLDEN=1 renews it."""

from __future__ import annotations

import os
from pathlib import Path

from regelwerk.dsl.diagnostics.render import render_text
from regelwerk.dsl.pipeline import compile_sources
from regelwerk.dsl.source import Source
from tests.overlays.conftest import GAME

GOLDEN = Path(__file__).with_name("messages.txt")
POUR = "change fill.pour\n  from  add step(yes) to pot\n  to    add {} to pot\n"
X = "mod x for pot\n"
CASES: dict[str, list[str]] = {
    "no heading": ["change fill.pour\n  from  nothing\n  to    nothing\n"],
    "two headings": [X + "mod y for pot\n"],
    "a word of the heading": ["mod x for pot\n  becuse  \"x\"\n"],
    "another game": ["mod x for pod\n"],
    "what is required is missing": ["mod x for pot\n  requires  lost\n"],
    "what is required is misspelt": ["mod x for pot\n  requires  extar\n", "mod extra for pot\n"],
    "after a later layer": ["mod x for pot\n  after  y\n", "house y for pot\n"],
    "a ring": ["mod x for pot\n  after  y\n", "mod y for pot\n  after  x\n"],
    "one name twice": [X, X],
    "two editions": ["edition x for pot\n", "edition y for pot\n"],
    "a name that is there": [X + "action fill\n  nothing\n"],
    "a part that is there": [X + "add fill.title\n  to  \"Pour\"\n"],
    "nothing of that name": [X + "remove vase\n"],
    "a misspelt name": [X + "remove fil\n"],
    "a misspelt part": [X + "remove fill.pout\n"],
    "nothing of that name in it": [X + "remove fill.elephant\n"],
    "a misspelt slot": [X + "change player.pints\n  from  0\n  to    1\n"],
    "words of two lines": [X + "effect two\n  add 1 to pot\n  add 2 to pot\n", "house y for pot\nremove two.add\n"],
    "two lines alike": [X + "effect two\n  nothing\n  nothing\n", "house y for pot\nremove two.nothing\n"],
    "stale": [X + POUR.format(3).replace("yes", "no")],
    "stale by another overlay": ["erratum e for pot\n" + POUR.format(2), X + POUR.format(3)],
    "nothing stands there": [X + "change table.pot\n  from  3\n  to    4\n"],
    "as a whole": [X + "change turn\n  from  nothing\n  to    nothing\nchange game\n  from  1\n  to    2\n"],
    "a value for lines": [X + "change fill.pour\n  from  add step(yes) to pot\n  to    3\n"],
    "lines for a value": [X + "change game.players\n  from  2..3\n  to    add 1 to pot\n"],
    "no range": [X + "change table.pot.range\n  from  0..30\n  to    3\n"],
    "no sight": [X + "change table.pot.sight\n  from  public\n  to    secret\n"],
    "no text": [X + "change fill.title\n  from  \"Fill the pot\"\n  to    3\n"],
    "cannot be taken away": [X + "remove table.pot.sight\n"],
    "cannot be inserted": [X + "insert line after fill.pour\n  most pot\n"],
    "no list": [X + "include 3 into step\n"],
    "no exception": [X + "except game.players when pot > 3\n  from  2..3\n  to    2..4\n"],
    "not to be suspended": [X + "suspend step when pot > 3\n"],
    "a reason that nobody asks for": [X + "suspend fill.pour when pot > 3 else \"No.\"\n"],
    "included already": [X + "include rest into turn.offer\n"],
    "two at one place": [X + POUR.format(2), "mod y for pot\n" + POUR.format(3)],
    "two in one gap": [f"mod {id} for pot\ninsert after fill.pour\n  say \"{id}\"\n" for id in "xy"],
    "nothing to settle": [X + "settle fill.pour\n  to  nothing\n"],
    "still used": [X + "remove step\n"],
    "only scenarios": [X + "supersedes \"the pot never runs over\"\n"],
    "a word of the language": [X + "value top(n: 0..3) number = n\n"],
}  # fmt: skip


def told(texts: list[str]) -> str:
    files = [Source(f"{name}.regel", text) for name, text in zip("xyz", texts, strict=False)]
    build = compile_sources([Source("pot.regel", GAME)], files)
    wrong = [d for d in build.diagnostics if d.is_error]
    assert wrong
    return render_text(wrong, build.sources.values())


def test_every_message_reads_as_agreed() -> None:
    text = "\n".join(f"==== {name}\n\n{told(texts)}" for name, texts in CASES.items())
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8"), "run pytest with UPDATE_GOLDEN=1, and read what it wrote"


FILLED = """\
game shop "Shop"
  language  1
  players   2

player
  coins     0..9
setup
  as each players: set me.coins to 3
flow
  as each players: add 1 to me.coins
winner
  most me.coins
"""


def test_a_slot_without_a_start_names_the_lines_that_fill_it() -> None:
    mod = 'mod rich "Rich" for shop\n\nchange player.coins\n  from  3\n  to    5\n'
    (found,) = compile_sources([Source("shop.regel", FILLED)], [Source("rich.regel", mod)]).diagnostics
    assert (found.code, found.message) == (
        "RW5009", "Nothing stands at `player.coins`: it is filled under `setup`."
    )  # fmt: skip
    assert [(each.at.line, each.text) for each in found.others] == [(8, "this fills it")]
    assert "`change setup.set`" in found.help
    assert not found.fixes  # what fills it is nothing to be expected there
    lines = mod.replace("  3", "  set me.coins to 3").replace("  5", "  set me.coins to 5")
    other = lines.replace("change player.coins", "change setup.set")
    assert not compile_sources([Source("shop.regel", FILLED)], [Source("rich.regel", other)]).diagnostics
