"""Two compositions side by side: how `diff` and `impact` are told what to compare."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace

import click

from regelwerk import library

from .ruleset_options import Composing


@dataclass(frozen=True, slots=True)
class Side:
    """A ruleset and how it is put together."""

    ruleset: str
    how: Composing

    @property
    def words(self) -> str:
        """Write the side as one would on the command line."""
        return shlex.join([self.ruleset, *self.how.words()])


def two_sides(first: str, second: str | None, how: Composing) -> tuple[Side, Side]:
    """Read what is compared: with and without the options, or two compositions that both have them."""
    if second is not None:
        return _side(first, how), _side(second, how)
    if not how.overlays and not how.rulings and not how.edition:
        message = "Name a second ruleset, or what to apply: --edition ID, --with FILE, --ruling NAME=VALUE."
        raise click.UsageError(message)
    return _side(first, Composing(language=how.language)), _side(first, how)


def _side(words: str, how: Composing) -> Side:
    """Read one side: a ruleset, with options of its own behind it if it is quoted."""
    try:
        name, *rest = shlex.split(words)
    except ValueError:
        return Side(words, how)
    overlays, rulings, edition = list(how.overlays), list(how.rulings), how.edition
    while len(rest) >= 2 and rest[0] in ("--edition", "--with", "--ruling"):
        match rest[0]:
            case "--edition":
                edition = rest[1]
            case "--with":
                overlays.append(rest[1])
            case _:
                key, _, value = rest[1].partition("=")
                rulings.append((key, value))
        rest = rest[2:]
    if rest:
        raise click.UsageError(f"Behind a ruleset only --edition, --with and --ruling can stand, not {rest[0]}.")
    if edition:
        name = library.in_edition(name, edition)
    return Side(name, replace(how, overlays=tuple(overlays), rulings=tuple(rulings), edition=""))
