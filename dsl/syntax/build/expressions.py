"""From grammar trees to the syntax tree: names, texts, expressions, binders, types."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lark import Token, Tree

from regelwerk.dsl import ast
from regelwerk.dsl.diagnostics import Diagnostic, Fix
from regelwerk.dsl.source import Span

from ..words import reserved

DEEPEST = 150  # levels of nesting; keeps every later walk over the tree inside the host's stack
LARGEST_NUMBER = 1_000_000_000

# A grammar tree, a token, or None for an optional part that is not there.
Piece = Any


class TooDeep(Exception):
    """A declaration is nested deeper than any rulebook; carries the place."""


@dataclass(slots=True)
class Builder:
    """What building one declaration needs to know."""

    file: str
    parse_part: Callable[[int, int], Tree[Token] | None]  # parse the expression between two offsets
    problems: list[Diagnostic]
    depth: int = 0


def span(b: Builder, piece: Piece) -> Span:
    """Return the place of a tree or a token."""
    m = piece.meta if isinstance(piece, Tree) else piece
    if isinstance(piece, Tree) and m.empty:
        return Span(b.file, 0, 0, 0, 0)
    return Span(b.file, m.line, m.column, m.end_line, m.end_column)


def name(b: Builder, token: Piece) -> ast.Name:
    return ast.Name(str(token), at=span(b, token))


def declared(b: Builder, token: Piece, taken: Callable[[], frozenset[str]] = reserved) -> ast.Name:
    """Build a name where it is introduced: words of the language cannot be names."""
    if str(token) in taken():
        said = f"`{token}` is a word of the language and cannot be a name."
        help = f"Choose another name, for example with a second word: `{token}_…`."
        b.problems.append(Diagnostic("RW1016", said, span(b, token), help))
    return name(b, token)


def maybe_name(b: Builder, token: Piece) -> ast.Name | None:
    return None if token is None else name(b, token)


def names(b: Builder, tree: Piece) -> tuple[ast.Name, ...]:
    return () if tree is None else tuple(name(b, t) for t in tree.children)


def marks(b: Builder, tree: Piece) -> ast.Marks:
    if not tree.children:
        return ast.NO_MARKS
    cites = tuple(ast.Cite(str(t)[1:], at=span(b, t)) for t in tree.children if t.type == "CITE")
    return ast.Marks(cites, any(t.type == "RECONSTRUCTED" for t in tree.children), at=span(b, tree))


def path(b: Builder, tree: Piece) -> ast.Path:
    parts = tuple(str(t)[1:-1] if t.type == "STRING" else str(t) for t in tree.children)
    return ast.Path(parts, at=span(b, tree))


# ---------------------------------------------------------------- texts

_CUT = re.compile(r"\{\{|\}\}|[{}]")


def maybe_text(b: Builder, token: Piece) -> ast.Text | None:
    return None if token is None else text(b, token)


def text(b: Builder, token: Token) -> ast.Text:
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
            _stray_brace(b, token, m.start(), m[0])
            continue
        if plain:
            parts.append(plain)
            plain = ""
        tree = _part(b, token, m.end(), end)
        if tree is not None:
            parts.append(expr(b, tree))
        done = end + 1
    plain += inner[done:]
    if plain:
        parts.append(plain)
    return ast.Text(tuple(parts), at=span(b, token))


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


def _inside(b: Builder, token: Token, start: int, end: int) -> Span:
    at = span(b, token)
    return Span(at.file, at.line, at.column + 1 + start, at.line, at.column + 1 + end)


def _part(b: Builder, token: Token, start: int, end: int) -> Tree[Token] | None:
    if not str(token)[1 + start : 1 + end].strip():
        help = "Write an expression between them, or `{{` and `}}` for the braces themselves."
        at = _inside(b, token, start - 1, end + 1)
        b.problems.append(Diagnostic("RW1007", "There is nothing between these braces.", at, help))
        return None
    assert token.start_pos is not None
    return b.parse_part(token.start_pos + 1 + start, token.start_pos + 1 + end)


def _stray_brace(b: Builder, token: Token, at: int, brace: str) -> None:
    said = "is never closed" if brace == "{" else "closes nothing"
    close = "Close it with `}` behind the name, or write" if brace == "{" else "Write"
    help = f"{close} `{brace}{brace}` for the brace itself."
    place = _inside(b, token, at, at + 1)
    b.problems.append(Diagnostic("RW1007", f"This `{brace}` in the text {said}.", place, help))


# ---------------------------------------------------------------- expressions


def expr(b: Builder, piece: Piece) -> ast.Expr:
    """Build any expression."""
    if isinstance(piece, Token):
        return _leaf(b, piece)
    b.depth += 1
    if b.depth > DEEPEST:
        raise TooDeep(span(b, piece))
    built = _EXPRESSIONS[piece.data](b, piece.children, span(b, piece))
    b.depth -= 1
    return built


def maybe_expr(b: Builder, piece: Piece) -> ast.Expr | None:
    return None if piece is None else expr(b, piece)


def exprs(b: Builder, tree: Piece) -> tuple[ast.Expr, ...]:
    return () if tree is None else tuple(expr(b, c) for c in tree.children)


def number(b: Builder, token: Token) -> int:
    """Read a whole number; the language knows none beyond its widest range."""
    value = int(token[:9])
    if len(token) > 9 or value > LARGEST_NUMBER:
        said = f"Numbers go up to {LARGEST_NUMBER}."
        b.problems.append(Diagnostic("RW1008", said, span(b, token), "Use a smaller number."))
        return LARGEST_NUMBER
    return value


def _leaf(b: Builder, token: Token) -> ast.Expr:
    at = span(b, token)
    match token.type:
        case "NUMBER":
            return ast.Number(number(b, token), at=at)
        case "TYPE":
            return ast.TypeIdent(str(token), at=at)
        case "STRING":
            return ast.TextExpr(text(b, token), at=at)
        case _:
            return ast.Ident(str(token), at=at)


def _binary(b: Builder, c: list[Piece], at: Span) -> ast.Expr:
    return ast.Binary(str(c[1]), expr(b, c[0]), expr(b, c[2]), at=at)


def _not_in(b: Builder, c: list[Piece], at: Span) -> ast.Expr:
    return ast.Binary("not in", expr(b, c[0]), expr(b, c[2]), at=at)


def _rounded(b: Builder, c: list[Piece], at: Span) -> ast.Expr:
    op = str(c[1])
    if op != "/":
        said = f"Only a division is rounded, not `{op}`."
        b.problems.append(Diagnostic("RW1009", said, at, "Put the division in brackets and round it there."))
    return ast.Binary("/up" if c[3] == "up" else "/", expr(b, c[0]), expr(b, c[2]), at=at)


def _clamp(b: Builder, c: list[Piece], at: Span) -> ast.Expr:
    return ast.Binary(f"at {c[1]}", expr(b, c[0]), expr(b, c[2]), at=at)


def _unary(op: str) -> Callable[[Builder, list[Piece], Span], ast.Expr]:
    return lambda b, c, at: ast.Unary(op, expr(b, c[0]), at=at)


def _group(b: Builder, c: list[Piece], at: Span) -> ast.Expr:
    return expr(b, c[0])


def _counting(b: Builder, c: list[Piece], at: Span) -> ast.Expr:
    first, *more = (binder(b, part) for part in c[1:])
    return ast.Quant(str(c[0]), first, None, tuple(more), at=at)


def _fold(b: Builder, c: list[Piece], at: Span) -> ast.Expr:
    first, *more = binders(b, c[1])
    return ast.Quant(str(c[0]), first, expr(b, c[2]), tuple(more), at=at)


def _pairing(b: Builder, c: list[Piece], at: Span) -> ast.Expr:
    return ast.Pairing(declared(b, c[0]), binder(b, c[1]), expr(b, c[2]), at=at)


def _if_expr(b: Builder, c: list[Piece], at: Span) -> ast.Expr:
    return ast.IfExpr(expr(b, c[0]), expr(b, c[1]), expr(b, c[2]), at=at)


def _reach(b: Builder, c: list[Piece], at: Span) -> ast.Expr:
    return ast.Reach(expr(b, c[0]), declared(b, c[1]), expr(b, c[2]), at=at)


def _distance(b: Builder, c: list[Piece], at: Span) -> ast.Expr:
    to, cost = (declared(b, c[4]), expr(b, c[5])) if len(c) > 4 else (None, None)
    return ast.Distance(expr(b, c[0]), expr(b, c[1]), declared(b, c[2]), expr(b, c[3]), to, cost, at=at)


def _dot(b: Builder, c: list[Piece], at: Span) -> ast.Expr:
    return ast.Dot(expr(b, c[0]), name(b, c[1]), at=at)


def _index(b: Builder, c: list[Piece], at: Span) -> ast.Expr:
    return ast.Index(expr(b, c[0]), exprs(b, c[1]), at=at)


SPREADSHEET = (
    "Formulas of spreadsheets are asked in words.",
    "Write `sum x in …: …`, `max x in …: …`, `count x in … where …`, `if a then b else c`.",
)


def _call(b: Builder, c: list[Piece], at: Span) -> ast.Expr:
    of = expr(b, c[0])
    if not isinstance(of, ast.Ident | ast.Dot):
        said = "Only the name of a value or an effect can stand before brackets."
        help = "To multiply, write `*`; a note for readers begins with `#`."
        if isinstance(of, ast.TypeIdent) and of.id.isupper():
            said, help = SPREADSHEET
        elif isinstance(of, ast.TypeIdent) and len(given := exprs(b, c[1])) == 2:
            help = "The cell of a board at a column and a row is `cell(x, y)`."
            b.problems.append(Diagnostic("RW1010", said, of.at, help, fixes=(Fix(of.at, "cell"),)))
            return ast.Call(ast.Ident("cell", at=of.at), given, at=at)
        b.problems.append(Diagnostic("RW1010", said, of.at, help))
        return of
    return ast.Call(of, exprs(b, c[1]), at=at)


def _set(b: Builder, c: list[Piece], at: Span) -> ast.Expr:
    return ast.SetLit(exprs(b, c[0]), at=at)


def _map(b: Builder, c: list[Piece], at: Span) -> ast.Expr:
    return ast.MapLit(tuple((expr(b, e.children[0]), expr(b, e.children[1])) for e in c), at=at)


def _comprehension(b: Builder, c: list[Piece], at: Span) -> ast.Expr:
    return ast.Comprehension(binders(b, c[0]), maybe_expr(b, c[1]), at=at)


_EXPRESSIONS: dict[str, Callable[[Builder, list[Piece], Span], ast.Expr]] = {
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


def binder(b: Builder, tree: Piece) -> ast.Binder:
    var, _, source, *conditions = tree.children
    where, stop = [*conditions, None, None][:2]
    return ast.Binder(declared(b, var), expr(b, source), maybe_expr(b, where), maybe_expr(b, stop), at=span(b, tree))


def binders(b: Builder, tree: Piece) -> tuple[ast.Binder, ...]:
    return tuple(binder(b, c) for c in tree.children)


def params(b: Builder, tree: Piece) -> tuple[ast.Param, ...]:
    return () if tree is None else tuple(_param(b, c) for c in tree.children)


def _param(b: Builder, tree: Piece) -> ast.Param:
    at = span(b, tree)
    if tree.data == "typed":
        return ast.Param(declared(b, tree.children[0]), typ(b, tree.children[1]), at=at)
    bound = binder(b, tree.children[0])
    return ast.Param(bound.name, binder=bound, at=at)


def typ(b: Builder, tree: Piece) -> ast.Type:
    """Build any type."""
    at, c = span(b, tree), tree.children
    b.depth += 1
    if b.depth > DEEPEST:
        raise TooDeep(at)
    try:
        match tree.data:
            case "typ":
                value, *keys = (typ(b, part) for part in c)
                return ast.PerType(value, tuple(keys), at=at)
            case "union":
                parts = tuple(typ(b, part) for part in c)
                return parts[0] if len(parts) == 1 else ast.UnionType(parts, at=at)
            case "set_of":
                return ast.SetType(typ(b, c[0]), at=at)
            case "list_of":
                return ast.ListType(typ(b, c[0]), at=at)
            case "pile_of":
                return ast.PileType(typ(b, c[0]), at=at)
            case "holds":
                return ast.HoldsType(typ(b, c[0]), at=at)
            case "between":
                return ast.RangeType(expr(b, c[0]), expr(b, c[1]), at=at)
            case "code":
                return ast.CodeType(params(b, c[1]), None, at=at)
            case _:
                named = ast.NamedType(str(c[0]), at=span(b, c[0]))
                return ast.CodeType(params(b, c[1]), named, at=at) if len(c) > 1 and c[1] is not None else named
    finally:
        b.depth -= 1


def maybe_typ(b: Builder, tree: Piece) -> ast.Type | None:
    return None if tree is None else typ(b, tree)
