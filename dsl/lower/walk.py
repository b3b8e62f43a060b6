"""Walking core trees: what is inside a node, which names it uses, putting expressions for names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from ..core import (
    Changed,
    Distance,
    Expr,
    Flag,
    Let,
    Local,
    Loop,
    Num,
    Pairing,
    Reach,
    Ref,
    Run,
    SetOf,
    Str,
    Var,
)

_LEAVES = (Num, Flag, Ref, SetOf, Str, Var)
_SKIP = {"type", "at", "address", "cites", "name"}
N = TypeVar("N")


_known: dict[Any, tuple[str, ...]] = {}


def _fields(kind: Any) -> tuple[str, ...]:
    found = _known.get(kind)
    if found is None:
        found = _known[kind] = tuple(f.name for f in fields(kind) if f.name not in _SKIP)
    return found


def _nodes(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple | list):
        for v in value:
            yield from _nodes(v)
    elif isinstance(value, dict):
        for v in value.values():
            yield from _nodes(v)
    elif is_dataclass(value) and not isinstance(value, _LEAVES):
        yield value


def parts(node: Any) -> Iterator[Any]:
    """Give the nodes directly inside a node."""
    for name in _fields(type(node)):
        yield from _nodes(getattr(node, name))


def inside(value: Any) -> Iterator[Any]:
    """Give every node in a tree (or list of trees), outermost first."""
    for node in _nodes(value):
        yield node
        yield from inside(tuple(parts(node)))


def binds(node: Any) -> tuple[Var, ...]:
    """Give the names a node introduces."""
    if isinstance(node, Loop | Reach):
        return (node.var,)
    if isinstance(node, Let):
        return (node.var,)
    if isinstance(node, Run):
        return () if node.var is None else (node.var,)
    if isinstance(node, Changed):
        return (node.so_far,)
    if isinstance(node, Distance):
        return (node.var,) if node.to is None else (node.var, node.to)
    if isinstance(node, Pairing):
        return (node.a, node.b)
    return ()


class Uses:
    """Which names a tree uses; remembered, because it is asked again and again."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Any, dict[int, Var]]] = {}

    def free(self, node: Any) -> dict[int, Var]:
        """Give the names used but not introduced inside, in order of first use."""
        if isinstance(node, tuple | list):
            joined: dict[int, Var] = {}
            for n in _nodes(node):
                joined.update(self.free(n))
            for n in _nodes(node):
                for v in binds(n):
                    joined.pop(v.id, None)
            return joined
        found = self._known.get(id(node))
        if found is not None:
            return found[1]
        names: dict[int, Var] = {}
        if isinstance(node, Local):
            names[node.var.id] = node.var
        bound = {v.id for v in binds(node)}
        inner = list(parts(node))
        for p in inner:
            names.update(self.free(p))
            bound.update(v.id for v in binds(p))
        names = {k: v for k, v in names.items() if k not in bound}
        self._known[id(node)] = (node, names)
        return names


def is_local(e: Any, var: int) -> bool:
    """Is this expression just that name?"""
    return isinstance(e, Local) and e.var.id == var


def count_uses(var: Var, node: Any) -> int:
    """Count how often a name is used in a tree."""
    return sum(isinstance(n, Local) and n.var.id == var.id for n in inside(node))


def substitute(node: N, values: dict[int, Expr], fresh: Callable[[Var], Var]) -> N:
    """Put expressions for names; names introduced inside get fresh ones."""
    names = dict(values)
    for n in inside(node):
        for v in binds(n):
            w = fresh(v)
            names[v.id] = Local(w, type=w.type)
    return _put(node, names)  # type: ignore[no-any-return]


def _put(node: Any, names: dict[int, Expr]) -> Any:
    if isinstance(node, Local):
        new = names.get(node.var.id)
        if new is None:
            return node
        return replace(new, type=node.type) if isinstance(new, Local) else new
    if isinstance(node, Var):
        new = names.get(node.id)
        return new.var if isinstance(new, Local) else node
    if isinstance(node, tuple) and not hasattr(node, "_fields"):
        return tuple(_put(n, names) for n in node)
    if isinstance(node, list):
        return [_put(n, names) for n in node]
    if isinstance(node, dict):
        return {k: _put(n, names) for k, n in node.items()}
    if not is_dataclass(node) or isinstance(node, _LEAVES):
        return node
    changes = {}
    for name in _fields(type(node)):
        old = getattr(node, name)
        new_value = _put(old, names)
        if new_value is not old:
            changes[name] = new_value
    return replace(node, **changes) if changes else node  # type: ignore[type-var]
