"""Decisions: the site with its options, the stop, and reading the answer."""

from __future__ import annotations

from collections.abc import Sequence

from regelwerk.dsl import ir
from regelwerk.dsl.core import Can, Choose, Const, Expr, FromSet, Loop, Offer, Options, Quant, Ref, SetOf, Text, Var
from regelwerk.dsl.core import Entry as CoreEntry
from regelwerk.dsl.core import Local as CoreLocal
from regelwerk.dsl.core.substitution import substitute
from regelwerk.dsl.core.visitor import inside
from regelwerk.dsl.ir import Code
from regelwerk.dsl.ir.analysis.outcomes import NEVER
from regelwerk.dsl.ir.optimise import sieves
from regelwerk.dsl.ir.shapes import key_name, offset

from .. import builder, fold
from .. import guards as guard
from ..builder import Writer
from ..guards import Item, Required
from . import simple
from .cutting import write_all
from .frames import Draft, Frame
from .options import spread

CHOSEN: Code = ("ld", ir.CHOSEN, 0)
WHO = Ref(("Player",))


# ------------------------------------------------------------------------------------------------ pieces


def _lister(f: Frame, *trees: object) -> Writer:
    """Start the option function: it reads the frame, names used in loops once."""
    writer = Writer(f.store, f.address, builder.reachable(f.env))
    for v in f.store.facts.uses.free(list(trees)):
        if v in writer.env and not isinstance(writer.env[v], int):
            writer.env[v] = writer.keep(writer.env[v])
    return writer


def _trees(items: Sequence[Item]) -> list[Expr]:
    return [i.cond if isinstance(i, Required) else i.value for i in items]


def _options(f: Frame, writer: Writer, name: str) -> int:
    pending = f.store.function()
    writer.finish(pending, f"options of {name}", 0, False)
    return pending.number


def _speaker(f: Frame, elements: Sequence[Var] = ()) -> Writer:
    """Read what labels say: register 0 is who decides, then the chosen elements."""
    writer = Writer(f.store, f.address, builder.reachable(f.env))
    writer.register()
    for v in elements:
        writer.bind(v, ("v", writer.register()))
    return writer


def _say(writer: Writer, text: Text | None) -> tuple[int, list[Code]]:
    if text is None:
        return -1, []
    number, args = writer.store.text(text)
    return number, builder.texts(writer, args)


def _guard(f: Frame, elements: Sequence[Var], items: Sequence[Item], name: str) -> int:
    """Make the function that tells all leading requirements."""
    if not any(isinstance(i, Required) and i.message is not None for i in items):
        return -1
    who = f.store.fresh(Var(0, "who", WHO))
    writer = builder.function(f.store, f.address, (who, *elements), builder.reachable(f.env))
    guard.tell(writer, items)
    pending = f.store.function()
    writer.finish(pending, f"guard of {name}", 1 + len(elements), False)
    return pending.number


def _domain(f: Frame, loops: Sequence[Loop]) -> list[Code]:
    """Give all candidates of each element, for `why`; nothing if these are all there are."""
    shapes = f.store.shapes
    full = [
        loop.where is None
        and isinstance(s := loop.source, FromSet)
        and isinstance(s.set, Const)
        and s.set.value == shapes.full(loop.var.type)
        for loop in loops
    ]
    if all(full):
        return []
    writer = _speaker(f, [loop.var for loop in loops])
    found: list[Code] = []
    for loop, everything in zip(loops, full, strict=True):
        t = loop.var.type
        assert not isinstance(t, SetOf)
        if everything:
            found.append(shapes.full(t))
            continue
        v = f.store.fresh(loop.var)
        source, where = loop.source, loop.where
        same = substitute((source, where), {loop.var.id: CoreLocal(v, type=t)}, f.store.fresh)
        all_of = Quant("collect", (Loop(v, same[0], same[1]),), CoreLocal(v, type=t), type=SetOf(t))  # type: ignore[arg-type]
        found.append(builder.closed(writer, all_of))
    return found


def _site(
    f: Frame,
    s: Choose | Options | Offer,
    kind: str,
    name: str,
    options: int,
    entries: list[ir.Entry],
    question: Text | None,
    forced: bool,
    secret: bool = False,
) -> int:
    asker = _speaker(f)
    number, args = _say(asker, question)
    made = ir.Site.model_validate(
        {
            "name": name,
            "kind": kind,
            "who": builder.closed(_lister(f), s.who),
            "options": options,
            "entries": entries,
            "question": number,
            "args": args,
            "forced": forced,
            "secret": secret,
            "span": f.store.span(s.at),
            "cites": list(s.cites),
        }
    )
    f.store.sites.append(made)
    return len(f.store.sites) - 1


def _ask(f: Frame, s: Choose | Options | Offer, site: int) -> tuple[Draft, tuple[int, ...]]:
    """Stop; go on inside a guarded place. Gives the block after it, and the path to come back to."""
    outer, after = f.path, f.draft()
    f.path = f.unit(s, option=not isinstance(s, Choose))
    start = f.draft()
    f.close(("ask", site, start))
    f.enter(start)
    return after, outer


def _code(entry: int, entries: int, digits: Sequence[Code], radix: Sequence[int]) -> Code:
    payload: Code = 0
    for digit, size in zip(reversed(digits), reversed(radix), strict=True):
        payload = fold.add(digit, fold.mul(size, payload))
    return fold.add(fold.mul(payload, entries), entry)


# ------------------------------------------------------------------------------------------------ choose


def choose(f: Frame, s: Choose) -> None:
    """One element of a source; with `no`, or none."""
    store, var = f.store, s.loop.var
    name = store.name(f"{s.address or f.address}/choose {var.name}")
    declinable = s.no is not None
    count = 2 if declinable or s.if_any else 1
    items = guard.leading(store, s.rest)
    asked = [*items, *map(Required, sieves.of_block(store, s.rest))]
    writer = _lister(f, s.loop, *_trees(asked))
    found = writer.keep(0) if s.if_any and not declinable else None

    def offer() -> None:
        if found is not None:
            writer.set(found[1], 1)
        writer.emit(("opt", fold.mul(fold.sub(writer.env[var.id], offset(var.type)), count)))

    spread(writer, None, (s.loop,), asked, offer)
    if declinable:
        writer.emit(("opt", 1))
    elif found is not None:
        writer.branch(fold.negate(found), lambda: writer.emit(("opt", 1)))
    entry = ir.Entry(
        name=var.name,
        types=[key_name(var.type)],
        radix=[store.shapes.size(var.type)],
        offsets=[offset(var.type)],
        open=_open(f, [s.loop], (), store.facts.may_fail(s.rest)),
        guard=_guard(f, (var,), items, name),
        domain=_domain(f, (s.loop,)),
    )
    entries = [entry]
    if count == 2:
        declined = "done" if s.one_of_several else "no"
        entries.append(ir.Entry(name=declined if declinable else "none"))
    site = _site(f, s, "choose", name, _options(f, writer, name), entries, s.question, True, s.secret)
    f.mark(store.facts.empty(s))
    f.moving(s)
    after, outer = _ask(f, s, site)
    if count == 2:
        yes, no = f.draft(), f.draft() if declinable else after
        f.close(("br", fold.arithmetic("mod", CHOSEN, 2, 0), no, yes))
        if s.no is not None:
            f.enter(no)
            write_all(f, s.no)
            f.goto(after)
        f.enter(yes)
    f.assign(var, f.keep(fold.add(fold.arithmetic("div", CHOSEN, count, 0), offset(var.type))))
    write_all(f, guard.rest(store, s.rest))
    f.goto(after)
    f.path = outer
    f.enter(after)


# ------------------------------------------------------------------------------------------------ options


def options(f: Frame, s: Options) -> None:
    """One of several labelled bodies."""
    store = f.store
    name = store.name(f"{s.address or f.address}/{s.kind}")
    writer = _lister(f)
    entries = []
    for n, o in enumerate(s.options):
        items = guard.leading(store, o.body)
        asked = [*items, *map(Required, sieves.of_block(store, o.body))]
        spread(writer, o.when, (), asked, lambda n=n: writer.emit(("opt", n)))  # type: ignore[misc]
        text, args = _say(_speaker(f), o.label)
        told = _guard(f, (), items, f"{name}/{o.name}")
        entries.append(ir.Entry(name=o.name, text=text, args=args, guard=told, cites=list(o.cites)))
    site = _site(f, s, s.kind, name, _options(f, writer, name), entries, s.question, True)
    f.mark(store.facts.failing(s))
    f.moving(s)
    after, outer = _ask(f, s, site)
    starts = _jump(f, CHOSEN, len(s.options))
    for start, o in zip(starts, s.options, strict=True):
        f.enter(start)
        write_all(f, guard.rest(store, o.body))
        f.goto(after)
    f.path = outer
    f.enter(after)


def _jump(f: Frame, on: Code, count: int) -> list[Draft]:
    starts = [f.draft() for _ in range(count)]
    if count == 1:
        f.goto(starts[0])
    else:
        f.close(("jump", on, list(starts)))
    return starts


# ------------------------------------------------------------------------------------------------ offer


def offer(f: Frame, s: Offer) -> None:
    """One of the actions that can be carried out now."""
    store = f.store
    name = store.name(f"{s.address or f.address}/offer")
    count = len(s.entries)
    writer = _lister(f)
    entries = []
    guards = [guard.of_call(store, e.proc, e.args) for e in s.entries]
    asked = [[*items, *_demands(f, e)] for items, e in zip(guards, s.entries, strict=True)]
    if any(e.loops for e in s.entries):
        looped = [e.loops for e in s.entries], [e.when for e in s.entries]
        writer = _lister(f, *looped, *(t for items in asked for t in _trees(items)))
    for n, e in enumerate(s.entries):
        names = [loop.var for loop in e.loops]
        radix = [store.shapes.size(v.type) for v in names]
        items = guards[n]

        def listed(n: int = n, names: list[Var] = names, radix: list[int] = radix) -> None:
            digits = [fold.sub(writer.env[v.id], offset(v.type)) for v in names]
            writer.emit(("opt", _code(n, count, digits, radix)))

        spread(writer, e.when, e.loops, asked[n], listed)
        entries.append(_entry(f, e, names, radix, items, name))
    site = _site(f, s, "offer", name, _options(f, writer, name), entries, None, False)
    f.mark(store.facts.failing(s))
    f.moving(s)
    after, outer = _ask(f, s, site)
    starts = _jump(f, fold.arithmetic("mod", CHOSEN, count, 0), count)
    for start, e in zip(starts, s.entries, strict=True):
        f.enter(start)
        _take(f, e, count, after)
    f.path = outer
    f.enter(after)


def _demands(f: Frame, e: CoreEntry) -> list[Item]:
    """What does an action demand half-way?"""
    names, demands = sieves.of_call(f.store, e.proc, e.args)
    return [*names, *map(Required, demands)]


def _entry(f: Frame, e: CoreEntry, names: list[Var], radix: list[int], items: list[Item], name: str) -> ir.Entry:
    writer = _speaker(f, names)
    text, args = _say(writer, e.label)
    rooms = f.store.margins.rooms(f.store.margins.taking(e))
    return ir.Entry(
        name=e.name,
        text=text,
        args=args,
        types=[key_name(v.type) for v in names],
        radix=radix,
        offsets=[offset(v.type) for v in names],
        open=[] if rooms else _open(f, e.loops, (e.when, *_trees(items)), f.store.facts.fails_late(e.proc)),
        proc=e.proc,
        call=[builder.closed(writer, a) for a in e.args],
        guard=_guard(f, names, items, f"{name}/{e.name}"),
        domain=_domain(f, e.loops),
        risky=f.store.facts.fails_late(e.proc) != NEVER,
        rooms=rooms,
        cites=list(e.cites),
    )


def _open(f: Frame, loops: Sequence[Loop], asked: Sequence[Expr | None], fails: int) -> list[bool]:
    """Tell of each element whether what can be chosen follows from what everybody sees: then its name may be told,
    wherever it lies. What may fail later may fail for a hidden reason."""

    def told(what: object) -> bool:
        return not f.store.secrets.secret(what) and not any(isinstance(node, Can) for node in inside(what))

    found = [told(loop) for loop in loops]
    return found if fails == NEVER and all(map(told, asked)) and any(found) else []


def _take(f: Frame, e: CoreEntry, count: int, after: Draft) -> None:
    """Read the chosen elements, spend what the action spends, and run it."""
    payload = fold.arithmetic("div", CHOSEN, count, 0)
    if len(e.loops) > 1:
        payload = f.keep(payload)
    for n, loop in enumerate(e.loops):
        size = f.store.shapes.size(loop.var.type)
        last = n == len(e.loops) - 1
        digit = payload if last else fold.arithmetic("mod", payload, size, 0)
        f.assign(loop.var, f.keep(fold.add(digit, offset(loop.var.type))))
        if not last:
            payload = f.keep(fold.arithmetic("div", payload, size, 0))
    cut = any(f.store.facts.splits(t) for t in e.spend)
    args = [] if cut else [f.lasting(a) for a in f.args(e.args)]
    write_all(f, e.spend)
    if cut:
        args = f.args(e.args)
    f.drawing(f.store.facts.draws_first(e.proc))
    if f.store.facts.stops(e.proc):
        after.moves |= f.store.margins.whole.left_by(e.proc)  # the frame stands there while the action runs
        f.close(("call", e.proc, args, after))
    else:
        f.emit(("do", simple.effect(f.store, e.proc), args))
        f.goto(after)
