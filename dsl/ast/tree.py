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
    """Tell whether two fragments say the same, leaving places, marks and labels aside."""
    return _plain(a) == _plain(b)


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
