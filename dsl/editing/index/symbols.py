"""The names that the declarations of a file introduce."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from regelwerk.dsl import ast
from regelwerk.dsl.ast.visitor import walk
from regelwerk.dsl.core.from_ast.context import plain
from regelwerk.dsl.core.from_ast.for_editors import Key
from regelwerk.dsl.source import Span


@dataclass(frozen=True, slots=True)
class Symbol:
    """One declared name: what it is, where its name stands, and the stretch that declares it."""

    key: Key
    kind: str  # in words: value, effect, component, ...
    name: str
    at: Span
    whole: Span
    owner: str = ""  # the type, kind, card or block it belongs to
    title: str = ""
    doc: str = ""
    cites: tuple[str, ...] = ()
    declaration: bool = True  # begins in column 0; False: stands inside another one


def symbols(file: ast.File) -> Iterator[Symbol]:
    """Every name of a file, in the order of declarations."""
    for d in file.decls:
        yield from of_declaration(d)


def of_declaration(d: ast.Decl) -> Iterator[Symbol]:
    """The names of one declaration and those inside it."""
    yield from _declared(d)
    yield from _inside(d)


def local_key(at: Span) -> Key:
    """The key of a name that lives in a few lines only."""
    return ("local", at.file, at.line, at.column)


def _cites(node: ast.Node) -> tuple[str, ...]:
    marks = getattr(node, "marks", None)
    return tuple(c.id for c in marks.cites) if isinstance(marks, ast.Marks) else ()


def _part(key: Key, kind: str, name: ast.Name, node: ast.Node, owner: str, title: str = "") -> Symbol:
    return Symbol(key, kind, name.id, name.at, node.at, owner, title, "", _cites(node), declaration=False)


def _declared(d: ast.Decl) -> Iterator[Symbol]:
    def whole(key: Key, kind: str, name: ast.Name, title: ast.Text | None = None, owner: str = "") -> Symbol:
        return Symbol(key, kind, name.id, name.at, d.at, owner, plain(title, ""), d.doc, _cites(d))

    match d:
        case ast.Game():
            yield whole(("game", d.name.id), "game", d.name, d.title)
        case ast.Kind():
            yield whole(("type", d.name.id), "kind", d.name)
            for m in d.members:
                yield _part(("thing", d.name.id, m.name.id), "member", m.name, m, d.name.id, plain(m.title, ""))
        case ast.TypeDecl():
            yield whole(("type", d.name.id), "type", d.name)
            yield from _slots(d.slots, d.name.id)
        case ast.Board():
            yield whole(("type", d.name.id), "board", d.name)
        case ast.State():
            yield from _slots(d.slots, d.owner)
        case ast.Thing():
            yield whole(("thing", d.type.id, d.name.id), "component", d.name, d.title, d.type.id)
            yield from _actions(d)
        case ast.Rows():
            for r in d.rows:
                yield _part(("thing", d.type.id, r.name.id), "component", r.name, r, d.type.id, plain(r.title, ""))
        case ast.Resource():
            if d.name.id[0].islower():
                yield whole(("resource", d.name.id), "resource", d.name, d.title)
            if d.plural is not None:
                yield _part(("resource", d.plural.id), "resource", d.plural, d, "", plain(d.title, ""))
        case ast.Ruling():
            yield whole(("ruling", d.name.id), "ruling", d.name, d.question)
        case ast.Value():
            yield whole(("value", d.name.id), "value", d.name)
        case ast.Effect():
            yield whole(("effect", d.name.id), "effect", d.name, d.title)
        case ast.Action():
            yield whole(("action", d.name.id), "action", d.name, d.title)
        case ast.Proc():
            yield whole(("effect", d.name.id), "effect", d.name)
        case ast.Scoring():
            yield whole(("scoring", d.name.id), "scoring", d.name)
        case ast.Scenario() | ast.Invariant():
            kind = "scenario" if isinstance(d, ast.Scenario) else "invariant"
            title = plain(d.title, "")
            yield Symbol((kind, title), kind, title, d.title.at, d.at, "", title, d.doc, _cites(d))
        case ast.Overlay():
            yield whole(("overlay", d.name.id), d.layer, d.name, d.title)


def _slots(slots: tuple[ast.Slot, ...], owner: str) -> Iterator[Symbol]:
    for s in slots:
        yield _part(("slot", owner, s.name.id), "slot" if owner in ("table", "player") else "field", s.name, s, owner)


def _actions(d: ast.Thing) -> Iterator[Symbol]:
    for f in d.fields:
        for step in f.block or ():
            if isinstance(step.do, ast.Action):
                do = step.do
                yield _part(("ability", d.name.id, do.name.id), "action", do.name, do, d.name.id, plain(do.title, ""))


def _inside(d: ast.Decl) -> Iterator[Symbol]:
    """Names that live inside a declaration: parameters, what is picked or named on the way, seats, labels."""
    head = _head(d)
    for node in walk(d, everything=True):
        match node:
            case ast.Param():
                yield _local("parameter", node.name, node)
            case ast.Binder():
                yield _local("name", node.name, node)
            case ast.Let() | ast.LetFrom() | ast.Var():
                yield _local("name", node.name, node)
            case ast.Pairing():
                yield _local("name", node.first, node)
            case ast.Reach() | ast.Distance():
                yield _local("name", node.via, node)
                if isinstance(node, ast.Distance) and node.to is not None:
                    yield _local("name", node.to, node)
            case ast.Hook() | ast.ChangeLine():
                for p in node.params:
                    yield _local("parameter", p, node)
                if isinstance(node, ast.Hook) and node.gives is not None:
                    yield _local("name", node.gives, node)
            case ast.Scenario():
                for seat in node.seats:
                    yield _local("seat", seat, node)
            case ast.Step() if node.label is not None:
                yield _part(("label", head, node.label.id), "label", node.label, node, head)


def _local(kind: str, name: ast.Name, node: ast.Node) -> Symbol:
    return _part(local_key(name.at), kind, name, node, "")


def _head(d: ast.Decl) -> str:
    name = getattr(d, "name", None)
    return name.id if isinstance(name, ast.Name) else ""
