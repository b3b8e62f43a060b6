"""From grammar trees to the syntax tree: steps, blocks, abilities.

The marks at the end of a line belong to the step that begins on that line.
"""

from __future__ import annotations

from functools import partial

from regelwerk.dsl import ast
from regelwerk.dsl.diagnostics import Diagnostic
from regelwerk.dsl.source import Span

from ..words import joining
from .builder import (
    DEEPEST,
    Build,
    Builder,
    Piece,
    Rest,
    TooDeep,
    declared,
    given,
    marks,
    maybe,
    name,
    names,
    node,
    part,
    several,
    span,
    word,
)
from .expressions import binder, binders, expr, maybe_expr, maybe_text, number, params, text, typ

Compound = tuple[ast.Stmt, ast.Marks]


def block(b: Builder, tree: Piece) -> ast.Block:
    """Build the lines of an indented block."""
    b.depth += 1
    if b.depth > DEEPEST:
        raise TooDeep(span(b, tree))
    built = tuple(step(b, c) for c in tree.children)
    b.depth -= 1
    return built


def step(b: Builder, tree: Piece) -> ast.Step:
    """Build one line of a block."""
    label, content, *rest = tree.children
    named = None if label is None else declared(b, label.children[0], joining)
    if tree.data == "step":
        return ast.Step(named, chain(b, content), marks(b, rest[0]), at=span(b, tree))
    done, said = compound(b, content)
    return ast.Step(named, done, said, at=span(b, tree))


def lone(b: Builder, tree: Piece) -> ast.Block:
    """Build a chain as a block of one line."""
    return (ast.Step(None, chain(b, tree), at=span(b, tree)),)


def lone_verb(b: Builder, piece: Piece) -> ast.Block:
    return (ast.Step(None, simple(b, piece), at=span(b, piece)),)


def lone_compound(b: Builder, tree: Piece) -> ast.Block:
    done, said = compound(b, tree)
    return (ast.Step(None, done, said, at=span(b, tree)),)


def heading(b: Builder, label: Piece, tree: Piece) -> ast.Step:
    """Build the first line of a block alone, as an overlay names it."""
    *c, said = tree.children
    do: ast.Stmt
    match tree.data:
        case "each":
            do = ast.Each(binders(b, c[0]), (), maybe_expr(b, c[1]), at=span(b, tree))
        case "as_":
            do = ast.As("one" if c[0] is None else str(c[0]), expr(b, c[1]), (), maybe_expr(b, c[2]), at=span(b, tree))
        case "repeat":
            do = ast.Repeat(maybe_expr(b, c[0]), maybe_expr(b, c[1]), (), at=span(b, tree))
        case _:
            do = ast.If(expr(b, c[0]), (), (), at=span(b, tree))
    named = None if label is None else name(b, label.children[0])
    return ast.Step(named, do, marks(b, said), at=span(b, tree))


def merged(first: ast.Marks, second: ast.Marks) -> ast.Marks:
    """Join the marks of two lines that belong to one step."""
    if second is ast.NO_MARKS:
        return first
    if first is ast.NO_MARKS:
        return second
    return ast.Marks(first.cites + second.cites, first.reconstructed or second.reconstructed, at=second.at)


# ---------------------------------------------------------------- one line


def chain(b: Builder, tree: Piece) -> ast.Stmt:
    """Build `a then b then c`, or the only statement of a line."""
    if tree.data == "change_line":
        return _change_line(b, tree)
    parts = [c for c in tree.children if c is not None]
    if len(parts) == 1:
        return simple(b, parts[0])
    return ast.Sequence(tuple(lone_verb(b, p)[0] for p in parts), at=span(b, tree))


def simple(b: Builder, piece: Piece) -> ast.Stmt:
    """Build a verb with its objects, or a call."""
    build = _VERBS.get(getattr(piece, "data", ""))
    if build is not None:
        b.depth += 1
        if b.depth > DEEPEST:
            raise TooDeep(span(b, piece))
        done = build(b, piece.children, span(b, piece))
        b.depth -= 1
        return done
    call = expr(b, piece)
    if not isinstance(call, ast.Ident | ast.Dot | ast.Call):
        said = "This is a value, not something that happens."
        help = "A line begins with a verb like `gain`, `set` or `move`, or names an effect."
        if isinstance(call, ast.TypeIdent):
            help = f"The names of effects begin with a small letter: `{call.id[:1].lower()}{call.id[1:]}`."
        elif isinstance(call, ast.Number):
            help += f" In a scenario, what chance gives is `chance: {call.value}`."
        b.problems.append(Diagnostic("RW1011", said, call.at, help))
        return ast.Nothing(at=call.at)
    return ast.Run(call, at=call.at)


# ---------------------------------------------------------------- several lines


def compound(b: Builder, tree: Piece) -> tuple[ast.Stmt, ast.Marks]:
    """Build a statement that has a body, with the marks of its first line."""
    b.depth += 1
    if b.depth > DEEPEST:
        raise TooDeep(span(b, tree))
    done = _COMPOUNDS[tree.data](b, tree.children, span(b, tree))
    b.depth -= 1
    return done


def body(b: Builder, tree: Piece) -> tuple[ast.Block, ast.Marks]:
    """Build what stands after a colon or in the block below, with the marks of the line it begins on."""
    c = tree.children
    if tree.data == "inline":
        return lone(b, c[0]), marks(b, c[1])
    if tree.data == "below":
        return block(b, c[1]), marks(b, c[0])
    done, said = compound(b, c[0])
    return (ast.Step(None, done, at=span(b, c[0])),), said


def _each(b: Builder, c: list[Piece], at: Span) -> Compound:
    inner, said = body(b, c[2])
    return ast.Each(binders(b, c[0]), inner, maybe_expr(b, c[1]), at=at), said


def _as(b: Builder, c: list[Piece], at: Span) -> Compound:
    inner, said = body(b, c[3])
    return ast.As("one" if c[0] is None else str(c[0]), expr(b, c[1]), inner, maybe_expr(b, c[2]), at=at), said


def _if(b: Builder, c: list[Piece], at: Span) -> Compound:
    cond, first, *others = c
    then, said = body(b, first)
    other, more = _else(b, [o for o in others if o is not None])
    return ast.If(expr(b, cond), then, other, at=at), merged(said, more)


def _else(b: Builder, parts: list[Piece]) -> tuple[ast.Block, ast.Marks]:
    """Build the `else` lines of an `if`; the marks of a bare `else` line belong to the whole `if`."""
    other: ast.Block = ()
    open_marks = ast.NO_MARKS
    for piece in reversed(parts):
        if piece.data == "else_":
            other, said = body(b, piece.children[0])
            if piece.children[0].data == "below":
                open_marks = said
            else:
                other = (ast.Step(None, other[0].do, said, at=other[0].at),)
            continue
        cond, first = piece.children
        then, said = body(b, first)
        place = span(b, piece).to(other[-1].at) if other else span(b, piece)
        inner = ast.If(expr(b, cond), then, other, at=place)
        other, open_marks = (ast.Step(None, inner, merged(said, open_marks), at=place),), ast.NO_MARKS
    return other, open_marks


def _repeat(b: Builder, c: list[Piece], at: Span) -> Compound:
    inner, said = body(b, c[2])
    return ast.Repeat(maybe_expr(b, c[0]), maybe_expr(b, c[1]), inner, at=at), said


def _may_below(b: Builder, c: list[Piece], at: Span) -> Compound:
    return ast.May(maybe_text(b, c[0]), block(b, c[3]), maybe_expr(b, c[1]), at=at), marks(b, c[2])


def _may_nested(b: Builder, c: list[Piece], at: Span) -> Compound:
    done, said = compound(b, c[2])
    return ast.May(text(b, c[0]), (ast.Step(None, done, at=span(b, c[2])),), maybe_expr(b, c[1]), at=at), said


def _choose_option(b: Builder, c: list[Piece], at: Span) -> Compound:
    options = tuple(option(b, o) for o in c[2:])
    return ast.ChooseOption(maybe_text(b, c[0]), options, at=at), marks(b, c[1])


def option(b: Builder, tree: Piece) -> ast.OptionLine:
    """Build one option of a choice."""
    id_, *optional, last = tree.children
    label, when = optional or (None, None)
    inner, said = body(b, last)
    return ast.OptionLine(declared(b, id_), maybe_text(b, label), maybe_expr(b, when), inner, said, at=span(b, tree))


def _limit(b: Builder, tree: Piece) -> ast.Name:
    return name(b, tree.children[0])


def _hook(b: Builder, c: list[Piece], at: Span) -> Compound:
    word, id_, given, gives, when, limit, may, label, last = c
    inner, said = body(b, last)
    hook = ast.Hook(
        str(word).split()[0],
        name(b, id_),
        names(b, given),
        maybe(name)(b, gives),
        maybe_expr(b, when),
        maybe(_limit)(b, limit),
        may is not None,
        maybe_text(b, label),
        inner,
        at=at,
    )
    return hook, said


def _action(b: Builder, c: list[Piece], at: Span) -> Compound:
    done = action(b, c, at)
    return done, done.marks


# ---------------------------------------------------------------- who builds what

_bundle = part(node(ast.Bundle, parts=Rest(several(part(node(ast.Amount, amount=expr, unit=maybe_expr))))))
_total = maybe(part(node(ast.Total, amount=expr, side=word, by=expr)))
_change_line = part(node(ast.ChangeLine, name=name, params=names, to=expr, when=maybe_expr))
action = node(ast.Action, name=declared, params=params, title=maybe_text, once=maybe(_limit), marks=marks, body=block)

_VERBS: dict[str, Build[ast.Stmt]] = {
    "trade": node(ast.Trade, verb=word, bundle=_bundle),
    "set_to": node(partial(ast.Assign, "set"), target=expr, value=expr),
    "add_to": node(partial(ast.Assign, "add"), value=expr, target=expr),
    "remove_from": node(partial(ast.Assign, "remove"), value=expr, target=expr),
    "move": node(partial(ast.Move, under=False), what=expr, to=expr),
    "move_under": node(partial(ast.Move, under=True), what=expr, to=expr),
    "move_some": node(ast.MoveSome, count=number, what=expr, to=expr),
    "lay": node(ast.Lay, what=expr, where=expr, turned=maybe_expr),
    "lift": node(ast.Lift, what=expr),
    "shuffle": node(ast.Shuffle, place=expr),
    "reveal": node(ast.Reveal, target=expr),
    "show": node(ast.ShowTo, what=expr, seat=expr),
    "let": node(ast.Let, name=declared, value=expr),
    "var": lambda b, c, at: ast.Var(declared(b, c[1]), typ(b, c[2]), expr(b, c[3]), at=at),
    "let_from": node(ast.LetFrom, name=declared, call=expr),
    "choose": node(ast.Choose, binder=binder, question=maybe_text, if_any=given),
    "choose_in_secret": node(ast.Choose, binder=binder, question=text, in_secret=given, if_any=given),
    "choose_some": node(ast.Choose, many=expr, binder=binder, total=_total, question=maybe_text, if_any=given),
    "choose_some_in_secret": node(
        ast.Choose, many=expr, binder=binder, total=_total, question=text, in_secret=given, if_any=given
    ),
    "draw": node(ast.Draw, binder=binder),
    "draw_some": node(ast.Draw, many=expr, binder=binder, question=maybe_text),
    "needs": node(ast.Needs, cond=expr, message=maybe_text),
    "offer": node(ast.Offer, actions=Rest(expr)),
    "score": node(ast.Score, name=name),
    "give": node(ast.Give, value=expr),
    "end": node(ast.End, name=name),
    "say": node(ast.Say, text=text),
    "may": node(ast.May, label=text, when=maybe_expr, body=lone),
    "may_do": node(partial(ast.May, None), body=lone_verb),
    "nothing": node(ast.Nothing),
}
_COMPOUNDS: dict[str, Build[Compound]] = {
    "each": _each,
    "as_": _as,
    "if_": _if,
    "repeat": _repeat,
    "may_below": _may_below,
    "may_nested": _may_nested,
    "choose_option": _choose_option,
    "hook": _hook,
    "change_step": lambda b, c, at: (_change_line(b, c[0]), marks(b, c[1])),
    "action": _action,
}
