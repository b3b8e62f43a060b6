"""The options of a decision on the screen: numbered, found by typing, in pages and groups when they are many."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from textwrap import wrap

from rich.text import Text

from regelwerk.interpreter.game.decisions import Decision, Option, tidy
from regelwerk.interpreter.texts.sentences import Texts
from regelwerk.telling.options import action_of, called, framed
from regelwerk.telling.speech import speak

MANY = 12  # above, actions with many ways to do them are shown as one line
FEW = 6  # that many options stand below each other
GAP = 2
LONGEST = 9  # digits of a number that is typed
Block = list[Text]  # lines that stay together on a page


@dataclass(slots=True)
class Menu:
    """What is shown of the options. An option keeps its number whatever is shown."""

    decision: Decision
    remarks: Mapping[str, str] = field(default_factory=dict)  # beside options, by id
    texts: Texts | None = None  # for the language
    arrows: Mapping[str, str] = field(default_factory=dict)  # in front of options, by id
    wanted: str = ""
    page: int = 0

    @property
    def numbers(self) -> Sequence[int]:
        """Give what options are called by: 1, 2, 3, or themselves if they are nothing but numbers."""
        options = self.decision.options
        own = [int(option.text) for option in options if option.text.isdecimal() and len(option.text) < LONGEST]
        return own if len(own) == len(options) == len(set(own)) else range(1, len(options) + 1)

    def numbered(self) -> list[tuple[int, Option]]:
        """List the options that fit what was typed."""
        return self._with(self.wanted)

    def _with(self, text: str) -> list[tuple[int, Option]]:
        words = text.lower().split()
        return [
            (number, option)
            for number, option in zip(self.numbers, self.decision.options, strict=True)
            if all(word in f"{self.said(option)} {option.id}".lower() for word in words)
        ]

    def said(self, option: Option) -> str:
        """Say an option, with the remark on it."""
        remark = self.remarks.get(option.id)
        return f"{option.text}: {remark}" if remark else option.text

    def deep(self, width: int, rows: int) -> int:
        """Count the lines that all options take, those of large groups included if so many rows are enough."""
        blocks = Menu(self.decision, self.remarks, self.texts, self.arrows)._listed(width, rows)
        return sum(map(len, blocks)) + bool(self.decision.question)

    def groups(self) -> Counter[str]:
        """Count the ways of each action that is shown as one line where there is little room."""
        options = self.decision.options
        if self.wanted or len(options) <= MANY:
            return Counter()
        ways = Counter(action_of(option) for option in options)
        return Counter({name: n for name, n in ways.items() if n > MANY // 2}) if len(ways) > 1 else Counter()

    def lines(self, width: int, rows: int) -> list[Text]:
        """Draw the options, no more than so many rows."""
        found = self._listed(width, rows)
        notes = 1 if self.wanted or sum(map(len, found)) > rows else 0
        pages = _pages(found, max(3, rows - notes))
        self.page = max(0, min(self.page, len(pages) - 1))
        return [*pages[self.page], *self._notes(len(pages))]

    def _listed(self, width: int, rows: int) -> list[Block]:
        """Draw all options; large groups as one line each if there is no room for all."""
        found = self._drawn(width, rows, Counter())
        groups = self.groups() if sum(map(len, found)) > rows else None
        return self._drawn(width, rows, groups) if groups else found

    def _drawn(self, width: int, rows: int, groups: Counter[str]) -> list[Block]:
        """Draw the options of one action together."""
        together: dict[str, list[tuple[int, Option]]] = {}
        for number, option in self.numbered():
            last = next(reversed(together), "")
            name = action_of(option) if "(" in option.id else last if last.isdecimal() else str(number)
            together.setdefault(name, []).append((number, option))
        alone = len(together) == 1
        out: list[Block] = []
        for name, options in sorted(together.items(), key=lambda each: each[1][0][0]):
            said = [self.said(option) for _, option in options]
            frame = None if name.isdecimal() else framed(said)
            whole = len(options) <= FEW and _misread([number for number, _ in options], said)
            if name in groups:
                out.append(self._group(name, options, frame, width))
            elif frame and not whole:
                out += self._framed(options, frame, width)
            else:
                texts = [self._numbered(*each, text) for each, text in zip(options, said, strict=True)]
                below = len(texts) <= min(FEW, rows) or not alone
                out += _columns(texts, width, 1 if below and not whole else 0, self._digits + 2)
        return out

    def _group(self, name: str, options: list[tuple[int, Option]], frame: tuple[str, str] | None, width: int) -> Block:
        """Say an action with many ways in one line, and what to type to see them."""
        title = "…".join(frame) if frame else called(self.texts, name) if self.texts else name.replace("_", " ")
        starts = accumulate(title.partition("…")[0].split(), lambda a, b: f"{a} {b}")
        typed = next((start for start in map(_bare, starts) if self._with(start) == options), name)
        ways = self._say("{name} · {number} ways, type “{typed}”", name=title, number=len(options), typed=typed)
        indent = " " * (self._digits + 2)
        return [Text(line) for line in wrap(ways, width, initial_indent=indent, subsequent_indent=indent)]

    def _say(self, words: str, **values: object) -> str:
        return speak(self.texts.language if self.texts else "", words, **values)

    @property
    def _digits(self) -> int:
        return len(str(max(self.numbers, default=0)))

    def _numbered(self, number: int, option: Option, text: str) -> str:
        return f"{number:>{self._digits}}) {pointed(text, self.arrows.get(option.id, ''))}"

    def _framed(self, options: list[tuple[int, Option]], frame: tuple[str, str], width: int) -> list[Block]:
        """Say once what all ways of an action have in common."""
        first, last = frame
        texts = []
        for number, option in options:
            said = self.said(option)
            texts.append(self._numbered(number, option, said[len(first) : len(said) - len(last)]))
        indent = " " * (self._digits + 2)
        head = Text(f"{indent}{first}…{last}", style="bold", no_wrap=True, overflow="ellipsis")
        rows = _columns(texts, width, 0, self._digits + 2)
        return [[head, *rows[0]], *rows[1:]]

    def _notes(self, pages: int) -> list[Text]:
        notes = []
        if self.wanted:
            shown, every = len(self.numbered()), len(self.decision.options)
            with_ = "{shown} of {all} with “{wanted}”, Enter " + ("takes it" if shown == 1 else "for all")
            notes.append(self._say(with_, shown=shown, all=every, wanted=self.wanted))
        if pages > 1:
            page = "page {page} of {pages}, + and - turn it, or type part of the option"
            notes.append(self._say(page, page=self.page + 1, pages=pages))
        return [Text("; ".join(notes), style="dim")] if notes else []

    def turn(self, by: int) -> None:
        """Turn the page."""
        self.page += by

    def read(self, typed: str) -> Option | None:
        """Take what was typed as an option, or as something to look for; a number is what an option is called."""
        options = self.decision.options
        if typed.isdecimal():
            number = int(typed[-LONGEST:]) if len(typed.lstrip("0")) < LONGEST else -1
            return dict(zip(self.numbers, options, strict=True)).get(number)
        found = self.decision.option(typed) if typed else None
        inner = [o for o in options if typed and o.id.partition("(")[2].removesuffix(")") == tidy(typed)]
        inner = inner or [o for o in options if typed.lower() in (o.text.lower(), self.said(o).lower())]
        if found is not None or len(inner) == 1:
            return found or inner[0]
        shown = self.numbered()
        if not typed and len(shown) == 1:
            return shown[0][1]
        self.wanted, self.page = typed, 0
        return None


def pointed(text: str, arrow: str) -> str:
    """Say where the hexagon of an option lies: beside its name, since a sentence may speak of a side of it."""
    if not arrow:
        return text
    before, bracket, name = text.rpartition("(")
    return f"{before}({arrow} {name}" if bracket and ")" in name else f"{text} {arrow}"


def _columns(texts: list[str], width: int, across: int, indent: int) -> list[Block]:
    """Set texts in columns; 0: as many as there is room for. What is too long for a line goes on in the next."""
    column = min(width, max((len(text) for text in texts), default=1) + GAP)
    across = across or max(1, width // column)
    deep = -(-len(texts) // across)
    if across == 1:
        return [[Text(line) for line in wrap(text, width, subsequent_indent=" " * indent)] for text in texts]
    return [[Text("".join(t.ljust(column) for t in texts[row::deep]).rstrip())] for row in range(deep)]


def _bare(words: str) -> str:
    return words.rstrip(",.:;")


def _pages(blocks: list[Block], deep: int) -> list[Block]:
    """Fill pages of so many lines; what belongs together is not torn apart."""
    pages: list[Block] = [[]]
    for block in blocks:
        if pages[-1] and len(pages[-1]) + len(block) > deep:
            pages.append([])
        pages[-1] += block
    return pages


def _misread(numbers: list[int], texts: list[str]) -> bool:
    """Tell whether sentences differ only in numbers that are not those of the options: `2) 3` alone is misread."""
    same = len({re.sub(r"\d+", "#", text) for text in texts}) == 1
    return same and any(str(n) not in re.findall(r"\d+", text) for n, text in zip(numbers, texts, strict=True))
