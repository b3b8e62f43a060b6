"""Names whose meaning is plain from where they stand: headings, fields, hooks, addresses, citations."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from regelwerk.dsl import ast
from regelwerk.dsl.ast.visitor import walk
from regelwerk.dsl.core.from_ast.context import plain
from regelwerk.dsl.core.from_ast.for_editors import Key
from regelwerk.dsl.source import Span

from .symbols import local_key

Mention = tuple[Span, tuple[Key, ...]]  # the first key that is known counts, else the last one
Plain = tuple[Span, Key]


def mentions(d: ast.Decl) -> Iterator[Mention | ast.Path]:
    """Every such name of a declaration; what an address is made of is told by `of_path`, when all names are known."""
    for at, key in _heading(d):
        yield at, (key,)
    for node in walk(d, everything=True):
        if isinstance(node, ast.Path):
            yield node
        else:
            yield from _node(node)


def _doing(name: ast.Name) -> Mention:
    return name.at, (("effect", name.id), ("action", name.id))


def _heading(d: ast.Decl) -> Iterator[Plain]:
    match d:
        case ast.Thing():
            yield d.type.at, ("type", d.type.id)
            for f in d.fields:
                yield f.name.at, ("slot", d.type.id, f.name.id)
        case ast.Rows():
            yield d.type.at, ("type", d.type.id)
            for c in d.columns:
                yield c.at, ("slot", d.type.id, c.id)
        case ast.TypeDecl():
            for of in (d.on, d.part_of):
                if of is not None:
                    yield of.at, ("type", of.id)
        case ast.Resource() if d.name.id[0].isupper():
            yield d.name.at, ("type", d.name.id)
        case ast.Overlay():
            yield d.game.at, ("game", d.game.id)
        case ast.Scenario():
            seats = {n.id: local_key(n.at) for n in d.seats}
            for step in (*d.setup, *d.when):
                if isinstance(step, ast.Answer) and step.who.id in seats:
                    yield step.who.at, seats[step.who.id]
        case ast.Supersedes():
            yield d.scenario.at, ("scenario", plain(d.scenario, ""))


def _node(node: object) -> Iterator[Mention]:
    match node:
        case ast.NamedType() | ast.TypeIdent():
            name = node.name if isinstance(node, ast.NamedType) else node.id
            if name[:1].isupper():
                yield _start(node.at, len(name)), (("type", name),)
        case ast.Hook() | ast.Action():
            if isinstance(node, ast.Hook):
                yield _doing(node.name)
            if node.once is not None:
                yield _doing(node.once)
        case ast.End():
            yield _doing(node.name)
        case ast.Invariant() if node.after is not None:
            yield _doing(node.after)
        case ast.Score():
            yield node.name.at, (("scoring", node.name.id),)
        case ast.ChangeLine():
            yield node.name.at, (("value", node.name.id),)
        case ast.Cite():
            yield node.at, (("cite", node.id),)


def _start(at: Span, length: int) -> Span:
    return Span(at.file, at.line, at.column, at.line, at.column + length)


def of_path(path: ast.Path, known: Collection[Key]) -> Iterator[Plain]:
    """An address, part by part: `apple.price`, `player.purse`, `buy.cost`, `Season.spring`."""
    head, *rest = path.parts
    types = [str(k[1]) for k in known if k[0] == "thing" and k[2] == head]
    own = _first(known, *((g, head) for g in ("value", "effect", "action", "ruling", "type", "scoring")))
    own = own or _first(known, *(("thing", t, head) for t in types), ("slot", "table", head), ("slot", "player", head))
    own = own or _first(known, ("scenario", head), ("invariant", head))
    if own is not None:
        length = len(head) + (2 if own[0] in ("scenario", "invariant") else 0)
        yield _start(path.at, length), own
    column = path.at.column + len(head)
    if rest:
        part = rest[0]
        options: list[Key] = [("slot", head, part), ("thing", head, part), ("label", head, part)]
        options += [("ability", head, part), *(("slot", t, part) for t in types)]
        found = _first(known, *options)
        if found is not None:
            at = Span(path.at.file, path.at.line, column + 1, path.at.line, column + 1 + len(part))
            yield at, found


def _first(known: Collection[Key], *keys: Key) -> Key | None:
    return next((k for k in keys if k in known), None)
