"""Every part that is listed can be found again by its address, as an overlay would write it."""

from collections import Counter
from pathlib import Path

import pytest

from regelwerk.dsl import ast
from regelwerk.dsl.overlays.addresses import Place, heads, places, spelled, worded
from regelwerk.dsl.overlays.working_copy import Book
from regelwerk.dsl.source import Source, sources_of
from regelwerk.dsl.syntax.parse import parse

ROOT = Path(__file__).parent.parent.parent
RULESETS = [ROOT / "rulesets" / "auf_der_walz", *sorted((ROOT / "docs" / "reference" / "bases").glob("*.regel"))]


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
