"""Which scenarios have to run again after a change of the rules: those that came by something that is not as before.

The same code on the same data comes out the same. So a scenario that came out well still does if it is the same, if the
state is laid out as before and if every piece of code, row of a table and decision it came by says what it said. Places
in the source do not count, and sentences only where a scenario expects one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from regelwerk.dsl import ir

from ..game.game import Ruleset
from . import affected
from .run import Outcome, run_scenario
from .tracing import ROWS, UNKNOWN, Numbers, Seen, TracedTrials, Tracing, Whose, inner

# The operand that does not matter to a scenario: a place in the source, or what a listener would be told.
_IDLE = {"div": 3, "divup": 3, "mod": 3, "chk": 4, "some": 2, "needs": 4, "fail": 3, "tick": 2, "event": 1, "note": 1}
REFERS = {**affected.REFERS, "draw": ((2, "chance"),), "shuffle": ((2, "chance"),)}
LEADS = {**affected.LEADS, "end": ((1, "proc"),)}
_GONE = -2  # instead of a number; -1 is used by rulesets
SAME, REWORDED, CHANGED = range(3)
Room = tuple[int, int, int, int]


@dataclass(slots=True)
class _Trace:
    """What a scenario came by when it last ran, and what it was."""

    scenario: ir.Scenario
    seen: set[int]
    rooms: dict[Whose, set[Seen]]
    reasons: bool  # does it expect a sentence


class Selection:
    """Runs the scenarios of one ruleset after another, each only if it may come out in another way."""

    def __init__(self) -> None:
        self._numbers = Numbers()
        self._before: ir.Compiled | None = None
        self._traces: dict[tuple[str, int], _Trace] = {}  # by title, and the how manieth of that title it is
        self._names: list[tuple[str, int]] = []

    def turn(self, compiled: ir.Compiled) -> None:
        """Go on with other rules: forget the scenarios that came by what has changed."""
        change = None if self._before is None else _compared(self._before, compiled, self._numbers)
        if change is None:
            self._traces.clear()
            self._numbers = _numbered(compiled)
        self._names = _counted(s.title for s in compiled.scenarios)
        kept = {}
        for name, s in zip(self._names, compiled.scenarios, strict=True):
            trace = self._traces.get(name)
            if trace is not None and change is not None and not change.touches(trace, s):
                kept[name] = trace
                trace.scenario = s
        self._traces = kept
        self._before = compiled
        self._ruleset = Ruleset(compiled, "reference")
        machine = self._ruleset.machine
        machine.reference = machine.engine = self._engine = Tracing(machine.runtime, self._numbers)
        machine.trials = self._trials = TracedTrials(machine.runtime, self._engine)

    def touched(self, compiled: ir.Compiled) -> list[int]:
        """Tell which scenarios of other rules may come out in another way; they are not gone on with."""
        names = _counted(s.title for s in compiled.scenarios)
        change = None if self._before is None else _compared(self._before, compiled, deepcopy(self._numbers))
        known = {} if change is None else self._traces
        pairs = enumerate(zip(names, compiled.scenarios, strict=True))
        return [n for n, (name, s) in pairs if change is None or name not in known or change.touches(known[name], s)]

    def knows(self, scenario: int) -> bool:
        """Tell whether a scenario comes out well without being run."""
        return self._names[scenario] in self._traces

    def run(self, scenario: int) -> Outcome:
        """Run a scenario; remember what it came by if it comes out well."""
        self._engine.seen.clear()
        self._trials.found = {}
        s = self._ruleset.compiled.scenarios[scenario]
        outcome = run_scenario(self._ruleset, s)
        if outcome.ok and UNKNOWN not in self._engine.seen:
            reasons = any(expected.proc >= 0 or expected.hears >= 0 for expected in s.then)
            trace = _Trace(s, self._engine.seen.copy(), self._trials.found, reasons)
            self._traces[self._names[scenario]] = trace
        return outcome


# ---------------------------------------------------------------- comparing two rulesets


def _numbered(compiled: ir.Compiled) -> Numbers:
    fresh = Numbers()
    for kind in ("functions", "procs", "sites", "tables", "lists"):
        setattr(fresh, kind, [fresh.fresh() for _ in getattr(compiled, kind)])
    return fresh


def _compared(old: ir.Compiled, new: ir.Compiled, numbers: Numbers) -> _Change | None:
    """Find what has changed, and give everything the number it had before; None if the state is laid out anew."""
    if _common(old) != _common(new) or not _same_start(old.state, new.state):
        return None
    change = _Change(old, new, numbers)
    for kind, now in change.now.items():
        before = getattr(numbers, kind)
        back = {new_one: before[n] for n, new_one in enumerate(now) if new_one >= 0}
        setattr(numbers, kind, [back[n] if n in back else numbers.fresh() for n in range(len(getattr(new, kind)))])
    return change


def _common(c: ir.Compiled) -> object:
    """What every run depends on."""
    domains = [(d.name, d.kind, d.ids, d.designs) for d in c.domains]
    chances = [(x.name, x.addr) for x in c.chances]
    return c.players, domains, c.slots, c.movables, c.places, chances


def _same_start(old: Sequence[int], new: Sequence[int]) -> bool:
    """Is the first state the same? How many cells frames need at its end does not matter."""
    both = min(len(old), len(new))
    return old[:both] == new[:both] and not any(old[both:]) and not any(new[both:])


class _Change:
    """What is not as before, in numbers of things a run can come by."""

    def __init__(self, old: ir.Compiled, new: ir.Compiled, numbers: Numbers) -> None:
        self.old, self.new, self.numbers = old, new, numbers
        self.now: dict[str, list[int]] = {
            "functions": _by_name(old.functions, new.functions),
            "procs": _by_name(old.procs, new.procs),
            "sites": _by_name(old.sites, new.sites),
            "tables": _by_content(old.tables, new.tables),
            "lists": _by_content(old.lists, new.lists),
        }
        self.retitled = [d.titles for d in old.domains] != [d.titles for d in new.domains]
        self.changed: set[int] = set()
        self.reworded: set[int] = set()
        self.rooms: dict[Whose, tuple[list[Room], list[Room]]] = {}
        moved = any(now != list(range(len(now))) for now in self.now.values())
        self._strict = moved or old.texts != new.texts or old.chances != new.chances  # equal code may not be the same
        self._rows(old.tables, new.tables, "tables")
        self._rows(old.lists, new.lists, "lists")
        self._functions()
        self._procs()
        self._sites()

    def touches(self, trace: _Trace, s: ir.Scenario) -> bool:
        """Tell whether a scenario may come out in another way."""
        if not self._same_scenario(trace.scenario, s) or not trace.seen.isdisjoint(self.changed):
            return True
        if trace.reasons and (self.retitled or not trace.seen.isdisjoint(self.reworded)):
            return True
        return any(
            whose in trace.rooms and not all(_as_tight(seen, *rooms) for seen in trace.rooms[whose])
            for whose, rooms in self.rooms.items()
        )

    def _same_scenario(self, a: ir.Scenario, b: ir.Scenario) -> bool:
        procs = [self.old.setup, self.old.main, a.given] + [x.proc for x in a.steps] + [x.proc for x in a.then]
        now = [self.new.setup, self.new.main, b.given] + [x.proc for x in b.steps] + [x.proc for x in b.then]
        return (
            (a.seats, a.breaks) == (b.seats, b.breaks)
            and [(x.seat, x.option, x.refused) for x in a.setup] == [(x.seat, x.option, x.refused) for x in b.setup]
            and [(x.seat, x.option, x.refused) for x in a.steps] == [(x.seat, x.option, x.refused) for x in b.steps]
            and [_expected(x) for x in a.then] == [_expected(x) for x in b.then]
            and [self._now("functions", x.function) for x in self.old.invariants]
            == [x.function for x in self.new.invariants]
            and [x.title for x in self.old.invariants] == [x.title for x in self.new.invariants]
            and [self._now("procs", n) for n in procs] == now
            and [self._now("functions", x.function) for x in a.then] == [x.function for x in b.then]
        )

    def _now(self, kind: str, number: int) -> int:
        """Give the number that something has now; what is nowhere stays nowhere."""
        return self.now[kind][number] if number >= 0 else number

    # ------------------------------------------------------------ data

    def _rows(self, old: list[Any], new: list[Any], kind: str) -> None:
        for number, now, before in zip(getattr(self.numbers, kind), self.now[kind], old, strict=True):
            after = new[now] if now >= 0 else []
            if before != after:
                first = number << ROWS
                self.changed.update(first + n for n, row in enumerate(before) if n >= len(after) or row != after[n])
                if not after or before[-1] != after[-1]:
                    self.changed.add(first - 1)

    # ------------------------------------------------------------ code

    def _functions(self) -> None:
        for n, now in enumerate(self.now["functions"]):
            piece = self.numbers.pieces.get((self.numbers.functions[n], 0))
            if piece is None:
                continue
            a = self.old.functions[n]
            b = self.new.functions[now] if now >= 0 else None
            if b is None or a.params != b.params:
                self.changed.add(piece)
            else:
                self._walk(piece, a.body, b.body)

    def _procs(self) -> None:
        for n, now in enumerate(self.now["procs"]):
            number = self.numbers.procs[n]
            a = self.old.procs[n]
            b = self.new.procs[now] if now >= 0 else None
            if b is None or _head(a) != _head(b):
                self.changed.update(p for k in range(len(a.blocks)) if (p := self.numbers.pieces.get((number, k))))
                continue
            self._room(number, -1, a.rooms, b.rooms)
            for k, (x, y) in enumerate(zip(a.blocks, b.blocks, strict=True)):
                self._room(number, k, x.rooms, y.rooms)
                piece = self.numbers.pieces.get((number, k))
                if piece is None:
                    continue
                if self._strict or x.term != y.term:
                    self._add(piece, self._terms(x.term, y.term))
                self._walk(piece, x.code, y.code)

    def _walk(self, piece: int, a: list[Any], b: list[Any]) -> None:
        if a == b and not self._strict:
            return
        found = self._several(a, b, self._statement)
        self._add(piece, found)
        if found < CHANGED:
            for k, (x, y) in enumerate(zip(inner(a), inner(b), strict=True)):
                inside = self.numbers.pieces.get((piece, k))
                if inside is not None:
                    self._walk(inside, x, y)

    def _add(self, number: int, how: int) -> None:
        if how == CHANGED:
            self.changed.add(number)
        elif how == REWORDED:
            self.reworded.add(number)

    def _several(self, a: Sequence[Any], b: Sequence[Any], one: Callable[[Any, Any], int]) -> int:
        if len(a) != len(b):
            return CHANGED
        return max(map(one, a, b), default=SAME)

    def _statement(self, a: Any, b: Any) -> int:
        return self._node(a, b, ir.STATEMENTS, REFERS)

    def _terms(self, a: Any, b: Any) -> int:
        return self._node(a, b, ir.TERMINATORS, LEADS)

    def _expression(self, a: Any, b: Any) -> int:
        if isinstance(a, int) or isinstance(b, int):
            return SAME if a == b else CHANGED
        return self._node(a, b, ir.EXPRESSIONS, REFERS)

    def _node(self, a: Any, b: Any, table: dict[str, str], refers: dict[str, tuple[tuple[int, str], ...]]) -> int:
        """Compare without the lists of statements inside."""
        op = a[0]
        if op != b[0]:
            return CHANGED
        found, kinds, idle = SAME, dict(refers.get(op, ())), _IDLE.get(op)
        for at, letter in enumerate(table[op], 1):
            x, y = a[at], b[at]
            if letter == "e":
                how = self._expression(x, y)
            elif letter == "x":
                how = self._several(x, y, self._expression)
            elif letter == "b" or at == idle:
                how = SAME
            elif letter == "B":
                how = SAME if len(x) == len(y) else CHANGED
            elif at in kinds:
                how = self._reference(kinds[at], x, y)
            else:
                how = SAME if x == y else CHANGED
            if how == CHANGED:
                return CHANGED
            found = max(found, how)
        return found

    def _reference(self, kind: str, x: int, y: int) -> int:
        if kind == "text":
            return SAME if _text(self.old, x) == _text(self.new, y) else REWORDED
        if kind == "chance":
            return SAME if _chance(self.old, x) == _chance(self.new, y) else CHANGED
        return SAME if self._now(kind + "s", x) == y else CHANGED

    # ------------------------------------------------------------ decisions

    def _sites(self) -> None:
        for n, now in enumerate(self.now["sites"]):
            number, a = self.numbers.sites[n], self.old.sites[n]
            b = self.new.sites[now] if now >= 0 else None
            if b is None:
                self.changed.add(number)
            elif self._strict or a != b:
                self._add(number, self._site(a, b))
                self._room(number, -1, *(sorted({r for e in x.entries for r in e.rooms}) for x in (a, b)))
                for k, (x, y) in enumerate(zip(a.entries, b.entries, strict=False)):
                    self._room(number, k, x.rooms, y.rooms)

    def _site(self, a: ir.Site, b: ir.Site) -> int:
        plain = {"kind", "forced"}
        if a.model_dump(include=plain) != b.model_dump(include=plain):
            return CHANGED
        found = [
            self._expression(a.who, b.who),
            self._reference("function", a.options, b.options),
            self._reference("text", a.question, b.question),
            self._several(a.args, b.args, self._expression),
            self._several(a.entries, b.entries, self._entry),
        ]
        return max(found)

    def _entry(self, a: ir.Entry, b: ir.Entry) -> int:
        plain = {"name", "types", "radix", "offsets", "risky"}
        if a.model_dump(include=plain) != b.model_dump(include=plain) or bool(a.rooms) != bool(b.rooms):
            return CHANGED
        found = [
            self._reference("text", a.text, b.text),
            self._reference("proc", a.proc, b.proc),
            self._reference("function", a.guard, b.guard),
            self._several(a.args, b.args, self._expression),
            self._several(a.call, b.call, self._expression),
            self._several(a.domain, b.domain, self._expression),
        ]
        return max(found)

    # ------------------------------------------------------------ room for numbers

    def _room(self, number: int, which: int, a: Sequence[int], b: Sequence[int]) -> None:
        old, new = [self.old.rooms[r] for r in a], [self.new.rooms[r] for r in b]
        if old != new:
            self.rooms[number, which] = (old, new)


def _as_tight(seen: Seen, old: list[Room], new: list[Room]) -> bool:
    """Would what was found when room was looked for give the same answer now?"""
    if [room[:2] for room in old] != [room[:2] for room in new]:
        return False
    return _tight(seen, old) == _tight(seen, new)


def _tight(seen: Seen, rooms: list[Room]) -> bool:
    return any(least < lo or most > hi for (least, most), (_, _, lo, hi) in zip(seen, rooms, strict=True))


def _text(compiled: ir.Compiled, number: int) -> tuple[Any, ...] | None:
    if number < 0:
        return None
    text = compiled.texts[number]
    return text.parts, text.types


def _chance(compiled: ir.Compiled, number: int) -> tuple[Any, ...]:
    chance = compiled.chances[number]
    return chance.name, chance.type, chance.offset, chance.element


def _head(proc: ir.Proc) -> object:
    """What counts of a procedure wherever it stands."""
    blocks = [(block.unit, block.risk, bool(block.rooms)) for block in proc.blocks]
    return proc.params, proc.base, proc.size, proc.action, proc.secret, blocks


def _by_name(old: Sequence[Any], new: Sequence[Any]) -> list[int]:
    """Say for everything that was there under which number it is there now, if it is."""
    if [x.name for x in old] == [x.name for x in new]:
        return list(range(len(old)))
    where = {name: n for n, name in enumerate(_counted(x.name for x in new))}
    return [where.get(name, _GONE) for name in _counted(x.name for x in old)]


def _counted(names: Iterable[str]) -> list[tuple[str, int]]:
    """Tell those with the same name apart."""
    count: Counter[str] = Counter()
    found = []
    for name in names:
        count[name] += 1
        found.append((name, count[name]))
    return found


def _by_content(old: Sequence[Any], new: Sequence[Any]) -> list[int]:
    """The same for things without names: what is no longer there as it was has been changed where it stood."""
    if len(old) == len(new) and sum(a != b for a, b in zip(old, new, strict=True)) <= 1:
        return list(range(len(old)))
    left = {n: repr(x) for n, x in enumerate(new)}
    found = [_GONE] * len(old)
    for n, x in enumerate(old):
        if n < len(new) and x == new[n]:
            found[n] = n
            del left[n]
    where = {said: n for n, said in left.items()}
    for n, x in enumerate(old):
        if found[n] == _GONE and (now := where.pop(repr(x), _GONE)) != _GONE:
            found[n] = now
            del left[now]
    return [n if now == _GONE and n in left else now for n, now in enumerate(found)]


def _expected(x: ir.Expectation) -> tuple[object, ...]:
    return x.args, x.text, x.varies, x.after, x.hears, x.heard
