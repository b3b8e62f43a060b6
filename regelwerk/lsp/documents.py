"""The documents: texts as the editor shows them, checked on demand and kept until one of them changes."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from pygls import uris

from regelwerk.dsl import ast
from regelwerk.dsl.book.ledger import Damaged, Ledger
from regelwerk.dsl.book.ledger import find as find_ledger
from regelwerk.dsl.core.from_ast.memory import Memory
from regelwerk.dsl.core.from_ast.notes import Notes
from regelwerk.dsl.core.lints.citations import ledger_of
from regelwerk.dsl.diagnostics import Diagnostic, Label
from regelwerk.dsl.editing.index import Index, make_index
from regelwerk.dsl.editing.session import Session
from regelwerk.dsl.pipeline import Build, check_sources
from regelwerk.dsl.source import Source, Span
from regelwerk.dsl.syntax.files import read_source

from .positions import Ruler
from .projects import OVERLAY, Project, project_of

log = logging.getLogger(__name__)
KEPT = 24  # studies
MEMORIES = 6  # of projects that are checked again and again
_reader = lru_cache(maxsize=512)(Session().read)  # whole files, and in those that changed, declarations


@dataclass(frozen=True, slots=True)
class Study:
    """What is known of a project: messages, names, types."""

    project: Project
    build: Build
    notes: Notes
    index: Index
    unread: tuple[Diagnostic, ...] = ()  # files that cannot be read at all

    def decls(self) -> tuple[ast.Decl, ...]:
        return self.build.files[0].decls if self.build.files else ()


def name_of(uri: str) -> str:
    """Name a document: the path of a file, anything else by its address."""
    if not uri.startswith("file:"):
        return uri
    path = uris.to_fs_path(uri)
    return str(Path(path)) if path else uri


def flat(text: str) -> str:
    """Let every line end alike; columns stay the same."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


@dataclass(slots=True)
class Documents:
    """Everything the server knows. Files that are not open are read from disk again when they change there."""

    encoding: str = "utf-16"
    folders: list[Path] = field(default_factory=list)
    texts: dict[str, Source] = field(default_factory=dict)  # of open documents, by name
    addresses: dict[str, str] = field(default_factory=dict)  # of open documents, as the editor writes them
    disk: dict[str, tuple[tuple[float, int], Source, tuple[Diagnostic, ...]]] = field(default_factory=dict)
    studies: OrderedDict[object, Study] = field(default_factory=OrderedDict)
    memories: OrderedDict[object, Memory] = field(default_factory=OrderedDict)

    # -------------------------------------------------------------------------------- texts

    def put(self, uri: str, text: str) -> str:
        """Take in the text of an open document; return its name."""
        name = name_of(uri)
        self.texts[name] = Source(name, flat(text))
        self.addresses[name] = uri
        return name

    def drop(self, uri: str) -> str:
        """Forget an open document: what is on disk counts again."""
        name = name_of(uri)
        self.texts.pop(name, None)
        self.addresses.pop(name, None)
        return name

    def uri(self, name: str) -> str:
        """Give the address of a file, as the editor writes it if it is open."""
        return self.addresses.get(name) or uris.from_fs_path(name) or name

    def text(self, name: str) -> str:
        """Give the text of a file; of one that is not there, nothing."""
        return self.source(name).text

    def source(self, name: str) -> Source:
        return self.texts[name] if name in self.texts else self._on_disk(name)[0]

    def _on_disk(self, name: str) -> tuple[Source, tuple[Diagnostic, ...]]:
        try:
            found = Path(name).stat()
            stamp = (found.st_mtime, found.st_size)
        except (OSError, ValueError):
            self.disk.pop(name, None)
            return Source(name, ""), ()
        kept = self.disk.get(name)
        if kept is None or kept[0] != stamp:
            source, problems = read_source(name)
            kept = stamp, Source(name, flat(source.text)), tuple(problems)
            self.disk[name] = kept
        return kept[1], kept[2]

    def ruler(self, name: str) -> Ruler:
        return Ruler(self.source(name).lines, self.encoding)

    # -------------------------------------------------------------------------------- studies

    def project(self, name: str) -> Project:
        """Find the files that are checked together with this one."""
        return project_of(name, self.text, self.folders)

    def study(self, name: str) -> Study:
        """Check the project of a file, unless nothing of it changed since the last time."""
        return self.check(self.project(name))

    def check(self, project: Project, instead: Source | None = None, scenarios: bool = True) -> Study:
        """Check a project; `instead` replaces one of its files for the moment."""

        def read(names: Iterable[str]) -> list[Source]:
            return [instead if instead is not None and n == instead.name else self.source(n) for n in names]

        base, extra = read(project.base), read(project.overlays)
        key = (project, tuple(base), tuple(extra), scenarios)
        if key in self.studies:
            self.studies.move_to_end(key)
            return self.studies[key]
        unread = tuple(d for n in project.files if n not in self.texts for d in self._on_disk(n)[1])
        memory = self._memory((project, instead is None, scenarios))
        study = _studied(project, base, extra, unread, scenarios, memory)
        self.studies[key] = study
        while len(self.studies) > KEPT:
            self.studies.popitem(last=False)
        return study

    def _memory(self, key: object) -> Memory:
        """Give what the last check of this kind has left."""
        memory = self.memories[key] = self.memories.pop(key, Memory())
        while len(self.memories) > MEMORIES:
            self.memories.popitem(last=False)
        return memory

    def messages(self, project: Project) -> dict[str, list[Diagnostic]]:
        """Give the messages of a project, by file; a file without messages has an empty list."""
        study = self.check(project)
        found: dict[str, list[Diagnostic]] = {name: [] for name in project.shown}
        if project.missing:
            return {name: [*self._syntax(name), self._no_game(name, project.missing)] for name in project.shown}
        unread = {d.at.file for d in study.unread}
        for d in study.unread + tuple(d for d in study.build.diagnostics if d.at.file not in unread):
            if d.at.file in found:
                found[d.at.file].append(d)
        if project.overlays:
            self._far(project, study, found[project.shown[0]])
        return found

    def _far(self, project: Project, study: Study, own: list[Diagnostic]) -> None:
        """Errors that an overlay causes in the lines of its game are told at its heading."""
        alone = self.check(Project(project.base, shown=project.base, near=project.near)).build.diagnostics
        for d in study.build.diagnostics:
            if d.is_error and d.at.file in project.base and d not in alone:
                where = Label(d.at, "with this overlay")
                own.append(replace(d, at=self._heading(project.shown[0], 1), others=(where, *d.others), fixes=()))

    def parsed(self, name: str) -> ast.File:
        """Read a file alone."""
        return _reader(self.source(name))[0]

    def _syntax(self, name: str) -> list[Diagnostic]:
        return list(_reader(self.source(name))[1])

    def _no_game(self, name: str, game: str) -> Diagnostic:
        """What only an editor has to say: on the command line the game is named by whoever asks."""
        way = "Put this file beside the game or into a folder that is open, or name a bundled game."
        return Diagnostic("", f"The game `{game}` is not found.", self._heading(name, 2), way)

    def _heading(self, name: str, part: int) -> Span:
        """The id (1) or the game (2) in the heading of an overlay."""
        text = self.text(name)
        found = OVERLAY.search(text)
        if found is None:
            return Span(name, 1, 1, 1, 1)
        line, start = text.count("\n", 0, found.start(part)) + 1, text.rfind("\n", 0, found.start(part))
        return Span(name, line, found.start(part) - start, line, found.end(part) - start)

    def ledger(self, study: Study) -> Ledger | None:
        """Give the ledger that a ruleset names, if it can be read."""
        name = ledger_of(study.decls())
        if name is None or study.project.near is None:
            return None
        try:
            return find_ledger(name, study.project.near)
        except Damaged:
            return None


def _studied(
    project: Project,
    base: list[Source],
    extra: list[Source],
    unread: tuple[Diagnostic, ...],
    scenarios: bool,
    memory: Memory,
) -> Study:
    notes = Notes()
    try:
        build = check_sources(
            base, extra, scenarios=scenarios, near=project.near, reader=_reader, notes=notes, memory=memory
        )
        index = make_index(build.written, build.sources, notes)
    except Exception:  # a mistake of ours must not cost the editor its server
        log.exception("checking failed")
        build, index = Build(sources={s.name: s for s in (*base, *extra)}), Index()
    return Study(project, build, notes, index, unread)
