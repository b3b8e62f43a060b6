"""The first word of a declaration: misspelt, of another language, or of a line that is not indented."""

from __future__ import annotations

import re
from functools import lru_cache

from lark.exceptions import UnexpectedInput

from regelwerk.dsl.diagnostics import Diagnostic, Fix
from regelwerk.dsl.source import Source, Span, begins_as_overlay

from ..parser_tables import grammar
from .additions import addition
from .foreign import FOREIGN_DECLARATIONS
from .hints import about, reads_like_prose
from .misspelt import meant, words
from .pasted import lost_note, missing_hash
from .situation import place

_FIRST = re.compile(r"[a-zß-öø-ÿ_]\w*")
_GOES_ON = ("else", "and", "or", "then")


@lru_cache(maxsize=1)
def declaring() -> frozenset[str]:
    """Return the words with which a declaration begins."""
    return beginning("item")


@lru_cache(maxsize=4)
def beginning(rule: str) -> frozenset[str]:
    """Return the words with which something can begin."""
    table = grammar().parser.parser._parse_table
    return frozenset(words(set(table.states[table.start_states[rule]])))


def heading_problem(source: Source, clean: str, start: int, end: int) -> Diagnostic | None:
    """Say what is wrong with the first word of a declaration. The whole word counts: `flower` is no `flow`."""
    first = _FIRST.match(clean, start, end)
    if first is None or first[0] in declaring():
        return None
    word, at = first[0], place(source, clean, start, len(first[0]))
    said = f"No declaration begins with `{word}`."
    if added := addition(source, clean, start, end):
        return added
    if word in _GOES_ON:
        return Diagnostic("RW1002", said, at, "Indent it so that it belongs to the lines above.")
    hook = re.compile(r"(?:after|before|instead of) +(\w+)").match(clean, start, end)
    if hook is not None and begins_as_overlay(source.whole):
        help = (
            f'Lines are put beside others by `insert after {hook[1]}."…"`; what a card does then stands in its ability.'
        )
        return Diagnostic("RW1002", said, at, help)
    if word in beginning("statement") and _happens(clean, start, end):
        return _not_indented(said, at)
    if word in FOREIGN_DECLARATIONS:
        bare = re.compile(r"\w+ +(\w+) *\( *\) *:? *$", re.MULTILINE).match(clean, start, end)
        if bare is not None and FOREIGN_DECLARATIONS[word] == "effect":  # `def turn():`
            whole, new = place(source, clean, start, len(bare[0].rstrip())), f"effect {bare[1]}"
            return Diagnostic("RW1002", said, whole, f"Write `{new}`.", fixes=(Fix(whole, new),), about=word)
        return _foreign(said, word, at)
    if word in ("each", "every") and (player := re.match(r"\w+ +players?\b", clean[start:end])) is not None:
        whole = place(source, clean, start, player.end())
        return Diagnostic(
            "RW1002", said, whole, "What every player has stands under `player`.", fixes=(Fix(whole, "player"),)
        )
    line = clean[start:end].split("\n")[0].rstrip()
    if reads_like_prose(line) and not line.endswith((".", "!")) and not meant(word, sorted(declaring())):
        said, help = about(" ".join(line.split()), source.whole)
        return Diagnostic("RW1002", said, place(source, clean, start, len(line)), help)
    if lost_note(line) and (line.endswith((".", "!")) or not meant(word, sorted(declaring()))):
        return missing_hash(word, place(source, clean, start, len(line)), source)
    close = meant(word, sorted(declaring())) or max((w for w in declaring() if word.startswith(w)), key=len, default="")
    if close:
        said, help = f"`{word}` is not understood here.", f"Did you mean `{close}`?"
        return Diagnostic("RW1017", said, at, help, fixes=(Fix(at, close),), about=word)
    help = "A line at the left margin begins with a word like `effect` or with the name of a type."
    return Diagnostic("RW1002", said, at, help, about=word)


def _happens(clean: str, start: int, end: int) -> bool:
    """Say whether the declaration, or its first line, is a line of an effect."""
    line = clean.find("\n", start, end)
    line = end if line < 0 else line
    return _is_statement(clean[start:line]) or _is_statement(clean[start:end])


def _is_statement(text: str) -> bool:
    try:
        grammar().parse(text.rstrip() + "\n", start="statement")
    except UnexpectedInput:
        return False
    return True


def _not_indented(said: str, at: Span) -> Diagnostic:
    help = "Indent it by two spaces, so that it belongs to the lines above."
    margin = at._replace(end_column=at.column)
    return Diagnostic("RW1002", said, at, help, fixes=(Fix(margin, "  "),))


def _foreign(said: str, word: str, at: Span) -> Diagnostic:
    """Name the declaration that stands for one of another language."""
    new = FOREIGN_DECLARATIONS[word]
    if not new:
        return Diagnostic("RW1002", said, at, "All files of a folder belong together; nothing is imported.")
    also = ", and what is only reckoned is a `value`" if new == "effect" else ""
    help = f"Here it is `{new}`{also}."
    return Diagnostic("RW1002", said, at, help, fixes=(Fix(at, new),), about=word)
