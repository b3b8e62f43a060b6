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
    Builder,
    Piece,
    TooDeep,
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
    return (ast.Step(None, chain(b, tree), ast.NO_MARKS, at=span(b, tree)),)


def lone_compound(b: Builder, tree: Piece) -> ast.Block:
    done, said = compound(b, tree)
    return (ast.Step(None, done, said, at=span(b, tree)),)


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
    steps = tuple(ast.Step(None, simple(b, p), at=span(b, p)) for p in parts)
    return ast.Sequence(steps, at=span(b, tree))


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


def _trade(b: Builder, c: list[Piece], at: Span) -> ast.Stmt:
    parts = tuple(tuple(_amount(b, a) for a in part.children) for part in c[1].children)
    return ast.Trade(str(c[0]), ast.Bundle(parts, at=span(b, c[1])), at=at)


def _amount(b: Builder, tree: Piece) -> ast.Amount:
    return ast.Amount(expr(b, tree.children[0]), maybe_expr(b, tree.children[1]), at=span(b, tree))


def _set_to(b: Builder, c: list[Piece], at: Span) -> ast.Stmt:
    return ast.Assign("set", expr(b, c[0]), expr(b, c[1]), at=at)


def _assign(verb: str) -> Callable[[Builder, list[Piece], Span], ast.Stmt]:
    return lambda b, c, at: ast.Assign(verb, expr(b, c[1]), expr(b, c[0]), at=at)


def _move_some(b: Builder, c: list[Piece], at: Span) -> ast.Stmt:
    return ast.MoveSome(int(c[0]), expr(b, c[1]), expr(b, c[2]), at=at)


def _lay(b: Builder, c: list[Piece], at: Span) -> ast.Stmt:
    return ast.Lay(expr(b, c[0]), expr(b, c[1]), maybe_expr(b, c[2]), at=at)


def _choose(b: Builder, c: list[Piece], at: Span) -> ast.Stmt:
    return ast.Choose(binder(b, c[0]), maybe_text(b, c[1]), c[2] is not None, at=at)


def _choose_in_secret(b: Builder, c: list[Piece], at: Span) -> ast.Stmt:
    return ast.Choose(binder(b, c[0]), text(b, c[1]), c[3] is not None, True, at=at)


def _choose_some(b: Builder, c: list[Piece], at: Span) -> ast.Stmt:
    many, from_, total, question, *secret, if_any = c
    comes_to = None if total is None else _total(b, total)
    asked = maybe_text(b, question)
    return ast.Choose(binder(b, from_), asked, if_any is not None, bool(secret), expr(b, many), comes_to, at=at)


def _total(b: Builder, tree: Piece) -> ast.Total:
    amount, side, by = tree.children
    return ast.Total(str(side or ""), expr(b, amount), expr(b, by), at=span(b, tree))


def _offer(b: Builder, c: list[Piece], at: Span) -> ast.Stmt:
    return ast.Offer(tuple(expr(b, a) for a in c), at=at)


def _may(b: Builder, c: list[Piece], at: Span) -> ast.Stmt:
    return ast.May(text(b, c[0]), lone(b, c[2]), maybe_expr(b, c[1]), at=at)


def _may_do(b: Builder, c: list[Piece], at: Span) -> ast.Stmt:
    return ast.May(None, (ast.Step(None, simple(b, c[0]), at=span(b, c[0])),), at=at)


_VERBS: dict[str, Callable[[Builder, list[Piece], Span], ast.Stmt]] = {
    "trade": _trade,
    "set_to": _set_to,
    "add_to": _assign("add"),
    "remove_from": _assign("remove"),
    "move": lambda b, c, at: ast.Move(expr(b, c[0]), expr(b, c[1]), False, at=at),
    "move_under": lambda b, c, at: ast.Move(expr(b, c[0]), expr(b, c[1]), True, at=at),
    "move_some": _move_some,
    "lay": _lay,
    "lift": lambda b, c, at: ast.Lift(expr(b, c[0]), at=at),
    "shuffle": lambda b, c, at: ast.Shuffle(expr(b, c[0]), at=at),
    "reveal": lambda b, c, at: ast.Reveal(expr(b, c[0]), at=at),
    "show": lambda b, c, at: ast.ShowTo(expr(b, c[0]), expr(b, c[1]), at=at),
    "let": lambda b, c, at: ast.Let(declared(b, c[0]), expr(b, c[1]), at=at),
    "var": lambda b, c, at: ast.Var(declared(b, c[1]), typ(b, c[2]), expr(b, c[3]), at=at),
    "let_from": lambda b, c, at: ast.LetFrom(declared(b, c[0]), expr(b, c[1]), at=at),
    "choose": _choose,
    "choose_in_secret": _choose_in_secret,
    "choose_some": _choose_some,
    "choose_some_in_secret": _choose_some,
    "draw": lambda b, c, at: ast.Draw(binder(b, c[0]), at=at),
    "needs": lambda b, c, at: ast.Needs(expr(b, c[0]), maybe_text(b, c[1]), at=at),
    "offer": _offer,
    "score": lambda b, c, at: ast.Score(name(b, c[0]), at=at),
    "give": lambda b, c, at: ast.Give(expr(b, c[0]), at=at),
    "end": lambda b, c, at: ast.End(name(b, c[0]), at=at),
    "say": lambda b, c, at: ast.Say(text(b, c[0]), at=at),
    "may": _may,
    "may_do": _may_do,
    "nothing": lambda b, c, at: ast.Nothing(at=at),
}


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


Compound = tuple[ast.Stmt, ast.Marks]


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
    for part in reversed(parts):
        if part.data == "else_":
            other, said = body(b, part.children[0])
            if part.children[0].data == "below":
                open_marks = said
            else:
                other = (ast.Step(None, other[0].do, said, at=other[0].at),)
            continue
        cond, first = part.children
        then, said = body(b, first)
        place = span(b, part).to(other[-1].at) if other else span(b, part)
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


def _hook(b: Builder, c: list[Piece], at: Span) -> Compound:
    word, id_, given, gives, when, limit, may, label, last = c
    inner, said = body(b, last)
    hook = ast.Hook(
        str(word).split()[0],
        name(b, id_),
        names(b, given),
        maybe_name(b, gives),
        maybe_expr(b, when),
        once(b, limit),
        may is not None,
        maybe_text(b, label),
        inner,
        at=at,
    )
    return hook, said


def once(b: Builder, tree: Piece) -> ast.Name | None:
    return None if tree is None else name(b, tree.children[0])


def _change_line(b: Builder, tree: Piece) -> ast.ChangeLine:
    id_, given, to, when = tree.children
    return ast.ChangeLine(name(b, id_), names(b, given), expr(b, to), maybe_expr(b, when), at=span(b, tree))


def action(b: Builder, c: list[Piece], at: Span) -> ast.Action:
    id_, given, title, limit, said, inner = c
    return ast.Action(
        declared(b, id_),
        params(b, given),
        maybe_text(b, title),
        once(b, limit),
        block(b, inner),
        marks=marks(b, said),
        at=at,
    )


def _action(b: Builder, c: list[Piece], at: Span) -> Compound:
    done = action(b, c, at)
    return done, done.marks


_COMPOUNDS: dict[str, Callable[[Builder, list[Piece], Span], Compound]] = {
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
