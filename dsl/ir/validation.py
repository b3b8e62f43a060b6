"""Testing a compiled ruleset: every operation has its operands, every number names something there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pydantic import BaseModel

from .. import ir
from ..source import UNSEEN
from .validation_data import flaws
from .well_formed import expression, statement, terminator


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
        if type(n) is not int or not 0 <= n < self.counts[kind]:
            self.complain(f"there is no {kind} {n}")

    def text(self, number: int, args: list[Any]) -> None:
        if number != -1:
            self.number("text", number)
            if 0 <= number < len(self.c.texts) and len(self.c.texts[number].types) != len(args):
                self.complain(f"text {number} has other arguments than {args}")

    def operands(self, op: str, letters: str, given: tuple[Any, ...], names: dict[int, str], loops: int) -> None:
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
            elif letter == "N":
                for b in value:
                    self.number("block", b)
            elif letter == "b":
                self.statements(value, loops + (op in ir.LOOPS))
            elif letter == "B":
                for b in value:
                    self.statements(b, loops)

    def function(self, number: Any, count: int) -> None:
        self.number("function", number)
        self.call(number, [0] * count)

    def call(self, number: Any, args: list[Any]) -> None:
        if isinstance(number, int) and 0 <= number < len(self.c.functions):
            f = self.c.functions[number]
            if f.params != len(args):
                self.complain(f"{f.name} takes {f.params} arguments, not {len(args)}")

    def expression(self, code: Any) -> None:
        if isinstance(code, int):
            return
        if not isinstance(code, tuple) or not code or code[0] not in ir.EXPRESSIONS:
            self.complain(f"{code!r} is no expression")
            return
        op, given = code[0], code[1:]
        self.operands(op, ir.EXPRESSIONS[op], given, ir.NAMES[op], 0)
        if op == "call":
            self.call(given[0], given[1])

    def statements(self, body: Any, loops: int = 0) -> None:
        if not isinstance(body, list):
            self.complain(f"{body!r} is no list of statements")
            return
        for s in body:
            if not isinstance(s, tuple) or not s or s[0] not in ir.STATEMENTS:
                self.complain(f"{s!r} is no statement")
                continue
            op, given = s[0], s[1:]
            self.operands(op, ir.STATEMENTS[op], given, ir.NAMES[op], loops)
            if op in ("break", "next") and not loops:
                self.complain(f"{op} outside a loop")
            elif op == "do":
                self.call(given[0], given[1])
            elif op == "needs":
                self.text(given[1], given[2])
            elif op in ("fail", "say"):
                self.text(given[0], given[1])

    def term(self, code: Any) -> None:
        if not isinstance(code, tuple) or not code or code[0] not in ir.TERMINATORS:
            self.complain(f"{code!r} ends no block")
            return
        self.operands(code[0], ir.TERMINATORS[code[0]], code[1:], ir.NAMES_AT_END[code[0]], 0)
        if code[0] == "call" and 0 <= code[1] < len(self.c.procs) and self.c.procs[code[1]].params != len(code[2]):
            self.complain(f"{self.c.procs[code[1]].name} is called with {len(code[2])} arguments")

    def formed(self) -> bool:
        """Is all code made of operations and whole numbers? Nothing else is asked of code that is not."""
        for where, check, code in _pieces(self.c):
            try:
                check(code)
            except ValueError as wrong:
                self.where = where
                self.complain(str(wrong))
        return not self.found

    def nested(self, p: ir.Proc, callee: int) -> None:
        """Frames of what is called lie behind those of whoever calls: so nothing reaches itself, or another's cells."""
        if 0 <= callee < len(self.c.procs) and self.c.procs[callee].base < p.base + p.size:
            self.complain(f"{self.c.procs[callee].name} has no frame of its own")

    def run(self) -> list[str]:
        self.found += flaws(self.c)
        if odd := next((text for text in _texts(self.c) if not seen_whole(text)), None):
            self.complain(f"{odd!r} holds a character that cannot be seen")
        if not self.formed():
            return self.found
        for f in self.c.functions:
            self.where, self.counts["register"] = f"function {f.name}", f.registers
            self.statements(f.body)
        for p in self.c.procs:
            self._proc(p)
        for s in self.c.sites:
            self._site(s)
        self.where, self.counts["register"] = "ruleset", 0
        if not self.found and _circles(self.c):
            self.complain("a function reaches itself")
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
            match b.term:
                case ("call", callee, _, _) | ("all", _, callee, _, _):
                    self.nested(p, callee)

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
                self.function(e.guard, 1 + len(e.radix))
            if e.proc >= 0:
                self.number("proc", e.proc)

    def _rest(self) -> None:
        c = self.c
        for check in c.invariants:
            self.function(check.function, 0)
        for rank in c.ranks:
            self.function(rank.function, 1)
        for named in c.values:
            self.function(named.number, len(named.types))
        for named in [*c.actions, *c.effects]:
            self.number("proc", named.number)
        if c.procs:
            self.number("proc", c.main)
        for names in ([s.name for s in c.sites], [x.name for x in c.chances]):
            if len(set(names)) != len(names):
                self.complain("two decisions or chance sites share a name")
        for chance in c.chances:
            self.number("cell", chance.addr)


def _circles(c: ir.Compiled) -> bool:
    """Can functions call each other in a circle?"""
    calls = {n: set(_called(f.body)) for n, f in enumerate(c.functions)}
    while ends := [n for n, to in calls.items() if not any(other in calls for other in to)]:
        for n in ends:
            del calls[n]
    return bool(calls)


def _called(code: Any) -> Iterator[int]:
    if isinstance(code, list | tuple):
        if code and isinstance(code[0], str):
            yield from (code[n + 1] for n, kind in ir.NAMES[code[0]].items() if kind == "function")
        for part in code:
            yield from _called(part)


def _pieces(c: ir.Compiled) -> Iterator[tuple[str, Callable[[Any], Any], Any]]:
    """List all code of a ruleset, with what it has to be."""
    for f in c.functions:
        yield from ((f"function {f.name}", statement, s) for s in f.body)
    for p in c.procs:
        for b in p.blocks:
            yield from ((f"procedure {p.name}", statement, s) for s in b.code)
            yield f"procedure {p.name}", terminator, b.term
    for site in c.sites:
        yield f"site {site.name}", expression, site.who
        yield from ((f"site {site.name}", expression, e) for e in site.args)
        for entry in site.entries:
            yield from ((f"site {site.name}", expression, e) for e in [*entry.args, *entry.call, *entry.domain])
    telling = [(f"scenario {told.title}", then.parts) for told in c.scenarios for then in told.then]
    telling += [(f"invariant {check.title}", check.parts) for check in c.invariants]
    for where, parts in telling:
        for part in parts:
            for side in [part.left, *([part.right] if part.right else []), *part.given]:
                yield from ((where, statement, s) for s in side.code.body)


def _ops(body: Sequence[Any]) -> Iterator[str]:
    for s in body:
        yield s[0]
        for letter, part in zip(ir.STATEMENTS.get(s[0], ""), s[1:], strict=False):
            if letter == "b":
                yield from _ops(part)
            elif letter == "B":
                for inner in part:
                    yield from _ops(inner)


def _texts(part: Any) -> Iterator[str]:
    """List all words of a ruleset: whatever is no code and no number."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, ir.Function | ir.Proc):
        yield part.name
    elif isinstance(part, BaseModel):
        for name in type(part).model_fields:
            yield from _texts(getattr(part, name))
    elif isinstance(part, dict):
        yield from part
        for value in part.values():
            yield from _texts(value)
    elif isinstance(part, list | tuple) and part and not isinstance(part[0], int):
        for each in part:
            yield from _texts(each)


def seen_whole(text: str) -> bool:
    """Tell whether a text holds only what can be seen: nothing that steers a terminal or turns a line round."""
    return not UNSEEN.search(text)


def validate(compiled: ir.Compiled) -> list[str]:
    """List everything in a compiled ruleset that cannot be right."""
    return Validator(compiled).run()


def unsound(compiled: ir.Compiled) -> str:
    """Say the first thing that cannot be right, or nothing; what was found sound is not looked through again."""
    if not compiled._sound:
        for wrong in validate(compiled):
            return wrong
        compiled._sound = True
    return ""
