"""Addresses on the command line: what stands there in a composition."""

from __future__ import annotations

from dataclasses import dataclass

from regelwerk import RulesetError, library
from regelwerk.dsl import ast
from regelwerk.dsl.compile import Build
from regelwerk.dsl.compose import edit
from regelwerk.dsl.compose.addresses import spelled
from regelwerk.dsl.compose.book import Book, Target
from regelwerk.dsl.compose.problems import Misfit
from regelwerk.dsl.parse import parse
from regelwerk.dsl.source import Source, Span
from regelwerk.dsl.writing import declaration, fragment

from .composing import Composing


@dataclass(frozen=True, slots=True)
class Found:
    """What stands at an address."""

    target: Target
    decl: ast.Decl
    text: str
    at: Span

    @property
    def address(self) -> str:
        return spelled(self.target.address)


def composed(ruleset: str, how: Composing) -> Build:
    """Put a ruleset together or end the command with its messages."""
    build = library.composed(ruleset, how.overlays, dict(how.rulings))
    if build.composition is None or any(d.is_error for d in build.diagnostics):
        raise RulesetError(build.diagnostics, build.sources.values())
    return build


def find(build: Build, address: str) -> Found:
    """Find an address as it is written in overlays."""
    assert build.composition is not None
    path = read_path(address)
    book = Book()
    for d in build.composition.decls:
        book.add(d)
    try:
        t = book.find(path)
    except Misfit as misfit:
        raise library.Unknown(f"{misfit.diagnostic.message} {misfit.diagnostic.help}") from None
    decl = book.decl(t.decl)
    there = edit.present(decl, t)
    if there is None:
        return Found(t, decl, "\n".join(line.text for line in declaration(decl)), decl.at)
    return Found(t, decl, fragment(there), there.at)


def read_path(address: str) -> ast.Path:
    """Read an address; one without quotes may be the title of a scenario."""
    file, problems = parse(Source("", f"remove {address}\n"))
    if not problems and len(file.decls) == 1 and isinstance(file.decls[0], ast.Remove) and file.decls[0].was is None:
        return file.decls[0].path
    return ast.Path((address.strip('"'),))
