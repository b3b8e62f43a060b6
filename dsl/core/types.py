"""Types of values."""

from __future__ import annotations

from dataclasses import dataclass

NONE_NUM = -(2**31)


@dataclass(frozen=True, slots=True)
class Num:
    lo: int
    hi: int
    none: bool = False


@dataclass(frozen=True, slots=True)
class Flag:
    pass


@dataclass(frozen=True, slots=True)
class Ref:
    domains: tuple[str, ...]  # names in Program.domains; empty: only none
    none: bool = False


@dataclass(frozen=True, slots=True)
class SetOf:
    element: Num | Ref  # without none


@dataclass(frozen=True, slots=True)
class Str:
    """A text; only in scenario checks."""


Type = Num | Flag | Ref | SetOf | Str
