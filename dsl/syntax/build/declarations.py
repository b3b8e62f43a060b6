"""From grammar trees to the syntax tree: declarations."""

from __future__ import annotations

from collections.abc import Callable

from lark import Token, Tree

from regelwerk.dsl import ast
from regelwerk.dsl.source import Span

from .expressions import (
    Builder,
    Piece,
    declared,
    expr,
    exprs,
    marks,
    maybe_expr,
    maybe_name,
    maybe_text,
    maybe_typ,
    name,
    names,
    number,
    params,
    path,
    span,
    text,
    typ,
)
from .scenarios import invariant, scenario, seats, supersedes
from .statements import action, block, chain, lone, lone_compound, merged, option, step

__all__ = ["Builder", "declaration", "expr", "step"]


def declaration(b: Builder, tree: Tree[Token]) -> ast.Decl:
    """Build one top-level declaration."""
    return _DECLARATIONS[tree.data](b, tree.children, span(b, tree))


# ---------------------------------------------------------------- nouns


def _fields(b: Builder, tree: Piece) -> tuple[ast.Field, ...]:
    return () if tree is None else tuple(_field(b, f) for f in tree.children)


def _field(b: Builder, tree: Piece) -> ast.Field:
    id_, value = tree.children
    inner, said = _fragment(b, value)
    return ast.Field(name(b, id_), inner.values, inner.block, said, at=span(b, tree))


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
        case "labelled_value":
            named, said = name(b, c[0].children[0]), marks(b, c[2])
            return ast.Fragment(block=(ast.Step(named, chain(b, c[1]), said, at=at),), at=at), said
        case _:
            named = name(b, c[0].children[0])
            (inside,) = lone_compound(b, c[1])
            return ast.Fragment(block=(ast.Step(named, inside.do, inside.marks, at=at),), at=at), inside.marks


def _game(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    return ast.Game(name(b, c[0]), maybe_text(b, c[1]), _fields(b, c[3]), marks=marks(b, c[2]), at=at)


def _kind(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    id_, *members, said = c
    built = tuple(ast.Member(declared(b, m.children[0]), maybe_text(b, m.children[1]), at=span(b, m)) for m in members)
    return ast.Kind(name(b, id_), built, marks=marks(b, said), at=at)


def _slots(b: Builder, tree: Piece) -> tuple[ast.Slot, ...]:
    return () if tree is None else tuple(_slot(b, s) for s in tree.children)


def _slot(b: Builder, tree: Piece) -> ast.Slot:
    var, id_, kind, sight, *rest, said = tree.children
    default: tuple[ast.Expr, ...] | None = None
    force: ast.Expr | None = None
    stage: ast.Name | None = None
    if tree.data == "slot_while":
        force, stage = expr(b, rest[0]), maybe_name(b, rest[1])
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


def _type(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    id_, per_player, part_of, on, said, slots = c
    return ast.TypeDecl(
        name(b, id_),
        per_player is not None,
        maybe_name(b, on),
        _slots(b, slots),
        maybe_name(b, part_of),
        marks=marks(b, said),
        at=at,
    )


def _state(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    return ast.State(str(c[0]), _slots(b, c[2]), marks=marks(b, c[1]), at=at)


def _board(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    id_, shape, width, height, diagonals, per, said = c
    return ast.Board(
        name(b, id_),
        str(shape),
        number(b, width),
        number(b, height),
        diagonals is not None,
        per is not None,
        marks=marks(b, said),
        at=at,
    )


def _thing(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    of, id_, title, said, fields = c
    return ast.Thing(
        name(b, of),
        declared(b, id_),
        maybe_text(b, title),
        _fields(b, fields),
        marks=marks(b, said),
        at=at,
    )


def _rows(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    of, *columns = [t for t in c if isinstance(t, Token)]
    said, *rows = [t for t in c if isinstance(t, Tree)]
    built = tuple(_row(b, r) for r in rows)
    return ast.Rows(name(b, of), tuple(name(b, t) for t in columns), built, marks=marks(b, said), at=at)


def _row(b: Builder, tree: Piece) -> ast.Row:
    id_, title, values, said = tree.children
    return ast.Row(declared(b, id_), maybe_text(b, title), exprs(b, values), marks(b, said), at=span(b, tree))


def _resource(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    id_, plural, title, said, fields = c
    return ast.Resource(
        declared(b, id_),
        maybe_name(b, plural),
        maybe_text(b, title),
        _fields(b, fields),
        marks=marks(b, said),
        at=at,
    )


def _ruling(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    return ast.Ruling(name(b, c[0]), maybe_text(b, c[1]), _fields(b, c[3]), marks=marks(b, c[2]), at=at)


# ---------------------------------------------------------------- verbs


def _value(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    id_, given, kind, stages, rounds, inner, said = c
    return ast.Value(
        declared(b, id_),
        params(b, given),
        typ(b, kind),
        names(b, stages),
        expr(b, inner),
        None,
        (),
        _rounds(rounds),
        marks=marks(b, said),
        at=at,
    )


def _value_below(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    id_, given, kind, stages, rounds, said, inner, more = c
    both = Tree("marks", [*said.children, *more.children], said.meta if said.children else more.meta)
    return _value(b, [id_, given, kind, stages, rounds, inner, both], at)


def _value_by(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    id_, given, kind, stages, rounds, by, said, *cases = c
    return ast.Value(
        declared(b, id_),
        params(b, given),
        typ(b, kind),
        names(b, stages),
        None,
        expr(b, by),
        tuple(_case(b, k) for k in cases),
        _rounds(rounds),
        marks=marks(b, said),
        at=at,
    )


def _rounds(tree: Piece) -> int:
    return 0 if tree is None else int(tree.children[0])


def _case(b: Builder, tree: Piece) -> ast.Case:
    *patterns, result, said = tree.children
    matched = exprs(b, patterns[0]) if patterns else ()
    return ast.Case(matched, expr(b, result), marks(b, said), at=span(b, tree))


def _effect(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    id_, given, gives, title, said, inner = c
    return ast.Effect(
        declared(b, id_),
        params(b, given),
        maybe_typ(b, gives),
        maybe_text(b, title),
        block(b, inner),
        marks=marks(b, said),
        at=at,
    )


def _proc(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    return ast.Proc(name(b, c[0]), block(b, c[2]), marks=marks(b, c[1]), at=at)


def _scoring(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    id_, to, said, *lines = c
    built = tuple(_score_line(b, n) for n in lines)
    return ast.Scoring(name(b, id_), expr(b, to), built, marks=marks(b, said), at=at)


def _score_line(b: Builder, tree: Piece) -> ast.ScoreLine:
    title, value, said = tree.children
    return ast.ScoreLine(text(b, title), expr(b, value), marks(b, said), at=span(b, tree))


def _winner(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    return ast.Winner(tuple(_rank(b, r) for r in c[1:]), marks=marks(b, c[0]), at=at)


def _rank(b: Builder, tree: Piece) -> ast.Rank:
    word, value, said = tree.children
    return ast.Rank(str(word), expr(b, value), marks(b, said), at=span(b, tree))


# ---------------------------------------------------------------- texts and looks


def _texts(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    lines = tuple(ast.TextLine(path(b, n.children[0]), text(b, n.children[1]), at=span(b, n)) for n in c[2:])
    return ast.Texts(name(b, c[0]), lines, marks=marks(b, c[1]), at=at)


def _display(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    return ast.Display(tuple(_show_line(b, n) for n in c[1:]), marks=marks(b, c[0]), at=at)


def _show_line(b: Builder, tree: Piece) -> ast.ShowLine:
    word, shown, by, said, style = tree.children
    return ast.ShowLine(
        name(b, word),
        tuple(path(b, p) for p in shown.children),
        () if by is None else tuple(path(b, p) for p in by.children),
        maybe_text(b, said),
        maybe_name(b, style),
        at=span(b, tree),
    )


# ---------------------------------------------------------------- overlays


def _overlay(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    layer, id_, title, game, said, fields = c
    return ast.Overlay(
        str(layer),
        name(b, id_),
        maybe_text(b, title),
        name(b, game),
        _fields(b, fields),
        marks=marks(b, said),
        at=at,
    )


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
    return ast.Add(of, None, _slots(b, c[2]), marks=marks(b, c[1]), at=at)


def _remove(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    address, was, said = c
    old: ast.Fragment | None = None
    if was is not None:
        place = span(b, was)
        if was.data == "exprs":
            old = ast.Fragment(exprs(b, was), at=place)
        else:
            old = ast.Fragment(block=lone(b, was), at=place)
    return ast.Remove(path(b, address), old, marks=marks(b, said), at=at)


def _insert(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    return ast.Insert(str(c[0]), path(b, c[1]), block(b, c[3]), marks=marks(b, c[2]), at=at)


def _insert_lines(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    lines = tuple(_beside(b, n) for n in c[3:])
    return ast.Insert(str(c[0]), path(b, c[1]), lines=lines, marks=marks(b, c[2]), at=at)


def _beside(b: Builder, tree: Piece) -> ast.ScoreLine | ast.Rank | ast.OptionLine:
    match tree.data:
        case "score_line":
            return _score_line(b, tree)
        case "rank":
            return _rank(b, tree)
        case _:
            return option(b, tree)


def _include(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    return ast.Include(exprs(b, c[0]), path(b, c[1]), marks=marks(b, c[2]), at=at)


def _include_case(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    patterns, result, address, last = c
    said, place = marks(b, last), span(b, patterns).to(span(b, result))
    line = ast.Case(exprs(b, patterns), expr(b, result), said, at=place)
    return ast.Include((), path(b, address), line, marks=said, at=at)


def _except(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    address, when, said, old, new = c
    instead, cited = _instead(b, said, new)
    return ast.Except(path(b, address), expr(b, when), _fragment(b, old)[0], instead, marks=cited, at=at)


def _suspend(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    address, when, reason, said = c
    return ast.Suspend(path(b, address), expr(b, when), maybe_text(b, reason), marks=marks(b, said), at=at)


def _forbid(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    address, when, reason, said = c
    always = maybe_expr(b, when) or ast.Ident("yes", at=at)
    return ast.Suspend(path(b, address), always, maybe_text(b, reason), True, marks=marks(b, said), at=at)


def _confirm(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    return ast.Confirm(path(b, c[0]), marks=marks(b, c[1]), at=at)


def _settle(b: Builder, c: list[Piece], at: Span) -> ast.Decl:
    address, by, said, new = c
    fragment, cited = (None, marks(b, said)) if new is None else _instead(b, said, new)
    return ast.Settle(path(b, address), maybe_name(b, by), fragment, marks=cited, at=at)


_DECLARATIONS: dict[str, Callable[[Builder, list[Piece], Span], ast.Decl]] = {
    "game": _game,
    "kind": _kind,
    "type": _type,
    "state": _state,
    "board": _board,
    "thing": _thing,
    "rows": _rows,
    "resource": _resource,
    "ruling": _ruling,
    "value": _value,
    "value_below": _value_below,
    "value_by": _value_by,
    "effect": _effect,
    "action": action,
    "proc": _proc,
    "scoring": _scoring,
    "winner": _winner,
    "invariant": invariant,
    "scenario": scenario,
    "seats": seats,
    "texts": _texts,
    "display": _display,
    "overlay": _overlay,
    "change": _change,
    "remove": _remove,
    "addition": _add,
    "more_slots": _more_slots,
    "insert": _insert,
    "insert_lines": _insert_lines,
    "include": _include,
    "include_case": _include_case,
    "exception": _except,
    "suspend": _suspend,
    "forbid": _forbid,
    "confirm": _confirm,
    "settle": _settle,
    "supersedes": supersedes,
}
