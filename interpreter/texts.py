"""From numbers to words: elements of domains, values of types, whole sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ..dsl import ir
from .errors import STUMBLES
from .facts import all_statements

_STUMBLED = {
    STUMBLES["range"]: "A number would leave its range.",
    STUMBLES["none"]: "Something that is needed is not there.",
    STUMBLES["division"]: "It would mean to divide by zero.",
    STUMBLES["place"]: "The place is taken.",
}


@dataclass(frozen=True, slots=True)
class Type:
    """How to read a number. `domains` counts its elements one after the other."""

    kind: str  # number, flag, ref, set
    domains: tuple[ir.Domain, ...] = ()
    lo: int = 0
    hi: int = 0

    @property
    def size(self) -> int:
        """Count the elements."""
        if self.domains:
            return sum(len(domain.ids) for domain in self.domains)
        return self.hi - self.lo + 1


class Texts:
    """The words of a ruleset, in its own language or another."""

    def __init__(self, compiled: ir.Compiled, language: str = "", names: Sequence[str] = ()) -> None:
        self.compiled = compiled
        self.language = language
        self.names = names
        self.domains = {domain.name: domain for domain in compiled.domains}
        self._types: dict[str, Type] = {}
        self._parts = compiled.translations.get(language, {})
        self._titles = compiled.titles.get(language, {})

    def type(self, written: str) -> Type:
        """Read a type as written in `ir`."""
        found = self._types.get(written)
        if found is None:
            found = self._types[written] = self._parse(written)
        return found

    def _parse(self, written: str) -> Type:
        inner = written.removeprefix("set ")
        if inner in ("number", "flag"):
            kind = inner
            found = Type(kind, (), -32768 if kind == "number" else 0, 32767 if kind == "number" else 1)
        elif ".." in inner:
            lo, _, hi = inner.partition("..")
            found = Type("number", (), int(lo), int(hi))
        else:
            names = [name for name in inner.split("|") if name in self.domains]
            found = Type("ref", tuple(self.domains[name] for name in names))
        if inner == written:
            return found
        return Type("set", found.domains, found.lo, found.hi)

    # ------------------------------------------------------------------ elements

    def element(self, kind: Type, value: int) -> tuple[ir.Domain, int] | None:
        """Find the domain and number of an element of a union."""
        for domain in kind.domains:
            if 0 <= value < len(domain.ids):
                return domain, value
            value -= len(domain.ids)
        return None

    def id(self, written: str, value: int) -> str:
        """Give the stable id of a value."""
        kind = self.type(written)
        if value == ir.NONE_NUM or (kind.kind == "ref" and value == ir.NONE):
            return "none"
        if kind.kind == "flag":
            return "yes" if value else "no"
        if kind.kind == "ref":
            found = self.element(kind, value)
            return found[0].ids[found[1]] if found else str(value)
        if kind.kind == "set":
            return "{" + ", ".join(self.id(self._inner(written), x) for x in self.members(kind, value)) + "}"
        return str(value)

    def members(self, kind: Type, mask: int) -> list[int]:
        """List the elements of a set."""
        return [i + kind.lo for i in range(mask.bit_length()) if mask >> i & 1]

    @staticmethod
    def _inner(written: str) -> str:
        return written.removeprefix("set ")

    def value_of(self, written: str, word: str) -> int:
        """Read an id as a value; KeyError if there is none of that name."""
        kind = self.type(written)
        if word == "none":
            return ir.NONE_NUM if kind.kind == "number" else ir.NONE
        if kind.kind == "flag" and word in ("yes", "no"):
            return int(word == "yes")
        if kind.kind == "ref":
            before = 0
            for domain in kind.domains:
                if word in domain.ids:
                    return before + domain.ids.index(word)
                if domain.kind == "player" and word in self.names:
                    return before + list(self.names).index(word)
                before += len(domain.ids)
        elif word.lstrip("-").isdigit():
            return int(word)
        raise KeyError(word)

    def title(self, written: str, value: int) -> str:
        """Give the words for a value."""
        kind = self.type(written)
        if kind.kind == "set":
            return ", ".join(self.title(self._inner(written), x) for x in self.members(kind, value)) or "-"
        if kind.kind == "ref" and (found := self.element(kind, value)):
            domain, number = found
            if domain.kind == "player" and number < len(self.names):
                return self.names[number]
            return self._titles.get(f"{domain.name}.{domain.ids[number]}", domain.titles[number])
        return self.id(written, value)

    # ------------------------------------------------------------------ sentences

    def sentence(self, number: int, args: Sequence[int]) -> str:
        """Say a sentence of the ruleset."""
        text = self.compiled.texts[number]
        parts = self._parts.get(text.address, text.parts)
        return "".join(part if isinstance(part, str) else self._argument(text, part, args) for part in parts)

    def obstacle(self, number: int, args: Sequence[int], span: int) -> str:
        """Say what stands in the way: a requirement, what the rules would stumble over, or an empty choice."""
        if number == STUMBLES["range"] and args:
            value, lo, hi = args
            return f"{self._numbers.get(span, 'A number')} would become {value}, and may be {lo} to {hi}."
        said = self.sentence(number, args) if number >= 0 else _STUMBLED.get(number, "")
        return said or "There is nothing to choose then."

    @cached_property
    def _numbers(self) -> dict[int, str]:
        """The numbers that are tested when they are changed, by the place in the source."""
        names = {slot.addr: slot.name for slot in self.compiled.slots if slot.kind == "cell"}
        found = {}
        bodies = [f.body for f in self.compiled.functions] + [b.code for p in self.compiled.procs for b in p.blocks]
        for statement in (s for body in bodies for s in all_statements(body)):
            if statement[0] == "st" and isinstance(statement[3], list) and statement[3][0] == "chk":
                slot = max((addr for addr in names if addr <= statement[1]), default=-1)
                found[statement[3][4]] = names.get(slot, "").replace("_", " ").capitalize()
        return found

    def _argument(self, text: ir.Text, number: int, args: Sequence[int]) -> str:
        written = text.types[number] if number < len(text.types) else "number"
        return self.title(written, args[number])
