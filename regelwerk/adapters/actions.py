"""Options as numbers that never change their meaning.

Flat: every answer to every decision has a number. Where that would be too many, an option is said digit by digit: which
entry, then parameter by parameter, with numbers of its own for each type; a step that leaves no choice is left out.
Copies of a card that nobody may tell apart have one number: where several are offered, one more digit says which."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from regelwerk import Ruleset
from regelwerk.dsl import ir
from regelwerk.interpreter.engine.option_codes import elements
from regelwerk.interpreter.errors import Refused

FLAT = 4096  # numbers up to which every answer has one of its own
WHICH = "which of them"

Digits = tuple[int, ...]  # numbers that say an option, one after the other


@dataclass(frozen=True, slots=True)
class Numbered:
    """What one number means."""

    kind: str  # "option" (flat), "entry", or the type of a parameter
    name: str


class Actions:
    """The numbers of a ruleset."""

    def __init__(self, ruleset: Ruleset, flat: int = FLAT) -> None:
        self.ruleset = ruleset
        self.compiled = ruleset.compiled
        self._texts = ruleset.machine.texts
        self._alike = ruleset.onlookers.alike
        sites = self.compiled.sites
        whole = sum(math.prod(entry.radix) for site in sites for entry in site.entries)
        copies = any(self._copies(written) for site in sites for entry in site.entries for written in entry.types)
        self.flat = whole <= flat and not copies
        self.first: list[list[int]] = []  # by site and entry: its first number
        self._types: dict[tuple[str, int, int], int] = {}  # type, radix and offset of a parameter: its first number
        count = 0
        for site in sites:
            self.first.append([])
            for entry in site.entries:
                self.first[-1].append(count)
                count += math.prod(entry.radix) if self.flat else 1
        if not self.flat:
            for site in sites:
                for entry in site.entries:
                    for parameter in _parameters(entry):
                        if parameter not in self._types:
                            self._types[parameter] = count
                            count += parameter[1]
        self._which = count
        most = max((len(entry.radix) for site in sites for entry in site.entries), default=0)
        self.count = count + (MOST_ALIKE if copies else 0)
        self.longest = 1 if self.flat else 1 + most + copies  # digits of an option

    def _copies(self, written: str) -> bool:
        return not self._alike.isdisjoint(written.split("|"))

    def __len__(self) -> int:
        return self.count

    def spec(self) -> list[Numbered]:
        """Tell what every number means."""
        found: list[Numbered] = []
        texts = self._texts
        for site in self.compiled.sites:
            for number, entry in enumerate(site.entries):
                if not self.flat:
                    found.append(Numbered("entry", f"{site.name}: {entry.name}"))
                    continue
                for payload in range(math.prod(entry.radix)):
                    chosen = zip(entry.types, elements(entry, payload), strict=True)
                    names = ", ".join(texts.id(written, x) for written, x in chosen)
                    what = entry.name + (f"({names})" if names else "")
                    found.append(Numbered("option", f"{site.name}: {what}"))
                    assert self.first[self.compiled.sites.index(site)][number] + payload == len(found) - 1
        for written, radix, offset in self._types:
            found += [Numbered(written, texts.id(written, x + offset)) for x in range(radix)]
        found += [Numbered(WHICH, str(n + 1)) for n in range(self.count - len(found))]
        return found

    # ------------------------------------------------------------------ options

    def digits(self, site: int, codes: Sequence[int]) -> list[Digits]:
        """Write options as numbers, in the order in which they are given; equal ones are counted at the end."""
        found = [self._written(site, code) for code in codes]
        if self.flat or not self._alike:
            return found
        seen: dict[Digits, int] = {}
        many = {each for each in found if found.count(each) > 1} if len(set(found)) < len(found) else set()
        out = []
        for each in found:
            if each in many:
                seen[each] = n = seen.get(each, -1) + 1
                if n >= MOST_ALIKE:
                    raise Refused(f"more than {MOST_ALIKE} copies that nobody can tell apart are offered at once")
                each = (*each, self._which + n)
            out.append(each)
        return out

    def _written(self, site: int, code: int) -> Digits:
        entries = self.compiled.sites[site].entries
        number, payload = code % len(entries), code // len(entries)
        first = self.first[site][number]
        if self.flat:
            return (first + payload,)
        out = [first]
        for parameter in _parameters(entries[number]):
            digit, payload = payload % parameter[1], payload // parameter[1]
            out.append(self._types[parameter] + self._told(parameter[0], digit + parameter[2]) - parameter[2])
        return tuple(out)

    def _told(self, written: str, element: int) -> int:
        """Take the first copy for all those that look alike."""
        if not self._copies(written):
            return element
        found = self._texts.element(self._texts.type(written), element)
        if found is None or found[0].name not in self._alike:
            return element
        domain, number = found
        return element - number + self.ruleset.onlookers.designs[domain.name][number]

    # ------------------------------------------------------------------ features

    @cached_property
    def width(self) -> int:
        """Count the features of an option."""
        return 2 + max((len(entry.radix) for site in self.compiled.sites for entry in site.entries), default=0)

    def rows(self, site: int, codes: Sequence[int]) -> NDArray[np.int32]:
        """Give a row of features for every option: site + 1, entry + 1 of all, and its elements + 1 (0: none)."""
        out = np.zeros((len(codes), self.width), np.int32)
        entries = self.compiled.sites[site].entries
        before = sum(len(each.entries) for each in self.compiled.sites[:site])
        for row, code in zip(out, codes, strict=True):
            entry = entries[code % len(entries)]
            row[:2] = site + 1, before + code % len(entries) + 1
            chosen = zip(entry.types, elements(entry, code // len(entries)), strict=True)
            for n, ((written, x), offset) in enumerate(
                zip(chosen, entry.offsets or [0] * len(entry.radix), strict=True)
            ):
                row[2 + n] = self._told(written, x) - offset + 1
        return out


MOST_ALIKE = 32  # equal copies that can be offered at once


def _parameters(entry: ir.Entry) -> list[tuple[str, int, int]]:
    return list(zip(entry.types, entry.radix, entry.offsets or [0] * len(entry.radix), strict=True))


class Saying:
    """An option being said number by number: what has been said, and what can come next."""

    def __init__(self, actions: Actions, site: int, codes: Sequence[int]) -> None:
        self.actions = actions
        self._left = list(zip(codes, actions.digits(site, codes), strict=True))
        self.said: list[int] = []
        self._skip()

    def __copy__(self) -> Saying:
        twin = Saying.__new__(Saying)
        twin.actions, twin._left, twin.said = self.actions, self._left, [*self.said]
        return twin

    def _skip(self) -> None:
        """Leave out numbers that nobody could say otherwise, except the first one: a decision is always asked."""
        while len(self._left) > 1 and len(next_ := self.next()) == 1 and self.said:
            self._say(next_[0])

    def next(self) -> list[int]:
        """List the numbers that can be said now."""
        at = len(self.said)
        return sorted({digits[at] for _, digits in self._left})

    def mask(self) -> NDArray[np.int8]:
        """Mark the numbers that can be said now."""
        out = np.zeros(self.actions.count, np.int8)
        out[self.next()] = 1
        return out

    def _say(self, number: int) -> None:
        at = len(self.said)
        self._left = [(code, digits) for code, digits in self._left if digits[at] == number]
        self.said.append(number)

    def say(self, number: int) -> int | None:
        """Say a number; the code of the option once it is clear which one is meant."""
        if number not in self.next():
            raise Refused(f"action {number} is not offered now: see the mask")
        self._say(int(number))
        self._skip()
        return self._left[0][0] if len(self._left) == 1 else None
