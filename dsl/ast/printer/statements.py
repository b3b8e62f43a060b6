"""Write the lines of blocks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from regelwerk.dsl import ast

from .expressions import COND, POST, RANGE, TERM, binder, binders, expr, exprs, params, text, type_


class Line(NamedTuple):
    """One line: how deep it stands, what it says, and the node it begins."""

    depth: int
    said: str
    node: ast.Node


def marks(m: ast.Marks) -> str:
    """Write the marks at the end of a line."""
    said = [*(f"@{c.id}" for c in m.cites), *(["reconstructed"] if m.reconstructed else [])]
    return "   " + " ".join(said) if said else ""


def maybe(word: str, name: ast.Name | None) -> str:
    """Write an optional part with the word before it."""
    return "" if name is None else f" {word} {name.id}"


def quoted(t: ast.Text | None) -> str:
    """Write an optional text with a space before it."""
    return "" if t is None else f" {text(t)}"


def block(steps: ast.Block, depth: int) -> Iterator[Line]:
    """Write the lines of a block."""
    for step in steps:
        yield from _step(step, depth)


def _step(step: ast.Step, depth: int) -> Iterator[Line]:
    label = f"{step.label.id}: " if step.label is not None else ""
    said = simple(step.do)
    if said is not None:
        yield Line(depth, f"{label}{said}{marks(step.marks)}", step)
        return
    yield from _compound(step, label, depth)


def simple(do: ast.Stmt) -> str | None:
    """Write a statement of one line; None if it needs more."""
    match do:
        case ast.Sequence():
            parts = [simple(s.do) for s in do.steps]
            return None if any(p is None for p in parts) else " then ".join(p or "" for p in parts)
        case ast.May(body=(ast.Step(label=None, do=inner, marks=own),)) if not own.cites and not own.reconstructed:
            said = simple(inner)
            if said is None or (do.label is None and isinstance(inner, ast.Sequence | ast.May)):
                return None
            if do.label is None:
                return None if do.when is not None else f"may {said}"
            return f"may {text(do.label)}{_when(do.when)}: {said}"
        case ast.Trade():
            bundle = (" or ".join(_amount(a) for a in part) for part in do.bundle.parts)
            return f"{do.verb} {', '.join(bundle)}"
        case ast.Assign():
            value, target = expr(do.value), expr(do.target, POST)
            if do.verb == "set":
                return f"set {target} to {value}"
            return f"{do.verb} {value} {'to' if do.verb == 'add' else 'from'} {target}"
        case ast.MoveSome():
            return f"move {do.count} of {expr(do.what)} to {expr(do.to, POST)}"
        case ast.Move():
            return f"move {expr(do.what)} {'under' if do.under else 'to'} {expr(do.to, POST)}"
        case ast.Lay():
            turned = "" if do.turned is None else f" turned {expr(do.turned, TERM)}"
            return f"lay {expr(do.what)} at {expr(do.where, TERM)}{turned}"
        case ast.Lift() | ast.Shuffle() | ast.Reveal():
            of = do.what if isinstance(do, ast.Lift) else do.place if isinstance(do, ast.Shuffle) else do.target
            return f"{type(do).__name__.lower()} {expr(of, POST)}"
        case ast.Let():
            return f"let {do.name.id} = {expr(do.value)}"
        case ast.Var():
            return f"var {do.name.id} {type_(do.type)} = {expr(do.value)}"
        case ast.LetFrom():
            return f"let {do.name.id} from {expr(do.call, POST)}"
        case ast.Choose():
            many = "" if do.many is None else f"{expr(do.many, RANGE)} of "
            asked = f"{quoted(do.question)}{' in secret' if do.in_secret else ''}{' if any' if do.if_any else ''}"
            return f"choose {many}{binder(do.binder)}{_total(do.total)}{asked}"
        case ast.Draw():
            many = "" if do.many is None else f"{expr(do.many, RANGE)} of "
            return f"draw {many}{binder(do.binder)}{quoted(do.question)}"
        case ast.Needs():
            return f"needs {expr(do.cond, 1)}" + ("" if do.message is None else f" else {text(do.message)}")
        case ast.Offer():
            return f"offer {exprs(do.actions)}"
        case ast.Score() | ast.End():
            return f"{type(do).__name__.lower()} {do.name.id}"
        case ast.Give():
            return f"give {expr(do.value)}"
        case ast.ShowTo():
            return f"show {expr(do.what)} to {expr(do.seat, TERM)}"
        case ast.Say():
            return f"say {text(do.text)}"
        case ast.Nothing():
            return "nothing"
        case ast.Run():
            return expr(do.call, POST)
        case ast.ChangeLine():
            when = "" if do.when is None else f" when {expr(do.when, COND)}"
            return f"change {do.name.id}{_names(do.params)} to {expr(do.to)}{when}"
        case _:
            return None


def _total(t: ast.Total | None) -> str:
    if t is None:
        return ""
    return f" for {expr(t.amount, TERM)}{f' at {t.side}' if t.side else ''} by {expr(t.by, TERM)}"


def _amount(a: ast.Amount) -> str:
    return expr(a.amount, POST) + ("" if a.unit is None else f" {expr(a.unit, POST)}")


def _names(names: tuple[ast.Name, ...]) -> str:
    return f"({', '.join(n.id for n in names)})" if names else ""


def _compound(step: ast.Step, label: str, depth: int) -> Iterator[Line]:
    do, own = step.do, marks(step.marks)
    match do:
        case ast.If():
            yield from _if(step, label, depth)
        case ast.Action():
            yield Line(depth, f"{label}{action(do)}{marks(do.marks)}", step)
            yield from block(do.body, depth + 1)
        case ast.ChooseOption():
            yield Line(depth, f"{label}choose{quoted(do.question)}{own}", step)
            for o in do.options:
                yield from option(o, depth + 1)
        case ast.May():
            yield Line(depth, f"{label}may{quoted(do.label)}{_when(do.when)}{own}", step)
            yield from block(do.body, depth + 1)
        case ast.Each() | ast.As() | ast.Repeat() | ast.Hook():
            yield from headed(f"{label}{_heading(do)}", do.body, own, step, depth)
        case _:
            # A sequence with a statement of several lines in it cannot be read either.
            raise AssertionError(do)


def headed(said: str, body: ast.Block, own: str, node: ast.Node, depth: int) -> Iterator[Line]:
    """Write a heading and its body: behind a colon if it is one line that cites nothing of its own."""
    if len(body) == 1 and body[0].label is None and not marks(body[0].marks) and not said.endswith("repeat"):
        inner = simple(body[0].do)
        if inner is not None and not isinstance(body[0].do, ast.ChangeLine):
            yield Line(depth, f"{said}: {inner}{own}", node)
            return
    yield Line(depth, f"{said}{own}", node)
    yield from block(body, depth + 1)


def _heading(do: ast.Each | ast.As | ast.Repeat | ast.Hook) -> str:
    match do:
        case ast.Each():
            return f"each {binders(do.binders)}{_order(do.by)}"
        case ast.As():
            return f"as {'' if do.how == 'one' else do.how + ' '}{expr(do.who, TERM)}{_order(do.by)}"
        case ast.Repeat():
            until = "" if do.until is None else f" until {expr(do.until, COND)}"
            return f"repeat{until}" + ("" if do.at_most is None else f" at most {expr(do.at_most, TERM)}")
        case ast.Hook():
            kind = "instead of" if do.kind == "instead" else do.kind
            heading = (
                f"{kind} {do.name.id}{_names(do.params)}{maybe('gives', do.gives)}{_when(do.when)}{_once(do.once)}"
            )
            return heading + (f" may{quoted(do.label)}" if do.may else "")


def _when(cond: ast.Expr | None) -> str:
    return "" if cond is None else f" when {expr(cond, COND)}"


def _order(by: ast.Expr | None) -> str:
    return "" if by is None else f" by {expr(by, TERM)}"


def _once(name: ast.Name | None) -> str:
    return maybe("once per", name)


def action(d: ast.Action) -> str:
    """Write the heading of an action."""
    return f"action {d.name.id}{params(d.params)}{quoted(d.title)}{_once(d.once)}"


def option(o: ast.OptionLine, depth: int) -> Iterator[Line]:
    """Write an option of a choice."""
    when = "" if o.when is None else f" when {expr(o.when, COND)}"
    yield from headed(f"{o.name.id}{quoted(o.label)}{when}", o.body, marks(o.marks), o, depth)


def _if(step: ast.Step, label: str, depth: int) -> Iterator[Line]:
    do = step.do
    assert isinstance(do, ast.If)
    yield from headed(f"{label}if {expr(do.cond, COND)}", do.then, marks(step.marks), step, depth)
    other = do.other
    while len(other) == 1 and other[0].label is None and isinstance(inner := other[0].do, ast.If):
        yield from headed(f"else if {expr(inner.cond, COND)}", inner.then, marks(other[0].marks), other[0], depth)
        other = inner.other
    if len(other) == 1 and other[0].label is None and (said := simple(other[0].do)) is not None:
        yield Line(depth, f"else: {said}{marks(other[0].marks)}", other[0])
    elif other:
        yield Line(depth, "else", other[0])
        yield from block(other, depth + 1)
