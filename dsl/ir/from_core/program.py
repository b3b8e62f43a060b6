"""The way in: a whole program to a compiled ruleset."""

from __future__ import annotations

import re
from collections.abc import Callable

from regelwerk.dsl import core, ir
from regelwerk.dsl.core.from_ast.incremental import Memory

from ..analysis.digest import Remember, afresh
from ..memory_map import describe
from ..optimise import hoisting
from ..shapes import InternalError, key_name, type_name
from . import builder
from .emitters import EMITTERS
from .expressions import calls
from .statements.procedures import procedures
from .store import Pending, Store, open_store


def lower(program: core.Program, remember: Remember = afresh) -> ir.Compiled:
    """Lower a checked program."""
    return Lowering(program, remember).compiled()


class Lowering:
    """A lowered program. What only the message of a failing scenario needs can be made when one has failed."""

    def __init__(self, program: core.Program, remember: Remember = afresh) -> None:
        self.program = program
        self.store = open_store(program, EMITTERS, remember)
        hoisting.rearrange(self.store)
        for n in range(len(program.funcs)):
            calls.made(self.store, n)
        self.procs = procedures(self.store)

    def compiled(self, telling: Callable[[core.Scenario], bool] = lambda scenario: True) -> ir.Compiled:
        """Give the compiled ruleset; these scenarios can tell what they found instead of what they expected."""
        scenarios = [_scenario(self.store, s, telling(s)) for s in self.program.scenarios]  # may make functions, too
        invariants = [_invariant(self.store, i) for i in self.program.invariants]  # ... as these may
        made = _compiled(self.store, self.procs, scenarios, invariants)
        made._sound = True
        return made


def _compiled(
    store: Store, procs: list[ir.Proc], scenarios: list[ir.Scenario], invariants: list[ir.Check]
) -> ir.Compiled:
    program = store.program
    end = max((p.base + p.size for p in procs), default=store.layout.frames)
    state = store.layout.state + [0] * (end - len(store.layout.state))
    titles, translations = _translated(program)
    return ir.Compiled(
        name=program.name,
        title=program.title,
        players=program.players,
        domains=[_domain(program, d) for d in program.domains.values()],
        texts=store.texts,
        translations=translations,
        titles=titles,
        slots=describe(program, store.shapes, store.layout),
        movables=store.layout.movables,
        places=store.layout.places,
        state=state,
        tables=store.tables,
        lists=[[*map(list, t.rows), []] for t in program.lists],
        functions=_functions(store),
        procs=procs,
        main=program.main,
        setup=program.setup,
        scenarios=scenarios,
        sites=store.sites,
        rooms=store.rooms,
        chances=store.chances,
        events=store.events,
        changes=store.changes,
        invariants=invariants,
        scorings=[
            ir.ScoreSheet(name=s.name, address=s.address, titles=[t for t, _ in s.lines], slots=[n for _, n in s.lines])
            for s in program.scorings
        ],
        ranks=[ir.Rank.model_validate({"word": r.word, "function": r.func}) for r in program.ranks],
        actions=[_named(store, name, n) for name, n in program.actions.items()],
        effects=[_named(store, p.name, n) for n, p in enumerate(program.procs)],
        values=[_value(store, name, n) for name, n in program.values.items()],
        shows=[_show(program, s) for s in program.shows],
        spans=store.spans,
    )


def _show(program: core.Program, s: core.Show) -> ir.Show:
    fields = [
        ir.Fixed(
            owner=f.owner, name=f.name, type=_fixed_type(program, f), table=f.table, rows=f.rows, words=list(f.words)
        )
        for f in s.fields
    ]
    return ir.Show(word=s.word, paths=list(s.paths), by=list(s.by), text=s.text, style=s.style, fields=fields)


def _fixed_type(program: core.Program, f: core.Fixed) -> str:
    if f.table >= 0:
        return type_name(program.tables[f.table].type)
    return type_name(program.lists[f.rows].element) if f.rows >= 0 else ""


def _scenario(store: Store, s: core.Scenario, telling: bool) -> ir.Scenario:
    steps = [
        ir.Step(proc=x.proc, span=store.span(x.at)) if isinstance(x, core.Do) else _answer(store, x) for x in s.steps
    ]
    then = [
        ir.Expectation(
            function=x.func,
            proc=x.proc,
            args=list(x.args),
            text=x.text or "",
            span=store.span(x.at),
            cites=list(x.cites),
            source=x.source,
            parts=[_comparison(store, part) for part in x.parts] if telling else [],
            varies=x.varies,
            after=x.after,
            hears=x.hears,
            heard=x.heard,
        )
        for x in s.then
    ]
    return ir.Scenario(
        title=s.title, seats=list(s.seats), given=s.given, steps=steps, then=then, cites=list(s.cites),
        span=store.span(s.at), breaks=list(s.breaks), setup=[_answer(store, x) for x in s.setup],
    )  # fmt: skip


def _invariant(store: Store, i: core.Invariant) -> ir.Check:
    parts = [_comparison(store, part) for part in i.parts]
    return ir.Check(title=i.title, function=i.func, cites=list(i.cites), span=store.span(i.at), parts=parts)


def _answer(store: Store, x: core.Answer) -> ir.Step:
    return ir.Step(seat=x.seat, option=x.option, refused=x.refused, span=store.span(x.at))


def _comparison(store: Store, c: core.Comparison) -> ir.Comparison:
    return ir.Comparison.model_validate(
        {
            "op": c.op,
            "left": _side(store, c.left),
            "right": None if c.right is None else _side(store, c.right),
            "wanted": c.wanted,
            "given": [_side(store, side) for side in c.given],
            "proc": c.proc,
        }
    )


def _side(store: Store, side: core.Side) -> ir.Side:
    """Make a function that only the message needs: it has no number, and no engine prepares it."""
    writer = builder.function(store, "then", ())
    calls.give(writer, side.of)
    made = writer.finish(Pending(-1), "side", 0, False)
    return ir.Side(text=side.text, type=type_name(side.of.type), code=made)


def _functions(store: Store) -> list[ir.Function]:
    made = [p.made for p in store.functions]
    found = [f for f in made if f is not None]
    if len(found) != len(made):
        raise InternalError("a function has no body")
    return found


def _traits(program: core.Program, d: core.Domain) -> list[ir.Trait]:
    """List the static fields of a domain that name one thing each."""
    own, found = f"{d.name}.", dict[str, ir.Trait]()
    for t in program.tables:
        if t.name.startswith(own) and len(t.keys) == 1 and isinstance(t.type, core.Ref) and len(t.type.domains) == 1:
            name = t.name.removeprefix(own)
            found.setdefault(name, ir.Trait(name=name, table=t.id, type=t.type.domains[0]))
    return list(found.values())


def _domain(program: core.Program, d: core.Domain) -> ir.Domain:
    shape, width, height = d.board or ("", 0, 0)
    copies = any(first != n for n, first in enumerate(d.designs))
    return ir.Domain.model_validate(
        {
            "name": d.name,
            "kind": d.kind,
            "ids": list(d.ids),
            "titles": list(d.titles),
            "designs": list(d.designs) if copies else [],
            "shape": shape,
            "width": width,
            "height": height,
            "go": next((t.id for t in program.tables if t.name == f"{d.name}.go"), -1),
            "traits": _traits(program, d),
            "part_of": d.part_of,
        }
    )


def _named(store: Store, name: str, number: int) -> ir.Named:
    p = store.program.procs[number]
    return ir.Named(
        name=name,
        number=number,
        types=[key_name(v.type) for v in p.params],
        me=_me(p.params),
        type="" if p.result is None else type_name(p.result),
        cites=list(p.cites),
        span=store.span(p.at),
    )


def _value(store: Store, name: str, number: int) -> ir.Named:
    f = store.program.funcs[number]
    return ir.Named(
        name=name,
        number=number,
        types=[key_name(v.type) for v in f.params],
        me=_me(f.params),
        type=type_name(f.type),
        cites=list(f.cites),
        span=store.span(f.at),
    )


def _me(params: tuple[core.Var, ...]) -> bool:
    return bool(params) and params[0].name == "me"


_ARGUMENT = re.compile(r"\{(\d+)\}")


def _translated(
    program: core.Program,
) -> tuple[dict[str, dict[str, str]], dict[str, dict[str, list[str | int]]]]:
    """Part translated titles of things ("Domain.id") from sentences."""
    things = {f"{d.name}.{i}" for d in program.domains.values() for i in d.ids}
    titles: dict[str, dict[str, str]] = {}
    sentences: dict[str, dict[str, list[str | int]]] = {}
    for language, texts in program.texts.items():
        for address, parts in texts.items():
            if address in things:
                titles.setdefault(language, {})[address] = "".join(parts)
            else:
                sentences.setdefault(language, {})[address] = [
                    int(m[1]) if (m := _ARGUMENT.fullmatch(p)) else p for p in parts
                ]
    return titles, sentences


def lowering(program: core.Program, memory: Memory | None) -> Lowering:
    """Lower a program; what the memory knows about parts of it is not worked out again."""
    return Lowering(program) if memory is None else Lowering(program, memory.of)
