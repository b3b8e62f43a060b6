"""Examples of what a line may have been meant to be, in the names of the game: where nothing certain can be proposed.

A message that only says what it did not understand leaves its reader alone. `forms.toml` knows what a line is about by
its words, and shows how such lines are written. What is shown stands in the place of the line and was checked there.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from .. import ast
from ..diagnostics import Diagnostic
from ..source import Source
from .advice import HEADINGS, instead
from .lexicon.vocabulary import Thing, Vocabulary, vocabulary
from .lexicon.words import stem, words
from .parts.comparing import locals_of
from .parts.nouns import Scene

_CODES = ("RW1001", "RW1003", "RW1017", "RW1021", "RW1023")
_ASKS = re.compile(r" *(?:else if|if|needs|repeat until)\b")
_DONE = re.compile(r"(?:effect|action|setup|flow|insert)\b")
_GAP = re.compile(r"\{(\w+)\}")
_VAGUE = ("Expected:", "Say it with verbs like", "A line begins with a verb like")
_TRIED = 3
_FORMS = 2


@dataclass(frozen=True, slots=True)
class Form:
    """A form of the data; its remarks there say what each field means."""

    about: frozenset[str]
    question: bool
    says: str
    write: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Example:
    """How something like a line is written, and its declaration with that in its place."""

    found: Diagnostic
    says: str
    line: str
    declaration: tuple[str, ...]
    begins: int
    first: int
    last: int


@cache
def forms() -> tuple[Form, ...]:
    """Read the data; nobody who makes no mistake waits for it."""
    data = tomllib.loads(Path(__file__).with_name("forms.toml").read_text(encoding="utf-8"))["form"]
    return tuple(Form(frozenset(f["about"].split()), f["in"] == "question", f["says"], tuple(f["write"])) for f in data)


def vague(d: Diagnostic) -> bool:
    """Say whether a message proposes nothing, and does not say how it is written either."""
    if not d.is_error or d.code not in _CODES or d.fixes or "ends too early" in d.message:
        return False
    told = re.findall(r"`([^`]*)`", d.help)
    return not d.help or d.help.startswith(_VAGUE) or (bool(told) and all("…" in line for line in told))


def examples(d: Diagnostic, source: Source, decls: Sequence[ast.Decl]) -> Iterator[Example]:
    """Return what could be shown beside a vague message, the best first."""
    line = source.lines[d.at.line - 1].split("#")[0].rstrip()
    begins = instead(source, d.at.line, [line])[1]
    head = source.lines[begins - 1]
    if not line.startswith(" ") or not (_DONE.match(head) or (HEADINGS.match(head) and head[0].isupper())):
        return
    asks = _ASKS.match(line) is not None
    said = words(line)
    v = vocabulary(decls)
    local = locals_of(Scene(v), source.lines[begins - 1 : d.at.line - 1])
    names = _Names(v, {stem(w) for w in said}, head, local)
    indent = line[: len(line) - len(line.lstrip())]
    nobody = head.startswith(("flow", "setup")) and not re.search(r"\bas\b", line)
    tried = 0
    for form in _fitting(said, asks):
        for template in form.write:
            new = names.filled(template)
            if new is None or tried >= _TRIED:
                continue
            tried += 1
            new = (
                f"as each players: {new}" if nobody and re.search(r"\bme\b", new) and not new.startswith("as ") else new
            )
            told = new.removeprefix("if ").removesuffix(": nothing") if asks else new
            yield Example(d, form.says, told, *instead(source, d.at.line, [indent + new]))


def shown(d: Diagnostic, made: Sequence[Example]) -> Diagnostic:
    """Put examples beside what a message says."""
    help = d.help.partition(" For example: ")[0]
    for says in list(dict.fromkeys(e.says for e in made))[:_FORMS]:
        lines = dict.fromkeys(f"`{e.line}`" for e in made if e.says == says)
        help += f" {says}, for example {' or '.join(lines)}."
    return replace(d, help=help.strip())


def _fitting(said: Sequence[str], asks: bool) -> list[Form]:
    """The forms that speak of a word, those first whose word comes first."""
    here = [f for f in forms() if f.question is asks]
    about = [(min((i for i, w in enumerate(said) if w in f.about), default=-1), f) for f in here]
    return [f for i, f in about if i >= 0] + [f for f in here if "*" in f.about]


class _Names:
    """The names that an example may speak of: what the line speaks of stands first."""

    def __init__(self, v: Vocabulary, said: set[str], head: str, local: Mapping[str, str]) -> None:
        self.v, self.said = v, said
        here = re.match(r"(?:effect|action) +(\w+)", head)
        self.local = local
        self.here = here[1] if here else "flow" if head.startswith("flow") else ""

    def filled(self, template: str) -> str | None:
        """Fill in a template; None if the game has no such name."""
        made = {gap: self.name(gap) for gap in _GAP.findall(template)}
        if not all(made.values()):
            return None
        return _GAP.sub(lambda gap: made[gap[1]], template)

    def name(self, gap: str) -> str:
        """Return the name for a gap; empty if there is none."""
        match gap:
            case "here":
                return self.here
            case "number":
                both = self._by_mention([*self._slots("number", "player"), *self._slots("number", "table")])
                return both[0].at("me") if both else ""
            case "own_number":
                return self._first(self._slots("number", "player"))
            case "shared":
                return self._first(self._slots("number", "table"))
            case "flag":
                return self._first(self._slots("flag", "player"), "me.") or self._first(self._slots("flag", "table"))
            case "pile":
                piles = self._slots("pile", "table")
                return self._first([t for t in piles if t.hidden == "hidden"] or piles)
            case "shared_pile":
                return self._first([t for t in self._slots("pile", "table") if t.hidden != "hidden"])
            case "own":
                return self._first(self._slots("pile", "player"), "me.")
            case "it":
                lying = [n for n, of in self.local.items() if of in self.v.types()]
                return next((n for n in lying if n in self.said), next(iter(lying), ""))
            case "laid":
                places = [*self._slots("holds", "player"), *self._slots("pile", "player")]
                return self._first([t for t in places if t.hidden != "private"], "me.")
            case "held":
                return self._first(self._slots("holds", "table"))
            case "action" | "another_action":
                actions = [t for t in self._by_mention(self.v.all("action")) if t.name != self.here]
                return next((t.name for t in actions[gap != "action" :]), "")
            case _:
                return self._traded(gap)

    def _traded(self, gap: str) -> str:
        """`gain 2 coins`, or what adds to a number where there are no resources."""
        units = self._by_mention(self.v.all("resource"))
        units = [t for t in units if t.name[0].islower()]
        number, up = self.name("number"), gap.startswith("gain")
        n = "d" if gap.endswith("_d") else "2"
        named = units and (stem(units[0].name) in self.said or not number)
        if named or (units and stem(number.removeprefix("me.")) not in self.said):
            return f"{'gain' if up else 'pay'} {n} {units[0].plural}"
        return (f"add {n} to {number}" if up else f"remove {n} from {number}") if number else ""

    def _slots(self, sort: str, owner: str) -> list[Thing]:
        return [t for t in self.v.all(sort, owner=owner) if not t.keys]

    def _first(self, things: list[Thing], before: str = "") -> str:
        return next((before + t.name for t in self._by_mention(things)), "")

    def _by_mention(self, things: list[Thing]) -> list[Thing]:
        return sorted(things, key=lambda t: not {stem(w) for w in t.name.split("_")} & self.said)
