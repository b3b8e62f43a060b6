"""The options of a decision on the screen: numbered, found by typing, in pages and groups when they are many."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from rich.text import Text

from regelwerk.interpreter.decisions import Decision, Option, tidy

PAGE = 30
MANY = 12  # above, actions with many ways to do them are shown as one line
FEW = 6  # that many options stand below each other
GAP = 2


def action_of(option: Option) -> str:
    """Give the name in front of the bracket."""
    return option.id.partition("(")[0]


@dataclass(slots=True)
class Menu:
    """What is shown of the options. An option keeps its number whatever is shown."""

    decision: Decision
    wanted: str = ""
    page: int = 0
    per_page: int = PAGE

    def numbered(self) -> list[tuple[int, Option]]:
        """List the options that fit what was typed."""
        words = self.wanted.lower().split()
        return [
            (number, option)
            for number, option in enumerate(self.decision.options, 1)
            if all(word in f"{option.text} {option.id}".lower() for word in words)
        ]

    def groups(self) -> Counter[str]:
        """Count the ways of each action that is shown as one line."""
        options = self.decision.options
        if self.wanted or len(options) <= MANY:
            return Counter()
        ways = Counter(action_of(option) for option in options)
        return Counter({name: n for name, n in ways.items() if n > MANY // 2}) if len(ways) > 1 else Counter()

    def lines(self, width: int, rows: int) -> list[Text]:
        """Draw the options in columns, no more than so many rows."""
        groups = self.groups()
        shown = [(n, o) for n, o in self.numbered() if action_of(o) not in groups]
        digits = len(str(len(self.decision.options)))
        texts = [f"{number:>{digits}}) {option.text}" for number, option in shown]
        column = min(width, max((len(text) for text in texts), default=1) + GAP)
        few = len(texts) <= min(FEW, rows)
        across = 1 if few else max(1, width // column)
        self.per_page = max(1, min(PAGE, across * max(3, rows - len(groups))))
        self.page = max(0, min(self.page, (len(texts) - 1) // self.per_page))
        texts = texts[self.page * self.per_page : (self.page + 1) * self.per_page]
        deep = -(-len(texts) // across)
        out = [Text("".join(t.ljust(column) for t in texts[row::deep]).rstrip()) for row in range(deep)]
        for name, ways in groups.items():
            out.append(Text(f"{' ' * (digits + 2)}{name.replace('_', ' ')}: {ways} ways, type “{name}”"))
        return [*out, *self._notes(len(shown))]

    def _notes(self, count: int) -> list[Text]:
        pages = -(-count // self.per_page)
        notes = []
        if self.wanted:
            notes.append(f"{count} of {len(self.decision.options)} with “{self.wanted}”, Enter for all")
        if pages > 1:
            notes.append(f"page {self.page + 1} of {pages}, + and - turn it, or type part of the option")
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
