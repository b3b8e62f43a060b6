"""A small editor: a real client that talks to `regelwerk lsp` over its standard input and output."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

T = TypeVar("T")
PATIENCE = 60  # seconds; a loaded machine must not fail a test


class Editor(LanguageClient):
    """Keeps what the server says by itself."""

    def __init__(self) -> None:
        super().__init__("test editor", "1")
        self.messages: dict[str, list[lsp.Diagnostic]] = {}
        self.shown: list[str] = []
        self.news = asyncio.Event()

        def published(params: lsp.PublishDiagnosticsParams) -> None:
            self.messages[params.uri] = list(params.diagnostics)
            self.news.set()

        def shown(params: lsp.ShowMessageParams) -> None:
            self.shown.append(params.message)

        self.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(published)
        self.feature(lsp.WINDOW_SHOW_MESSAGE)(shown)

    async def begin(self, folder: Path, **options: Any) -> lsp.InitializeResult:
        """Start the server and open a folder."""
        await self.start_io(sys.executable, "-m", "regelwerk", "lsp")
        result = await self.initialize_async(
            lsp.InitializeParams(
                capabilities=lsp.ClientCapabilities(),
                root_uri=folder.as_uri(),
                workspace_folders=[lsp.WorkspaceFolder(folder.as_uri(), folder.name)],
                initialization_options=options,
            )
        )
        self.initialized(lsp.InitializedParams())
        return result

    def open(self, path: Path, text: str | None = None) -> str:
        """Open a file, perhaps with another text than on disk; return its address."""
        said = path.read_text(encoding="utf-8") if text is None else text
        item = lsp.TextDocumentItem(path.as_uri(), "regel", 1, said)
        self.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        return path.as_uri()

    def type(self, uri: str, text: str, version: int = 2) -> None:
        """Replace the text of an open file."""
        whole = lsp.TextDocumentContentChangeWholeDocument(text)
        document = lsp.VersionedTextDocumentIdentifier(version, uri)
        self.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [whole]))

    async def told(self, uri: str, codes: Sequence[str | None]) -> list[lsp.Diagnostic]:
        """Wait until the messages about a file have these codes."""
        async with asyncio.timeout(PATIENCE):
            while uri not in self.messages or [d.code for d in self.messages[uri]] != codes:
                self.news.clear()
                await self.news.wait()
        return self.messages[uri]

    async def run(self, uri: str, title: str) -> Any:
        """Run a scenario, as its lens does."""
        return await self.workspace_execute_command_async(lsp.ExecuteCommandParams("regelwerk.test", [uri, title]))

    async def finish(self) -> int | None:
        """End the server as editors do; return its exit code."""
        await asyncio.wait_for(self.shutdown_async(None), PATIENCE)
        self.exit(None)
        server = self._server
        assert server is not None
        await asyncio.wait_for(server.wait(), PATIENCE)
        await self.stop()  # type: ignore[no-untyped-call]
        return server.returncode


def live(story: Coroutine[Any, Any, T]) -> T:
    """Run what happens in an editor."""
    return asyncio.run(story)
