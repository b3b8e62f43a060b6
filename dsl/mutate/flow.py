"""How rules could go wrong at their edges: for somebody else, at another time, in another order, once too often, with
one case skipped, with an effect too many. The middle of a rule is changed in `variants`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from .. import ast
from ..ast.printer import expressions as printed
from ..ast.visitor import nodes, rebuilt, walk
from ..source import Span
from .touching import Touching
from .variants import NO, YES, Variant

WHO, WHEN, ORDER, TIMES, CORNER, EXTRA = "who", "when", "order", "times", "corner", "extra"

NEXT = "for the next player instead"
_NAMING = ast.Let | ast.LetFrom | ast.Choose | ast.Draw  # the lines below need the name
_SIMPLE = ast.Trade | ast.Assign | ast.Move | ast.Run | ast.Offer | ast.ChooseOption | ast.May
_SKIPPING = ("sum", "count", "any", "all", "no", "max", "min", "most", "least", "first")


class Edges:
    """Changes of the edges of one ruleset's rules."""

    def __init__(self, decls: Sequence[ast.Decl]) -> None:
        self.touching = Touching(decls)
        tables = [s for d in decls if isinstance(d, ast.State) for s in d.slots]
        self.shared = {s.name.id for d in decls if isinstance(d, ast.State) and d.owner == "table" for s in d.slots}
        self.piles = {s.name.id for s in tables if isinstance(s.type, ast.PileType)}
        self.sets = {s.name.id for s in tables if isinstance(_inner(s.type), ast.SetType)}
        self.seats = {s.name.id for s in tables if s.type == ast.NamedType("Player")}
        self._mixed = {id(m) for d in decls if isinstance(d, ast.Effect | ast.Proc) for m in _mixed_later(d.body)}
        self._procs = {d.name.id: d.body for d in decls if isinstance(d, ast.Effect | ast.Proc)}
        self._nobody: set[str] = set()  # effects that are run where nobody acts
        scenes = [(d.given, d.when) for d in decls if isinstance(d, ast.Scenario)]
        self._follow([*scenes, *(self._procs.get(name, ()) for name in ("setup", "flow"))])
        self.units = [d.name.id for d in decls if isinstance(d, ast.Resource) and d.name.id[:1].islower()]

    def has_me(self, d: ast.Decl) -> bool:
        """Tell whether somebody acts in a declaration."""
        if isinstance(d, ast.Value):  # which may be asked where nobody acts
            return not self.touching.of(d).reads.isdisjoint(("me", "others"))
        return not (isinstance(d, ast.Proc) or (isinstance(d, ast.Effect) and d.name.id in self._nobody))

    def _follow(self, lines: Sequence[object]) -> None:
        """Note which effects are run without an `as` around them."""
        for node in (n for line in lines for n in walk(line)):  # which leaves out what stands below `as`
            if isinstance(node, ast.Run | ast.LetFrom):
                call = node.call.of if isinstance(node.call, ast.Call) else node.call
                if isinstance(call, ast.Ident) and call.id in self._procs and call.id not in self._nobody:
                    self._nobody.add(call.id)
                    self._follow(self._procs[call.id])

    # ------------------------------------------------------------ lines

    def of_step(self, step: ast.Step, me: bool) -> Iterator[Variant]:
        """Change one line as a whole."""
        do = step.do
        named = isinstance(do, ast.May) and isinstance(do.body[0].do, ast.Choose)
        if isinstance(do, _SIMPLE) and not named:
            if self._counts(do) and not self._ends(do):
                yield Variant("twice", both(step, step), sort=TIMES)
            if me and self._is_own(do):
                other = ast.As("one", _left(ast.Ident("me", at=step.at)), (step,), at=step.at)
                yield Variant(NEXT, replace(step, do=other), sort=WHO)
                if isinstance(do, ast.Trade | ast.Assign):
                    every = ast.As("each", ast.Ident("players", at=step.at), (step,), at=step.at)
                    yield Variant("for all players, not for one", replace(step, do=every), sort=WHO)
        match do:
            case ast.Trade(verb="pay"):
                yield Variant("as far as one can", replace(step, do=replace(do, verb="owe")), sort=CORNER)
            case ast.Move() if isinstance(do.to, ast.Ident | ast.Dot):
                name = do.to.id if isinstance(do.to, ast.Ident) else do.to.name.id
                if name in self.piles & self.touching.tops and id(do) not in self._mixed:
                    what = "on top instead of under" if do.under else "under instead of on top"
                    yield Variant(what, replace(step, do=replace(do, under=not do.under)), sort=CORNER)
            case ast.If() if do.other:
                yield Variant("without `else`", replace(step, do=replace(do, other=())), sort=WHEN)
            case ast.Repeat(at_most=None):
                once = replace(do, at_most=ast.Number(1, at=do.at))
                yield Variant("once only", replace(step, do=once), sort=TIMES)
            case ast.Each():
                fewer = replace(do, binders=(_without_first(do.binders[0]), *do.binders[1:]))
                yield Variant("without the first of them", replace(step, do=fewer), sort=CORNER)
            case ast.As(how="each"):
                for what, who in self._others_in_turn(do):
                    yield Variant(what, replace(step, do=replace(do, who=who)), sort=WHO if "from" in what else CORNER)

    def swaps(self, block: ast.Block) -> Iterator[int]:
        """Tell which lines may change places with the next one, and not without effect."""
        for i, (a, b) in enumerate(pairwise(block)):
            if isinstance(a.do, _NAMING | ast.Needs | ast.Say) or isinstance(b.do, _NAMING | ast.Needs | ast.Say):
                continue
            one, two = self.touching.of(a.do), self.touching.of(b.do)
            if one.does_something and two.matters_to(one) and not isinstance(a.do, ast.End | ast.Give):
                yield i

    def extra(self, block: ast.Block, may: bool = False) -> Iterator[tuple[int, Variant]]:
        """Put a line too many into a block, behind its requirements; or let only the first seat do it (`may`)."""
        first = next((i for i, s in enumerate(block) if not isinstance(s.do, ast.Needs)), len(block))
        at = block[0].at
        written = self.touching.of(block).writes
        unit = next((u for u in self.units if u not in written), None)
        if unit is not None:
            gain = ast.Trade("gain", ast.Bundle(((ast.Amount(ast.Ident(unit, at=at), None, at=at),),), at=at), at=at)
            yield first, Variant(f"with `gain 1 {unit}` besides", ast.Step(None, gain, at=at), sort=EXTRA)
        if may:
            needs = ast.Step(None, ast.Needs(_first_seat(at), None, at=at), at=at)
            yield first, Variant("for the first seat only", needs, sort=WHO)

    def _ends(self, do: Any) -> bool:
        """Tell whether what is run always leaves the lines around it, so that there is no second time."""
        call = do.call.of if isinstance(do, ast.Run) and isinstance(do.call, ast.Call) else getattr(do, "call", None)
        body = self._procs.get(call.id, ()) if isinstance(call, ast.Ident) else ()
        return any(isinstance(s.do, ast.End) and isinstance(call, ast.Ident) and s.do.name.id != call.id for s in body)

    def _is_own(self, do: Any) -> bool:
        """Tell whether a line is about who acts."""
        touched = self.touching.of(do)
        return "me" in touched.reads or touched.asks or touched.anywhere

    def _counts(self, do: Any) -> bool:
        """Tell whether doing it twice is more than doing it once."""
        match do:
            case ast.Assign():
                target = do.target.of if isinstance(do.target, ast.Index) else do.target
                name = target.name.id if isinstance(target, ast.Dot) else getattr(target, "id", "")
                return do.verb != "set" and name not in self.sets
            case ast.Move():
                return any(isinstance(n, ast.Call) for _, n in nodes(do.what))
            case _:
                return True

    def _others_in_turn(self, do: ast.As) -> Iterator[tuple[str, ast.Expr]]:
        """Let a round begin with somebody else, where that may matter, or leave somebody out."""
        touched, who = self.touching.of(do.body), do.who
        if touched.asks or touched.anywhere or touched.writes & self.shared:
            if isinstance(who, ast.Call) and isinstance(who.of, ast.Ident) and who.of.id == "seats":
                yield "from the next player on", replace(who, args=(_left(who.args[0]),))
            elif isinstance(who, ast.Ident) and who.id == "players":
                second = _call("seat", ast.Number(1, at=who.at))
                yield "from the second seat on", _call("seats", second)
        binder = _without_first(ast.Binder(ast.Name("somebody", at=who.at), who, at=who.at))
        yield "without the first of them", ast.Comprehension((binder,), None, at=who.at)

    # ------------------------------------------------------------ conditions and expressions

    def of_condition(self, e: ast.Expr, me: bool, branch: bool) -> Iterator[Variant]:
        """Let a condition always hold (or never, of a branch), or ask it of somebody else."""
        if branch:
            yield Variant("never", NO, sort=WHEN)
        yield Variant("always", YES, sort=WHEN)
        if me and _says_me(e):
            yield Variant("asked of the next player", _turned(e), sort=WHO)

    def of_expression(self, e: ast.Expr, me: bool) -> Iterator[Variant]:
        """Drop one of two conditions, leave somebody out, skip the first of many."""
        match e:
            case ast.Binary(op="and" | "or" as op):
                yield Variant(f"without `{op} {_short(e.right)}`", e.left, sort=WHEN)
                if not (isinstance(e.left, ast.Binary) and e.left.op == op):
                    yield Variant(f"without `{_short(e.left)} {op}`", e.right, sort=WHEN)
            case ast.Ident(id="others"):
                yield Variant("all players, not the others only", replace(e, id="players"), sort=WHO)
            case ast.Ident(id="players") if me:
                yield Variant("the others only", replace(e, id="others"), sort=WHO)
            case ast.Ident(id="youngest"):
                yield Variant("the next player", _left(e), sort=WHO)
            case ast.Ident() if e.id in self.seats:
                yield Variant("the next player", _left(e), sort=WHO)
            case ast.Call(of=ast.Ident(id="left" | "right" as side)) if len(e.args) == 1:
                other = "right" if side == "left" else "left"
                yield Variant(f"`{other}` instead of `{side}`", _call(other, e.args[0]), sort=WHO)
            case ast.Call(of=ast.Ident(id="top" | "bottom" as end)) if len(e.args) == 1:
                other = "bottom" if end == "top" else "top"
                yield Variant(f"`{other}` instead of `{end}`", _call(other, e.args[0]), sort=CORNER)
            case ast.Quant() if e.word in _SKIPPING and not e.more:
                yield Variant("without the first of them", replace(e, binder=_without_first(e.binder)), sort=CORNER)

    def of_choice(self, b: ast.Binder) -> Iterator[Variant]:
        """Do not offer the first of what may be picked."""
        yield Variant("the first of them cannot be picked", _without_first(b).where, sort=CORNER)

    def of_line(self, value: ast.Expr) -> Iterator[Variant]:
        """Score a line for one seat only."""
        at = value.at
        only = ast.IfExpr(_first_seat(at), value, ast.Number(0, at=at), at=at)
        yield Variant("for the first seat only", only, sort=WHO)


def names_something(step: ast.Step) -> bool:
    """Tell whether the lines below may need a name that this one gives."""
    do = step.do.body[0].do if isinstance(step.do, ast.May) else step.do
    return isinstance(do, _NAMING)


def _mixed_later(block: ast.Block) -> Iterator[ast.Move]:
    """List what is moved to a pile that a later line of the same block shuffles."""
    for i, step in enumerate(block):
        later = [s.do.place for s in block[i:] if isinstance(s.do, ast.Shuffle)]
        yield from (n for n in walk(step) if isinstance(n, ast.Move) and n.to in later)


def in_turn(do: ast.As) -> bool:
    """Tell whether all players act one after the other."""
    who = do.who.of if isinstance(do.who, ast.Call) else do.who
    return do.how == "each" and isinstance(who, ast.Ident) and who.id in ("players", "seats")


def both(*steps: ast.Step) -> ast.Step:
    """Make one line of several."""
    at = steps[0].at
    return ast.Step(None, ast.If(ast.Ident("yes", at=at), steps, (), at=at), at=at)


def _call(name: str, *args: ast.Expr) -> ast.Call:
    return ast.Call(ast.Ident(name, at=args[0].at), args, at=args[0].at)


def _left(who: ast.Expr) -> ast.Call:
    return _call("left", who)


def _first_seat(at: Span) -> ast.Expr:
    return ast.Binary("=", ast.Ident("me", at=at), ast.Ident("youngest", at=at), at=at)


def _says_me(node: object) -> bool:
    return any(isinstance(n, ast.Ident) and n.id == "me" for _, n in nodes(node))


def _turned(e: ast.Expr) -> Any:
    """Ask of the next player what is asked of who acts."""
    return rebuilt(e, lambda new, _: _left(new) if isinstance(new, ast.Ident) and new.id == "me" else new)


def _without_first(b: ast.Binder) -> ast.Binder:
    """Skip the first element that a binder goes through."""
    own, other = b.name.id, f"{b.name.id}_skipped"

    def renamed(new: Any, _: object) -> Any:
        return replace(new, id=other) if isinstance(new, ast.Ident) and new.id == own else new

    where = None if b.where is None else rebuilt(b.where, renamed)
    inner = ast.Binder(replace(b.name, id=other), b.source, where, None, at=b.at)
    first = ast.Quant("first", inner, ast.Ident(other, at=b.at), at=b.at)
    differs = ast.Binary("!=", ast.Ident(own, at=b.at), first, at=b.at)
    both = differs if b.where is None else ast.Binary("and", b.where, differs, at=b.at)
    return replace(b, where=both)


def _short(e: ast.Expr) -> str:
    said = printed.expr(e)
    return said if len(said) <= 40 else said[:38] + " …"


def _inner(t: ast.Type) -> ast.Type:
    return t.value if isinstance(t, ast.PerType) else t
