"""Where a name comes from and where it is used; giving it another one."""

from __future__ import annotations

import re
from collections import Counter, OrderedDict
from dataclasses import replace

from lsprotocol import types as lsp

from regelwerk.dsl.core.from_ast.for_editors import Key
from regelwerk.dsl.editing.index import Use
from regelwerk.dsl.source import Source
from regelwerk.dsl.syntax.words import reserved

from . import reference
from .documents import Documents
from .projects import dependents
from .studies import Study

_SMALL = re.compile(r"[a-zß-öø-ÿ_]\w*\Z")
_CAPITAL = re.compile(r"[A-ZÀ-ÖØ-Þ]\w*\Z")
_FIXED = {"setup", "flow"}  # names that are words of the language


class Refused(Exception):
    """A name cannot be given; the text says why."""


def use_at(documents: Documents, name: str, position: lsp.Position) -> tuple[Study, Use | None]:
    """Find the name at a place."""
    study = documents.study(name)
    line, column = documents.ruler(name).place(position)
    return study, study.index.at(name, line, column)


def definition(documents: Documents, name: str, position: lsp.Position) -> lsp.Location | None:
    """Say where the name at a place is declared."""
    study, use = use_at(documents, name, position)
    symbol = study.index.symbols.get(use.key) if use is not None else None
    if symbol is None:
        return None
    return lsp.Location(documents.uri(symbol.at.file), documents.ruler(symbol.at.file).range(symbol.at))


def references(documents: Documents, name: str, position: lsp.Position, declaration: bool) -> list[lsp.Location]:
    """List the places where the name at a place is used."""
    study, use = use_at(documents, name, position)
    if use is None:
        return []
    found = [u for u in everywhere(documents, study, use.key) if declaration or not u.defines]
    return [lsp.Location(documents.uri(u.at.file), documents.ruler(u.at.file).range(u.at)) for u in found]


def everywhere(documents: Documents, study: Study, key: Key) -> list[Use]:
    """List the uses of a name, those in overlays of the ruleset included."""
    found = {u.at: u for u in study.index.all_of(key)}
    if key[0] != "local":
        for overlay in dependents(study.project, documents.text, documents.folders):
            for u in documents.study(overlay).index.all_of(key):
                found.setdefault(u.at, u)
    return sorted(found.values(), key=lambda u: u.at)


def highlights(documents: Documents, name: str, position: lsp.Position) -> list[lsp.DocumentHighlight]:
    """Mark the uses of a name in its own file."""
    study, use = use_at(documents, name, position)
    found = [u for u in study.index.all_of(use.key) if u.at.file == name] if use is not None else []
    kinds = {True: lsp.DocumentHighlightKind.Write, False: lsp.DocumentHighlightKind.Read}
    return [lsp.DocumentHighlight(documents.ruler(name).range(u.at), kinds[u.defines]) for u in found]


# ------------------------------------------------------------------------------------------------ rename


def renamable(documents: Documents, name: str, position: lsp.Position) -> tuple[Study, Use]:
    """Find the name at a place, if it is one that can be changed."""
    study, use = use_at(documents, name, position)
    if use is None or use.key[0] in ("built in", "cite"):
        raise Refused("There is no name of this ruleset here.")
    symbol = study.index.symbols.get(use.key)
    if symbol is None or symbol.name in _FIXED:
        raise Refused("This name belongs to the language.")
    if symbol.kind in ("scenario", "invariant"):
        raise Refused("A title is changed where it stands.")
    return study, use


def prepare(documents: Documents, name: str, position: lsp.Position) -> lsp.PrepareRenamePlaceholder:
    """Say which stretch would be renamed."""
    study, use = renamable(documents, name, position)
    return lsp.PrepareRenamePlaceholder(documents.ruler(use.at.file).range(use.at), study.index.symbols[use.key].name)


def rename(documents: Documents, name: str, position: lsp.Position, new: str) -> lsp.WorkspaceEdit:
    """Give a name of the ruleset another one everywhere, unless that would change what the rules mean."""
    study, use = renamable(documents, name, position)
    old = study.index.symbols[use.key].name
    if new == old:
        return lsp.WorkspaceEdit(changes={})
    _fitting(study, use.key, old, new)
    uses = everywhere(documents, study, use.key)
    if study.project.overlays and any(u.at.file not in study.project.shown for u in uses):
        raise Refused(f"`{old}` is declared in the game itself; rename it there, then in its overlays.")
    _tried(documents, study, uses, new)
    changes: dict[str, list[lsp.TextEdit]] = {}
    for u in uses:
        edit = lsp.TextEdit(documents.ruler(u.at.file).range(u.at), new)
        changes.setdefault(documents.uri(u.at.file), []).append(edit)
    return lsp.WorkspaceEdit(changes=dict(changes))


def _fitting(study: Study, key: Key, old: str, new: str) -> None:
    if old[:1].isupper():
        if not _CAPITAL.match(new):
            raise Refused("Types, kinds and boards begin with a capital letter; letters, digits and _ may follow.")
    elif not _SMALL.match(new):
        raise Refused("A name begins with a small letter; letters, digits and _ may follow.")
    if new in reserved():
        raise Refused(f"`{new}` is a word of the language.")
    if key[0] not in ("slot", "label", "ability") and new in ("me", "it", "yes", "no", "none", "players", "others"):
        raise Refused(f"`{new}` means something already: {reference.explain(new, 1) or 'a word of the language'}")


def _tried(documents: Documents, study: Study, uses: list[Use], new: str) -> None:
    """Check the ruleset as it would be: no new message, and the new name stands for one thing, at these places only."""
    trial = replace(documents, texts=dict(documents.texts), studies=OrderedDict(), memories=OrderedDict())
    for file in {u.at.file for u in uses}:
        own = [u for u in uses if u.at.file == file]
        trial.texts[file] = Source(file, _replaced(documents.source(file), own, new))
    after = trial.check(study.project)
    fresh = Counter(d.code for d in after.build.diagnostics) - Counter(d.code for d in study.build.diagnostics)
    for d in after.build.diagnostics:
        if d.code in fresh:
            raise Refused(f"`{new}` would not work, see line {d.at.line}: {d.message}")
    own = [u for u in uses if u.at.file in study.project.files]  # not those in overlays
    keys = {_key_at(after, place) for place in _shifted(own, new)}
    if len(keys) != 1 or len(after.index.all_of(keys.pop() or ())) != len(own):
        raise Refused(f"`{new}` already means something where this name is used.")


def _shifted(uses: list[Use], new: str) -> list[tuple[str, int, int]]:
    """Where the uses stand after the change: earlier ones on the same line move the later ones."""
    out: list[tuple[str, int, int]] = []
    shift: dict[tuple[str, int], int] = {}
    for u in uses:
        row = (u.at.file, u.at.line)
        out.append((*row, u.at.column + shift.get(row, 0)))
        shift[row] = shift.get(row, 0) + len(new) - (u.at.end_column - u.at.column)
    return out


def _key_at(study: Study, place: tuple[str, int, int]) -> Key | None:
    found = study.index.at(*place)
    return found.key if found is not None else None


def _replaced(source: Source, uses: list[Use], new: str) -> str:
    lines = list(source.lines)
    for u in sorted(uses, key=lambda u: u.at, reverse=True):
        row = lines[u.at.line - 1]
        lines[u.at.line - 1] = row[: u.at.column - 1] + new + row[u.at.end_column - 1 :]
    return "\n".join(lines)
