"""Everything the declarations of a ruleset introduce, and the scopes in which its lines are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import prod
from typing import Protocol

from regelwerk.dsl import ast, core
from regelwerk.dsl.diagnostics import Diagnostic, Fix, Label
from regelwerk.dsl.source import Span

from .. import Const, Expr, Local, Num, Ref, SetOf, Type, Var
from ..type_rules import FLAG, MOST_NUMBERS, NUMBER, Order, fold
from ..visitor import replace
from .errors import Mistake, mistake, unknown
from .incremental import Memory, Read

NO_DIRECTION = "Only a board with diagonals has a `Direction`."
DIAGONALS = ("north_east", "south_east", "south_west", "north_west")

MOST_CELLS = 250_000  # numbers kept under one name


@dataclass(slots=True)
class Shape:
    """What a slot's written type amounts to. kind: cell, pile, holder, list, code, ability, text."""

    kind: str
    type: Type
    keys: tuple[Num | Ref, ...] = ()
    params: tuple[ast.Param, ...] = ()
    result: Type | None = None  # of code that answers; None: code that acts


@dataclass(slots=True)
class SlotInfo:
    """A declared slot: of the table, of every player, or of a component type."""

    decl: ast.Slot
    owner: str  # table, player, or the type's name
    shape: Shape
    number: int = -1  # state slot (core), static table, or list table - by `home`
    home: str = ""  # "state", "table", "list", "code", "ability"
    flawed: bool = False  # its own default does not fit it: nothing more is said about what does not


@dataclass(slots=True)
class Instance:
    """One component design."""

    type: str
    name: str
    title: str
    fields: dict[str, ast.Field]
    copies: int
    first: int  # element number of its first copy (of the first player)
    at: Span
    marks: ast.Marks
    flawed: bool = False  # a field of it is misspelt: then a missing one is no second mistake
    whole: Instance | None = None  # of a part: what it is a part of


@dataclass(slots=True)
class TypeInfo:
    decl: ast.TypeDecl
    slots: dict[str, SlotInfo] = field(default_factory=dict)
    instances: list[Instance] = field(default_factory=list)
    per_player: int = 0  # elements of one player; 0: the type is not per player
    belongs: str = ""  # of parts: the field that says what each is a part of

    @property
    def name(self) -> str:
        return self.decl.name.id


@dataclass(slots=True)
class Callable_:
    """A value, effect or action by name."""

    decl: ast.Value | ast.Effect | ast.Action | ast.Proc
    number: int = -1
    me: bool = False
    state: str = "new"  # new, busy, done
    deeper: int = -1  # while a value that may ask itself is read: the function for one round less


@dataclass(slots=True)
class Scope:
    """The names a line can see. `facts` are what the conditions around it have established."""

    names: dict[str, Expr] = field(default_factory=dict)
    facts: dict[Expr, Type] = field(default_factory=dict)
    me: Expr | None = None
    it: Expr | None = None
    checks: bool = False  # before(), at_start(), line(), why() are allowed
    fixed: bool = False  # only what is known before play: of several copies of a card, the first
    broken: set[str] = field(default_factory=set)  # names whose own line has a mistake
    originals: dict[str, int] = field(default_factory=dict)  # inside `instead of e`: e means this procedure

    def child(self) -> Scope:
        return replace(self, names=dict(self.names), facts=dict(self.facts), broken=set(self.broken))


@dataclass(slots=True)
class AbilityLine:
    """One line of an ability, with the component it belongs to."""

    line: ast.Stmt
    it: Expr
    slot: ast.Slot
    address: str
    title: str
    stage: str
    once: int | None = None  # slot of the limit


@dataclass(slots=True)
class Abilities:
    """All lines by which components bend rules."""

    changes: dict[str, list[AbilityLine]] = field(default_factory=dict)
    hooks: dict[str, list[AbilityLine]] = field(default_factory=dict)
    actions: list[AbilityLine] = field(default_factory=list)
    limits: dict[str, list[int]] = field(default_factory=dict)  # effect -> slots cleared when it begins


class Observer(Protocol):
    """Is told what the checker reads (`for_editors` keeps it for editors)."""

    def use(self, at: Span, key: tuple[str | int, ...]) -> None: ...

    def typed(self, at: Span, type: Type) -> None: ...

    def see(self, at: Span, s: Scope, hint: Type | None) -> None: ...

    def local(self, at: Span, meant: Expr) -> None: ...

    def empty(self) -> Observer: ...

    def take_over(self, part: Observer) -> None: ...


@dataclass(frozen=True, slots=True)
class Readers:
    """Who reads what. Made in `readers.py`; whoever needs something read asks the table, so no reader imports another
    that may need it in turn."""

    expressions: Mapping[type, Callable[..., Expr]]
    built_ins: Mapping[str, Callable[[World, ast.Call, Scope, Type | None], Expr]]
    lines: Mapping[type, Callable[..., list[core.Stmt]]]
    takers: Mapping[type, Callable[..., list[core.Stmt]]]  # lines that take the rest of their block along
    source: Callable[[World, ast.Expr, Scope, Type | None], tuple[core.Source, Num | Ref]]  # what stands after `in`
    value: Callable[[World, str, Span], core.Func]  # a rule value, read when it is first asked for
    field: Callable[[World, SlotInfo], None]  # a field of components, likewise


class World:
    """The ruleset under check."""

    def __init__(self, readers: Readers) -> None:
        self.readers = readers
        self.diagnostics: list[Diagnostic] = []
        self.order = Order()
        self.program = core.Program("", "", (1, 1), 1, {})
        self.kinds: dict[str, ast.Kind] = {}
        self.boards: dict[str, ast.Board] = {}
        self.types: dict[str, TypeInfo] = {}
        self.table: dict[str, SlotInfo] = {}
        self.player: dict[str, SlotInfo] = {}
        self.scratch: dict[int, SlotInfo] = {}  # what `var` lines keep, by slot
        self.values: dict[str, Callable_] = {}
        self.effects: dict[str, Callable_] = {}
        self.actions: dict[str, Callable_] = {}
        self.things: dict[str, list[tuple[str, int]]] = {}  # name -> (domain, element)
        self.resources: dict[str, ast.Resource] = {}  # by singular, plural, or kind
        self.rulings: dict[str, Expr] = {}
        self.ruled: set[tuple[str, int]] = set()  # lines that name a ruling: what is fixed there need not stay so
        self.tried: dict[str, int] = {}  # action -> procedure that does it with given things
        self.scorings: dict[str, tuple[int, ast.Scoring]] = {}
        self.broken: set[str] = set()  # names whose declaration has a mistake
        self.by_rules: frozenset[str] = frozenset()  # names that are used, scenarios left aside
        self.used: set[str] = set()  # names that something mentions, for "unused"
        self.geometry: dict[tuple[str, ...], int] = {}  # tables made on demand
        self.abilities: Abilities = Abilities()
        self.ability_procs: dict[str, int] = {}
        self.ability_calls: dict[str, int] = {}  # the same, tested for being in force
        self.action_limits: dict[str, int] = {}
        self.asking: list[str] = []  # values that are being read, innermost last
        self.fresh = 0
        self.notes: Observer | None = None  # for editors
        self.memory = Memory()
        self.once = True  # nobody will check again and take over what is in the memory
        self.reads: list[Read] | None = None  # what is read of tables, while somebody wants to know

    # -------------------------------------------------------------------------------------------- helpers

    def var(self, name: str, type: Type) -> Var:
        self.fresh += 1
        return Var(self.fresh, name, type)

    def local(self, name: str, type: Type) -> tuple[Var, Local]:
        v = self.var(name, type)
        return v, Local(v, type=type)

    def note(self, at: Span, *key: str) -> None:
        """Note for editors what the name at this place refers to."""
        if self.notes is not None:
            self.notes.use(at, key)

    def report(self, problem: Diagnostic | Mistake) -> None:
        if isinstance(problem, Mistake) and problem.name and problem.name in self.broken:
            return
        found = problem.diagnostic if isinstance(problem, Mistake) else problem
        if found.code and all(d.at != found.at or d != found for d in self.diagnostics):
            self.diagnostics.append(found)

    def domain(self, name: str) -> core.Domain:
        return self.program.domains[name]

    def size(self, t: Num | Ref) -> int:
        """How many elements a finite type has (none not counted)."""
        return t.hi - t.lo + 1 if isinstance(t, Num) else sum(self.domain(d).size for d in t.domains)

    def of_union(self, t: Ref, element: int) -> tuple[str, int]:
        """Which element of which of its domains an element of a union is."""
        for d in t.domains:
            if element < self.domain(d).size:
                return d, element
            element -= self.domain(d).size
        raise IndexError(element)

    def instance_of(self, type_name: str, element: int) -> Instance:
        """The design of a component."""
        info = self.types[type_name]
        local = element % info.per_player if info.per_player else element
        return next(i for i in reversed(info.instances) if i.first <= local)

    def element(self, domain: str, index: int, at: Span) -> Const:
        return Const(index, type=Ref((domain,)), at=at)

    def add_table(self, name: str, keys: tuple[Num | Ref, ...], type: Type, data: list[int], guard: int) -> int:
        number = len(self.program.tables)
        self.program.tables.append(core.Table(number, name, keys, type, data, guard))
        return number

    def add_proc(self, name: str, address: str, params: tuple[Var, ...], result: Type | None) -> core.Proc:
        proc = core.Proc(len(self.program.procs), name, address, params, result, [])
        self.program.procs.append(proc)
        return proc

    def lookup(self, table: int, keys: tuple[Expr, ...], at: Span) -> Expr:
        """Read static data; known before play if the keys are."""
        t = self.program.tables[table]
        known = [fold(k) for k in keys]
        may_miss = any(isinstance(k.type, Num | Ref) and k.type.none for k in keys)
        result = t.type
        if may_miss and isinstance(result, Num | Ref):
            result = replace(result, none=True)
        if t.data and all(k is not None for k in known):
            index = 0
            for key, value in zip(t.keys, known, strict=True):
                assert value is not None
                digit = value - (key.lo if isinstance(key, Num) else 0)
                if digit < 0:
                    return Const(t.guard, type=result, at=at)
                index = index * self.size(key) + digit
            if self.reads is not None:
                self.reads.append((table, index, t.data[index]))
            return Const(t.data[index], type=t.type, at=at)
        return core.Lookup(table, keys, type=result, at=at)

    def never_nothing(self, table: int) -> bool:
        """Is every entry of a table something?"""
        data = self.program.tables[table].data
        found = bool(data) and all(data)
        if self.reads is not None:
            self.reads.append((table, None, found))
        return found

    def full(self, domain: str, at: Span) -> Const:
        return Const((1 << self.domain(domain).size) - 1, type=SetOf(Ref((domain,))), at=at)

    # -------------------------------------------------------------------------------------------- types

    def resolve(self, t: ast.Type) -> Shape:
        """Read a written type."""
        if isinstance(t, ast.PerType):
            inner = self.resolve(t.value)
            if inner.kind not in ("cell", "pile", "holder"):
                help = "Only numbers, things, flags and places are kept per something."
                raise mistake("RW3004", "This cannot be kept per something.", t.at, help)
            keys = tuple(self.key_type(k) for k in t.keys) + inner.keys
            self.few(keys, t.at)
            return replace(inner, keys=keys)
        if isinstance(t, ast.SetType):
            return Shape("cell", self.set_type(t))
        if isinstance(t, ast.ListType):
            return Shape("list", self.key_type(t.element))
        if isinstance(t, ast.PileType | ast.HoldsType):
            inner_type = self.key_type(t.element)
            if not isinstance(inner_type, Ref) or any(d not in self.types for d in inner_type.domains):
                raise mistake(
                    "RW3005", "Only components lie in places.", t.at, "Name a component type declared with `type`."
                )
            return Shape("pile" if isinstance(t, ast.PileType) else "holder", inner_type)
        if isinstance(t, ast.CodeType):
            result = None if t.result is None else self.cell_type(t.result)
            return Shape("code", FLAG, params=t.params, result=result)
        if isinstance(t, ast.NamedType) and t.name == "ability":
            return Shape("ability", FLAG)
        if isinstance(t, ast.NamedType) and t.name == "text":
            return Shape("text", core.Str())
        return Shape("cell", self.cell_type(t))

    def diagonal(self) -> str:
        """Say how a board gets diagonals, if there is one that could have them."""
        board = next((b for b in self.boards.values() if b.shape == "square" and not b.diagonals), None)
        return f"Write `board {board.name.id} square {board.width} x {board.height} diagonals`" if board else ""

    def cell_type(self, t: ast.Type) -> Type:
        if isinstance(t, ast.NamedType):
            if t.name == "flag":
                return FLAG
            if t.name == "number":
                return NUMBER
            if t.name == "none":
                return Ref((), True)
            if t.name in self.program.domains:
                return Ref((t.name,))
            if t.name == "Direction" and (way := self.diagonal()):
                raise Mistake(Diagnostic("RW2001", NO_DIRECTION, t.at, f"{way}; without, it is `Side`.", about=t.name))
            raise unknown("RW2001", "type", t.name, [*self.program.domains, "flag", "number", "text"], t.at)
        if isinstance(t, ast.RangeType):
            lo, hi = self.constant(t.low), self.constant(t.high)
            if hi < lo:
                fixes = (Fix(t.at, f"{hi}..{lo}"),)
                raise mistake("RW3003", f"The range {lo}..{hi} is empty.", t.at, f"Write `{hi}..{lo}`.", fixes=fixes)
            return Num(lo, hi)
        if isinstance(t, ast.UnionType):
            joined: Type | None = self.cell_type(t.parts[0])
            for part in t.parts[1:]:
                joined = self.order.join(joined, self.cell_type(part)) if joined is not None else None
            if joined is None:
                help = "`or` joins kinds, component types and `none`; for a flag or a number declare a second slot."
                raise mistake("RW3006", "These types cannot be joined with `or`.", t.at, help)
            return joined
        if isinstance(t, ast.SetType):
            return self.set_type(t)
        help = "Name a kind, a component type, a range, `number` or `flag`; a place or a list cannot stand here."
        raise mistake("RW3007", "A plain type is wanted here.", t.at, help)

    def set_type(self, t: ast.SetType) -> SetOf:
        element = self.key_type(t.element)
        if isinstance(element, Num) and element.hi - element.lo > MOST_NUMBERS:
            help = f"Give the numbers a range of {MOST_NUMBERS} at most."
            raise mistake("RW3042", "A set of numbers needs a small range.", t.at, help)
        return SetOf(element)

    def few(self, keys: Iterable[Num | Ref], at: Span) -> None:
        """Refuse what would be kept too often, before anything is spread out over its keys."""
        count = prod(map(self.size, keys))
        if count > MOST_CELLS:
            said = f"This would be kept {count} times; {MOST_CELLS} is the most."
            raise mistake("RW3008", said, at, "Keep it per fewer things, or give the numbers a smaller range.")

    def key_type(self, t: ast.Type) -> Num | Ref:
        found = self.cell_type(t)
        if isinstance(found, Num | Ref) and not found.none and (isinstance(found, Ref) or found != NUMBER):
            return found
        said = "Only a kind, a component type, players, cells or a small range can stand here."
        help = "Give the numbers a range like `0..9`." if found == NUMBER else "Name one of those."
        raise mistake("RW3008", said, t.at, help)

    def constant(self, e: ast.Expr) -> int:
        """A whole number known from the text alone (a range bound)."""
        if isinstance(e, ast.Number):
            return e.value
        if isinstance(e, ast.Unary) and e.op == "-":
            return -self.constant(e.of)
        if isinstance(e, ast.Ident) and e.id in self.rulings:
            self.note(e.at, "ruling", e.id)
            known = fold(self.rulings[e.id])
            if known is not None:
                return known
        help = "Write it as digits, like `2`, or name a ruling whose default is a number."
        raise mistake("RW3009", "A fixed number is wanted here.", e.at, help)


@contextmanager
def attempt(w: World, name: str = "") -> Iterator[None]:
    """Do one declaration; a mistake abandons it alone, and its name is not complained about again."""
    try:
        yield
    except Mistake as m:
        w.report(m)
        if name:
            w.broken.add(name)


def plain(text: ast.Text | None, otherwise: str) -> str:
    """A title: the text without its expressions."""
    if text is None:
        return otherwise
    return "".join(p if isinstance(p, str) else "…" for p in text.parts)


def fresh_type(w: World, name: ast.Name) -> bool:
    if name.id in w.program.domains or name.id in w.types:
        first = w.program.domains[name.id].at if name.id in w.program.domains else w.types[name.id].decl.at
        help = "Rename one of them, or leave one out."
        w.report(mistake("RW2042", f"`{name.id}` is declared twice.", name.at, help, (Label(first, "first here"),)))
        return False
    return True
