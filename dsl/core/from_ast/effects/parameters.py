"""What a heading says: parameters, the scope they make, and citations."""

from __future__ import annotations

from dataclasses import replace

from regelwerk.dsl import ast
from regelwerk.dsl.core import Const, Var

from ..context import Scope, World
from ..errors import Mistake
from ..expressions import calls, names


def cites(marks: ast.Marks) -> tuple[str, ...]:
    return tuple(c.id for c in marks.cites)


def bind(w: World, params: tuple[ast.Param, ...], s: Scope) -> tuple[Var, ...]:
    """Make the parameters known in a scope."""
    out = []
    earlier = Scope(me=Const(0, type=names.PLAYER))
    for p in params:
        try:
            type_ = calls.param_type(w, p, earlier)
        except Mistake as m:
            w.report(m)
            s.broken.add(p.name.id)
            continue
        v, local = w.local(p.name.id, type_)
        s.names[p.name.id] = earlier.names[p.name.id] = replace(local, at=p.name.at)
        out.append(v)
    return tuple(out)


def own_scope(w: World, me: bool) -> tuple[Scope, tuple[Var, ...]]:
    """A fresh scope, with `me` as first parameter where one is needed."""
    s = Scope()
    if not me:
        return s, ()
    v, local = w.local("me", names.PLAYER)
    s.me = local
    return s, (v,)
