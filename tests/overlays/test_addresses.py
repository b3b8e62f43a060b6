"""Every part that is listed can be found again by its address, as an overlay would write it."""

from collections import Counter
from pathlib import Path

import pytest

from regelwerk.dsl import ast
from regelwerk.dsl.compose.addresses import places, spelled
from regelwerk.dsl.compose.book import Book
from regelwerk.dsl.parse import parse
from regelwerk.dsl.source import Source, sources_of

ROOT = Path(__file__).parent.parent.parent
RULESETS = [ROOT / "rulesets" / "auf_der_walz", *sorted((ROOT / "docs" / "reference" / "bases").glob("*.regel"))]


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_every_address_leads_to_its_place(path: Path) -> None:
    book = Book()
    for file in sources_of(path):
        for d in parse(Source(file.name, file.read_text(encoding="utf-8")))[0].decls:
            book.add(d)
    listed = [(i, p) for i, d in enumerate(book.decls) if d is not None for p in places(d)]
    times = Counter(p.address for _, p in listed)
    once = [(i, p) for i, p in listed if times[p.address] == 1]
    assert len(once) > 0.98 * len(listed)  # the rest are steps and sentences that stand twice in one rule
    for i, p in once[:: 1 + len(once) // 1500]:
        (op,) = parse(Source("", f"remove {spelled(p.address)}\n"))[0].decls
        assert isinstance(op, ast.Remove)
        found = book.find(op.path, whole=True)
        assert (found.decl, found.walk) == (i, p.walk), spelled(p.address)
