"""What the verbs do to one declaration, each with what it expects to find."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from .. import ast
from ..source import Span
from . import problems
from .book import Target
from .problems import Misfit
from .tree import get, marked, put, stretch


def present(decl: ast.Decl, t: Target) -> ast.Fragment | None:
    """Return what stands at a place, or None if it is nothing that can be written in a `from`."""
    node = get(decl, t.walk)
    match t.form:
        case "field":
            return ast.Fragment(node.values, node.block, at=stretch(node.values or node.block or (node,)))
        case "cell" | "expr":
            return ast.Fragment((node,), at=node.at)
        case "values":
            return ast.Fragment(node, at=stretch(node)) if node is not None else None
        case "step":
            return ast.Fragment(block=(node,), at=node.at)
        case "once":
            return ast.Fragment((ast.Ident(node.id, at=node.at),), at=node.at)
        case _:
            return None


def change(decl: ast.Decl, t: Target, new: ast.Fragment, marks: ast.Marks) -> ast.Decl:
    """Put something else in a place."""
    node = get(decl, t.walk)
    match t.form:
        case "field":
            changed = replace(node, values=new.values, block=new.block, marks=marks, at=new.at)
        case "cell" | "expr":
            changed = _one(new)
        case "values":
            changed = _values(new)
        case "step":
            return _splice(decl, t, _steps(new, marks, node.label))
        case "once":
            name = _one(new)
            if not isinstance(name, ast.Ident):
                raise Misfit(problems.unfit("`once per` needs the name of an effect.", new.at))
            changed = ast.Name(name.id, at=name.at)
        case _:
            raise _unnamed(t, new.at)
    return cast(ast.Decl, put(decl, t.walk, changed))


def remove(decl: ast.Decl, t: Target, at: Span) -> ast.Decl | None:
    """Take a place away; None if nothing of the declaration is left."""
    above, last = t.walk[:-1], t.walk[-1] if t.walk else 0
    match t.form:
        case "whole" if not t.walk:
            return None
        case "field" | "whole":
            rest = _without(get(decl, above), cast(int, last))
            return cast(ast.Decl, put(decl, above, rest)) if rest or t.form == "field" else None
        case "values" | "once":
            return cast(ast.Decl, put(decl, t.walk, None))
        case "step":
            return _splice(decl, t, ())
        case "cell" if last == len(get(decl, above)) - 1:
            return cast(ast.Decl, put(decl, above, get(decl, above)[:-1]))
    raise Misfit(
        problems.unfit(f"`{'.'.join(t.address)}` cannot be taken away.", at, "Use `change` to say what comes instead.")
    )


def insert(decl: ast.Decl, t: Target, op: ast.Insert) -> ast.Decl:
    """Put lines before or after a labelled step."""
    if t.form != "step":
        message = f"Lines cannot be inserted beside `{'.'.join(t.address)}`."
        raise Misfit(problems.unfit(message, op.path.at, "Name a labelled step."))
    step = get(decl, t.walk)
    new = _steps(ast.Fragment(block=op.block), op.marks, None)
    return _splice(decl, t, (*new, step) if op.where == "before" else (step, *new))


def include(decl: ast.Decl, t: Target, value: ast.Expr) -> tuple[ast.Decl, Span | None]:
    """Add a value to a set or list, or a member to a kind. Also returns where it stands already, if it does."""
    if t.form == "members":
        if not isinstance(value, ast.Ident):
            raise Misfit(problems.unfit("A member of a kind is a name.", value.at))
        members: tuple[ast.Member, ...] = get(decl, t.walk)
        for m in members:
            if m.name.id == value.id:
                return decl, m.at
        member = ast.Member(ast.Name(value.id, at=value.at), None, at=value.at)
        return cast(ast.Decl, put(decl, t.walk, (*members, member))), None
    walk, node = t.walk, get(decl, t.walk)
    if t.form == "field":
        walk, node = (*walk, "values"), node.values
    if isinstance(node, tuple) and len(node) == 1 and isinstance(node[0], ast.SetLit):
        walk, node = (*walk, 0), node[0]
    if isinstance(node, ast.SetLit):
        walk, node = (*walk, "items"), node.items
    if not isinstance(node, tuple):
        message = f"`{'.'.join(t.address)}` is no list of values."
        raise Misfit(problems.unfit(message, value.at, "Use `change` with `from` and `to`."))
    for item in node:
        if item == value:
            return decl, item.at
    return cast(ast.Decl, put(decl, walk, (*node, value))), None


def _splice(decl: ast.Decl, t: Target, steps: ast.Block) -> ast.Decl:
    above, i = t.walk[:-1], cast(int, t.walk[-1])
    block: ast.Block = get(decl, above)
    changed = (*block[:i], *steps, *block[i + 1 :])
    # A block without lines cannot be written; one that lost its last line does nothing.
    return cast(ast.Decl, put(decl, above, changed or (ast.Step(None, ast.Nothing(), at=block[i].at),)))


def _steps(new: ast.Fragment, marks: ast.Marks, label: ast.Name | None) -> ast.Block:
    """Read a fragment as lines; the first keeps the old label, so that the address stays alive."""
    if new.block is not None:
        block = new.block
    elif new.values is not None and len(new.values) == 1 and isinstance(new.values[0], ast.Ident | ast.Dot | ast.Call):
        block = (ast.Step(None, ast.Run(new.values[0], at=new.at), at=new.at),)
    else:
        raise Misfit(problems.unfit("Lines are needed here, not a value.", new.at))
    taken = any(s.label is not None and label is not None and s.label.id == label.id for s in block)
    return tuple(
        replace(s, marks=marked(s.marks, marks), label=label if i == 0 and s.label is None and not taken else s.label)
        for i, s in enumerate(block)
    )


def _values(new: ast.Fragment) -> tuple[ast.Expr, ...]:
    if new.values is None:
        raise Misfit(problems.unfit("A value is needed here, not lines.", new.at))
    return new.values


def _one(new: ast.Fragment) -> ast.Expr:
    values = _values(new)
    if len(values) != 1:
        raise Misfit(problems.unfit("One value is needed here.", new.at, "Put several values in `{ }`."))
    return values[0]


def _without(items: tuple[ast.Node, ...], i: int) -> tuple[ast.Node, ...]:
    return (*items[:i], *items[i + 1 :])


def _unnamed(t: Target, at: Span) -> Misfit:
    name = ".".join(t.address)
    way = "Name a part of it, or `remove` it and declare it anew under another name."
    return Misfit(problems.unfit(f"`{name}` cannot be changed as a whole.", at, way))
