"""The data of a compiled ruleset around its code: sizes fit, addresses lie in the state, numbers name something."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from .. import ir

MOST_SEATS = 100
NOTHING = -1


def flaws(c: ir.Compiled) -> Iterator[str]:
    """Say what cannot be right about the data of a ruleset."""
    yield from _whole(c)
    yield from _procs(c)
    yield from _slots(c)
    yield from _places(c)
    yield from _decisions(c)
    yield from _names(c)


def _whole(c: ir.Compiled) -> Iterator[str]:
    if not 1 <= c.players[0] <= c.players[1] <= MOST_SEATS:
        yield "ruleset: it is for no number of players there is"
    if len(c.state) < ir.HEADER:
        yield "ruleset: the state has no header"
    if any(not table for table in c.tables) or any(not rows for rows in c.lists):
        yield "ruleset: a table has no guard"
    for first, count, _, _ in c.rooms:
        if first < 0 or count < 0 or first + count > len(c.state):
            yield "ruleset: a room lies outside the state"
    for domain in c.domains:
        if len(domain.titles) != len(domain.ids) or len(domain.designs) not in (0, len(domain.ids)):
            yield f"{domain.name}: its lists differ in length"
        if any(not 0 <= design < len(domain.ids) for design in domain.designs):
            yield f"{domain.name}: a copy of nothing"
        for table in [domain.go, *(trait.table for trait in domain.traits)]:
            if not NOTHING <= table < len(c.tables):
                yield f"{domain.name}: there is no table {table}"
        if domain.part_of and not _parts_of_something(c, domain):
            yield f"{domain.name}: parts of nothing"
    for number, text in enumerate(c.texts):
        if any(isinstance(part, int) and not 0 <= part < len(text.types) for part in text.parts):
            yield f"text {number}: there is no such argument"


def _parts_of_something(c: ir.Compiled, domain: ir.Domain) -> bool:
    trait = next((trait for trait in domain.traits if trait.name == domain.part_of), None)
    whole = next((d for d in c.domains if trait is not None and d.name == trait.type), None)
    if trait is None or whole is None or not 0 <= trait.table < len(c.tables) or whole is domain:
        return False
    named = c.tables[trait.table][: len(domain.ids)]
    return len(named) == len(domain.ids) and all(0 <= n < len(whole.ids) for n in named)


def _procs(c: ir.Compiled) -> Iterator[str]:
    for f in c.functions:
        if not 0 <= f.params <= f.registers or not 0 <= f.span < len(c.spans):
            yield f"function {f.name}: its registers do not fit"
    for p in c.procs:
        fits = p.params >= 0 and p.base >= ir.HEADER and p.registers >= 0 and p.size >= 0
        if not fits or not p.blocks or p.base + p.size > len(c.state) or not 0 <= p.span < len(c.spans):
            yield f"procedure {p.name}: the frame does not fit"
        if any(not 0 <= block.span < len(c.spans) for block in p.blocks):
            yield f"procedure {p.name}: a block comes from nowhere"
        if any(not 0 <= cell < p.size for cell in p.counts):
            yield f"procedure {p.name}: it counts in no cell of its own"
        for room in [*p.rooms, *(room for block in p.blocks for room in block.rooms)]:
            if not 0 <= room < len(c.rooms):
                yield f"procedure {p.name}: there is no room {room}"


def _slots(c: ir.Compiled) -> Iterator[str]:
    for number, slot in enumerate(c.slots):
        if not len(slot.keys) == len(slot.sizes) == len(slot.offsets) or any(size < 0 for size in slot.sizes):
            yield f"{slot.address}: keys and sizes differ"
            continue
        cells = prod(slot.sizes) * slot.stride
        if slot.stride < 1 or slot.addr <= ir.HEADER - 1 or slot.addr + cells > len(c.state):
            yield f"{slot.address}: it lies outside the state"
        places = 1 + sum(run.count for run in c.places if run.count > 0)
        if slot.place != NOTHING and not 0 < slot.place <= places - prod(slot.sizes):
            yield f"{slot.address}: there is no place {slot.place}"
        if slot.bits < 0 or slot.lo > slot.hi or not NOTHING <= slot.movable < len(c.movables):
            yield f"{slot.address}: its type does not fit"
        if not NOTHING <= slot.revealed < len(c.slots) or slot.revealed == number:
            yield f"{slot.address}: there is no slot {slot.revealed}"


def _places(c: ir.Compiled) -> Iterator[str]:
    sizes = {domain.name: len(domain.ids) for domain in c.domains}
    for movable in c.movables:
        count = sum(sizes.get(name, len(c.state)) for name in movable.domains)
        if not ir.HEADER <= movable.loc <= len(c.state) - count:
            yield f"{movable.domain}: where it lies is not in the state"
    following = 1
    for run in c.places:
        if run.first != following or run.count < 0 or run.stride < 1 or not 0 <= run.slot < len(c.slots):
            yield f"place {run.first}: it does not follow the ones before"
            return
        following += run.count
        if run.addr < ir.HEADER or run.addr + run.count * run.stride > len(c.state):
            yield f"place {run.first}: it lies outside the state"
        if not 0 <= c.slots[run.slot].movable < len(c.movables):
            yield f"place {run.first}: nothing can lie there"


def _decisions(c: ir.Compiled) -> Iterator[str]:
    for site in c.sites:
        if not site.entries or not 0 <= site.span < len(c.spans):
            yield f"site {site.name}: there is nothing to decide"
        for e in site.entries:
            if len(e.open) not in (0, len(e.types)):
                yield f"site {site.name}: it does not say of each element whether it is open"
            if not len(e.radix) == len(e.offsets) == len(e.types) or any(radix < 1 for radix in e.radix):
                yield f"site {site.name}: {e.name} cannot be told from others"
            if any(not 0 <= room < len(c.rooms) for room in e.rooms):
                yield f"site {site.name}: {e.name} needs a room that is not there"
            if not NOTHING <= e.proc < len(c.procs) or not NOTHING <= e.guard < len(c.functions):
                yield f"site {site.name}: {e.name} does nothing there is"
    for chance in c.chances:
        if not ir.HEADER <= chance.addr < len(c.state) or not 0 <= chance.span < len(c.spans):
            yield f"chance {chance.name}: its word lies outside the state"


def _names(c: ir.Compiled) -> Iterator[str]:
    if not c.spans or not NOTHING <= c.setup < len(c.procs):
        yield "ruleset: it begins nowhere"
    for sheet in c.scorings:
        if len(sheet.titles) != len(sheet.slots) or any(not 0 <= slot < len(c.slots) for slot in sheet.slots):
            yield f"{sheet.address}: a line has no slot"
    spans = [told.span for told in (*c.actions, *c.effects, *c.values)]
    spans += [*(check.span for check in c.invariants), *(scenario.span for scenario in c.scenarios)]
    if any(not 0 <= span < len(c.spans) for span in spans):
        yield "ruleset: something stands nowhere"
    for scenario in c.scenarios:
        procs = [scenario.given, *(s.proc for s in scenario.steps), *(t.proc for t in scenario.then)]
        functions = [t.function for t in scenario.then]
        if any(not NOTHING <= p < len(c.procs) for p in procs) or any(
            not NOTHING <= f < len(c.functions) for f in functions
        ):
            yield f"scenario {scenario.title}: it runs nothing there is"
