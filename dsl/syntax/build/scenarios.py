"""From grammar trees to the syntax tree: invariants and scenarios."""

from __future__ import annotations

from lark import Token

from regelwerk.dsl import ast
from regelwerk.dsl.source import Span

from .builder import Builder, Piece, Rest, declared, joined, marks, maybe, name, node, part, several, span
from .expressions import expr, exprs, text
from .statements import block, step


def invariant(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    title, after, said, cond, more = c
    return ast.Invariant(
        text(b, title), expr(b, cond), maybe(name)(b, after), marks=marks(b, joined(said, more)), at=at
    )


def scenario(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    title, said, sat, breaks, set_up, given, *course = c
    cases = course.pop()
    when, then = _course(b, course)
    like = text(b, given.children[1]) if given is not None and given.data == "given_as_in" else None
    return ast.Scenario(
        text(b, title),
        several(declared)(b, sat),
        _given(b, given),
        when,
        then,
        several(text)(b, breaks),
        () if set_up is None else tuple(a for n in set_up.children[1:] for a in _answers(b, n)),
        like,
        () if cases is None else tuple(declared(b, t) for t in cases.children if isinstance(t, Token)),
        () if cases is None else tuple(_example(b, t) for t in cases.children if not isinstance(t, Token)),
        marks=marks(b, said),
        at=at,
    )


def _course(
    b: Builder, parts: list[Piece]
) -> tuple[tuple[ast.Step | ast.Answer | ast.Check, ...], tuple[ast.Check, ...]]:
    """What happens, with the expectations on the way; and what must hold in the end."""
    when: list[ast.Step | ast.Answer | ast.Check] = []
    last: tuple[ast.Check, ...] = ()
    for piece in parts:
        if piece is None:
            continue
        if piece.data == "when":
            when += [*last, *_when(b, piece)]
            last = ()
        else:
            last = several(_check)(b, piece)
    return tuple(when), last


def _given(b: Builder, tree: Piece) -> ast.Block:
    if tree is None:
        return ()
    inner = tree.children[-1]
    if inner is None:
        return ()
    return block(b, inner) if inner.data == "block" else (step(b, inner),)


def _when(b: Builder, tree: Piece) -> tuple[ast.Step | ast.Answer, ...]:
    out: list[ast.Step | ast.Answer] = []
    for n in () if tree is None else tree.children:
        out += _answers(b, n) if n.data == "answer_line" else [step(b, n)]
    return tuple(out)


def _answers(b: Builder, tree: Piece) -> list[ast.Answer]:
    """The answers of a line: of one seat after the other, several each."""
    *parts, last = tree.children
    cited = marks(b, last)
    pairs = [] if tree.data == "set_up_line" else [(parts.pop(0), parts.pop(0))]
    pairs += [(n.children[0], n.children[1]) for n in parts]
    return [
        ast.Answer(name(b, seat), expr(b, e), cited, at=span(b, tree)) for seat, said in pairs for e in said.children
    ]


def _check(b: Builder, k: Piece) -> ast.Check:
    *parts, said = k.children
    at = span(b, k)
    if k.data in ("told", "not_told"):
        _, who, sentence = parts
        told = ast.Told(name(b, who), text(b, sentence), k.data == "told", at=at)
        return ast.Check(told, None, marks(b, said), at=at)
    who = expr(b, parts[0]) if k.data == "check_as" else None
    return ast.Check(expr(b, parts[-1]), who, marks(b, said), at=at)


def supersedes(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    return ast.Supersedes(text(b, c[0]), *_course(b, c[2:]), marks=marks(b, c[1]), at=at)


seats = node(ast.Seats, seats=Rest(declared))
_example = part(node(ast.Example, values=exprs, marks=marks))
