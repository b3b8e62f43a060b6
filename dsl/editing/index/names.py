"""Definitions and uses of all names of a ruleset."""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from regelwerk.dsl import ast
from regelwerk.dsl.core.from_ast.for_editors import Key, Notes
from regelwerk.dsl.source import Source, Span

from .mentions import Mention, mentions, of_path
from .symbols import Symbol, local_key, of_declaration


@dataclass(frozen=True, slots=True)
class Use:
    """A place where a name stands."""

    at: Span
    key: Key
    defines: bool = False


@dataclass(slots=True)
class Index:
    """All names of a ruleset. Positions count as in spans: lines and columns from 1."""

    symbols: dict[Key, Symbol] = field(default_factory=dict)
    uses: dict[str, list[Use]] = field(default_factory=dict)  # by file, in order
    by_key: dict[Key, list[Use]] = field(default_factory=dict)

    def at(self, file: str, line: int, column: int) -> Use | None:
        """Return the name at a place, also right behind its last letter."""
        found = self.uses.get(file, [])
        i = bisect_right(found, (line, column), key=lambda u: (u.at.line, u.at.column))
        for use in reversed(found[max(0, i - 3) : i]):
            if use.at.line == line and use.at.column <= column <= use.at.end_column:
                return use
        return None

    def all_of(self, key: Key) -> list[Use]:
        """List every place of a name, its definition included."""
        return self.by_key.get(key, [])


def make_index(files: Iterable[ast.File], sources: Mapping[str, Source], notes: Notes) -> Index:
    """Bring together what files declare, what they mention, and what the checker found names to mean."""
    index = Index()
    places: dict[Span, Use] = {}
    by_place: dict[Key, Key] = {}
    declared = [_of_declaration(d) for file in files for d in file.decls]
    for own, _ in declared:
        for symbol in own:
            index.symbols.setdefault(symbol.key, symbol)
            by_place.setdefault(local_key(symbol.at), symbol.key)
            places[symbol.at] = Use(symbol.at, symbol.key, defines=True)
    for _, mentioned in declared:
        for found in mentioned:
            if isinstance(found, ast.Path):
                for at, key in of_path(found, index.symbols):
                    places.setdefault(at, Use(at, key))
            else:
                at, keys = found
                key = next((k for k in keys if k in index.symbols), keys[-1])
                places.setdefault(at, Use(at, key))
    for at, key in notes.uses.items():
        places.setdefault(at, Use(at, by_place.get(key, key)))
    for use in places.values():
        if _written(sources, use.at) == _name(index, use.key):
            index.uses.setdefault(use.at.file, []).append(use)
            index.by_key.setdefault(use.key, []).append(use)
    for uses in (*index.uses.values(), *index.by_key.values()):
        uses.sort(key=lambda u: u.at)
    return index


Found = tuple[tuple[Symbol, ...], tuple[Mention | ast.Path, ...]]
_kept: OrderedDict[int, tuple[ast.Decl, Found]] = OrderedDict()
_MOST_KEPT = 20_000


def _of_declaration(d: ast.Decl) -> Found:
    """The names of one declaration, kept while it stays the same: in an editor most of them do."""
    kept = _kept.get(id(d))
    if kept is None or kept[0] is not d:
        kept = d, (tuple(of_declaration(d)), tuple(mentions(d)))
        _kept[id(d)] = kept
        while len(_kept) > _MOST_KEPT:
            _kept.popitem(last=False)
    return kept[1]


def _name(index: Index, key: Key) -> str | None:
    if key[0] in ("scenario", "invariant"):
        return f'"{key[1]}"'
    if key[0] == "cite":
        return f"@{key[1]}"
    symbol = index.symbols.get(key)
    if symbol is not None:
        return symbol.name
    return str(key[-1]) if key[0] != "local" else None


def _written(sources: Mapping[str, Source], at: Span) -> str | None:
    """What stands at a place; a place of the merged tree may be none of this text."""
    source = sources.get(at.file)
    if source is None or at.line != at.end_line or not 1 <= at.line <= len(source.lines):
        return None
    return source.lines[at.line - 1][at.column - 1 : at.end_column - 1]
