"""Marks and items of a scene as text: a symbol in its colour, counted; what it is called in front of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text

from regelwerk.scene.model import Item, Mark, Thing

from .grids import known

LONG = 2  # letters of a mark that is a word and no symbol
NUMBER = "bold reverse"  # the number of an option


def mark_text(mark: Mark, style: str = "") -> Text:
    """Write a mark: `●`, `●3`, `2×sheep`."""
    look = f"{style} {known(mark.colour)}".strip()
    if mark.count == 1:
        return Text(mark.text, look)
    if len(mark.text) > LONG or mark.text[-1:].isdecimal():
        return Text(f"{mark.count}×{mark.text}", look)
    return Text(f"{mark.text}{mark.count}", look)


def marks_text(marks: Sequence[Mark]) -> Text:
    """Write marks behind each other; words are kept apart, symbols are not."""
    text = Text()
    for n, mark in enumerate(marks):
        apart = n and (len(mark.text) > LONG or len(marks[n - 1].text) > LONG)
        text.append(", " if apart else " " if n and (mark.count > 1 or marks[n - 1].count > 1) else "")
        text.append_text(mark_text(mark))
    return text


def item_text(item: Item) -> Text:
    """Write what is said about something: `#` in its label is the place of it; a short label stands close by."""
    said = marks_text(item.marks)
    if "#" in item.label:
        before, _, after = item.label.partition("#")
        return Text.assemble((before, "dim"), said, (after, "dim"))
    if not item.label:
        return said
    return Text.assemble((item.label + (" " if len(item.label) > 1 and item.marks else ""), "dim"), said)


def items_text(items: Iterable[Item], gap: str = " ") -> Text:
    """Write items behind each other."""
    return Text(gap).join(item_text(item) for item in items)


def numbered(thing: Thing) -> str:
    """Give the number of the option that picks a thing, if it is only one."""
    return str(thing.options[0]) if len(thing.options) == 1 else ""
