"""The options of a decision on the screen: numbered, found by typing, in pages and groups when they are many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from rich.text import Text

from regelwerk.interpreter.decisions import Decision, Option, tidy
from regelwerk.interpreter.texts import Texts

from .speech import speak

MANY = 12  # above, actions with many ways to do them are shown as one line
FEW = 6  # that many options stand below each other
FRAMED = 3  # that many ways of one action are said together
GAP = 2


def action_of(option: Option) -> str:
    """Give the name in front of the bracket."""
    return option.id.partition("(")[0]


@dataclass(slots=True)
class Menu:
    """What is shown of the options. An option keeps its number whatever is shown."""

    decision: Decision
    remarks: Mapping[str, str] = field(default_factory=dict)  # beside options, by id
    texts: Texts | None = None  # for the language
    wanted: str = ""
    page: int = 0

    def numbered(self) -> list[tuple[int, Option]]:
        """List the options that fit what was typed."""
        words = self.wanted.lower().split()
        return [
            (number, option)
            for number, option in enumerate(self.decision.options, 1)
            if all(word in f"{self.said(option)} {option.id}".lower() for word in words)
        ]

    def said(self, option: Option) -> str:
        """Say an option, with the remark on it."""
        remark = self.remarks.get(option.id)
        return f"{option.text}: {remark}" if remark else option.text

    def deep(self, width: int) -> int:
        """Count the lines that all options would take."""
        return len(Menu(self.decision, self.remarks, self.texts).lines(width, 1000)) + bool(self.decision.question)

    def groups(self) -> Counter[str]:
        """Count the ways of each action that is shown as one line."""
        options = self.decision.options
        if self.wanted or len(options) <= MANY:
            return Counter()
        ways = Counter(action_of(option) for option in options)
        return Counter({name: n for name, n in ways.items() if n > MANY // 2}) if len(ways) > 1 else Counter()

    def lines(self, width: int, rows: int) -> list[Text]:
        """Draw the options, no more than so many rows."""
        found = self._listed(width, rows)
        notes = 1 if self.wanted or len(found) > rows else 0
        deep = max(3, rows - notes)
        pages = -(-len(found) // deep) or 1
        self.page = max(0, min(self.page, pages - 1))
        return [*found[self.page * deep : (self.page + 1) * deep], *self._notes(pages)]

    def _listed(self, width: int, rows: int) -> list[Text]:
        """Draw all options: those of one action together."""
        groups = self.groups()
        together: dict[str, list[tuple[int, Option]]] = {}
        for number, option in self.numbered():
            last = next(reversed(together), "")
            name = action_of(option) if "(" in option.id else last if last.isdecimal() else str(number)
            together.setdefault(name, []).append((number, option))
        alone = len(together) == 1
        out: list[Text] = []
        for name, options in sorted(together.items(), key=lambda each: each[1][0][0]):
            if name in groups:
                said = name.replace("_", " ")
                called = self.texts.words(said) if self.texts else said
                ways = self._say("{name}: {number} ways, type “{typed}”", name=called, number=groups[name], typed=name)
                out.append(Text(" " * (self._digits + 2) + ways))
            elif frame := None if name.isdecimal() else _frame([self.said(o) for _, o in options]):
                out += self._framed(options, frame, width)
            else:
                texts = [self._numbered(number, self.said(option)) for number, option in options]
                out += _columns(texts, width, 1 if len(texts) <= min(FEW, rows) or not alone else 0)
        return out

    def _say(self, words: str, **values: object) -> str:
        return speak(self.texts.language if self.texts else "", words, **values)

    @property
    def _digits(self) -> int:
        return len(str(len(self.decision.options)))

    def _numbered(self, number: int, text: str) -> str:
        return f"{number:>{self._digits}}) {text}"

    def _framed(self, options: list[tuple[int, Option]], frame: tuple[str, str], width: int) -> list[Text]:
        """Say once what all ways of an action have in common."""
        first, last = frame
        texts = []
        for number, option in options:
            said = self.said(option)
            texts.append(self._numbered(number, said[len(first) : len(said) - len(last)]))
        indent = " " * (self._digits + 2)
        head = Text(f"{indent}{first}…{last}", style="bold")
        return [head, *_columns(texts, width, 0)]

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
        """Take what was typed as an option, or as something to look for; a number is only ever that of an option."""
        options = self.decision.options
        if typed.isdecimal():
            number = int(typed[-9:]) if len(typed.lstrip("0")) < 9 else 0
            return options[number - 1] if 1 <= number <= len(options) else None
        found = self.decision.option(typed) if typed else None
        inner = [o for o in options if typed and o.id.partition("(")[2].removesuffix(")") == tidy(typed)]
        if found is not None or len(inner) == 1:
            return found or inner[0]
        shown = self.numbered()
        if not typed and len(shown) == 1:
            return shown[0][1]
        self.wanted, self.page = typed, 0
        return None


def _columns(texts: list[str], width: int, across: int) -> list[Text]:
    """Set texts in columns; 0: as many as there is room for."""
    column = min(width, max((len(text) for text in texts), default=1) + GAP)
    across = across or max(1, width // column)
    deep = -(-len(texts) // across)
    return [Text("".join(t.ljust(column) for t in texts[row::deep]).rstrip()) for row in range(deep)]


def _frame(texts: list[str]) -> tuple[str, str] | None:
    """Find the words that sentences begin and end with in common; None if they are not worth saying once."""
    words = [text.split(" ") for text in texts]
    if len(words) < FRAMED:
        return None
    first = _alike(words)
    last = _alike([each[first:][::-1] for each in words])
    if not first or first + last < 2 or any(len(each) <= first + last for each in words):
        return None
    head, tail = " ".join(words[0][:first]) + " ", words[0][len(words[0]) - last :]
    stop = {each[len(each) - last - 1][-1:] for each in words} if tail else set()
    comma = stop.pop() if len(stop) == 1 and stop <= {",", ":", ";"} else ""
    return head, comma + " " + " ".join(tail) if tail else ""


def _alike(rows: list[list[str]]) -> int:
    """Count the words at the beginning that are the same everywhere."""
    count = 0
    while all(len(row) > count and row[count] == rows[0][count] for row in rows):
        count += 1
    return count
