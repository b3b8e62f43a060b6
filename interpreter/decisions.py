"""Decisions and options as the outside sees them: a question, and answers with stable ids and sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..dsl import ir
from .context import Context, State
from .errors import Refused
from .reference import Reference
from .texts import Texts


@dataclass(frozen=True, slots=True)
class Option:
    """One way to answer. The id names it in logs and scripts, the code in the state."""

    id: str
    code: int
    text: str


@dataclass(frozen=True, slots=True)
class Decision:
    """A seat has to choose one of the options."""

    seat: int
    site: str
    question: str
    options: tuple[Option, ...]
    secret: bool = False

    def option(self, wanted: Option | str | int) -> Option | None:
        """Find an option by id, code or itself; copies of one thing may be named without their number."""
        if isinstance(wanted, Option):
            wanted = wanted.id
        if isinstance(wanted, int):
            return next((option for option in self.options if option.code == wanted), None)
        wanted = tidy(wanted)
        for same in (lambda id: id, plain):
            found = [option for option in self.options if same(option.id) == same(wanted)]
            if found:
                return found[0] if len(found) == 1 or same is plain else None
        return None


def tidy(id: str) -> str:
    """Write an id as the machine does: `place(c3, red)`."""
    name, bracket, rest = id.replace(" ", "").partition("(")
    return name.replace(",", ", ") + bracket + rest.replace(",", ", ")


def plain(id: str) -> str:
    """Leave out the numbers of copies and owners: `oak#2@1` is `oak`."""
    return re.sub(r"[#@]\d+", "", id)


class Offers:
    """Turns codes into options and back."""

    def __init__(self, compiled: ir.Compiled, texts: Texts, reference: Reference) -> None:
        self.compiled = compiled
        self.texts = texts
        self.reference = reference

    def decision(self, S: State, codes: Sequence[int], secret: bool = False) -> Decision:
        """Describe the pending decision."""
        number, who = S[ir.ASK] - 1, S[ir.WHO]
        site = self.compiled.sites[number]
        question = ""
        if site.question >= 0:
            args = self.reference.values(site.args, S, [who, 0], Context())
            question = self.texts.sentence(site.question, args)
        options = tuple(self.option(S, number, who, code) for code in codes)
        return Decision(who, site.name, question, options, secret)

    def option(self, S: State, site: int, who: int, code: int) -> Option:
        """Describe one option."""
        entry, chosen = self.split(site, code)
        return Option(self.id(site, code), code, self._text(S, entry, who, chosen))

    def _text(self, S: State, entry: ir.Entry, who: int, chosen: list[int]) -> str:
        if entry.text < 0:
            return self._titles(entry, chosen) or self.texts.words(entry.name)
        args = self.reference.values(entry.args, S, [who, *chosen, 0], Context())
        return self.texts.sentence(entry.text, args)

    def _titles(self, entry: ir.Entry, chosen: list[int]) -> str:
        return ", ".join(self.texts.title(kind, x) for kind, x in zip(entry.types, chosen, strict=True))

    def lasting_text(self, site: int, who: int, code: int) -> str:
        """Say an option later, when the state has moved on: without the parts that are read from it."""
        entry, chosen = self.split(site, code)
        if entry.text < 0:
            return self._titles(entry, chosen) or self.texts.words(entry.name)
        if all(type(arg) is int or arg[0] == "v" for arg in entry.args):
            return self._text([], entry, who, chosen)
        return self.id(site, code)

    # ------------------------------------------------------------------ codes and ids

    def split(self, site: int, code: int) -> tuple[ir.Entry, list[int]]:
        """Take a code apart: the entry and the chosen elements."""
        entries = self.compiled.sites[site].entries
        entry = entries[code % len(entries)]
        return entry, elements(entry, code // len(entries))

    def id(self, site: int, code: int) -> str:
        """Name an option: `fold`, `place(c3)`, and for a plain choice just the element."""
        entry, chosen = self.split(site, code)
        names = ", ".join(self.texts.id(kind, x) for kind, x in zip(entry.types, chosen, strict=True))
        if not names:
            return entry.name
        return names if self.compiled.sites[site].kind == "choose" else f"{entry.name}({names})"

    def read(self, site: int, id: str) -> tuple[ir.Entry, list[int]]:
        """Read an id as an entry and elements, whether it is offered or not."""
        asked = self.compiled.sites[site]
        name, _, rest = id.strip().removesuffix(")").partition("(")
        words = [word.strip() for word in rest.split(",") if word.strip()]
        entry = next((e for e in asked.entries if e.name == name.strip() and len(e.types) == len(words)), None)
        if entry is None and asked.kind == "choose" and not words:
            words = [word.strip() for word in name.split(",")]
            entry = next((e for e in asked.entries if len(e.types) == len(words)), None)
        if entry is None:
            raise Refused(f"there is no option {id} here")
        try:
            return entry, [self.texts.value_of(t, word) for t, word in zip(entry.types, words, strict=True)]
        except KeyError as unknown:
            raise Refused(f"{unknown.args[0]} is nothing that can be chosen here") from None

    def code(self, site: int, entry: ir.Entry, chosen: Sequence[int]) -> int:
        """Put entry and elements into a code."""
        entries = self.compiled.sites[site].entries
        payload, weight = 0, 1
        for radix, offset, element in zip(entry.radix, _offsets(entry), chosen, strict=True):
            payload += weight * (element - offset)
            weight *= radix
        return entries.index(entry) + len(entries) * payload


def _offsets(entry: ir.Entry) -> list[int]:
    return entry.offsets or [0] * len(entry.radix)


def elements(entry: ir.Entry, payload: int) -> list[int]:
    """Unpack the chosen elements of an option."""
    found = []
    for radix, offset in zip(entry.radix, _offsets(entry), strict=True):
        found.append(payload % radix + offset)
        payload //= radix
    return found
