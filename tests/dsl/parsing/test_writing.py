"""What is written from the tree says the same when it is read again."""

from pathlib import Path

import pytest

from regelwerk.dsl.ast.printer import declaration
from regelwerk.dsl.format.same import same
from regelwerk.dsl.source import Source
from regelwerk.dsl.syntax.parse import parse

ROOT = Path(__file__).parents[3]
FILES = [
    *sorted((ROOT / "rulesets").rglob("*.regel")),
    *sorted((ROOT / "docs" / "reference" / "bases").glob("*.regel")),
]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_declaration_can_be_written_and_read_again(path: Path) -> None:
    file, problems = parse(Source(path.name, path.read_text(encoding="utf-8")))
    assert problems == []
    for d in file.decls:
        if type(d).__module__.endswith("overlays"):
            continue
        text = "\n".join(line.text for line in declaration(d)) + "\n"
        again, wrong = parse(Source("again", text))
        assert not wrong, (text, [p.message for p in wrong])
        assert same(again.decls, (d,)), text
