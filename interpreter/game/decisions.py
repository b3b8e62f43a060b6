"""Decisions and options as the outside sees them: a question, and answers with stable ids and sentences."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from regelwerk.dsl import ir
from regelwerk.dsl.ir.operations import Expression

from ..analysis.code import registers
from ..engine.context import Context, State
from ..engine.option_codes import elements, packed
from ..engine.reference.engine import Reference
from ..errors import Refused
from ..texts.sentences import Texts
from .sight.onlookers import Aliases, Onlookers, letters, unnumbered

UNTOLD = "?"  # stands in an id for what a seat may not know
SOMETHING = "something hidden"  # ... and in a sentence


@dataclass(frozen=True, slots=True)
class Option:
    """One way to answer. The id names it in logs and scripts, the code in the state."""

    id: str
    code: int
    text: str


@dataclass(frozen=True, slots=True)
class Decision:
    """A seat has to choose one of the options. `secret`: others choose at the same time; once a seat has nothing left
    to choose, `game.commit(seat)` makes its answers final, and the game goes on when all have."""

    seat: int
    site: str
    question: str
    options: tuple[Option, ...]
    secret: bool = False

    def _repr_html_(self) -> str:
        rows = "".join(f"<li><code>{escape(each.id)}</code> {escape(each.text)}</li>" for each in self.options)
        return (f"<p>{escape(self.question)}</p>" if self.question else "") + f"<ul>{rows}</ul>"

    def option(self, wanted: Option | str | int) -> Option | None:
        """Find an option by id, code or itself; copies of one thing may be named without their number."""
        if isinstance(wanted, Option):
            wanted = wanted.id
        if isinstance(wanted, int) and not isinstance(wanted, bool):
            return next((option for option in self.options if option.code == wanted), None)
        if not isinstance(wanted, str):
            return None
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
    """Leave out the numbers and letters of copies, and the numbers of owners: `oak#2@1` is `oak`, so is `oak#b`."""
    return re.sub(r"[#@]\d+|#[a-z]+", "", id)


class Offers:
    """Turns codes into options and back."""

    def __init__(self, compiled: ir.Compiled, texts: Texts, reference: Reference, onlookers: Onlookers) -> None:
        self.compiled = compiled
        self.texts = texts
        self.reference = reference
        self.onlookers = onlookers

    def decision(self, S: State, codes: Sequence[int], secret: bool = False) -> Decision:
        """Describe the pending decision."""
        number, who = S[ir.ASK] - 1, S[ir.WHO]
        site = self.compiled.sites[number]
        question = ""
        if site.question >= 0:
            args = self.reference.values(site.args, S, [who, 0], Context())
            question = self.texts.sentence(site.question, args)
        if self._about_copies(site):
            named = self._called(S, number, who, codes)
        else:
            named = [(code, self.id(number, code)) for code in codes]
        options = tuple(self.option(S, number, who, code, id) for code, id in named)
        return Decision(who, site.name, question, options, secret)

    def option(self, S: State, site: int, who: int, code: int, id: str = "") -> Option:
        """Describe one option."""
        entry, chosen = self.split(site, code)
        return Option(id or self.id(site, code), code, self._text(S, entry, who, chosen))

    def numbered(self, site: int, decision: Decision, id: str) -> Option | None:
        """Find an option by an id that names copies by their numbers, as logs do."""
        return next((option for option in decision.options if self.id(site, option.code) == tidy(id)), None)

    # ------------------------------------------------------------------ copies

    def _about_copies(self, site: ir.Site) -> bool:
        """Can copies be picked that the seat must not tell apart by their numbers?"""
        alike = self.onlookers.alike
        return bool(alike) and any(not alike.isdisjoint(t.split("|")) for entry in site.entries for t in entry.types)

    def _called(self, S: State, site: int, who: int, codes: Sequence[int]) -> list[tuple[int, str]]:
        """Give the codes with their ids: equal ones get letters. Those that differ by copies only stand in the order of
        the places where these lie, and of what else the seat sees of them."""
        aliases = Aliases(self.onlookers, S, who)
        ids = {code: self._aliased(site, code, aliases) for code in codes}
        groups: dict[str, list[int]] = {}
        for code in codes:
            groups.setdefault(unnumbered(self.id(site, code)), []).append(code)
        found: list[tuple[int, str]] = []
        for group in groups.values():
            ordered = sorted(group, key=lambda c: (self._lying(S, site, who, c), self._ranks(site, c, aliases)))
            count, so_far = Counter(ids[code] for code in group), Counter[str]()
            for code in ordered:
                id = ids[code]
                found.append((code, f"{id}#{letters(so_far[id])}" if count[id] > 1 else id))
                so_far[id] += 1
        return found

    def _aliased(self, site: int, code: int, aliases: Aliases) -> str:
        entry, chosen = self.split(site, code)
        names = []
        for written, x in zip(entry.types, chosen, strict=True):
            found = self.texts.element(self.texts.type(written), x) if self.texts.type(written).kind == "ref" else None
            names.append(aliases.id(*found) if found else self.texts.id(written, x))
        return self._put_together(site, entry, names)

    def _ranks(self, site: int, code: int, aliases: Aliases) -> list[int]:
        """Order options by what the seat sees of the copies they name, not by the numbers of these."""
        entry, chosen = self.split(site, code)
        found = (self.texts.element(self.texts.type(t), x) for t, x in zip(entry.types, chosen, strict=True))
        return [aliases.order(each[0]).index(each[1]) if each else 0 for each in found]

    def _lying(self, S: State, site: int, who: int, code: int) -> tuple[int, ...]:
        """Give where the things of an option lie, as far as the seat that decides sees it."""
        entry, chosen = self.split(site, code)
        things = (self.onlookers.thing(self.texts, t, x) for t, x in zip(entry.types, chosen, strict=True))
        places = [self.onlookers.place(S, thing) for thing in things if thing is not None]
        return tuple(place if self.onlookers.on(S, place) >> who & 1 else -1 for place in places)

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
        if all(_is_chosen(arg) for arg in entry.args):
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
        names = [self.texts.id(kind, x) for kind, x in zip(entry.types, chosen, strict=True)]
        return self._put_together(site, entry, names)

    def _put_together(self, site: int, entry: ir.Entry, names: Sequence[str]) -> str:
        if not names:
            return entry.name
        listed = ", ".join(names)
        return listed if self.compiled.sites[site].kind == "choose" else f"{entry.name}({listed})"

    def told_id(self, site: int, code: int, veils: Sequence[bool] = ()) -> str:
        """Name an option for somebody else, later: without the numbers of copies, and without what is veiled."""
        entry, chosen = self.split(site, code)
        veiled = [*veils, *[False] * (len(chosen) - len(veils))]
        names = [
            UNTOLD if veil else unnumbered(id) if not self.onlookers.alike.isdisjoint(kind.split("|")) else id
            for kind, x, veil in zip(entry.types, chosen, veiled, strict=True)
            for id in [self.texts.id(kind, x)]
        ]
        return self._put_together(site, entry, names)

    def told_text(self, site: int, who: int, code: int, veils: Sequence[bool] = ()) -> str:
        """Say an option for somebody else, later."""
        if not any(veils):
            said = self.lasting_text(site, who, code)
            return said if said != self.id(site, code) else self.told_id(site, code)
        entry, chosen = self.split(site, code)
        hidden = self.texts.words(SOMETHING)
        if entry.text < 0:
            pairs = zip(entry.types, chosen, veils, strict=True)
            return ", ".join(hidden if veil else self.texts.title(kind, x) for kind, x, veil in pairs)
        if not all(_is_chosen(arg) for arg in entry.args):
            return self.told_id(site, code, veils)
        args = self.reference.values(entry.args, [], [who, *chosen, 0], Context())
        blank = {n for n, arg in enumerate(entry.args) for part in registers(arg) if part > 0 and veils[part - 1]}
        return self.texts.sentence(entry.text, args, blank, hidden)

    def things(self, site: int, code: int) -> list[tuple[int, int] | None]:
        """Give the components of an option that can lie unseen, one for each chosen element."""
        return self.onlookers.things(self.texts, self.compiled.sites[site], code)

    def read(self, site: int, id: str) -> tuple[ir.Entry, list[int]]:
        """Read an id as an entry and elements, whether it is offered or not."""
        asked = self.compiled.sites[site]
        name, _, rest = _unlettered(id).removesuffix(")").partition("(")
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
        return packed(self.compiled.sites[site].entries, entry, chosen)


def _is_chosen(arg: Expression) -> bool:
    """Is this a number, or one of the elements that were picked?"""
    return isinstance(arg, int) or arg[0] == "v"


def _unlettered(id: str) -> str:
    """Leave the letter out by which equal options are told apart."""
    return re.sub(r"#[a-z]+$", "", id.strip())
