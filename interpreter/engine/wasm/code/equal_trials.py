"""Options that need not be tried twice.

An option is tried by itself (its action alone) and then on its way (until the home frame leaves its unit). If taking it
does nothing but call its action, and the unit is left as soon as that returns, the second trial does all that the first
did: whatever gets through it got through the first. Two things have to hold for that. What is run must not tell the two
apart: nobody reads who decides, nor what was chosen before choosing anew. And on its way nothing may be left out: the
home frame counts as at risk as long as the action runs, so that decisions inside it are gone through, too."""

from __future__ import annotations

from regelwerk.dsl import ir
from regelwerk.interpreter.analysis.code import Code, everything, followers, term_expressions

from ..program import Program

EVERY = 64  # elements of an option that are all looked at; of more, some
FURTHEST = 4  # blocks between a decision and its action


def once_enough(p: Program, number: int) -> tuple[int, set[int]]:
    """Give a home (unit above 32 bits of procedure), and the entries of a site for which one trial will do there."""
    asked = [
        (n, block.term[2])
        for n in p.needed.procs
        for block in p.compiled.procs[n].blocks
        if block.term[:2] == ["ask", number]
    ]
    if len(asked) != 1 or not p.once("alike", lambda: int(_alike(p))):
        return -1, set()
    (proc, to), entries = asked[0], p.compiled.sites[number].entries
    blocks = p.compiled.procs[proc].blocks
    unit = blocks[to].unit
    found = {
        n
        for n, entry in enumerate(entries)
        if unit and entry.proc >= 0 and all(_calls(blocks, to, n, len(entries), entry, some) for some in _some(entry))
    }
    return unit << 32 | proc, found


def _alike(p: Program) -> bool:
    """Does nothing depend on who decides or was asked before the action?"""
    if any(_reads(f.body, ir.WHO) or _reads(f.body, ir.CHOSEN) for f in p.compiled.functions):
        return False
    for n in p.needed.procs:
        blocks = p.compiled.procs[n].blocks
        seen, todo = {0}, [0]
        for block in blocks:
            if _reads(_code(block), ir.WHO):
                return False
        while todo:  # blocks that can be reached without a decision
            block = blocks[todo.pop()]
            if _reads(_code(block), ir.CHOSEN):
                return False
            more = set(followers(block.term)) - seen if block.term[0] != "ask" else set()
            seen |= more
            todo += more
    return True


def _code(block: ir.Block) -> list[Code]:
    return [*block.code, *(["ret", e] for e in term_expressions(block.term))]


def _reads(code: list[Code], cell: int) -> bool:
    return any(node[0] == "ld" and (node[1] == cell or (node[1] < cell and node[2] != 0)) for node in everything(code))


def _some(entry: ir.Entry) -> list[list[int]]:
    """List elements of an option, as digits: all of each, or enough to tell two ways of reading them apart."""
    found = []
    for rest in (0, 1):
        for place, radix in enumerate(entry.radix):
            others = [rest * (r - 1) for r in entry.radix]
            for digit in range(radix) if radix <= EVERY else (0, 1, 2, radix // 2, radix - 2, radix - 1):
                found.append([*others[:place], digit, *others[place + 1 :]])
    return found or [[]]


def _calls(blocks: list[ir.Block], to: int, n: int, count: int, entry: ir.Entry, digits: list[int]) -> bool:
    """Does taking this option call its action and nothing else, and then leave the unit?"""
    payload = 0
    for digit, radix in zip(reversed(digits), reversed(entry.radix), strict=True):
        payload = payload * radix + digit
    unit, chosen = blocks[to].unit, n + count * payload
    for _ in range(FURTHEST):
        block, registers = blocks[to], dict[int, Code]()
        for s in block.code:
            if s[0] != "set":
                return False
            registers[s[1]] = _worked_out(s[2], registers, chosen)
        t = block.term
        if block.unit != unit:
            return False
        if t[0] == "goto":
            to = t[1]
        elif t[0] == "jump":
            case = _worked_out(t[1], registers, chosen)
            if type(case) is not int:
                return False
            to = t[2][case] if 0 <= case < len(t[2]) else t[2][-1]
        elif t[0] == "call":
            elements = {0: None} | {i: x + o for i, (x, o) in enumerate(zip(digits, entry.offsets, strict=True), 1)}
            wanted = [_worked_out(arg, elements, chosen) for arg in entry.call]
            given = [_worked_out(arg, registers, chosen) for arg in t[2]]
            after = blocks[t[3]]
            return t[1] == entry.proc and None not in wanted and given == wanted and after.risk and after.unit != unit
        else:
            return False
    return False


def _worked_out(e: Code, registers: dict[int, Code], chosen: int) -> Code:
    """Give a number, or the cell an expression reads; None if it is neither."""
    if type(e) is int:
        return e
    if e[0] == "v":
        return registers.get(e[1], 0)
    if e[0] == "ld" and type(e[2]) is int:
        return chosen if e[1] + e[2] == ir.CHOSEN else ("cell", e[1] + e[2])
    if e[0] in ("add", "sub", "div", "mod"):
        a, b = (_worked_out(x, registers, chosen) for x in e[1:3])
        if type(a) is int and type(b) is int and a >= 0 and (b > 0 or e[0] in ("add", "sub")):
            return a + b if e[0] == "add" else a - b if e[0] == "sub" else a // b if e[0] == "div" else a % b
    return None
