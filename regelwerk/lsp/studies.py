"""Texts that are checked on demand, and what is known of them, kept until one of them changes. Knows no protocol: the
playground asks the same questions."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from regelwerk.dsl import ast
from regelwerk.dsl.book.citations import ledger_of
from regelwerk.dsl.book.ledger import Damaged, Ledger
from regelwerk.dsl.book.ledger import find as find_ledger
from regelwerk.dsl.core.from_ast.for_editors import Notes
from regelwerk.dsl.core.from_ast.incremental import Memory
from regelwerk.dsl.diagnostics import Diagnostic
from regelwerk.dsl.editing.index import Index, make_index
from regelwerk.dsl.editing.session import Session
from regelwerk.dsl.pipeline import Build, check_sources
from regelwerk.dsl.source import Source

from .projects import Project

log = logging.getLogger(__name__)
KEPT = 24  # studies
MEMORIES = 6  # of projects that are checked again and again
reader = lru_cache(maxsize=512)(Session().read)  # whole files, and in those that changed, declarations


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


@dataclass(slots=True)
class Studies(ABC):
    """What is known of texts; who holds them says which belong together."""

    studies: OrderedDict[object, Study] = field(default_factory=OrderedDict)
    memories: OrderedDict[object, Memory] = field(default_factory=OrderedDict)

    @abstractmethod
    def source(self, name: str) -> Source:
        """Give a file; of one that is not there, an empty one."""

    @abstractmethod
    def project(self, name: str) -> Project:
        """Find the files that are checked together with this one."""

    def unread(self, project: Project) -> tuple[Diagnostic, ...]:
        """Tell which files of a project cannot be read at all."""
        return ()

    def text(self, name: str) -> str:
        """Give the text of a file; of one that is not there, nothing."""
        return self.source(name).text

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
        memory = self._memory((project, instead is None, scenarios))
        study = _studied(project, base, extra, self.unread(project), scenarios, memory)
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
            base, extra, scenarios=scenarios, near=project.near, reader=reader, notes=notes, memory=memory
        )
        index = make_index(build.written, build.sources, notes)
    except Exception:  # a mistake of ours must not cost the editor its server
        log.exception("checking failed")
        build, index = Build(sources={s.name: s for s in (*base, *extra)}), Index()
    return Study(project, build, notes, index, unread)
