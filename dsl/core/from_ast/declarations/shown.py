"""What the lines of `display` mean by a name: fields that never change are found here, since nothing else of the
compiled ruleset calls them by name. Slots and values keep their names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from regelwerk.dsl import ast, core

from ..context import SlotInfo, World, plain

_FIXED = ("table", "list", "text")


def shows(w: World, decls: Iterable[ast.Decl]) -> Iterator[core.Show]:
    """Give the lines of `display`."""
    for d in decls:
        if isinstance(d, ast.Display):
            for x in d.lines:
                yield core.Show(
                    x.word.id,
                    tuple(".".join(p.parts) for p in x.paths),
                    tuple(".".join(p.parts) for p in x.by),
                    plain(x.text, ""),
                    x.style.id if x.style else "",
                    tuple(_fixed(w, x)),
                )


def _fixed(w: World, line: ast.ShowLine) -> Iterator[core.Fixed]:
    for path in line.by:
        *owner, name = path.parts
        for info in w.types.values():
            slot = info.slots.get(name)
            if slot is None or slot.home not in _FIXED or slot.shape.keys or owner not in ([], [info.name]):
                continue
            if slot.home == "text":
                yield core.Fixed(info.name, name, words=tuple(_words(w, slot)))
            elif slot.number >= 0:
                static = slot.home == "table"
                yield core.Fixed(info.name, name, slot.number if static else -1, -1 if static else slot.number)


def _words(w: World, slot: SlotInfo) -> Iterator[str]:
    """Give the words of a text field thing by thing."""
    for element in range(w.domain(slot.owner).size):
        given = w.instance_of(slot.owner, element).fields.get(slot.decl.name.id)
        values = (given.values if given is not None else slot.decl.default) or ()
        yield plain(values[0].text, "") if values and isinstance(values[0], ast.TextExpr) else ""
