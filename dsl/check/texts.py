"""Display texts in another language: titles of things, and the sentences of actions."""

from __future__ import annotations

from .. import ast
from .mistakes import Mistake, mistake, unknown
from .world import World


def read_texts(w: World, d: ast.Texts) -> None:
    """Take in the lines of one language; a mistake abandons its line."""
    for line in d.lines:
        try:
            _line(w, d.language.id, line)
        except Mistake as m:
            w.report(m)


def _line(w: World, language: str, line: ast.TextLine) -> None:
    texts = w.program.texts.setdefault(language, {})
    things = _things(w, line.path)
    if things:
        title = "".join(p for p in line.text.parts if isinstance(p, str))
        for address in things:
            texts[address] = [title]
        return
    name = ".".join(line.path.parts)
    original = _sentence(w, name)
    if original is None:
        known = [*w.actions, *w.things, *(a.address for a in w.abilities.actions)]
        raise unknown("RW2060", "thing or action", name, known, line.path.at)
    arguments = [p for p in original.parts if not isinstance(p, str)]
    parts = []
    for p in line.text.parts:
        if not isinstance(p, str) and p not in arguments:
            help = "A translation uses what stands in braces in the original."
            raise mistake("RW2061", "The original sentence does not say this.", p.at, help)
        parts.append(p if isinstance(p, str) else f"{{{arguments.index(p)}}}")
    texts[f"action.{name}"] = parts


def _things(w: World, path: ast.Path) -> list[str]:
    """The addresses of a member or component (of all its copies)."""
    name = path.parts[-1]
    owners = [d for d, _ in w.things.get(name, []) if len(path.parts) == 1 or d == path.parts[0]]
    if len(path.parts) > 2:
        return []
    found = []
    for owner in owners:
        found += [f"{owner}.{i}" for i in w.domain(owner).ids if i.split("#")[0].split("@")[0] == name]
    return found


def _sentence(w: World, name: str) -> ast.Text | None:
    if name in w.actions:
        decl = w.actions[name].decl
        return decl.title if isinstance(decl, ast.Action) else None
    for line in w.abilities.actions:
        if line.address == name and isinstance(line.line, ast.Action):
            return line.line.title
    return None
