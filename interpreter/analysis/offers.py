"""What can be known of the options a function offers before it runs: is each offered only once? In which order?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import zip_longest

from regelwerk.dsl import ir

from .code import Code, all_expressions, all_statements, bodies_of, expressions_of

ROWS = ("for", "bits", "row")  # loops that may meet every element once


def all_different(compiled: ir.Compiled, site: ir.Site) -> bool:
    """Tell whether it shows that the same code is never offered twice at a decision.

    Codes of different entries differ. Those of one entry do if there is a single offer of it outside of loops, or in
    one loop over a set, a range or a row without repeats, counting up with it.
    """
    body, entries = compiled.functions[site.options].body, len(site.entries)
    statements = list(all_statements(body))
    offers = [s for s in statements if s[0] == "opt"]
    if any(s[0] == "do" for s in statements):
        return False
    if len(offers) > 1:
        known = [s[1] for s in offers if type(s[1]) is int]
        found = [_entry(s[1], entries) for s in offers if type(s[1]) is not int]
        found += {code % entries for code in known}
        if None in found or len(set(found)) < len(found) or len(set(known)) < len(known):
            return False
    return all(_once(compiled, offer, _around(offer, body)) for offer in offers)


def _entry(code: Code, entries: int) -> int | None:
    """Give the entry a code belongs to, if it shows."""
    if type(code) is int:
        return code % entries
    if code[0] in ("add", "sub"):
        a, b = _entry(code[1], entries), _entry(code[2], entries)
        return None if a is None or b is None else (a + b if code[0] == "add" else a - b) % entries
    if code[0] == "mul" and any(type(x) is int and x % entries == 0 for x in code[1:]):
        return 0
    return None


def _around(offer: Code, body: list[Code]) -> list[Code]:
    """List the statements around an offer, outermost first."""
    for s in body:
        if s is offer:
            return []
        for inside in bodies_of(s):
            if any(x is offer for x in all_statements(inside)):
                return [s, *_around(offer, inside)]
    raise LookupError("not in there")


@dataclass(frozen=True, slots=True)
class Bits:
    """Options that can be kept as bits of one word, since they are offered in order: code = scale * bit + offset."""

    scale: int
    offset: int
    alone: int  # the code that is offered if there is nothing else, -1: none is
    flag: int  # the register that tells whether something has been offered, -1: none does
    body: list[Code]  # without what is done about the last two

    def bit(self, code: Code) -> Code:
        """Give the number of the bit of a code."""
        if self.scale == 1:
            return code
        found = _digit(code, self.scale)
        return 0 if found is None else found[0]


def as_bits(compiled: ir.Compiled, site: ir.Site, span: Callable[[Code], tuple[int, int] | None]) -> Bits | None:
    """Tell how the options of a decision can be kept as bits; `span` gives bounds. None if they cannot."""
    body = compiled.functions[site.options].body
    if any(s[0] in ("do", "ret") for s in all_statements(body)):
        return None
    alone, flag = _alone(body)
    body = body[:-1] if flag >= 0 else body
    offers = _offers(body)
    digits = [_digit(s[1], len(site.entries)) for s, _ in offers]
    offsets = {found[1] if found else -1 for found in digits}
    whole = len(offsets) == 1 and None not in digits
    bits = Bits(len(site.entries) if whole else 1, max(offsets, default=0) if whole else 0, alone, flag, body)
    seen: list[Code] = []
    last = -1
    for s, around in offers:
        bit = bits.bit(s[1])
        found = span(bit)
        loops = [x for x in around if x[0] != "if"]
        if found is None or found[0] <= last or any(x is loop for loop in loops for x in seen):
            return None
        if loops and not (_once(compiled, ["opt", bit], loops) and _rises(compiled, bit, loops[0])):
            return None
        seen += loops
        last = found[1]
    return bits if offers and last < 64 else None


def _offers(body: list[Code], around: tuple[Code, ...] = ()) -> list[tuple[Code, tuple[Code, ...]]]:
    """List the offers in the order they stand there, and what is around each."""
    found: list[tuple[Code, tuple[Code, ...]]] = []
    for s in body:
        if s[0] == "opt":
            found.append((s, around))
        for inside in bodies_of(s):
            found += _offers(inside, (*around, s))
    return found


def _alone(body: list[Code]) -> tuple[int, int]:
    """Find the code that is offered at the end if there was no other, and the register that tells so."""
    match body[-1:]:
        case [["if", ["not", ["v", int(flag)]], [["opt", int(code)]], []]]:
            rest = body[:-1]
        case _:
            return -1, -1
    reads = [x for s in all_statements(rest) for e in expressions_of(s) for x in all_expressions(e)]
    if ["v", flag] in reads:
        return -1, -1
    start = ["set", flag, 0]
    others = [s for s in all_statements(rest) if s[0] in ("set", "draw", *ROWS, "pile") and s[1] == flag]
    if others.count(start) != 1 or any(s[0] != "set" for s in others) or start not in rest:
        return -1, -1
    early = _offers(rest[: rest.index(start)])
    return (code, flag) if not early and _told(rest, flag) else (-1, -1)


def _told(body: list[Code], flag: int) -> bool:
    """Is the register set before every offer, and only there?"""
    for s, after in zip_longest(body, body[1:], fillvalue=["break"]):
        if (s == ["set", flag, 1]) != (after[0] == "opt") or (s[:2] == ["set", flag] and s[2] not in (0, 1)):
            return False
        if not all(_told(inside, flag) for inside in bodies_of(s)):
            return False
    return not body or body[0][0] != "opt"


def _digit(code: Code, entries: int) -> tuple[Code, int] | None:
    """Take a code apart: what is picked, and the entry."""
    if type(code) is int:
        return code // entries, code % entries
    match code:
        case ["mul", picked, int(by)] | ["mul", int(by), picked] if by == entries:
            return picked, 0
        case ["add", ["mul", picked, int(by)], int(entry)] if by == entries and 0 <= entry < entries:
            return picked, entry
    return (code, 0) if entries == 1 else None


def _rises(compiled: ir.Compiled, e: Code, loop: Code) -> bool:
    """Does an expression that grows with a loop count up, and not down?"""
    if any(type(x) is int and x < 0 for x in all_expressions(e)):
        return False
    return loop[0] != "row" or all(row == sorted(row) for row in compiled.lists[loop[2]])


def _once(compiled: ir.Compiled, offer: Code, around: list[Code]) -> bool:
    loops = [s for s in around if s[0] != "if"]
    if not loops:
        return True
    loop = loops[0]
    if len(loops) > 1 or loop[0] not in ROWS or not _grows(offer[1], loop[1]):
        return False
    if loop[0] == "row" and any(len(set(row)) < len(row) for row in compiled.lists[loop[2]]):
        return False
    return all(s[1] != loop[1] for s in all_statements(loop[-1]) if s[0] in ("set", "draw", *ROWS, "pile"))


def _grows(e: Code, register: int) -> bool:
    """Tell whether an expression is a register, times and plus constants."""
    if type(e) is int:
        return False
    if e[0] == "v":
        return bool(e[1] == register)
    if e[0] == "add":
        return any(type(e[i]) is int and _grows(e[3 - i], register) for i in (1, 2))
    if e[0] == "mul":
        return any(type(e[i]) is int and e[i] != 0 and _grows(e[3 - i], register) for i in (1, 2))
    return e[0] == "sub" and type(e[2]) is int and _grows(e[1], register)
