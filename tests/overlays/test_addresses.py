"""Every part that is listed can be found again by its address, as an overlay would write it."""

from collections import Counter
from pathlib import Path

import pytest

from regelwerk.dsl import ast
from regelwerk.dsl.overlays.addresses import Place, heads, places, spelled, worded
from regelwerk.dsl.overlays.working_copy import Book
from regelwerk.dsl.source import Source, sources_of
from regelwerk.dsl.syntax.parse import parse

from .conftest import Run, Write

ROOT = Path(__file__).parent.parent.parent
RULESETS = [ROOT / "rulesets" / "auf_der_walz", *sorted((ROOT / "docs" / "reference" / "bases").glob("*.regel"))]

JARS = """
game jar "Jar"
  language  1
  players   2

kind Jam      plum, pear

player
  jars      0..3 per Jam per Jam

action fill(a in Jam) "Fill"
  add 1 to me.jars[a, a]

flow
  as each players: offer fill

winner
  most me.jars[plum, plum]
"""
MORE = """
mod more "More" for jar
  because   "One wants more."

change player.jars.range
  from  0..3
  to    0..9

scenario "nine jars"
  given     set seat(0).jars[pear, pear] to 8
  when      as seat(0): fill(pear)
  then      seat(0).jars[pear, pear] = 9
"""


def read(path: Path) -> Book:
    book = Book()
    for file in sources_of(path):
        for d in parse(Source(file.name, file.read_text(encoding="utf-8")))[0].decls:
            book.add(d)
    return book


def leads_there(book: Book, decl: int, place: Place) -> None:
    (op,) = parse(Source("", f"remove {spelled(place.address)}\n"))[0].decls
    assert isinstance(op, ast.Remove)
    found = book.find(op.path, whole=True)
    assert (found.decl, found.walk) == (decl, place.walk), spelled(place.address)


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_every_address_leads_to_its_place(path: Path) -> None:
    book = read(path)
    listed = [(i, p) for i, d in enumerate(book.decls) if d is not None for p in places(d)]
    times = Counter(p.address for _, p in listed)
    once = [(i, p) for i, p in listed if times[p.address] == 1]
    assert len(once) > 0.98 * len(listed)  # the rest are steps and sentences that stand twice in one rule
    for i, p in once[:: 1 + len(once) // 1500]:
        leads_there(book, i, p)


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_every_line_is_found_by_its_label_or_its_first_words(path: Path) -> None:
    book = read(path)
    listed = [
        (i, p)
        for i, d in enumerate(book.decls)
        for name, walk, _ in (heads(d) if d is not None else ())
        for p, _ in worded(book.decl(i), name, walk)
    ]
    times = Counter(p.address for _, p in listed)
    once = [(i, p) for i, p in listed if times[p.address] == 1]
    assert len(once) > 0.9 * len(listed)  # the rest are lines that stand twice in one rule
    for i, p in once:
        leads_there(book, i, p)


def test_the_range_of_a_slot_kept_per_something_has_an_address(run: Run, write: Write) -> None:
    game = write("jar.regel", JARS)
    more = write("more.regel", MORE)
    assert run("test", game, "--with", more).exit_code == 0
    refused = run("check", game, "--with", write("other.regel", MORE.replace("0..3\n", "0..2\n")))
    assert "0..3" in refused.output and refused.exit_code == 1
