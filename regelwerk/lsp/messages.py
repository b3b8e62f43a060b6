"""Messages of the checker as an editor shows them, and their fixes as quick fixes."""

from __future__ import annotations

from lsprotocol import types as lsp

from regelwerk.dsl.diagnostics import Diagnostic, Fix

from .documents import Documents

FIX_ALL = "source.fixAll.regelwerk"


def diagnostics(documents: Documents, found: list[Diagnostic]) -> list[lsp.Diagnostic]:
    """Turn the messages of one file into what the protocol calls diagnostics."""
    return [_diagnostic(documents, d) for d in found]


def _diagnostic(documents: Documents, d: Diagnostic) -> lsp.Diagnostic:
    told = [d.message, d.help] if d.help else [d.message]
    if d.cites:
        told.append(" ".join(f"@{c}" for c in d.cites))
    others = [
        lsp.DiagnosticRelatedInformation(
            lsp.Location(documents.uri(label.at.file), documents.ruler(label.at.file).range(label.at)),
            label.text or "here",
        )
        for label in d.others
        if label.at.line
    ]
    return lsp.Diagnostic(
        range=documents.ruler(d.at.file).range(d.at),
        message="\n".join(told),
        severity=lsp.DiagnosticSeverity.Error if d.is_error else lsp.DiagnosticSeverity.Warning,
        code=d.code or None,
        source="regelwerk",
        related_information=others or None,
        tags=[lsp.DiagnosticTag.Unnecessary] if d.code in ("RW2050", "RW2051") else None,
    )


def actions(documents: Documents, name: str, where: lsp.Range, only: list[str] | None = None) -> list[lsp.CodeAction]:
    """Offer the fixes of all messages that touch a range; and all safe ones of the file at once."""
    found = documents.messages(documents.project(name)).get(name, [])
    ruler = documents.ruler(name)
    out: list[lsp.CodeAction] = []
    if only is None or any("quickfix".startswith(o) for o in only):
        for d in found:
            shown = _diagnostic(documents, d)
            if not _touch(ruler.range(d.at), where):
                continue
            for i, fix in enumerate(d.fixes):
                out.append(
                    lsp.CodeAction(
                        _title(documents, fix),
                        kind=lsp.CodeActionKind.QuickFix,
                        diagnostics=[shown],
                        is_preferred=i == 0,
                        edit=_edit(documents, [fix]),
                    )
                )
    safe = _apart([f for d in found for f in d.fixes if f.safe])
    if safe and (only is None or any(FIX_ALL.startswith(o) for o in only)):
        out.append(lsp.CodeAction("Fix all that is safe to fix", kind=FIX_ALL, edit=_edit(documents, safe)))
    return out


def _apart(fixes: list[Fix]) -> list[Fix]:
    """Keep what does not overlap."""
    kept: list[Fix] = []
    for fix in sorted(fixes, key=lambda f: f.at):
        if not kept or (kept[-1].at.end_line, kept[-1].at.end_column) <= (fix.at.line, fix.at.column):
            kept.append(fix)
    return kept


def _touch(a: lsp.Range, b: lsp.Range) -> bool:
    def key(p: lsp.Position) -> tuple[int, int]:
        return (p.line, p.character)

    return key(a.start) <= key(b.end) and key(b.start) <= key(a.end)


def _title(documents: Documents, fix: Fix) -> str:
    lines = documents.source(fix.at.file).lines
    same = fix.at.line == fix.at.end_line and 1 <= fix.at.line <= len(lines)
    old = lines[fix.at.line - 1][fix.at.column - 1 : fix.at.end_column - 1] if same else ""
    new = _short(fix.text)
    if not fix.text.strip():
        return f"Remove `{_short(old)}`" if old.strip() else "Put the spaces right"
    return f"Write `{new}` instead of `{_short(old)}`" if old.strip() else f"Insert `{new}`"


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 40 else text[:39] + "…"


def _edit(documents: Documents, fixes: list[Fix]) -> lsp.WorkspaceEdit:
    changes: dict[str, list[lsp.TextEdit]] = {}
    for fix in fixes:
        ruler = documents.ruler(fix.at.file)
        changes.setdefault(documents.uri(fix.at.file), []).append(lsp.TextEdit(ruler.range(fix.at), fix.text))
    return lsp.WorkspaceEdit(changes=dict(changes))
