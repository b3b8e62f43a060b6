"""Apply overlays to the declarations of a game, layer by layer."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import groupby

from .. import ast
from ..diagnostics import Diagnostic, sort_key
from ..source import Span
from . import edit, problems
from .book import Book, Target, names
from .conflicts import Verdict, judge, labels
from .layers import Layer, arrange
from .problems import Misfit
from .tree import marked, nodes, same, title

Origins = dict[str, list[tuple[str, Span]]]  # address -> overlays that touched it, in order, with the place
_VERBS = ast.Overlay | ast.Change | ast.Remove | ast.Insert | ast.Include | ast.Supersedes


@dataclass(slots=True)
class Composition:
    """The declarations of a game with its overlays, what is wrong with them, and who touched what."""

    decls: list[ast.Decl]
    problems: list[Diagnostic]
    origin: Origins


def merge(core_files: list[ast.File], overlays: list[ast.File]) -> Composition:
    """Merge. Operations with a mistake are left out and reported, so the result is usable for further checks."""
    return _Merger(core_files).run(overlays)


def compose(core_files: list[ast.File], overlays: list[ast.File]) -> tuple[list[ast.Decl], list[Diagnostic]]:
    """Return the declarations of a game with its overlays, and what is wrong with them."""
    done = merge(core_files, overlays)
    return done.decls, done.problems


def origin(core_files: list[ast.File], overlays: list[ast.File]) -> Origins:
    """Say for each address that overlays touched by which and where; all others are as in the game itself."""
    return merge(core_files, overlays).origin


@dataclass(slots=True)
class _Merger:
    core: list[ast.File]
    book: Book = field(default_factory=Book)
    owners: list[tuple[int, str]] = field(default_factory=list)  # by position: where a declaration is sorted in
    found: list[Diagnostic] = field(default_factory=list)
    origin: Origins = field(default_factory=dict)
    done: set[int] = field(default_factory=set)  # operations carried out, by identity
    added: dict[tuple[str, ast.Expr], Layer] = field(default_factory=dict)  # included values

    def run(self, overlays: list[ast.File]) -> Composition:
        game: ast.Game | None = None
        for d in (d for f in self.core for d in f.decls):
            if isinstance(d, _VERBS):
                self.found.append(problems.stray(d.at))
                continue
            game = d if game is None and isinstance(d, ast.Game) else game
            self.book.add(d)
            self.owners.append((-1, ""))
        layers, found = arrange(overlays, game)
        self.found += found
        for _, group in groupby(layers, key=lambda layer: layer.rank):
            level = list(group)
            verdict = judge(self.book, level)
            self.found += verdict.problems
            for layer in level:
                for op in layer.ops:
                    if id(op) not in verdict.dropped:
                        self._step(layer, op, verdict)
        order = sorted(range(len(self.owners)), key=lambda i: self.owners[i])
        decls = [kept for i in order if (kept := self.book.decls[i]) is not None]
        return Composition(decls, sorted(self.found, key=sort_key), self.origin)

    def _step(self, layer: Layer, op: ast.Decl, verdict: Verdict) -> None:
        said = bool(verdict.agreed.get(id(op), set()) & self.done)
        try:
            addresses = self._said(op) if said else self._apply(layer, op)
        except Misfit as misfit:
            self.found.append(replace(misfit.diagnostic, cites=tuple(c.id for c in op.marks.cites)))
            return
        self.done.add(id(op))
        for address in addresses:
            self.origin.setdefault(address, []).append((layer.id, op.at))

    def _said(self, op: ast.Decl) -> list[str]:
        """Another overlay did the same: only its address is of interest."""
        match op:
            case ast.Change() | ast.Remove() | ast.Insert() | ast.Include():
                return [".".join(op.path.parts)]
            case ast.Supersedes():
                return [f'"{title(op.scenario)}"']
            case _:
                return [name for name, _, _ in names(op)]

    def _apply(self, layer: Layer, op: ast.Decl) -> list[str]:
        match op:
            case ast.Change():
                return [self._change(op)]
            case ast.Remove():
                return [self._remove(op)]
            case ast.Insert():
                return self._insert(op)
            case ast.Include():
                return [self._include(layer, op)]
            case ast.Supersedes():
                return [self._supersede(op)]
            case _:
                if clash := self.book.clash(op):
                    raise Misfit(problems.exists(*clash))
                self.book.add(op)
                self.owners.append((layer.rank, layer.id))
                return [name for name, _, _ in names(op)]

    def _change(self, op: ast.Change) -> str:
        t = self.book.find(op.path)
        decl = self.book.decl(t.decl)
        if t.form not in ("whole", "members"):
            self._expect(op.old, t, decl)
        changed = edit.change(decl, t, op.new, op.marks)
        if isinstance(changed, ast.Value):
            changed = replace(changed, marks=marked(op.marks, changed.marks))
        self.book.put(t.decl, changed)
        return ".".join(t.address)

    def _remove(self, op: ast.Remove) -> str:
        t = self.book.find(op.path, whole=True)
        decl = self.book.decl(t.decl)
        if op.was is not None:
            # A value or a ruling is removed as a whole, but what is known of it is what it says.
            self._expect(op.was, self.book.find(op.path), decl)
        self.book.put(t.decl, edit.remove(decl, t, op.path.at))
        return ".".join(t.address)

    def _insert(self, op: ast.Insert) -> list[str]:
        t = self.book.find(op.path)
        decl = self.book.decl(t.decl)
        taken = {s.label.id: s.label.at for _, s in nodes(decl) if isinstance(s, ast.Step) and s.label is not None}
        for label in (s.label for s in op.block):
            if label is not None and label.id in taken:  # an address has to stay one place
                raise Misfit(problems.exists(f"{t.address[0]}.{label.id}", label.at, taken[label.id]))
        self.book.put(t.decl, edit.insert(decl, t, op))
        return [".".join(a) for a in labels(t, op)] or [".".join(t.address)]

    def _include(self, layer: Layer, op: ast.Include) -> str:
        address = ""
        for value in op.values:
            t = self.book.find(op.path)
            address = ".".join(t.address)
            changed, already = edit.include(self.book.decl(t.decl), t, value)
            if already is not None:
                by = self.added.get((address, value))
                if by is None or not by.unordered(layer) or by is layer:
                    raise Misfit(problems.included(value.at, address, already))
            self.added.setdefault((address, value), layer)
            self.book.put(t.decl, changed)
        return address

    def _supersede(self, op: ast.Supersedes) -> str:
        """Give a scenario a new outcome, or none: then it is not told any more."""
        path = ast.Path((title(op.scenario),), at=op.scenario.at)
        t = self.book.find(path, whole=True)
        decl = self.book.decl(t.decl)
        if not isinstance(decl, ast.Scenario):
            raise Misfit(problems.unfit("Only a scenario can be superseded.", op.scenario.at))
        self.book.put(t.decl, replace(decl, then=op.then) if op.then else None)
        return ".".join(t.address)

    def _expect(self, old: ast.Fragment, t: Target, decl: ast.Decl) -> None:
        there = edit.present(decl, t)
        if there is not None and same(old, there):
            return
        address = ".".join(t.address)
        near = (who for a, who in self.origin.items() if _nested(a, address))
        by = ", ".join(dict.fromkeys(overlay for who in near for overlay, _ in who))
        raise Misfit(problems.stale(address, old.at, there.at if there is not None else None, by))


def _nested(a: str, b: str) -> bool:
    """Tell whether one address is a part of the other, or the same."""
    return f"{a}.".startswith(f"{b}.") or f"{b}.".startswith(f"{a}.")
