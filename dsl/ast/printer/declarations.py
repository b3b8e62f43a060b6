"""Write declarations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from regelwerk.dsl import ast

from .expressions import COND, POST, binder, expr, exprs, params, text, type_
from .statements import Line, action, block, marks, maybe, quoted, simple

_MARKS = re.compile(r"   (?:@[\w-]+|reconstructed)(?: (?:@[\w-]+|reconstructed))*$")


@dataclass(frozen=True, slots=True)
class Written:
    """One line of text and the node that begins there."""

    text: str
    node: ast.Node


def declaration(d: ast.Decl) -> list[Written]:
    """Write a declaration, the comment above it left aside."""
    return [Written("  " * line.depth + line.said, line.node) for line in _lines(d)]


def fragment(f: ast.Fragment) -> str:
    """Write what a `from` or `to` says: a value in one line, or lines; citations are left aside."""
    if f.values is not None:
        return f"{f.side} {exprs(f.values)}".lstrip()
    return "\n".join("  " * line.depth + _MARKS.sub("", line.said) for line in block(f.block or (), 0))


def first_line(step: ast.Step) -> str:
    """Write the first line of a step, without its citations."""
    return _MARKS.sub("", next(block((step,), 0)).said)


def _lines(d: ast.Decl) -> Iterator[Line]:
    own = marks(d.marks)
    match d:
        case ast.Game():
            yield Line(0, f"game {d.name.id}{quoted(d.title)}{own}", d)
            yield from _fields(d.fields)
        case ast.Kind():
            members = ", ".join(m.name.id + quoted(m.title) for m in d.members)
            yield Line(0, f"kind {d.name.id} {members}{own}", d)
        case ast.TypeDecl():
            per = " per player" if d.per_player else ""
            yield Line(0, f"type {d.name.id}{per}{maybe('of', d.part_of)}{maybe('on', d.on)}{own}", d)
            yield from _slots(d.slots)
        case ast.State():
            yield Line(0, f"{d.owner}{own}", d)
            yield from _slots(d.slots)
        case ast.Board():
            more = " diagonals" * d.diagonals + " per player" * d.per_player
            yield Line(0, f"board {d.name.id} {d.shape} {d.width} x {d.height}{more}{own}", d)
        case ast.Thing():
            yield Line(0, f"{d.type.id} {d.name.id}{quoted(d.title)}{own}", d)
            yield from _fields(d.fields)
        case ast.Rows():
            yield Line(0, f"rows {d.type.id}: {', '.join(c.id for c in d.columns)}{own}", d)
            for r in d.rows:
                each = f"each {', '.join(map(binder, r.each))}" if r.each else ""
                name = f"{r.name.id} {each}".strip()
                yield Line(1, f"{name}{quoted(r.title)}: {exprs(r.values)}{marks(r.marks)}", r)
        case ast.Resource():
            plural = f", {d.plural.id}" if d.plural is not None else ""
            yield Line(0, f"resource {d.name.id}{plural}{quoted(d.title)}{own}", d)
            yield from _fields(d.fields)
        case ast.Ruling():
            yield Line(0, f"ruling {d.name.id}{quoted(d.question)}{own}", d)
            yield from _fields(d.fields)
        case ast.Value():
            yield from _value(d)
        case ast.Effect():
            gives = f" gives {type_(d.gives)}" if d.gives is not None else ""
            yield Line(0, f"effect {d.name.id}{params(d.params)}{gives}{quoted(d.title)}{own}", d)
            yield from block(d.body, 1)
        case ast.Action():
            yield Line(0, f"{action(d)}{own}", d)
            yield from block(d.body, 1)
        case ast.Proc():
            yield Line(0, f"{d.name.id}{own}", d)
            yield from block(d.body, 1)
        case ast.Scoring():
            yield Line(0, f"scoring {d.name.id} to {expr(d.to, POST)}{own}", d)
            for s in d.lines:
                yield Line(1, f"{text(s.title)} {expr(s.value)}{marks(s.marks)}", s)
        case ast.Winner():
            yield Line(0, f"winner{own}", d)
            for rank in d.ranks:
                yield Line(1, f"{rank.word} {expr(rank.value)}{marks(rank.marks)}", rank)
        case ast.Invariant():
            after = f" after {d.after.id}" if d.after else ""
            yield Line(0, f"invariant {text(d.title)}{after}{own}", d)
            yield Line(1, expr(d.cond), d.cond)
        case ast.Scenario():
            yield from _scenario(d)
        case ast.Seats():
            yield Line(0, f"seats {', '.join(n.id for n in d.seats)}", d)
        case ast.Texts():
            yield Line(0, f"texts {d.language.id}{own}", d)
            for t in d.lines:
                yield Line(1, f"{path(t.path)} {text(t.text)}", t)
        case ast.Display():
            yield Line(0, f"display{own}", d)
            for shown in d.lines:
                yield Line(1, _show(shown), shown)
        case _:
            raise AssertionError(d)


def _fields(fields: tuple[ast.Field, ...]) -> Iterator[Line]:
    for f in fields:
        if f.values is not None:
            yield Line(1, f"{f.name.id} {exprs(f.values)}{marks(f.marks)}", f)
            continue
        steps = f.block or ()
        same = steps and steps[0].marks is f.marks
        if len(steps) == 1 and steps[0].label is None and not isinstance(steps[0].do, ast.Run | ast.ChangeLine):
            said = simple(steps[0].do)
            if said is not None and (same or not marks(steps[0].marks)):
                yield Line(1, f"{f.name.id} {said}{marks(f.marks)}", f)
                continue
        if len(steps) == 1 and same and marks(f.marks):  # one mark for the field and its only line
            first, *rest = block(steps, 1)
            yield Line(1, f"{f.name.id} {first.said}", f)
            yield from rest
            continue
        yield Line(1, f.name.id + ("" if same else marks(f.marks)), f)
        yield from block(steps, 2)


def _slots(slots: tuple[ast.Slot, ...]) -> Iterator[Line]:
    for s in slots:
        sight = "" if s.visibility == "public" else f" {s.visibility}"
        said = f"{'var ' if s.var else ''}{s.name.id} {type_(s.type)}{sight}"
        if s.force is not None:
            said += f" while {expr(s.force, COND)}{maybe('stage', s.stage)}"
        elif s.default is not None:
            said += f" = {exprs(s.default)}"
        yield Line(1, said + marks(s.marks), s)


def _value(d: ast.Value) -> Iterator[Line]:
    stages = f" stages {', '.join(s.id for s in d.stages)}" if d.stages else ""
    rounds = f" repeat at most {d.rounds}" if d.rounds else ""
    head = f"value {d.name.id}{params(d.params)} {type_(d.type)}{stages}{rounds}"
    if d.body is not None:
        said = expr(d.body)
        if len(head) + len(said) < 100:
            yield Line(0, f"{head} = {said}{marks(d.marks)}", d)
        else:
            yield Line(0, f"{head} ={marks(d.marks)}", d)
            yield Line(1, said, d.body)
        return
    assert d.by is not None
    yield Line(0, f"{head} by {expr(d.by)}{marks(d.marks)}", d)
    for c in d.cases:
        yield Line(
            1, f"{exprs(c.patterns) + ' ' if c.patterns else 'otherwise '}is {expr(c.result)}{marks(c.marks)}", c
        )


def _scenario(d: ast.Scenario) -> Iterator[Line]:
    yield Line(0, f"scenario {text(d.title)}{marks(d.marks)}", d)
    if d.seats:
        yield Line(1, f"seats {', '.join(s.id for s in d.seats)}", d)
    if d.breaks:
        yield Line(1, f"breaks {', '.join(text(t) for t in d.breaks)}", d)
    if d.setup:
        yield Line(1, "setup", d)
        for a in d.setup:
            yield _answer(a)
    if d.given or d.like is not None:
        yield Line(1, "given" if d.like is None else f"given as in {text(d.like)}", d)
        yield from block(d.given, 2)
    part = ""
    for w in d.when:
        word = "then" if isinstance(w, ast.Check) else "when"
        if word != part:
            yield Line(1, word, d)
            part = word
        if isinstance(w, ast.Answer):
            yield _answer(w)
        elif isinstance(w, ast.Check):
            yield _check(w)
        else:
            yield from block((w,), 2)
    yield Line(1, "then", d)
    for c in d.then:
        yield _check(c)
    if d.cases:
        yield Line(1, f"cases {', '.join(n.id for n in d.columns)}", d)
        for row in d.cases:
            yield Line(2, exprs(row.values) + marks(row.marks), row)


def _answer(a: ast.Answer) -> Line:
    return Line(2, f"{a.who.id}: {expr(a.answer)}{marks(a.marks)}", a)


def _check(c: ast.Check) -> Line:
    return Line(2, check(c) + marks(c.marks), c)


def check(c: ast.Check) -> str:
    """Write what must hold."""
    if isinstance(c.cond, ast.Told):
        return f"{'' if c.cond.wanted else 'not '}told {c.cond.who.id} {text(c.cond.text)}"
    return expr(c.cond) if c.who is None else f"as {expr(c.who)}: {expr(c.cond)}"


def path(p: ast.Path) -> str:
    """Write an address."""
    return ".".join(part if part.replace("_", "a").isalnum() else f'"{part}"' for part in p.parts)


def _show(s: ast.ShowLine) -> str:
    by = f" by {', '.join(path(p) for p in s.by)}" if s.by else ""
    style = f" {s.style.id}" if s.style is not None else ""
    return f"{s.word.id} {', '.join(path(p) for p in s.paths)}{by}{quoted(s.text)}{style}"
