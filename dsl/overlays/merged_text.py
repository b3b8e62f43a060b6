"""The merged rules as text, every line with what it comes from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from .. import ast
from ..ast.printer import Written, declaration
from ..ast.visitor import nodes
from ..source import Source, Span
from .addresses import heads
from .merge import Composition


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the merged rules: where it was written, and by which overlay if not by the game itself."""

    text: str
    at: Span | None = None
    overlay: str = ""


def merged_lines(done: Composition, files: Sequence[ast.File], sources: Mapping[str, Source]) -> Iterator[Line]:
    """Give the lines of all declarations. What no overlay touched is as it was written, comments included."""
    by_file = {file: layer.id for layer in done.layers for file in layer.files}
    written = {id(d): f for f in files for d in f.decls}
    shown = ""
    for d in done.decls:
        file = d.at.file
        if file != shown:
            yield Line("")
            yield Line(f"# ---- {file}" + (f", {by_file[file]}" if file in by_file else ""))
            shown = file
        yield Line("")
        if id(d) in written:
            yield from _copied(d, written[id(d)], sources[file], by_file.get(file, ""))
        else:
            yield from _changed(d, by_file, sources[file])
        yield from _gone(d, done)
    lost = {touch for who in done.origin.values() for touch in who if touch.verb == "remove"}
    heads_left = {name for d in done.decls for name, _, _ in heads(d)}
    for address, who in done.origin.items():
        if address not in heads_left and "." not in address and who[-1] in lost:
            yield Line("")
            yield Line(f"# `{address}` is taken away by {who[-1].overlay}", who[-1].at, who[-1].overlay)


def _copied(d: ast.Decl, file: ast.File, source: Source, overlay: str) -> Iterator[Line]:
    ends = [o.at.end_line for o in file.decls if o.at.end_line < d.at.line]
    first = max(ends, default=0)
    lines = source.lines[first : d.at.end_line]
    while lines and not lines[0].strip():
        lines, first = lines[1:], first + 1
    for n, text in enumerate(lines, first + 1):
        inside = d.at.line <= n
        yield Line(text, Span(d.at.file, n, 1, n, 1) if inside else None, overlay if inside else "")


_MARKS = re.compile(r"(\s+(@[\w-]+|reconstructed))+$")
_COMMENT = re.compile(r'((?:[^"#]|"[^"]*")*)(#.*)')


def _changed(d: ast.Decl, by_file: Mapping[str, str], source: Source) -> Iterator[Line]:
    """The lines as they are now. Comments stay above the line they stood above, and behind one that is as it was."""
    for comment in d.doc.splitlines():
        yield Line(f"# {comment}".rstrip())
    written = declaration(d)
    starts = {id(w.node) for w in written}
    notes = dict(_comments(d.at, source))
    own_lines = [w.node.at.line if w.node.at.file == d.at.file else 0 for w in written]
    for i, (w, own) in enumerate(zip(written, own_lines, strict=True)):
        at = _foreign(w, starts, d.at.file)
        if not own:  # it may stand for lines that are gone
            after = next((n for n in own_lines[i:] if n), d.at.end_line + 1)
            own = max((n for n in range(max(own_lines[:i]) + 1, after) if _code(source, n)), default=0)
        indent = w.text[: len(w.text) - len(w.text.lstrip())]
        behind = notes.pop(own, "") if at is None else ""
        for n in [n for n in notes if n <= own]:
            yield Line(f"{indent}{notes.pop(n)}")
        at = at or w.node.at
        yield Line(f"{w.text}   {behind}".rstrip(), at, by_file.get(at.file, ""))
    yield from (Line(f"  {note}") for note in notes.values())


def _code(source: Source, n: int) -> bool:
    return bool(source.lines[n - 1].split("#")[0].strip())


def _comments(at: Span, source: Source) -> Iterator[tuple[int, str]]:
    """The comments below the heading of a declaration or behind it, by line."""
    for n in range(at.line, min(at.end_line, len(source.lines)) + 1):
        if found := _COMMENT.fullmatch(source.lines[n - 1].rstrip()):
            yield n, _MARKS.sub("", found[2])


def _foreign(w: Written, starts: set[int], file: str) -> Span | None:
    """Where a part of a line comes from, if not from the file of its declaration."""
    skipped: list[tuple[str | int, ...]] = []
    for walk, node in nodes(w.node):
        if any(walk[: len(s)] == s for s in skipped):
            continue
        if node is not w.node and id(node) in starts:
            skipped.append(walk)
        elif node.at.file and node.at.file != file and node.at.line:
            return node.at
    return None


def _gone(d: ast.Decl, done: Composition) -> Iterator[Line]:
    for name, _, _ in heads(d):
        for address, who in done.origin.items():
            if address.startswith(f"{name}.") and who[-1].verb == "remove":
                yield Line(f"# `{address}` is taken away by {who[-1].overlay}", who[-1].at, who[-1].overlay)
