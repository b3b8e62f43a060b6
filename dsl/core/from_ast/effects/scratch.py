"""Names whose value changes while an effect runs.

They are slots that nobody is shown: no effect comes back to itself, so one slot per line is enough, and everything that
is known of slots (ranges, keys, sets, three engines) holds for them. Where somebody acts, everybody has one of their
own, so that players who decide at once do not write into one another's.
"""

from __future__ import annotations

from math import prod

from regelwerk.dsl import ast, core
from regelwerk.dsl.core import Load, Num, Ref, Stmt, Type
from regelwerk.dsl.core.type_rules import none_of

from .. import advice
from ..context import Scope, Shape, SlotInfo, World
from ..errors import mistake
from ..expressions import binders, names
from .changes import stored


def var(w: World, a: ast.Var, s: Scope, result: Type | None) -> list[Stmt]:
    """Read `var n 0..9 = e`."""
    if a.name.id in binders.names_taken(s):
        raise advice.taken(a.name, s)
    shape = w.resolve(a.type)
    if shape.kind != "cell" or shape.keys:
        help = "Write a range, a kind, a type, `flag` or `set of` something; the rest belongs under `table`."
        raise mistake("RW3093", "A name in an effect cannot keep this.", a.type.at, help)
    place = keep(w, a.name, shape.type, s)
    start = stored(w, a.value, s, w.scratch[place.slot])
    s.names[a.name.id] = place
    return [core.Store(place.slot, place.keys, start, at=a.at)]


def keep(w: World, name: ast.Name, type: Type, s: Scope, per: tuple[Num | Ref, ...] = ()) -> Load:
    """Make a slot that is not shown; give how it is read here (of one `per` something, up to that key)."""
    number = len(w.program.slots)
    own: tuple[Num | Ref, ...] = () if s.me is None else (names.PLAYER,)
    owner = "player" if own else "table"
    keys = (*own, *per)
    w.few(keys, name.at)
    first = [_first(type)] * prod(map(w.size, keys))
    made = core.Slot(number, name.id, f"scratch.{number}", owner, keys, type, "cell", first, shown=False, at=name.at)
    w.program.slots.append(made)
    decl = ast.Slot(name, ast.NamedType("number", at=name.at), None, True, "public", None, None, at=name.at)
    w.scratch[number] = SlotInfo(decl, owner, Shape("cell", type, per), number, "state")
    return Load(number, () if s.me is None else (s.me,), type=type, at=name.at)


def _first(t: Type) -> int:
    if isinstance(t, Num):
        return none_of(t) if t.none else max(t.lo, min(t.hi, 0))
    return -1 if isinstance(t, Ref) and t.none else 0
