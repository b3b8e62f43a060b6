"""Places inside a tree, and comparing trees: what overlays need to know about syntax, and nothing about rules."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from .. import ast
from ..source import NOWHERE, Span
from .visitor import Walk, rebuilt

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def get(node: Any, walk: Walk) -> Any:
    """Return what stands at the end of a walk."""
    for key in walk:
        node = getattr(node, key) if isinstance(key, str) else node[key]
    return node


def put(node: Any, walk: Walk, value: Any) -> Any:
    """Return the tree with something else at the end of a walk."""
    if not walk:
        return value
    key, rest = walk[0], walk[1:]
    if isinstance(key, int):
        return (*node[:key], put(node[key], rest, value), *node[key + 1 :])
    return replace(node, **{key: put(getattr(node, key), rest, value)})


def bare(node: Any) -> Any:
    """Return a tree without the labels of its steps."""
    return rebuilt(node, lambda new, _: replace(new, label=None) if isinstance(new, ast.Step) else new)


def same(a: ast.Fragment, b: ast.Fragment) -> bool:
    """Tell whether two fragments say the same, leaving places, marks and labels aside. One that is a heading alone says
    nothing about what stands below it, and not everybody names the side of a line of `winner`."""
    if alone(a) or alone(b):
        a, b = _first_line(a), _first_line(b)
    return _plain(a) == _plain(b) and (a.side == b.side or not (a.side and b.side))


def alone(f: ast.Fragment) -> bool:
    """Tell whether a fragment is the heading of a block, without anything below it."""
    return f.block is not None and len(f.block) == 1 and below(f.block[0].do) == ()


def below(do: ast.Stmt) -> ast.Block | None:
    """Return what stands below a heading that may be named alone."""
    match do:
        case ast.Each() | ast.As() | ast.Repeat():
            return do.body
        case ast.If():
            return do.then
    return None


def filled(new: ast.Step, old: ast.Step) -> ast.Step:
    """Put what stands below one heading below another."""
    kept = below(old.do) or ()
    match new.do:
        case ast.If():
            other = old.do.other if isinstance(old.do, ast.If) else ()
            return replace(new, do=replace(new.do, then=kept, other=other))
        case ast.Each() | ast.As() | ast.Repeat():
            return replace(new, do=replace(new.do, body=kept))
    return new


def _first_line(f: ast.Fragment) -> ast.Fragment:
    if f.block is None or len(f.block) != 1 or below(f.block[0].do) is None:
        return f
    empty = ast.Step(None, ast.Each((), ()))
    return replace(f, block=(filled(f.block[0], empty),))


def _plain(f: ast.Fragment) -> ast.Fragment:
    # A lone name is read as a value where it could also be a step that runs it.
    if f.block is not None and len(f.block) == 1 and isinstance(f.block[0].do, ast.Run):
        f = ast.Fragment((f.block[0].do.call,))
    return ast.Fragment(bare(f.values), bare(f.block))


def stretch(parts: tuple[ast.Node, ...]) -> Span:
    """Return the place of several nodes; an overlay may have added the last of them in another file."""
    if not parts:
        return NOWHERE
    first, last = parts[0].at, parts[-1].at
    return first.to(last) if first.file == last.file and first <= last else first


def title(text: ast.Text) -> str:
    """Return a quoted name as one string."""
    return "".join(p if isinstance(p, str) else "{}" for p in text.parts)


def words(name: str) -> str:
    """Return a name as words: `free_scouts`, `SealToken`."""
    return _HUMP.sub(" ", name).replace("_", " ").lower() if name[:1].isupper() else name.replace("_", " ")


def marked(own: ast.Marks, given: ast.Marks) -> ast.Marks:
    """Return the marks of a line that an operation brings: its own, else those of the operation."""
    return own if own.cites or own.reconstructed else given
