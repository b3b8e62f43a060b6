"""Who sees what, and what chance decides: questions that only scenarios and invariants ask."""

from __future__ import annotations

from regelwerk.dsl import ast
from regelwerk.dsl.core import Binary, Const, Expr, Load, Type
from regelwerk.dsl.core.type_rules import FLAG, coerce

from ..context import Scope, World
from ..errors import Mistake, mistake
from . import names
from . import read as ex
from .built_ins import arguments


def sees(w: World, a: ast.Call, s: Scope, hint: Type | None) -> Expr:
    """Read `sees(p, pile)`: may this player look at what is there? As the view of a seat answers it."""
    if not s.checks:
        raise _only_in_checks("sees", a, "Rules know everything; who may look is told by `private` and `hidden`.")
    who, what = arguments(w, a, 2)
    seat = ex.expect(w, who, s, names.PLAYER)
    target = names.lvalue(w, what, s)
    if target is None:
        ex.expr(w, what, s)  # an unknown name is the first thing to say
        help = "Name something that stands under `table` or `player`, or a field marked `var`."
        raise mistake("RW3121", "This is nothing that could be seen or not.", what.at, help)
    if target.open_keys:
        name = target.info.decl.name.id
        raise mistake("RW3121", f"`{name}` has several places: one of them is asked about.", what.at,
                      f"Add its key: `{name}[…]`.")  # fmt: skip
    slot = w.program.slots[target.slot]
    if slot.revealed is None:
        return Const(1, type=FLAG, at=a.at)
    shown: Expr = Load(slot.revealed, target.keys, type=FLAG, at=a.at)
    if slot.visibility == "hidden" or not (slot.owner == "player" or slot.each):
        return shown
    first = target.keys[0]
    whose = names.owner(w, slot.owner, first, a.at) if slot.each else first
    word = "eq" if slot.visibility == "private" else "ne"
    own = Binary(word, coerce(seat, whose.type), whose, type=FLAG, at=a.at)
    return Binary("or", shown, own, type=FLAG, at=a.at)


def by_chance(w: World, a: ast.Call, s: Scope, hint: Type | None) -> Expr:
    """Refuse `by_chance(e)` as a part of something; scenarios read it as a line of its own."""
    if not s.checks:
        raise _only_in_checks("by_chance", a, "In a rule, let chance decide with `draw` or `shuffle`.")
    help = "Write `by_chance(e)` as a line of its own below `then`."
    raise mistake("RW7009", "`by_chance` looks at several games at once.", a.at, help)


def _only_in_checks(word: str, a: ast.Call, help: str) -> Mistake:
    return mistake("RW2064", f"`{word}` can only be asked in a scenario.", a.at, help)
