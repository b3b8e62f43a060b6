"""What the names in a rule are called at the table: by a line `says`, a resource, `display`, a title, or themselves."""

from __future__ import annotations

from collections.abc import Sequence

from regelwerk.dsl import ast
from regelwerk.dsl.ast.tree import title, words

from ..model import Phrase

Scope = dict[str, Phrase]
UNSAID = "…"  # a phrase may say less than the rule, never something else


class Names:
    """All names of a merged ruleset."""

    def __init__(self, decls: Sequence[ast.Decl]) -> None:
        self.effects: dict[str, ast.Effect] = {}
        self.actions: dict[str, ast.Action] = {}
        self.params: dict[str, tuple[ast.Param, ...]] = {}  # of effects and values
        self.types: dict[str, ast.TypeDecl] = {}
        self.members: dict[str, list[str]] = {}  # of all kinds and types, by name
        self.resources: dict[str, tuple[str, str]] = {}  # by the written unit: one, many
        self.kinds: dict[str, str] = {}  # resources that are the members of a kind
        self.given: dict[str, str] = {}  # by a line `says`
        self.drawn: set[str] = set()  # fields that say where something lies on a map
        self.known: set[str] = set()  # slots, values, rulings
        self.called: dict[str, str] = {}  # by another line of `display`, or the resource kept there
        for d in decls:
            self._read(d)

    def _read(self, d: ast.Decl) -> None:
        match d:
            case ast.Effect():
                self.effects[d.name.id] = d
                self.params[d.name.id] = d.params
            case ast.Action():
                self.actions[d.name.id] = d
            case ast.TypeDecl():
                self.types[d.name.id] = d
                self.known |= {slot.name.id for slot in d.slots}
            case ast.State():
                self.known |= {slot.name.id for slot in d.slots}
            case ast.Value() | ast.Ruling():
                self.known.add(d.name.id)
                self.params[d.name.id] = d.params if isinstance(d, ast.Value) else ()
            case ast.Kind():
                for member in d.members:
                    self.members.setdefault(member.name.id, []).append(d.name.id)
            case ast.Thing():
                self.members.setdefault(d.name.id, []).append(d.type.id)
            case ast.Rows():
                for row in d.rows:
                    self.members.setdefault(row.name.id, []).append(d.type.id)
            case ast.Resource():
                self._resource(d)
            case ast.Display():
                for line in d.lines:
                    if line.word.id == "graph":
                        self.drawn |= {path.parts[-1] for path in line.by[:2]}
                    if line.text is not None and len(line.paths) == 1:
                        known = self.given if line.word.id == "says" else self.called
                        if line.word.id in ("says", "own", "others", "table"):
                            known.setdefault(line.paths[0].parts[-1], title(line.text))

    def _resource(self, d: ast.Resource) -> None:
        one = title(d.title) if d.title else words(d.name.id)
        many = f"{one}s" if d.title else words(d.plural.id if d.plural else d.name.id)
        if d.name.id[0].isupper():
            self.kinds[d.name.id] = one
            return
        for name in (d.name.id, d.plural.id if d.plural else d.name.id):
            self.resources[name] = one, many
        for field in d.fields:
            held = field.values[0] if field.name.id == "held" and field.values else None
            if isinstance(held, ast.Dot):
                self.called.setdefault(held.name.id, many)

    def thing(self, name: str) -> Phrase | None:
        """Give the thing of that name, if there is exactly one."""
        owners = self.members.get(name, [])
        return ["=", owners[0], name] if len(owners) == 1 else None

    def noun(self, name: str, args: Sequence[Phrase] = ()) -> Phrase:
        """Call a slot, value, effect or action as it is called at the table."""
        if name in self.given:
            given = self.given[name]
            signs = given.count("#")
            return ["#", given, *args[-signs:]] if signs and args else given
        if name in self.called:
            return self.called[name]
        decl = self.effects.get(name)
        if decl is not None and decl.title is not None and all(isinstance(p, str) for p in decl.title.parts):
            return title(decl.title)
        return words(name) if name in self.known or name in self.effects or name in self.actions else UNSAID
