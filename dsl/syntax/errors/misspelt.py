"""Names and words that are misspelt: letters, capitals, hyphens, and words that are taken."""

from __future__ import annotations

import re

from lark import Token

from regelwerk.dsl.diagnostics import Diagnostic, Fix
from regelwerk.dsl.diagnostics.spelling import nearest
from regelwerk.dsl.source import Span

from ..words import keywords, reserved, terminals
from .foreign import FOREIGN_TYPES
from .situation import Mishap, inside


def capital(m: Mishap) -> Diagnostic | None:
    """A small name where a type is wanted, or the other way round."""
    last = m.last_token()
    if last is not None and last.type == "NAME" and "DOTS" in m.accepts and "ADD" not in m.accepts:
        return _small_type(m, last)
    if m.kind == "TYPE" and "NAME" in m.accepts and "TYPE" not in m.accepts:
        small = m.word.lower() if m.word.isupper() else m.word[:1].lower() + m.word[1:]
        said = f"Names begin with a small letter, `{m.word}` with a capital."
        return m.say("RW1015", said, f"Write `{small}`.", (Fix(m.at, small),))
    if m.kind == "NAME" and "TYPE" in m.accepts and "NAME" not in m.accepts and "ADD" not in m.accepts:
        if m.clean.startswith("add", m.start) and m.clean[m.start : m.pos].split() == ["add", "to"]:
            said = "`add to` gives a type further fields, and the name of a type begins with a capital."
            return m.say("RW1015", said, f'Lines are put beside others by `insert after {m.word}."…"`.')
        big = m.word[:1].upper() + m.word[1:]
        said = f"The name of a type begins with a capital, `{m.word}` with a small letter."
        return m.say("RW1015", said, f"Write `{big}`.", (Fix(m.at, big),))
    return None


def capital_word(m: Mishap) -> Diagnostic | None:
    """`Gain 2 coins`: a word of the language with a capital."""
    line, begin = m.line()
    for found in re.finditer(r"\b(?:[A-Z][a-z]+|[A-Z]{2,})\b", line):
        small = found[0].lower()
        if small not in keywords() or not begin + found.start() <= m.pos <= begin + found.end() + 1:
            continue
        stopped = m.readable_with((begin + found.start(), begin + found.end(), small))
        if stopped is None or stopped.pos > m.pos + len(m.word):
            at = m.span(begin + found.start(), begin + found.end())
            said = (
                f"`{small}` is written in small letters."
                if found[0].isupper()
                else f"`{small}` begins with a small letter."
            )
            return Diagnostic("RW1015", said, at, f"Write `{small}`.", fixes=(Fix(at, small),))
    return None


def capital_label(m: Mishap) -> Diagnostic | None:
    """`Act: offer take, leave`."""
    line, begin = m.line()
    found = re.match(r" *([A-ZÀ-Ö]\w*) *:", line)
    if found is None or "STEP" in m.accepts or m.pos > begin + found.end():
        return None
    first, last, small = begin + found.start(1), begin + found.end(1), found[1][:1].lower() + found[1][1:]
    stopped = m.readable_with((first, last, small))
    if stopped is not None and stopped.pos <= last + 1:
        return None
    at = m.span(first, last)
    said = f"Names begin with a small letter, `{found[1]}` with a capital."
    return Diagnostic("RW1015", said, at, f"Write `{small}`.", fixes=(Fix(at, small),))


def _small_type(m: Mishap, last: Token) -> Diagnostic:
    """A small word where a type is wanted: it was read as the beginning of a range."""
    word, start = str(last), last.start_pos or 0
    at = m.span(start, start + len(word))
    if word in FOREIGN_TYPES:
        new = FOREIGN_TYPES[word]
        return Diagnostic("RW1023", f"`{word}` is no type here.", at, f"Write `{new}`.", fixes=(Fix(at, new),))
    close = meant(word, words(set(m.table[m.states[-2]])))
    if close:
        return misspelt(at, word, close)
    if listed := re.match(rf"{word}(?:(?: *,| +or| */) *[a-zß-ö]\w*)+(?= *(?:\n|$|@))", m.clean[start:]):
        field = re.match(r" *(\w+)", m.line()[0])
        name = field[1][:1].upper() + field[1][1:] if field else "Colour"
        members = ", ".join(re.split(r" *(?:,|/|\bor\b) *", listed[0]))
        help = f"Declare a kind at the left margin, `kind {name} {members}`, and write `{name}` here."
        whole = m.span(start, start + listed.end())
        return Diagnostic("RW1001", f"{inside(m)}What may stand here needs a name.", whole, help)
    help = "A type is a name with a capital, a range like `1..6`, `flag`, `number`, `text`, `pile of …` or `set of …`."
    return Diagnostic("RW1001", f"{inside(m)}`{word}` is no type.", at, help, about=word)


def word_as_name(m: Mishap) -> Diagnostic | None:
    """A word of the language where only a name can stand."""
    if "NAME" not in m.accepts or "NUMBER" in m.accepts or m.word not in reserved():
        return None
    said = f"`{m.word}` is a word of the language and cannot be a name."
    return m.say("RW1016", said, f"Choose another name, for example with a second word: `{m.word}_…`.")


def hyphen(m: Mishap) -> Diagnostic | None:
    """`for connect-four`."""
    if m.word != "-" or "ADD" in m.accepts:
        return None
    line, begin = m.line()
    for word in re.finditer(r"[a-zß-ö]\w*(?:-\w+)+", line):
        if word.start() < m.pos - begin < word.end():
            at, new = m.span(begin + word.start(), begin + word.end()), word[0].replace("-", "_")
            return Diagnostic("RW1025", "There is no hyphen in a name.", at, f"Write `{new}`.", fixes=(Fix(at, new),))
    return None


def misspelt_here(m: Mishap) -> Diagnostic | None:
    """Recognise a misspelt word where reading stopped."""
    if m.kind not in ("NAME", "LABEL", "TYPE") or m.word in keywords():
        return None
    if m.kind == "TYPE" and "NAME" in m.accepts:
        return None  # a name with a capital
    close = meant(m.word, words(m.accepts))
    return misspelt(m.at, m.word, close) if close else None


def misspelt_before(m: Mishap) -> Diagnostic | None:
    """A misspelt verb is read as the name of an effect; what follows it is then the surprise."""
    last = m.last_token()
    if last is None or last.type != "NAME" or len(m.states) < 2:
        return None
    close = meant(str(last), words(set(m.table[m.states[-2]])))
    if not close:
        return None
    at = Span(m.source.name, last.line or 0, last.column or 0, last.line or 0, (last.column or 0) + len(last))
    return misspelt(at, str(last), close)


def misspelt_between(m: Mishap) -> Diagnostic | None:
    """Recognise a misspelt word shortly before the place, if the line can be read with the right one: `untill`."""
    line, begin = m.line()
    column = m.pos - begin
    near = [w for w in re.finditer(r"[^\W\d]\w*", line) if w.start() <= column + 1 and column - w.end() <= 1]
    for word in reversed(near):
        if len(word[0]) < 3 or word[0] in keywords() or line[word.end() :].lstrip(" ")[:1] in (":", "("):
            continue
        if word[0][0].isupper() and word.start() == column and "NAME" in m.accepts and m.kind == "TYPE":
            continue  # a name with a capital
        close = meant(word[0], sorted(keywords()))
        if not close:
            continue
        first, last = begin + word.start(), begin + word.end()
        if m.readable_with((first, last, close)) is None:
            return misspelt(m.span(first, last), word[0], close)
    return None


def words(accepted: set[str]) -> list[str]:
    """Return the words these terminals stand for."""
    return [w for t in sorted(accepted) for w in terminals().get(t, ())]


def meant(word: str, words: list[str]) -> str:
    """Return the word that was probably meant, or nothing."""
    if len(word) < 2 or word in words:
        return ""
    close = nearest(word.lower(), words) or ""
    named = word[0].isupper() and close[:1] != word[0].lower()  # `Gold` is a name of somebody's own, not `told`
    return "" if named else close


def misspelt(at: Span, word: str, close: str) -> Diagnostic:
    """Say that a word is misspelt."""
    said = f"`{word}` is not understood here."
    return Diagnostic("RW1017", said, at, f"Did you mean `{close}`?", fixes=(Fix(at, close),))
