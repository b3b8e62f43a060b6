"""From grammar trees to the syntax tree: names, texts, expressions, binders, types."""

from __future__ import annotations

import re
from functools import partial

from lark import Token, Tree

from regelwerk.dsl import ast
from regelwerk.dsl.diagnostics import Diagnostic, Fix
from regelwerk.dsl.source import Span

from .builder import (
    DEEPEST,
    Build,
    Builder,
    Piece,
    Rest,
    TooDeep,
    declared,
    maybe,
    name,
    node,
    part,
    several,
    span,
    word,
)

LARGEST_NUMBER = 1_000_000_000


# ---------------------------------------------------------------- texts

_CUT = re.compile(r"\{\{|\}\}|[{}]")


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


def _rounded(b: Builder, c: list[Piece], at: Span) -> ast.Expr:
    op = str(c[1])
    if op != "/":
        said = f"Only a division is rounded, not `{op}`."
        b.problems.append(Diagnostic("RW1009", said, at, "Put the division in brackets and round it there."))
    return ast.Binary("/up" if c[3] == "up" else "/", expr(b, c[0]), expr(b, c[2]), at=at)


def _bound(b: Builder, side: Piece) -> str:
    return f"at {side}"


def _counting(b: Builder, c: list[Piece], at: Span) -> ast.Expr:
    first, *more = (binder(b, part) for part in c[1:])
    return ast.Quant(str(c[0]), first, None, tuple(more), at=at)


def _fold(b: Builder, c: list[Piece], at: Span) -> ast.Expr:
    first, *more = binders(b, c[1])
    return ast.Quant(str(c[0]), first, expr(b, c[3]), tuple(more), maybe_expr(b, c[2]), at=at)


def _distance(b: Builder, c: list[Piece], at: Span) -> ast.Expr:
    to, cost = (declared(b, c[4]), expr(b, c[5])) if len(c) > 4 else (None, None)
    return ast.Distance(expr(b, c[0]), expr(b, c[1]), declared(b, c[2]), expr(b, c[3]), to, cost, at=at)


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


def _map(b: Builder, c: list[Piece], at: Span) -> ast.Expr:
    return ast.MapLit(tuple((expr(b, e.children[0]), expr(b, e.children[1])) for e in c), at=at)


# ---------------------------------------------------------------- binders, parameters, types


def _binder(b: Builder, c: list[Piece], at: Span) -> ast.Binder:
    var, _, source, *conditions = c
    where, stop = [*conditions, None, None][:2]
    return ast.Binder(declared(b, var), expr(b, source), maybe_expr(b, where), maybe_expr(b, stop), at=at)


def _bound_param(b: Builder, c: list[Piece], at: Span) -> ast.Param:
    bound = binder(b, c[0])
    return ast.Param(bound.name, binder=bound, at=at)


def _param(b: Builder, tree: Piece) -> ast.Param:
    return _PARAMS[tree.data](b, tree.children, span(b, tree))


def typ(b: Builder, tree: Piece) -> ast.Type:
    """Build any type."""
    b.depth += 1
    if b.depth > DEEPEST:
        raise TooDeep(span(b, tree))
    built = _TYPES[tree.data](b, tree.children, span(b, tree))
    b.depth -= 1
    return built


def _union(b: Builder, c: list[Piece], at: Span) -> ast.Type:
    parts = tuple(typ(b, part) for part in c)
    return parts[0] if len(parts) == 1 else ast.UnionType(parts, at=at)


def _named(b: Builder, c: list[Piece], at: Span) -> ast.Type:
    named = ast.NamedType(str(c[0]), at=span(b, c[0]))
    return ast.CodeType(params(b, c[1]), named, at=at) if len(c) > 1 and c[1] is not None else named


# ---------------------------------------------------------------- who builds what

maybe_text = maybe(text)
maybe_expr = maybe(expr)
maybe_typ = maybe(typ)
exprs = several(expr)
binder = part(_binder)
binders = several(binder)
params = several(_param)

_EXPRESSIONS: dict[str, Build[ast.Expr]] = {
    "binary": node(ast.Binary, left=expr, op=word, right=expr),
    "not_in": lambda b, c, at: ast.Binary("not in", expr(b, c[0]), expr(b, c[2]), at=at),
    "rounded": _rounded,
    "clamp": node(ast.Binary, left=expr, op=_bound, right=expr),
    "neg": node(partial(ast.Unary, "-"), of=expr),
    "negate": node(partial(ast.Unary, "not"), of=expr),
    "group": lambda b, c, at: expr(b, c[0]),
    "counting": _counting,
    "fold": _fold,
    "pairing": node(ast.Pairing, first=declared, binder=binder, result=expr),
    "if_expr": node(ast.IfExpr, cond=expr, then=expr, other=expr),
    "reach": node(ast.Reach, start=expr, via=declared, next=expr),
    "distance": _distance,
    "dot": node(ast.Dot, of=expr, name=name),
    "index": node(ast.Index, of=expr, keys=exprs),
    "call": _call,
    "set": node(ast.SetLit, items=exprs),
    "map": _map,
    "comprehension": node(ast.Comprehension, binders=binders, result=maybe_expr),
}
_PARAMS: dict[str, Build[ast.Param]] = {"typed": node(ast.Param, name=declared, type=typ), "bound": _bound_param}
_TYPES: dict[str, Build[ast.Type]] = {
    "typ": node(ast.PerType, value=typ, keys=Rest(typ)),
    "union": _union,
    "set_of": node(ast.SetType, element=typ),
    "list_of": node(ast.ListType, element=typ),
    "pile_of": node(ast.PileType, element=typ),
    "holds": node(ast.HoldsType, element=typ),
    "between": node(ast.RangeType, low=expr, high=expr),
    "code": lambda b, c, at: ast.CodeType(params(b, c[1]), None, at=at),
    "named": _named,
}
