"""Bounds of everything: registers, parameters, results, cells of frames. Found by going over all code until nothing
changes; what a branch or an order of things would tell is not looked at."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from regelwerk.dsl import ir
from regelwerk.dsl.ir import Code
from regelwerk.interpreter.analysis.code import (
    all_expressions,
    called,
    everything,
    inner,
    term_expressions,
    unset_registers,
)

from . import spans
from .spans import FLAG, NUMBER, Span, common, inside, joined, number, unary
from .state_layout import Layout, Region

Owner = tuple[str, int]  # ("f", function) or ("p", procedure) or ("s", site)
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
        self.locals = [self._declared(proc) for proc in compiled.procs]
        self.fixed = [[limits is not None for limits in proc.ranges] for proc in compiled.procs]
        self.owners = _owners(compiled)
        self.place_span, self.deepest = _things(compiled)
        self._frames = self._views()
        self.callers = self._uses()
        self._reading = {owner: self._read(code) for owner, code in codes_of(compiled) if owner in self.owners}
        self._rounds = 1  # how often what is gone over may be run at most
        self._first: dict[tuple[Owner, int], Span | None] = {}  # registers that are added to: what else they can be
        self._added: dict[tuple[Owner, int], dict[int, Span]] = {}  # ... and by how much they may change, by statement
        self._tables: dict[tuple[int, Span], Span] = {}  # by table and rows
        self._todo: dict[Owner, None] = {}
        self._turns: dict[Owner, int] = {}
        self._owner: Owner = ("p", compiled.main)  # whose code is gone over
        self._settling = True
        self._known: dict[tuple[Owner, int], tuple[Code, Span | None]] = {}
        self._settle()
        self._settling = False

    # ------------------------------------------------------------------ frames

    def _declared(self, proc: ir.Proc) -> list[Span]:
        count = proc.size - ir.FRAME_LOCALS
        ranges = [*proc.ranges, *[None] * count][:count]
        return [(min(0, r[0]), max(0, r[1])) if r else (0, 0) for r in ranges]

    def _views(self) -> dict[int, list[tuple[int, int]]]:
        """For every cell of a frame, the procedures that use it, and as which local."""
        found: dict[int, list[tuple[int, int]]] = {}
        for number_, proc in enumerate(self.compiled.procs):
            for local in range(proc.size - ir.FRAME_LOCALS):
                found.setdefault(proc.base + ir.FRAME_LOCALS + local, []).append((number_, local))
        return found

    def views(self, owner: Owner, cell: int) -> list[tuple[int, int]]:
        """As which locals code may look at a cell of a frame."""
        found = self._frames.get(cell, [])
        mine = self.owners[owner]
        return [view for view in found if view[0] in mine] or found

    def frame_span(self, owner: Owner, cell: int) -> Span | None:
        """Give the bounds of a cell of a frame; None: it is not kept in one way only."""
        found: Span | None = None
        kinds = set()
        for proc, local in self.views(owner, cell):
            kinds.add(spans.words(self.locals[proc][local]))
            found = joined(found, self.locals[proc][local])
        return found if len(kinds) == 1 else None

    def _listed(self, proc: int, local: int) -> range:
        """Give the locals from one on that can be cells of one list: all declared in the same way."""
        fixed, spans_ = [*self.fixed[proc], *[False] * len(self.locals[proc])], self.locals[proc]
        end = local
        while end < len(spans_) and fixed[end] == fixed[local] and (not fixed[end] or spans_[end] == spans_[local]):
            end += 1
        return range(local, end)

    def frame_run(self, owner: Owner, cell: int) -> tuple[Span, int] | None:
        """Give bounds and number of the cells of a list in a frame; None if they are not all numbers."""
        found: Span | None = None
        counts = []
        for proc, local in self.views(owner, cell):
            run = self._listed(proc, local)
            counts.append(len(run))
            for n in run:
                found = joined(found, self.locals[proc][n])
        return (found, min(counts)) if found is not None and inside(found, NUMBER) else None

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

    def _uses(self) -> dict[int, list[Owner]]:
        """For every function, who calls it."""
        found: dict[int, list[Owner]] = {}
        for owner, code in codes_of(self.compiled):
            for other in _called(code):
                found.setdefault(other, []).append(owner)
        return found

    def _read(self, code: list[Code]) -> Container[int]:
        """Give the cells of frames that some code reads."""
        found: set[int] = set()
        for node in everything(code):
            if node[0] == "ld" and node[1] >= self.layout.frames:
                if not isinstance(node[2], int):
                    return range(self.layout.frames, len(self.compiled.state))
                found.add(node[1] + node[2])
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
        if local >= len(self.locals[proc]) or (local < len(self.fixed[proc]) and self.fixed[proc][local]):
            return
        new = self._grown(self.locals[proc][local], span)
        if new is not None and new != self.locals[proc][local]:
            self.locals[proc][local] = new
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

    def _body(self, owner: Owner, body: list[Code]) -> None:
        for s in body:
            self._statement(owner, s)

    def _statement(self, owner: Owner, s: Code) -> None:
        op = s[0]
        if op == "set":
            if not self._counted(owner, s):
                self._join_register(owner, s[1], self.of(owner, s[2]))
            return
        given = [
            self.of(owner, operand)
            for letter, operand in zip(ir.STATEMENTS[op], s[1:], strict=True)
            for operand in (operand if letter == "x" else [operand] if letter == "e" else [])
        ]
        if op == "for" and given[0] and given[1]:
            lo, hi = number(given[0])[0], number(given[1])[1] - 1
            if lo <= hi:
                self._join_register(owner, s[1], (lo, hi))
        elif op == "bits" and given[0]:
            self._join_register(owner, s[1], (0, max(0, max(given[0][1], 0).bit_length() - 1)))
        elif op == "row":
            for row in self.compiled.lists[s[2]]:
                self._join_register(owner, s[1], (min(row), max(row)) if row else None)
        elif op == "pile":
            self._join_register(owner, s[1], self.place_span)
        elif op == "draw" and given[0]:
            self._join_register(owner, s[1], (0, max(0, min(given[0][1], 2**32) - 1)))
        elif op == "ret":
            if owner[0] == "f":
                self._join_result(owner[1], given[0])
        elif op == "do":
            self._give(s[1], given)
        elif op == "st":
            self._stored(owner, s[1], given[0], given[1])
        outside, self._rounds = self._rounds, self._rounds * self._most_rounds(s, given)
        for letter, operand in zip(ir.STATEMENTS[op], s[1:], strict=True):
            for body in [operand] if letter == "b" else operand if letter == "B" else []:
                self._body(owner, body)
        self._rounds = outside

    def _most_rounds(self, s: Code, given: list[Span | None]) -> int:
        """Tell how often at most the inside of a statement is gone through."""
        op = s[0]
        if op == "for" and given[0] and given[1]:
            return max(0, number(given[1])[1] - number(given[0])[0])
        if op == "bits" and given[0]:
            return max(0, given[0][1]).bit_length()
        if op == "row":
            return max((len(row) for row in self.compiled.lists[s[2]]), default=0)
        if op == "pile":
            return self.deepest
        return ENDLESS if op == "while" else 1

    def _counted(self, owner: Owner, s: Code) -> bool:
        """Take up a register that something is added to: no more often than the loops around it go round."""
        register = s[1]
        match s[2]:
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
                for proc, local in self.views(owner, cell):
                    for n in self._listed(proc, local):
                        self._join_local(proc, n, value)
            return
        for proc, local in self.views(owner, cell + index[0]):
            self._join_local(proc, local, value)
        if cell + index[0] == ir.RESULT:
            self._result_cell(value)

    def _term(self, proc: int, t: Code) -> None:
        owner: Owner = ("p", proc)
        if t[0] in ("call", "all"):
            callee, args = (t[1], t[2]) if t[0] == "call" else (t[2], t[3])
            given = [self.of(owner, arg) for arg in args]
            if t[0] == "all":
                given.insert(0, (0, self.compiled.players[1] - 1))
            for local, span in enumerate(given):
                self._join_local(callee, local, span)
        elif t[0] in ("br", "jump", "ret"):
            span = self.of(owner, t[1])
            if t[0] == "ret":
                self._result_cell(span)

    def _give(self, function: int, given: Iterable[Span | None]) -> None:
        for register, span in enumerate(given):
            self._join_register(("f", function), register, span)

    # ------------------------------------------------------------------ expressions

    def _tell(self, owner: Owner, x: Code) -> None:
        """Tell functions and procedures about their arguments."""
        if x[0] == "call":
            self._give(x[1], [self.of(owner, arg) for arg in x[2]])
        elif x[0] == "trial":
            for local, arg in enumerate(x[2]):
                self._join_local(x[1], local, self.of(owner, arg))
        elif x[0] == "dijkstra":
            ways = self.results[x[3]]
            there = (0, max(0, ways[1].bit_length() - 1)) if ways else None
            start = self.of(owner, x[1])
            here = joined(start and common(start, (0, spans.HIGHEST)), there)
            rest = [self.of(owner, arg) for arg in x[5]]
            self._give(x[3], [here, *rest])
            self._give(x[4], [here, there, *rest])
        elif x[0] == "pairs":
            mask = self.of(owner, x[1])
            thing = (0, max(0, max(0, mask[1]).bit_length() - 1)) if mask else None
            self._give(x[2], [thing, thing, *(self.of(owner, arg) for arg in x[3])])

    def of(self, owner: Owner, e: Code) -> Span | None:
        """Give bounds of an expression; None if it is never reached."""
        if isinstance(e, int):
            return int(e), int(e)
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

    def _of(self, owner: Owner, e: Code) -> Span | None:
        op = e[0]
        if op == "v":
            return self.registers[owner].get(e[1])
        if op in ir.FLAGS:
            if self._settling:
                for x in inner(e):
                    self.of(owner, x)
            return FLAG
        if op == "ld":
            return self._loaded(owner, e[1], self.of(owner, e[2]))
        if op == "tab":
            return self._looked_up(e[1], self.of(owner, e[2]))
        if op == "call":
            return self.results[int(e[1])]
        if op in ("psize", "ptop", "pset"):
            if self._settling:
                for x in inner(e):
                    self.of(owner, x)
            hi = self.place_span[1]
            return {"psize": (0, self.deepest), "ptop": (-1, hi), "pset": (0, (2 << hi) - 1)}[op]
        if op in ("dijkstra", "pairs"):
            return NUMBER
        if op == "if":
            if self._settling:
                self.of(owner, e[1])
            return joined(self.of(owner, e[2]), self.of(owner, e[3]))
        if op == "was":
            return self.of(owner, e[2])
        a = self.of(owner, e[1])
        if a is None:
            return None
        if op in spans.BINARY:
            b = self.of(owner, e[2])
            return spans.BINARY[op](a, b) if b else None
        if op == "chk":
            return common(a, (e[2], e[3]))
        if op == "some":
            return (0, max(0, a[1])) if a[0] == ir.NONE else a
        if op in ("shl", "shr"):
            return spans.shifted(op, a, e[2], self.widest)
        if op == "nth" and self._settling:
            self.of(owner, e[2])
        return unary(op, a, self.widest)

    def _loaded(self, owner: Owner, cell: int, index: Span | None) -> Span | None:
        if index is None:
            return None
        if index[0] == index[1] and cell + index[0] >= self.layout.frames:
            return self.frame_span(owner, cell + index[0]) or NUMBER
        if cell >= self.layout.frames:
            run = self.frame_run(owner, cell)
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
    table, a slot."""
    domains = {domain.name: len(domain.ids) for domain in compiled.domains}
    types = {slot.type for slot in compiled.slots}
    types |= {t for proc in compiled.procs for t in proc.types}
    types |= {t for site in compiled.sites for entry in site.entries for t in entry.types}
    sizes = [sum(domains.get(name, 0) for name in t.removeprefix("set ").split("|")) for t in types]
    sizes += domains.values()
    sizes += [max(table).bit_length() for table in compiled.tables if table]
    sizes += [slot.bits for slot in compiled.slots]
    return max([64, *sizes])


def _things(compiled: ir.Compiled) -> tuple[Span, int]:
    """Give the bounds of components in places, and how many a place holds at most."""
    moving = {movable.domain for movable in compiled.movables}
    sizes = [len(domain.ids) for domain in compiled.domains if domain.name in moving]
    deepest = max([1, *(run.stride - 1 for run in compiled.places if run.kind == "pile")])
    return (0, max([*sizes, deepest]) - 1), deepest


def _owners(compiled: ir.Compiled) -> dict[Owner, set[int]]:
    """For every function, site and procedure, the procedures on whose behalf it runs."""
    found: dict[Owner, set[int]] = {("p", n): {n} for n in range(len(compiled.procs))}
    found |= {("f", n): set() for n in range(len(compiled.functions))}
    found |= {("s", n): set() for n in range(len(compiled.sites))}
    calls = {("f", n): _called(f.body) for n, f in enumerate(compiled.functions)}
    for n, p in enumerate(compiled.procs):
        todo: set[int] = set()
        for block in p.blocks:
            todo |= _called(block.code)
            for e in term_expressions(block.term):
                todo |= _called([("ret", e)])
            if block.term[0] == "ask":
                site = compiled.sites[block.term[1]]
                found["s", block.term[1]].add(n)
                todo |= {site.options, *(entry.guard for entry in site.entries if entry.guard >= 0)}
                todo |= _called([("ret", e) for e in _of_site(site)])
        done: set[int] = set()
        while todo:
            f = todo.pop()
            if f not in done:
                done.add(f)
                found["f", f].add(n)
                todo |= calls["f", f]
    return found


def codes_of(compiled: ir.Compiled) -> Iterator[tuple[Owner, list[Code]]]:
    """Give all code with its owner; expressions as statements."""
    for n, f in enumerate(compiled.functions):
        yield ("f", n), f.body
    for n, p in enumerate(compiled.procs):
        terms = [("ret", e) for block in p.blocks for e in term_expressions(block.term)]
        yield ("p", n), [*(s for block in p.blocks for s in block.code), *terms]
    for n, site in enumerate(compiled.sites):
        yield ("s", n), [("ret", e) for e in _of_site(site)]


def _reads(e: Code, register: int) -> bool:
    return any(not isinstance(x, int) and x[0] == "v" and x[1] == register for x in all_expressions(e))


def _of_site(site: ir.Site) -> list[Code]:
    return [site.who, *(arg for entry in site.entries for arg in entry.call)]


def _called(body: list[Code]) -> set[int]:
    return {f for node in everything(body) for f in called(node)}
