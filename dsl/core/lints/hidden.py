"""Who may see what: sentences and options must not give away what a seat cannot see.

A value is secret if it comes from a `hidden` slot, or from a `private` slot of somebody else than the one who acts.
What is named with `let` stays secret until the thing is moved to where everybody sees it, or the slot is revealed.
Sizes of piles are no secret.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from regelwerk.dsl import core
from regelwerk.dsl.diagnostics import Diagnostic
from regelwerk.dsl.source import Span

from .. import Expr, Program, Stmt
from ..from_ast.errors import mistake, warning
from ..from_ast.incremental import Memory
from ..visitor import expressions as parts
from .recursion import below, blocks_of

Secrets = dict[int, str]  # local name -> name of the slot it comes from


class Watch:
    """Reads the procedures of a program and collects what would be given away."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.found: list[Diagnostic] = []
        self.inside: dict[int, str | None] = {}  # function -> a hidden slot it reads
        self.opened: set[int] = set()  # slots that are revealed somewhere
        self.me: Expr | None = None  # who acts in the procedure that is read
        self.others: set[int] = set()  # local names of things that may be somebody else's
        # of these it cannot be told whether somebody else asks, who may know
        self.averted = {slot.name for slot in program.slots if slot.visibility == "hidden from owner"}

    def source(self, e: Expr, me: Expr | None, known: Secrets) -> str | None:
        """The slot that makes an expression secret for the one who acts, if any."""
        if isinstance(e, core.PileSize | core.Can):
            return None
        if isinstance(e, core.Local):
            return known.get(e.var.id)
        if _asks_for_anything(e):
            return None
        if isinstance(e, core.Quant):
            self.follow(e.loops, me)
            piles = (loop.source.place for loop in e.loops if isinstance(loop.source, core.FromPile))
            for place in piles:
                own = self.slot(place.slot, place.keys, me)
                if own:
                    return own
        if isinstance(e, core.Load):
            own = self.slot(e.slot, e.keys, me)
            if own:
                return own
        if isinstance(e, core.PileAt | core.PileSet):
            own = self.slot(e.place.slot, e.place.keys, me)
            if own:
                return own
        if isinstance(e, core.CallFunc):
            own = self.function(e, me)
            if own:
                return own
        for part in parts(e):
            if isinstance(part, core.Local) and isinstance(e, core.PileAt | core.PileSet):
                continue
            own = self.source(part, me, known)
            if own:
                return own
        return None

    def slot(self, number: int, keys: tuple[Expr, ...], me: Expr | None) -> str | None:
        if number < 0:
            return None
        slot = self.program.slots[number]
        if slot.visibility == "public" or number in self.opened:
            return None
        if slot.visibility == "private" and keys and me is not None and keys[0] == me:
            return None
        if slot.each and slot.visibility == "private" and me is not None:
            return slot.name if keys and self.of_others(keys[0], me) else None
        return slot.name

    def follow(self, loops: tuple[core.Loop, ...], me: Expr | None) -> None:
        """Note which names are those of others' things."""
        for loop in loops:
            match loop.source:
                case core.FromSet(set):
                    others = self.of_others(set, me)
                case core.FromPile(place):
                    others = self.with_others(place, me)
                case _:
                    others = False
            if others:
                self.others.add(loop.var.id)

    def of_others(self, e: Expr, me: Expr | None) -> bool:
        """May a thing, or one of a set, of a type `per player` be somebody else's? Of a name that came another way it
        is not known: mostly one's own."""
        match e:
            case core.Local():
                return e.var.id in self.others
            case core.Widen() | core.Narrow() | core.Unary():
                return self.of_others(e.of, me)
            case core.Binary():
                return self.of_others(e.left, me) or (e.op == "union" and self.of_others(e.right, me))
            case core.Lookup():
                return self.program.tables[e.table].name.endswith(" of player") and e.keys[0] != me
            case core.CallFunc():
                params = self.program.funcs[e.func].params
                return bool(params) and params[0].name == "me" and e.args[0] != me
            case core.PileAt() | core.PileSet():
                return self.with_others(e.place, me)
            case core.Quant():
                self.follow(e.loops, me)
                return e.result is not None and self.of_others(e.result, me)
        return False

    def with_others(self, place: core.Place, me: Expr | None) -> bool:
        return place.slot >= 0 and self.program.slots[place.slot].owner == "player" and place.keys[:1] != (me,)

    def function(self, e: core.CallFunc, me: Expr | None) -> str | None:
        """A function is secret if it reads hidden slots; private ones count when it is asked of somebody else."""
        func = self.program.funcs[e.func]
        asked_of = e.args[0] if func.params and func.params[0].name == "me" and e.args else None
        if func.id not in self.inside:
            self.inside[func.id] = None  # a ring is reported elsewhere
            own = core.Local(func.params[0], type=func.params[0].type) if asked_of is not None else None
            self.inside[func.id] = self.source(func.body, own, {})
        hidden = self.inside[func.id]
        if hidden is None and asked_of is not None and asked_of != me:
            hidden = self.source(func.body, None, {})
        return hidden

    # -------------------------------------------------------------------------------------------- statements

    def block(self, body: list[Stmt], known: Secrets) -> None:
        known = dict(known)
        for s in body:
            self.statement(s, known)
            self.learn(s, known)
            for inner in blocks_of(s):
                self.block(inner, known)

    def learn(self, s: Stmt, known: Secrets) -> None:
        if isinstance(s, core.Let):
            if self.of_others(s.value, self.me):
                self.others.add(s.var.id)
            secret = self.source(s.value, None, known)
            if secret and not self.only_own(s.value):
                known[s.var.id] = secret
        elif isinstance(s, core.Move) and isinstance(s.what, core.Local) and self.public(s.to):
            known.pop(s.what.var.id, None)
        elif isinstance(s, core.Draw | core.Each | core.Choose):
            self.follow((s.loop,), self.me)
            if isinstance(s, core.Choose):
                return
            secret = self.source_of_loop(s.loop, known)
            if secret:
                known[s.loop.var.id] = secret

    def source_of_loop(self, loop: core.Loop, known: Secrets) -> str | None:
        if isinstance(loop.source, core.FromPile):
            return self.slot(loop.source.place.slot, (), None)
        if isinstance(loop.source, core.FromSet):
            return self.source(loop.source.set, None, known)
        return None

    def only_own(self, e: Expr) -> bool:
        """Everything secret in it is private to a `me`: then whoever acts may know it."""
        if isinstance(e, core.Load):
            slot = self.program.slots[e.slot]
            first = e.keys[0] if e.keys else None
            return slot.visibility == "private" and isinstance(first, core.Local) and first.var.name == "me"
        return all(self.only_own(p) for p in parts(e))

    def public(self, place: core.Place) -> bool:
        return place.slot < 0 or self.program.slots[place.slot].visibility == "public"

    def statement(self, s: Stmt, known: Secrets) -> None:
        who = s.who if isinstance(s, core.Choose | core.Options | core.Offer) else None
        for text in _texts(s):
            for part in text.parts:
                if isinstance(part, str):
                    continue
                secret = self.source(part, who, known) if who is not None else self.told(part, known)
                if secret:
                    self.report("RW4050", "This sentence would give away", secret, part.at)
        if isinstance(s, core.Needs):
            self.possible(s.cond, known)
        elif isinstance(s, core.Options):
            for option in s.options:
                if option.when is not None:
                    self.possible(option.when, known)
        elif isinstance(s, core.Store):
            self.fits(s, known)
        if isinstance(s, core.Choose):
            self.choice(s.loop, s.who, known, s.at)
        elif isinstance(s, core.Offer):
            for entry in s.entries:
                for loop in entry.loops:
                    whose = loop.source.place.keys[:1] if isinstance(loop.source, core.FromPile) else ()
                    self.choice(loop, s.who, known, whose[0].at if whose else self.program.procs[entry.proc].at)

    def choice(self, loop: core.Loop, who: Expr, known: Secrets, at: Span) -> None:
        """What can be picked is read by whoever picks."""
        self.follow((loop,), who)
        source = loop.source
        if isinstance(source, core.FromPile):
            secret = self.slot(source.place.slot, source.place.keys, who)
            if secret:
                self.report("RW4051", "What can be chosen here would give away", secret, at)
        for e in parts(loop):
            secret = self.source(e, who, known)
            if secret:
                self.report("RW4051", "What can be chosen here would give away", secret, e.at)

    def told(self, e: Expr, known: Secrets) -> str | None:
        """What a message tells whoever acts."""
        for x in (e, *parts(e)):
            if isinstance(x, core.Load) and x.keys and isinstance(x.keys[0], core.Local) and x.keys[0].var.name == "me":
                return None
        return self.source(e, None, known)

    def possible(self, cond: Expr, known: Secrets, help: str = "") -> None:
        """Whoever reads what is offered, and what is not, learns whether a requirement holds."""
        secret = None if self.me is None else self.source(cond, self.me, known)
        if secret and secret not in self.averted:
            help = help or "Ask for something that whoever decides may know, or let it come out when it is done."
            said = f"Whether this is possible would tell something of what is in `{secret}`."
            self.found.append(warning("RW4068", said, cond.at, help))

    def fits(self, s: core.Store, known: Secrets) -> None:
        """An action that would leave the range of a slot is not offered: that tells what is in it already."""
        want, have = self.program.slots[s.slot].type, s.value.type
        if (
            not isinstance(want, core.Num)
            or not isinstance(have, core.Num)
            or self.slot(s.slot, s.keys, self.me) is None
        ):
            return
        if not (want.lo <= have.lo and have.hi <= want.hi):
            self.possible(
                s.value, known, "Say what happens at the end of the range: `but at most …`, `but at least …`."
            )

    def report(self, code: str, what: str, slot: str, at: Span) -> None:
        help = "Move it to where it is seen first, or use `reveal`."
        if code == "RW4051":
            help = "Let chance pick with `draw`, or show it first with `reveal`."
        self.found.append(mistake(code, f"{what} what is in `{slot}`.", at, help).diagnostic)


def given_away(program: Program, memory: Memory) -> list[Diagnostic]:
    """Find sentences and choices that show what their reader must not see."""
    watch = Watch(program)
    for proc in program.procs:
        watch.opened |= memory.of("opened", proc, partial(_opened, proc))
    for proc in program.procs:
        if not proc.address.startswith("scenario."):
            first = proc.params[0] if proc.params and proc.params[0].name == "me" else None
            watch.me = None if first is None else core.Local(first, type=first.type)
            watch.block(proc.body, {})
    return list(dict.fromkeys(watch.found))


def _asks_for_anything(e: Expr) -> bool:
    """`top(deck) != none`: that shows."""
    if not isinstance(e, core.Binary) or e.op not in ("eq", "ne") or not isinstance(e.left, core.PileAt):
        return False
    return isinstance(e.right, core.Const) and e.right.value < 0


def _opened(proc: core.Proc) -> set[int]:
    return {s.slot for s in below(proc.body) if isinstance(s, core.Reveal)}


def _texts(s: Stmt) -> Iterator[core.Text]:
    """The sentences of a statement."""
    if isinstance(s, core.Needs):
        yield s.message
    elif isinstance(s, core.Say):
        yield s.text
    elif isinstance(s, core.Choose):
        if s.question:
            yield s.question
    elif isinstance(s, core.Options):
        yield from (t for t in (s.question, *(o.label for o in s.options)) if t)
    elif isinstance(s, core.Offer):
        yield from (e.label for e in s.entries if e.label)
