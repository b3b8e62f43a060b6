"""What runs in a game. Most procedures and functions of a large ruleset serve its scenarios only: engines that play
whole games do without them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from regelwerk.dsl import ir
from regelwerk.dsl.ir.operations import Body

from .code import called, callee, everything, results, term_expressions


@dataclass(frozen=True, slots=True)
class Reachable:
    """Numbers of what is needed; the rest is emptied and keeps its number."""

    procs: set[int] = field(default_factory=set)
    functions: set[int] = field(default_factory=set)
    sites: set[int] = field(default_factory=set)


def reachable(compiled: ir.Compiled, functions: Iterable[int]) -> Reachable:
    """Find what a game can come by from its start, and what these functions do."""
    found = Reachable()
    procs = [compiled.main] + ([compiled.setup] if compiled.setup >= 0 else [])
    rest = list(functions)
    while procs or rest:
        if procs:
            number = procs.pop()
            if number in found.procs:
                continue
            found.procs.add(number)
            code = [s for block in compiled.procs[number].blocks for s in _of_block(compiled, block, found)]
            procs += [proc for block in compiled.procs[number].blocks if (proc := callee(block.term)) >= 0]
        else:
            number = rest.pop()
            if number in found.functions:
                continue
            found.functions.add(number)
            code = compiled.functions[number].body
        for node in everything(code):
            rest += called(node)
            if node[0] == "trial":
                procs.append(node[1])
    return found


def _of_block(compiled: ir.Compiled, block: ir.Block, found: Reachable) -> Body:
    """Give everything a block works out, what its decision asks included; note the decision."""
    code: Body = [*block.code, *results(term_expressions(block.term))]
    if block.term[0] != "ask":
        return code
    site = compiled.sites[block.term[1]]
    found.sites.add(block.term[1])
    code += [*results([site.who]), ("do", site.options, [])]
    for entry in site.entries:
        code += results(entry.call)
        if entry.guard >= 0:
            code.append(("do", entry.guard, []))
        if entry.proc >= 0:
            code.append(("ret", ("trial", entry.proc, [])))
    return code


def without_the_rest(compiled: ir.Compiled, kept: Reachable) -> ir.Compiled:
    """Empty what is not needed."""
    functions = [
        f if n in kept.functions else f.model_copy(update={"body": [], "registers": f.params})
        for n, f in enumerate(compiled.functions)
    ]
    procs = [
        proc if n in kept.procs else proc.model_copy(update={"blocks": [], "ranges": [], "rooms": []})
        for n, proc in enumerate(compiled.procs)
    ]
    sites = [
        site if n in kept.sites else site.model_copy(update={"who": 0, "entries": [_alone(e) for e in site.entries]})
        for n, site in enumerate(compiled.sites)
    ]
    return compiled.model_copy(update={"functions": functions, "procs": procs, "sites": sites})


def _alone(entry: ir.Entry) -> ir.Entry:
    return entry.model_copy(update={"call": [], "guard": -1, "proc": -1})
