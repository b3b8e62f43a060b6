"""What can be known about compiled code before it runs: used by the generator to leave things out."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from typing import Any, TypeVar, cast

from regelwerk.dsl import ir
from regelwerk.dsl.ir.operations import Body, Expression, Node, Operation, Statement, Terminator

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
_FUNCTIONS = {op: [n + 1 for n, kind in names.items() if kind == "function"] for op, names in ir.NAMES.items()}
_BODIES = _places(ir.STATEMENTS, "b", "B")


def _found(node: tuple[Any, ...], places: Iterable[tuple[int, bool]]) -> list[Any]:
    found: list[Any] = []
    for place, many in places:
        found += node[place] if many else (node[place],)
    return found


def expressions_of(s: Statement | Terminator) -> list[Expression]:
    """Give the expressions directly in a statement or terminator."""
    return _found(s, _IN_STATEMENTS.get(s[0], ()))


def term_expressions(t: Terminator) -> list[Expression]:
    """Give the expressions directly in a terminator."""
    return _found(t, _IN_TERMS[t[0]])


def bodies_of(s: Statement) -> list[Body]:
    """Give the statement lists inside a statement."""
    return _found(s, _BODIES[s[0]])


def inner(e: Expression) -> list[Expression]:
    """Give the expressions directly in an expression."""
    return [] if isinstance(e, int) else _found(e, _INNER[e[0]])


Rebuilt = TypeVar("Rebuilt", bound=tuple[Any, ...])


def rebuilt(
    node: Rebuilt,
    letters: str,
    expression: Callable[[Expression], Expression],
    body: Callable[[Body], Body] | None = None,
) -> Rebuilt:
    """Give an operation anew, with its expressions (and the statements inside it) changed."""
    new = [node[0]]
    for letter, operand in zip(letters, node[1:], strict=True):
        if letter == "e":
            operand = expression(operand)
        elif letter == "x":
            operand = [expression(x) for x in operand]
        elif letter == "b" and body is not None:
            operand = body(operand)
        elif letter == "B" and body is not None:
            operand = [body(block) for block in operand]
        new.append(operand)
    return cast("Rebuilt", tuple(new))


def all_expressions(e: Expression) -> Iterator[Expression]:
    """Give an expression and everything inside it."""
    todo: list[Any] = [e]
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, int):
            for place, many in _INNER[node[0]]:
                todo += node[place] if many else (node[place],)


def operations(e: Expression) -> Iterator[Operation]:
    """Give all of an expression that is no number."""
    return (x for x in all_expressions(e) if not isinstance(x, int))


def registers(e: Expression) -> Iterator[int]:
    """Give the registers an expression reads, as often as it does."""
    return (x[1] for x in operations(e) if x[0] == "v")


def all_statements(body: Iterable[Statement]) -> Iterator[Statement]:
    """Give every statement, also those inside others."""
    todo: list[Any] = list(body)
    while todo:
        s = todo.pop()
        yield s
        for place, many in _BODIES[s[0]]:
            for block in s[place] if many else (s[place],):
                todo += block


def everything(body: Iterable[Statement]) -> Iterator[Node]:
    """Give every statement and every expression that is not a number."""
    for s in all_statements(body):
        yield s
        todo: list[Any] = expressions_of(s)[::-1]
        while todo:
            node = todo.pop()
            if not isinstance(node, int):
                yield node
                for place, many in _INNER[node[0]]:
                    todo += node[place] if many else (node[place],)


def called(node: Node) -> list[int]:
    """Give the functions a node calls itself."""
    return [cast("int", node[place]) for place in _FUNCTIONS[node[0]]]


def followers(t: Terminator) -> list[int]:
    """List the blocks of the same procedure that may come next."""
    match t:
        case ("goto", block) | ("ask", _, block) | ("call", _, _, block) | ("all", _, _, _, block):
            return [block]
        case ("br", _, then, other):
            return [then, other]
        case ("jump", _, blocks):
            return list(dict.fromkeys(blocks))
    return []


def callee(t: Terminator) -> int:
    """Give the procedure that a block calls at its end, -1 if it calls none."""
    match t:
        case ("call", proc, _, _) | ("all", _, proc, _, _):
            return proc
    return -1


def results(expressions: Iterable[Expression]) -> Body:
    """Give expressions as statements, for whoever goes over statements."""
    return [("ret", e) for e in expressions]


def register_set(s: Statement) -> int:
    """Give the register that a statement sets itself, -1 if it sets none."""
    return cast("int", s[1]) if s[0] in ir.SETTING else -1  # type: ignore[misc]


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
            proc = callee(block.term)
            if proc >= 0 and proc not in found:
                found.add(proc)
                todo.append(proc)
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
            match block.term:
                case ("ask", site, then):
                    asks.append((number, site))
                    found[site] |= dangers[number][then]
                case ("call", other, _, then):
                    calls.append((number, other, dangers[number][then], bool(proc.blocks[then].unit)))
                case ("all", _, other, _, _):
                    calls.append((number, other, dangers[number][k], bool(block.unit)))
    guarded = {other for _, other, _, unit in calls if unit}  # may run inside a unit
    while more := {other for caller, other, _, _ in calls if caller in guarded} - guarded:
        guarded |= more
    below: list[set[int]] = [set() for _ in compiled.procs]  # what callers still have to do
    changed = True
    while changed:
        changed = False
        for caller, other, danger, unit in calls:
            reached = below[caller] | danger if unit or caller in guarded else below[caller]
            if not reached <= below[other]:
                below[other] |= reached
                changed = True
    for number, site in asks:
        found[site] |= below[number]
    return {site: danger for site, danger in found.items() if danger}


def _danger(risk: bool, rooms: list[int]) -> set[int]:
    return {*rooms, ALWAYS} if risk else set(rooms)


def unset_registers(body: Body, given: set[int], last: Iterable[Expression] = ()) -> set[int]:
    """Find registers that may be read before they are set (they are 0 then)."""
    unset: set[int] = set()

    def read(e: Expression, known: set[int]) -> None:
        unset.update(n for n in registers(e) if n not in known)

    def walk(code: Body, known: set[int]) -> set[int]:
        for s in code:
            for e in expressions_of(s):
                read(e, known)
            match s:
                case ("if", _, then, other):
                    known = walk(then, known) & walk(other, known)
                case ("switch", _, cases, other):
                    known = set.intersection(*(walk(block, known) for block in [*cases, other]))
                case _:
                    bodies = bodies_of(s)
                    inside = known | {register} if (register := register_set(s)) >= 0 else known
                    for body in bodies:
                        walk(body, inside)
                    known = known if bodies else inside
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
        self.named: dict[int, Expression] = {}  # registers of the code at hand that stand for one expression

    def study(self, body: Body, params: int) -> None:
        """Find the registers that are never negative; parameters may be anything."""
        statements = list(all_statements(body))
        self.named = self._standing(statements, params)
        found = {r for s in statements if (r := register_set(s)) >= params}
        changed = True
        while changed:
            self.from_zero = found
            bad = {r for s in statements if (r := register_set(s)) >= 0 and not self._starts_at_zero(s)}
            changed = bool(found & bad)
            found = found - bad

    def _standing(self, statements: list[Statement], params: int) -> dict[int, Expression]:
        writes = [r for s in statements if (r := register_set(s)) >= 0]
        return {s[1]: s[2] for s in statements if s[0] == "set" and s[1] >= params and writes.count(s[1]) == 1}

    def frame(self, proc: ir.Proc | None) -> None:
        """Turn to another procedure, or to functions."""
        first = proc.base + ir.FRAME_LOCALS if proc else 0
        self.cells = {first + n: limits for n, limits in enumerate(proc.ranges) if limits} if proc else {}

    def _starts_at_zero(self, s: Statement) -> bool:
        """Is what a statement sets a register to never negative? Elements never are, but rows may hold anything."""
        match s:
            case ("set", _, first) | ("for", _, first, _, _):
                return self.of(first)[0] >= 0
        return s[0] != "row"

    def of(self, e: Expression, depth: int = 0) -> tuple[int, int]:
        """Give bounds of an expression."""
        if isinstance(e, int):
            return e, e
        if depth > 20:
            return -HUGE, HUGE
        if e[0] in ir.GIVES:
            lowest, highest = ir.GIVES[e[0]]
            return lowest, HUGE if highest is ir.UP else highest
        match e:
            case ("v", register):
                lo, hi = 0 if register in self.from_zero else -HUGE, HUGE
                if register in self.named:
                    low, high = self.of(self.named[register], depth + 1)
                    lo, hi = max(lo, min(low, 0)), max(high, 0)  # 0: not named yet
                return lo, hi
            case ("ld", cell, int(index)):
                return self.cells.get(cell + index, (-HUGE, HUGE))
            case ("tab", table, _):
                return self.tables[table]
            case ("chk", of, least, most, _):
                lo, hi = self.of(of, depth + 1)
                return max(lo, least), min(hi, most)
            case ("if", _, a, b) | ("mod" | "div", a, b, _):
                return self._joined(e[0], self.of(a, depth + 1), self.of(b, depth + 1))
            case ("add" | "sub" | "min" | "max" | "mul" | "band" | "bor", a, b):
                return self._joined(e[0], self.of(a, depth + 1), self.of(b, depth + 1))
            case ("shr", a, by):
                return self._joined(e[0], self.of(a, depth + 1), (by, by))
        return -HUGE, HUGE

    def _joined(self, op: str, a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
        (a_lo, a_hi), (b_lo, b_hi) = a, b
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
