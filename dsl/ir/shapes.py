"""Types as whole numbers: sizes, the number that stands for none, and how types are named in the IR."""

from __future__ import annotations

from regelwerk.dsl.core import Domain, Flag, Num, Ref, SetOf, Str, Type
from regelwerk.dsl.core.type_rules import may_be_none, none_of

LEAST, MOST = -(2**31) + 1, 2**31 - 1


class InternalError(Exception):
    """The core promised something it does not keep; a mistake of the tools, not of a ruleset."""


def offset(t: Type) -> int:
    """Give the element that bit 0, payload 0 or index 0 stands for."""
    return t.lo if isinstance(t, Num) else 0


def element(t: Type) -> Num | Ref:
    """Give the element type of a set."""
    if not isinstance(t, SetOf):
        raise InternalError(f"a set is wanted, not {t}")
    return t.element


def same_elements(a: Type, b: Type) -> bool:
    """Tell whether two element types count their elements alike."""
    if isinstance(a, Num) and isinstance(b, Num):
        return a.lo == b.lo
    return isinstance(a, Ref) and isinstance(b, Ref) and a.domains == b.domains


def in_i32(t: Type) -> bool:
    """Tell whether every number of this type fits 32 bits."""
    return not isinstance(t, Num) or (t.lo >= LEAST and t.hi <= MOST)


class Shapes:
    """Sizes of types, given the domains."""

    def __init__(self, domains: dict[str, Domain]) -> None:
        self.domains = domains

    def size(self, t: Type) -> int:
        """Count the values of a type, without none."""
        if isinstance(t, Num):
            return max(0, t.hi - t.lo + 1)
        if isinstance(t, Ref):
            return sum(self.domains[d].size for d in t.domains)
        return 2 if isinstance(t, Flag) else 0

    def range(self, t: Type) -> tuple[int, int] | None:
        """Give the smallest and the largest number a value of this type can be; None if they are wide."""
        if isinstance(t, SetOf | Str) or not in_i32(t):
            return None
        low, count = offset(t), self.size(t)
        return (min(low, none_of(t)), low + count - 1) if may_be_none(t) or not count else (low, low + count - 1)

    def full(self, t: Type) -> int:
        """Give the mask of all elements."""
        return (1 << self.size(t)) - 1

    def starts(self, t: Ref) -> dict[str, int]:
        """Tell where each domain of a union starts."""
        found, at = {}, 0
        for d in t.domains:
            found[d] = at
            at += self.domains[d].size
        return found

    def embedding(self, small: Ref, large: Ref) -> list[int]:
        """Give, for each element of one union, its number in the other (-2: not there)."""
        starts = self.starts(large)
        found: list[int] = []
        for d in small.domains:
            size = self.domains[d].size
            found += [starts[d] + i if d in starts else -2 for i in range(size)]
        return found

    def designs(self, t: Type) -> tuple[int, ...]:
        """Give the first copy of each component, or nothing if there are no copies."""
        if not isinstance(t, Ref) or len(t.domains) != 1:
            return ()
        return self.domains[t.domains[0]].designs


def key_name(t: Type) -> str:
    """Name the type of a key, element or parameter."""
    return f"{t.lo}..{t.hi}" if isinstance(t, Num) else type_name(t)


def type_name(t: Type) -> str:
    """Name a type as texts and tools read it."""
    if isinstance(t, Num):
        return "number"
    if isinstance(t, Flag):
        return "flag"
    if isinstance(t, Ref):
        return "|".join(t.domains)
    if isinstance(t, SetOf):
        return f"set {key_name(t.element)}"
    raise InternalError(f"{t} has no place in a compiled ruleset")
