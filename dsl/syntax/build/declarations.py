"""From grammar trees to the syntax tree: declarations."""

from __future__ import annotations

from functools import partial

from lark import Token, Tree

from regelwerk.dsl import ast
from regelwerk.dsl.source import Span

from .builder import (
    Build,
    Builder,
    Piece,
    Rest,
    declared,
    given,
    joined,
    marks,
    maybe,
    name,
    names,
    node,
    part,
    path,
    several,
    span,
    word,
)
from .expressions import binders, expr, exprs, maybe_expr, maybe_text, number, params, text, typ
from .scenarios import invariant, scenario, seats, supersedes
from .statements import action, block, chain, heading, lone, lone_compound, merged, option


def declaration(b: Builder, tree: Tree[Token]) -> ast.Decl:
    """Build one top-level declaration."""
    return _DECLARATIONS[tree.data](b, tree.children, span(b, tree))


# ---------------------------------------------------------------- nouns


def _field(b: Builder, c: list[Piece], at: Span) -> ast.Field:
    inner, said = _fragment(b, c[1])
    return ast.Field(name(b, c[0]), inner.values, inner.block, said, at=at)


def _fragment(b: Builder, tree: Piece) -> tuple[ast.Fragment, ast.Marks]:
    """Build an expression list or lines, with the marks of the line they begin on."""
    c, at = tree.children, span(b, tree)
    match tree.data:
        case "values":
            return ast.Fragment(exprs(b, c[0]), at=at), marks(b, c[1])
        case "line_value":
            return ast.Fragment(block=lone(b, c[0]), at=at), marks(b, c[1])
        case "nested_value":
            inner = lone_compound(b, c[0])
            return ast.Fragment(block=inner, at=at), inner[0].marks
        case "block_value":
            return ast.Fragment(block=block(b, c[1]), at=at), marks(b, c[0])
        case "ranked_value":
            return ast.Fragment((expr(b, c[1]),), side=str(c[0]), at=at), marks(b, c[2])
        case "heading_value":
            first = heading(b, c[0], c[1])
            return ast.Fragment(block=(first,), at=at), first.marks
        case "labelled_value":
            named, said = name(b, c[0].children[0]), marks(b, c[2])
            return ast.Fragment(block=(ast.Step(named, chain(b, c[1]), said, at=at),), at=at), said
        case _:
            named = name(b, c[0].children[0])
            (inside,) = lone_compound(b, c[1])
            return ast.Fragment(block=(ast.Step(named, inside.do, inside.marks, at=at),), at=at), inside.marks


def _slot(b: Builder, tree: Piece) -> ast.Slot:
    var, id_, kind, sight, *rest, said = tree.children
    default: tuple[ast.Expr, ...] | None = None
    force: ast.Expr | None = None
    stage: ast.Name | None = None
    if tree.data == "slot_while":
        force, stage = expr(b, rest[0]), maybe(name)(b, rest[1])
    else:
        default = None if rest[0] is None else exprs(b, rest[0])
        sight = sight or rest[1]
    return ast.Slot(
        declared(b, id_),
        typ(b, kind),
        default,
        var is not None,
        "public" if sight is None else " ".join(sight.split()),
        force,
        stage,
        marks(b, said),
        at=span(b, tree),
    )


def _rows(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    of, *columns = [t for t in c if isinstance(t, Token)]
    said, *rows = [t for t in c if isinstance(t, Tree)]
    built = tuple(_row(b, r) for r in rows)
    return ast.Rows(name(b, of), tuple(name(b, t) for t in columns), built, marks=marks(b, said), at=at)


# ---------------------------------------------------------------- verbs


def _value_below(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    id_, given, kind, stages, rounds, said, inner, more = c
    return _value(b, [id_, given, kind, stages, rounds, inner, joined(said, more)], at)


def _rounds(b: Builder, tree: Piece) -> int:
    return 0 if tree is None else number(b, tree.children[0])


def _case(b: Builder, tree: Piece) -> ast.Case:
    *patterns, result, said = tree.children
    matched = exprs(b, patterns[0]) if patterns else ()
    return ast.Case(matched, expr(b, result), marks(b, said), at=span(b, tree))


# ---------------------------------------------------------------- texts and looks


# ---------------------------------------------------------------- overlays


def _change(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    address, said, old, new = c
    instead, cited = _instead(b, said, new)
    return ast.Change(path(b, address), _fragment(b, old)[0], instead, marks=cited, at=at)


def _instead(b: Builder, said: Piece, new: Piece) -> tuple[ast.Fragment, ast.Marks]:
    """Build what a `to` says; marks on its line are marks of the operation, like those of the heading."""
    fragment, own = _fragment(b, new)
    return fragment, merged(marks(b, said), own)


def _add(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    given, cited = _instead(b, c[1], c[2])
    return ast.Add(path(b, c[0]), given, marks=cited, at=at)


def _more_slots(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    of = ast.Path((str(c[0]),), at=span(b, c[0]))
    return ast.Add(of, None, several(_slot)(b, c[2]), marks=marks(b, c[1]), at=at)


def _remove(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    address, was, said = c
    old: ast.Fragment | None = None
    if was is not None:
        place = span(b, was)
        if was.data == "exprs":
            old = ast.Fragment(exprs(b, was), at=place)
        elif was.data == "ranked":
            old = ast.Fragment((expr(b, was.children[1]),), side=str(was.children[0]), at=place)
        else:
            old = ast.Fragment(block=lone(b, was), at=place)
    return ast.Remove(path(b, address), old, marks=marks(b, said), at=at)


def _beside(b: Builder, tree: Piece) -> ast.ScoreLine | ast.Rank | ast.OptionLine:
    match tree.data:
        case "score_line":
            return _score_line(b, tree)
        case "rank":
            return _rank(b, tree)
        case _:
            return option(b, tree)


def _include_case(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    patterns, result, address, last = c
    said, place = marks(b, last), span(b, patterns).to(span(b, result))
    line = ast.Case(exprs(b, patterns), expr(b, result), said, at=place)
    return ast.Include((), path(b, address), line, marks=said, at=at)


def _except(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    address, when, said, old, new = c
    instead, cited = _instead(b, said, new)
    return ast.Except(path(b, address), expr(b, when), _fragment(b, old)[0], instead, marks=cited, at=at)


def _forbid(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    address, when, reason, said = c
    always = maybe_expr(b, when) or ast.Ident("yes", at=at)
    return ast.Suspend(path(b, address), always, maybe_text(b, reason), True, marks=marks(b, said), at=at)


def _settle(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    address, by, said, new = c
    fragment, cited = (None, marks(b, said)) if new is None else _instead(b, said, new)
    return ast.Settle(path(b, address), maybe(name)(b, by), fragment, marks=cited, at=at)


# ---------------------------------------------------------------- who builds what

_fields = several(part(_field))
_slots = several(_slot)
_member = part(node(ast.Member, name=declared, title=maybe_text))
_plain_row = part(node(ast.Row, name=declared, title=maybe_text, values=exprs, marks=marks))


def _row(b: Builder, tree: Piece) -> ast.Row:
    if tree.data != "rows_each":
        return _plain_row(b, tree)
    prefix, each, title, values, said = tree.children
    named = declared(b, prefix) if prefix is not None else ast.Name("", at=span(b, tree))
    at = span(b, tree)
    return ast.Row(named, maybe_text(b, title), exprs(b, values), marks(b, said), binders(b, each), at=at)


_score_line = part(node(ast.ScoreLine, title=text, value=expr, marks=marks))
_rank = part(node(ast.Rank, word=word, value=expr, marks=marks))
_text_line = part(node(ast.TextLine, path=path, text=text))
_paths = several(path)
_show_line = part(node(ast.ShowLine, word=name, paths=_paths, by=_paths, text=maybe_text, style=maybe(name)))
_value = node(
    partial(ast.Value, by=None, cases=()),
    name=declared, params=params, type=typ, stages=names, rounds=_rounds, body=expr, marks=marks,
)  # fmt: skip

_DECLARATIONS: dict[str, Build[ast.Decl]] = {
    "game": node(ast.Game, name=name, title=maybe_text, marks=marks, fields=_fields),
    "kind": node(ast.Kind, name=name, members=Rest(_member), marks=marks),
    "type": node(
        ast.TypeDecl, name=name, per_player=given, part_of=maybe(name), on=maybe(name), marks=marks, slots=_slots
    ),
    "state": node(ast.State, owner=word, marks=marks, slots=_slots),
    "board": node(
        ast.Board, name=name, shape=word, width=number, height=number, diagonals=given, per_player=given, marks=marks
    ),
    "thing": node(ast.Thing, type=name, name=declared, title=maybe_text, marks=marks, fields=_fields),
    "rows": _rows,
    "resource": node(
        ast.Resource, name=declared, plural=maybe(name), title=maybe_text, marks=marks, fields=_fields
    ),
    "ruling": node(ast.Ruling, name=name, question=maybe_text, marks=marks, fields=_fields),
    "value": _value,
    "value_below": _value_below,
    "value_by": node(
        partial(ast.Value, body=None),
        name=declared, params=params, type=typ, stages=names, rounds=_rounds, by=expr, marks=marks, cases=Rest(_case),
    ),
    "effect": node(
        ast.Effect, name=declared, params=params, gives=maybe(typ), title=maybe_text, marks=marks, body=block
    ),
    "action": action,
    "proc": node(ast.Proc, name=name, marks=marks, body=block),
    "scoring": node(ast.Scoring, name=name, to=expr, marks=marks, lines=Rest(_score_line)),
    "winner": node(ast.Winner, marks=marks, ranks=Rest(_rank)),
    "invariant": invariant,
    "scenario": scenario,
    "seats": seats,
    "texts": node(ast.Texts, language=name, marks=marks, lines=Rest(_text_line)),
    "display": node(ast.Display, marks=marks, lines=Rest(_show_line)),
    "overlay": node(
        ast.Overlay, layer=word, name=name, title=maybe_text, game=name, marks=marks, fields=_fields
    ),
    "change": _change,
    "remove": _remove,
    "addition": _add,
    "more_slots": _more_slots,
    "insert": node(ast.Insert, where=word, path=path, marks=marks, block=block),
    "insert_lines": node(ast.Insert, where=word, path=path, marks=marks, lines=Rest(_beside)),
    "include": node(ast.Include, values=exprs, path=path, marks=marks),
    "include_case": _include_case,
    "exception": _except,
    "suspend": node(ast.Suspend, path=path, when=expr, reason=maybe_text, marks=marks),
    "forbid": _forbid,
    "confirm": node(ast.Confirm, path=path, marks=marks),
    "settle": _settle,
    "supersedes": supersedes,
}  # fmt: skip
