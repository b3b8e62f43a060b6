"""From grammar trees to the syntax tree: names, texts, expressions, binders, types."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lark import Token, Tree

from regelwerk.dsl import ast
from regelwerk.dsl.diagnostics import Diagnostic
from regelwerk.dsl.source import Span

from ..words import reserved

DEEPEST = 150  # levels of nesting; keeps every later walk over the tree inside the host's stack
LARGEST_NUMBER = 1_000_000_000

# A grammar tree, a token, or None for an optional part that is not there.
Piece = Any


class TooDeep(Exception):
    """A declaration is nested deeper than any rulebook; carries the place."""


@dataclass(slots=True)
class Work:
    """What building one declaration needs to know."""

    file: str
    parse_part: Callable[[int, int], Tree[Token] | None]  # parse the expression between two offsets
    problems: list[Diagnostic]
    depth: int = 0


def span(w: Work, piece: Piece) -> Span:
    """Return the place of a tree or a token."""
    m = piece.meta if isinstance(piece, Tree) else piece
    if isinstance(piece, Tree) and m.empty:
        return Span(w.file, 0, 0, 0, 0)
    return Span(w.file, m.line, m.column, m.end_line, m.end_column)


def name(w: Work, token: Piece) -> ast.Name:
    return ast.Name(str(token), at=span(w, token))


def declared(w: Work, token: Piece, taken: Callable[[], frozenset[str]] = reserved) -> ast.Name:
    """Build a name where it is introduced: words of the language cannot be names."""
    if str(token) in taken():
        said = f"`{token}` is a word of the language and cannot be a name."
        help_ = f"Choose another name, for example with a second word: `{token}_…`."
        w.problems.append(Diagnostic("RW1016", said, span(w, token), help_))
    return name(w, token)


def maybe_name(w: Work, token: Piece) -> ast.Name | None:
    return None if token is None else name(w, token)


def names(w: Work, tree: Piece) -> tuple[ast.Name, ...]:
    return () if tree is None else tuple(name(w, t) for t in tree.children)


def marks(w: Work, tree: Piece) -> ast.Marks:
    if not tree.children:
        return ast.NO_MARKS
    cites = tuple(ast.Cite(str(t)[1:], at=span(w, t)) for t in tree.children if t.type == "CITE")
    return ast.Marks(cites, any(t.type == "RECONSTRUCTED" for t in tree.children), at=span(w, tree))


def path(w: Work, tree: Piece) -> ast.Path:
    parts = tuple(str(t)[1:-1] if t.type == "STRING" else str(t) for t in tree.children)
    return ast.Path(parts, at=span(w, tree))


# ---------------------------------------------------------------- texts

_CUT = re.compile(r"\{\{|\}\}|[{}]")


def maybe_text(w: Work, token: Piece) -> ast.Text | None:
    return None if token is None else text(w, token)


def text(w: Work, token: Token) -> ast.Text:
    """Cut a quoted text into plain parts and the expressions between braces."""
    inner = str(token)[1:-1]
    parts: list[str | ast.Expr] = []
    plain = ""
    done = 0
    while m := _CUT.search(inner, done):
        plain += inner[done : m.start()]
        done = m.end()
        if m[0] in ("{{", "}}"):
            plain += m[0][0]
            continue
        end = _closing(inner, m.start()) if m[0] == "{" else None
        if end is None:
            _stray_brace(w, token, m.start(), m[0])
            continue
        if plain:
            parts.append(plain)
            plain = ""
        tree = _part(w, token, m.end(), end)
        if tree is not None:
            parts.append(expr(w, tree))
        done = end + 1
    plain += inner[done:]
    if plain:
        parts.append(plain)
    return ast.Text(tuple(parts), at=span(w, token))


def _closing(inner: str, start: int) -> int | None:
    depth = 0
    for i in range(start, len(inner)):
        if inner[i] == "{":
            depth += 1
        elif inner[i] == "}":
            depth -= 1
            if depth == 0:
                return i
    return None


def _inside(w: Work, token: Token, start: int, end: int) -> Span:
    at = span(w, token)
    return Span(at.file, at.line, at.column + 1 + start, at.line, at.column + 1 + end)


def _part(w: Work, token: Token, start: int, end: int) -> Tree[Token] | None:
    if not str(token)[1 + start : 1 + end].strip():
        help_ = "Write an expression between them, or `{{` and `}}` for the braces themselves."
        at = _inside(w, token, start - 1, end + 1)
        w.problems.append(Diagnostic("RW1007", "There is nothing between these braces.", at, help_))
        return None
    assert token.start_pos is not None
    return w.parse_part(token.start_pos + 1 + start, token.start_pos + 1 + end)


def _stray_brace(w: Work, token: Token, at: int, brace: str) -> None:
    said = "is never closed" if brace == "{" else "closes nothing"
    close = "Close it with `}` behind the name, or write" if brace == "{" else "Write"
    help_ = f"{close} `{brace}{brace}` for the brace itself."
    place = _inside(w, token, at, at + 1)
    w.problems.append(Diagnostic("RW1007", f"This `{brace}` in the text {said}.", place, help_))


# ---------------------------------------------------------------- expressions


def expr(w: Work, piece: Piece) -> ast.Expr:
    """Build any expression."""
    if isinstance(piece, Token):
        return _leaf(w, piece)
    w.depth += 1
    if w.depth > DEEPEST:
        raise TooDeep(span(w, piece))
    built = _EXPRESSIONS[piece.data](w, piece.children, span(w, piece))
    w.depth -= 1
    return built


def maybe_expr(w: Work, piece: Piece) -> ast.Expr | None:
    return None if piece is None else expr(w, piece)


def exprs(w: Work, tree: Piece) -> tuple[ast.Expr, ...]:
    return () if tree is None else tuple(expr(w, c) for c in tree.children)


def number(w: Work, token: Token) -> int:
    """Read a whole number; the language knows none beyond its widest range."""
    value = int(token[:9])
    if len(token) > 9 or value > LARGEST_NUMBER:
        said = f"Numbers go up to {LARGEST_NUMBER}."
        w.problems.append(Diagnostic("RW1008", said, span(w, token), "Use a smaller number."))
        return LARGEST_NUMBER
    return value


def _leaf(w: Work, token: Token) -> ast.Expr:
    at = span(w, token)
    match token.type:
        case "NUMBER":
            return ast.Number(number(w, token), at=at)
        case "TYPE":
            return ast.TypeIdent(str(token), at=at)
        case "STRING":
            return ast.TextExpr(text(w, token), at=at)
        case _:
            return ast.Ident(str(token), at=at)


def _binary(w: Work, c: list[Piece], at: Span) -> ast.Expr:
    return ast.Binary(str(c[1]), expr(w, c[0]), expr(w, c[2]), at=at)


def _not_in(w: Work, c: list[Piece], at: Span) -> ast.Expr:
    return ast.Binary("not in", expr(w, c[0]), expr(w, c[2]), at=at)


def _rounded(w: Work, c: list[Piece], at: Span) -> ast.Expr:
    op = str(c[1])
    if op != "/":
        said = f"Only a division is rounded, not `{op}`."
        w.problems.append(Diagnostic("RW1009", said, at, "Put the division in brackets and round it there."))
    return ast.Binary("/up" if c[3] == "up" else "/", expr(w, c[0]), expr(w, c[2]), at=at)


def _clamp(w: Work, c: list[Piece], at: Span) -> ast.Expr:
    return ast.Binary(f"at {c[1]}", expr(w, c[0]), expr(w, c[2]), at=at)


def _unary(op: str) -> Callable[[Work, list[Piece], Span], ast.Expr]:
    return lambda w, c, at: ast.Unary(op, expr(w, c[0]), at=at)


def _group(w: Work, c: list[Piece], at: Span) -> ast.Expr:
    return expr(w, c[0])


def _counting(w: Work, c: list[Piece], at: Span) -> ast.Expr:
    first, *more = (binder(w, b) for b in c[1:])
    return ast.Quant(str(c[0]), first, None, tuple(more), at=at)


def _fold(w: Work, c: list[Piece], at: Span) -> ast.Expr:
    first, *more = binders(w, c[1])
    return ast.Quant(str(c[0]), first, expr(w, c[2]), tuple(more), at=at)


def _pairing(w: Work, c: list[Piece], at: Span) -> ast.Expr:
    return ast.Pairing(declared(w, c[0]), binder(w, c[1]), expr(w, c[2]), at=at)


def _if_expr(w: Work, c: list[Piece], at: Span) -> ast.Expr:
    return ast.IfExpr(expr(w, c[0]), expr(w, c[1]), expr(w, c[2]), at=at)


def _reach(w: Work, c: list[Piece], at: Span) -> ast.Expr:
    return ast.Reach(expr(w, c[0]), declared(w, c[1]), expr(w, c[2]), at=at)


def _distance(w: Work, c: list[Piece], at: Span) -> ast.Expr:
    to, cost = (declared(w, c[4]), expr(w, c[5])) if len(c) > 4 else (None, None)
    return ast.Distance(expr(w, c[0]), expr(w, c[1]), declared(w, c[2]), expr(w, c[3]), to, cost, at=at)


def _dot(w: Work, c: list[Piece], at: Span) -> ast.Expr:
    return ast.Dot(expr(w, c[0]), name(w, c[1]), at=at)


def _index(w: Work, c: list[Piece], at: Span) -> ast.Expr:
    return ast.Index(expr(w, c[0]), exprs(w, c[1]), at=at)


SPREADSHEET = (
    "Formulas of spreadsheets are asked in words.",
    "Write `sum x in …: …`, `max x in …: …`, `count x in … where …`, `if a then b else c`.",
)


def _call(w: Work, c: list[Piece], at: Span) -> ast.Expr:
    of = expr(w, c[0])
    if not isinstance(of, ast.Ident | ast.Dot):
        said = "Only the name of a value or an effect can stand before brackets."
        help_ = "To multiply, write `*`; a note for readers begins with `#`."
        if isinstance(of, ast.TypeIdent) and of.id.isupper():
            said, help_ = SPREADSHEET
        w.problems.append(Diagnostic("RW1010", said, of.at, help_))
        return of
    return ast.Call(of, exprs(w, c[1]), at=at)


def _set(w: Work, c: list[Piece], at: Span) -> ast.Expr:
    return ast.SetLit(exprs(w, c[0]), at=at)


def _map(w: Work, c: list[Piece], at: Span) -> ast.Expr:
    return ast.MapLit(tuple((expr(w, e.children[0]), expr(w, e.children[1])) for e in c), at=at)


def _comprehension(w: Work, c: list[Piece], at: Span) -> ast.Expr:
    return ast.Comprehension(binders(w, c[0]), maybe_expr(w, c[1]), at=at)


_EXPRESSIONS: dict[str, Callable[[Work, list[Piece], Span], ast.Expr]] = {
    "binary": _binary,
    "not_in": _not_in,
    "rounded": _rounded,
    "clamp": _clamp,
    "neg": _unary("-"),
    "negate": _unary("not"),
    "group": _group,
    "counting": _counting,
    "fold": _fold,
    "pairing": _pairing,
    "if_expr": _if_expr,
    "reach": _reach,
    "distance": _distance,
    "dot": _dot,
    "index": _index,
    "call": _call,
    "set": _set,
    "map": _map,
    "comprehension": _comprehension,
}


# ---------------------------------------------------------------- binders, parameters, types


def binder(w: Work, tree: Piece) -> ast.Binder:
    var, _, source, *conditions = tree.children
    where, stop = [*conditions, None, None][:2]
    return ast.Binder(declared(w, var), expr(w, source), maybe_expr(w, where), maybe_expr(w, stop), at=span(w, tree))


def binders(w: Work, tree: Piece) -> tuple[ast.Binder, ...]:
    return tuple(binder(w, c) for c in tree.children)


def params(w: Work, tree: Piece) -> tuple[ast.Param, ...]:
    return () if tree is None else tuple(_param(w, c) for c in tree.children)


def _param(w: Work, tree: Piece) -> ast.Param:
    at = span(w, tree)
    if tree.data == "typed":
        return ast.Param(declared(w, tree.children[0]), typ(w, tree.children[1]), at=at)
    bound = binder(w, tree.children[0])
    return ast.Param(bound.name, binder=bound, at=at)


def typ(w: Work, tree: Piece) -> ast.Type:
    """Build any type."""
    at, c = span(w, tree), tree.children
    w.depth += 1
    if w.depth > DEEPEST:
        raise TooDeep(at)
    try:
        match tree.data:
            case "typ":
                value, *keys = (typ(w, part) for part in c)
                return ast.PerType(value, tuple(keys), at=at)
            case "union":
                parts = tuple(typ(w, part) for part in c)
                return parts[0] if len(parts) == 1 else ast.UnionType(parts, at=at)
            case "set_of":
                return ast.SetType(typ(w, c[0]), at=at)
            case "list_of":
                return ast.ListType(typ(w, c[0]), at=at)
            case "pile_of":
                return ast.PileType(typ(w, c[0]), at=at)
            case "holds":
                return ast.HoldsType(typ(w, c[0]), at=at)
            case "between":
                return ast.RangeType(expr(w, c[0]), expr(w, c[1]), at=at)
            case "code":
                return ast.CodeType(params(w, c[1]), None, at=at)
            case _:
                named = ast.NamedType(str(c[0]), at=span(w, c[0]))
                return ast.CodeType(params(w, c[1]), named, at=at) if len(c) > 1 and c[1] is not None else named
    finally:
        w.depth -= 1


def maybe_typ(w: Work, tree: Piece) -> ast.Type | None:
    return None if tree is None else typ(w, tree)
