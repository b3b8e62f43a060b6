"""What a name or word at a place means: how it is declared, its type, its comment, what the rulebook says."""

from __future__ import annotations

import re
from typing import NamedTuple

from regelwerk.dsl import ast
from regelwerk.dsl.ast.visitor import walk
from regelwerk.dsl.book.ledger import Entry
from regelwerk.dsl.core import Type
from regelwerk.dsl.core.type_rules import words
from regelwerk.dsl.diagnostics import TITLES
from regelwerk.dsl.diagnostics.explained import page
from regelwerk.dsl.editing.index import Symbol, Use
from regelwerk.dsl.source import Span

from . import reference
from .studies import Studies, Study

_WORD = re.compile(r"@[\w-]+|\w+")
_MARK = re.compile(r"\s+(?:@[A-Za-z][\w-]*|reconstructed)\s*$")
MOST_LINES = 12
MOST_CITES = 6


class Told(NamedTuple):
    """What is told, as Markdown, and what it is about."""

    at: Span
    text: str


def explained(documents: Studies, name: str, line: int, column: int) -> Told | None:
    """Explain what stands at a place."""
    study = documents.study(name)
    at, told = _named(documents, study, name, line, column)
    marked = [d for d in study.build.diagnostics if d.at.file == name and _covers(d.at, line, column)]
    pages = [_page(code) for code in dict.fromkeys(d.code for d in marked) if code in TITLES]
    if not told and not pages:
        return None
    return Told(at or marked[0].at, "\n\n---\n\n".join(p for p in (told, *pages) if p))


def _named(documents: Studies, study: Study, name: str, line: int, column: int) -> tuple[Span | None, str]:
    """What the name or word at a place means, and where it stands."""
    use = study.index.at(name, line, column)
    if use is not None and (told := _use(documents, study, use)):
        return use.at, told
    for found in _WORD.finditer(documents.source(name).lines[line - 1]):
        if found.start() + 1 <= column <= found.end() + 1:
            return Span(name, line, found.start() + 1, line, found.end() + 1), _word(documents, study, found[0])
    return None, ""


def _covers(at: Span, line: int, column: int) -> bool:
    return (at.line, at.column) <= (line, column) <= (at.end_line, at.end_column)


def _page(code: str) -> str:
    """What `regelwerk explain` says about a message."""
    found = page(code)
    shown = [f"**{code}: {found.title}** {found.meaning}"]
    for word, examples in (("Wrong", found.wrong), ("Right", found.right)):
        shown += [f"{word}:\n```regel\n{e.text.rstrip()}\n```" for e in examples[:1]]
    return "\n\n".join(shown)


def _word(documents: Studies, study: Study, word: str) -> str:
    if word.startswith("@"):
        return cited(documents, study, (word[1:],))
    return reference.explain(word) if word.islower() else ""


def _use(documents: Studies, study: Study, use: Use) -> str:
    key = use.key
    if key[0] == "cite":
        return cited(documents, study, (str(key[1]),))
    type_ = study.notes.locals.get(key) or study.notes.types.get(use.at)
    symbol = study.index.symbols.get(key)
    if symbol is None:
        said = reference.explain(str(key[-1]))
        return "\n\n".join(p for p in (said, _typed(type_)) if p)
    return about(documents, study, symbol, type_)


def about(documents: Studies, study: Study, symbol: Symbol, type_: Type | None = None) -> str:
    """Tell everything that is known of a declared name."""
    parts = [_heading(symbol), _code(documents, symbol)]
    if symbol.kind in ("name", "parameter", "seat") and type_ is not None:
        parts.append(_typed(type_))
    if symbol.doc:
        parts.append(symbol.doc.replace("\n", "  \n"))
    parts.append(cited(documents, study, _cites_in(study, symbol)))
    return "\n\n".join(p for p in parts if p)


def _typed(type_: Type | None) -> str:
    return f"Is {words(type_)}." if type_ is not None else ""


def _heading(symbol: Symbol) -> str:
    of = f" of {symbol.owner}" if symbol.owner and symbol.kind != "label" else ""
    if symbol.owner in ("table", "player"):
        of = " on the table" if symbol.owner == "table" else " of every player"
    return f"**{symbol.name}** – {symbol.kind}{of}"


def _code(documents: Studies, symbol: Symbol) -> str:
    """Show the declaration itself; of a long one its beginning."""
    lines = documents.source(symbol.whole.file).lines
    first, last = symbol.whole.line, symbol.whole.end_line
    shown = [_MARK.sub("", row) for row in lines[first - 1 : min(last, first + MOST_LINES - 1)]]
    if symbol.kind in ("name", "parameter", "member") or (symbol.kind == "resource" and not symbol.declaration):
        shown = shown[:1]
    elif symbol.kind in ("kind", "type", "board", "game", "scenario"):
        shown = shown[:MOST_LINES]
    if last - first + 1 > MOST_LINES and len(shown) > 1:
        shown.append("  …")
    while shown and not shown[-1].strip():
        shown.pop()
    indent = min((len(row) - len(row.lstrip()) for row in shown if row.strip()), default=0)
    return "```regel\n" + "\n".join(row[indent:].rstrip() for row in shown) + "\n```" if shown else ""


def _cites_in(study: Study, symbol: Symbol) -> tuple[str, ...]:
    """The citations of a declaration, those of its own line first."""
    if symbol.kind in ("name", "parameter", "seat", "label"):
        return symbol.cites
    found = list(symbol.cites)
    for file in study.build.written:
        for d in file.decls if file.name == symbol.whole.file else ():
            if d.at.line <= symbol.whole.line <= d.at.end_line:
                for node in walk(d, everything=True):
                    if isinstance(node, ast.Cite) and symbol.whole.line <= node.at.line <= symbol.whole.end_line:
                        found.append(node.id)
    return tuple(dict.fromkeys(found))


def cited(documents: Studies, study: Study, ids: tuple[str, ...]) -> str:
    """Quote the entries of the ledger."""
    ledger = documents.ledger(study)
    shown = []
    for each in ids[:MOST_CITES]:
        entry = ledger.entries.get(each) if ledger is not None else None
        shown.append(entry_text(entry) if entry is not None else f"@{each}" + (" – no entry" if ledger else ""))
    if len(ids) > MOST_CITES:
        shown.append(f"… and {len(ids) - MOST_CITES} more")
    return "\n\n".join(shown)


def entry_text(entry: Entry) -> str:
    where = f" ({entry.where})" if entry.where else ""
    out = f"**@{entry.id}**{where} {entry.says}"
    for title, said in (("Ruling", entry.ruling or entry.default), ("Why", entry.why)):
        if said:
            out += f"  \n{title}: {said}"
    return out
