"""The pictures that come with a ruleset."""

from __future__ import annotations

from contextlib import suppress

from regelwerk.dsl import ir
from regelwerk.dsl.book.drawings import Unfit, drawing


def pictures_of(compiled: ir.Compiled) -> dict[str, str]:
    """Give the drawings by what they show, looked through once more: the ruleset may have been compiled elsewhere."""
    found = dict[str, str]()
    for show in compiled.shows:
        if show.word == "picture" and show.picture:
            with suppress(Unfit):
                found.update(dict.fromkeys(show.paths, drawing(show.picture)))
    return found
