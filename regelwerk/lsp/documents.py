"""Documents as the editor shows them, and the files beside them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from pygls import uris

from regelwerk.dsl import ast
from regelwerk.dsl.diagnostics import Diagnostic, Label
from regelwerk.dsl.source import Source, Span
from regelwerk.dsl.syntax.files import read_source

from .positions import Ruler
from .projects import OVERLAY, Project, project_of
from .studies import Studies, Study, reader


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
class Documents(Studies):
    """Everything the server knows. Files that are not open are read from disk again when they change there."""

    encoding: str = "utf-16"
    folders: list[Path] = field(default_factory=list)
    texts: dict[str, Source] = field(default_factory=dict)  # of open documents, by name
    addresses: dict[str, str] = field(default_factory=dict)  # of open documents, as the editor writes them
    disk: dict[str, tuple[tuple[float, int], Source, tuple[Diagnostic, ...]]] = field(default_factory=dict)

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

    def project(self, name: str) -> Project:
        """Find the files that are checked together with this one."""
        return project_of(name, self.text, self.folders)

    def unread(self, project: Project) -> tuple[Diagnostic, ...]:
        return tuple(d for n in project.files if n not in self.texts for d in self._on_disk(n)[1])

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
        return reader(self.source(name))[0]

    def _syntax(self, name: str) -> list[Diagnostic]:
        return list(reader(self.source(name))[1])

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
