"""From grammar trees to the syntax tree: declarations."""

from __future__ import annotations

from collections.abc import Callable

from lark import Token, Tree

from regelwerk.dsl import ast
from regelwerk.dsl.source import Span

from .expressions import (
    Piece,
    Work,
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

__all__ = ["Work", "declaration", "expr", "step"]


def declaration(w: Work, tree: Tree[Token]) -> ast.Decl:
    """Build one top-level declaration."""
    return _DECLARATIONS[tree.data](w, tree.children, span(w, tree))


# ---------------------------------------------------------------- nouns


def _fields(w: Work, tree: Piece) -> tuple[ast.Field, ...]:
    return () if tree is None else tuple(_field(w, f) for f in tree.children)


def _field(w: Work, tree: Piece) -> ast.Field:
    id_, value = tree.children
    inner, said = _fragment(w, value)
    return ast.Field(name(w, id_), inner.values, inner.block, said, at=span(w, tree))


def _fragment(w: Work, tree: Piece) -> tuple[ast.Fragment, ast.Marks]:
    """Build an expression list or lines, with the marks of the line they begin on."""
    c, at = tree.children, span(w, tree)
    match tree.data:
        case "values":
            return ast.Fragment(exprs(w, c[0]), at=at), marks(w, c[1])
        case "line_value":
            return ast.Fragment(block=lone(w, c[0]), at=at), marks(w, c[1])
        case "nested_value":
            inner = lone_compound(w, c[0])
            return ast.Fragment(block=inner, at=at), inner[0].marks
        case "block_value":
            return ast.Fragment(block=block(w, c[1]), at=at), marks(w, c[0])
        case "labelled_value":
            named, said = name(w, c[0].children[0]), marks(w, c[2])
            return ast.Fragment(block=(ast.Step(named, chain(w, c[1]), said, at=at),), at=at), said
        case _:
            named = name(w, c[0].children[0])
            (inside,) = lone_compound(w, c[1])
            return ast.Fragment(block=(ast.Step(named, inside.do, inside.marks, at=at),), at=at), inside.marks


def _game(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    return ast.Game(name(w, c[0]), maybe_text(w, c[1]), _fields(w, c[3]), marks=marks(w, c[2]), at=at)


def _kind(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    id_, *members, said = c
    built = tuple(ast.Member(declared(w, m.children[0]), maybe_text(w, m.children[1]), at=span(w, m)) for m in members)
    return ast.Kind(name(w, id_), built, marks=marks(w, said), at=at)


def _slots(w: Work, tree: Piece) -> tuple[ast.Slot, ...]:
    return () if tree is None else tuple(_slot(w, s) for s in tree.children)


def _slot(w: Work, tree: Piece) -> ast.Slot:
    var, id_, kind, sight, *rest, said = tree.children
    default: tuple[ast.Expr, ...] | None = None
    force: ast.Expr | None = None
    stage: ast.Name | None = None
    if tree.data == "slot_while":
        force, stage = expr(w, rest[0]), maybe_name(w, rest[1])
    else:
        default = None if rest[0] is None else exprs(w, rest[0])
        sight = sight or rest[1]
    return ast.Slot(
        declared(w, id_),
        typ(w, kind),
        default,
        var is not None,
        "public" if sight is None else " ".join(sight.split()),
        force,
        stage,
        marks(w, said),
        at=span(w, tree),
    )


def _type(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    id_, per_player, part_of, on, said, slots = c
    return ast.TypeDecl(
        name(w, id_),
        per_player is not None,
        maybe_name(w, on),
        _slots(w, slots),
        maybe_name(w, part_of),
        marks=marks(w, said),
        at=at,
    )


def _state(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    return ast.State(str(c[0]), _slots(w, c[2]), marks=marks(w, c[1]), at=at)


def _board(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    id_, shape, width, height, diagonals, per, said = c
    return ast.Board(
        name(w, id_),
        str(shape),
        number(w, width),
        number(w, height),
        diagonals is not None,
        per is not None,
        marks=marks(w, said),
        at=at,
    )


def _thing(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    of, id_, title, said, fields = c
    return ast.Thing(
        name(w, of),
        declared(w, id_),
        maybe_text(w, title),
        _fields(w, fields),
        marks=marks(w, said),
        at=at,
    )


def _rows(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    of, *columns = [t for t in c if isinstance(t, Token)]
    said, *rows = [t for t in c if isinstance(t, Tree)]
    built = tuple(_row(w, r) for r in rows)
    return ast.Rows(name(w, of), tuple(name(w, t) for t in columns), built, marks=marks(w, said), at=at)


def _row(w: Work, tree: Piece) -> ast.Row:
    id_, title, values, said = tree.children
    return ast.Row(declared(w, id_), maybe_text(w, title), exprs(w, values), marks(w, said), at=span(w, tree))


def _resource(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    id_, plural, title, said, fields = c
    return ast.Resource(
        declared(w, id_),
        maybe_name(w, plural),
        maybe_text(w, title),
        _fields(w, fields),
        marks=marks(w, said),
        at=at,
    )


def _ruling(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    return ast.Ruling(name(w, c[0]), maybe_text(w, c[1]), _fields(w, c[3]), marks=marks(w, c[2]), at=at)


# ---------------------------------------------------------------- verbs


def _value(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    id_, given, kind, stages, rounds, inner, said = c
    return ast.Value(
        declared(w, id_),
        params(w, given),
        typ(w, kind),
        names(w, stages),
        expr(w, inner),
        None,
        (),
        _rounds(rounds),
        marks=marks(w, said),
        at=at,
    )


def _value_below(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    id_, given, kind, stages, rounds, said, inner, more = c
    both = Tree("marks", [*said.children, *more.children], said.meta if said.children else more.meta)
    return _value(w, [id_, given, kind, stages, rounds, inner, both], at)


def _value_by(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    id_, given, kind, stages, rounds, by, said, *cases = c
    return ast.Value(
        declared(w, id_),
        params(w, given),
        typ(w, kind),
        names(w, stages),
        None,
        expr(w, by),
        tuple(_case(w, k) for k in cases),
        _rounds(rounds),
        marks=marks(w, said),
        at=at,
    )


def _rounds(tree: Piece) -> int:
    return 0 if tree is None else int(tree.children[0])


def _case(w: Work, tree: Piece) -> ast.Case:
    *patterns, result, said = tree.children
    matched = exprs(w, patterns[0]) if patterns else ()
    return ast.Case(matched, expr(w, result), marks(w, said), at=span(w, tree))


def _effect(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    id_, given, gives, title, said, inner = c
    return ast.Effect(
        declared(w, id_),
        params(w, given),
        maybe_typ(w, gives),
        maybe_text(w, title),
        block(w, inner),
        marks=marks(w, said),
        at=at,
    )


def _proc(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    return ast.Proc(name(w, c[0]), block(w, c[2]), marks=marks(w, c[1]), at=at)


def _scoring(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    id_, to, said, *lines = c
    built = tuple(_score_line(w, n) for n in lines)
    return ast.Scoring(name(w, id_), expr(w, to), built, marks=marks(w, said), at=at)


def _score_line(w: Work, tree: Piece) -> ast.ScoreLine:
    title, value, said = tree.children
    return ast.ScoreLine(text(w, title), expr(w, value), marks(w, said), at=span(w, tree))


def _winner(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    return ast.Winner(tuple(_rank(w, r) for r in c[1:]), marks=marks(w, c[0]), at=at)


def _rank(w: Work, tree: Piece) -> ast.Rank:
    word, value, said = tree.children
    return ast.Rank(str(word), expr(w, value), marks(w, said), at=span(w, tree))


# ---------------------------------------------------------------- texts and looks


def _texts(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    lines = tuple(ast.TextLine(path(w, n.children[0]), text(w, n.children[1]), at=span(w, n)) for n in c[2:])
    return ast.Texts(name(w, c[0]), lines, marks=marks(w, c[1]), at=at)


def _display(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    return ast.Display(tuple(_show_line(w, n) for n in c[1:]), marks=marks(w, c[0]), at=at)


def _show_line(w: Work, tree: Piece) -> ast.ShowLine:
    word, shown, by, said, style = tree.children
    return ast.ShowLine(
        name(w, word),
        tuple(path(w, p) for p in shown.children),
        () if by is None else tuple(path(w, p) for p in by.children),
        maybe_text(w, said),
        maybe_name(w, style),
        at=span(w, tree),
    )


# ---------------------------------------------------------------- overlays


def _overlay(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    layer, id_, title, game, said, fields = c
    return ast.Overlay(
        str(layer),
        name(w, id_),
        maybe_text(w, title),
        name(w, game),
        _fields(w, fields),
        marks=marks(w, said),
        at=at,
    )


def _change(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    address, said, old, new = c
    instead, cited = _instead(w, said, new)
    return ast.Change(path(w, address), _fragment(w, old)[0], instead, marks=cited, at=at)


def _instead(w: Work, said: Piece, new: Piece) -> tuple[ast.Fragment, ast.Marks]:
    """Build what a `to` says; marks on its line are marks of the operation, like those of the heading."""
    fragment, own = _fragment(w, new)
    return fragment, merged(marks(w, said), own)


def _add(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    given, cited = _instead(w, c[1], c[2])
    return ast.Add(path(w, c[0]), given, marks=cited, at=at)


def _more_slots(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    of = ast.Path((str(c[0]),), at=span(w, c[0]))
    return ast.Add(of, None, _slots(w, c[2]), marks=marks(w, c[1]), at=at)


def _remove(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    address, was, said = c
    old: ast.Fragment | None = None
    if was is not None:
        place = span(w, was)
        if was.data == "exprs":
            old = ast.Fragment(exprs(w, was), at=place)
        else:
            old = ast.Fragment(block=lone(w, was), at=place)
    return ast.Remove(path(w, address), old, marks=marks(w, said), at=at)


def _insert(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    return ast.Insert(str(c[0]), path(w, c[1]), block(w, c[3]), marks=marks(w, c[2]), at=at)


def _insert_lines(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    lines = tuple(_beside(w, n) for n in c[3:])
    return ast.Insert(str(c[0]), path(w, c[1]), lines=lines, marks=marks(w, c[2]), at=at)


def _beside(w: Work, tree: Piece) -> ast.ScoreLine | ast.Rank | ast.OptionLine:
    match tree.data:
        case "score_line":
            return _score_line(w, tree)
        case "rank":
            return _rank(w, tree)
        case _:
            return option(w, tree)


def _include(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    return ast.Include(exprs(w, c[0]), path(w, c[1]), marks=marks(w, c[2]), at=at)


def _include_case(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    patterns, result, address, last = c
    said, place = marks(w, last), span(w, patterns).to(span(w, result))
    line = ast.Case(exprs(w, patterns), expr(w, result), said, at=place)
    return ast.Include((), path(w, address), line, marks=said, at=at)


def _except(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    address, when, said, old, new = c
    instead, cited = _instead(w, said, new)
    return ast.Except(path(w, address), expr(w, when), _fragment(w, old)[0], instead, marks=cited, at=at)


def _suspend(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    address, when, reason, said = c
    return ast.Suspend(path(w, address), expr(w, when), maybe_text(w, reason), marks=marks(w, said), at=at)


def _forbid(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    address, when, reason, said = c
    always = maybe_expr(w, when) or ast.Ident("yes", at=at)
    return ast.Suspend(path(w, address), always, maybe_text(w, reason), True, marks=marks(w, said), at=at)


def _confirm(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    return ast.Confirm(path(w, c[0]), marks=marks(w, c[1]), at=at)


def _settle(w: Work, c: list[Piece], at: Span) -> ast.Decl:
    address, by, said, new = c
    fragment, cited = (None, marks(w, said)) if new is None else _instead(w, said, new)
    return ast.Settle(path(w, address), maybe_name(w, by), fragment, marks=cited, at=at)


_DECLARATIONS: dict[str, Callable[[Work, list[Piece], Span], ast.Decl]] = {
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
