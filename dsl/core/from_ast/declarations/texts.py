"""Texts in another language: titles of things, sentences of actions, and whatever else is read, by its own words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from regelwerk.dsl import ast
from regelwerk.dsl.diagnostics import Fix
from regelwerk.dsl.diagnostics.spelling import nearest
from regelwerk.dsl.overlays.sentences import sentences

from ..context import World
from ..errors import Mistake, mistake, unknown
from .languages import no_language

_NUMBERED = re.compile(r"\{(\d+)\}")  # sentences of the language itself number what they speak of


def read_texts(w: World, decls: Sequence[ast.Decl]) -> None:
    """Take in the lines of all languages; a mistake abandons its line."""

    @cache
    def known() -> dict[str, ast.Text | None]:
        return dict(sentences(decls))

    for d in (d for d in decls if isinstance(d, ast.Texts)):
        for odd in no_language(d):
            w.report(odd)
        for line in d.lines:
            try:
                texts = w.program.texts.setdefault(d.language.id, {})
                if (things := _things(w, line.path)) and not _more_than_a_name(line):
                    for address in things:
                        texts[address] = [_plain(line.text)]
                else:
                    _line(w, texts, line, known())
            except Mistake as m:
                w.report(m)


def _line(w: World, texts: dict[str, list[str]], line: ast.TextLine, read: dict[str, ast.Text | None]) -> None:
    name = ".".join(line.path.parts)
    original = _sentence(w, name)
    if original is not None:
        texts[f"action.{name}"] = _parts(original, line.text)
    elif len(line.path.parts) == 1 and _NUMBERED.search(name):
        texts[name] = [p if isinstance(p, str) else f"{{{getattr(p, 'value', '')}}}" for p in line.text.parts]
    elif len(line.path.parts) == 1 and name in read:
        said = read[name]
        if said is None:
            texts[name] = [_plain(line.text)]
        else:
            texts[_words(said)] = _parts(said, line.text)
    else:
        known = [*w.actions, *w.things, *(a.address for a in w.abilities.actions), *read]
        what = "thing, action or sentence"
        if (near := nearest(name, read)) and " " in near:
            message, help = f"There is no {what} called `{name}`.", f'Did you mean `"{near}"`?'
            raise mistake("RW2060", message, line.path.at, help, fixes=(Fix(line.path.at, f'"{near}"'),))
        raise unknown("RW2060", what, name, known, line.path.at)


def _more_than_a_name(line: ast.TextLine) -> bool:
    return any(not isinstance(p, str) for p in line.text.parts)


def _plain(text: ast.Text) -> str:
    return "".join(p for p in text.parts if isinstance(p, str))


def _words(text: ast.Text) -> str:
    """A sentence by which translations find it: what it speaks of is numbered."""
    numbers = iter(range(len(text.parts)))
    return "".join(p if isinstance(p, str) else f"{{{next(numbers)}}}" for p in text.parts)


def _parts(original: ast.Text, text: ast.Text) -> list[str]:
    arguments = [p for p in original.parts if not isinstance(p, str)]
    parts = []
    for p in text.parts:
        if not isinstance(p, str) and p not in arguments:
            help = "A translation uses what stands in braces in the original."
            raise mistake("RW2061", "The original sentence does not say this.", p.at, help)
        parts.append(p if isinstance(p, str) else f"{{{arguments.index(p)}}}")
    return parts


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
