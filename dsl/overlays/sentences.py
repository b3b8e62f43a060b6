"""Everything that is read at the table, by its words; and translations whose words an overlay has taken away."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from .. import ast
from ..ast.printer.expressions import text as written
from ..ast.tree import title, words
from ..ast.visitor import walk
from .messages import Misfit
from .working_copy import Book


def sentences(decls: Sequence[ast.Decl]) -> Iterator[tuple[str, ast.Text | None]]:
    """Every text by its words as they are written; what has no title is read by its name."""
    for d in decls:
        if isinstance(d, ast.Texts | ast.Scenario | ast.Invariant):
            continue
        for node in walk(d, everything=True):
            match node:
                case ast.Text():
                    yield written(node)[1:-1], node
                case ast.ShowLine():  # what a row, sheet or track tells of each thing is called as it is
                    yield from ((path.parts[-1].replace("_", " "), None) for path in node.by)
                case ast.Resource() if node.title is not None:
                    yield f"{title(node.title)}s", None
                case (
                    ast.Slot()
                    | ast.Member()
                    | ast.OptionLine()
                    | ast.Effect()
                    | ast.Action()
                    | ast.Resource()
                    | ast.Scoring()
                    | ast.Value()
                    | ast.Ruling()
                ):
                    yield node.name.id.replace("_", " "), None
                case ast.TypeDecl() | ast.Kind() | ast.Board():
                    yield words(node.name.id), None


def without_orphans(core: Sequence[ast.Decl], decls: Sequence[ast.Decl], headings: Collection[str]) -> list[ast.Decl]:
    """Leave out translations of what is not there any more: whoever changes a sentence need not know all languages.
    Titles of overlays are read where they stand, before anything is merged: no rule says them."""
    if not any(isinstance(d, ast.Texts) for d in decls):
        return list(decls)
    before, after = lru_cache(maxsize=1)(lambda: _Known(core)), _Known(decls)
    out: list[ast.Decl] = []
    for d in decls:
        if isinstance(d, ast.Texts):
            kept = tuple(
                x for x in d.lines if x.path in after or not (x.path.parts[0] in headings or x.path in before())
            )
            out += [replace(d, lines=kept) if len(kept) < len(d.lines) else d] if kept else []
        else:
            out.append(d)
    return out


class _Known:
    """What can be translated in some declarations."""

    def __init__(self, decls: Sequence[ast.Decl]) -> None:
        self.words = {words for words, _ in sentences(decls)}
        self.book = Book()
        for d in decls:
            if not isinstance(d, ast.Texts | ast.Scenario):
                self.book.add(d)

    def __contains__(self, path: ast.Path) -> bool:
        if path.parts[0] in self.words:
            return True
        try:
            self.book.find(path, whole=True)
        except Misfit:
            return False
        return True
