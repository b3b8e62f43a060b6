"""The things of a ruleset one by one: what their fields say, and which actions speak of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from regelwerk.dsl import ast
from regelwerk.dsl.ast.tree import words
from regelwerk.dsl.ast.visitor import walk

from ..model import Phrase, Saying
from .expressions import expression
from .names import UNSAID, Names
from .statements import Telling

_MOST = 6  # actions: what more of them speak of is no speciality of a card


def sayings(decls: Sequence[ast.Decl]) -> list[Saying]:
    """Say all fields with rules or numbers, and for what things stand in actions."""
    names = Names(decls)
    return [*_printed(names, decls), *_spoken_of(names)]


def _printed(names: Names, decls: Sequence[ast.Decl]) -> Iterator[Saying]:
    for d in decls:
        if isinstance(d, ast.Thing):
            for field in d.fields:
                yield from _field(names, d.type.id, d.name.id, field)
        elif isinstance(d, ast.Rows):
            for row in d.rows:
                for column, value in zip(d.columns, row.values, strict=False):
                    yield from _field(names, d.type.id, row.name.id, ast.Field(column, values=(value,)))


def _field(names: Names, owner: str, name: str, field: ast.Field) -> Iterator[Saying]:
    decl = names.types.get(owner)
    slot = next((s for s in decl.slots if s.name.id == field.name.id), None) if decl is not None else None
    if slot is None or field.name.id in names.drawn:
        return
    rule = isinstance(slot.type, ast.CodeType) and slot.type.result is None
    ability = isinstance(slot.type, ast.NamedType) and slot.type.name == "ability"
    lines: list[Phrase] = []
    if rule or ability:
        params = slot.type.params if isinstance(slot.type, ast.CodeType) else ()
        block = field.block or tuple(ast.Step(None, ast.Run(value)) for value in field.values or ())
        telling = Telling(names, {p.name.id: UNSAID for p in params})
        for step in block:
            if isinstance(step.do, ast.Action):
                said = telling.action(step.do, f"action.{name}.{step.do.name.id}")
                once = step.do.once
                lines.append(["", "{0} (once per {1})", said, words(once.id)] if once else said)
            elif (said := telling.statement(step.do)) is not None:
                lines.append(said if isinstance(said, list) else ["", said])  # a sentence, however short
    elif isinstance(slot.type, ast.RangeType | ast.NamedType) and field.values and _plain(slot.type, field.values[0]):
        lines.append(expression(names, field.values[0], {}))
    if lines:
        title = names.given.get(field.name.id) or words(field.name.id)
        yield Saying(thing=f"{owner}.{name}", field=field.name.id, title=title, lines=lines)


def _plain(kind: ast.Type, value: ast.Expr) -> bool:
    """Tell whether a number or flag is worth a word: nobody reads of what is not there."""
    if isinstance(kind, ast.RangeType):
        return isinstance(value, ast.Number) and value.value != 0
    return isinstance(kind, ast.NamedType) and kind.name == "flag" and value == ast.Ident("yes")


def _spoken_of(names: Names) -> Iterator[Saying]:
    found: dict[str, list[Phrase]] = {}
    for action in names.actions.values():
        said = Telling(names, {}).action(action, f"action.{action.name.id}")
        own = {p.name.id for p in action.params}
        spoken = {node.id: None for node in walk(action.body, True) if isinstance(node, ast.Ident)}
        for name in spoken:
            if name not in own and (thing := names.thing(name)) is not None:
                found.setdefault(f"{thing[1]}.{thing[2]}", []).append(said)
    for address, actions in found.items():
        if len(actions) <= _MOST:
            yield Saying(thing=address, field="", lines=actions)
