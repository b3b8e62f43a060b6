"""Python source for expressions and statements. Only numbers reach the source, never names of a ruleset.

An expression becomes (source, strength): how tightly it binds, so that few brackets are needed.
"""

from __future__ import annotations

from regelwerk.dsl import ir
from regelwerk.dsl.ir.operations import Binary, Body, Checked, Division, Expression, Operation
from regelwerk.interpreter.analysis.code import Ranges, inner, registers

LOOSE, OR, AND, NOT, COMPARE, BOR, BAND, SHIFT, SUM, PRODUCT, SIGN, ATOM = range(12)
COMPARISONS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
TRUTHS = {*COMPARISONS, "and", "or", "not"}
BINARY = {
    "add": (SUM, "+"),
    "sub": (SUM, "-"),
    "mul": (PRODUCT, "*"),
    "band": (BAND, "&"),
    "bor": (BOR, "|"),
}
DIVISIONS = {"div": "DIV", "divup": "DIVUP", "mod": "MOD"}
MASKS = 256  # elements of which masks are kept
DEEPEST = 30  # nested expressions; the parser of Python gives up at some hundred brackets


class Emitter:
    """Writes the code of one function or procedure after the other."""

    trial = False
    in_frames = range(0)  # cells that a trial writes past the notes of the draft, besides the header

    def __init__(self, compiled: ir.Compiled, contextual: set[int], limit: int) -> None:
        self.compiled = compiled
        self.contextual = contextual
        self.limit = limit
        self.ranges = Ranges(compiled)
        self.lines: list[str] = []
        self.rows: set[int] = set()  # mask tables that are also needed as tuples of elements
        self.zeros: set[int] = set()
        self.slices: set[tuple[int, int]] = set()
        self._temps = 0
        self._outlined = 0
        self._extra: list[str] = []
        self._depths: dict[int, int] = {}  # by identity: the code outlives the emitter
        self.has_context = True  # is there an X in the function at hand?
        self.in_variables = range(0)  # cells that are variables in the procedure at hand

    # ------------------------------------------------------------------ plumbing

    def put(self, indent: int, line: str) -> None:
        self.lines.append(" " * indent + line)

    def temp(self) -> str:
        self._temps += 1
        return f"t{self._temps}"

    def fresh(self, body: Body, params: int) -> None:
        """Begin a function or a block."""
        self._temps = 0
        self.ranges.study(body, params)

    def take_lines(self) -> list[str]:
        """Hand over what was written, helpers first."""
        done = self._extra + self.lines
        self._extra, self.lines = [], []
        return done

    # ------------------------------------------------------------------ expressions

    def at(self, e: Expression, strength: int) -> str:
        """Write an expression where something of this strength may stand."""
        source, own = self.expression(e)
        return source if own >= strength else f"({source})"

    def value(self, e: Expression) -> str:
        """Write an expression on its own: an argument, the right side of an assignment."""
        return self.at(e, LOOSE)

    def listed(self, es: list[Expression]) -> str:
        """Write a tuple."""
        return "(" + "".join(f"{self.value(e)}, " for e in es) + ")"

    def expression(self, e: Expression) -> tuple[str, int]:
        if isinstance(e, int):
            return (str(e), ATOM) if e >= 0 else (f"({e})", ATOM)
        if self._deep(e):
            return self._outline(e), ATOM
        return self._condition_or_value(e)

    def _binary(self, e: Binary) -> tuple[str, int]:
        op, left, right = e
        strength, sign = BINARY[op]
        if op in ("add", "sub") and right == 0:
            return self.expression(left)
        if op == "add" and left == 0:
            return self.expression(right)
        return f"{self.at(left, strength)} {sign} {self.at(right, strength + 1)}", strength

    def condition(self, e: Expression, strength: int = LOOSE) -> str:
        """Write an expression of which only true or false matters."""
        source, own = self._condition(e)
        return source if own >= strength else f"({source})"

    def _condition(self, e: Expression) -> tuple[str, int]:
        if isinstance(e, int) or self._deep(e):
            return self.expression(e)
        return self._truth(e) if e[0] in TRUTHS else self.expression(e)

    def _truth(self, e: Operation) -> tuple[str, int]:
        match e:
            case ("and", left, right):
                return f"{self.condition(left, AND)} and {self.condition(right, AND)}", AND
            case ("or", left, right):
                return f"{self.condition(left, OR)} or {self.condition(right, OR)}", OR
            case ("not", of):
                return f"not {self.condition(of, NOT)}", NOT
            case ("eq", ("size", mask), 0):  # empty?
                return f"not {self.at(mask, NOT)}", NOT
            case ("ne" | "gt", ("size", mask), 0):
                return self._condition(mask)
            case ("eq" | "ne" | "lt" | "le" | "gt" | "ge" as op, left, right):
                return f"{self.at(left, BOR)} {COMPARISONS[op]} {self.at(right, BOR)}", COMPARE
        raise ValueError(f"{e[0]} is neither true nor false")

    def _other(self, e: Operation) -> tuple[str, int]:
        match e:
            case ("v", register):
                return f"v{register}", ATOM
            case ("ld", cell, index):
                return self.cell(cell, index), ATOM
            case ("tab", table, index):
                return f"T{table}[{self.value(index)}]", ATOM
            case ("chk", *_):
                return self._checked(e)
            case ("some", of, span):
                return self._some(of, span)
            case ("call", function, args):
                return self.call(function, args), ATOM
            case ("if", cond, then, other):
                test, first = self.condition(cond, OR), self.at(then, OR)
                return f"{first} if {test} else {self.at(other, LOOSE)}", LOOSE
            case ("min" | "max" as op, left, right):
                return self._smaller(left, right, "<=" if op == "min" else ">=")
            case ("div" | "divup" | "mod", *_):
                return self._division(e)
            case ("neg", of):
                return f"-{self.at(of, SIGN)}", SIGN
            case ("abs", of):
                return f"abs({self.value(of)})", ATOM
        return self._mask(e)

    def _mask(self, e: Operation) -> tuple[str, int]:
        match e:
            case ("bit", of):
                return (f"BIT[{self.value(of)}]", ATOM) if self._small(of) else (f"1 << {self.at(of, SUM)}", SHIFT)
            case ("has", mask, element):
                return self._has(mask, element)
            case ("bandn", mask, ("bit", element)) if self._small(element):
                return f"{self.at(mask, BAND)} & NOT[{self.value(element)}]", BAND
            case ("bandn", mask, without):
                return f"{self.at(mask, BAND)} & ~{self.at(without, SIGN)}", BAND
            case ("shl" | "shr" as op, of, by):
                return f"{self.at(of, SHIFT)} {'<<' if op == 'shl' else '>>'} {by}", SHIFT
            case ("size", of):
                return f"({self.value(of)}).bit_count()", ATOM
            case ("low", of):
                if self.is_simple(of):
                    return f"({self.at(of, BAND + 1)} & -{self.at(of, SIGN)}).bit_length() - 1", SUM
                t = self.temp()
                return f"(({t} := {self.value(of)}) & -{t}).bit_length() - 1", SUM
            case ("ones", of):
                return f"(1 << {self.at(of, SUM)}) - 1", SUM
            case ("nth", mask, n):
                return f"NTH({self.value(mask)}, {self.value(n)})", ATOM
        return self._world(e), ATOM

    def _small(self, element: Expression) -> bool:
        """Tell whether the table of masks has an element; it has nothing for none, which fails like a shift by -1."""
        lo, hi = self.ranges.of(element)
        return not isinstance(element, int) and lo >= -1 and hi < MASKS

    def _world(self, e: Operation) -> str:
        match e:
            case ("psize", place):
                return f"PSIZE(S, {self.value(place)})"
            case ("ptop", place, n):
                return f"PTOP(S, {self.value(place)}, {self.value(n)})"
            case ("pset", place):
                return f"PSET(S, {self.value(place)})"
            case ("trial", proc, args):
                return f"CAN(S, X, {proc}, {self.listed(args)})"
            case ("was", start, of):
                past = "X.start" if start else "X.before"
                return f"(lambda S: {self.at(of, OR)})(S if {past} is None else {past})"
            case ("dijkstra", here, there, ways, cost, rest):
                head = f"S, {self._context(ways, cost)}, {self.value(here)}, {self.value(there)}"
                return f"CHEAPEST({head}, {self._callee(ways)}, {self._callee(cost)}, {self.listed(rest)})"
            case ("pairs", mask, gain, rest):
                head = f"S, {self._context(gain)}, {self.value(mask)}"
                return f"PAIRS({head}, {self._callee(gain)}, {self.listed(rest)})"
        raise ValueError(f"unknown expression {e[0]}")

    def _callee(self, function: int) -> str:
        return f"f{function}, {1 if function in self.contextual else 0}"

    def _context(self, *functions: int) -> str:
        return "X" if any(f in self.contextual for f in functions) else "None"

    def cell(self, addr: int, index: Expression) -> str:
        """Write a cell of the state."""
        if isinstance(index, int):
            at = addr + index
            return f"l{at}" if at in self.in_variables else f"S[{at}]"
        return f"S[{self.at(index, SUM)} + {addr}]" if addr else f"S[{self.value(index)}]"

    def call(self, function: int, args: list[Expression]) -> str:
        """Write the call of a function."""
        first = ["S", "X"] if function in self.contextual else ["S"]
        return f"f{function}({', '.join(first + [self.value(arg) for arg in args])})"

    def is_simple(self, e: Expression) -> bool:
        """Tell whether an expression is cheap, without effect and cannot fail."""
        match e:
            case int() | ("v", _):
                return True
            case ("ld" | "tab", _, index):
                return self.is_plain(index)
        return False

    def is_plain(self, e: Expression) -> bool:
        """Tell whether an expression is a number or a register."""
        return isinstance(e, int) or e[0] == "v"

    def _smaller(self, left: Expression, right: Expression, sign: str) -> tuple[str, int]:
        if self.is_simple(left) and self.is_simple(right):
            a, b = self.at(left, BOR), self.at(right, BOR)
            return f"{a} if {a} {sign} {b} else {b}", LOOSE
        if isinstance(right, int):
            a = self.temp()
            return f"{a} if ({a} := {self.value(left)}) {sign} {right} else {self.at(right, OR)}", LOOSE
        a, b = self.temp(), self.temp()
        return f"{a} if ({a} := {self.value(left)}) {sign} ({b} := {self.value(right)}) else {b}", LOOSE

    def _division(self, e: Division) -> tuple[str, int]:
        op, of, by, span = e
        if isinstance(by, int) and by != 0:
            if op == "divup":
                return f"-(-{self.at(of, SIGN)} // {self.at(by, SIGN)})", SIGN
            sign = "//" if op == "div" else "%"
            return f"{self.at(of, PRODUCT)} {sign} {self.at(by, SIGN)}", PRODUCT
        if op == "mod" and by == ("ld", ir.PLAYERS, 0):  # at least one
            return f"{self.at(of, PRODUCT)} % S[{ir.PLAYERS}]", PRODUCT
        return f"{DIVISIONS[op]}({self.value(of)}, {self.value(by)}, {span})", ATOM

    def _checked(self, e: Checked) -> tuple[str, int]:
        _, of, least, most, span = e
        lo, hi = self.ranges.of(of)
        if least <= lo and hi <= most:
            return self.expression(of)
        if self.is_plain(of):
            v = self.value(of)
            return f"{v} if {least} <= {v} <= {most} else RANGE({v}, {least}, {most}, {span})", LOOSE
        t = self.temp()
        inside = f"({t} := {self.value(of)})"
        if lo >= least:
            test = f"{inside} <= {most}"
        elif hi <= most:
            test = f"{inside} >= {least}"
        else:
            test = f"{least} <= {inside} <= {most}"
        return f"{t} if {test} else RANGE({t}, {least}, {most}, {span})", LOOSE

    def _some(self, of: Expression, span: int) -> tuple[str, int]:
        if self.ranges.of(of)[0] >= 0:
            return self.expression(of)
        if self.is_plain(of):
            v = self.value(of)
            return f"{v} if {v} >= 0 else SOME({v}, {span})", LOOSE
        t = self.temp()
        return f"{t} if ({t} := {self.value(of)}) >= 0 else SOME({t}, {span})", LOOSE

    def _has(self, mask: Expression, element: Expression) -> tuple[str, int]:
        if self.ranges.of(element)[0] >= 0:
            return f"{self.at(mask, SHIFT)} >> {self.at(element, SUM)} & 1", BAND
        if self.is_simple(mask) and self.is_plain(element):
            i = self.value(element)
            return f"{self.at(mask, SHIFT)} >> {i} & 1 if {i} >= 0 else 0", LOOSE
        if self.is_simple(mask):
            t = self.temp()
            return f"{self.at(mask, SHIFT)} >> {t} & 1 if ({t} := {self.value(element)}) >= 0 else 0", LOOSE
        return f"HAS({self.value(mask)}, {self.value(element)})", ATOM

    # ------------------------------------------------------------------ deep nesting

    def _deep(self, e: Expression) -> bool:
        """Tell whether a tree is so deep here that it has to go into a function of its own."""
        return self._depth(e) % DEEPEST == 0

    def _depth(self, e: Expression) -> int:
        if isinstance(e, int):
            return 1
        known = self._depths.get(id(e))
        if known is None:
            known = self._depths[id(e)] = 1 + max((self._depth(x) for x in inner(e)), default=0)
        return known

    def _outline(self, e: Operation) -> str:
        self._outlined += 1
        name = f"x{self._outlined}"
        params = "".join(f", v{n}" for n in sorted(set(registers(e))))
        source, _ = self._condition_or_value(e)
        self._extra += [f"def {name}(S, X{params}):", f" return {source}"]
        return f"{name}(S, {'X' if self.has_context else 'None'}{params})"

    def _condition_or_value(self, e: Operation) -> tuple[str, int]:
        if e[0] in TRUTHS:
            return f"1 if {self._truth(e)[0]} else 0", LOOSE
        match e:
            case ("add" | "sub" | "mul" | "band" | "bor", *_):
                return self._binary(e)
        return self._other(e)
