"""Messages for what the grammar does not understand, in the words of somebody who writes rules.

The mistakes that people make often have a message of their own; the others say what is missing where.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches

from lark.exceptions import UnexpectedInput

from .diagnostics import Diagnostic, Fix
from .source import Source, Span
from .syntax_mishap import ENDS, GOES_ON, Mishap, expected, found, heading, inside, mishap, place, read
from .words import reserved, terminals

_FOREIGN = {
    "==": ("=", "Equal is written `=`."),
    "&&": (" and ", "Write `and`."),
    "||": (" or ", "Write `or`."),
    "!": ("not ", "Write `not`, or `!=` for unequal."),
    "≠": ("!=", "Unequal is written `!=`."),
    "≤": ("<=", "Write `<=`."),
    "≥": (">=", "Write `>=`."),
    "<>": ("!=", "Unequal is written `!=`."),
    "×": ("*", "Multiply with `*`."),
    "·": ("*", "Multiply with `*`."),
    "÷": ("/", "Divide with `/`."),
    "%": (" mod ", "The rest of a division is `a mod b`."),
    "–": ("-", "Write the plain hyphen `-`."),
    "—": ("-", "Write the plain hyphen `-`."),
    "−": ("-", "Write the plain hyphen `-`."),
    "…": ("..", "A range is written `1..6`."),
    ";": ("", "One thing per line; join several on one line with `then`."),
    "'": ('"', 'Texts stand between `"`.'),
    "‘": ('"', 'Texts stand between `"`.'),
    "’": ('"', 'Texts stand between `"`.'),
    "`": ('"', 'Texts stand between `"`.'),
}
_FOREIGN_WORDS = {
    "for": "Go through a set with `each x in …`.",
    "foreach": "Go through a set with `each x in …`.",
    "while": "Repeat with `repeat until …`.",
    "return": "The result of an effect is `give …`.",
    "print": "Tell the table something with `say …`.",
    "elif": "Write `else if …`.",
    "elseif": "Write `else if …`.",
    "unless": "Write `if not …`.",
}
_FOREIGN_AT = re.compile("|".join(re.escape(k) for k in sorted(_FOREIGN, key=len, reverse=True)))


_JOINING = frozenset({"AND", "OR", "IMPLIES", "ADD", "MUL", "_WHERE"})


def explain(error: UnexpectedInput, source: Source, clean: str, start: int, end: int) -> Diagnostic:
    """Say why the text between two offsets could not be read."""
    m = mishap(error, source, clean, start, end)
    for mistake in _MISTAKES:
        said = mistake(m)
        if said is not None:
            return said
    return _general(m)


def _general(m: Mishap) -> Diagnostic:
    before, follows = read(m), expected(m.accepts)
    if m.kind in ENDS:
        said = f"The line ends too early after {before}." if before else "Something is missing here."
    else:
        what = found(m)
        what = what[:1].upper() + what[1:]
        said = f"{what} cannot follow {before}." if before else f"{what} is out of place."
    help_ = f"Expected: {follows}." if follows else ""
    fold = m.open_token("FOLD")
    if fold is not None and m.open_token("_RESULT") is not None:
        help_ += f" The colon before it belongs to `{fold}`."
    return m.say("RW1001", inside(m) + said, help_.strip())


# ---------------------------------------------------------------- mistakes with a message of their own


def _unknown_declaration(m: Mishap) -> Diagnostic | None:
    """The first word of a declaration."""
    if m.stack or "SCENARIO" not in m.accepts:
        return None
    close = _close(m.word, _words(m.accepts))
    if close:
        return _misspelt(m, m.at, m.word, close)
    if m.word in ("else", "and", "or", "then") or m.kind in ("RPAR", "RSQB", "RBRACE"):
        help_ = "Indent it so that it belongs to the lines above."
        return m.say("RW1002", f"No declaration begins with `{m.word}`.", help_)
    help_ = "A line at the left margin begins with a word like `effect` or with the name of a type."
    return m.say("RW1002", f"No declaration begins with {found(m)}.", help_)


def _foreign_sign(m: Mishap) -> Diagnostic | None:
    """Signs of other languages and of word processors."""
    back = 1 if m.word == "=" and m.clean[m.pos - 1 : m.pos] == "=" else 0
    found = _FOREIGN_AT.match(m.clean, m.pos - back)
    if found is None:
        if m.word == ">" and m.clean[m.pos - 1 : m.pos] == "<":
            back, sign = 1, "<>"
        else:
            return None
    else:
        sign = found[0]
    if sign == "==" and not back:
        return None
    new, help_ = _FOREIGN[sign]
    at = place(m.source, m.clean, m.pos - back, len(sign))
    fixes = () if sign == ";" else (Fix(at, new),)
    return Diagnostic("RW1003", f"The language does not know `{sign}`.", at, help_, fixes=fixes)


def _decimal(m: Mishap) -> Diagnostic | None:
    last = m.last_token()
    if m.kind == "NUMBER" and last is not None and last.type == "DOT":
        return m.say("RW1003", "Numbers are whole.", "Write a range as `1..6`, a half as `x / 2`.")
    return None


def _counting_with_colon(m: Mishap) -> Diagnostic | None:
    """`any x in S: c`."""
    word = m.trailing("counting")
    if m.kind != "COLON" or word is None:
        return None
    said = f"`{word}` takes no colon: its condition follows `where`."
    return m.say("RW1004", said, f"Write `{word} x in … where …`; join several conditions with `and`.")


def _missing_result(m: Mishap) -> Diagnostic | None:
    """`sum x in S` without a result."""
    if "_RESULT" not in m.accepts:
        return None
    word = m.open_token("FOLD", "_VIA", "_COST", "PAIRING")
    if word is None:
        return None
    if m.kind in GOES_ON:
        return None
    examples = {
        "_VIA": "Say with a colon where one gets from there: `via x: roads(x)`.",
        "_COST": "Say with a colon what the step costs: `cost y: toll(x, y)`.",
        "PAIRING": "Say with a colon what a pair is worth: `pairing a, b in S where c: worth(a, b)`.",
    }
    help_ = examples.get(word.type, f"Say with a colon what counts for each: `{word} x in … : x.worth`.")
    return m.say("RW1005", f"`{word}` lacks its result: a colon and an expression.", help_)


def _needs_brackets(m: Mishap) -> Diagnostic | None:
    """`count x in S > 3`."""
    word = m.trailing("counting", "fold") or m.open_token("COUNTING", "FOLD")
    if word is None or m.kind not in GOES_ON - {"_WHERE", "_WHILE", "NOT"} or m.kind in m.accepts:
        return None
    help_ = f"Put the whole of `{word} …` in brackets if `{m.word}` comes after it."
    return m.say("RW1006", f"`{word} …` reaches as far as it can; `{m.word}` cannot follow here.", help_)


def _wrong_indent(m: Mishap) -> Diagnostic | None:
    if m.kind != "_INDENT":
        return None
    help_ = "Indent it like the line above, or end that line with a comma if it goes on here."
    return m.say("RW1012", "This line is indented deeper, but the line above opens no block.", help_)


def _missing_block(m: Mishap) -> Diagnostic | None:
    if "_INDENT" not in m.accepts:
        return None
    said, help_ = f"{heading(m)} has nothing below it.", "Write its lines below, indented by two spaces."
    if m.names_field():
        said, help_ = f"{heading(m)} has no value.", "Write it on the same line, or as indented lines below."
    return m.behind().say("RW1013", said, help_)


def _foreign_word(m: Mishap) -> Diagnostic | None:
    """A line that begins like one of another language."""
    word = next(iter(re.findall(r"\w+", m.source.lines[m.at.line - 1])), "")
    if word not in _FOREIGN_WORDS or word not in (m.word, m.last_token()):
        return None
    return m.say("RW1003", f"No line begins with `{word}`.", _FOREIGN_WORDS[word])


def _equals(m: Mishap) -> Diagnostic | None:
    """`x = 5` as a line of its own."""
    if m.word != "=" or not {"THEN", "_NL"} <= m.accepts or "CMP" in m.accepts:
        return None
    return m.say("RW1018", "`=` compares; it changes nothing.", f"Write `set {read(m).strip('`')} to …`.")


def _open_end(m: Mishap) -> Diagnostic | None:
    """A line that ends with an operator."""
    last = m.last_token()
    if m.kind != "_NL" or last is None or last.type not in _JOINING or m.clean[m.pos :].lstrip("\n")[:1] != " ":
        return None
    help_ = f"Begin the next line with `{last}`: then it continues this one."
    return m.say("RW1019", f"The line ends with `{last}`.", help_)


def _misplaced_answer(m: Mishap) -> Diagnostic | None:
    if m.kind != "SEAT":
        return None
    said = f"`{m.word}:` answers a decision, but nobody decides here."
    return m.say("RW1020", said, f"Answers stand under `when`. Let a seat do something with `as {m.word}: …`.")


def _lone_else(m: Mishap) -> Diagnostic | None:
    if "else" not in (m.word, m.last_token()) or not re.match(r" *else\b", m.source.lines[m.at.line - 1]):
        return None
    help_ = "An `else` stands under the `if` at the beginning of a line, with the same indentation."
    return m.say("RW1014", "There is no `if` for this `else`.", help_)


def _capital(m: Mishap) -> Diagnostic | None:
    """A small name where a type is wanted, or the other way round."""
    if m.kind == "TYPE" and "NAME" in m.accepts and "TYPE" not in m.accepts:
        small = m.word[:1].lower() + m.word[1:]
        said = f"Names begin with a small letter, `{m.word}` with a capital."
        return m.say("RW1015", said, f"Write `{small}`.", (Fix(m.at, small),))
    if m.kind == "NAME" and "TYPE" in m.accepts and "NAME" not in m.accepts and "ADD" not in m.accepts:
        big = m.word[:1].upper() + m.word[1:]
        said = f"The name of a type begins with a capital, `{m.word}` with a small letter."
        return m.say("RW1015", said, f"Write `{big}`.", (Fix(m.at, big),))
    return None


def _word_as_name(m: Mishap) -> Diagnostic | None:
    """A word of the language where only a name can stand."""
    if "NAME" not in m.accepts or "NUMBER" in m.accepts or m.word not in reserved():
        return None
    said = f"`{m.word}` is a word of the language and cannot be a name."
    return m.say("RW1016", said, f"Choose another name, for example with a second word: `{m.word}_…`.")


def _misspelt_here(m: Mishap) -> Diagnostic | None:
    if m.kind not in ("NAME", "LABEL", "TYPE"):
        return None
    close = _close(m.word, _words(m.accepts))
    return _misspelt(m, m.at, m.word, close) if close else None


def _misspelt_before(m: Mishap) -> Diagnostic | None:
    """A misspelt verb is read as the name of an effect; what follows it is then the surprise."""
    last = m.last_token()
    if last is None or last.type != "NAME" or len(m.states) < 2:
        return None
    close = _close(str(last), _words(set(m.table[m.states[-2]])))
    if not close:
        return None
    at = Span(m.source.name, last.line or 0, last.column or 0, last.line or 0, (last.column or 0) + len(last))
    return _misspelt(m, at, str(last), close)


def _words(accepted: set[str]) -> list[str]:
    return [w for t in sorted(accepted) for w in terminals().get(t, ())]


def _close(word: str, words: list[str]) -> str:
    if len(word) < 2 or word in words:
        return ""
    return next(iter(get_close_matches(word.lower(), words, 1, 0.7)), "")


def _misspelt(m: Mishap, at: Span, word: str, close: str) -> Diagnostic:
    said = f"`{word}` is not understood here."
    return Diagnostic("RW1017", said, at, f"Did you mean `{close}`?", fixes=(Fix(at, close),))


_MISTAKES: tuple[Callable[[Mishap], Diagnostic | None], ...] = (
    _foreign_sign,
    _unknown_declaration,
    _decimal,
    _lone_else,
    _foreign_word,
    _equals,
    _open_end,
    _misplaced_answer,
    _counting_with_colon,
    _word_as_name,
    _misspelt_here,
    _misspelt_before,
    _missing_result,
    _needs_brackets,
    _wrong_indent,
    _missing_block,
    _capital,
)
