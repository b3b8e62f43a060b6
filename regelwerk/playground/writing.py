"""Questions about a place in what is written: what may stand there, and what a word there means."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from regelwerk.dsl.source import Source
from regelwerk.lsp.completion import complete, told_of
from regelwerk.lsp.hover import explained
from regelwerk.lsp.projects import Project
from regelwerk.lsp.studies import Studies

from .documents import Document, texts_of

MOST = 400  # proposals
NOTHING = Project(())


@dataclass(slots=True)
class Writing(Studies):
    """The texts of the document that is being written. Columns and offsets count characters."""

    texts: dict[str, Source] = field(default_factory=dict)
    whole: Project = NOTHING

    def source(self, name: str) -> Source:
        return self.texts.get(name) or Source(name, "")

    def project(self, name: str) -> Project:
        return self.whole

    def take(self, document: Document) -> None:
        """Go on with these texts; what has not changed is not checked again."""
        read = texts_of(document)
        self.texts = {source.name: source for source in (*read.base, *read.overlays)}
        base, extra = (tuple(source.name for source in part) for part in (read.base, read.overlays))
        self.whole = Project(base, extra, (*base, *extra), read.near)

    def proposals(self, name: str, offset: int) -> list[dict[str, Any]]:
        """List what may stand at a place, what is most likely first."""
        found = sorted(complete(self, name, offset), key=lambda each: each.order)[:MOST]
        return [
            {
                "label": each.label, "kind": each.kind, "detail": each.detail, "title": each.title, "doc": each.doc,
                "key": list(each.key) if each.key is not None else None,
            }
            for each in found
        ]  # fmt: skip

    def meaning(self, name: str, line: int, column: int) -> dict[str, Any] | None:
        """Tell what stands at a place."""
        told = explained(self, name, line, column)
        return {"place": dict(told.at._asdict()), "doc": told.text} if told is not None else None

    def more(self, name: str, key: list[str | int]) -> str:
        """Tell what is known of a proposal."""
        return told_of(self, name, tuple(key))
