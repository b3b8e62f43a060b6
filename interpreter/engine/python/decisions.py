"""Python source for decisions: who decides, what is offered, and who answers: `Machine.ask` in one go."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from regelwerk.dsl import ir
from regelwerk.dsl.ir.operations import Node
from regelwerk.interpreter.analysis.code import ALWAYS, Dangers, all_statements, everything, unset_registers
from regelwerk.interpreter.analysis.never_stopping import reached
from regelwerk.interpreter.analysis.offers import all_different

from ..context import MOST_DECISIONS
from .options import ListEmitter

MOST_LIMITS = 10  # of cells, in place; with more of them it is always looked whether there is room


class AskEmitter(ListEmitter):
    """Writes one decision."""

    risky: Dangers  # decisions an option of which may turn out impossible
    risky_in_play: Dangers  # of them, those where that may happen in a game by itself

    def decision(self, number: int) -> None:
        """Write `def a3(S, X)`: gives the code, or -1 if the machine has to stop."""
        site = self.compiled.sites[number]
        self.fresh([], 0)
        self.has_context = True
        self.put(0, f"def a{number}(S, X):")
        plain = self.is_plain_site(number)
        asker = self._askers.get(number)
        self.ranges.frame(self.compiled.procs[asker[0]] if asker else None)
        seats = self.ranges.of(site.who)
        self.ranges.frame(None)
        if plain:
            self.put(1, f"w = {self.value(site.who)}")
        else:
            self.put(1, f"S[{ir.ASK}] = {number + 1}")
            self.put(1, f"S[{ir.WHO}] = w = {self.value(site.who)}")
        if seats[0] < 0 or seats[1] >= self.compiled.players[0]:
            self.put(1, f"if w < 0 or w >= S[{ir.PLAYERS}]: NOBODY({number})")
        self._options(number, site)
        self.put(1, "n = len(o)")
        if not self.few:
            self.put(1, f"if n > {self.most_options}: TOO_MANY({number})")
        if number in self.risky:
            self._tried(number, plain)
        if site.forced:
            self.put(1, "if n == 1:")
            self.put(2, "r = o[0]")
            self.put(2, "e = X.events")
            self.put(2, f"if e is not None: {self._record('forced', number)}")
            self.put(1, "else:")
        self._answer(number, 2 if site.forced else 1)
        if not plain:
            self.put(1, f"S[{ir.ASK}] = 0")
            self.put(1, f"S[{ir.WHO}] = -1")
        self.put(1, "return r")

    def _tried(self, number: int, plain: bool) -> None:
        """Leave out what cannot be carried through, where that may be so. Trials look at the header and the frames."""
        rooms = self.risky_in_play.get(number, set())
        tests = [] if ALWAYS in rooms else ["not X.in_play", *self._tight(rooms)]
        indent = 2 if 0 < len(tests) <= MOST_LIMITS else 1
        if indent == 2:
            self.put(1, f"if {' or '.join(tests)}:")
        if plain:
            proc, resume = self._askers[number]
            self.put(indent, f"S[{self.compiled.procs[proc].base}] = {resume}")
            self.put(indent, f"S[{ir.TOP}] = {proc + 1}")
            self.put(indent, f"S[{ir.ASK}] = {number + 1}")
            self.put(indent, f"S[{ir.WHO}] = w")
        self.put(indent, f"o = FILTERED(S, X, {number}, o)")
        self.put(indent, "n = len(o)")
        if plain:
            self.put(indent, f"S[{ir.ASK}] = 0")
            self.put(indent, f"S[{ir.WHO}] = -1")

    def _tight(self, rooms: Iterable[int]) -> list[str]:
        """Write `Trials._tight`, for each cell or slot once."""
        limits: dict[tuple[int, int], tuple[int, int]] = {}
        for first, count, lo, hi in (self.compiled.rooms[room] for room in sorted(rooms)):
            least, most = limits.get((first, count), (lo, hi))
            limits[first, count] = max(least, lo), min(most, hi)
        tests: list[str] = []
        for (first, count), (lo, hi) in limits.items():
            low, high = (f"{f}(S[{first}:{first + count}])" if count > 1 else f"S[{first}]" for f in ("MIN", "MAX"))
            tests += [f"{low} < {lo}"] * (lo > ir.NONE_NUM) + [f"{high} > {hi}"] * (hi < -ir.NONE_NUM)
        return tests

    def is_plain_site(self, number: int) -> bool:
        """Tell whether nobody looks at the header of the state, or at the frames, while options are listed."""
        single = number not in self.risky or number in self._askers
        return single and not self._secrets and not self._looks_at_header(number)

    @cached_property
    def _askers(self) -> dict[int, tuple[int, int]]:
        """By decision, the procedure and the block where it goes on, if there is only one such place."""
        places: dict[int, list[tuple[int, int]]] = {}
        for number, proc in enumerate(self.compiled.procs):
            for block in proc.blocks:
                if block.term[0] == "ask":
                    places.setdefault(block.term[1], []).append((number, block.term[2]))
        return {site: found[0] for site, found in places.items() if len(found) == 1}

    @cached_property
    def _secrets(self) -> bool:
        return any(proc.secret for proc in self.compiled.procs)

    def _looks_at_header(self, number: int) -> bool:
        """Is there code behind the options that reads who decides, or tries something out?"""
        known = self._lookers.get(number)
        if known is None:
            listing = reached(self.compiled, [self.compiled.sites[number].options])
            nodes = (node for f in listing for node in everything(self.compiled.functions[f].body))
            known = self._lookers[number] = any(map(_reads_header, nodes))
        return known

    @cached_property
    def _lookers(self) -> dict[int, bool]:
        return {}

    def _options(self, number: int, site: ir.Site) -> None:
        f = self.compiled.functions[site.options]
        statements = list(all_statements(f.body))
        self.fresh(f.body, 0)
        self.few = False
        known = self.listed_options(f.body, f.registers)
        if known is not None:
            if not known and not all_different(self.compiled, site):
                self.put(1, "if len(o) > 1: o = list(DISTINCT(o))")
            return
        self.put(1, "o = []")
        if any(s[0] == "ret" for s in statements):
            self.put(1, "X.out = o")
            self.put(1, self.call(site.options, []))
        else:
            if any(node[0] in ("do", "call") and node[1] in self.contextual for node in everything(f.body)):
                self.put(1, "X.out = o")
            self.unset(1, unset_registers(f.body, set()))
            if any(s[0] == "opt" for s in statements):
                self.put(1, "O = o.append")
            self.body(f.body, 1)
        if not all_different(self.compiled, site):
            self.put(1, "if len(o) > 1: o = list(DISTINCT(o))")

    def _answer(self, number: int, indent: int) -> None:
        self.put(indent, f"if not n: NOTHING({number})")
        self.put(indent, "d = X.random")
        self.put(indent, "if d is not None:")
        self.put(indent + 1, "X.made = m = X.made + 1")
        self.put(indent + 1, f"if m > {MOST_DECISIONS}: ENDLESS({number})")
        self.put(indent + 1, "r = o[int(d() * n)]")
        self.put(indent, "elif X.pick is not None:")
        if self.is_plain_site(number):  # whoever picks may look who decides
            self.put(indent + 1, f"S[{ir.ASK}] = {number + 1}")
            self.put(indent + 1, f"S[{ir.WHO}] = w")
        self.put(indent + 1, f"r = X.pick(o, {number})")
        if self.is_plain_site(number):
            self.put(indent + 1, f"S[{ir.ASK}] = 0")
            self.put(indent + 1, f"S[{ir.WHO}] = -1")
        self.put(indent, "else:")
        self.put(indent + 1, "X.options = o")
        if self.is_plain_site(number):
            self.put(indent + 1, f"S[{ir.ASK}] = {number + 1}")
            self.put(indent + 1, f"S[{ir.WHO}] = w")
        self.put(indent + 1, "return -1")
        self.put(indent, f"S[{ir.TICKS}] = 0")
        self.put(indent, "e = X.events")
        self.put(indent, f"if e is not None: {self._record('decision', number)}")

    def _record(self, kind: str, number: int) -> str:
        if self._secrets:
            return f"RECORD(S, X, '{kind}', {number}, r)"
        return f"e.append(('{kind}', w, {number}, r, False))"


def _reads_header(node: Node) -> bool:
    return bool(node[0] == "trial" or (node[0] == "ld" and node[2] == 0 and node[1] in (ir.ASK, ir.WHO, ir.TOP)))
