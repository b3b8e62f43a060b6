"""Names in core trees: which a node introduces and uses, and putting expressions for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from . import Changed, Distance, Expr, Let, Local, Loop, Pairing, Reach, Run, Var
from .visitor import inside, nodes, parts, rebuilt

N = TypeVar("N")


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
            for n in nodes(node):
                joined.update(self.free(n))
            for n in nodes(node):
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
        for p in parts(node):
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
            new = fresh(v)
            names[v.id] = Local(new, type=new.type)
    return rebuilt(node, _put(names))  # type: ignore[no-any-return]


def _put(names: dict[int, Expr]) -> Callable[[Any], Any]:
    def change(node: Any) -> Any:
        if isinstance(node, Local):
            new = names.get(node.var.id)
            if new is None:
                return node
            return replace(new, type=node.type) if isinstance(new, Local) else new
        if isinstance(node, Var):
            new = names.get(node.id)
            return new.var if isinstance(new, Local) else node
        return None

    return change
