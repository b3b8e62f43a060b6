"""The declarations while they are amended, and finding the place that an address names."""

from __future__ import annotations

from dataclasses import dataclass

from .. import ast
from ..source import Span
from . import problems
from .problems import Misfit
from .tree import Walk, get, nodes, title

Address = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Target:
    """A place in a declaration. form: whole, field, cell, expr, values (a default), step, once, members."""

    decl: int
    walk: Walk
    form: str
    address: Address  # with every label on the way, so that a part of a place has the longer address


def names(d: ast.Decl) -> list[tuple[str, Walk, Span]]:
    """The names that a declaration introduces, where they stand in it, and their places in the source."""
    match d:
        case ast.Game():
            return [("game", (), d.name.at)]
        case ast.Rows():
            return [(r.name.id, ("rows", i), r.name.at) for i, r in enumerate(d.rows)]
        case ast.State():
            return [(f"{d.owner}.{s.name.id}", ("slots", i), s.name.at) for i, s in enumerate(d.slots)]
        case ast.Proc():
            return [(d.name.id, (), d.name.at)]
        case ast.Scenario() | ast.Invariant():
            return [(f'"{title(d.title)}"', (), d.title.at)]
        case ast.Winner():
            return [("winner", (), d.at)]
        case ast.Texts():
            return [
                (f"texts {d.language.id} {'.'.join(line.path.parts)}", ("lines", i), line.path.at)
                for i, line in enumerate(d.lines)
            ]
        case (
            ast.Kind() | ast.TypeDecl() | ast.Board() | ast.Thing() | ast.Resource() | ast.Ruling()
            | ast.Value() | ast.Effect() | ast.Action() | ast.Scoring()
        ):  # fmt: skip
            return [(d.name.id, (), d.name.at)]
        case _:
            return []


def family(d: ast.Decl) -> str:
    """Names clash only inside a family: a resource is named after its kind, a scoring after its occasion."""
    return type(d).__name__ if isinstance(d, ast.Resource | ast.Scoring) else ""


class Book:
    """All declarations with an index of their names. Removed ones leave a hole, so that positions stay valid."""

    def __init__(self) -> None:
        self.decls: list[ast.Decl | None] = []
        self.heads: dict[str, list[tuple[int, Walk]]] = {}

    def add(self, d: ast.Decl) -> int:
        """Append a declaration and return its position."""
        self.decls.append(d)
        self._index(len(self.decls) - 1)
        return len(self.decls) - 1

    def put(self, i: int, d: ast.Decl | None) -> None:
        """Replace or remove a declaration."""
        old = self.decls[i]
        if old is not None:
            for name, _, _ in names(old):
                self.heads[name] = [head for head in self.heads[name] if head[0] != i]
        self.decls[i] = d
        self._index(i)

    def _index(self, i: int) -> None:
        d = self.decls[i]
        for name, walk, _ in names(d) if d is not None else ():
            self.heads.setdefault(name, []).append((i, walk))

    def decl(self, i: int) -> ast.Decl:
        d = self.decls[i]
        assert d is not None
        return d

    def clash(self, d: ast.Decl) -> tuple[str, Span, Span] | None:
        """Return a name of a new declaration that exists already, and both places."""
        for name, _, at in names(d):
            for i, walk in self.heads.get(name, ()):
                other = self.decl(i)
                if family(other) == family(d):
                    return name, at, next(place for _, w, place in names(other) if w == walk)
        return None

    def find(self, path: ast.Path, *, whole: bool = False) -> Target:
        """Find the place of an address; with `whole`, a lone name is the declaration, not what it says."""
        head, rest = path.parts[0], path.parts[1:]
        if head in ("table", "player") and rest:
            head, rest = f"{head}.{rest[0]}", rest[1:]
        if not self.heads.get(head) and self.heads.get(f'"{head}"'):
            head = f'"{head}"'
        heads = self.heads.get(head, [])
        if not heads:
            known = [name.strip('"') for name, at in self.heads.items() if at and not name.startswith("texts ")]
            raise Misfit(problems.unknown(head, "", known, path.at))
        failed: Misfit | None = None
        for i, walk in heads:
            try:
                return _Finder(self.decl(i), i, head, path.at).start(walk, rest, whole)
            except Misfit as misfit:
                failed = failed or misfit
        assert failed is not None
        raise failed


class _Finder:
    def __init__(self, decl: ast.Decl, i: int, head: str, at: Span) -> None:
        self.decl, self.i, self.head, self.at = decl, i, head, at

    def start(self, walk: Walk, rest: Address, whole: bool) -> Target:
        node = get(self.decl, walk)
        if isinstance(node, ast.Slot) and not rest:
            return self._target((*walk, "default"), "values")
        if not rest:
            return self._target(walk, "whole") if whole else self._said(node, walk)
        known: dict[str, tuple[Walk, str]] = {}
        match node:
            case ast.Game() | ast.Thing() | ast.Resource() | ast.Ruling():
                known = {f.name.id: (("fields", i), "field") for i, f in enumerate(node.fields)}
            case ast.Row():
                assert isinstance(self.decl, ast.Rows)
                columns = self.decl.columns[: len(node.values)]
                known = {c.id: ((*walk, "values", i), "cell") for i, c in enumerate(columns)}
            case ast.TypeDecl():
                known = {s.name.id: (("slots", i, "default"), "values") for i, s in enumerate(node.slots)}
            case ast.Value():
                known = {_pattern(c): (("cases", i, "result"), "expr") for i, c in enumerate(node.cases)}
            case ast.Effect() | ast.Action() | ast.Proc():
                return self._code(walk, rest)
        if rest[0] not in known or (rest[1:] and known[rest[0]][1] != "field"):
            raise Misfit(problems.unknown(rest[0], self.head, known, self.at))
        to, form = known[rest[0]]
        return self._code(to, rest[1:]) if rest[1:] else self._target(to, form)

    def _said(self, node: ast.Node, walk: Walk) -> Target:
        """What a lone name stands for in `change` and `include`."""
        match node:
            case ast.Ruling():
                for i, f in enumerate(node.fields):
                    if f.name.id == "default":
                        return self._target(("fields", i), "field")
            case ast.Value() if node.body is not None:
                return self._target(("body",), "expr")
            case ast.Kind():
                return self._target(("members",), "members")
        return self._target(walk, "whole")

    def _code(self, walk: Walk, rest: Address) -> Target:
        """Find a labelled step, an action or `once` at any depth below a place."""
        known: set[str] = set()
        found: list[tuple[Walk, str, Span]] = []
        for to, node in nodes(get(self.decl, walk), walk):
            for name, end, form in _addressed(node):
                known.add(name)
                if name == rest[0] and (end or to != walk):
                    found.append(((*to, *end), form, node.at))
        if not found:
            raise Misfit(problems.unknown(rest[0], self.head, known, self.at))
        if len(found) > 1:
            raise Misfit(problems.several(".".join((self.head, *rest)), self.at, (at for _, _, at in found)))
        to, form, _ = found[0]
        return self._code(to, rest[1:]) if rest[1:] else self._target(to, form)

    def _target(self, walk: Walk, form: str) -> Target:
        """Collect the names of everything on the way: they make the full address."""
        address, node = [self.head], self.decl
        for key in walk:
            node = get(node, (key,))
            match node:
                case ast.Field():
                    address.append(node.name.id)
                case ast.Slot() if isinstance(self.decl, ast.TypeDecl):
                    address.append(node.name.id)
                case ast.Step() if name := _label(node):
                    address.append(name)
                case ast.Case():
                    address.append(_pattern(node))
        if form == "cell":
            assert isinstance(self.decl, ast.Rows)
            address.append(self.decl.columns[int(walk[-1])].id)
        if form == "once":
            address.append("once")
        return Target(self.i, walk, form, tuple(address))


def _addressed(node: ast.Node) -> list[tuple[str, Walk, str]]:
    """The names under which a node can be addressed inside its declaration."""
    if isinstance(node, ast.Step) and (name := _label(node)):
        return [(name, (), "step")]
    if isinstance(node, ast.Action | ast.Hook) and node.once is not None:
        return [("once", ("once",), "once")]
    return []


def _label(step: ast.Step) -> str:
    if step.label is not None:
        return step.label.id
    return step.do.name.id if isinstance(step.do, ast.Action) else ""


def _pattern(case: ast.Case) -> str:
    return ".".join(p.id if isinstance(p, ast.Ident) else "?" for p in case.patterns) or "otherwise"
