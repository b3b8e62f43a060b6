"""The shape of a file: its declarations as an outline, what can be folded, and what can be run from where."""

from __future__ import annotations

from lsprotocol import types as lsp

from regelwerk.dsl.editing.index.symbols import Symbol, symbols
from regelwerk.dsl.source import Source
from regelwerk.dsl.syntax.indentation import scan

from .documents import Documents
from .projects import below

K = lsp.SymbolKind
KINDS = {
    "game": K.Module, "kind": K.Enum, "member": K.EnumMember, "type": K.Class, "board": K.Class, "field": K.Field,
    "slot": K.Variable, "component": K.Object, "resource": K.Number, "ruling": K.Boolean, "value": K.Function,
    "effect": K.Method, "action": K.Event, "scoring": K.Function, "scenario": K.Event, "invariant": K.Constant,
}  # fmt: skip
INNER = ("name", "parameter", "seat", "label")  # not worth a line in an outline
MOST = 200  # symbols of a search
TEST, PLAY = "regelwerk.test", "regelwerk.play"


def document_symbols(documents: Documents, name: str) -> list[lsp.DocumentSymbol]:
    """Outline a file."""
    ruler = documents.ruler(name)
    out: list[lsp.DocumentSymbol] = []
    for symbol in _listed(documents, name):
        made = lsp.DocumentSymbol(
            name=symbol.name or "?",
            kind=KINDS.get(symbol.kind, K.Object),
            range=ruler.range(symbol.whole),
            selection_range=ruler.range(symbol.at),
            detail=symbol.title if symbol.title != symbol.name else symbol.owner,
            children=[],
        )
        above = out[-1] if out else None
        inside = above is not None and not symbol.declaration and _within(made.range, above.range)
        if inside and above is not None and above.children is not None:
            above.children = [*above.children, made]
        else:
            out.append(made)
    return out


def _listed(documents: Documents, name: str) -> list[Symbol]:
    return [s for s in symbols(documents.parsed(name)) if s.kind not in INNER]


def _within(inner: lsp.Range, outer: lsp.Range) -> bool:
    return outer.start.line <= inner.start.line and inner.end.line <= outer.end.line


def workspace_symbols(documents: Documents, query: str) -> list[lsp.WorkspaceSymbol]:
    """Find names in all files that are open or lie in an open folder."""
    wanted = query.lower().replace(" ", "_")
    files = [*documents.texts, *(f for folder in documents.folders for f in below(folder))]
    out: list[lsp.WorkspaceSymbol] = []
    for file in dict.fromkeys(files):
        for symbol in _listed(documents, file):
            if wanted in symbol.name.lower() or wanted in symbol.name.lower().replace(" ", "_"):
                at = lsp.Location(documents.uri(file), documents.ruler(file).range(symbol.at))
                kind = KINDS.get(symbol.kind, K.Object)
                out.append(lsp.WorkspaceSymbol(location=at, name=symbol.name, kind=kind, container_name=symbol.owner))
                if len(out) >= MOST:
                    return out
    return out


def folding(documents: Documents, name: str) -> list[lsp.FoldingRange]:
    """Fold declarations, and the blocks inside them, as they are indented."""
    source = documents.source(name)
    out = []
    for first, last in _blocks(source):
        out.append(lsp.FoldingRange(first - 1, last - 1, kind=lsp.FoldingRangeKind.Region))
    return out


def _blocks(source: Source) -> list[tuple[int, int]]:
    """Lines with more deeply indented ones below them, each with the last of those."""
    chunks = [c.line for c in scan(source).chunks]
    rows = [(n, len(row) - len(row.lstrip())) for n, row in enumerate(source.lines, 1) if row.strip()]
    rows = [(n, depth) for n, depth in rows if not source.lines[n - 1].lstrip().startswith("#") or n in chunks]
    out: list[tuple[int, int]] = []
    open_: list[tuple[int, int]] = []  # line, depth
    last = 0
    for n, depth in [*rows, (len(source.lines) + 1, -1)]:
        while open_ and open_[-1][1] >= depth:
            first, _ = open_.pop()
            if last > first:
                out.append((first, last))
        open_.append((n, depth))
        last = n
    return sorted(out)


def lenses(documents: Documents, name: str, terminal: bool) -> list[lsp.CodeLens]:
    """Offer to run scenarios and to play. `terminal`: the editor can open one for a game."""
    project = documents.project(name)
    ruler = documents.ruler(name)
    out: list[lsp.CodeLens] = []

    def lens(symbol: Symbol, title: str, command: str, *arguments: str) -> None:
        at = lsp.Range(ruler.range(symbol.whole).start, ruler.range(symbol.at).end)
        out.append(lsp.CodeLens(at, lsp.Command(title, command, arguments=[documents.uri(name), *arguments])))

    scenarios = 0
    heading: Symbol | None = None
    for symbol in _listed(documents, name):
        if symbol.kind == "scenario":
            scenarios += 1
            lens(symbol, "▷ run", TEST, symbol.name)
        elif symbol.key[0] in ("game", "overlay"):
            heading = symbol
    if heading is not None:
        if terminal:
            lens(heading, "▷ play", PLAY)
        if scenarios or project.overlays or len(project.base) > 1:
            lens(heading, "▷ run all scenarios", TEST, "")
    return out
