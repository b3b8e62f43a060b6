"""Going through core trees. Everything looks at every node many times, so this is written for speed: which fields of
a class can hold nodes is found out once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

from .expressions import E, Expr, Var
from .types import Flag, Num, Ref, SetOf, Str

T = TypeVar("T")
_LEAVES = (Num, Flag, Ref, SetOf, Str, Var)
_PLAIN = {"int", "str", "bool", "Span", "Type", "Var", "Var | None", "tuple[str, ...]"}  # annotations without nodes

_holds: dict[type, Callable[[Any], tuple[Any, ...]] | None] = {}


def _nothing(node: Any) -> tuple[Any, ...]:
    return ()


def holds(kind: type) -> Callable[[Any], tuple[Any, ...]] | None:
    """Give what reads those fields of a class in which nodes can be; None if its instances are no nodes."""
    if kind not in _holds:
        _holds[kind] = None
        if is_dataclass(kind) and not issubclass(kind, _LEAVES):
            names = [f.name for f in fields(kind) if f.type not in _PLAIN]
            _holds[kind] = _several(names) if names else _nothing
    return _holds[kind]


def _several(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    if len(names) > 1:
        return attrgetter(*names)
    get = attrgetter(names[0])  # gives one field bare
    return lambda node: (get(node),)


def nodes(value: Any) -> list[Any]:
    """Give the nodes in a value: itself, or those in a tuple, list or dictionary."""
    found: list[Any] = []
    _gather(value, found)
    return found


def _gather(value: Any, found: list[Any]) -> None:
    kind = type(value)
    if kind is tuple or kind is list:
        for v in value:
            _gather(v, found)
    elif kind is dict:
        for v in value.values():
            _gather(v, found)
    elif holds(kind) is not None:
        found.append(value)


def parts(node: Any) -> list[Any]:
    """Give the nodes directly inside a node."""
    get = holds(type(node))
    return [] if get is None else nodes(get(node))


def inside(value: Any) -> Iterator[Any]:
    """Give every node in a tree (or list of trees), outermost first."""
    todo = [value]
    while todo:
        value = todo.pop()
        kind = type(value)
        if kind is tuple or kind is list:
            todo += value[::-1]
        elif kind is dict:
            todo += [*value.values()][::-1]
        elif (get := holds(kind)) is not None:
            yield value
            todo += get(value)[::-1]


def expressions(node: Any) -> list[Expr]:
    """Give the expressions directly inside a node (a statement, a loop, a place, an expression), blocks left out."""
    found: list[Expr] = []
    get = holds(type(node))
    _expressions(node if get is None else get(node), found)
    return found


def _expressions(value: Any, found: list[Expr]) -> None:
    if type(value) is tuple:
        for v in value:
            _expressions(v, found)
    elif isinstance(value, E):
        found.append(value)  # type: ignore[arg-type]
    elif (get := holds(type(value))) is not None:
        _expressions(get(value), found)


def replace(node: T, **changes: Any) -> T:
    """Do what `dataclasses.replace` does, in a fifth of the time, for classes that do nothing when made."""
    kind: Any = type(node)
    new: T = object.__new__(kind)
    for name in _names(kind):
        object.__setattr__(new, name, changes[name] if name in changes else getattr(node, name))
    return new


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind))


@cache
def _said(kind: Any) -> tuple[str, ...]:
    return tuple(name for name in _names(kind) if name not in ("type", "at", "address", "cites", "name"))


def said(node: Any) -> tuple[str, ...]:
    """Name the fields of a node that say what it means, not where it stands."""
    return _said(node.__class__)


def rebuilt(node: Any, change: Callable[[Any], Any]) -> Any:
    """Give a tree with what `change` makes of its parts; where it gives None, a part is gone into. What stays the same
    is not made anew."""
    new = change(node)
    if new is not None:
        return new
    if isinstance(node, tuple) and not hasattr(node, "_fields"):
        return tuple(rebuilt(n, change) for n in node)
    if isinstance(node, list):
        return [rebuilt(n, change) for n in node]
    if isinstance(node, dict):
        return {k: rebuilt(n, change) for k, n in node.items()}
    if holds(type(node)) is None:
        return node
    changes = {}
    for name in said(node):
        old = getattr(node, name)
        part = rebuilt(old, change)
        if part is not old:
            changes[name] = part
    return replace(node, **changes) if changes else node
