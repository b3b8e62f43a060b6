"""Where reading stopped: what stood there, what had been read, what could have followed; and words for it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from lark import TextSlice, Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken
from lark.parsers.lalr_analysis import Shift

from regelwerk.dsl.diagnostics import Diagnostic, Fix
from regelwerk.dsl.source import Source, Span

from ..parser_tables import grammar
from ..words import terminals

# What a terminal without words of its own is called.
NAMES = {
    "NAME": "a name",
    "TYPE": "the name of a type (with a capital)",
    "NUMBER": "a number",
    "STRING": 'a text in `"…"`',
    "CITE": "a citation like `@R-12`",
    "LABEL": "a label",
    "SEAT": "a seat",
    "SEMICOLON": "`;`",
    "CMP": "a comparison like `=`",
    "ADD": "`+` or `-`",
    "MUL": "`*` or `/`",
    "DOTS": "`..`",
    "EQUAL": "`=`",
    "COLON": "`:`",
    "_RESULT": "`:`",
    "MINUS": "`-`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "DOT": "`.`",
    "LSQB": "`[`",
    "RSQB": "`]`",
    "LBRACE": "`{`",
    "RBRACE": "`}`",
    "_COMMA": "`,`",
    "_NL": "the end of the line",
    "_INDENT": "an indented line",
    "_DEDENT": "the end of the block",
    "$END": "the end",
}
# Never offered as what could follow: the lexer drops them.
SILENT = frozenset({"_JOIN", "__IGNORE_0", "__IGNORE_1"})

# After a complete value one of these can always follow, so they say nothing about what is missing.
GOES_ON = frozenset(
    {"ADD", "MUL", "CMP", "AND", "OR", "IMPLIES", "IN", "NOT", "DOTS", "DOT", "LPAR", "LSQB", "BUT"}
    | {"ROUNDED", "_WHERE", "_WHILE"}
)
VALUE_STARTS = frozenset(
    {"NAME", "TYPE", "NUMBER", "STRING", "LPAR", "LSQB", "LBRACE", "MINUS", "NOT", "FOLD", "COUNTING", "IF"}
    | {"PAIRING", "REACH", "DISTANCE"}
)
_MARKS = frozenset({"CITE", "RECONSTRUCTED"})
ENDS = frozenset({"_NL", "_DEDENT", "$END"})


class Stop(NamedTuple):
    """Where reading stops in a text that was tried."""

    kind: str
    pos: int
    clean: str


@dataclass(slots=True)
class Mishap:
    """The parser's situation at the place it could not go on from."""

    source: Source
    clean: str
    start: int  # where the declaration begins
    pos: int  # where reading stopped
    kind: str  # terminal found; "" for a character that begins no word
    word: str  # what stands there
    at: Span
    stack: list[Any]
    states: list[Any]
    table: dict[Any, dict[str, Any]]
    accepts: set[str]
    wide: set[str]  # what could follow before the parser tried to close what was read, led on by the wrong token
    end: int  # where the declaration ends
    rule: str  # what was to be read

    def say(self, code: str, message: str, help: str = "", fixes: tuple[Fix, ...] = ()) -> Diagnostic:
        return Diagnostic(code, message, self.at, help, fixes=fixes)

    def last_token(self) -> Token | None:
        """Return the token before the place, if nothing has been made of it yet."""
        return self.stack[-1] if self.stack and isinstance(self.stack[-1], Token) else None

    def trailing(self, *rules: str) -> Token | None:
        """Return the first word of the innermost construct of these kinds that ends here."""
        piece, word = (self.stack[-1] if self.stack else None), None
        while isinstance(piece, Tree) and piece.children:
            if piece.data in rules and isinstance(piece.children[0], Token):
                word = piece.children[0]
            piece = next((c for c in reversed(piece.children) if c is not None), None)
        return word

    def open_token(self, *kinds: str) -> Token | None:
        """Return the innermost token of these kinds that still waits for its end."""
        for piece in reversed(self.stack):
            if isinstance(piece, Token) and piece.type in kinds:
                return piece
        return None

    def names_field(self) -> bool:
        """Say whether the line that lacks a block is the name of a field."""
        *_, above, field, _, _ = [None, None, None, None, *self.stack]  # ..., name, marks, line end
        if not isinstance(field, Token) or field.type != "NAME":
            return False
        return getattr(above, "data", "") in ("field", "fields") or getattr(above, "type", "") == "_INDENT"

    def names_in_field(self) -> bool:
        """Say whether the place is in the value of a field."""
        return bool(re.match(r" +\w+ +[A-Z]", self.line()[0]))

    def line(self) -> tuple[str, int]:
        """Return the written line of the place, without comments, and where it begins."""
        begin = self.clean.rfind("\n", 0, self.pos) + 1
        end = self.clean.find("\n", self.pos)
        return self.clean[begin : end if end >= 0 else len(self.clean)].replace("\x01", " "), begin

    def span(self, begin: int, end: int) -> Span:
        """Return the span between two offsets of one line."""
        return place(self.source, self.clean, begin, end - begin)

    def could_follow(self, *kinds: str) -> bool:
        """Say whether these tokens could be read from here, one after the other."""
        states = list(self.states)
        return all(shift(states, self.table, kind) for kind in kinds)

    def readable_with(self, *changes: tuple[int, int, str]) -> Stop | None:
        """Return where reading would stop on this line with some stretches of it replaced; None if nowhere."""
        clean, end = self.clean, self.end
        for first, last, new in sorted(changes, reverse=True):
            clean, end = clean[:first] + new + clean[last:], end + len(new) - (last - first)
        try:
            grammar().parse(TextSlice(clean, self.start, end), start=self.rule)
        except UnexpectedInput as error:
            token = error.token if isinstance(error, UnexpectedToken) else None
            kind = "" if token is None else token.type
            pos = end if kind == "$END" else (error.pos_in_stream if token is None else token.start_pos) or 0
            if kind in ENDS:
                pos = len(clean[:pos].rstrip())
            same_line = clean.count("\n", 0, pos) + 1 <= self.at.line
            return Stop(kind, pos, clean) if same_line else None
        return None

    def behind(self) -> Mishap:
        """Return the same situation, placed behind the last word that was read."""
        pos = len(self.clean[: self.pos].rstrip())
        return replace(self, pos=pos, at=place(self.source, self.clean, pos, 1))


def mishap(error: UnexpectedInput, source: Source, clean: str, start: int, end: int) -> Mishap:
    """Read the parser's situation off its error."""
    parser: Any = error.interactive_parser
    state = parser.parser_state
    token = error.token if isinstance(error, UnexpectedToken) else None
    kind = "" if token is None else token.type
    pos = max(start, (error.pos_in_stream if token is None else token.start_pos) or 0)
    if kind in ("_INDENT", "_DEDENT") and pos >= end:
        kind = "$END"
    if kind == "$END":
        pos = end
    if kind in ENDS and not clean[pos:end].strip():
        pos = start + len(clean[start:pos].rstrip())  # behind the last word, not on some line below
    word = clean[pos : pos + 1] if token is None else str(token)
    if kind in ENDS or kind == "_INDENT":
        word = ""
    return Mishap(
        source,
        clean,
        start,
        pos,
        kind,
        word,
        place(source, clean, pos, max(1, len(word))),
        list(state.value_stack),
        list(state.state_stack),
        state.parse_conf.states,
        accepts := parser.accepts(),
        accepts | _wide(clean, start, end, state.parse_conf) if terminals().get(kind) else accepts,
        end,
        state.parse_conf.start,
    )


def _wide(clean: str, start: int, end: int, conf: Any) -> set[str]:
    """Read again up to the wrong token, and return what could have followed there."""
    again: Any = grammar().parse_interactive(TextSlice(clean, start, end), start=conf.start)
    state = again.parser_state
    try:
        for token in again.lexer_thread.lex(state):
            if not shift(list(state.state_stack), conf.states, token.type):
                break
            state.feed_token(token)
    except UnexpectedInput:
        return set()
    return set(again.accepts())


def shift(states: list[Any], table: dict[Any, dict[str, Any]], kind: str) -> bool:
    """Do to the stack of states what the parser would do with a token; False if it could not."""
    while kind in table[states[-1]]:
        action, target = table[states[-1]][kind]
        if action is Shift:
            states.append(target)
            return True
        if target.expansion:
            del states[-len(target.expansion) :]
        states.append(table[states[-1]][target.origin.name][1])
        if kind == "$END" and states[-1] not in table:
            return True
    return False


def place(source: Source, clean: str, pos: int, length: int) -> Span:
    """Return the span of `length` characters from an offset."""
    line = clean.count("\n", 0, pos) + 1
    column = pos - clean.rfind("\n", 0, pos)
    return Span(source.name, line, column, line, column + length)


# ---------------------------------------------------------------- words for it


def found(m: Mishap) -> str:
    """Name what stands there."""
    if m.kind in ENDS or m.kind == "_INDENT":
        return NAMES[m.kind]
    return f"the text {short(m.word)}" if m.kind == "STRING" else f"`{m.word}`"


def inside(m: Mishap) -> str:
    """Name the declaration, unless the place is on its first line."""
    before = m.clean[m.start : m.pos]
    head = re.match(r"\w+(?: +(?:[\w.]+|\"[^\"\n]*\"))?", before)
    return f"In `{head[0]}`: " if head and "\n" in before else ""


def heading(m: Mishap) -> str:
    """Quote the line that ought to have a block below it."""
    before = m.clean[: m.pos].rstrip()
    return f"`{short(before[before.rfind(chr(10)) + 1 :])}`"


def read(m: Mishap) -> str:
    """Quote what was read of the line, from the verb or word that is still open."""
    begin = max(m.start, m.clean.rfind("\n", 0, m.pos) + 1)
    for piece in reversed(m.stack):
        if not isinstance(piece, Token) or not terminals().get(piece.type):
            continue
        if piece.start_pos is not None and piece.start_pos >= begin:
            begin = piece.start_pos
            break
    said = short(m.clean[begin : m.pos])
    return f"`{said}`" if said else ""


def short(said: str) -> str:
    """Trim a quotation to what fits into a sentence; keep its end."""
    said = " ".join(said.replace("\x01", " ").split())
    return said if len(said) <= 40 else "… " + said[-38:].split(" ", 1)[-1]


def expected(accepts: set[str]) -> str:
    """Fold what could follow into a few phrases."""
    rest = set(accepts) - SILENT
    phrases: list[str] = []
    if "SCENARIO" in rest:
        return "a declaration"
    if {"IN", "OF"} <= rest:  # `choose x`: most probably a name, perhaps a number
        return "`in` or `of`"
    if {"ADD", "DOT"} & rest:  # a value was just read
        rest -= GOES_ON
    elif "BASIC" in rest:
        phrases.append("a type")
        rest = set()
    elif {"NUMBER", "LPAR"} <= rest:
        happens = "SHUFFLE" in rest
        phrases.append("a verb like `gain` or `set`, or the name of an effect" if happens else "a value")
        rest = set() if happens else rest - VALUE_STARTS
    if rest & _MARKS:
        rest = rest - _MARKS | {"_NL"}
    named = sorted({friendly(t) for t in rest}, key=lambda p: (p == NAMES["_NL"], not p.startswith("`"), p))
    phrases += named[:5]
    if len(phrases) < 2:
        return "".join(phrases)
    return f"{', '.join(phrases[:-1])} or {phrases[-1]}"


def friendly(terminal: str) -> str:
    """Name a terminal of the grammar in words."""
    if terminal in NAMES:
        return NAMES[terminal]
    words = terminals()[terminal]
    return " or ".join(f"`{w}`" for w in words) if len(words) < 4 else f"`{words[0]}`, `{words[1]}` …"
