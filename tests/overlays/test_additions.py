"""What an overlay adds, written as people guess that it is written, is answered with lines that work."""

from __future__ import annotations

import pytest

from regelwerk.dsl.pipeline import compile_sources
from regelwerk.dsl.source import Source

GAME = Source(
    "stall",
    """\
game stall "Stall"
  language  1
  players   2

kind Colour red, green

type Card
  colour    Colour
rows Card: colour
  apple: red
  pear:  green

table
  deck      pile of Card = Card
player
  points    0..90

value worth(c: Card) 0..9 = if c.colour = red then 3 else 2

action take "Take the top card"
  needs deck.size > 0                     else "Nothing is left."
  add worth(top(deck)) to me.points
  move top(deck) to box

flow
  repeat until deck.size = 0
    as each players
      if deck.size > 0: offer take

winner
  most me.points
""",
)
HEADING = 'mod more "More" for stall\n\n'


def findings(lines: str) -> list[tuple[str, str]]:
    build = compile_sources([GAME], [Source("more", HEADING + lines + "\n")])
    return [(d.code, d.help) for d in build.diagnostics if d.is_error]


@pytest.mark.parametrize(
    "line",
    [
        "add blue to Colour", "add to Colour blue", "insert blue into Colour", "extend Colour blue",
        "extend kind Colour with blue", "add kind Colour: blue", "add blue to the kind Colour",
    ],
)  # fmt: skip
def test_a_further_member_is_included(line: str) -> None:
    assert findings(line) == [("RW1023", "Write `include blue into Colour`.")]
    assert findings("include blue into Colour") == []


def test_a_member_with_a_title_takes_two_lines() -> None:
    ((_, way),) = findings('add blue "Deep blue", gold to Colour')
    include = "include blue, gold into Colour"
    assert way == f'Write `{include}`, and below it `add Colour.blue.title` with the line `to "Deep blue"`.'
    assert findings(f'{include}\nadd Colour.blue.title\n  to "Deep blue"') == []


def test_every_title_of_several_members_gets_its_lines() -> None:
    ((_, way),) = findings('add blue "Deep blue" and gold "Old gold" to Colour')
    lines = ["include blue, gold into Colour"]
    for name, title in (("blue", "Deep blue"), ("gold", "Old gold")):
        lines += [f"add Colour.{name}.title", f'  to "{title}"']
    assert all(f"`{line.strip()}`" in way for line in lines)
    assert findings("\n".join(lines)) == []


def test_a_card_is_not_added_but_declared() -> None:
    fields = "\n  colour    red"
    assert findings(f'add Card plum "Plum"{fields}') == [("RW1023", 'Write `Card plum "Plum"`.')]
    assert findings(f'Card plum "Plum"{fields}') == []


@pytest.mark.parametrize(
    ("lines", "way"),
    [
        ("kind Colour red, green, blue", "`include blue into Colour`"),
        ("type Card\n  weight    0..9", "`add to Card`"),
        ('action take "Take it"\n  needs me.points < 9 else "Enough."', "`forbid take when … else"),
        ("value worth(c: Card) 0..9 = 1", "`except worth when …`"),
    ],
)
def test_what_exists_already_is_told_how_it_is_added_to(lines: str, way: str) -> None:
    ((code, said),) = findings(lines)
    assert code == "RW5006" and way in said


def test_a_change_of_a_part_is_told_both_lines_whole() -> None:
    change = "change worth\n  from  {}\n  to    {}"
    there, instead = (f"if c.colour = red then {n} else 2" for n in (3, 5))
    assert findings(change.format("3", "5")) == [
        ("RW5009", f"Both lines name the whole of it: `from {there}` and `to {instead}`.")
    ]
    assert findings(change.format(there, instead)) == []
    ((_, said),) = findings(change.format("red", "green"))
    assert "from if c.colour = red then" in said
    ((_, said),) = findings(change.format("4", "5"))  # no part of what is there
    assert said.startswith("Write here what is there now")
