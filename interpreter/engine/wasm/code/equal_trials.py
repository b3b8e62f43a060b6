"""Options that need not be tried twice.

An option is tried by itself (its action alone) and then on its way (until the home frame leaves its unit). If taking it
does nothing but call its action, and the unit is left as soon as that returns, the second trial does all that the first
did: whatever gets through it got through the first. Two things have to hold for that. What is run must not tell the two
apart: nobody reads who decides, nor what was chosen before choosing anew. And on its way nothing may be left out: the
home frame counts as at risk as long as the action runs, so that decisions inside it are gone through, too."""

from __future__ import annotations

from regelwerk.dsl import ir
from regelwerk.dsl.ir.operations import Body, Expression
from regelwerk.interpreter.analysis.code import everything, followers, results, term_expressions

from ..program import Program

EVERY = 64  # elements of an option that are all looked at; of more, some
Known = int | tuple[str, int] | None
FURTHEST = 4  # blocks between a decision and its action


def once_enough(p: Program, number: int) -> tuple[int, set[int]]:
    """Give a home (unit above 32 bits of procedure), and the entries of a site for which one trial will do there."""
    asked = [
        (n, term[2])
        for n in p.reachable.procs
        for block in p.compiled.procs[n].blocks
        if (term := block.term)[0] == "ask" and term[1] == number
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
    for n in p.reachable.procs:
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


def _code(block: ir.Block) -> Body:
    return [*block.code, *results(term_expressions(block.term))]


def _reads(code: Body, cell: int) -> bool:
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
        block, registers = blocks[to], dict[int, Known]()
        for s in block.code:
            if s[0] != "set":
                return False
            registers[s[1]] = _worked_out(s[2], registers, chosen)
        if block.unit != unit:
            return False
        match block.term:
            case ("goto", then):
                to = then
            case ("jump", number, cases):
                case = _worked_out(number, registers, chosen)
                if not isinstance(case, int):
                    return False
                to = cases[case] if 0 <= case < len(cases) else cases[-1]
            case ("call", proc, args, then):
                picked = zip(digits, entry.offsets, strict=True)
                elements: dict[int, Known] = {0: None, **{i: x + o for i, (x, o) in enumerate(picked, 1)}}
                wanted = [_worked_out(arg, elements, chosen) for arg in entry.call]
                given = [_worked_out(arg, registers, chosen) for arg in args]
                leaves = blocks[then].risk and blocks[then].unit != unit
                return proc == entry.proc and None not in wanted and given == wanted and leaves
            case _:
                return False
    return False


def _worked_out(e: Expression, registers: dict[int, Known], chosen: int) -> Known:
    """Give a number, or the cell an expression reads; None if it is neither."""
    match e:
        case int():
            return e
        case ("v", register):
            return registers.get(register, 0)
        case ("ld", cell, int(index)):
            return chosen if cell + index == ir.CHOSEN else ("cell", cell + index)
        case ("add" | "sub" as op, left, right) | ("div" | "mod" as op, left, right, _):
            a, b = _worked_out(left, registers, chosen), _worked_out(right, registers, chosen)
            if isinstance(a, int) and isinstance(b, int) and a >= 0 and (b > 0 or op in ("add", "sub")):
                return a + b if op == "add" else a - b if op == "sub" else a // b if op == "div" else a % b
    return None
