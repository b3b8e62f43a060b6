"""What a declaration reaches: who uses it, and who uses those."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from regelwerk.dsl import ast
from regelwerk.dsl.core.from_ast.for_editors import Key
from regelwerk.dsl.source import Span

from .names import Index


@dataclass(slots=True)
class Reach:
    """Declarations that use some names: at once, with the places, and by way of others."""

    direct: dict[int, list[Span]] = field(default_factory=dict)  # position of a declaration -> where it names them
    second: list[int] = field(default_factory=list)  # those that name a rule that does
    further: list[int] = field(default_factory=list)


class Reaches:
    """Who uses whom in a ruleset."""

    def __init__(self, index: Index, decls: Sequence[ast.Decl]) -> None:
        self.index, self.decls = index, decls
        self.at: dict[str, list[tuple[int, int, int]]] = {}
        for i, d in enumerate(decls):
            self.at.setdefault(d.at.file, []).append((d.at.line, d.at.end_line, i))
        self.users: dict[int, set[int]] = {}
        for key, uses in index.by_key.items():
            symbol = index.symbols.get(key)
            home = self.around(symbol.at) if symbol is not None and key[0] not in ("local", "label", "cite") else None
            for use in uses:
                user = self.around(use.at)
                if home is not None and user is not None and user != home:
                    self.users.setdefault(home, set()).add(user)

    def around(self, at: Span) -> int | None:
        """Find the declaration around a place."""
        return next((i for low, high, i in self.at.get(at.file, ()) if low <= at.line <= high), None)

    def of(self, keys: Sequence[Key], home: int | None) -> Reach:
        """Follow the uses of some names; `home` is the declaration they belong to."""
        found = Reach()
        for key in keys:
            for use in self.index.all_of(key):
                user = self.around(use.at)
                if user is not None and user != home and not use.defines and not _field_name(self.decls[user], use.at):
                    found.direct.setdefault(user, []).append(use.at)
        seen = {*found.direct, *(() if home is None else (home,))}
        near = self._users(found.direct, seen)
        found.second = sorted(near)
        while near:
            near = self._users(near, seen)
            found.further += near
        found.further.sort()
        return found

    def _users(self, of: Iterable[int], seen: set[int]) -> list[int]:
        rules = (i for i in of if not isinstance(self.decls[i], ast.Scenario | ast.Invariant))
        more = {user for i in rules for user in self.users.get(i, ())} - seen
        seen |= more
        return sorted(more)


def _field_name(d: ast.Decl, at: Span) -> bool:
    """A card says what its own field is: that uses the field of no other card."""
    named = d.fields if isinstance(d, ast.Thing) else ()
    columns = d.columns if isinstance(d, ast.Rows) else ()
    return any(at == name.at for name in (*(f.name for f in named), *columns))
