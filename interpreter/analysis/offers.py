"""What can be known of the options a function offers before it runs: is each offered only once? In which order?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from regelwerk.dsl import ir
from regelwerk.dsl.ir.operations import Body, Expression, Statement

from .code import all_expressions, all_statements, bodies_of, expressions_of, register_set


def all_different(compiled: ir.Compiled, site: ir.Site) -> bool:
    """Tell whether it shows that the same code is never offered twice at a decision.

    Codes of different entries differ. Those of one entry do if there is a single offer of it outside of loops, or in
    one loop over a set, a range or a row without repeats, counting up with it.
    """
    body, entries = compiled.functions[site.options].body, len(site.entries)
    statements = list(all_statements(body))
    if any(s[0] == "do" for s in statements):
        return False
    offers = [s for s in statements if s[0] == "opt"]
    codes = [code for _, code in offers]
    if len(offers) > 1:
        known = [code for code in codes if isinstance(code, int)]
        found = [_entry(code, entries) for code in codes if not isinstance(code, int)]
        found += {code % entries for code in known}
        if None in found or len(set(found)) < len(found) or len(set(known)) < len(known):
            return False
    return all(_once(compiled, offer[1], _around(offer, body)) for offer in offers)


def _entry(code: Expression, entries: int) -> int | None:
    """Give the entry a code belongs to, if it shows."""
    match code:
        case int():
            return code % entries
        case ("add" | "sub" as op, left, right):
            a, b = _entry(left, entries), _entry(right, entries)
            return None if a is None or b is None else (a + b if op == "add" else a - b) % entries
        case ("mul", left, right) if any(isinstance(x, int) and x % entries == 0 for x in (left, right)):
            return 0
    return None


def _around(offer: Statement, body: Body) -> Body:
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
    body: Body  # without what is done about the last two

    def bit(self, code: Expression) -> Expression:
        """Give the number of the bit of a code."""
        if self.scale == 1:
            return code
        found = _digit(code, self.scale)
        return 0 if found is None else found[0]


def as_bits(compiled: ir.Compiled, site: ir.Site, span: Callable[[Expression], tuple[int, int] | None]) -> Bits | None:
    """Tell how the options of a decision can be kept as bits; `span` gives bounds. None if they cannot."""
    body = compiled.functions[site.options].body
    if any(s[0] in ("do", "ret") for s in all_statements(body)):
        return None
    alone, flag = _alone(body)
    body = body[:-1] if flag >= 0 else body
    offers = _offers(body)
    digits = [_digit(code, len(site.entries)) for code, _ in offers]
    offsets = {found[1] if found else -1 for found in digits}
    whole = len(offsets) == 1 and None not in digits
    bits = Bits(len(site.entries) if whole else 1, max(offsets, default=0) if whole else 0, alone, flag, body)
    seen: Body = []
    last = -1
    for code, around in offers:
        bit = bits.bit(code)
        found = span(bit)
        loops = [x for x in around if x[0] != "if"]
        if found is None or found[0] <= last or any(x is loop for loop in loops for x in seen):
            return None
        if loops and not (_once(compiled, bit, loops) and _rises(compiled, bit, loops[0])):
            return None
        seen += loops
        last = found[1]
    return bits if offers and last < 64 else None


def _offers(body: Body, around: tuple[Statement, ...] = ()) -> list[tuple[Expression, tuple[Statement, ...]]]:
    """List the codes that are offered in the order they stand there, and what is around each."""
    found: list[tuple[Expression, tuple[Statement, ...]]] = []
    for s in body:
        if s[0] == "opt":
            found.append((s[1], around))
        for inside in bodies_of(s):
            found += _offers(inside, (*around, s))
    return found


def _alone(body: Body) -> tuple[int, int]:
    """Find the code that is offered at the end if there was no other, and the register that tells so."""
    match body[-1:]:
        case [["if", ["not", ["v", int(flag)]], [["opt", int(code)]], []]]:
            rest = body[:-1]
        case _:
            return -1, -1
    reads = [x for s in all_statements(rest) for e in expressions_of(s) for x in all_expressions(e)]
    if ("v", flag) in reads:
        return -1, -1
    start: Statement = ("set", flag, 0)
    others = [s for s in all_statements(rest) if register_set(s) == flag]
    if others.count(start) != 1 or any(s[0] != "set" for s in others) or start not in rest:
        return -1, -1
    early = _offers(rest[: rest.index(start)])
    return (code, flag) if not early and _told(rest, flag) else (-1, -1)


def _told(body: Body, flag: int) -> bool:
    """Is the register set before every offer, and only there?"""
    for s, after in zip(body, [*body[1:], None], strict=False):
        if (s == ("set", flag, 1)) != (after is not None and after[0] == "opt"):
            return False
        if s[0] == "set" and s[1] == flag and s[2] not in (0, 1):
            return False
        if not all(_told(inside, flag) for inside in bodies_of(s)):
            return False
    return not body or body[0][0] != "opt"


def _digit(code: Expression, entries: int) -> tuple[Expression, int] | None:
    """Take a code apart: what is picked, and the entry."""
    if isinstance(code, int):
        return code // entries, code % entries
    match code:
        case ["mul", picked, int(by)] | ["mul", int(by), picked] if by == entries:
            return picked, 0
        case ["add", ["mul", picked, int(by)], int(entry)] if by == entries and 0 <= entry < entries:
            return picked, entry
    return (code, 0) if entries == 1 else None


def _rises(compiled: ir.Compiled, e: Expression, loop: Statement) -> bool:
    """Does an expression that grows with a loop count up, and not down?"""
    if any(isinstance(x, int) and x < 0 for x in all_expressions(e)):
        return False
    return loop[0] != "row" or all(row == sorted(row) for row in compiled.lists[loop[2]])


def _once(compiled: ir.Compiled, code: Expression, around: Sequence[Statement]) -> bool:
    match [s for s in around if s[0] != "if"]:
        case []:
            return True
        case [("for", register, _, _, inside) | ("bits", register, _, inside)]:
            pass
        case [("row", register, rows, _, inside)] if all(len(set(row)) == len(row) for row in compiled.lists[rows]):
            pass
        case _:
            return False
    return _grows(code, register) and all(register_set(s) != register for s in all_statements(inside))


def _grows(e: Expression, register: int) -> bool:
    """Tell whether an expression is a register, times and plus constants."""
    match e:
        case ("v", own):
            return own == register
        case ("add", int(), other) | ("add", other, int()) | ("sub", other, int()):
            return _grows(other, register)
        case ("mul", int(by), other) | ("mul", other, int(by)):
            return by != 0 and _grows(other, register)
    return False
