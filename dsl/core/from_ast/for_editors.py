"""What the checker notes for editors while it reads: what each name refers to, and the type of each expression.

A key names something declared: `("value", "fee")`, `("slot", "player", "purse")`, `("thing", "Colour", "red")`.
Names that live in a few lines only have the place of their first mention: `("local", file, line, column)`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from regelwerk.dsl.source import Span

from .. import Expr, Type
from .context import Observer, Scope, World

Key = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class InScope:
    """What can be named where an expression stands, and what is wanted there."""

    names: Mapping[str, Expr]
    me: bool
    it: Expr | None
    hint: Type | None


@dataclass(slots=True)
class Notes:
    """Notes of one check. A card with several copies is read several times and noted once."""

    uses: dict[Span, Key] = field(default_factory=dict)
    types: dict[Span, Type] = field(default_factory=dict)
    scopes: dict[Span, InScope] = field(default_factory=dict)
    locals: dict[Key, Type] = field(default_factory=dict)
    world: World | None = None

    def use(self, at: Span, key: Key) -> None:
        """Note what the name at this place refers to."""
        self.uses[at] = key

    def typed(self, at: Span, type: Type) -> None:
        """Note the type of an expression."""
        self.types[at] = type

    def see(self, at: Span, s: Scope, hint: Type | None) -> None:
        """Note what can be seen from an expression."""
        self.scopes[at] = InScope(dict(s.names), s.me is not None, s.it, hint)

    def local(self, at: Span, meant: Expr) -> None:
        """Note the use of a name that lives in a few lines; its own place is where it was introduced."""
        key = ("local", meant.at.file, meant.at.line, meant.at.column)
        if meant.at.line:
            self.uses[at] = key
            self.locals[key] = meant.type

    def empty(self) -> Notes:
        """Begin notes of a part that may be read once for several checks."""
        return Notes()

    def take_over(self, part: Observer) -> None:
        """Add what was noted about a part."""
        assert isinstance(part, Notes)
        self.uses |= part.uses
        self.types |= part.types
        self.scopes |= part.scopes
        self.locals |= part.locals
