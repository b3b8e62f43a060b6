"""What only the place of a message shows: the effect to leave, the slot that is meant by a label, one declaration
behind several messages."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from . import ast
from .diagnostics import Diagnostic, Fix, Label
from .source import Source, Span

_LEAVING = ("return", "exit", "stop", "quit", "abort", "finish", "break")
_LABEL = re.compile(r" *([a-z]\w*) *: *([\w.]+(?:\([\w., ]*\))?) *(?:#.*)?$")
_AS_PLACE = ("RW3040", "RW3044", "RW3066")
_NAMED = re.compile(r"(?:\w+\.)?([a-z]\w*)")


def placed(found: list[Diagnostic], sources: Mapping[str, Source], decls: Sequence[ast.Decl]) -> list[Diagnostic]:
    """Say more where the source around a message tells what was meant."""
    slots = [s for d in decls if isinstance(d, ast.State) for s in d.slots]
    return _as_places([_assigned(_left(d, sources), sources, decls) for d in found], sources, slots)


def _left(d: Diagnostic, sources: Mapping[str, Source]) -> Diagnostic:
    """`return`: name the effect or action that is left."""
    if d.code != "RW2022" or d.about not in _LEAVING or d.at.file not in sources:
        return d
    above = reversed(sources[d.at.file].lines[: d.at.line])
    head = next(
        (m for line in above if line[:1].strip(" #") for m in [re.match(r"(?:effect|action) +(\w+)", line)]), None
    )
    if head is None:
        return d
    new = f"end {head[1]}"
    if d.about == "break":
        help = f"Write `{new}` to leave all of `{head[1]}`; a loop ends when what stands behind its `until` holds."
        return replace(d, help=help)
    return replace(
        d, help=f"Write `{new}`: that leaves these lines. `end flow` ends the game.", fixes=(Fix(d.at, new),)
    )


def _assigned(d: Diagnostic, sources: Mapping[str, Source], decls: Sequence[ast.Decl]) -> Diagnostic:
    """`bidder: me`: a slot in front of a colon is no label."""
    if d.code not in ("RW2022", "RW2023", "RW2025") or d.at.file not in sources:
        return d
    line = sources[d.at.file].lines[d.at.line - 1]
    found = _LABEL.match(line)
    if found is None:
        return d
    owner = next((s.owner for s in decls if isinstance(s, ast.State) for x in s.slots if x.name.id == found[1]), "")
    if not owner:
        return d
    slot = f"me.{found[1]}" if owner == "player" else found[1]
    at = Span(d.at.file, d.at.line, found.start(1) + 1, d.at.line, found.end(2) + 1)
    new = f"set {slot} to {found[2]}"
    said = f"`{found[1]}` is a slot; what is kept there changes by `set`."
    return replace(d, message=said, help=f"Write `{new}`.", at=at, fixes=(Fix(at, new),))


def _as_places(found: list[Diagnostic], sources: Mapping[str, Source], slots: Sequence[ast.Slot]) -> list[Diagnostic]:
    """A slot that names one component, and is treated as a place again and again: said once, where it is declared."""
    used: dict[str, list[Diagnostic]] = {}
    for d in found:
        if d.code in _AS_PLACE and d.at.file in sources:
            text = sources[d.at.file].lines[d.at.line - 1][d.at.column - 1 :]
            if named := _NAMED.match(text):
                used.setdefault(named[1], []).append(d)
    for slot in slots:
        some = used.get(slot.name.id, [])
        of = slot.type.value if isinstance(slot.type, ast.PerType) else slot.type
        if len(some) < 2 or not isinstance(of, ast.NamedType) or of.at.file not in sources:
            continue
        start = of.at._replace(end_line=of.at.line, end_column=of.at.column)
        said = f"`{slot.name.id}` keeps the name of one {of.name}; here it is a place, where things lie."
        rest = sources[of.at.file].lines[of.at.line - 1][of.at.column - 1 :].split("#")[0].strip()
        help = f"Write `{slot.name.id} pile of {rest}`, or `holds {rest}` if one lies there at most."
        others = tuple(Label(d.at, "it is a place here") for d in some[:2])
        new = Diagnostic("RW3066", said, of.at, help, others=others, fixes=(Fix(start, "pile of "),))
        found = [d for d in found if d not in some] + [new]
    return found
