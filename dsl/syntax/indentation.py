"""Layout: from written lines to what the grammar expects.

`scan` walks the raw text once. It cuts it into declarations (each begins in column 0), blanks comments, marks
the lines that continue the line above, and reports what no grammar can explain well: tabs, stray indentation,
brackets, quotes. `Layout` then adds indentation tokens and tells the colon of a result from that of a body.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from lark import Token

from ..diagnostics import Diagnostic
from ..source import UNSEEN, Source, Span
from . import indentation_errors as errors

STEP = 2  # spaces by which blocks are indented as a rule
JOIN = "\x01"  # stands in the indentation of a continuation line

_NAME = r"[a-zß-öø-ÿ_]\w*"
_PIECE = re.compile(
    rf"""
      (?P<text>"[^"\n]*")
    | (?P<torn>"[^\n]*)
    | (?P<comment>\#(?:[^\r\n]|\r(?!\n))*)
    | (?P<newline>\n(?:[ \t\r]*(?:\#[^\n]*)?\n)*)
    | (?P<cite>@[A-Za-z][\w-]*)
    | (?P<opener>[(\[{{])
    | (?P<closer>[)\]}}])
    | (?P<result>(?:sum|max|min|most|least|first|all)(?=\ +{_NAME}\ +in\b)
        | (?:via|cost)(?=\ +{_NAME}\ *:) | pairing(?=\ +{_NAME}\ *,))
    | (?P<word>\w+)
    | (?P<colon>:)
    | (?P<comma>,)
    | (?P<tab>\t)
    | (?P<return>\r(?=\n))
    | (?P<quote>[“”„‟«»‹›‘‚‛])
    | (?P<unseen>[\x00-\x08\x0b-\x1f\x7f-\xa0\u00ad\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff])
    | (?P<other>[^\ ])
    """,
    re.VERBOSE,
)
_BLANK_LINES = re.compile(r"(?:[ \t\r\ufeff]*(?:#[^\n]*)?\n)*")
_NOT_NEWLINE = re.compile(r"[^\n]")
_TRAILING_MARKS = re.compile(r"(?<=  )(?:@[A-Za-z][\w-]*|reconstructed)(?:\s+(?:@[A-Za-z][\w-]*|reconstructed))*\s*$")
_CONTINUES = re.compile(r"(?:and|or|but|where|while|implies)\b(?! *:)|[+*/&]")
_CITES = re.compile(r"(cites +)?@[A-Za-z]")  # marks on a line of their own stand behind the line above
_ELSE = re.compile(r"else(?: +(?=[^ :@\n])|(?=[(\"{\[-]))")
_INDENT = re.compile(r"[ \t]*")


@dataclass(slots=True)
class Chunk:
    """One declaration: its stretch of the text, the comment above it, and what makes it unreadable."""

    start: int
    end: int
    line: int
    doc: str = ""
    problem: Diagnostic | None = None


@dataclass(slots=True)
class Scan:
    """The text without comments (same length, plus a final newline) and its declarations."""

    text: str
    chunks: list[Chunk]
    problems: list[Diagnostic]  # those that do not hinder reading


def scan(source: Source) -> Scan:
    """Cut a source into declarations ready for the grammar."""
    return _Scanner(source).run()


@dataclass(slots=True)
class _Line:
    """What is open in the logical line being read; tells whether an `else` below belongs to it."""

    results: list[int] = field(default_factory=list)  # bracket depth of each quantifier that awaits its colon
    ifs: list[tuple[int, bool]] = field(default_factory=list)  # bracket depth; whether its `then` was seen
    last: str = ""
    awaits: bool = False  # a result: the last thing read is the colon of a quantifier

    def word(self, word: str, depth: int) -> None:
        if word == "if":
            self.ifs.append((depth, False))
        elif word == "then" and self.ifs and not self.ifs[-1][1]:
            self.ifs[-1] = (self.ifs[-1][0], True)
        elif word == "else" and self.ifs and self.ifs[-1][1]:
            self.ifs.pop()

    def colon(self, depth: int) -> None:
        if self.results and self.results[-1] == depth:
            self.results.pop()
            self.awaits = True
        elif self.ifs and self.ifs[-1] == (depth, False):
            self.ifs.pop()  # `if c:` is a statement

    def close(self, depth: int) -> None:
        while self.results and self.results[-1] > depth:
            self.results.pop()
        while self.ifs and self.ifs[-1][0] > depth:
            self.ifs.pop()

    def goes_on(self, text: str, at: int) -> bool:
        """Say whether the line that begins at `at` continues this one."""
        if self.last == "," or self.awaits or _CONTINUES.match(text, at):
            return True
        m = _ELSE.match(text, at)
        if m is None:
            return False
        return text[m.end()] == '"' or bool(self.ifs and self.ifs[-1][1])


class _Scanner:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.text + "\n"
        self.chunks: list[Chunk] = []
        self.problems: list[Diagnostic] = []
        self.edits: list[tuple[int, int, str]] = []
        self.line = 1
        self.line_start = 0
        self.brackets: list[tuple[str, int, int]] = []  # bracket, line, column
        self.indents = [0]
        self.alone: Span | None = None  # indentation of the line above, if it is the first of its block
        self.now = _Line()
        self.tabs: list[Span] = []
        self.unseen: list[Span] = []

    def run(self) -> Scan:
        text = self.text
        start = _BLANK_LINES.match(text)
        assert start is not None
        at = self.skip(0, start.end())
        if text.startswith("\ufeff") and at == 0:
            self.edits.append((0, 1, " "))  # a byte order mark
            at = 1
        if at < len(text):
            self.begin_line(at)
        while m := _PIECE.search(text, at):
            at = m.end()
            assert m.lastgroup is not None
            self.piece(m.lastgroup, m.start(), at)
        self.end_chunk(len(text))
        self.report_whitespace()
        return Scan(self.cleaned(), self.chunks, self.problems)

    def span(self, start: int, end: int) -> Span:
        column = start - self.line_start + 1
        return Span(self.source.name, self.line, column, self.line, column + end - start)

    def skip(self, start: int, end: int) -> int:
        """Blank a stretch of empty and comment lines; count its lines."""
        stretch = self.text[start:end]
        self.edits.append((start, end, _NOT_NEWLINE.sub(" ", stretch)))
        self.line += stretch.count("\n")
        self.line_start = start + stretch.rfind("\n") + 1 if "\n" in stretch else self.line_start
        return end

    def piece(self, kind: str, start: int, end: int) -> None:
        now, depth = self.now, len(self.brackets)
        if kind == "cite":  # does not change where the line stands
            return
        if kind not in ("newline", "comment", "return"):
            now.awaits = False
        match kind:
            case "newline":
                self.skip(start + 1, end)
                self.line += 1
                self.line_start = end
                if end < len(self.text):
                    self.begin_line(end)
                return
            case "comment":
                marks = _TRAILING_MARKS.search(self.text, start, end)
                stop = marks.start() if marks else end
                self.edits.append((start, stop, " " * (stop - start)))
                return
            case "tab":
                self.tabs.append(self.span(start, end))
                self.edits.append((start, end, " "))
                return
            case "return":
                self.edits.append((start, end, " "))
                return
            case "unseen":
                self.unseen.append(self.span(start, end))
                self.edits.append((start, end, " "))
                return
            case "torn":
                self.report(errors.torn_text(self.span(start, end), self.text[start:end]))
            case "quote":
                self.report(errors.odd_quote(self.source, self.span(start, end)))
            case "opener":
                self.brackets.append((self.text[start], self.line, start - self.line_start + 1))
                if depth == errors.DEEPEST:
                    self.report(errors.too_many_brackets(self.span(start, end)))
            case "closer":
                self.close_bracket(start, end)
            case "result":
                now.results.append(depth)
            case "word":
                now.word(self.text[start:end], depth)
            case "colon":
                now.colon(depth)
        now.last = self.text[start:end]

    def begin_line(self, at: int) -> None:
        """Decide what the line at `at` is: a new declaration, a continuation, or a line of a block."""
        m = _INDENT.match(self.text, at)
        assert m is not None
        column = m.end() - at
        if column == 0:
            self.end_chunk(at)
            self.chunks.append(Chunk(at, len(self.text), self.line, _doc_above(self.source, self.line)))
        elif not self.chunks:
            self.chunks.append(Chunk(at, len(self.text), self.line))
            self.report(errors.nothing_above(self.span(at, m.end())))
        elif self.brackets or self.now.goes_on(self.text, m.end()):
            self.edits.append((at, at + 1, JOIN))
            return
        elif cites := _CITES.match(self.text, m.end()):
            self.edits.append((at, at + 1, JOIN))
            if cites[1]:
                self.edits.append((*cites.span(1), " " * len(cites[1])))
            return
        else:
            self.indent(column, at)
        self.now = _Line()

    def indent(self, column: int, at: int) -> None:
        here = self.span(at, at + column)
        if column > self.indents[-1]:
            self.indents.append(column)
            self.alone = here
            return
        alone, self.alone = self.alone, None
        deeper = self.indents[-1]
        while column < self.indents[-1]:
            deeper = self.indents.pop()
        if column > self.indents[-1]:
            outer = self.indents[-1]
            if not self.tabs and "\t" not in self.text[at : at + column]:
                if alone is not None and alone.end_column == deeper + 1 and column == outer + STEP < deeper:
                    self.report(errors.deeper_than_the_rest(alone, column))
                else:
                    self.report(errors.stray_indent(here, outer or deeper))
            self.indents.append(column)

    def close_bracket(self, start: int, end: int) -> None:
        closer = self.text[start]
        if not self.brackets:
            self.report(errors.not_opened(self.span(start, end), closer))
            return
        opener, line, column = self.brackets.pop()
        if opener != errors.PARTNER[closer]:
            at = Span(self.source.name, line, column, line, column + 1)
            self.report(errors.wrong_partner(self.span(start, end), closer, opener, at))
        self.now.close(len(self.brackets))

    def end_chunk(self, at: int) -> None:
        if self.brackets:
            opener, line, column = self.brackets[-1]
            self.report(errors.not_closed(Span(self.source.name, line, column, line, column + 1), opener))
        if self.chunks:
            self.chunks[-1].end = at
        self.brackets.clear()
        self.indents = [0]

    def report(self, problem: Diagnostic) -> None:
        chunk = self.chunks[-1]
        if chunk.problem is None:
            chunk.problem = problem

    def report_whitespace(self) -> None:
        if self.tabs:
            self.problems.append(errors.tabs(self.tabs))
        if UNSEEN.search(self.text):  # in texts and comments, too, from where they would get to a terminal or a page
            for n, line in enumerate(self.source.lines, 1):
                own = (Span(self.source.name, n, m.start() + 1, n, m.end() + 1) for m in UNSEEN.finditer(line))
                self.unseen += own
            self.unseen = sorted(set(self.unseen))
        if self.unseen:
            self.problems.append(errors.unseen(self.unseen, self.source))

    def cleaned(self) -> str:
        out: list[str] = []
        done = 0
        for start, end, new in self.edits:
            if start < done:
                continue  # a tab in the place of a JOIN
            out += (self.text[done:start], new)
            done = end
        out.append(self.text[done:])
        return "".join(out)


def _doc_above(source: Source, line: int) -> str:
    """Return the comment block that ends right above a line."""
    top = line - 1
    while top > 0 and source.lines[top - 1].startswith("#"):
        top -= 1
    return "\n".join(row[1:].strip() for row in source.lines[top : line - 1])


# ---------------------------------------------------------------- tokens

_OPENERS = frozenset({"LPAR", "LSQB", "LBRACE"})
_CLOSERS = frozenset({"RPAR", "RSQB", "RBRACE"})
_AWAIT_RESULT = frozenset({"FOLD", "_VIA", "_COST", "PAIRING"})


class Layout:
    """Add indentation tokens; tell apart the two colons, and a seat's answer from a label."""

    always_accept = ("_NL", "COLON", "CITE")

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        depth, indents = 0, [0]
        results: list[int] = []
        seats: set[str] = set()
        superseding = False  # the seats are named elsewhere, and nothing else has a colon behind it
        naming_seats = False
        cites: list[Token] = []  # at the end of a line that goes on: they stand behind the last one
        for token in stream:
            kind = token.type
            if kind == "CITE":
                cites.append(token)
                continue
            if kind in ("_NL", "RECONSTRUCTED"):
                yield from cites
                cites.clear()
            if kind == "_NL":
                naming_seats = False
                results.clear()
                yield token
                column = len(token) - token.rfind("\n") - 1
                if column > indents[-1]:
                    indents.append(column)
                    yield _at_end("_INDENT", token)
                while column < indents[-1]:
                    indents.pop()
                    yield _at_end("_DEDENT", token)
                continue
            if kind in _OPENERS:
                depth += 1
            elif kind in _CLOSERS:
                depth -= 1
                while results and results[-1] > depth:
                    results.pop()
            elif kind in _AWAIT_RESULT:
                results.append(depth)
            elif kind == "COLON":
                if results and results[-1] == depth:
                    results.pop()
                    token = Token.new_borrow_pos("_RESULT", ":", token)
            elif kind == "SCENARIO":
                seats.add("chance")
            elif (kind in ("WHEN", "SETUP") and seats == {"chance"}) or kind == "SUPERSEDES":
                superseding = True
            elif kind == "SEATS":
                naming_seats = True
            elif kind == "NAME" and naming_seats:
                seats.add(str(token))
            elif kind == "LABEL" and (superseding or token in seats):
                token = Token.new_borrow_pos("SEAT", str(token), token)
            yield token
        yield from cites


def _at_end(kind: str, token: Token) -> Token:
    line, column = token.end_line, token.end_column
    return Token(kind, "", token.end_pos, line, column, line, column, token.end_pos)
