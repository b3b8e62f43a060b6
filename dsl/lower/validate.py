"""Testing a compiled ruleset: every operation has its operands, every number names something there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import ir
from ..ir import Code

# What a number operand names, by operation and position among its operands.
_NAMES: dict[str, dict[int, str]] = {
    "v": {0: "register"},
    "set": {0: "register"},
    "for": {0: "register"},
    "bits": {0: "register"},
    "pile": {0: "register"},
    "row": {0: "register", 1: "list"},
    "draw": {0: "register", 1: "chance"},
    "ld": {0: "cell"},
    "st": {0: "cell"},
    "tab": {0: "table"},
    "do": {0: "function"},
    "trial": {0: "proc"},
    "dijkstra": {2: "function", 3: "function"},
    "pairs": {1: "function"},
    "move": {0: "movable", 3: "bit"},
    "shuffle": {1: "chance"},
    "needs": {1: "text", 3: "span"},
    "fail": {0: "text", 2: "span"},
    "say": {0: "text"},
    "event": {0: "event"},
    "note": {0: "change"},
    "tick": {1: "span"},
    "chk": {3: "span"},
    "some": {1: "span"},
    "div": {2: "span"},
    "divup": {2: "span"},
    "mod": {2: "span"},
    "was": {0: "bit"},
}
_TERM_NAMES: dict[str, dict[int, str]] = {
    "goto": {0: "block"},
    "br": {1: "block", 2: "block"},
    "call": {0: "proc", 2: "block"},
    "end": {0: "proc"},
    "ask": {0: "site", 1: "block"},
    "all": {0: "cell", 1: "proc", 3: "block"},
}
_LOOPS = {"for", "bits", "row", "pile", "while"}


class Validator:
    """Collects complaints; `where` says whose code is being read."""

    def __init__(self, c: ir.Compiled) -> None:
        self.c = c
        self.found: list[str] = []
        self.where = ""
        self.counts = {
            "list": len(c.lists),
            "chance": len(c.chances),
            "cell": len(c.state),
            "table": len(c.tables),
            "function": len(c.functions),
            "proc": len(c.procs),
            "movable": len(c.movables),
            "bit": 2,
            "text": len(c.texts),
            "span": len(c.spans),
            "event": len(c.events),
            "change": len(c.changes),
            "site": len(c.sites),
            "register": 0,
            "block": 0,
        }

    def complain(self, words: str) -> None:
        self.found.append(f"{self.where}: {words}")

    def number(self, kind: str, n: Any) -> None:
        if not isinstance(n, int) or not 0 <= n < self.counts[kind]:
            self.complain(f"there is no {kind} {n}")

    def text(self, number: int, args: list[Code]) -> None:
        if number >= 0:
            self.number("text", number)
            if number < len(self.c.texts) and len(self.c.texts[number].types) != len(args):
                self.complain(f"text {number} has other arguments than {args}")

    def operands(self, op: str, letters: str, given: list[Any], names: dict[int, str], loops: int) -> None:
        if len(letters) != len(given):
            self.complain(f"{op} has {len(given)} operands, not {len(letters)}")
            return
        for n, (letter, value) in enumerate(zip(letters, given, strict=True)):
            if letter == "e":
                self.expression(value)
            elif letter == "x":
                for e in value:
                    self.expression(e)
            elif letter == "n":
                if n in names:
                    self.number(names[n], value)
                elif not isinstance(value, int):
                    self.complain(f"{op}: {value!r} is no number")
            elif letter == "N":
                for b in value:
                    self.number("block", b)
            elif letter == "b":
                self.statements(value, loops + (op in _LOOPS))
            elif letter == "B":
                for b in value:
                    self.statements(b, loops)

    def call(self, number: Any, args: list[Code], pure: bool) -> None:
        self.number("function", number)
        if isinstance(number, int) and 0 <= number < len(self.c.functions):
            f = self.c.functions[number]
            if f.params != len(args):
                self.complain(f"{f.name} takes {f.params} arguments, not {len(args)}")

    def expression(self, code: Code) -> None:
        if isinstance(code, int):
            return
        if not isinstance(code, list) or not code or code[0] not in ir.EXPRESSIONS:
            self.complain(f"{code!r} is no expression")
            return
        op, given = code[0], code[1:]
        self.operands(op, ir.EXPRESSIONS[op], given, _NAMES.get(op, {}), 0)
        if op == "call":
            self.call(given[0], given[1], True)

    def statements(self, body: Any, loops: int = 0) -> None:
        if not isinstance(body, list):
            self.complain(f"{body!r} is no list of statements")
            return
        for s in body:
            if not isinstance(s, list) or not s or s[0] not in ir.STATEMENTS:
                self.complain(f"{s!r} is no statement")
                continue
            op, given = s[0], s[1:]
            self.operands(op, ir.STATEMENTS[op], given, _NAMES.get(op, {}), loops)
            if op in ("break", "next") and not loops:
                self.complain(f"{op} outside a loop")
            elif op == "do":
                self.call(given[0], given[1], False)
            elif op == "needs":
                self.text(given[1], given[2])
            elif op in ("fail", "say"):
                self.text(given[0], given[1])

    def term(self, code: Any) -> None:
        if not isinstance(code, list) or not code or code[0] not in ir.TERMINATORS:
            self.complain(f"{code!r} ends no block")
            return
        self.operands(code[0], ir.TERMINATORS[code[0]], code[1:], _TERM_NAMES.get(code[0], {}), 0)
        if code[0] == "call" and self.c.procs[code[1]].params != len(code[2]):
            self.complain(f"{self.c.procs[code[1]].name} is called with {len(code[2])} arguments")

    def run(self) -> list[str]:
        for f in self.c.functions:
            self.where, self.counts["register"] = f"function {f.name}", f.registers
            self.statements(f.body)
        for p in self.c.procs:
            self._proc(p)
        for s in self.c.sites:
            self._site(s)
        self.where, self.counts["register"] = "ruleset", 0
        self._rest()
        return self.found

    def _proc(self, p: ir.Proc) -> None:
        self.where, self.counts["register"], self.counts["block"] = (
            f"procedure {p.name}",
            p.registers,
            len(p.blocks),
        )
        if p.base + p.size > len(self.c.state) or p.size < ir.FRAME_LOCALS + p.params:
            self.complain("the frame does not fit")
        for n, b in enumerate(p.blocks):
            self.where = f"procedure {p.name}, block {n}"
            self.statements(b.code)
            if any(op == "ret" for op in _ops(b.code)):
                self.complain("a block returns in the middle")
            self.term(b.term)

    def _site(self, s: ir.Site) -> None:
        self.where, self.counts["register"] = f"site {s.name}", 0
        self.expression(s.who)
        self.number("function", s.options)
        self.counts["register"] = 1
        self.text(s.question, s.args)
        for a in s.args:
            self.expression(a)
        for e in s.entries:
            self.counts["register"] = 1 + len(e.radix)
            self.text(e.text, e.args)
            for a in [*e.args, *e.call, *e.domain]:
                self.expression(a)
            if not len(e.radix) == len(e.offsets) == len(e.types):
                self.complain(f"{e.name}: radix, offsets and types differ in length")
            if e.guard >= 0:
                self.call(e.guard, [0] * (1 + len(e.radix)), True)
            if e.proc >= 0:
                self.number("proc", e.proc)

    def _rest(self) -> None:
        c = self.c
        for check in c.invariants:
            self.call(check.function, [], True)
        for rank in c.ranks:
            self.call(rank.function, [0], True)
        for named in c.values:
            self.call(named.number, [0] * len(named.types), True)
        for named in [*c.actions, *c.effects]:
            self.number("proc", named.number)
        if c.procs:
            self.number("proc", c.main)
        for names in ([s.name for s in c.sites], [x.name for x in c.chances]):
            if len(set(names)) != len(names):
                self.complain("two decisions or chance sites share a name")
        for chance in c.chances:
            self.number("cell", chance.addr)


def _ops(body: list[Code]) -> Iterator[str]:
    for s in body:
        yield s[0]
        for letter, part in zip(ir.STATEMENTS.get(s[0], ""), s[1:], strict=False):
            if letter == "b":
                yield from _ops(part)
            elif letter == "B":
                for inner in part:
                    yield from _ops(inner)


def validate(compiled: ir.Compiled) -> list[str]:
    """List everything in a compiled ruleset that cannot be right."""
    return Validator(compiled).run()
