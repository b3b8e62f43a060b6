"""Read source: text in, syntax tree and messages out. Nothing here raises on any input."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from lark import Lark, TextSlice, Token, Tree
from lark.exceptions import UnexpectedInput

from . import ast
from .build import declaration, expr, step
from .build_terms import TooDeep, Work
from .diagnostics import Diagnostic
from .layout import Layout, Scan, scan
from .source import Source, Span
from .syntax_errors import explain

_STARTS = ["item", "expression", "statement"]


class _Positions:
    """Leave line ends and marks out of the places of trees."""

    def __call__(self, piece: object) -> bool:
        if isinstance(piece, Token):
            return piece.type not in ("_NL", "_INDENT", "_DEDENT")
        return not (isinstance(piece, Tree) and piece.data == "marks")


@lru_cache(maxsize=1)
def grammar() -> Lark:
    """Return the parser; its tables are built once per process."""
    text = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    return Lark(
        text,
        parser="lalr",
        lexer="contextual",
        postlex=Layout(),
        start=_STARTS,
        maybe_placeholders=True,
        propagate_positions=_Positions(),
    )


def parse(source: Source) -> tuple[ast.File, list[Diagnostic]]:
    """Read a file. Declarations with a syntax error are missing in the tree and reported, one message each."""
    done = scan(source)
    problems = list(done.problems)
    decls: list[ast.Decl] = []
    for chunk in done.chunks:
        if chunk.problem is not None:
            problems.append(chunk.problem)
            continue
        tree = _tree(source, done, chunk.start, chunk.end, "item", problems)
        if tree is None:
            continue
        try:
            decls.append(declaration(_work(source, done, problems), tree, chunk.doc))
        except TooDeep as deep:
            problems.append(_too_deep(deep.args[0]))
    return ast.File(source.name, tuple(decls)), problems


def parse_expression(text: str, name: str = "") -> tuple[ast.Expr | None, list[Diagnostic]]:
    """Read an expression, for example an answer typed at a prompt."""
    source = Source(name, text.strip())
    done, problems = _alone(source)
    if problems:
        return None, problems
    tree = _tree(source, done, 0, len(source.text), "expression", problems)
    return (None if problems else expr(_work(source, done, problems), tree)), problems


def parse_statement(text: str, name: str = "") -> tuple[ast.Step | None, list[Diagnostic]]:
    """Read one statement."""
    source = Source(name, text.strip())
    done, problems = _alone(source)
    if problems:
        return None, problems
    tree = _tree(source, done, 0, len(done.text), "statement", problems)
    return (None if problems else step(_work(source, done, problems), tree)), problems


def _alone(source: Source) -> tuple[Scan, list[Diagnostic]]:
    done = scan(source)
    return done, [c.problem for c in done.chunks if c.problem is not None] + done.problems


def _work(source: Source, done: Scan, problems: list[Diagnostic]) -> Work:
    def part(start: int, end: int) -> Tree[Token] | None:
        return _tree(source, done, start, end, "expression", problems)

    return Work(source.name, part, problems)


def _tree(
    source: Source, done: Scan, start: int, end: int, rule: str, problems: list[Diagnostic]
) -> Tree[Token] | None:
    try:
        return grammar().parse(TextSlice(done.text, start, end), start=rule)
    except UnexpectedInput as error:
        problems.append(explain(error, source.name))
        return None


def _too_deep(at: Span) -> Diagnostic:
    said = "This is nested too deeply to be read."
    return Diagnostic(
        "RW0009", said, at, "Give a part of it a name of its own with `value`, `effect` or `let`."
    )
