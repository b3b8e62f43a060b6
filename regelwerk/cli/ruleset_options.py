"""How a ruleset is put together: the options that every command with a RULESET has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

import regelwerk
from regelwerk import library

from .screen import played_in_python

if TYPE_CHECKING:
    from regelwerk import Ruleset
    from regelwerk.dsl.pipeline import Build
    from regelwerk.interpreter.engine.machine import EngineName


@dataclass(frozen=True, slots=True)
class Composing:
    """Overlays, rulings and language as they were asked for."""

    overlays: tuple[str, ...] = ()
    rulings: tuple[tuple[str, str], ...] = ()
    language: str = ""
    edition: str = ""  # where a command has no RULESET to write it behind

    def opened(self, ruleset: str, engine: EngineName = "auto") -> Ruleset:
        """Load a ruleset or end the command with its messages."""
        return regelwerk.load(ruleset, self.overlays, dict(self.rulings), engine, self.language)

    def stepped(self, ruleset: str, engine: EngineName) -> Ruleset:
        """Load a ruleset to be played step by step; one line says so if it cannot be done in WebAssembly as wanted."""
        rules = self.opened(ruleset, engine)
        played_in_python(rules.machine.missing if engine == "wasm" else "")
        return rules

    def built(self, ruleset: str, testing: bool = True) -> Build:
        """Compile a ruleset; messages are in the result. `testing` as in `compile_sources`."""
        from regelwerk.library.building import build as compile_ruleset  # for a fast start: who plays need not

        return compile_ruleset(ruleset, self.overlays, dict(self.rulings), self.language, testing)

    def words(self) -> list[str]:
        """Write the options again, for a command that does the same."""
        with_ = (word for each in self.overlays for word in ("--with", each))
        rulings = (word for name, value in self.rulings for word in ("--ruling", f"{name}={value}"))
        return [*with_, *rulings, *(("--lang", self.language) if self.language else ())]


def _rulings(ctx: click.Context, param: click.Parameter, given: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    found: dict[str, str] = {}
    for each in given:
        name, equals, value = (part.strip() for part in each.partition("="))
        if not name or not equals or not value:
            raise click.UsageError(f"A ruling is written NAME=VALUE, not {each}.")
        if found.setdefault(name, value) != value:
            raise click.UsageError(f"The ruling {name} cannot be {found[name]} and {value}.")
    return tuple(found.items())


def composing(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--edition`, `--with`, `--ruling` and `--lang`; the command gets them as `how`."""

    @wraps(command)
    def composed(
        *args: Any,
        overlays: tuple[str, ...],
        rulings: tuple[tuple[str, str], ...],
        language: str,
        edition: str,
        **kwargs: Any,
    ) -> Any:
        if edition and "ruleset" in kwargs:
            if kwargs["ruleset"] is None:
                raise click.UsageError("--edition needs a RULESET.")
            kwargs["ruleset"], edition = library.in_edition(kwargs["ruleset"], edition), ""
        return command(*args, how=Composing(overlays, rulings, language, edition), **kwargs)

    for option in (
        click.option("--lang", "language", default="", metavar="CODE",
                     help="Speak another language, as far as the ruleset has `texts` in it."),
        click.option("--ruling", "rulings", multiple=True, metavar="NAME=VALUE", callback=_rulings,
                     help="Decide a ruling otherwise, by its name or by an id it cites. May be repeated."),
        click.option("--with", "overlays", multiple=True, metavar="FILE",
                     help="Apply an overlay: a file, or the id of one beside the ruleset or added. May be repeated."),
        click.option("--edition", default="", metavar="ID", help="Follow another edition, like RULESET@ID."),
    ):  # fmt: skip
        composed = option(composed)
    return composed
