"""Bounds of everything: registers, parameters, results, cells of frames. Found by going over all code until nothing
changes; what a branch or an order of things would tell is not looked at."""

from __future__ import annotations

from collections.abc import Container, Iterable

from regelwerk.dsl import ir
from regelwerk.dsl.ir.operations import Body, Expression, Operation, Set, Statement, Terminator
from regelwerk.interpreter.analysis.code import (
    bodies_of,
    everything,
    expressions_of,
    inner,
    registers,
    term_expressions,
    unset_registers,
)

from . import spans
from .frames import Frames
from .owners import Owner, callers_of, codes_of, owners_of
from .spans import FLAG, NUMBER, Span, common, inside, joined, number, unary
from .state_layout import Layout, Region

PLACES = {"psize", "ptop", "pset"}
TELLING = {"call", "trial", "dijkstra", "pairs"}
ENDLESS = 1 << 64  # rounds of a loop nobody counts
TURNS = 12  # after which bounds that still grow are given up


class Bounds:
    def __init__(self, compiled: ir.Compiled, layout: Layout) -> None:
        self.compiled = compiled
        self.layout = layout
        self.widest = _widest(compiled)
        self.registers: dict[Owner, dict[int, Span]] = {}
        self.results: list[Span | None] = [None] * len(compiled.functions)
        self.owners = owners_of(compiled)
        self.frames = Frames(compiled, self.owners)
        self.place_span, self.deepest = _things(compiled)
        self.callers = callers_of(compiled)
        self._reading = {owner: self._read(code) for owner, code in codes_of(compiled) if owner in self.owners}
        self._rounds = 1  # how often what is gone over may be run at most
        self._first: dict[tuple[Owner, int], Span | None] = {}  # registers that are added to: what else they can be
        self._added: dict[tuple[Owner, int], dict[int, Span]] = {}  # ... and by how much they may change, by statement
        self._tables: dict[tuple[int, Span], Span] = {}  # by table and rows
        self._todo: dict[Owner, None] = {}
        self._turns: dict[Owner, int] = {}
        self._owner: Owner = ("p", compiled.main)  # whose code is gone over
        self._settling = True
        self._known: dict[tuple[Owner, int], tuple[Expression, Span | None]] = {}
        self._settle()
        self._settling = False

    # ------------------------------------------------------------------ going over the code

    def _settle(self) -> None:
        compiled = self.compiled
        for n, f in enumerate(compiled.functions):
            self.registers["f", n] = {}
            for register in unset_registers(f.body, set(range(f.params))):
                self._join_register(("f", n), register, (0, 0))
        for owner in self.owners:
            self.registers.setdefault(owner, {})
        for n, p in enumerate(compiled.procs):
            for block in p.blocks:
                for register in unset_registers(block.code, set(), list(term_expressions(block.term))):
                    self._join_register(("p", n), register, (0, 0))
        for rank in compiled.ranks:
            self._join_register(("f", rank.function), 0, (0, compiled.players[1] - 1))
        self._todo = dict.fromkeys(self.owners)
        while self._todo:
            owner = next(iter(self._todo))
            del self._todo[owner]
            self._owner = owner
            self._turns[owner] = self._turns.get(owner, 0) + 1
            self._go_over(*owner)

    def _go_over(self, kind: str, n: int) -> None:
        compiled = self.compiled
        if kind == "f":
            f = compiled.functions[n]
            self._body((kind, n), f.body)
            if not f.body or f.body[-1][0] != "ret":
                self._join_result(n, (0, 0))
        elif kind == "p":
            for block in compiled.procs[n].blocks:
                self._body((kind, n), block.code)
                self._term(n, block.term)
        else:
            self._site(n)

    def _read(self, code: Body) -> Container[int]:
        """Give the cells of frames that some code reads."""
        found: set[int] = set()
        for node in everything(code):
            match node:
                case ("ld", cell, int(index)) if cell >= self.layout.frames:
                    found.add(cell + index)
                case ("ld", cell, _) if cell >= self.layout.frames:
                    return range(self.layout.frames, len(self.compiled.state))
        return found

    def _grown(self, old: Span | None, new: Span | None) -> Span | None:
        """Join, in large steps once it takes long."""
        whole = joined(old, new)
        if whole == old or old is None or whole is None:
            return whole
        if self._turns.get(self._owner, 0) > TURNS:
            lo = whole[0] if whole[0] == old[0] else spans.LOWEST
            hi = whole[1] if whole[1] == old[1] else _step_up(whole[1], self.widest)
            return lo, hi
        return whole

    def _join_register(self, owner: Owner, register: int, span: Span | None) -> None:
        old = self.registers[owner].get(register)
        added = self._added.get((owner, register))
        if added is None:
            new = self._grown(old, span)
        else:
            first = self._grown(self._first.get((owner, register)), span)
            self._first[owner, register] = first
            lows, highs = zip(*added.values(), strict=True)
            new = joined(old, first and number((first[0] + sum(lows), first[1] + sum(highs))))
        if new is not None and new != old:
            self.registers[owner][register] = new
            self._todo[owner] = None

    def _join_result(self, function: int, span: Span | None) -> None:
        new = self._grown(self.results[function], span)
        if new != self.results[function]:
            self.results[function] = new
            self._todo |= dict.fromkeys(self.callers.get(function, ()))

    def _join_local(self, proc: int, local: int, span: Span | None) -> None:
        if self.frames.settled(proc, local):
            return
        new = self._grown(self.frames.locals[proc][local], span)
        if new is not None and new != self.frames.locals[proc][local]:
            self.frames.locals[proc][local] = new
            cell = self.compiled.procs[proc].base + ir.FRAME_LOCALS + local
            self._todo |= dict.fromkeys(
                owner for owner, cells in self._reading.items() if cell in cells and proc in self.owners[owner]
            )

    def _result_cell(self, span: Span | None) -> None:
        region = self.layout.regions[ir.RESULT]
        if span is not None and not inside(span, region.span):
            region.span = joined(region.span, span) or span
            self._todo |= dict.fromkeys(self.owners)

    def _site(self, n: int) -> None:
        site = self.compiled.sites[n]
        owner: Owner = ("s", n)
        self.of(owner, site.who)
        seats = (0, self.compiled.players[1] - 1)
        for entry in site.entries:
            self.registers[owner] = {0: seats}
            for i, (radix, offset) in enumerate(zip(entry.radix, entry.offsets, strict=True)):
                self.registers[owner][1 + i] = (offset, offset + radix - 1)
            for arg in entry.call:
                self.of(owner, arg)
            if entry.guard >= 0 and not entry.radix:
                self._join_register(("f", entry.guard), 0, seats)

    def _body(self, owner: Owner, body: Body) -> None:
        for s in body:
            self._statement(owner, s)

    def _statement(self, owner: Owner, s: Statement) -> None:
        if s[0] == "set":
            if not self._counted(owner, s):
                self._join_register(owner, s[1], self.of(owner, s[2]))
            return
        given = [self.of(owner, e) for e in expressions_of(s)]
        rounds = 1  # how often at most the inside is gone through
        match s, given:
            case ("for", register, _, _, _), [(_, _) as first, (_, _) as stop]:
                lo, hi = number(first)[0], number(stop)[1] - 1
                rounds = max(0, hi + 1 - lo)
                if lo <= hi:
                    self._join_register(owner, register, (lo, hi))
            case ("bits", register, _, _), [(_, most)]:
                rounds = max(0, most).bit_length()
                self._join_register(owner, register, (0, max(0, rounds - 1)))
            case ("row", register, rows, _, _), _:
                rounds = max((len(row) for row in self.compiled.lists[rows]), default=0)
                for row in self.compiled.lists[rows]:
                    self._join_register(owner, register, (min(row), max(row)) if row else None)
            case ("pile", register, _, _), _:
                rounds = self.deepest
                self._join_register(owner, register, self.place_span)
            case ("while", _, _), _:
                rounds = ENDLESS
            case ("draw", register, _, _), [(_, most)]:
                self._join_register(owner, register, (0, max(0, min(most, 2**32) - 1)))
            case ("ret", _), [value]:
                if owner[0] == "f":
                    self._join_result(owner[1], value)
            case ("do", function, _), _:
                self._give(function, given)
            case ("st", cell, _, _), [index, value]:
                self._stored(owner, cell, index, value)
        outside, self._rounds = self._rounds, self._rounds * rounds
        for body in bodies_of(s):
            self._body(owner, body)
        self._rounds = outside

    def _counted(self, owner: Owner, s: Set) -> bool:
        """Take up a register that something is added to: no more often than the loops around it go round."""
        _, register, value = s
        match value:
            case ["add", ["v", same], by] if same == register and self._rounds < ENDLESS and not _reads(by, register):
                found = self.of(owner, by)
            case _:
                return False
        if found is not None:
            lo, hi = number(found)
            if (owner, register) not in self._added:
                self._added[owner, register] = {}
                self._first[owner, register] = self.registers[owner].get(register)
            self._added[owner, register][id(s)] = min(0, lo * self._rounds), max(0, hi * self._rounds)
            self._join_register(owner, register, None)
        return True

    def _stored(self, owner: Owner, cell: int, index: Span | None, value: Span | None) -> None:
        if index is None:
            return
        if index[0] != index[1]:
            if cell >= self.layout.frames:
                for proc, local in self.frames.views(owner, cell):
                    for n in self.frames.listed(proc, local):
                        self._join_local(proc, n, value)
            return
        for proc, local in self.frames.views(owner, cell + index[0]):
            self._join_local(proc, local, value)
        if cell + index[0] == ir.RESULT:
            self._result_cell(value)

    def _term(self, proc: int, t: Terminator) -> None:
        given = [self.of(("p", proc), e) for e in term_expressions(t)]
        match t:
            case ("all", _, callee, _, _):
                self._enter(callee, [(0, self.compiled.players[1] - 1), *given])
            case ("call", callee, _, _):
                self._enter(callee, given)
            case ("ret", _):
                self._result_cell(given[0])

    def _enter(self, proc: int, given: list[Span | None]) -> None:
        for local, span in enumerate(given):
            self._join_local(proc, local, span)

    def _give(self, function: int, given: Iterable[Span | None]) -> None:
        for register, span in enumerate(given):
            self._join_register(("f", function), register, span)

    # ------------------------------------------------------------------ expressions

    def _tell(self, owner: Owner, x: Operation) -> None:
        """Tell functions and procedures about their arguments."""
        match x:
            case ("call", function, args):
                self._give(function, [self.of(owner, arg) for arg in args])
            case ("trial", proc, args):
                self._enter(proc, [self.of(owner, arg) for arg in args])
            case ("dijkstra", first, _, ways, cost, args):
                near = self.results[ways]
                there = (0, max(0, near[1].bit_length() - 1)) if near else None
                start = self.of(owner, first)
                here = joined(start and common(start, (0, spans.HIGHEST)), there)
                rest = [self.of(owner, arg) for arg in args]
                self._give(ways, [here, *rest])
                self._give(cost, [here, there, *rest])
            case ("pairs", elements, gain, args):
                mask = self.of(owner, elements)
                thing = (0, max(0, max(0, mask[1]).bit_length() - 1)) if mask else None
                self._give(gain, [thing, thing, *(self.of(owner, arg) for arg in args)])

    def of(self, owner: Owner, e: Expression) -> Span | None:
        """Give bounds of an expression; None if it is never reached."""
        if isinstance(e, int):
            return e, e
        if self._settling:
            if e[0] in TELLING:
                self._tell(owner, e)
            return self._of(owner, e)
        if owner[0] == "s":  # its registers mean something else in every entry
            return self._of(owner, e)
        known = self._known.get((owner, id(e)))
        if known is None:
            known = self._known[owner, id(e)] = e, self._of(owner, e)
        return known[1]

    def _of(self, owner: Owner, e: Operation) -> Span | None:
        match e:
            case ("v", register):
                return self.registers[owner].get(register)
            case ("ld", cell, index):
                return self._loaded(owner, cell, self.of(owner, index))
            case ("tab", table, index):
                return self._looked_up(table, self.of(owner, index))
            case ("call", function, _):
                return self.results[function]
            case ("dijkstra" | "pairs", *_):
                return NUMBER
            case ("if", cond, then, other):
                if self._settling:
                    self.of(owner, cond)
                return joined(self.of(owner, then), self.of(owner, other))
            case ("was", _, of):
                return self.of(owner, of)
        if e[0] in ir.FLAGS or e[0] in PLACES:
            if self._settling:
                for x in inner(e):
                    self.of(owner, x)
            hi = self.place_span[1]
            return {"psize": (0, self.deepest), "ptop": (-1, hi), "pset": (0, (2 << hi) - 1)}.get(e[0], FLAG)
        return self._worked_out(owner, e)

    def _worked_out(self, owner: Owner, e: Operation) -> Span | None:
        """Give bounds of what is reckoned from one or two values."""
        first, *rest = inner(e)
        a = self.of(owner, first)
        if a is None:
            return None
        if e[0] in spans.BINARY:
            b = self.of(owner, rest[0])
            return spans.BINARY[e[0]](a, b) if b else None
        match e:
            case ("chk", _, least, most, _):
                return common(a, (least, most))
            case ("some", _, _):
                return (0, max(0, a[1])) if a[0] == ir.NONE else a
            case ("shl" | "shr" as op, _, by):
                return spans.shifted(op, a, by, self.widest)
            case ("nth", _, n) if self._settling:
                self.of(owner, n)
        return unary(e[0], a, self.widest)

    def _loaded(self, owner: Owner, cell: int, index: Span | None) -> Span | None:
        if index is None:
            return None
        if index[0] == index[1] and cell + index[0] >= self.layout.frames:
            return self.frames.span(owner, cell + index[0]) or NUMBER
        if cell >= self.layout.frames:
            run = self.frames.run(owner, cell)
            return run[0] if run else NUMBER
        region = self.target(cell, index)
        if region is None:
            return NUMBER
        if region.guard is None or cell + index[0] >= region.start:
            return region.span
        return joined(region.span, (region.guard, region.guard))

    def target(self, cell: int, index: Span) -> Region | None:
        """Find the region that `S[cell + index]` is meant for."""
        last = self.layout.region(cell + index[1]) if index[1] < len(self.compiled.state) else None
        if last is not None and cell + index[0] >= last.start - 1:
            return last
        return self.layout.region(cell)

    def _looked_up(self, table: int, index: Span | None) -> Span | None:
        if index is None:
            return None
        count = len(self.compiled.tables[table])
        if not (index[0] >= 0 and index[1] < count):
            index = 0, count - 1
        found = self._tables.get((table, index))
        if found is None:
            data = self.compiled.tables[table][index[0] : index[1] + 1]
            found = self._tables[table, index] = (min(data), max(data)) if data else (0, 0)
        return found


def _step_up(n: int, widest: int) -> int:
    steps = [2**7 - 1, 2**15 - 1, 2**31 - 1, spans.HIGHEST]
    return next((step for step in steps if n <= step), (1 << max(widest, n.bit_length())) - 1)


def _widest(compiled: ir.Compiled) -> int:
    """Give the width of the widest mask of a ruleset: as wide as a domain, several domains one behind the other, a
    table, a slot, or what code cuts a mask to."""
    domains = {domain.name: len(domain.ids) for domain in compiled.domains}
    types = {slot.type for slot in compiled.slots}
    types |= {t for proc in compiled.procs for t in proc.types}
    types |= {t for site in compiled.sites for entry in site.entries for t in entry.types}
    sizes = [sum(domains.get(name, 0) for name in t.removeprefix("set ").split("|")) for t in types]
    sizes += domains.values()
    sizes += [max(table).bit_length() for table in compiled.tables if table]
    sizes += [slot.bits for slot in compiled.slots]
    bodies = [f.body for f in compiled.functions] + [b.code for p in compiled.procs for b in p.blocks]
    for node in (node for body in bodies for node in everything(body)):
        match node:
            case ("band", _, int(cut)):
                sizes.append(cut.bit_length())
    return max([64, *sizes])


def _things(compiled: ir.Compiled) -> tuple[Span, int]:
    """Give the bounds of components in places, and how many a place holds at most."""
    counts = {domain.name: len(domain.ids) for domain in compiled.domains}
    sizes = [sum(counts.get(name, 0) for name in movable.domains) for movable in compiled.movables]
    deepest = max([1, *(run.stride - 1 for run in compiled.places if run.kind == "pile")])
    return (0, max([*sizes, deepest]) - 1), deepest


def _reads(e: Expression, register: int) -> bool:
    return register in registers(e)
