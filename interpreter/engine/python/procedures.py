"""Python source for procedures: blocks that may stop at a decision and go on later.

A procedure becomes `def p3(S, X, pc)`. It gives 1 when it is finished, 0 when the machine stops, n + 2 when
procedure n is to be left. Blocks where it can go on after a stop are labels, found by halving on `pc`; the
others are written in place. Before a call the own position is stored, so a stop below only has to return.

In the variant for trials the home frame looks whether it leaves its unit, or has nothing at risk any more, and what is
written into header and frames goes past the notes of the draft.
"""

from __future__ import annotations

from functools import cached_property

from regelwerk.dsl import ir
from regelwerk.dsl.ir.operations import Expression, Terminator
from regelwerk.interpreter.analysis.code import all_statements, everything, followers, term_expressions, unset_registers

from .decisions import AskEmitter

Path = tuple[int, ...]  # blocks being written, outermost first

MOST_COPIES = 150  # nodes written twice on behalf of one label, to save a jump
DEEPEST_PLACE = 12  # indentation up to which blocks are written in place


class ProcEmitter(AskEmitter):
    """Writes one procedure."""

    leaves: dict[int, range]  # procedures that never stop, with the cells they keep in variables

    def procedure(self, number: int) -> None:
        """Write one procedure; one that never stops becomes `def g3(S, X, l20, l21)`, and `p3` only enters it."""
        self.number = number
        self.proc = self.compiled.procs[number]
        self.has_context = True
        self.ranges.frame(self.proc)
        if any(s[0] == "ret" for block in self.proc.blocks for s in all_statements(block.code)):
            raise ValueError("a block cannot return from inside a statement")
        leaf = self.leaves.get(number) if not self.trial else None
        self.in_variables = leaf or range(0)
        self.targets = self._end_targets()
        self._survey()
        pieces: dict[int, list[str]] = {}
        self.labels = {0} | self.resumes
        while missing := sorted(self.labels - pieces.keys()):
            outer, self.lines = self.lines, []
            self.spare = MOST_COPIES
            self._block(missing[0], 0, (missing[0],))
            pieces[missing[0]], self.lines = _own_loop(missing[0], self.lines), outer
        if leaf is None:
            self.put(0, f"def {'q' if self.trial else 'p'}{number}(S, X, pc):")
        else:
            self._enter_leaf(leaf)
        if len(pieces) == 1:
            self._dispatch(sorted(pieces.items()), 1)
        else:
            if leaf is not None:
                self.put(1, "pc = 0")
            self.put(1, "while 1:")
            self._dispatch(sorted(pieces.items()), 2)
        self.in_variables = range(0)
        self.ranges.frame(None)

    def _enter_leaf(self, cells: range) -> None:
        params = cells[: self.proc.params]
        read = "".join(f", S[{a}]" for a in params)
        self.put(0, f"def p{self.number}(S, X, pc): return g{self.number}(S, X{read})")
        self.put(0, f"def g{self.number}(S, X{''.join(f', l{a}' for a in params)}):")
        rest = cells[self.proc.params :]
        if rest:
            self.put(1, " = ".join(f"l{a}" for a in rest) + " = 0")

    def _end_targets(self) -> bool:
        """Tell whether another procedure may end this one."""
        return any(proc is not self.proc for proc in self._enders.get(self.number, ()))

    @cached_property
    def _enders(self) -> dict[int, list[ir.Proc]]:
        found: dict[int, list[ir.Proc]] = {}
        for proc in self.compiled.procs:
            for block in proc.blocks:
                if block.term[0] == "end":
                    found.setdefault(block.term[1], []).append(proc)
        return found

    def _survey(self) -> None:
        blocks = self.proc.blocks
        self.resumes: set[int] = set()
        self.comings = [0] * len(blocks)
        self.weights = []
        for k, block in enumerate(blocks):
            match block.term:
                case ("call", _, _, then) | ("ask", _, then):
                    self.resumes.add(then)
                case ("all", *_):
                    self.resumes.add(k)
            for to in followers(block.term):
                self.comings[to] += 1
            self.weights.append(3 + sum(1 for _ in everything(block.code)))

    def _dispatch(self, pieces: list[tuple[int, list[str]]], indent: int) -> None:
        if len(pieces) == 1:
            for line in pieces[0][1]:
                self.put(indent, line)
            return
        half = len(pieces) // 2
        self.put(indent, f"if pc < {pieces[half][0]}:")
        self._dispatch(pieces[:half], indent + 1)
        self.put(indent, "else:")
        self._dispatch(pieces[half:], indent + 1)

    # ------------------------------------------------------------------ blocks

    def _block(self, k: int, indent: int, path: Path, skip: int = 0) -> None:
        block = self.proc.blocks[k]
        last = list(term_expressions(block.term))
        temps = self._temps
        self.fresh(block.code, 0)
        self._temps = temps
        self.unset(indent, unset_registers(block.code, set(), last))
        for s in block.code[skip:]:
            self.statement(s, indent)
        self._terminator(k, block.term, indent, path)

    def _go(self, k: int, to: int, indent: int, path: Path) -> None:
        """Go on with another block of this procedure: in place, or by a jump."""
        units = self.proc.blocks
        if self.trial and units[k].unit != units[to].unit:
            self.put(indent, f"if X.home == {self.number} and X.unit != {units[to].unit}: REACHED(S)")
        self._continue(to, indent, path)

    def _single(self, to: int) -> bool:
        return self.comings[to] == 1 and to not in self.resumes

    def _in_place(self, to: int, indent: int, path: Path) -> bool:
        fits = self._single(to) or self.weights[to] <= self.spare
        return to not in path and indent < DEEPEST_PLACE and fits

    def _continue(self, to: int, indent: int, path: Path, skip: int = 0) -> None:
        if self._in_place(to, indent, path):
            if not self._single(to):
                self.spare -= self.weights[to]
            self._block(to, indent, (*path, to), skip)
            return
        self.labels.add(to)
        self.put(indent, f"pc = {to}")
        self.put(indent, "continue")

    def _terminator(self, k: int, t: Terminator, indent: int, path: Path) -> None:
        match t:
            case ("goto", to):
                self._go(k, to, indent, path)
            case ("br", cond, then, other):
                self.put(indent, f"if {self.condition(cond)}:")
                self._go(k, then, indent + 1, path)
                self.put(indent, "else:")
                self._go(k, other, indent + 1, path)
            case ("jump", case, targets):
                self._jump(k, case, targets, indent, path)
            case ("call", proc, args, then):
                self._call(proc, args, then, indent)
                self._back(then, indent)
                self._continue(then, indent, path)
            case ("ret", value):
                self.put(indent, self.written(ir.RESULT, self.value(value)))
                self._leaving(indent)
                self.put(indent, "return 1")
            case ("end", proc):
                self._leaving(indent)
                if proc == self.number:
                    self.put(indent, self.written(ir.RESULT, 0))
                self.put(indent, f"return {1 if proc == self.number else proc + 2}")
            case ("ask", site, then):
                self._ask(k, site, then, indent, path)
            case ("all", left, proc, args, then):
                self._all(k, left, proc, args, then, indent, path)

    def _jump(self, k: int, case: Expression, targets: list[int], indent: int, path: Path) -> None:
        name = self.temp()
        if len(targets) == 1:
            self.put(indent, self.value(case))
            self._go(k, targets[0], indent, path)
            return
        self.put(indent, f"{name} = {self.value(case)}")
        self.put(indent, f"if not 0 <= {name} < {len(targets)}: {name} = {len(targets) - 1}")
        self._halve(k, name, list(enumerate(targets)), indent, path)

    def _halve(self, k: int, name: str, cases: list[tuple[int, int]], indent: int, path: Path) -> None:
        if len({to for _, to in cases}) == 1:
            self._go(k, cases[0][1], indent, path)
            return
        half = len(cases) // 2
        self.put(indent, f"if {name} < {cases[half][0]}:")
        self._halve(k, name, cases[:half], indent + 1, path)
        self.put(indent, "else:")
        self._halve(k, name, cases[half:], indent + 1, path)

    # ------------------------------------------------------------------ calls, decisions

    def _call(self, callee: int, args: list[Expression], resume: int, indent: int, seat: str = "") -> None:
        other = self.compiled.procs[callee]
        if not seat and not self.trial and callee in self.leaves:
            given = "".join(f", {self.value(arg)}" for arg in args)
            self.put(indent, f"r = g{callee}(S, X{given})")
            self._called(indent)
            return
        values = ([seat] if seat else []) + [self.value(arg) for arg in args]
        self._lay_frame(other, values, indent)
        self.put(indent, self.written(self.proc.base, resume))
        self.put(indent, f"r = {'q' if self.trial else 'p'}{callee}(S, X, 0)")
        self._called(indent)

    def _lay_frame(self, other: ir.Proc, values: list[str], indent: int) -> None:
        """Write the frame of a procedure that is called."""
        first = other.base + ir.FRAME_CALLER
        at = other.base + ir.FRAME_LOCALS
        lo, hi = at + other.params, other.base + other.size
        if self.trial:
            rest = max(0, hi - lo)
            cells = first, at + len(values) + rest
            self.slices.add(cells)
            laid = [str(self.number + 1), *values, *["0"] * rest]
            self.put(indent, f"PUT(S, C{cells[0]}_{cells[1]}, ({', '.join(laid)},))")
            return
        for i, value in enumerate(values):
            self.put(indent, f"S[{at + i}] = {value}")
        if 0 < hi - lo <= 4:
            self.put(indent, " = ".join(f"S[{a}]" for a in range(lo, hi)) + " = 0")
        elif hi > lo:
            self.zeros.add(hi - lo)
            self.put(indent, f"S[{lo}:{hi}] = Z{hi - lo}")
        self.put(indent, f"S[{first}] = {self.number + 1}")

    def _called(self, indent: int) -> None:
        """Go on after a call, unless the machine stops or somebody is to be left."""
        if not (self.targets or self.trial):
            self.put(indent, "if r != 1: return r")
            return
        self.put(indent, "if r != 1:")
        if self.trial:
            self.put(indent + 1, f"if r and X.home == {self.number}: REACHED(S)")
        if self.targets:
            self.put(indent + 1, f"if r == {self.number + 2}:")
            self.put(indent + 2, self.written(ir.RESULT, 0))
            self.put(indent + 2, "return 1")
        self.put(indent + 1, "return r")

    def _back(self, to: int, indent: int) -> None:
        """Look, in a trial, whether this frame is the home and done."""
        if self.trial:
            block = self.proc.blocks[to]
            unit = f" and X.unit != {block.unit}" if block.risk or block.rooms else ""
            self.put(indent, f"if X.home == {self.number}{unit}: REACHED(S)")

    def _leaving(self, indent: int) -> None:
        if self.trial:
            self.put(indent, f"if X.home == {self.number}: REACHED(S)")

    def _ask(self, k: int, site: int, then: int, indent: int, path: Path) -> None:
        blocks = self.proc.blocks
        if self.trial and blocks[k].unit != blocks[then].unit:
            self.put(indent, f"if X.home == {self.number} and X.unit != {blocks[then].unit}: REACHED(S)")
        if not self.trial and self.is_plain_site(site):
            self.put(indent, f"r = a{site}(S, X)")
            self.put(indent, "if r < 0:")
            self.put(indent + 1, f"S[{self.proc.base}] = {then}")
            self.put(indent + 1, f"S[{ir.TOP}] = {self.number + 1}")
            self.put(indent + 1, "return 0")
        else:
            self.put(indent, self.written(self.proc.base, then))
            self.put(indent, self.written(ir.TOP, self.number + 1))
            self.put(indent, f"r = ASK(S, X, {site})" if self.trial else f"r = a{site}(S, X)")
            self.put(indent, "if r < 0: return 0")
        match blocks[then].code:
            case [("set", register, ("ld", ir.CHOSEN, 0)), *_] if not self.trial and self._in_place(then, indent, path):
                self.put(indent, f"v{register} = S[{ir.CHOSEN}] = r")
                self._continue(then, indent, path, skip=1)
                return
        self.put(indent, self.written(ir.CHOSEN, "r"))
        self._continue(then, indent, path)

    def _all(self, k: int, left: int, proc: int, args: list[Expression], then: int, indent: int, path: Path) -> None:
        seats = self.temp()
        self.put(indent, f"{seats} = S[{left}]")
        self.put(indent, f"if X.table and STOPS(X, {self.number}, {seats}):")
        self.put(indent + 1, f"S[{self.proc.base}] = {k}")
        self.put(indent + 1, f"S[{ir.TOP}] = {self.number + 1}")
        self.put(indent + 1, "return 0")
        self.put(indent, f"if {seats}:")
        self.put(indent + 1, f"S[{left}] = {seats} & {seats} - 1")
        self._call(proc, args, k, indent + 1, f"({seats} & -{seats}).bit_length() - 1")
        self._back(k, indent + 1)
        self.put(indent + 1, f"pc = {k}")
        self.put(indent + 1, "continue")
        self._go(k, then, indent, path)


def _own_loop(label: int, lines: list[str]) -> list[str]:
    """Let a label that jumps to itself run in a loop of its own, which saves finding it again."""
    jumps = [n for n in range(1, len(lines)) if lines[n].strip() == "continue" and lines[n - 1].strip()[:5] == "pc = "]
    own = [n for n in jumps if lines[n - 1].strip() == f"pc = {label}"]
    if not own:
        return lines
    for n in set(jumps) - set(own):
        lines[n] = lines[n].replace("continue", "break")
    return ["while 1:", *(" " + line for n, line in enumerate(lines) if n + 1 not in own)]
