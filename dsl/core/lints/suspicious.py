"""What is allowed but hardly meant: unused names, lines that are never reached, ties, loops without an end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from regelwerk.dsl import ast, core
from regelwerk.dsl.diagnostics import Diagnostic, Label

from .. import Const, Quant, Stmt, Unary
from ..from_ast.advice import plain
from ..from_ast.context import World
from ..from_ast.errors import mistake, warning
from ..visitor import inside
from .recursion import below, blocks_of, called


def lint(w: World) -> list[Diagnostic]:
    """Look the whole program over."""
    out = [*_unused(w), *_never_filled(w)]
    for proc in w.program.procs:
        alone, blocks = w.memory.of("lint", proc, partial(_alone, proc))
        out += alone
        for s in blocks:
            out += _statement(w, s)
        if proc.action:
            out += _never(w, proc)
    for func in w.program.funcs:
        out += w.memory.of("lint", func, partial(_all_ties, func))
    return list(dict.fromkeys(out))


def _alone(proc: core.Proc) -> tuple[list[Diagnostic], list[Stmt]]:
    """What can be said of a procedure by itself, and the statements that need a look at others."""
    out = list(_unreached(proc.body))
    blocks: list[Stmt] = []
    for node in inside(proc.body):
        if isinstance(node, Unary):
            out += _ties(node)
        elif isinstance(node, core.Repeat | core.Options | core.If):
            blocks.append(node)
    return out, blocks


def _all_ties(func: core.Func) -> list[Diagnostic]:
    return [d for node in inside(func.body) if isinstance(node, Unary) for d in _ties(node)]


_WAYS_OUT = {
    "action": "Offer it somewhere, or remove it.",
    "scoring": "Write `score {name}` where it is reckoned: mostly the last line of `flow`.",
}


def _unused(w: World) -> Iterator[Diagnostic]:
    bent = {*w.abilities.changes, *w.abilities.hooks}
    limits = set(w.abilities.limits)
    for what, table in (("value", w.values), ("effect", w.effects), ("action", w.actions)):
        for name, entry in table.items():
            used = w.by_rules if what == "action" else w.used  # an action that only scenarios do is never offered
            if name in used or name in ("setup", "flow") or name in bent or name in limits:
                continue
            if name.startswith("score "):
                if name.removeprefix("score ") in w.used:
                    continue
                what, name = "scoring", name.removeprefix("score ")
            help = _WAYS_OUT.get(what, "Use it, or remove it.").format(name=name)
            yield warning("RW2050", f"The {what} `{name}` is never used.", _at(entry.decl), help)
    for name, ruling in w.rulings.items():
        if name not in w.used:
            yield warning(
                "RW2051", f"The ruling `{name}` decides nothing.", ruling.at, "Use its name where the question arises."
            )


def _never_filled(w: World) -> Iterator[Diagnostic]:
    """A pile of the table that begins empty, is shuffled or drawn from, and into which nothing is ever put."""
    filled: set[int] = set()
    drawn: set[int] = set()
    for proc in w.program.procs:
        if not proc.address.startswith("scenario."):  # what a scenario prepares does not count
            into, out_of = w.memory.of("piles", proc, partial(_piles, proc))
            filled |= into
            drawn |= out_of
    for info in w.table.values():
        if info.shape.kind == "pile" and not info.decl.default and info.number in drawn - filled:
            name, of = info.decl.name.id, plain(info.shape.type)
            help = f"Write `{name} pile of {of} = {of}` if it begins with all of them, or `move` something there."
            yield warning("RW4063", f"Nothing ever comes into `{name}`.", info.decl.name.at, help)


def _piles(proc: core.Proc) -> tuple[set[int], set[int]]:
    """The places something is put into, and the piles that are shuffled or drawn from."""
    steps = list(inside(proc.body))
    filled = {s.to.slot for s in steps if isinstance(s, core.Move | core.MoveTop)}
    drawn = {s.place.slot for s in steps if isinstance(s, core.Shuffle)}
    return filled, drawn | {s.source.slot for s in steps if isinstance(s, core.MoveTop)}


def _at(d: ast.Value | ast.Effect | ast.Action | ast.Proc) -> core.Span:
    return d.name.at


def _unreached(body: list[Stmt]) -> Iterator[Diagnostic]:
    for i, s in enumerate(body):
        if isinstance(s, core.Give | core.End | core.Stop) and i + 1 < len(body) and body[i + 1].at.line > s.at.line:
            help = "Put it above that line, or leave it out."
            above = (Label(s.at, "this leaves"),)
            yield warning("RW4055", "This line is never reached: the line above leaves.", body[i + 1].at, help, above)
        for inner in blocks_of(s):
            yield from _unreached(inner)


def _statement(w: World, s: Stmt) -> Iterator[Diagnostic]:
    if isinstance(s, core.Repeat) and s.until is None and not s.quiet and not leaves(w, s.body):
        yield warning(
            "RW4057",
            "Nothing ends this loop.",
            s.at,
            "Add `until ...`, `at most n`, or a line that ends something around it.",
        )
    if isinstance(s, core.Repeat) and s.until is not None and not s.quiet and not leaves(w, s.body):
        help = "Correct the condition, or widen the range where it is declared."
        for at, why in _beyond(s.until):
            yield mistake("RW4057", f"Nothing ends this loop: {why}.", at, help).diagnostic
    if isinstance(s, core.If) and isinstance(s.cond, Const) and s.then and s.other and not _ruled(w, s.cond):
        yield warning(
            "RW4058", "This condition is always the same.", s.cond.at, "Leave out the branch that never comes."
        )


def _no(e: core.Expr) -> bool:
    return isinstance(e, Const) and not e.value


def _ruled(w: World, e: core.Expr) -> bool:
    """Does this depend on a ruling? Then it is not always so."""
    return any((e.at.file, line) in w.ruled for line in range(e.at.line, e.at.end_line + 1))


def leaves(w: World, body: list[Stmt]) -> bool:
    """Can this block leave the loop around it: by itself, or by an effect inside that ends something outside?"""
    inside: set[int] = set()
    todo = [p for s in below(body) for p in _runs(s)]
    while todo:
        number = todo.pop()
        if number not in inside:
            inside.add(number)
            todo += [p for p, _ in called(w.program.procs[number])]
    if any(isinstance(s, core.Stop | core.Give) for s in below(body)):
        return True
    ends = [
        s.proc
        for part in (body, *(w.program.procs[n].body for n in inside))
        for s in below(part)
        if isinstance(s, core.End)
    ]
    return any(target not in inside for target in ends)


def _runs(s: Stmt) -> list[int]:
    if isinstance(s, core.Run | core.AsAll):
        return [s.proc]
    return [e.proc for e in s.entries] if isinstance(s, core.Offer) else []


def _ties(e: core.Expr) -> Iterator[Diagnostic]:
    if isinstance(e, Unary) and e.op == "only" and isinstance(e.of, Quant) and e.of.word in ("most", "least"):
        yield warning(
            "RW4056", "A tie is not provided for: there can be several with the same number.", e.at,
            "Name the set with `let`, and say what happens when its size is not 1; or name the first of them:"
            " `first p in seats(me) by -p.points: p`.",
        )  # fmt: skip


_BEYOND: dict[str, Callable[[core.Num, core.Num], bool]] = {
    "lt": lambda a, b: a.lo >= b.hi,
    "le": lambda a, b: a.lo > b.hi,
    "gt": lambda a, b: a.hi <= b.lo,
    "ge": lambda a, b: a.hi < b.lo,
    "eq": lambda a, b: a.hi < b.lo or b.hi < a.lo,
}


def _beyond(e: core.Expr) -> list[tuple[core.Span, str]]:
    """Say where and why a condition never holds: a comparison of two numbers whose ranges do not meet."""
    if not isinstance(e, core.Binary):
        return []
    if e.op == "and":
        return _beyond(e.left) or _beyond(e.right)
    a, b = e.left.type, e.right.type
    if e.op not in _BEYOND or not (isinstance(a, core.Num) and isinstance(b, core.Num)) or a.none or b.none:
        return []
    if (isinstance(e.left, Const) and isinstance(e.right, Const)) or not _BEYOND[e.op](a, b):
        return []
    return [(e.at, f"the number on the left is {_reach(a)}, the one on the right {_reach(b)}")]


def _reach(t: core.Num) -> str:
    return f"{t.lo}" if t.lo == t.hi else f"{t.lo} to {t.hi}"


def _never(w: World, proc: core.Proc) -> Iterator[Diagnostic]:
    for s in proc.body:
        if isinstance(s, core.Needs) and not s.forbids and not _ruled(w, s.cond):
            never = _beyond(s.cond) or ([(s.at, "this requirement never holds")] if _no(s.cond) else [])
            help = "Correct the condition, or leave the action out."
            for at, why in never:
                yield mistake("RW4054", f"`{proc.name}` can never be done: {why}.", at, help).diagnostic
        elif not isinstance(s, core.Needs | core.Let):
            return
