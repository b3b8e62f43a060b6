"""The list of comparisons names everything there is to compare."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from regelwerk.cli import main
from regelwerk.cli.commands.overlays.impact import impact
from regelwerk.cli.comparing.lists import read_list
from regelwerk.cli.reading import read_ruleset
from regelwerk.cli.ruleset_options import Composing
from regelwerk.dsl.book.rulings import questions


def test_every_answer_to_every_ruling_and_every_divergence_is_compared(root: Path) -> None:
    listed = read_list(root / "docs" / "impact" / "auf-der-walz-list.md", impact)
    compared = {words for item in listed.items for words in item.sides[1].how.words()}
    english, german = (read_ruleset(name, Composing()) for name in ("auf-der-walz", "auf-der-walz@de"))
    answers = {
        f"{each.name}={choice}"
        for each in (*questions(english.decls), *(q for q in questions(german.decls) if q.at.file.endswith("de.regel")))
        for choice in each.choices
        if choice != each.default
    }
    assert answers <= compared
    told = CliRunner().invoke(main, ["diff", "auf-der-walz@en", "auf-der-walz@de", "--json"]).output
    matter = {each["id"] for each in json.loads(told)["divergences"]}
    assert matter == {word.removeprefix("de:") for word in compared if word.startswith("de:")}
