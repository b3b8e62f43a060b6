"""What messages proposed before sentences were read: lines that the checker would refuse are not proposed.

Older messages about sentences write lines by patterns, which know no game: a name that the game has not, or less than
the sentence says. Such lines are tried like any others; what fails is an example of the form, and no longer a proposal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from .. import ast
from ..diagnostics import Diagnostic
from ..source import Source, Span
from .advice import HEADINGS, instead, mended
from .faithful import faithful
from .lexicon.german import english, german
from .lexicon.vocabulary import Vocabulary, vocabulary
from .lexicon.words import stem, words
from .parts.nouns import Scene

_SAID = "This is a sentence of a rulebook, not a rule."
_WAY = "Say it with verbs like `gain`, `pay`, `move`, `set` or `choose`; a note for readers begins with `#`."
_TEXT = r"[^\"/=<>+*@#\[\]{}%&|\\^~…]*"
_SENTENCE = re.compile(rf" *(?:[a-z_]\w* {{2,}})?([A-ZÄÖÜ]{_TEXT}[.!])$")
_CALLED_SO = re.compile(rf" *(?:[a-z_]\w* {{2,}})?(\w{_TEXT})$")  # by the message
_OF_PLAYER = re.compile(r"\b(?:me|p)\.(\w+)")
_AMOUNT = re.compile(r"\b(?:gain|pay|owe) (?:\(.*\)|[\w.]+) ([a-z_]\w*)$", re.MULTILINE)
_CHANGED = re.compile(r"\bchange (\w+)")
_PROPOSED = re.compile(r"\bWrite (?=`)")
_ALIKE = "In the names of the game it is something like "
_DECIDES = "What decides stands there with `most` or `least`: `most me.…`, or `most` of a value."
_MOST = 12
_WORDS = 5  # less may be a slip in a rule
_FEW = 3  # where a message knows that it is a sentence


@dataclass(frozen=True, slots=True)
class Former:
    """The lines of a message, in their declaration; none if they need not be tried to know that they are wrong."""

    found: Diagnostic
    withdrawn: Diagnostic
    declaration: tuple[str, ...] = ()
    begins: int = 0
    first: int = 0
    last: int = 0


def formers(found: Iterable[Diagnostic], sources: Mapping[str, Source], decls: Sequence[ast.Decl]) -> list[Former]:
    """Return the messages about sentences of rulebooks whose own lines or fixes have to be tried."""
    made: list[Former] = []
    v: Vocabulary | None = None
    for d in found:
        if not d.is_error or d.code not in ("RW1001", "RW1015", "RW1023") or len(made) >= _MOST:
            continue
        if d.at.file not in sources or not 1 <= d.at.line <= len(sources[d.at.file].lines):
            continue
        source = sources[d.at.file]
        line = source.lines[d.at.line - 1].split("#")[0].rstrip()
        sentence = (_CALLED_SO if d.code == "RW1023" else _SENTENCE).match(line)
        if sentence is None or len(words(sentence[1])) < (_WORDS if d.code != "RW1023" else _FEW):
            continue
        at = Span(source.name, d.at.line, sentence.start(1) + 1, d.at.line, len(line) + 1)
        if d.code != "RW1023":
            fixed = mended(d, source)
            where = (tuple(fixed[0]), fixed[1], fixed[2], fixed[2]) if fixed is not None else ((), 0, 0, 0)
            made.append(Former(d, Diagnostic("RW1023", _SAID, at, _WAY, about=d.about), *where))
            continue
        lines = [*re.findall(r"Write `([^`]*)`", d.help)[:1], *re.findall(r"and below it `([^`]*)`", d.help)]
        if not lines or d.fixes:
            continue
        v = v or vocabulary(decls)
        withdrawn = replace(d, help=_gapped(v, sentence[1], _PROPOSED.sub(_ALIKE, d.help)))
        if _under_winner(source.lines, d.at.line) and not lines[0].startswith(("most", "least")):
            made.append(Former(d, replace(d, help=_DECIDES)))
        elif not _known(v, lines):
            made.append(Former(d, withdrawn))
        elif "…" not in "".join(lines) and not HEADINGS.match(lines[0]):
            text = sentence[1]
            if not faithful(Scene(v), words(english(text) if german(text) else text), lines):
                made.append(Former(d, withdrawn))
            else:
                indent = line[: sentence.start(1)]
                new = [indent + lines[0], *(" " * len(indent) + each for each in lines[1:])]
                made.append(Former(d, withdrawn, *instead(source, d.at.line, new)))
    return made


def _under_winner(lines: Sequence[str], number: int) -> bool:
    """Say whether a line stands below `winner`."""
    above = next((line for line in reversed(lines[: number - 1]) if line[:1].strip(" #")), "")
    return above.startswith("winner")


def _gapped(v: Vocabulary, sentence: str, help: str) -> str:
    """Leave a gap for what the game does not have, and for a resource that is not spoken of; a number of a player is no
    resource, but can be added to."""
    said = {stem(w) for w in words(english(sentence) if german(sentence) else sentence)}
    own = {t.name for t in v.things if t.owner == "player" or t.sort == "value"}
    numbers = {t.name for t in v.all("number", owner="player") if not t.keys}
    resources = {name for t in v.all("resource") for name in (t.name, t.plural)}

    def counted(found: re.Match[str]) -> str:
        verb, n, what = found.groups()
        if what in resources:
            return found[0] if stem(what) in said else f"{verb} {n} …"
        if what not in numbers:
            return f"{verb} {n} …"
        return f"add {n} to me.{what}" if verb == "gain" else f"remove {n} from me.{what}"

    help = re.sub(r"\b(gain|pay|owe) (\([^`]*\)|[\w.]+) ([a-z]\w*)(?=`)", counted, help)
    return re.sub(r"\b(me|p)\.([a-z]\w*)", lambda said: said[0] if said[2] in own else f"{said[1]}.…", help)


def _known(v: Vocabulary, lines: Sequence[str]) -> bool:
    """Say whether lines with gaps speak of what the game has: what players have, and resources that there are."""
    text = "\n".join(lines)
    own = {t.name for t in v.things if t.owner == "player" or t.sort == "value"}
    resources = {name for t in v.all("resource") for name in (t.name, t.plural)}
    values = {t.name for t in v.all("value")}
    return (
        set(_OF_PLAYER.findall(text)) <= own
        and set(_AMOUNT.findall(text)) <= resources
        and set(_CHANGED.findall(text)) <= values
    )
