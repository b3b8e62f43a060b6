"""Going through syntax trees. Everybody looks at every node, so which fields a class has is found out once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any

from ..source import Span
from .base import Node
from .statements import As

Walk = tuple[str | int, ...]  # attribute names and positions in tuples, from a declaration downwards


def _field_names(kind: type) -> tuple[str, ...]:
    """Name the fields of a class; none, if it is no record."""
    return tuple(f.name for f in fields(kind)) if is_dataclass(kind) else ()


def _said(kind: type) -> tuple[str, ...]:
    """Name the fields that say something: not where a node stands, what it cites and what is remarked about it."""
    return tuple(name for name in field_names(kind) if name not in ("at", "marks", "doc"))


def _held(kind: Any, marks: bool) -> tuple[str, ...]:
    """Name the fields that may hold nodes, last first."""
    plain = {f.name for f in fields(kind) if f.type in ("str", "bool", "int")}
    names = [n for n in field_names(kind) if n not in plain and n != "at" and (marks or n != "marks")]
    return tuple(names[::-1])


field_names: Callable[[type], tuple[str, ...]] = cache(_field_names)
said: Callable[[type], tuple[str, ...]] = cache(_said)
held: Callable[[type, bool], tuple[str, ...]] = cache(_held)


def walk(node: object, everything: bool = False) -> Iterator[object]:
    """Every node below, itself included; bodies of `as p` (which have their own `me`) and marks only on request."""
    todo = [node]
    while todo:
        node = todo.pop()
        if type(node) is tuple:
            todo += node[::-1]
        elif isinstance(node, Node):
            yield node
            if isinstance(node, As) and not everything:
                todo.append(node.who)
            else:
                todo += [getattr(node, name) for name in held(type(node), everything)]


def nodes(node: Any, walk: Walk = ()) -> Iterator[tuple[Walk, Node]]:
    """Yield every node under (and including) a node or tuple with the way to it, outermost first."""
    if isinstance(node, tuple) and not isinstance(node, Span):
        for i, child in enumerate(node):
            yield from nodes(child, (*walk, i))
    elif isinstance(node, Node):
        yield walk, node
        for name in said(type(node)):
            yield from nodes(getattr(node, name), (*walk, name))


def rebuilt(node: Any, change: Callable[[Any, Walk], Any], walk: Walk = ()) -> Any:
    """Return a tree in which everything, innermost first, is what `change` makes of it."""
    if isinstance(node, tuple) and not isinstance(node, Span):
        node = tuple(rebuilt(child, change, (*walk, i)) for i, child in enumerate(node))
    elif isinstance(node, Node):
        kept = {name: rebuilt(getattr(node, name), change, (*walk, name)) for name in said(type(node))}
        node = replace(node, **kept)
    return change(node, walk)
