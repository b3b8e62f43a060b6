"""What completion and hover find, in the words of the protocol."""

from __future__ import annotations

from lsprotocol import types as lsp

from . import completion
from .completion import Proposal
from .documents import Documents
from .hover import explained

K = lsp.CompletionItemKind
KINDS = {
    "type": K.Class, "thing": K.EnumMember, "slot": K.Field, "value": K.Function, "effect": K.Method,
    "action": K.Event, "ability": K.Event, "ruling": K.Constant, "resource": K.Unit, "scoring": K.Function,
    "local": K.Variable, "built in": K.Function, "label": K.Reference, "scenario": K.Text, "overlay": K.Module,
    "game": K.Module, "field": K.Property, "keyword": K.Keyword, "cite": K.Reference,
}  # fmt: skip


def hover(documents: Documents, name: str, position: lsp.Position) -> lsp.Hover | None:
    """Explain what stands at a place."""
    ruler = documents.ruler(name)
    told = explained(documents, name, *ruler.place(position))
    return lsp.Hover(_markdown(told.text), ruler.range(told.at)) if told is not None else None


def complete(documents: Documents, name: str, position: lsp.Position) -> list[lsp.CompletionItem]:
    """List what may stand at a place."""
    found = completion.complete(documents, name, documents.ruler(name).offset(position))
    return [_item(documents, name, position, each) for each in found]


def resolve(documents: Documents, item: lsp.CompletionItem) -> lsp.CompletionItem:
    """Add what is known of a proposal."""
    match item.data:
        case {"file": str(name), "key": list(key)} if told := completion.told_of(documents, name, tuple(key)):
            item.documentation = _markdown(told)
    return item


def _markdown(text: str) -> lsp.MarkupContent:
    return lsp.MarkupContent(lsp.MarkupKind.Markdown, text)


def _item(documents: Documents, name: str, position: lsp.Position, each: Proposal) -> lsp.CompletionItem:
    found = lsp.CompletionItem(
        each.label,
        kind=KINDS.get(each.kind, K.Variable),
        detail=each.detail or None,
        documentation=_markdown(each.doc) if each.doc else None,
        filter_text=f"{each.label} {each.title}" if each.title else None,  # found by what is printed on it, too
        sort_text=each.order,
        data={"file": name, "key": list(each.key)} if each.key is not None else None,
    )
    if each.replaced is not None:
        ruler = documents.ruler(name)
        line, column = ruler.place(position)
        where = lsp.Range(ruler.position(line, column - each.replaced), ruler.position(line, column))
        found.text_edit = lsp.TextEdit(where, each.label)
    elif each.title:
        found.label_details = lsp.CompletionItemLabelDetails(description=each.title)
    return found
