"""What can be known about compiled code before it runs: used by the generator to leave things out."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import Any

from regelwerk.dsl import ir

Code = Any

LOOPS = ir.LOOPS & ir.SETTING
HUGE = 1 << 4096  # no bound is known


Places = dict[str, tuple[tuple[int, bool], ...]]  # by operation: where something stands, and if it is a list


def _places(kinds: dict[str, str], one: str, many: str) -> Places:
    return {
        op: tuple((n, letter == many) for n, letter in enumerate(letters, 1) if letter in (one, many))
        for op, letters in kinds.items()
    }


_INNER = _places(ir.EXPRESSIONS, "e", "x")
_IN_TERMS = _places(ir.TERMINATORS, "e", "x")
_IN_STATEMENTS = _IN_TERMS | _places(ir.STATEMENTS, "e", "x")
_BODIES = _places(ir.STATEMENTS, "b", "B")


def _found(node: Code, places: Iterable[tuple[int, bool]]) -> list[Any]:
    found: list[Any] = []
    for place, many in places:
        found += node[place] if many else (node[place],)
    return found


def expressions_of(s: Code) -> list[Code]:
    """Give the expressions directly in a statement or terminator."""
    return _found(s, _IN_STATEMENTS.get(s[0], ()))


def term_expressions(t: Code) -> list[Code]:
    """Give the expressions directly in a terminator."""
    return _found(t, _IN_TERMS[t[0]])


def bodies_of(s: Code) -> list[list[Code]]:
    """Give the statement lists inside a statement."""
    return _found(s, _BODIES[s[0]])


def inner(e: Code) -> list[Code]:
    """Give the expressions directly in an expression."""
    return [] if type(e) is int else _found(e, _INNER[e[0]])


def all_expressions(e: Code) -> Iterator[Code]:
    """Give an expression and everything inside it."""
    todo = [e]
    while todo:
        node = todo.pop()
        yield node
        if type(node) is not int:
            for place, many in _INNER[node[0]]:
                todo += node[place] if many else (node[place],)


def all_statements(body: Iterable[Code]) -> Iterator[Code]:
    """Give every statement, also those inside others."""
    todo = list(body)
    while todo:
        s = todo.pop()
        yield s
        for place, many in _BODIES[s[0]]:
            for block in s[place] if many else (s[place],):
                todo += block


def everything(body: Iterable[Code]) -> Iterator[Code]:
    """Give every statement and every expression that is not a number."""
    for s in all_statements(body):
        yield s
        todo = expressions_of(s)[::-1]
        while todo:
            node = todo.pop()
            if type(node) is not int:
                yield node
                for place, many in _INNER[node[0]]:
                    todo += node[place] if many else (node[place],)


def called(node: Code) -> list[int]:
    """Give the functions a node calls itself."""
    op = node[0]
    if op in ("call", "do"):
        return [node[1]]
    if op == "dijkstra":
        return [node[3], node[4]]
    return [node[2]] if op == "pairs" else []


def followers(t: Code) -> list[int]:
    """List the blocks of the same procedure that may come next."""
    op = t[0]
    if op == "goto":
        return [t[1]]
    if op == "br":
        return [t[2], t[3]]
    if op == "jump":
        return list(dict.fromkeys(t[2]))
    return [t[-1]] if op in ("call", "ask", "all") else []


def with_context(functions: list[ir.Function]) -> set[int]:
    """Find the functions that need the context of the run, themselves or through others."""
    needing: set[int] = set()
    callers: dict[int, set[int]] = {}
    for number, function in enumerate(functions):
        for node in everything(function.body):
            if node[0] in ir.OUTSIDE:
                needing.add(number)
            for other in called(node):
                callers.setdefault(other, set()).add(number)
    todo = list(needing)
    while todo:
        for caller in callers.get(todo.pop(), ()):
            if caller not in needing:
                needing.add(caller)
                todo.append(caller)
    return needing


def in_play(compiled: ir.Compiled) -> set[int]:
    """Find the procedures that run in a game from its start, as opposed to those a scenario calls."""
    found, todo = {compiled.main}, [compiled.main]
    while todo:
        for block in compiled.procs[todo.pop()].blocks:
            callee = {"call": 1, "all": 2}.get(block.term[0])
            if callee is not None and block.term[callee] not in found:
                found.add(block.term[callee])
                todo.append(block.term[callee])
    return found


ALWAYS = -1  # instead of a room: whatever the state is
Dangers = dict[int, set[int]]  # by decision: the rooms that must not be tight, or ALWAYS


def sites_at_risk(compiled: ir.Compiled, procs: Container[int]) -> Dangers:
    """Find the decisions an option of which may turn out impossible half-way, so that it has to be tried, and when.

    `procs` are those that can run. What a caller still has to do counts only if a guarded unit lies around it."""
    dangers = [[_danger(block.risk, block.rooms) for block in proc.blocks] for proc in compiled.procs]
    found: Dangers = {}
    for site, asked in enumerate(compiled.sites):
        found[site] = set().union(*(_danger(entry.risky, entry.rooms) for entry in asked.entries))
    asks: list[tuple[int, int]] = []  # procedure, site
    calls: list[tuple[int, int, set[int], bool]] = []  # procedure, callee, and where it goes on: danger, inside a unit
    for number, proc in enumerate(compiled.procs):
        if number not in procs:
            continue
        for k, block in enumerate(proc.blocks):
            t = block.term
            if t[0] == "ask":
                asks.append((number, t[1]))
                found[t[1]] |= dangers[number][t[2]]
            elif t[0] == "call":
                calls.append((number, t[1], dangers[number][t[3]], bool(proc.blocks[t[3]].unit)))
            elif t[0] == "all":
                calls.append((number, t[2], dangers[number][k], bool(block.unit)))
    guarded = {callee for _, callee, _, unit in calls if unit}  # may run inside a unit
    while more := {callee for caller, callee, _, _ in calls if caller in guarded} - guarded:
        guarded |= more
    below: list[set[int]] = [set() for _ in compiled.procs]  # what callers still have to do
    changed = True
    while changed:
        changed = False
        for caller, callee, danger, unit in calls:
            reached = below[caller] | danger if unit or caller in guarded else below[caller]
            if not reached <= below[callee]:
                below[callee] |= reached
                changed = True
    for number, site in asks:
        found[site] |= below[number]
    return {site: danger for site, danger in found.items() if danger}


def _danger(risk: bool, rooms: list[int]) -> set[int]:
    return {*rooms, ALWAYS} if risk else set(rooms)


def unset_registers(body: list[Code], given: set[int], last: Iterable[Code] = ()) -> set[int]:
    """Find registers that may be read before they are set (they are 0 then)."""
    unset: set[int] = set()

    def read(e: Code, known: set[int]) -> None:
        registers = (x[1] for x in all_expressions(e) if type(x) is not int and x[0] == "v")
        unset.update(n for n in registers if n not in known)

    def walk(code: list[Code], known: set[int]) -> set[int]:
        for s in code:
            op = s[0]
            for e in expressions_of(s):
                read(e, known)
            if op in ("set", "draw"):
                known = known | {s[1]}
            elif op == "if":
                known = walk(s[2], known) & walk(s[3], known)
            elif op == "switch":
                ends = [walk(block, known) for block in [*s[2], s[3]]]
                known = set.intersection(*ends)
            else:
                for block in bodies_of(s):
                    walk(block, known | {s[1]} if op in LOOPS else known)
        return known

    known = walk(body, given)
    for e in last:
        read(e, known)
    return unset


class Ranges:
    """How small and how large values can be, as far as it shows."""

    def __init__(self, compiled: ir.Compiled) -> None:
        self.tables = [(min(t), max(t)) if t else (0, 0) for t in compiled.tables]
        self.cells: dict[int, tuple[int, int]] = {}  # of the frame at hand
        self.from_zero: set[int] = set()  # registers of the code at hand that are never negative
        self.named: dict[int, Code] = {}  # registers of the code at hand that stand for one expression

    def study(self, body: list[Code], params: int) -> None:
        """Find the registers that are never negative; parameters may be anything."""
        statements = list(all_statements(body))
        self.named = self._standing(statements, params)
        found = {s[1] for s in statements if s[0] in ir.SETTING} - set(range(params))
        changed = True
        while changed:
            self.from_zero = found
            bad = {s[1] for s in statements if s[0] in ("set", "for", "row") and not self._starts_at_zero(s)}
            changed = bool(found & bad)
            found = found - bad

    def _standing(self, statements: list[Code], params: int) -> dict[int, Code]:
        writes = [s[1] for s in statements if s[0] in ir.SETTING]
        return {s[1]: s[2] for s in statements if s[0] == "set" and s[1] >= params and writes.count(s[1]) == 1}

    def frame(self, proc: ir.Proc | None) -> None:
        """Turn to another procedure, or to functions."""
        first = proc.base + ir.FRAME_LOCALS if proc else 0
        self.cells = {first + n: limits for n, limits in enumerate(proc.ranges) if limits} if proc else {}

    def _starts_at_zero(self, s: Code) -> bool:
        return s[0] != "row" and self.of(s[2])[0] >= 0

    def of(self, e: Code, depth: int = 0) -> tuple[int, int]:
        """Give bounds of an expression."""
        if type(e) is int:
            return int(e), int(e)
        op = e[0]
        if depth > 20:
            return -HUGE, HUGE
        if op == "v":
            lo, hi = 0 if e[1] in self.from_zero else -HUGE, HUGE
            if e[1] in self.named:
                low, high = self.of(self.named[e[1]], depth + 1)
                lo, hi = max(lo, min(low, 0)), max(high, 0)  # 0: not named yet
            return lo, hi
        if op == "ld" and type(e[2]) is int:
            return self.cells.get(e[1] + e[2], (-HUGE, HUGE))
        if op == "tab":
            lo, hi = self.tables[e[1]]
            return lo, hi
        if op == "chk":
            lo, hi = self.of(e[1], depth + 1)
            return max(lo, int(e[2])), min(hi, int(e[3]))
        if op in ir.GIVES:
            lowest, highest = ir.GIVES[op]
            return lowest, HUGE if highest is ir.UP else highest
        if op in ("add", "sub", "min", "max", "if", "mod", "mul", "band", "bor", "shr", "div"):
            return self._joined(op, e, depth + 1)
        return -HUGE, HUGE

    def _joined(self, op: str, e: Code, depth: int) -> tuple[int, int]:
        a_lo, a_hi = self.of(e[2] if op == "if" else e[1], depth)
        b_lo, b_hi = (e[2], e[2]) if op == "shr" else self.of(e[3] if op == "if" else e[2], depth)
        if op == "if":
            return min(a_lo, b_lo), max(a_hi, b_hi)
        if op == "add":
            return a_lo + b_lo, a_hi + b_hi
        if op == "sub":
            return a_lo - b_hi, a_hi - b_lo
        if op == "min":
            return min(a_lo, b_lo), min(a_hi, b_hi)
        if op == "max":
            return max(a_lo, b_lo), max(a_hi, b_hi)
        if op == "mod":
            return (0, b_hi - 1) if b_lo > 0 else (-HUGE, HUGE)
        if op == "band":
            return (0, HUGE) if a_lo >= 0 or b_lo >= 0 else (-HUGE, HUGE)
        if a_lo >= 0 and b_lo >= 0:
            return 0, HUGE if op == "bor" or a_hi >= HUGE or b_hi >= HUGE else max(a_hi, a_hi * b_hi)
        return -HUGE, HUGE
