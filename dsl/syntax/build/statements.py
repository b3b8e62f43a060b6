"""From grammar trees to the syntax tree: steps, blocks, abilities.

The marks at the end of a line belong to the step that begins on that line.
"""

from __future__ import annotations

from collections.abc import Callable

from regelwerk.dsl import ast
from regelwerk.dsl.diagnostics import Diagnostic
from regelwerk.dsl.source import Span

from ..words import joining
from .expressions import (
    DEEPEST,
    Piece,
    TooDeep,
    Work,
    binder,
    binders,
    declared,
    expr,
    marks,
    maybe_expr,
    maybe_name,
    maybe_text,
    name,
    names,
    params,
    span,
    text,
    typ,
)


def block(w: Work, tree: Piece) -> ast.Block:
    """Build the lines of an indented block."""
    w.depth += 1
    if w.depth > DEEPEST:
        raise TooDeep(span(w, tree))
    built = tuple(step(w, c) for c in tree.children)
    w.depth -= 1
    return built


def step(w: Work, tree: Piece) -> ast.Step:
    """Build one line of a block."""
    label, content, *rest = tree.children
    named = None if label is None else declared(w, label.children[0], joining)
    if tree.data == "step":
        return ast.Step(named, chain(w, content), marks(w, rest[0]), at=span(w, tree))
    done, said = compound(w, content)
    return ast.Step(named, done, said, at=span(w, tree))


def lone(w: Work, tree: Piece, said: ast.Marks = ast.NO_MARKS) -> ast.Block:
    """Build a chain as a block of one line."""
    return (ast.Step(None, chain(w, tree), said, at=span(w, tree)),)


def lone_compound(w: Work, tree: Piece) -> ast.Block:
    done, said = compound(w, tree)
    return (ast.Step(None, done, said, at=span(w, tree)),)


def merged(first: ast.Marks, second: ast.Marks) -> ast.Marks:
    """Join the marks of two lines that belong to one step."""
    if second is ast.NO_MARKS:
        return first
    if first is ast.NO_MARKS:
        return second
    return ast.Marks(first.cites + second.cites, first.reconstructed or second.reconstructed, at=second.at)


# ---------------------------------------------------------------- one line


def chain(w: Work, tree: Piece) -> ast.Stmt:
    """Build `a then b then c`, or the only statement of a line."""
    if tree.data == "change_line":
        return _change_line(w, tree)
    parts = [c for c in tree.children if c is not None]
    if len(parts) == 1:
        return simple(w, parts[0])
    steps = tuple(ast.Step(None, simple(w, p), at=span(w, p)) for p in parts)
    return ast.Sequence(steps, at=span(w, tree))


def simple(w: Work, piece: Piece) -> ast.Stmt:
    """Build a verb with its objects, or a call."""
    build = _VERBS.get(getattr(piece, "data", ""))
    if build is not None:
        w.depth += 1
        if w.depth > DEEPEST:
            raise TooDeep(span(w, piece))
        done = build(w, piece.children, span(w, piece))
        w.depth -= 1
        return done
    call = expr(w, piece)
    if not isinstance(call, ast.Ident | ast.Dot | ast.Call):
        said = "This is a value, not something that happens."
        help_ = "A line begins with a verb like `gain`, `set` or `move`, or names an effect."
        if isinstance(call, ast.TypeIdent):
            help_ = f"The names of effects begin with a small letter: `{call.id[:1].lower()}{call.id[1:]}`."
        w.problems.append(Diagnostic("RW1011", said, call.at, help_))
        return ast.Nothing(at=call.at)
    return ast.Run(call, at=call.at)


def _trade(w: Work, c: list[Piece], at: Span) -> ast.Stmt:
    parts = tuple(tuple(_amount(w, a) for a in part.children) for part in c[1].children)
    return ast.Trade(str(c[0]), ast.Bundle(parts, at=span(w, c[1])), at=at)


def _amount(w: Work, tree: Piece) -> ast.Amount:
    return ast.Amount(expr(w, tree.children[0]), maybe_expr(w, tree.children[1]), at=span(w, tree))


def _set_to(w: Work, c: list[Piece], at: Span) -> ast.Stmt:
    return ast.Assign("set", expr(w, c[0]), expr(w, c[1]), at=at)


def _assign(verb: str) -> Callable[[Work, list[Piece], Span], ast.Stmt]:
    return lambda w, c, at: ast.Assign(verb, expr(w, c[1]), expr(w, c[0]), at=at)


def _move_some(w: Work, c: list[Piece], at: Span) -> ast.Stmt:
    return ast.MoveSome(int(c[0]), expr(w, c[1]), expr(w, c[2]), at=at)


def _lay(w: Work, c: list[Piece], at: Span) -> ast.Stmt:
    return ast.Lay(expr(w, c[0]), expr(w, c[1]), maybe_expr(w, c[2]), at=at)


def _choose(w: Work, c: list[Piece], at: Span) -> ast.Stmt:
    return ast.Choose(binder(w, c[0]), maybe_text(w, c[1]), c[2] is not None, at=at)


def _choose_in_secret(w: Work, c: list[Piece], at: Span) -> ast.Stmt:
    return ast.Choose(binder(w, c[0]), text(w, c[1]), c[3] is not None, True, at=at)


def _choose_some(w: Work, c: list[Piece], at: Span) -> ast.Stmt:
    many, from_, total, question, *secret, if_any = c
    comes_to = None if total is None else _total(w, total)
    asked = maybe_text(w, question)
    return ast.Choose(binder(w, from_), asked, if_any is not None, bool(secret), expr(w, many), comes_to, at=at)


def _total(w: Work, tree: Piece) -> ast.Total:
    amount, side, by = tree.children
    return ast.Total(str(side or ""), expr(w, amount), expr(w, by), at=span(w, tree))


def _offer(w: Work, c: list[Piece], at: Span) -> ast.Stmt:
    return ast.Offer(tuple(expr(w, a) for a in c), at=at)


def _may(w: Work, c: list[Piece], at: Span) -> ast.Stmt:
    return ast.May(text(w, c[0]), lone(w, c[2]), maybe_expr(w, c[1]), at=at)


def _may_do(w: Work, c: list[Piece], at: Span) -> ast.Stmt:
    return ast.May(None, (ast.Step(None, simple(w, c[0]), at=span(w, c[0])),), at=at)


_VERBS: dict[str, Callable[[Work, list[Piece], Span], ast.Stmt]] = {
    "trade": _trade,
    "set_to": _set_to,
    "add_to": _assign("add"),
    "remove_from": _assign("remove"),
    "move": lambda w, c, at: ast.Move(expr(w, c[0]), expr(w, c[1]), False, at=at),
    "move_under": lambda w, c, at: ast.Move(expr(w, c[0]), expr(w, c[1]), True, at=at),
    "move_some": _move_some,
    "lay": _lay,
    "lift": lambda w, c, at: ast.Lift(expr(w, c[0]), at=at),
    "shuffle": lambda w, c, at: ast.Shuffle(expr(w, c[0]), at=at),
    "reveal": lambda w, c, at: ast.Reveal(expr(w, c[0]), at=at),
    "show": lambda w, c, at: ast.ShowTo(expr(w, c[0]), expr(w, c[1]), at=at),
    "let": lambda w, c, at: ast.Let(declared(w, c[0]), expr(w, c[1]), at=at),
    "var": lambda w, c, at: ast.Var(declared(w, c[1]), typ(w, c[2]), expr(w, c[3]), at=at),
    "let_from": lambda w, c, at: ast.LetFrom(declared(w, c[0]), expr(w, c[1]), at=at),
    "choose": _choose,
    "choose_in_secret": _choose_in_secret,
    "choose_some": _choose_some,
    "choose_some_in_secret": _choose_some,
    "draw": lambda w, c, at: ast.Draw(binder(w, c[0]), at=at),
    "needs": lambda w, c, at: ast.Needs(expr(w, c[0]), maybe_text(w, c[1]), at=at),
    "offer": _offer,
    "score": lambda w, c, at: ast.Score(name(w, c[0]), at=at),
    "give": lambda w, c, at: ast.Give(expr(w, c[0]), at=at),
    "end": lambda w, c, at: ast.End(name(w, c[0]), at=at),
    "say": lambda w, c, at: ast.Say(text(w, c[0]), at=at),
    "may": _may,
    "may_do": _may_do,
    "nothing": lambda w, c, at: ast.Nothing(at=at),
}


# ---------------------------------------------------------------- several lines


def compound(w: Work, tree: Piece) -> tuple[ast.Stmt, ast.Marks]:
    """Build a statement that has a body, with the marks of its first line."""
    w.depth += 1
    if w.depth > DEEPEST:
        raise TooDeep(span(w, tree))
    done = _COMPOUNDS[tree.data](w, tree.children, span(w, tree))
    w.depth -= 1
    return done


def body(w: Work, tree: Piece) -> tuple[ast.Block, ast.Marks]:
    """Build what stands after a colon or in the block below, with the marks of the line it begins on."""
    c = tree.children
    if tree.data == "inline":
        return lone(w, c[0]), marks(w, c[1])
    if tree.data == "below":
        return block(w, c[1]), marks(w, c[0])
    done, said = compound(w, c[0])
    return (ast.Step(None, done, at=span(w, c[0])),), said


Compound = tuple[ast.Stmt, ast.Marks]


def _each(w: Work, c: list[Piece], at: Span) -> Compound:
    inner, said = body(w, c[2])
    return ast.Each(binders(w, c[0]), inner, maybe_expr(w, c[1]), at=at), said


def _as(w: Work, c: list[Piece], at: Span) -> Compound:
    inner, said = body(w, c[3])
    return ast.As("one" if c[0] is None else str(c[0]), expr(w, c[1]), inner, maybe_expr(w, c[2]), at=at), said


def _if(w: Work, c: list[Piece], at: Span) -> Compound:
    cond, first, *others = c
    then, said = body(w, first)
    other, more = _else(w, [o for o in others if o is not None])
    return ast.If(expr(w, cond), then, other, at=at), merged(said, more)


def _else(w: Work, parts: list[Piece]) -> tuple[ast.Block, ast.Marks]:
    """Build the `else` lines of an `if`; the marks of a bare `else` line belong to the whole `if`."""
    other: ast.Block = ()
    open_marks = ast.NO_MARKS
    for part in reversed(parts):
        if part.data == "else_":
            other, said = body(w, part.children[0])
            if part.children[0].data == "below":
                open_marks = said
            else:
                other = (ast.Step(None, other[0].do, said, at=other[0].at),)
            continue
        cond, first = part.children
        then, said = body(w, first)
        place = span(w, part).to(other[-1].at) if other else span(w, part)
        inner = ast.If(expr(w, cond), then, other, at=place)
        other, open_marks = (ast.Step(None, inner, merged(said, open_marks), at=place),), ast.NO_MARKS
    return other, open_marks


def _repeat(w: Work, c: list[Piece], at: Span) -> Compound:
    inner, said = body(w, c[2])
    return ast.Repeat(maybe_expr(w, c[0]), maybe_expr(w, c[1]), inner, at=at), said


def _may_below(w: Work, c: list[Piece], at: Span) -> Compound:
    return ast.May(maybe_text(w, c[0]), block(w, c[3]), maybe_expr(w, c[1]), at=at), marks(w, c[2])


def _may_nested(w: Work, c: list[Piece], at: Span) -> Compound:
    done, said = compound(w, c[2])
    return ast.May(text(w, c[0]), (ast.Step(None, done, at=span(w, c[2])),), maybe_expr(w, c[1]), at=at), said


def _choose_option(w: Work, c: list[Piece], at: Span) -> Compound:
    options = tuple(option(w, o) for o in c[2:])
    return ast.ChooseOption(maybe_text(w, c[0]), options, at=at), marks(w, c[1])


def option(w: Work, tree: Piece) -> ast.OptionLine:
    """Build one option of a choice."""
    id_, *optional, last = tree.children
    label, when = optional or (None, None)
    inner, said = body(w, last)
    return ast.OptionLine(declared(w, id_), maybe_text(w, label), maybe_expr(w, when), inner, said, at=span(w, tree))


def _hook(w: Work, c: list[Piece], at: Span) -> Compound:
    word, id_, given, gives, when, limit, may, label, last = c
    inner, said = body(w, last)
    hook = ast.Hook(
        str(word).split()[0],
        name(w, id_),
        names(w, given),
        maybe_name(w, gives),
        maybe_expr(w, when),
        once(w, limit),
        may is not None,
        maybe_text(w, label),
        inner,
        at=at,
    )
    return hook, said


def once(w: Work, tree: Piece) -> ast.Name | None:
    return None if tree is None else name(w, tree.children[0])


def _change_line(w: Work, tree: Piece) -> ast.ChangeLine:
    id_, given, to, when = tree.children
    return ast.ChangeLine(name(w, id_), names(w, given), expr(w, to), maybe_expr(w, when), at=span(w, tree))


def action(w: Work, c: list[Piece], at: Span) -> ast.Action:
    id_, given, title, limit, said, inner = c
    return ast.Action(
        declared(w, id_),
        params(w, given),
        maybe_text(w, title),
        once(w, limit),
        block(w, inner),
        marks=marks(w, said),
        at=at,
    )


def _action(w: Work, c: list[Piece], at: Span) -> Compound:
    done = action(w, c, at)
    return done, done.marks


_COMPOUNDS: dict[str, Callable[[Work, list[Piece], Span], Compound]] = {
    "each": _each,
    "as_": _as,
    "if_": _if,
    "repeat": _repeat,
    "may_below": _may_below,
    "may_nested": _may_nested,
    "choose_option": _choose_option,
    "hook": _hook,
    "change_step": lambda w, c, at: (_change_line(w, c[0]), marks(w, c[1])),
    "action": _action,
}
