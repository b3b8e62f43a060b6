"""Whose code it is: functions, procedures and sites, who calls whom, and on whose behalf something runs."""

from __future__ import annotations

from collections.abc import Iterator

from regelwerk.dsl import ir
from regelwerk.dsl.ir.operations import Body, Expression
from regelwerk.interpreter.analysis.code import called, everything, results, term_expressions

Owner = tuple[str, int]  # ("f", function) or ("p", procedure) or ("s", site)


def owners_of(compiled: ir.Compiled) -> dict[Owner, set[int]]:
    """For every function, site and procedure, the procedures on whose behalf it runs."""
    found: dict[Owner, set[int]] = {("p", n): {n} for n in range(len(compiled.procs))}
    found |= {("f", n): set() for n in range(len(compiled.functions))}
    found |= {("s", n): set() for n in range(len(compiled.sites))}
    calls = {("f", n): _called(f.body) for n, f in enumerate(compiled.functions)}
    for n, p in enumerate(compiled.procs):
        todo: set[int] = set()
        for block in p.blocks:
            todo |= _called([*block.code, *results(term_expressions(block.term))])
            match block.term:
                case ("ask", number, _):
                    site = compiled.sites[number]
                    found["s", number].add(n)
                    todo |= {site.options, *(entry.guard for entry in site.entries if entry.guard >= 0)}
                    todo |= _called(results(_of_site(site)))
        done: set[int] = set()
        while todo:
            f = todo.pop()
            if f not in done:
                done.add(f)
                found["f", f].add(n)
                todo |= calls["f", f]
    return found


def callers_of(compiled: ir.Compiled) -> dict[int, list[Owner]]:
    """For every function, who calls it."""
    found: dict[int, list[Owner]] = {}
    for owner, code in codes_of(compiled):
        for other in _called(code):
            found.setdefault(other, []).append(owner)
    return found


def codes_of(compiled: ir.Compiled) -> Iterator[tuple[Owner, Body]]:
    """Give all code with its owner; expressions as statements."""
    for n, f in enumerate(compiled.functions):
        yield ("f", n), f.body
    for n, p in enumerate(compiled.procs):
        terms = results(e for block in p.blocks for e in term_expressions(block.term))
        yield ("p", n), [*(s for block in p.blocks for s in block.code), *terms]
    for n, site in enumerate(compiled.sites):
        yield ("s", n), results(_of_site(site))


def _of_site(site: ir.Site) -> list[Expression]:
    return [site.who, *(arg for entry in site.entries for arg in entry.call)]


def _called(body: Body) -> set[int]:
    return {f for node in everything(body) for f in called(node)}
