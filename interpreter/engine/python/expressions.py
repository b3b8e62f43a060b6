"""Python source for expressions and statements. Only numbers reach the source, never names of a ruleset.

An expression becomes (source, strength): how tightly it binds, so that few brackets are needed.
"""

from __future__ import annotations

from typing import Any

from regelwerk.dsl import ir
from regelwerk.interpreter.analysis.code import Ranges, all_expressions, inner

Code = Any

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

    def __init__(self, compiled: ir.Compiled, contextual: set[int], limit: int) -> None:
        self.compiled = compiled
        self.contextual = contextual
        self.limit = limit
        self.ranges = Ranges(compiled)
        self.lines: list[str] = []
        self.rows: set[int] = set()  # mask tables that are also needed as tuples of elements
        self.zeros: set[int] = set()
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

    def fresh(self, body: list[Code], params: int) -> None:
        """Begin a function or a block."""
        self._temps = 0
        self.ranges.study(body, params)

    def take_lines(self) -> list[str]:
        """Hand over what was written, helpers first."""
        done = self._extra + self.lines
        self._extra, self.lines = [], []
        return done

    # ------------------------------------------------------------------ expressions

    def at(self, e: Code, strength: int) -> str:
        """Write an expression where something of this strength may stand."""
        source, own = self.expression(e)
        return source if own >= strength else f"({source})"

    def value(self, e: Code) -> str:
        """Write an expression on its own: an argument, the right side of an assignment."""
        return self.at(e, LOOSE)

    def listed(self, es: list[Code]) -> str:
        """Write a tuple."""
        return "(" + "".join(f"{self.value(e)}, " for e in es) + ")"

    def expression(self, e: Code) -> tuple[str, int]:
        if isinstance(e, int):
            return (str(e), ATOM) if e >= 0 else (f"({e})", ATOM)
        if self._deep(e):
            return self._outline(e), ATOM
        return self._condition_or_value(e)

    def _binary(self, op: str, e: Code) -> tuple[str, int]:
        strength, sign = BINARY[op]
        if op in ("add", "sub") and e[2] == 0:
            return self.expression(e[1])
        if op == "add" and e[1] == 0:
            return self.expression(e[2])
        return f"{self.at(e[1], strength)} {sign} {self.at(e[2], strength + 1)}", strength

    def condition(self, e: Code, strength: int = LOOSE) -> str:
        """Write an expression of which only true or false matters."""
        source, own = self._condition(e)
        return source if own >= strength else f"({source})"

    def _condition(self, e: Code) -> tuple[str, int]:
        if isinstance(e, int) or self._deep(e):
            return self.expression(e)
        return self._truth(e) if e[0] in TRUTHS else self.expression(e)

    def _truth(self, e: Code) -> tuple[str, int]:
        op = e[0]
        if op in COMPARISONS:
            if op in ("eq", "ne", "gt") and e[2] == 0 and not isinstance(e[1], int) and e[1][0] == "size":  # empty?
                return (f"not {self.at(e[1][1], NOT)}", NOT) if op == "eq" else self._condition(e[1][1])
            return f"{self.at(e[1], BOR)} {COMPARISONS[op]} {self.at(e[2], BOR)}", COMPARE
        if op == "and":
            return f"{self.condition(e[1], AND)} and {self.condition(e[2], AND)}", AND
        if op == "or":
            return f"{self.condition(e[1], OR)} or {self.condition(e[2], OR)}", OR
        return f"not {self.condition(e[1], NOT)}", NOT

    def _other(self, op: str, e: Code) -> tuple[str, int]:
        if op == "v":
            return f"v{e[1]}", ATOM
        if op == "ld":
            return self.cell(e[1], e[2]), ATOM
        if op == "tab":
            return f"T{e[1]}[{self.value(e[2])}]", ATOM
        if op == "neg":
            return f"-{self.at(e[1], SIGN)}", SIGN
        if op == "abs":
            return f"abs({self.value(e[1])})", ATOM
        if op in ("min", "max"):
            return self._smaller(e, "<=" if op == "min" else ">=")
        if op in DIVISIONS:
            return self._division(op, e)
        if op == "if":
            cond, then = self.condition(e[1], OR), self.at(e[2], OR)
            return f"{then} if {cond} else {self.at(e[3], LOOSE)}", LOOSE
        if op == "chk":
            return self._checked(e)
        if op == "some":
            return self._some(e)
        if op == "call":
            return self.call(e[1], e[2]), ATOM
        return self._mask(op, e)

    def _mask(self, op: str, e: Code) -> tuple[str, int]:
        if op == "bit":
            return (f"BIT[{self.value(e[1])}]", ATOM) if self._small(e[1]) else (f"1 << {self.at(e[1], SUM)}", SHIFT)
        if op == "has":
            return self._has(e)
        if op == "bandn":
            if not isinstance(e[2], int) and e[2][0] == "bit" and self._small(e[2][1]):
                return f"{self.at(e[1], BAND)} & NOT[{self.value(e[2][1])}]", BAND
            return f"{self.at(e[1], BAND)} & ~{self.at(e[2], SIGN)}", BAND
        if op in ("shl", "shr"):
            return f"{self.at(e[1], SHIFT)} {'<<' if op == 'shl' else '>>'} {e[2]}", SHIFT
        if op == "size":
            return f"({self.value(e[1])}).bit_count()", ATOM
        if op == "low":
            if self.is_simple(e[1]):
                mask = self.at(e[1], BAND + 1)
                return f"({mask} & -{self.at(e[1], SIGN)}).bit_length() - 1", SUM
            t = self.temp()
            return f"(({t} := {self.value(e[1])}) & -{t}).bit_length() - 1", SUM
        if op == "ones":
            return f"(1 << {self.at(e[1], SUM)}) - 1", SUM
        if op == "nth":
            return f"NTH({self.value(e[1])}, {self.value(e[2])})", ATOM
        return self._world(op, e), ATOM

    def _small(self, element: Code) -> bool:
        """Tell whether the table of masks has an element; it has nothing for none, which fails like a shift by -1."""
        lo, hi = self.ranges.of(element)
        return not isinstance(element, int) and lo >= -1 and hi < MASKS

    def _world(self, op: str, e: Code) -> str:
        if op == "psize":
            return f"PSIZE(S, {self.value(e[1])})"
        if op == "ptop":
            return f"PTOP(S, {self.value(e[1])}, {self.value(e[2])})"
        if op == "pset":
            return f"PSET(S, {self.value(e[1])})"
        if op == "trial":
            return f"CAN(S, X, {e[1]}, {self.listed(e[2])})"
        if op == "was":
            past = "X.start" if e[1] else "X.before"
            return f"(lambda S: {self.at(e[2], OR)})(S if {past} is None else {past})"
        if op == "dijkstra":
            ways, cost = self._callee(e[3]), self._callee(e[4])
            start, goal = self.value(e[1]), self.value(e[2])
            return f"CHEAPEST(S, {self._context(e)}, {start}, {goal}, {ways}, {cost}, {self.listed(e[5])})"
        if op == "pairs":
            callee = self._callee(e[2])
            return f"PAIRS(S, {self._context(e)}, {self.value(e[1])}, {callee}, {self.listed(e[3])})"
        raise ValueError(f"unknown expression {op}")

    def _callee(self, function: int) -> str:
        return f"f{function}, {1 if function in self.contextual else 0}"

    def _context(self, e: Code) -> str:
        functions = e[3:5] if e[0] == "dijkstra" else [e[2]]
        return "X" if any(f in self.contextual for f in functions) else "None"

    def cell(self, addr: int, index: Code) -> str:
        """Write a cell of the state."""
        if isinstance(index, int):
            at = addr + index
            return f"l{at}" if at in self.in_variables else f"S[{at}]"
        return f"S[{self.at(index, SUM)} + {addr}]" if addr else f"S[{self.value(index)}]"

    def call(self, function: int, args: list[Code]) -> str:
        """Write the call of a function."""
        first = ["S", "X"] if function in self.contextual else ["S"]
        return f"f{function}({', '.join(first + [self.value(arg) for arg in args])})"

    def is_simple(self, e: Code) -> bool:
        """Tell whether an expression is cheap, without effect and cannot fail."""
        return isinstance(e, int) or e[0] == "v" or (e[0] in ("ld", "tab") and self.is_plain(e[2]))

    def is_plain(self, e: Code) -> bool:
        """Tell whether an expression is a number or a register."""
        return isinstance(e, int) or e[0] == "v"

    def _smaller(self, e: Code, sign: str) -> tuple[str, int]:
        if self.is_simple(e[1]) and self.is_simple(e[2]):
            a, b = self.at(e[1], BOR), self.at(e[2], BOR)
            return f"{a} if {a} {sign} {b} else {b}", LOOSE
        if isinstance(e[2], int):
            a = self.temp()
            return f"{a} if ({a} := {self.value(e[1])}) {sign} {e[2]} else {self.at(e[2], OR)}", LOOSE
        a, b = self.temp(), self.temp()
        return f"{a} if ({a} := {self.value(e[1])}) {sign} ({b} := {self.value(e[2])}) else {b}", LOOSE

    def _division(self, op: str, e: Code) -> tuple[str, int]:
        if isinstance(e[2], int) and e[2] != 0:
            if op == "divup":
                return f"-(-{self.at(e[1], SIGN)} // {self.at(e[2], SIGN)})", SIGN
            sign = "//" if op == "div" else "%"
            return f"{self.at(e[1], PRODUCT)} {sign} {self.at(e[2], SIGN)}", PRODUCT
        if op == "mod" and e[2] == ("ld", ir.PLAYERS, 0):  # at least one
            return f"{self.at(e[1], PRODUCT)} % S[{ir.PLAYERS}]", PRODUCT
        return f"{DIVISIONS[op]}({self.value(e[1])}, {self.value(e[2])}, {e[3]})", ATOM

    def _checked(self, e: Code) -> tuple[str, int]:
        lo, hi = self.ranges.of(e[1])
        if e[2] <= lo and hi <= e[3]:
            return self.expression(e[1])
        if self.is_plain(e[1]):
            v = self.value(e[1])
            return f"{v} if {e[2]} <= {v} <= {e[3]} else RANGE({v}, {e[2]}, {e[3]}, {e[4]})", LOOSE
        t = self.temp()
        inside = f"({t} := {self.value(e[1])})"
        if lo >= e[2]:
            test = f"{inside} <= {e[3]}"
        elif hi <= e[3]:
            test = f"{inside} >= {e[2]}"
        else:
            test = f"{e[2]} <= {inside} <= {e[3]}"
        return f"{t} if {test} else RANGE({t}, {e[2]}, {e[3]}, {e[4]})", LOOSE

    def _some(self, e: Code) -> tuple[str, int]:
        if self.ranges.of(e[1])[0] >= 0:
            return self.expression(e[1])
        if self.is_plain(e[1]):
            v = self.value(e[1])
            return f"{v} if {v} >= 0 else SOME({v}, {e[2]})", LOOSE
        t = self.temp()
        return f"{t} if ({t} := {self.value(e[1])}) >= 0 else SOME({t}, {e[2]})", LOOSE

    def _has(self, e: Code) -> tuple[str, int]:
        mask, element = e[1], e[2]
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

    def _deep(self, e: Code) -> bool:
        """Tell whether a tree is so deep here that it has to go into a function of its own."""
        return self._depth(e) % DEEPEST == 0

    def _depth(self, e: Code) -> int:
        if isinstance(e, int):
            return 1
        known = self._depths.get(id(e))
        if known is None:
            known = self._depths[id(e)] = 1 + max((self._depth(x) for x in inner(e)), default=0)
        return known

    def _outline(self, e: Code) -> str:
        self._outlined += 1
        name = f"x{self._outlined}"
        registers = sorted({x[1] for x in all_expressions(e) if not isinstance(x, int) and x[0] == "v"})
        params = "".join(f", v{n}" for n in registers)
        source, _ = self._condition_or_value(e)
        self._extra += [f"def {name}(S, X{params}):", f" return {source}"]
        return f"{name}(S, {'X' if self.has_context else 'None'}{params})"

    def _condition_or_value(self, e: Code) -> tuple[str, int]:
        op = e[0]
        if op in TRUTHS:
            return f"1 if {self._truth(e)[0]} else 0", LOOSE
        return self._binary(op, e) if op in BINARY else self._other(op, e)
