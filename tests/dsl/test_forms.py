"""Where nothing certain can be proposed, an example in the names of the game is shown; the checker accepts it there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from regelwerk.dsl.diagnostics import Diagnostic
from regelwerk.dsl.editing.session import Session
from regelwerk.dsl.prose.forms import forms
from regelwerk.dsl.source import Source

GAMES = Path(__file__).parent / "mistakes" / "evening"
SESSION = Session()


def errors(game: str, old: str, new: str) -> tuple[list[Diagnostic], str]:
    text = (GAMES / f"{game}.regel").read_text(encoding="utf-8")
    assert text.count(old) == 1
    text = text.replace(old, new)
    return [d for d in SESSION.check([Source(game, text)]).diagnostics if d.is_error], text


@pytest.mark.parametrize(
    ("game", "old", "new", "word"),
    [
        ("mill", "  nothing\n", "  Each of the players somehow takes what belongs to them.\n", "as each players"),
        ("dive", "    move net to box\n", "    Nobody keeps anything, they all lose one whole life.\n", "me."),
    ],
)
def test_an_example_stands_beside_a_message_that_proposes_nothing(game: str, old: str, new: str, word: str) -> None:
    (found,), text = errors(game, old, new)
    assert not found.fixes and "for example" in found.help
    shown = re.findall(r"`([^`]*)`", found.help.partition("for example")[2])
    assert shown and word in " ".join(shown)
    indent = new[: len(new) - len(new.lstrip())]
    whole = Source(game, text.replace(new, f"{indent}{shown[0]}\n"))
    assert not [d for d in SESSION.check([whole]).diagnostics if d.is_error]


def test_a_patch_that_does_not_make_the_line_readable_is_not_proposed() -> None:
    (found,), _ = errors("liar", "  roll_all\n", "  needs the bid is a lie of somebody\n")
    assert not found.fixes and "Write" not in found.help


def test_every_form_has_words_and_lines() -> None:
    assert all(form.about and form.says and form.write for form in forms())
