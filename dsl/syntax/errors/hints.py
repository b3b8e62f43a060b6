"""Lines that read like prose: what they are about, and how rules say such things; all hints stand in `hints.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from regelwerk.dsl.diagnostics import Diagnostic

from ..words import keywords
from .habits import LONGEST
from .sentences import Words, told
from .situation import Mishap, inside

DATA = Path(__file__).with_name("hints.toml")
_PROSE = re.compile(r"[^\W\d][\w'’-]*(?:[,;]? +[\w'’(-][\w'’)-]*){2,}(?: *[:,] *[^:]*)?")
_ARTICLE = re.compile(r"(?<![\w.])(?:an?|the|some) +")
# Words of sentences: nothing is called so, and the language has no use for them.
_FUNCTION_WORDS = frozenset(
    re.findall(
        r"\w+",
        "a an the this that these those you your he his him she her they their them player opponent opponents who "
        "back over another also always already everyone everybody either next must cannot never twice are was were "
        "clockwise immediately secretly simultaneously again more less fewer been which "
        "der die das dem den ein eine einen einer seine seinen ihre wer spieler",
    )
)
# Lines that begin so are rules with a slip, which is told by those who know more.
_TOLD_ELSEWHERE = frozenset({"for", "foreach", "add", "set"})
_AMOUNT = re.compile(
    r"\b(?P<n>\d+|one|two|three|four|five|six|seven|eight|nine|ten)\b"
    r"(?: (?:extra|more|additional))?(?: (?P<what>[a-z]\w*))?"
)
_RESOURCE = re.compile(r"^resource +(\w+)(?: *, *(\w+))?", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint of the data; its remarks there say what each field means."""

    word: re.Pattern[str]
    write: tuple[str, ...]
    said: str


@cache
def hints() -> tuple[Hint, ...]:
    """All hints, in the order in which they are tried."""
    rows = tomllib.loads(DATA.read_text(encoding="utf-8"))["hint"]
    return tuple(Hint(re.compile(h["word"], re.IGNORECASE), tuple(h["write"]), h["said"]) for h in rows)


def reads_like_prose(line: str) -> bool:
    """Say whether a line is made of the words of a sentence rather than of names and signs."""
    if not _worded(line) or _head(line)[0] in _TOLD_ELSEWHERE:
        return False
    return any(word in _FUNCTION_WORDS for word in _head(line))


def hint(m: Mishap) -> Diagnostic | None:
    """Say what a sentence of a rulebook is about."""
    return _hinted(m, reads_like_prose)


def last_hint(m: Mishap) -> Diagnostic | None:
    """Say the same about a line of words that begins with none of the language."""
    return _hinted(m, lambda line: _worded(line) and _head(line)[0] not in keywords())


def field_hint(m: Mishap) -> Diagnostic | None:
    """Say it of the value of a field: `skill when you harvest: gain 1 coin`."""
    line, begin = m.line()
    value = re.match(r" +\w+ +(\S.*\S)", line.split("@")[0])
    card = m.clean[m.start : m.start + 1].isupper() and value is not None and value[1][0].islower()
    if not card or value is None or m.kind == "STRING" or not reads_like_prose(value[1]):
        return None
    if not begin + value.start(1) <= m.pos <= begin + value.end(1):
        return None
    said, help = about(value[1], m.source.whole)
    return Diagnostic("RW1023", f"{inside(m)}{said}", m.span(begin + value.start(1), begin + value.end(1)), help)


def _hinted(m: Mishap, fits: Callable[[str], bool]) -> Diagnostic | None:
    line, begin = m.line()
    text = re.sub(r" *(?:@\w[\w-]*|reconstructed\b| )*$", "", line).rstrip(".!")
    if not line.startswith(" ") or not fits(text) or not _happens(m):
        return None
    articles = [(begin + a.start(), begin + a.end(), "") for a in _ARTICLE.finditer(line)]
    if articles and m.readable_with(*articles) is None:
        return None  # nothing else is wrong
    found = about(" ".join(text.split()), m.source.whole)
    at = m.span(begin + len(text) - len(text.lstrip()), begin + len(text))
    return Diagnostic("RW1023", found[0], at, found[1])


def _worded(line: str) -> bool:
    said = line.strip().rstrip(".!")
    return len(said) <= LONGEST and bool(_PROSE.fullmatch(said)) and len(_head(said)) > 2


def _head(line: str) -> list[str]:
    return line.split(":")[0].lower().replace(",", " ").split()


def about(said: str, source: str) -> tuple[str, str]:
    """Return what is known about such sentences, and the way out."""
    for each in hints():
        if found := each.word.search(said):
            words = {**_amount(said, source), **{k: v for k, v in found.groupdict().items() if v is not None}}
            return each.said, told(each.write, Words(words, source))
    return (
        "This is a sentence for readers, not a rule.",
        "Say it with verbs like `gain`, `pay`, `move`, `set` or `choose`; a note for readers begins with `#`.",
    )


def _happens(m: Mishap) -> bool:
    """Say whether the line stands where something is done, not where something is declared or looked at."""
    head = re.match(r"\w+", m.clean[m.start :])
    return head is not None and head[0] in ("effect", "action", "setup", "flow", "insert", "change", "except")


def _amount(said: str, source: str) -> dict[str, str]:
    """Return the first number of a sentence, and what it counts: a resource of the file, or the word behind it."""
    piles = re.findall(r"\b(?:of|from)(?: the)? (\w+)", said.lower())
    pile = next((p for p in piles if re.search(rf"^ +{p} +pile of\b", source, re.MULTILINE)), None)
    units = [word for names in _RESOURCE.findall(source) for word in reversed(names) if word]
    known = next((word for word in re.findall(r"\w+", said.lower()) if word in units), "")
    found = _AMOUNT.search(said.lower())
    behind = found["what"] if found is not None and found["what"] not in (None, *keywords(), *_FUNCTION_WORDS) else ""
    amount = {"n": found["n"] if found else "1", "what": known or behind or next(iter(units), "coins")}
    return amount if pile is None else {**amount, "pile": pile}
