"""Semantic tokens: what each word really is, where a pattern can only guess (`first` may be a word or a name)."""

from __future__ import annotations

from lsprotocol import types as lsp

from regelwerk.dsl.editing.index import Use
from regelwerk.dsl.editing.index.cursor import words_of

from .documents import Documents
from .positions import units
from .studies import Study

KEYWORD = "keyword"
COLOURS = {
    "type": "type", "thing": "enumMember", "slot": "property", "value": "function", "effect": "method",
    "action": "method", "ability": "method", "scoring": "function", "ruling": "variable", "resource": "variable",
    "local": "variable", "built in": "function", "label": "label", "game": "namespace", "overlay": "namespace",
    "cite": "decorator",
}  # fmt: skip
LEGEND = lsp.SemanticTokensLegend(
    token_types=sorted({KEYWORD, "parameter", *COLOURS.values()}),
    token_modifiers=["declaration", "readonly", "defaultLibrary"],
)
Word = tuple[int, int, int, str, int]  # line, column (both from 0, in units), length, type, modifiers


def tokens(documents: Documents, name: str) -> lsp.SemanticTokens:
    """Give the semantic tokens of a file, each relative to the one before."""
    data: list[int] = []
    line = column = 0
    for at, start, length, kind, modifiers in words(documents, name):
        data += (at - line, start - column if at == line else start, length, LEGEND.token_types.index(kind), modifiers)
        line, column = at, start
    return lsp.SemanticTokens(data)


def words(documents: Documents, name: str) -> list[Word]:
    """List the coloured words of a file in order; none overlaps another."""
    study = documents.study(name)
    lines = documents.source(name).lines
    found: dict[tuple[int, int], tuple[int, str, int]] = {}
    for token in words_of(documents.source(name)):
        if token.line and token.column and "\n" not in token:
            found[token.line, token.column] = (len(token), KEYWORD, 0)
    for use in study.index.uses.get(name, []):
        found[use.at.line, use.at.column] = (use.at.end_column - use.at.column, *_colour(study, use))
    out: list[Word] = []
    end = (0, 0)
    for (line, column), (length, kind, modifiers) in sorted(found.items()):
        if (line, column) < end or line > len(lines):
            continue
        end = (line, column + length)
        row = lines[line - 1]
        start = units(row[: column - 1], documents.encoding)
        out.append((line - 1, start, units(row[column - 1 : column - 1 + length], documents.encoding), kind, modifiers))
    return out


def _colour(study: Study, use: Use) -> tuple[str, int]:
    symbol = study.index.symbols.get(use.key)
    kind = COLOURS.get(str(use.key[0]), "variable")
    if symbol is not None and symbol.kind == "parameter":
        kind = "parameter"
    modifiers = 1 if use.defines else 0
    if use.key[0] in ("thing", "ruling"):
        modifiers |= 2
    if use.key[0] == "built in":
        modifiers |= 4
    return kind, modifiers
