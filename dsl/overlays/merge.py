"""Apply overlays to the declarations of a game, layer by layer."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import NamedTuple, cast

from .. import ast
from ..ast.tree import get, marked, put, same, title
from ..ast.visitor import Walk, nodes
from ..diagnostics import Diagnostic, sort_key
from ..source import Span
from . import exceptions, verbs
from . import messages as problems
from .addresses import Address, heads, nested, spelled, tokens
from .conflicts import Verdict, judge, labels
from .layers import Layer, arrange
from .messages import Misfit
from .sentences import without_orphans
from .working_copy import Book, Target


class Touch(NamedTuple):
    """One overlay at one address: what it does there, where it says so, and what stood there before."""

    overlay: str
    at: Span
    verb: str = ""
    cites: tuple[str, ...] = ()
    old: ast.Fragment | None = None
    doc: str = ""


Origins = dict[str, list[Touch]]  # address -> overlays that touched it, in order
_VERBS = (
    ast.Overlay | ast.Add | ast.Change | ast.Remove | ast.Insert | ast.Include
    | ast.Except | ast.Suspend | ast.Confirm | ast.Settle | ast.Supersedes
)  # fmt: skip


@dataclass(slots=True)
class Composition:
    """The declarations of a game with its overlays, what is wrong with them, and who touched what."""

    decls: list[ast.Decl]
    problems: list[Diagnostic]
    origin: Origins
    layers: list[Layer] = field(default_factory=list)  # those in use, in the order in which they apply


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
    owners: list[tuple[int | str, ...]] = field(default_factory=list)  # by position: where a declaration is sorted in
    found: list[Diagnostic] = field(default_factory=list)
    origin: Origins = field(default_factory=dict)
    done: set[int] = field(default_factory=set)  # operations carried out, by identity
    added: dict[tuple[str, ast.Node], Layer] = field(default_factory=dict)  # included values
    was: dict[Address, list[ast.Fragment]] = field(default_factory=dict)  # what overlays have replaced
    settled: set[int] = field(default_factory=set)
    wrapped: list[tuple[ast.Except | ast.Suspend, Layer]] = field(default_factory=list)

    def run(self, overlays: list[ast.File]) -> Composition:
        game: ast.Game | None = None
        for d in (d for f in self.core for d in f.decls):
            if isinstance(d, _VERBS):
                self.found.append(problems.stray(d.at))
                continue
            game = d if game is None and isinstance(d, ast.Game) else game
            self.book.add(d)
            self.owners.append((-1, "", len(self.owners)))
        layers, found = arrange(overlays, game)
        self.found += found
        settles = [(layer, op) for layer in layers for op in layer.ops if isinstance(op, ast.Settle)]
        for _, group in groupby(layers, key=lambda layer: layer.rank):
            level = list(group)
            verdict = judge(self.book, level, settles)
            self.found += verdict.problems
            self.settled |= verdict.settled
            for layer in level:
                for op in layer.ops:
                    if id(op) not in verdict.dropped:
                        self._step(layer, op, verdict)
        self._wrap()
        order = sorted(range(len(self.owners)), key=lambda i: self.owners[i])
        decls = [kept for i in order if (kept := self.book.decls[i]) is not None]
        if layers:
            decls = self._seated(game, decls)
            core = [d for file in self.core for d in file.decls]
            decls = without_orphans(core, decls, {layer.title for layer in layers if layer.header.title})
        return Composition(decls, sorted(self.found, key=sort_key), self.origin, layers)

    def _seated(self, game: ast.Game | None, decls: list[ast.Decl]) -> list[ast.Decl]:
        """Leave out scenarios of the game for numbers of players for which it is not played any more."""
        now = next((d for d in decls if isinstance(d, ast.Game)), None)
        if game is None or now is None or (before := _numbers(game)) is None or (allowed := _numbers(now)) is None:
            return decls
        mine = {f.name for f in self.core}
        return [
            d
            for d in decls
            if not (isinstance(d, ast.Scenario) and d.at.file in mine and len(d.seats) in before)
            or len(d.seats) in allowed
        ]

    def _step(self, layer: Layer, op: ast.Decl, verdict: Verdict) -> None:
        said = bool(verdict.agreed.get(id(op), set()) & self.done)
        try:
            touched = [(a, None) for a in self._said(op)] if said else self._apply(layer, op)
        except Misfit as misfit:
            self._report(op, self._taken(layer, op, misfit) or misfit)
            return
        self.done.add(id(op))
        verb = "add" if not isinstance(op, _VERBS) else type(op).__name__.lower()
        cites = tuple(c.id for c in op.marks.cites)
        for address, old in touched:
            self.origin.setdefault(address, []).append(Touch(layer.id, op.at, verb, cites, old, op.doc))

    def _report(self, op: ast.Decl, misfit: Misfit) -> None:
        self.found.append(replace(misfit.diagnostic, cites=tuple(c.id for c in op.marks.cites)))

    def _taken(self, layer: Layer, op: ast.Decl, misfit: Misfit) -> Misfit | None:
        """What an operation names was there, until an overlay took it away."""
        path = getattr(op, "path", None)
        if path is None or misfit.diagnostic.code != "RW5007":
            return None
        wanted = tokens(spelled(path.parts))
        for address, who in self.origin.items():
            gone = tokens(address)  # a line may be named by more or fewer of its words
            shared = min(len(gone), len(wanted))
            by = next((t for t in reversed(who) if t.verb == "remove"), None)
            if by is not None and gone[:shared] == wanted[:shared] and (shared == len(gone) or shared > 1):
                return Misfit(problems.taken(address, by.overlay, by.overlay == layer.id, path.at, by.at))
        return None

    def _said(self, op: ast.Decl) -> list[str]:
        """Another overlay did the same: only its address is of interest."""
        match op:
            case ast.Supersedes():
                return [f'"{title(op.scenario)}"']
            case ast.Add() | ast.Change() | ast.Remove() | ast.Insert() | ast.Include() | ast.Except() | ast.Suspend():
                return [".".join(op.path.parts)]
            case _:
                return [name for name, _, _ in heads(op)]

    def _apply(self, layer: Layer, op: ast.Decl) -> list[tuple[str, ast.Fragment | None]]:
        """Carry an operation out; returns the addresses it touched and what stood there."""
        match op:
            case ast.Change():
                return [self._change(op)]
            case ast.Add():
                return [(a, None) for a in (self._add_slots(op) if op.slots else [self._add(op)])]
            case ast.Remove():
                return [self._remove(op)]
            case ast.Insert():
                return [(a, None) for a in self._insert(op)]
            case ast.Include():
                return [(self._include(layer, op), None)]
            case ast.Except() | ast.Suspend():
                return [(self._exception(layer, op), None)]
            case ast.Confirm():
                return [(self._confirm(op), None)]
            case ast.Settle():
                return [self._settle(op)]
            case ast.Supersedes():
                return [(self._supersede(op), None)]
            case _:
                if clash := self.book.clash(op):
                    raise Misfit(problems.exists(*clash, new=op))
                self.book.add(op)
                self.owners.append((layer.rank, layer.id, len(self.owners)))
                return [(name, None) for name, _, _ in heads(op)]

    def _change(self, op: ast.Change) -> tuple[str, ast.Fragment | None]:
        t = self.book.find(op.path)
        decl = self.book.decl(t.decl)
        old = verbs.present(decl, t)
        if t.form not in ("whole", "members", "member"):
            if old is not None and self._made_before(t, op, old):
                return spelled(t.address), old
            self._expect(op.old, t, decl, op.new)
            if same(op.old, op.new):
                self.found.append(problems.idle(spelled(t.address), op.new.at))
        self._put(t, op.new, op.marks)
        return spelled(t.address), old

    def _put(self, t: Target, new: ast.Fragment, marks: ast.Marks) -> None:
        decl = self.book.decl(t.decl)
        changed = verbs.change(decl, t, new, marks)
        if isinstance(changed, ast.Value):
            changed = replace(changed, marks=marked(marks, changed.marks))
        elif t.form not in verbs.MARKING:
            changed = _cited(changed, t.walk, marks)
        if (old := verbs.present(decl, t)) is not None:
            self.was.setdefault(t.address, []).append(old)
        self.book.put(t.decl, changed)

    def _made_before(self, t: Target, op: ast.Change, there: ast.Fragment) -> bool:
        """An earlier layer has made the very same change: they agree."""
        if t.form == "step" and op.new.block is not None:  # it may have put several lines there
            walk, first = t.walk[:-1], cast(int, t.walk[-1])
            lines = get(self.book.decl(t.decl), walk)[first : first + len(op.new.block)]
            there = ast.Fragment(block=lines, at=there.at)
        return same(op.new, there) and any(same(op.old, old) for old in self.was.get(t.address, ()))

    def _add(self, op: ast.Add) -> str:
        assert op.new is not None
        try:
            there: Target | None = self.book.find(op.path)
        except Misfit:
            there = None
        if there is not None and get(self.book.decl(there.decl), there.walk) is not None:
            found = verbs.present(self.book.decl(there.decl), there)
            raise Misfit(problems.exists(spelled(there.address), op.path.at, found.at if found else op.path.at))
        part = "" if there is not None else op.path.parts[-1]
        owner = replace(op.path, parts=op.path.parts[:-1]) if part else op.path
        if not owner.parts:
            self.book.find(op.path)  # says that nothing is called so
        t = self.book.find(owner, whole=bool(part))
        rows = self.book.decl(t.decl)
        if isinstance(rows, ast.Rows) and part != "title" and part not in [c.id for c in rows.columns]:
            t = self._apart(t, rows)
        decl = self.book.decl(t.decl)
        given = verbs.add(decl, t, part, op)
        if len(getattr(given, "fields", ())) == len(getattr(decl, "fields", ())):  # a field has its own marks
            given = _cited(given, t.walk, op.marks)
        self.book.put(t.decl, given)
        return spelled((*t.address, part) if part else t.address)

    def _apart(self, t: Target, rows: ast.Rows) -> Target:
        """Let a row stand by itself, at the same place between the others."""
        pieces = [p for p in verbs.apart(rows, t.address[0]) if isinstance(p, ast.Thing) or p.rows]
        self.book.put(t.decl, None)
        for n, piece in enumerate(pieces):
            i = self.book.add(piece)
            self.owners.append((*self.owners[t.decl], n))
            if isinstance(piece, ast.Thing):
                t = Target(i, (), "whole", t.address)
        return t

    def _add_slots(self, op: ast.Add) -> list[str]:
        t = self.book.find(op.path, whole=True)
        decl = self.book.decl(t.decl)
        if not isinstance(decl, ast.TypeDecl):
            message = f"`{spelled(t.address)}` has no slots of its own."
            raise Misfit(
                problems.unfit(
                    message, op.path.at, "Use `include` for a kind, a block `table` or `player` for slots there."
                )
            )
        there = {s.name.id: s.name.at for s in decl.slots}
        for s in op.slots:
            if s.name.id in there:
                raise Misfit(problems.exists(f"{decl.name.id}.{s.name.id}", s.name.at, there[s.name.id]))
        self.book.put(t.decl, replace(decl, slots=(*decl.slots, *op.slots)))
        return [f"{decl.name.id}.{s.name.id}" for s in op.slots]

    def _remove(self, op: ast.Remove) -> tuple[str, ast.Fragment | None]:
        t = self.book.find(op.path, whole=True)
        decl = self.book.decl(t.decl)
        # A value or a ruling is removed as a whole, but what is known of it is what it says.
        said = self.book.find(op.path)
        if op.was is not None:
            self._expect(op.was, said, decl, None)
        self.book.put(t.decl, verbs.remove(decl, t, op.path.at))
        return spelled(t.address), verbs.present(decl, said)

    def _insert(self, op: ast.Insert) -> list[str]:
        t = self.book.find(op.path)
        decl = self.book.decl(t.decl)
        taken = {s.label.id: s.label.at for _, s in nodes(decl) if isinstance(s, ast.Step) and s.label is not None}
        for label in (s.label for s in op.block):
            if label is not None and label.id in taken:  # an address has to stay one place
                raise Misfit(problems.exists(f"{t.address[0]}.{label.id}", label.at, taken[label.id]))
        self.book.put(t.decl, verbs.insert(decl, t, op))
        return [spelled(a) for a in labels(t, op)] or [spelled(t.address)]

    def _include(self, layer: Layer, op: ast.Include) -> str:
        address = ""
        for value in (op.line,) if op.line is not None else op.values:
            t = self.book.find(op.path)
            decl = self.book.decl(t.decl)
            address = spelled(t.address)
            if isinstance(value, ast.Case):
                changed, already = verbs.include_line(decl, value, op.marks)
                address = spelled((*t.address, verbs.line_name(value)))
            else:
                changed, already = verbs.include(decl, t, value)
            if already is not None:
                by = self.added.get((address, value))
                if by is None or not by.unordered(layer) or by is layer:
                    raise Misfit(problems.included(value.at, address, already))
            self.added.setdefault((address, value), layer)
            self.book.put(t.decl, changed)
        return address

    def _exception(self, layer: Layer, op: ast.Except | ast.Suspend) -> str:
        """Test now what an exception expects; it is put around its rule in the end."""
        t = self.book.find(op.path)
        decl = self.book.decl(t.decl)
        if isinstance(op, ast.Except):
            self._expect(op.old, t, decl, op.new)
        _wrapped(decl, t, op, layer)
        self.wrapped.append((op, layer))
        return spelled(t.address)

    def _wrap(self) -> None:
        """Exceptions of later layers come before those of earlier ones; what is suspended has none."""
        for op, layer in sorted(self.wrapped, key=lambda each: isinstance(each[0], ast.Suspend)):
            try:
                t = self.book.find(op.path)
                self.book.put(t.decl, _wrapped(self.book.decl(t.decl), t, op, layer))
            except Misfit as misfit:  # a later layer has taken the rule away, or made something else of it
                self._report(op, misfit)

    def _confirm(self, op: ast.Confirm) -> str:
        """Add citations to the line that says what stands there, and nothing else."""
        t = self.book.find(op.path, whole=True)
        if not op.marks.cites:
            message = f"`{spelled(t.address)}` is confirmed by nothing."
            raise Misfit(problems.unfit(message, op.path.at, "Cite what says the same: `confirm ADDRESS  @ID`."))
        self.book.put(t.decl, _cited(self.book.decl(t.decl), t.walk, op.marks))
        return spelled(t.address)

    def _settle(self, op: ast.Settle) -> tuple[str, ast.Fragment | None]:
        if id(op) not in self.settled:
            raise Misfit(problems.nothing_to_settle(".".join(op.path.parts), op.path.at))
        if op.new is None:
            return ".".join(op.path.parts), None
        t = self.book.find(op.path)
        old = verbs.present(self.book.decl(t.decl), t)
        self._put(t, op.new, op.marks)
        return spelled(t.address), old

    def _supersede(self, op: ast.Supersedes) -> str:
        """Give a scenario other steps, another outcome, or neither: then it is not told any more."""
        name = title(op.scenario)
        path = ast.Path((name,), at=op.scenario.at)
        if not self.book.heads.get(f'"{name}"'):
            titles = [title(d.title) for d in self.book.decls if isinstance(d, ast.Scenario)]
            raise Misfit(problems.no_scenario(name, titles, op.scenario.at))
        t = self.book.find(path, whole=True)
        decl = self.book.decl(t.decl)
        if not isinstance(decl, ast.Scenario):
            raise Misfit(
                problems.unfit(
                    "Only a scenario can be superseded.", op.scenario.at, "Use `change` or `remove` instead."
                )
            )
        marks = replace(decl.marks, cites=tuple(dict.fromkeys((*decl.marks.cites, *op.marks.cites))))
        told = replace(decl, when=op.when or decl.when, then=op.then or decl.then, marks=marks)
        self.book.put(t.decl, told if op.when or op.then else None)
        return spelled(t.address)

    def _expect(self, old: ast.Fragment, t: Target, decl: ast.Decl, new: ast.Fragment | None) -> None:
        there = verbs.present(decl, t)
        if there is not None and same(old, there):
            return
        address = spelled(t.address)
        near = (who for a, who in self.origin.items() if nested(a, address))
        by = ", ".join(dict.fromkeys(touch.overlay for who in near for touch in who))
        ranged = t.form == "values" and old.values is not None and isinstance(old.values[0], ast.Binary)
        meant = f"{address}.range" if ranged and cast(ast.Binary, (old.values or ())[0]).op == ".." else ""
        if there is None and not meant and (filling := self._filling(t)):
            raise Misfit(problems.filled(address, old.at, filling))
        raise Misfit(
            problems.stale(address, old.at, there.at if there is not None else None, by, new.at if new else None, meant)
        )

    def _filling(self, t: Target) -> list[tuple[str, Span]]:
        """Find the lines of the setup that put something into a slot."""
        if not isinstance(self.book.decl(t.decl), ast.State):
            return []
        found = []
        for number in dict.fromkeys(n for n, _ in self.book.heads.get("setup", ())):
            for _, node in nodes(self.book.decl(number)):
                into = node.target if isinstance(node, ast.Assign) else None
                into = node.to if isinstance(node, ast.Move | ast.MoveSome) else into
                into = into.of if isinstance(into, ast.Index) else into
                name = into.name.id if isinstance(into, ast.Dot) else into.id if isinstance(into, ast.Ident) else ""
                if name and name == t.address[0].rpartition(".")[2]:
                    found.append((node.verb if isinstance(node, ast.Assign) else "move", node.at))
        return found


def _numbers(game: ast.Game) -> range | None:
    """The numbers of players that the heading of a game names."""
    match next((f.values for f in game.fields if f.name.id == "players"), None):
        case (ast.Number(value=n),):
            return range(n, n + 1)
        case (ast.Binary(op="..", left=ast.Number(value=low), right=ast.Number(value=high)),):
            return range(low, high + 1)
    return None


def _cited(decl: ast.Decl, walk: Walk, more: ast.Marks) -> ast.Decl:
    """Add marks to the line that says what stands at a place."""
    for n in range(len(walk), -1, -1):
        node = get(decl, walk[:n])
        if isinstance(own := getattr(node, "marks", None), ast.Marks):
            cites = tuple(dict.fromkeys((*own.cites, *more.cites)))
            marks = replace(own, cites=cites, reconstructed=own.reconstructed or more.reconstructed)
            return cast(ast.Decl, put(decl, walk[:n], replace(node, marks=marks)))
    return decl


def _wrapped(decl: ast.Decl, t: Target, op: ast.Except | ast.Suspend, layer: Layer) -> ast.Decl:
    if isinstance(op, ast.Except):
        changed = exceptions.excepted(decl, t, op)
        return _cited(changed, t.walk, op.marks) if t.form in ("expr", "line") else changed
    return exceptions.suspended(decl, t, op, layer.title)
