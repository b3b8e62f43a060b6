"""Addresses: every part of a declaration that an overlay can name, and where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from .. import ast
from ..ast.printer import first_line
from ..ast.printer.expressions import text as written
from ..ast.tree import get, title
from ..ast.visitor import Walk
from ..source import Span

Address = tuple[str, ...]
# Parts that are named by a word of the language: only the thing they belong to tells them apart.
PARTS = frozenset(
    {
        "title",
        "question",
        "else",
        "text",
        "once",
        "when",
        "where",
        "while",
        "range",
        "sight",
        "stages",
        "width",
        "height",
    }
)
_UNNAMED = "unnamed"  # a step without a label
_TOKEN = re.compile(r'\w+|[^\w\s"]')
_WORD = re.compile(r"[^\W\d]\w*")
_HEAD = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")  # a first part may itself have parts: `player.purse`


@dataclass(frozen=True, slots=True)
class Place:
    """A part of a declaration.

    form: whole (a declaration, row, slot or line of its own), field, cell, expr, values (a default), step, once,
    members, member, line (of scoring, winner or a table), option, body (lines), text, when, range, number, sight,
    names.
    """

    address: Address  # with every label on the way, so that a part of a place has the longer address
    walk: Walk
    form: str


def spelled(address: Address) -> str:
    """Write an address as an overlay would."""
    shapes = (_HEAD, *[_WORD] * len(address))
    parts = zip(address, shapes, strict=False)
    return ".".join(p if p.startswith('"') or shape.fullmatch(p) else f'"{p}"' for p, shape in parts)


def nested(a: str, b: str) -> bool:
    """Tell whether one written address is a part of the other, or the same."""
    return f"{a}.".startswith(f"{b}.") or f"{b}.".startswith(f"{a}.")


def heads(d: ast.Decl) -> list[tuple[str, Walk, Span]]:
    """The names that a declaration introduces, where they stand in it, and their places in the source."""
    match d:
        case ast.Game():
            return [("game", (), d.name.at)]
        case ast.Rows():
            return [(r.name.id, ("rows", i), r.name.at) for i, r in enumerate(d.rows)]
        case ast.State():
            return [(f"{d.owner}.{s.name.id}", ("slots", i), s.name.at) for i, s in enumerate(d.slots)]
        case ast.Scenario() | ast.Invariant():
            return [(f'"{title(d.title)}"', (), d.title.at)]
        case ast.Winner():
            return [("winner", (), d.at)]
        case ast.Texts():
            return [
                (f"texts.{d.language.id}.{'.'.join(line.path.parts)}", ("lines", i), line.path.at)
                for i, line in enumerate(d.lines)
            ]
        case ast.Display():
            return [(_shown(line), ("lines", i), line.at) for i, line in enumerate(d.lines)]
        case (
            ast.Kind() | ast.TypeDecl() | ast.Board() | ast.Thing() | ast.Resource() | ast.Ruling()
            | ast.Value() | ast.Effect() | ast.Action() | ast.Scoring() | ast.Proc()
        ):  # fmt: skip
            return [(d.name.id, (), d.name.at)]
        case _:
            return []


def _shown(line: ast.ShowLine) -> str:
    return ".".join(("display", line.word.id, *(line.paths[0].parts if line.paths else ())))


def adds_up(name: str) -> bool:
    """Tell whether there may be several of this name: lines of `display` that add to what others draw."""
    return name.startswith(("display.map.", "display.node.", "display.link."))


def places(d: ast.Decl) -> Iterator[Place]:
    """Every part of a declaration with an address, the whole first, outer parts before inner ones."""
    for head, walk, _ in heads(d):
        yield Place((head,), walk, "whole")
        yield from (p for p in _parts(d, head, walk) if p.form != _UNNAMED)


def tokens(said: str) -> list[str]:
    """The words and signs of a line; layout and quotation marks do not count."""
    return _TOKEN.findall(said)


def worded(d: ast.Decl, head: str, walk: Walk) -> list[tuple[Place, list[str]]]:
    """The lines of a rule and their words. A line without a label has an address that ends in as many of its words as
    tell it from the others; one with a label can be found by its words, too, but is known by the label."""
    lines = [p for p in _parts(d, head, walk) if p.form == _UNNAMED or (p.form == "step" and _has_label(d, p))]
    found = [(p, first_line(replace(get(d, p.walk), label=None))) for p in lines]
    unnamed = [tokens(said) for p, said in found if p.form == _UNNAMED]
    out = []
    for p, said in found:
        own = tokens(said)
        if p.form == _UNNAMED:
            others = [w for w in unnamed if w != own]
            n = next((n for n in range(1, len(own)) if all(w[:n] != own[:n] for w in others)), len(own))
            end = [m.end() for m in _TOKEN.finditer(said)][n - 1]
            p = replace(p, address=(*p.address, said[:end].replace('"', "")), form="step")
        out.append((p, own))
    return out


def _has_label(d: ast.Decl, p: Place) -> bool:
    return get(d, p.walk).label is not None


def _parts(d: ast.Decl, head: str, walk: Walk) -> Iterator[Place]:
    match d:
        case ast.Game() | ast.Thing() | ast.Resource():
            yield from _text(d.title, (head, "title"), ("title",))
            yield from _fields(d.fields, head)
        case ast.Ruling():
            yield from _text(d.question, (head, "question"), ("question",))
            yield from _fields(d.fields, head)
        case ast.Rows():
            row = d.rows[int(walk[1])]
            yield from _text(row.title, (head, "title"), (*walk, "title"))
            for i, c in enumerate(d.columns[: len(row.values)]):
                yield Place((head, c.id), (*walk, "values", i), "cell")
        case ast.State():
            yield from _slot(d.slots[int(walk[1])], (head,), walk)
        case ast.TypeDecl():
            for i, s in enumerate(d.slots):
                yield Place((head, s.name.id), ("slots", i, "default"), "values")
                yield from _slot(s, (head, s.name.id), ("slots", i))
        case ast.Kind():
            for i, m in enumerate(d.members):
                yield Place((head, m.name.id), ("members", i), "member")
                yield from _text(m.title, (head, m.name.id, "title"), ("members", i, "title"))
        case ast.Board():
            yield Place((head, "width"), ("width",), "number")
            yield Place((head, "height"), ("height",), "number")
        case ast.Value():
            if isinstance(d.type, ast.RangeType):
                yield Place((head, "range"), ("type",), "range")
            if d.stages:
                yield Place((head, "stages"), ("stages",), "names")
            yield from _params(d.params, (head,), ("params",))
            for i, case in enumerate(d.cases):
                yield Place((head, pattern(case)), ("cases", i), "line")
        case ast.Effect() | ast.Action():
            yield from _text(d.title, (head, "title"), ("title",))
            if isinstance(d, ast.Action) and d.once is not None:
                yield Place((head, "once"), ("once",), "once")
            yield from _params(d.params, (head,), ("params",))
            yield from _block(d.body, (head,), ("body",))
        case ast.Proc():
            yield from _block(d.body, (head,), ("body",))
        case ast.Scoring():
            for i, line in enumerate(d.lines):
                yield Place((head, title(line.title)), ("lines", i), "line")
                yield Place((head, title(line.title), "title"), ("lines", i, "title"), "text")
        case ast.Winner():
            for i, rank in enumerate(d.ranks):
                if name := _named(rank.value):
                    yield Place((head, name), ("ranks", i), "line")
        case ast.Texts() | ast.Display():
            yield from _text(d.lines[int(walk[1])].text, (head, "text"), (*walk, "text"))


def _fields(fields: tuple[ast.Field, ...], head: str) -> Iterator[Place]:
    for i, f in enumerate(fields):
        yield Place((head, f.name.id), ("fields", i), "field")
        yield from _block(f.block or (), (head, f.name.id), ("fields", i, "block"))


def _params(params: tuple[ast.Param, ...], address: Address, walk: Walk) -> Iterator[Place]:
    """Of what can be picked: the set it comes from, and the condition; of what is handed over: its range."""
    for i, p in enumerate(params):
        if p.binder is not None:
            yield Place((*address, p.name.id), (*walk, i, "binder", "source"), "expr")
            if p.binder.where is not None:
                yield Place((*address, p.name.id, "where"), (*walk, i, "binder", "where"), "when")
        elif isinstance(p.type, ast.RangeType):
            yield Place((*address, p.name.id, "range"), (*walk, i, "type"), "range")


def _slot(s: ast.Slot, address: Address, walk: Walk) -> Iterator[Place]:
    yield Place((*address, "sight"), (*walk, "visibility"), "sight")
    if isinstance(s.type, ast.RangeType):
        yield Place((*address, "range"), (*walk, "type"), "range")
    if isinstance(s.type, ast.PerType) and isinstance(s.type.value, ast.RangeType):
        yield Place((*address, "range"), (*walk, "type", "value"), "range")
    if s.force is not None:
        yield Place((*address, "while"), (*walk, "force"), "expr")


def _text(text: ast.Text | None, address: Address, walk: Walk) -> Iterator[Place]:
    if text is not None:
        yield Place(address, walk, "text")


def _block(block: ast.Block, address: Address, walk: Walk) -> Iterator[Place]:
    for i, step in enumerate(block):
        yield from _step(step, address, (*walk, i))


def _step(step: ast.Step, address: Address, walk: Walk) -> Iterator[Place]:
    name = label(step)
    if name:
        address = (*address, name)
    yield Place(address, walk, "step" if name else _UNNAMED)
    do, walk = step.do, (*walk, "do")
    for attribute, word in _SENTENCES.get(type(do), ()):
        text = getattr(do, attribute)
        if text is not None:
            yield Place((*address, word if name else written(text)[1:-1]), (*walk, attribute), "text")
    match do:
        case ast.Action() | ast.Hook():
            if do.once is not None:
                yield Place((*address, "once"), (*walk, "once"), "once")
            if isinstance(do, ast.Action):
                yield from _params(do.params, address, (*walk, "params"))
            if isinstance(do, ast.Hook) and do.when is not None:
                yield Place((*address, "when"), (*walk, "when"), "when")
        case ast.ChangeLine() | ast.May() if do.when is not None:
            yield Place((*address, "when"), (*walk, "when"), "when")
        case ast.ChooseOption():
            for i, option in enumerate(do.options):
                yield from _option(option, (*address, option.name.id), (*walk, "options", i))
    for attribute in ("body", "then", "other", "steps"):
        if isinstance(inner := getattr(do, attribute, None), tuple):
            yield from _block(inner, address, (*walk, attribute))


def _option(option: ast.OptionLine, address: Address, walk: Walk) -> Iterator[Place]:
    yield Place(address, walk, "option")
    yield from _text(option.label, (*address, "title"), (*walk, "label"))
    if option.when is not None:
        yield Place((*address, "when"), (*walk, "when"), "when")
    yield from _block(option.body, address, (*walk, "body"))


# What players read, and the word that names it behind a label. Without a label, the sentence names itself.
_SENTENCES: dict[type[ast.Node], tuple[tuple[str, str], ...]] = {
    ast.Needs: (("message", "else"),),
    ast.Choose: (("question", "question"),),
    ast.ChooseOption: (("question", "question"),),
    ast.May: (("label", "title"),),
    ast.Say: (("text", "text"),),
    ast.Hook: (("label", "title"),),
    ast.Action: (("title", "title"),),
}


def label(step: ast.Step) -> str:
    """The name of a step: its label, or the action it declares."""
    if step.label is not None:
        return step.label.id
    return step.do.name.id if isinstance(step.do, ast.Action) else ""


def pattern(case: ast.Case) -> str:
    """The name of a line of a table."""
    return ", ".join(_named(p) or "?" for p in case.patterns) or "otherwise"


def _named(e: ast.Expr) -> str:
    """The word an expression is known by: `me.score` is `score`."""
    match e:
        case ast.Ident() | ast.TypeIdent():
            return e.id
        case ast.Number():
            return str(e.value)
        case ast.Dot():
            return e.name.id
        case ast.Call() | ast.Index():
            return _named(e.of)
        case _:
            return ""
