"""From grammar trees to the syntax tree: invariants and scenarios."""

from __future__ import annotations

from lark import Token, Tree

from regelwerk.dsl import ast
from regelwerk.dsl.source import Span

from .expressions import Piece, Work, declared, expr, marks, name, span, text
from .statements import block, step


def invariant(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    title, after, said, cond, more = c
    both = Tree("marks", [*said.children, *more.children], said.meta if said.children else more.meta)
    named = name(w, after) if after is not None else None
    return ast.Invariant(text(w, title), expr(w, cond), named, marks=marks(w, both), at=at)


def scenario(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    title, said, sat, breaks, set_up, given, *course = c
    cases = course.pop()
    when, then = _course(w, course)
    like = text(w, given.children[1]) if given is not None and given.data == "given_as_in" else None
    return ast.Scenario(
        text(w, title),
        () if sat is None else tuple(declared(w, t) for t in sat.children),
        _given(w, given),
        when,
        then,
        () if breaks is None else tuple(text(w, t) for t in breaks.children),
        () if set_up is None else tuple(a for n in set_up.children[1:] for a in _answers(w, n)),
        like,
        () if cases is None else tuple(declared(w, t) for t in cases.children if isinstance(t, Token)),
        () if cases is None else tuple(_example(w, t) for t in cases.children if not isinstance(t, Token)),
        marks=marks(w, said),
        at=at,
    )


def _course(w: Work, parts: list[Piece]) -> tuple[tuple[ast.Step | ast.Answer | ast.Check, ...], tuple[ast.Check, ...]]:
    """What happens, with the expectations on the way; and what must hold in the end."""
    when: list[ast.Step | ast.Answer | ast.Check] = []
    last: tuple[ast.Check, ...] = ()
    for part in parts:
        if part is None:
            continue
        if part.data == "when":
            when += [*last, *_when(w, part)]
            last = ()
        else:
            last = _checks(w, part)
    return tuple(when), last


def seats(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    return ast.Seats(tuple(declared(w, t) for t in c), at=at)


def _example(w: Work, tree: Piece) -> ast.Example:
    values, said = tree.children
    return ast.Example(tuple(expr(w, e) for e in values.children), marks(w, said), at=span(w, tree))


def _given(w: Work, tree: Piece) -> ast.Block:
    if tree is None:
        return ()
    inner = tree.children[-1]
    if inner is None:
        return ()
    return block(w, inner) if inner.data == "block" else (step(w, inner),)


def _when(w: Work, tree: Piece) -> tuple[ast.Step | ast.Answer, ...]:
    out: list[ast.Step | ast.Answer] = []
    for n in () if tree is None else tree.children:
        out += _answers(w, n) if n.data == "answer_line" else [step(w, n)]
    return tuple(out)


def _answers(w: Work, tree: Piece) -> list[ast.Answer]:
    """The answers of a line: of one seat after the other, several each."""
    *parts, last = tree.children
    cited = marks(w, last)
    pairs = [] if tree.data == "set_up_line" else [(parts.pop(0), parts.pop(0))]
    pairs += [(n.children[0], n.children[1]) for n in parts]
    return [
        ast.Answer(name(w, seat), expr(w, e), cited, at=span(w, tree)) for seat, said in pairs for e in said.children
    ]


def _checks(w: Work, tree: Piece) -> tuple[ast.Check, ...]:
    return () if tree is None else tuple(_check(w, k) for k in tree.children)


def _check(w: Work, k: Piece) -> ast.Check:
    *parts, said = k.children
    at = span(w, k)
    if k.data in ("told", "not_told"):
        _, who, sentence = parts
        told = ast.Told(name(w, who), text(w, sentence), k.data == "told", at=at)
        return ast.Check(told, None, marks(w, said), at=at)
    who = expr(w, parts[0]) if k.data == "check_as" else None
    return ast.Check(expr(w, parts[-1]), who, marks(w, said), at=at)


def supersedes(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    return ast.Supersedes(text(w, c[0]), *_course(w, c[2:]), marks=marks(w, c[1]), at=at)
