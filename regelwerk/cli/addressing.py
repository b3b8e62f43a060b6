"""Addresses on the command line: what stands there in a composition."""

from __future__ import annotations

from dataclasses import dataclass

from regelwerk import RulesetError, library
from regelwerk.dsl import ast
from regelwerk.dsl.ast.printer import declaration, fragment
from regelwerk.dsl.ast.tree import get
from regelwerk.dsl.composing import Build
from regelwerk.dsl.overlays import verbs
from regelwerk.dsl.overlays.addresses import spelled
from regelwerk.dsl.overlays.messages import Misfit
from regelwerk.dsl.overlays.working_copy import Book, Target
from regelwerk.dsl.source import Source, Span
from regelwerk.dsl.syntax.parse import parse
from regelwerk.library import written

from .ruleset_options import Composing


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
    build = written.composed(ruleset, how.overlays, dict(how.rulings))
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
    if t.walk[:1] == ("slots",) and t.form == "values":
        slot = get(decl, t.walk[:2])
        return Found(t, decl, next(line.text for line in declaration(decl) if line.node is slot).strip(), slot.at)
    there = verbs.present(decl, t)
    if there is None:
        return Found(t, decl, "\n".join(line.text for line in declaration(decl)), decl.at)
    return Found(t, decl, fragment(there), there.at)


def read_path(address: str) -> ast.Path:
    """Read an address; one without quotes may be the title of a scenario."""
    file, problems = parse(Source("", f"remove {address}\n"))
    if not problems and len(file.decls) == 1 and isinstance(file.decls[0], ast.Remove) and file.decls[0].was is None:
        return file.decls[0].path
    return ast.Path((address.strip('"'),))
