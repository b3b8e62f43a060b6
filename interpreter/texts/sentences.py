"""From numbers to words: elements of domains, values of types, whole sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import cached_property

from regelwerk.dsl import ir

from ..analysis.code import all_statements
from ..errors import STUMBLES
from .phrases import Parts, phrases, words_in
from .squares import FROM_MIDDLE, MIDDLE, NUMBERED, nameless, way_from_middle

_ARGUMENT = re.compile(r"\{\d+\}")
PIECES = {"at": "lies at", "turn": "turned"}  # what every piece of a board has by itself
_SPLIT = re.compile(r"(\{\d+\})")
_CODE = re.compile(r"`[^`]*`")  # a condition as it is written in the rules
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
        self._phrases = phrases(language)
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
            named = self._titles.get(f"{domain.name}.{domain.ids[number]}")
            if named is None and nameless(domain):
                return self._where(domain, number)
            return named or self.words(domain.titles[number])
        return self.words(self.id(written, value))

    def _where(self, board: ir.Domain, number: int) -> str:
        """Say a cell without a name by where it lies."""
        if board.name in self._numbered:
            y, x = divmod(number, board.width)
            return self._filled(NUMBERED, str(x), str(y))
        way = [(self.words(side), n) for side, n in way_from_middle(board, number)]
        said = ", ".join(f"{n} × {side}" if n > 1 else side for side, n in way)
        return self._filled(FROM_MIDDLE, said) if said else self.words(MIDDLE)

    @cached_property
    def _numbered(self) -> set[str]:
        """Boards that are drawn with the numbers of columns and rows."""
        return {path for show in self.compiled.shows if show.word == "grid" for path in show.paths}

    def _filled(self, words: str, *values: str) -> str:
        parts = self._translated(words) or [int(p[1:-1]) if _ARGUMENT.fullmatch(p) else p for p in _SPLIT.split(words)]
        return "".join(part if isinstance(part, str) else values[part] for part in parts)

    # ------------------------------------------------------------------ sentences

    def sentence(self, number: int, args: Sequence[int], blank: Set[int] = frozenset(), instead: str = "") -> str:
        """Say a sentence of the ruleset; `instead` stands for arguments that are not to be told."""
        text = self.compiled.texts[number]
        parts = self._parts.get(text.address) or self._translated(words_of(text)) or text.parts
        said = (
            part if isinstance(part, str) else instead if part in blank else self._argument(text, part, args)
            for part in parts
        )  # fmt: skip
        return "".join(said)

    def obstacle(self, number: int, args: Sequence[int], span: int) -> str:
        """Say what stands in the way: a requirement, what the rules would stumble over, or an empty choice."""
        if number == STUMBLES["range"] and args:
            value, lo, hi = args
            return self.words(f"{self._numbers.get(span, 'A number')} would become {value}, and may be {lo} to {hi}.")
        said = self.sentence(number, args) if number >= 0 else _STUMBLED.get(number, "")
        return said if number >= 0 and said else self.words(said or "There is nothing to choose then.")

    @cached_property
    def _numbers(self) -> dict[int, str]:
        """The numbers that are tested when they are changed, by the place in the source."""
        names = {slot.addr: slot.name for slot in self.compiled.slots if slot.kind == "cell"}
        found = {}
        bodies = [f.body for f in self.compiled.functions] + [b.code for p in self.compiled.procs for b in p.blocks]
        for statement in (s for body in bodies for s in all_statements(body)):
            if statement[0] == "st" and isinstance(statement[3], tuple) and statement[3][0] == "chk":
                slot = max((addr for addr in names if addr <= statement[1]), default=-1)
                found[statement[3][4]] = names.get(slot, "").replace("_", " ").capitalize()
        return found

    def words(self, words: str) -> str:
        """Say plain words of the ruleset: a title, a name, a line of a score sheet."""
        parts = self._translated(words) if self.language else None
        return "".join(str(part) for part in parts) if parts else words

    def slot(self, name: str) -> str:
        """Say a slot that has no other text by its name."""
        return self.words(self._slot(name))

    def _slot(self, name: str) -> str:
        words = name.replace("_", " ")
        return PIECES.get(words, words) if self.language and not self.known(words) else words

    def known(self, words: str) -> bool:
        """Tell whether a language has these words; what has no letters, and what stands in the rules, needs none."""
        nouns: list[str] = []

        def noted(noun: str) -> str:
            nouns.append(noun)
            return noun

        found = self._parts.get(words) or self._by_title.get(words) or self._phrases.find(words, noted)
        letters = any(sign.isalpha() for sign in _CODE.sub("", _ARGUMENT.sub("", words)))
        return not letters or (found is not None and all(self.known(noun) for noun in nouns))

    def translated(self, words: str, address: str) -> Parts | None:
        """Find the parts of a sentence by its address or its words."""
        return self._parts.get(address) or self._translated(words)

    def _translated(self, words: str) -> Parts | None:
        """Find a translation by words: that of the ruleset, or of the language if it made the sentence."""
        return self._parts.get(words) or self._by_title.get(words) or self._phrases.find(words, self.words)

    @cached_property
    def _by_title(self) -> dict[str, Parts]:
        """Titles that were translated with their thing, by their words."""
        named = (
            (title, self._titles.get(f"{domain.name}.{id}"))
            for domain in self.compiled.domains
            for id, title in zip(domain.ids, domain.titles, strict=True)
        )
        return {title: [found] for title, found in named if found}

    def _argument(self, text: ir.Text, number: int, args: Sequence[int]) -> str:
        written = text.types[number] if number < len(text.types) else "number"
        return self.title(written, args[number])


def words_of(text: ir.Text) -> str:
    """The words of a sentence, with numbers for what it speaks of: translations find it by them."""
    return "".join(part if isinstance(part, str) else f"{{{part}}}" for part in text.parts)


def _read(show: ir.Show, numbers: set[str]) -> list[str]:
    """List the words that a line of `display` puts on the table; single letters are symbols."""
    if show.word in ("grid", "symbol", "picture"):
        return []
    read = [show.text] if len(show.text) > 1 else []
    if not read and show.word not in ("map", "graph", "node", "link", "sheet"):
        read = [path.rpartition(".")[2].replace("_", " ") for path in show.paths]
    said = {field.name for field in show.fields if field.words}
    long = show.word == "track" and all(path.rpartition(".")[2] in numbers for path in show.paths)  # only drawn
    if show.word in ("row", "sheet", "track") and not long:  # what is told about each thing is called as it is
        names = (path.rpartition(".")[2] for path in show.by)
        read += [name.replace("_", " ") for name in names if name not in said]
    return read + [words for field in show.fields for words in field.words if words]


def untranslated(compiled: ir.Compiled, language: str) -> list[str]:
    """List what players can read and a language has no words for."""
    texts = Texts(compiled, language)
    own, titles = compiled.translations.get(language, {}), compiled.titles.get(language, {})
    found = [
        words
        for text in compiled.texts
        if (words := words_of(text)) and text.address not in own and not texts.known(words)
    ]
    for domain in compiled.domains:
        if domain.kind not in ("player", "cell"):
            pairs = zip(domain.ids, domain.titles, strict=True)
            found += [title for id, title in pairs if f"{domain.name}.{id}" not in titles and not texts.known(title)]
    found += [title for sheet in compiled.scorings for title in sheet.titles if not texts.known(title)]
    named = [sheet.name for sheet in compiled.scorings]
    named += [pile for chance in compiled.chances if (pile := chance.name.partition("/shuffle ")[2])]
    found += [words for name in named if not texts.known(words := name.replace("_", " "))]
    listed = any(show.word in ("own", "others", "table", "rack") for show in compiled.shows)
    told = [s.name for s in compiled.slots if s.shown and (not listed or s.owner not in ("table", "player"))]
    found += [name.replace("_", " ") for name in told if not texts.known(texts._slot(name))]
    numbers = {slot.name for slot in compiled.slots if slot.type == "number"}
    for show in compiled.shows:
        found += [words for words in _read(show, numbers) if not texts.known(words)]
    traits = [trait.name for domain in compiled.domains if domain.kind == "component" for trait in domain.traits]
    found += [words for name in traits if not texts.known(words := name.replace("_", " "))]
    for saying in compiled.sayings:
        said = [saying.title, *(words for line in saying.lines for words in words_in(line))]
        found += [words for words in said if not texts.known(words)]
    return list(dict.fromkeys(found))
