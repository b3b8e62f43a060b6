"""Read source: text in, syntax tree and messages out. Nothing here raises on any input."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from lark import TextSlice, Token, Tree
from lark.exceptions import UnexpectedInput

from .. import ast
from ..diagnostics import Diagnostic, Fix, sort_key
from ..source import Source, Span
from . import indentation_errors as errors
from .build.builder import Builder, TooDeep
from .build.declarations import declaration
from .build.expressions import expr
from .build.statements import step
from .errors.headings import heading_problem
from .errors.recognise import explain
from .indentation import Scan, scan
from .parser_tables import grammar

T = TypeVar("T")
_TAB = re.compile(r"^ *\t", re.MULTILINE)  # in the indentation
_WORD = re.compile(r"\w+|[])}]")
_CONFLICT = re.compile(
    r"^(?P<open><{7}[^\n]*)(?P<ours>\n(?:[^\n]*\n)*?)(?P<theirs>={7}\n(?:[^\n]*\n)*?>{7}[^\n]*)", re.MULTILINE
)
_EQUALS = re.compile(r"= *\{")  # pairs that go on in the next line
_TRIED = 60  # places for a missing bracket
CLOSER = {opener: closer for closer, opener in errors.PARTNER.items()}


def parse(source: Source) -> tuple[ast.File, list[Diagnostic]]:
    """Read a file. A declaration with a syntax error is missing in the tree and reported."""
    source, conflicts = _one_side(source)
    done = scan(source)
    problems = [*conflicts, *done.problems]
    decls: list[ast.Decl] = []
    for chunk in done.chunks:
        if chunk.problem is not None:
            problems.append(_closed(source, chunk.problem, chunk.start, chunk.end))
            continue
        before = len(problems)
        wrong = heading_problem(source, done.text, chunk.start, chunk.end)
        if wrong is not None:
            problems.append(wrong)
            continue
        tree = _tree(source, done, chunk.start, chunk.end, "item", problems)
        decl = _built(declaration, source, done, tree, problems)
        if _TAB.search(source.text, chunk.start, chunk.end):
            del problems[before:]  # the tab is what is wrong
        if decl is not None:
            decls.append(replace(decl, doc=chunk.doc) if chunk.doc else decl)
    return ast.File(source.name, tuple(decls)), sorted(problems, key=sort_key)


def _one_side(source: Source) -> tuple[Source, list[Diagnostic]]:
    """Leave one side of what a merge could not join, so that the marks are the only mistake that is told."""
    found = list(_CONFLICT.finditer(source.text))
    if not found:
        return source, []
    text = source.text
    for sides in reversed(found):
        kept = " " * len(sides["open"]) + sides["ours"] + re.sub(r"[^\n]", " ", sides["theirs"])
        text = text[: sides.start()] + kept + text[sides.end() :]
    line = source.text.count("\n", 0, found[0].start()) + 1
    return replace(source, text=text), [errors.conflict(Span(source.name, line, 1, line, 8))]


def _closed(source: Source, problem: Diagnostic, start: int, end: int) -> Diagnostic:
    """Say where a bracket that is never closed could end: as far to the right as its declaration can be read."""
    text, line = source.text[start:end], source.lines[problem.at.line - 1]
    opener = line[problem.at.column - 1 : problem.at.column]
    if opener == "{" and not line[problem.at.column :].split("#")[0].strip() and not _EQUALS.search(line):
        return errors.brace_of_a_block(problem.at)
    if not problem.message.endswith("is never closed.") or text.count(opener) != text.count(CLOSER[opener]) + 1:
        return problem
    begin = sum(len(each) + 1 for each in source.lines[: problem.at.line - 1]) - start
    for word in reversed(list(_WORD.finditer(line, problem.at.column))[:_TRIED]):
        tried = text[: begin + word.end()] + CLOSER[opener] + text[begin + word.end() :]
        if _readable(tried):
            at = problem.at._replace(column=word.end() + 1, end_column=word.end() + 1)
            way = f"Add the `{CLOSER[opener]}` that belongs to it, perhaps behind `{word[0]}`."
            return replace(problem, help=way, fixes=(Fix(at, CLOSER[opener]),))
    return problem


def _readable(text: str) -> bool:
    """Say whether a declaration can be read, without a word about why not."""
    done = scan(Source("", text))
    if done.problems or any(chunk.problem is not None for chunk in done.chunks):
        return False
    try:
        for chunk in done.chunks:
            grammar().parse(TextSlice(done.text, chunk.start, chunk.end), start="item")
    except UnexpectedInput:
        return False
    return True


def parse_expression(text: str, name: str = "") -> tuple[ast.Expr | None, list[Diagnostic]]:
    """Read an expression, for example an answer typed at a prompt."""
    return _alone(expr, "expression", Source(name, text.strip()))


def parse_statement(text: str, name: str = "") -> tuple[ast.Step | None, list[Diagnostic]]:
    """Read one statement."""
    return _alone(step, "statement", Source(name, text.strip()))


def _alone(build: Callable[[Builder, Tree[Token]], T], rule: str, source: Source) -> tuple[T | None, list[Diagnostic]]:
    done = scan(source)
    problems = [c.problem for c in done.chunks if c.problem is not None] + done.problems
    if problems:
        return None, problems
    tree = _tree(source, done, 0, len(done.text), rule, problems)
    built = _built(build, source, done, tree, problems)
    return (None if problems else built), problems


def _built(
    build: Callable[[Builder, Tree[Token]], T],
    source: Source,
    done: Scan,
    tree: Tree[Token] | None,
    problems: list[Diagnostic],
) -> T | None:
    def part(start: int, end: int) -> Tree[Token] | None:
        return _tree(source, done, start, end, "expression", problems)

    if tree is None:
        return None
    try:
        return build(Builder(source.name, part, problems), tree)
    except TooDeep as deep:
        problems.append(errors.too_deep(deep.args[0]))
        return None


def _tree(
    source: Source, done: Scan, start: int, end: int, rule: str, problems: list[Diagnostic]
) -> Tree[Token] | None:
    try:
        return grammar().parse(TextSlice(done.text, start, end), start=rule)
    except UnexpectedInput as error:
        problems.append(explain(error, source, done.text, start, end))
        return None
