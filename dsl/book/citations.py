"""Where a ruleset cites its ledger, and what it marks as reconstructed.

A citation stands at the end of a line and speaks of the whole clause the line begins: a declaration with everything in
it, a step with its body, a field, a row. Clauses nest; each citation names its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile

from .. import ast
from ..ast.printer import declaration
from ..ast.visitor import said
from ..source import Source, Span
from .ledger import Entry, Ledger

RULE, SCENARIO, INVARIANT = "rule", "scenario", "invariant"


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause with marks: what it cites, what it belongs to, and the clauses around it cite."""

    role: str  # rule, scenario, invariant
    heading: str  # `action foot_it`, `scenario "..."`
    at: Span
    cites: tuple[ast.Cite, ...]
    reconstructed: bool
    around: tuple[str, ...]  # ids that the clauses around it cite, innermost first
    now: tuple[str, ...] = ()  # how it reads, if an overlay cites something for it: its source may be out of date

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(c.id for c in self.cites)


def clauses(decls: Iterable[ast.Decl]) -> list[Clause]:
    """List every clause with a mark, in the order of the source."""
    return [c for d in decls for c in _marked(d, d, ())]


def is_rule(d: ast.Decl) -> bool:
    """Tell rules from tests, texts and display."""
    return not isinstance(d, ast.Scenario | ast.Invariant | ast.Texts | ast.Display)


def role_of(d: ast.Decl) -> str:
    """Tell whether a declaration is a rule or a test of the rules."""
    return SCENARIO if isinstance(d, ast.Scenario) else INVARIANT if isinstance(d, ast.Invariant) else RULE


_WORDS = {
    ast.TypeDecl: "type",
    ast.Proc: "",
    ast.State: "",
    ast.Thing: "",
    ast.Rows: "rows",
}


def heading(d: ast.Decl) -> str:
    """Name a declaration as its heading does."""
    if isinstance(d, ast.Scenario | ast.Invariant):
        return f"{role_of(d)} “{plain(d.title)}”"
    if isinstance(d, ast.State):
        return d.owner
    word = _WORDS.get(type(d), type(d).__name__.lower())
    if isinstance(d, ast.Thing):
        return f"{d.type.id} {d.name.id}"
    name = d.type if isinstance(d, ast.Rows) else getattr(d, "name", None)
    return " ".join(part for part in (word, name.id if name is not None else "") if part)


def plain(text: ast.Text | None) -> str:
    """Give the plain words of a text."""
    return "" if text is None else "".join(p for p in text.parts if isinstance(p, str))


def _marked(node: object, d: ast.Decl, around: tuple[str, ...]) -> Iterator[Clause]:
    if isinstance(node, tuple):
        for each in node:
            yield from _marked(each, d, around)
        return
    if not isinstance(node, ast.Node):
        return
    marks = getattr(node, "marks", None)
    if isinstance(marks, ast.Marks) and (marks.cites or marks.reconstructed):
        now = _printed(node, d) if any(c.at.file != node.at.file for c in marks.cites) else ()
        yield Clause(role_of(d), heading(d), node.at, marks.cites, marks.reconstructed, around, now)
        around = (*(c.id for c in marks.cites), *around)
    for part in said(type(node)):
        yield from _marked(getattr(node, part), d, around)


def _printed(node: ast.Node, d: ast.Decl) -> tuple[str, ...]:
    """Write a clause anew: its line and those below it."""
    lines = [(len(line.text) - len(line.text.lstrip()), line) for line in declaration(d)]
    depth, first = next(((depth, i) for i, (depth, line) in enumerate(lines) if line.node is node), (0, len(lines)))
    below = takewhile(lambda each: each[0] > depth, lines[first + 1 :])
    return tuple(line.text for _, line in (*lines[first : first + 1], *below))


def written(clause: Clause, sources: Mapping[str, Source]) -> list[str]:
    """Give the lines of a clause as they stand in the source, moved to the left, without marks and comments."""
    at, source = clause.at, sources.get(clause.at.file)
    lines = list(clause.now)
    if not lines and source is not None and (lines := source.lines[at.line - 1 : at.end_line]):
        lines = [*lines[:-1], lines[-1][: at.end_column - 1]]
    left = min((len(x) - len(x.lstrip()) for x in lines if x.strip()), default=0)
    return [bare(x[left:]) for x in lines if bare(x)]


def bare(line: str) -> str:
    """Cut marks and a comment off the end of a line."""
    quoted = False
    for i, sign in enumerate(line):
        if sign == '"':
            quoted = not quoted
        elif not quoted and (sign == "#" or (sign == "@" and line[:i].endswith(" "))):
            line = line[:i]
            break
    line = line.rstrip()
    return "" if line.strip() in ("cites", "reconstructed") else line.removesuffix(" reconstructed").rstrip()


def edition_of(files: Iterable[ast.File], ledger: Ledger) -> str:
    """Tell which edition of a ledger a ruleset follows: that of an `edition` in use, or the ledger's own."""
    for f in files:
        for d in f.decls:
            if isinstance(d, ast.Overlay) and d.layer == "edition" and d.name.id in ledger.editions:
                return d.name.id
    return ledger.edition


def gaps_of(clause: Clause, ledger: Ledger | None) -> list[Entry]:
    """Find the gaps that a reconstructed clause fills: those it cites or stands among, else those about its rules."""
    if ledger is None:
        return []
    for ids in (clause.ids, clause.around):
        if found := [e for e in (ledger.entries.get(i) for i in ids) if e is not None and e.kind == "gap"]:
            return found
    cited = {*clause.ids, *clause.around}
    return [e for e in ledger.entries.values() if e.kind == "gap" and cited & set(e.links)]


def ledger_of(decls: Iterable[ast.Decl]) -> str | None:
    """The ledger that the header names: `ledger NAME`."""
    for d in decls:
        if isinstance(d, ast.Game):
            for f in d.fields:
                if f.name.id == "ledger" and f.values and isinstance(f.values[0], ast.TextExpr):
                    return "".join(p for p in f.values[0].text.parts if isinstance(p, str))
    return None
