"""The protocol: which question of an editor goes to which module. Whatever goes wrong is logged, never fatal."""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from regelwerk import __version__
from regelwerk.dsl.diagnostics import Diagnostic
from regelwerk.dsl.format import format_text
from regelwerk.dsl.source import Span

from . import answers, completion, messages, navigation, outline, running, semantic_tokens
from .documents import Documents, name_of

log = logging.getLogger(__name__)
QUIET = 0.15  # seconds without a keystroke before everything is checked again
P = ParamSpec("P")
R = TypeVar("R")


class Server(LanguageServer):
    """A language server with its documents."""

    def __init__(self) -> None:
        super().__init__("regelwerk", __version__, text_document_sync_kind=lsp.TextDocumentSyncKind.Full)
        self.documents = Documents()
        self.terminal = False  # whether the editor opens a terminal for `regelwerk.play`
        self.waiting: asyncio.TimerHandle | None = None
        self.told: dict[str, list[Diagnostic]] = {}  # what the editor shows, by file
        self.failures: dict[str, list[Diagnostic]] = {}  # of scenarios that were run, until a text changes

    def soon(self) -> None:
        """Check again once the typing pauses."""
        if self.waiting is not None:
            self.waiting.cancel()
        self.waiting = asyncio.get_running_loop().call_later(QUIET, self.now)

    def now(self) -> None:
        """Check what is open, and tell the editor what has changed since it was told last."""
        self.waiting = None
        found: dict[str, list[Diagnostic]] = {}
        for name in [*self.documents.texts]:
            try:
                for file, own in self.documents.messages(self.documents.project(name)).items():
                    found[file] = [*own, *self.failures.get(file, ())]
            except Exception:
                log.exception("checking %s failed", name)
        for file in [*found, *(self.told.keys() - found.keys())]:
            if file not in self.told or found.get(file) != self.told[file]:
                self.publish(file, found.get(file, []))
        self.told = found

    def publish(self, file: str, found: list[Diagnostic]) -> None:
        """Tell the editor all messages about a file."""
        shown = messages.diagnostics(self.documents, found)
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(self.documents.uri(file), shown))

    def opened(self, uri: str, text: str) -> None:
        """Take in a document."""
        self.told.pop(self.documents.put(uri, text), None)  # under this address the editor was told nothing yet
        self.soon()

    def typed(self, uri: str, text: str) -> None:
        """Take in what a document says now."""
        self.documents.put(uri, text)
        self.failures.clear()
        self.soon()

    def closed(self, uri: str) -> None:
        """Let go of a document."""
        self.publish(self.documents.drop(uri), [])
        self.told.pop(name_of(uri), None)
        self.soon()

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log instead of a pop-up: the next keystroke may put it right."""
        log.error("%s: %s", getattr(source, "__name__", source), error)


def _guarded(answer: Callable[P, R]) -> Callable[P, R | None]:
    """Answer nothing where an answer fails."""

    @functools.wraps(answer)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R | None:
        try:
            return answer(*args, **kwargs)
        except JsonRpcInvalidParams:
            raise
        except Exception:
            log.exception("%s failed", getattr(answer, "__name__", "an answer"))
            return None

    return wrapped


def make_server() -> Server:
    """Make a server with everything registered."""
    server = Server()
    _documents(server)
    _questions(server)
    _actions(server)
    return server


def _documents(server: Server) -> None:
    @server.feature(lsp.INITIALIZE)
    def initialize(ls: Server, params: lsp.InitializeParams) -> None:
        options = params.initialization_options
        ls.terminal = isinstance(options, dict) and bool(options.get("terminal"))

    @server.feature(lsp.INITIALIZED)
    def initialized(ls: Server, params: lsp.InitializedParams) -> None:
        ls.documents.encoding = str(getattr(ls.workspace.position_encoding, "value", ls.workspace.position_encoding))
        folders = [f.uri for f in ls.workspace.folders.values()] or [ls.workspace.root_uri]
        ls.documents.folders = [Path(name_of(uri)) for uri in folders if uri]

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def folders(ls: Server, params: lsp.DidChangeWorkspaceFoldersParams) -> None:
        ls.documents.folders = [Path(name_of(f.uri)) for f in ls.workspace.folders.values()]

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(ls: Server, params: lsp.DidOpenTextDocumentParams) -> None:
        ls.opened(params.text_document.uri, params.text_document.text)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(ls: Server, params: lsp.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        ls.typed(uri, ls.workspace.get_text_document(uri).source)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(ls: Server, params: lsp.DidCloseTextDocumentParams) -> None:
        ls.closed(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(ls: Server, params: lsp.DidSaveTextDocumentParams) -> None:
        ls.soon()

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def watched(ls: Server, params: lsp.DidChangeWatchedFilesParams) -> None:
        ls.soon()


def _questions(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    @_guarded
    def hovered(ls: Server, params: lsp.HoverParams) -> lsp.Hover | None:
        return answers.hover(ls.documents, name_of(params.text_document.uri), params.position)

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    @_guarded
    def definition(ls: Server, params: lsp.DefinitionParams) -> lsp.Location | None:
        return navigation.definition(ls.documents, name_of(params.text_document.uri), params.position)

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    @_guarded
    def references(ls: Server, params: lsp.ReferenceParams) -> list[lsp.Location]:
        own = params.context.include_declaration
        return navigation.references(ls.documents, name_of(params.text_document.uri), params.position, own)

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    @_guarded
    def highlights(ls: Server, params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        return navigation.highlights(ls.documents, name_of(params.text_document.uri), params.position)

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    @_guarded
    def symbols(ls: Server, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        return outline.document_symbols(ls.documents, name_of(params.text_document.uri))

    @server.feature(lsp.WORKSPACE_SYMBOL)
    @_guarded
    def search(ls: Server, params: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
        return outline.workspace_symbols(ls.documents, params.query)

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    @_guarded
    def folding(ls: Server, params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        return outline.folding(ls.documents, name_of(params.text_document.uri))

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS, lsp.CodeLensOptions(resolve_provider=False))
    @_guarded
    def lenses(ls: Server, params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        return outline.lenses(ls.documents, name_of(params.text_document.uri), ls.terminal)

    @server.feature(
        lsp.TEXT_DOCUMENT_COMPLETION,
        lsp.CompletionOptions(trigger_characters=completion.TRIGGERS, resolve_provider=True),
    )
    @_guarded
    def complete(ls: Server, params: lsp.CompletionParams) -> lsp.CompletionList:
        found = answers.complete(ls.documents, name_of(params.text_document.uri), params.position)
        return lsp.CompletionList(is_incomplete=False, items=found)

    @server.feature(lsp.COMPLETION_ITEM_RESOLVE)
    def resolve(ls: Server, item: lsp.CompletionItem) -> lsp.CompletionItem:
        return _guarded(answers.resolve)(ls.documents, item) or item

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, semantic_tokens.LEGEND)
    @_guarded
    def coloured(ls: Server, params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        return semantic_tokens.tokens(ls.documents, name_of(params.text_document.uri))


def _actions(server: Server) -> None:
    kinds = [lsp.CodeActionKind.QuickFix, messages.FIX_ALL]

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=kinds))
    @_guarded
    def fixes(ls: Server, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        only = [str(getattr(k, "value", k)) for k in params.context.only] if params.context.only else None
        return messages.actions(ls.documents, name_of(params.text_document.uri), params.range, only)

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    @_guarded
    def prepare(ls: Server, params: lsp.PrepareRenameParams) -> lsp.PrepareRenamePlaceholder:
        try:
            return navigation.prepare(ls.documents, name_of(params.text_document.uri), params.position)
        except navigation.Refused as refused:
            raise JsonRpcInvalidParams(str(refused)) from None

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    @_guarded
    def rename(ls: Server, params: lsp.RenameParams) -> lsp.WorkspaceEdit:
        try:
            return navigation.rename(ls.documents, name_of(params.text_document.uri), params.position, params.new_name)
        except navigation.Refused as refused:
            raise JsonRpcInvalidParams(str(refused)) from None

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    @_guarded
    def formatting(ls: Server, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:

        name = name_of(params.text_document.uri)
        old = ls.documents.text(name)
        new = format_text(old)
        return [] if new == old else [lsp.TextEdit(ls.documents.ruler(name).everything(), new)]

    @server.feature("regelwerk/command")
    @_guarded
    def command(ls: Server, params: Any) -> list[str] | None:
        """Give the words with which a terminal plays what a file belongs to."""
        return running.words(ls.documents, name_of(str(params.uri)), str(params.name))

    @server.command(outline.TEST)
    async def test(ls: Server, uri: str, title: str = "") -> dict[str, Any]:
        made = running.prepare(ls.documents, name_of(uri))
        try:
            ran = await asyncio.to_thread(running.run, made, title)
        except Exception:
            log.exception("running failed")
            ran = running.Ran("The scenario could not be run.", False)
        _show(ls, ran)
        return {"ok": ran.ok, "text": ran.text}


def _show(ls: Server, ran: running.Ran) -> None:
    """Say how it went, and mark what failed in the text."""
    ls.failures.clear()
    for at, text in ran.failures:
        if isinstance(at, Span) and at.line:
            ls.failures.setdefault(at.file, []).append(Diagnostic("", text, at))
    ls.now()
    kind = lsp.MessageType.Info if ran.ok else lsp.MessageType.Warning
    ls.window_show_message(lsp.ShowMessageParams(kind, ran.text))
