"""What statements and procedures can do: stop, leave, fail; and which expressions always have a value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from regelwerk.dsl.core import (
    AsAll,
    Binary,
    CallFunc,
    Can,
    Choose,
    Const,
    Draw,
    Each,
    End,
    Entry,
    Expr,
    FromComp,
    FromRange,
    FromSeats,
    FromSet,
    Give,
    If,
    Let,
    Local,
    Loop,
    Narrow,
    Needs,
    Num,
    Offer,
    Option,
    Options,
    Proc,
    Program,
    Repeat,
    Run,
    Stmt,
    Stop,
    Switch,
    Unary,
    Was,
)
from regelwerk.dsl.core.substitution import Uses
from regelwerk.dsl.core.visitor import inside, parts

from ..shapes import InternalError, in_i32
from .digest import Digest, Remember, afresh, digest
from .known import COMPARED, Known, Values
from .reads_writes import lost_while, reads, writes

# How a statement may fail before the first chance result. What comes round again in a loop is a weaker reason to look
# ahead: its offers are looked through only inside actions and options.
NEVER, ROUND, OFFER, REQUIREMENT = range(4)
MOST_PICKS = 16  # elements tried in search of one that is always possible


class Facts:
    """Answers about one program, remembered by procedure and function."""

    def __init__(self, program: Program, remember: Remember = afresh) -> None:
        self.program = program
        self.procs = [remember("digest", p.body, lambda p=p: digest(p.body)) for p in program.procs]  # type: ignore[misc]
        self.funcs = [remember("digest", f.body, lambda f=f: digest(f.body)) for f in program.funcs]  # type: ignore[misc]
        self.uses = Uses()
        self.values = Values(self)
        self._stops: dict[int, bool] = {}
        self._fails: dict[int, int] = {}
        self._draws: dict[int, bool] = {}
        self._total: dict[int, bool] = {}
        self._checklist: dict[int, bool] = {}
        self._splits: dict[int, tuple[Any, bool]] = {}
        self._chance: dict[int, bool] = {}
        self._plain: dict[int, bool] = {}
        self._written: dict[int, set[int]] = {}

    def proc(self, number: int) -> Proc:
        return self.program.procs[number]

    # -------------------------------------------------------------------------------------------- stopping

    def stops(self, number: int) -> bool:
        """Can this procedure stop at a decision, or leave a procedure below it?"""
        found = self._stops.get(number)
        if found is None:
            self._stops[number] = True  # a ring of calls has been refused before; be safe
            found = any(self.stopping(n, number) for n in self.procs[number].stopping)
            self._stops[number] = found
        return found

    def stopping(self, node: Any, own: int) -> bool:
        """Can this node itself stop, or leave a procedure other than its own?"""
        if isinstance(node, Choose | Options | Offer):
            return True
        if isinstance(node, Run | AsAll):
            return self.stops(node.proc)
        if isinstance(node, Each) and isinstance(node.loop.source, FromComp):
            # a list that changes while it is gone through has to be kept, and only a frame can keep it
            return lost_while(self.program, node.loop.source, node.body)
        return isinstance(node, End) and node.proc != own

    def splits(self, s: Stmt) -> bool:
        """Must this statement, in a procedure that stops, be cut into blocks?"""
        found = self._splits.get(id(s))
        if found is None:
            found = (s, self._cut(s, False))
            self._splits[id(s)] = found
        return found[1]

    def _cut(self, node: Any, in_repeat: bool) -> bool:
        if isinstance(node, Give | End) or self.stopping(node, -1):
            return True
        if isinstance(node, Stop):
            return not in_repeat
        inner = in_repeat or isinstance(node, Repeat)
        return any(self._cut(p, inner) for p in parts(node))

    def callees(self, number: int) -> list[int]:
        """List the procedures this one calls, in order."""
        return self.procs[number].callees

    def order(self) -> list[int]:
        """List the procedures so that callers come before what they call."""
        done: list[int] = []
        state: dict[int, int] = {}

        def visit(n: int) -> None:
            if state.get(n) == 2:
                return
            if state.get(n) == 1:
                raise InternalError(f"{self.proc(n).address} calls itself")
            state[n] = 1
            for m in self.callees(n):
                visit(m)
            state[n] = 2
            done.append(n)

        for n in range(len(self.program.procs)):
            visit(n)
        return done[::-1]

    @cached_property
    def inner(self) -> set[int]:
        """The procedures that can run inside a guarded place of another one, or be tried by themselves."""
        return self._run_inside(lambda d: [*d.optional, *d.chosen])

    @cached_property
    def inside_options(self) -> set[int]:
        """Those of them that can run inside an action or an option, or be tried by themselves."""
        return self._run_inside(lambda d: d.optional)

    def _run_inside(self, guarded: Callable[[Digest], list[int]]) -> set[int]:
        todo: list[int] = [t.proc for s in self.program.scenarios for t in s.then if t.proc >= 0]
        for d in (*self.funcs, *self.procs):
            todo += [*d.tried, *guarded(d)]
        todo += [n for n, p in enumerate(self.program.procs) if p.action]
        found: set[int] = set()
        while todo:
            number = todo.pop()
            if number not in found:
                found.add(number)
                todo += self.callees(number)
        return found

    # -------------------------------------------------------------------------------------------- failing

    def prefix(self, stmts: Sequence[Stmt]) -> int:
        """Count the statements at the top that only name values and state requirements."""
        return self.prefix_of(stmts, Known(self))

    def prefix_of(self, stmts: Sequence[Stmt], known: Known) -> int:
        """Count them where something is known already."""
        count = 0
        for s in stmts:
            if not self._checks(s, known):
                break
            known.go_past(s)
            count += 1
        return count

    def _checks(self, s: Stmt, known: Known) -> bool:
        """Can this be asked while options are listed? What may have no value is tried instead."""
        if isinstance(s, Needs):
            return self.values.always(s.cond, known)
        if isinstance(s, Let):
            return self.values.always(s.value, known)
        if isinstance(s, If):
            both = (s.then, known.when(s.cond)), (s.other, known.when(s.cond, False))
            return self.values.always(s.cond, known) and all(self._all_check(*way) for way in both)
        if not isinstance(s, Run) or s.var is not None:
            return False
        return self.checklist(s.proc) and self.values.always(s.args, known)

    def _all_check(self, stmts: Sequence[Stmt], known: Known) -> bool:
        return self.prefix_of(stmts, known) == len(stmts)

    def checklist(self, number: int) -> bool:
        """Does this procedure consist of requirements only?"""
        if number not in self._checklist:
            self._checklist[number] = False
            self._checklist[number] = self._all_check(self.proc(number).body, Known(self))
        return self._checklist[number]

    def fails(self, number: int) -> int:
        """How can this procedure fail, outside its own guarded places?"""
        if number not in self._fails:
            self._fails[number] = NEVER
            self._fails[number] = self.may_fail(self.proc(number).body)
        return self._fails[number]

    def fails_late(self, number: int) -> int:
        """How can a procedure fail after the leading requirements have been found met?"""
        body = self.proc(number).body
        return self.may_fail(body[self.prefix(body) :])

    def may_fail(self, stmts: Iterable[Stmt], known: Known | None = None) -> int:
        """How can this fail before the first chance result? What comes after one is not looked through."""
        known = known or Known(self)
        worst = NEVER
        for s in stmts:
            worst = max(worst, self.failing(s, known))
            if worst == REQUIREMENT or self.draws(s):
                break
            known.go_past(s)
        return worst

    def draws(self, s: Stmt) -> bool:
        """Does this statement always come to a chance result?"""
        if isinstance(s, Draw):
            return self._several(s.loop)
        if isinstance(s, If):
            return bool(s.other) and self._draw_among(s.then) and self._draw_among(s.other)
        if isinstance(s, Each):
            return self.never_empty(s.loop) and self._draw_among(s.body)
        return isinstance(s, Run) and self.draws_first(s.proc)

    def draws_first(self, number: int) -> bool:
        """Does this procedure always come to a chance result?"""
        if number not in self._draws:
            self._draws[number] = False
            self._draws[number] = self._draw_among(self.proc(number).body)
        return self._draws[number]

    def _draw_among(self, stmts: Iterable[Stmt]) -> bool:
        for s in stmts:
            if self.draws(s):
                return True
            if any(isinstance(n, Give | End | Stop | Run | Choose | Options | Offer) for n in inside([s])):
                return False
        return False

    def has_chance(self, number: int) -> bool:
        """Can this procedure come to a chance result?"""
        if number not in self._chance:
            self._chance[number] = False
            self._chance[number] = bool(self.procs[number].chances) or any(map(self.has_chance, self.callees(number)))
        return self._chance[number]

    def plain(self, tree: Any) -> bool:
        """Does this look at the state as it is, and try nothing?"""
        return not any(
            isinstance(n, Can | Was) or (isinstance(n, CallFunc) and self._tries(n.func)) for n in inside(tree)
        )

    def _tries(self, number: int) -> bool:
        if number not in self._plain:
            self._plain[number] = self.plain(self.program.funcs[number].body)
        return not self._plain[number]

    def reads(self, tree: Any) -> set[int]:
        """List the slots this reads."""
        return reads(self.program, tree)

    def writes(self, tree: Any) -> set[int]:
        """List the slots this writes."""
        return writes(self.program, tree, self._written)

    def _several(self, loop: Loop) -> bool:
        """Are there always two or more to draw from?"""
        if loop.where is not None or loop.stop is not None:
            return False
        source = loop.source
        if isinstance(source, FromSet):
            return isinstance(source.set, Const) and source.set.value & source.set.value - 1 != 0
        if isinstance(source, FromRange):
            lo, hi = source.lo.type, source.hi.type
            return isinstance(lo, Num) and isinstance(hi, Num) and lo.hi < hi.lo
        return False

    def failing(self, s: Stmt, known: Known | None = None) -> int:
        """How can this statement fail, outside guarded places inside it?"""
        known = known or Known(self)
        if isinstance(s, Needs):
            return NEVER if isinstance(s.cond, Const) and s.cond.value else REQUIREMENT
        if isinstance(s, Run | AsAll):
            return self.fails_late(s.proc) if isinstance(s, Run) and s.checked else self.fails(s.proc)
        if isinstance(s, Choose):
            return self.empty(s, known)
        if isinstance(s, Options):
            return NEVER if s.kind == "may" else min((self._option(o) for o in s.options), default=REQUIREMENT)
        if isinstance(s, Offer):
            return min((self._entry(e) for e in s.entries), default=OFFER)
        if isinstance(s, If):
            return max(self.may_fail(s.then, known.when(s.cond)), self.may_fail(s.other, known.when(s.cond, False)))
        if isinstance(s, Switch):
            return max((self.may_fail(c, known.when(None)) for c in s.cases.values()), default=NEVER)
        if isinstance(s, Each | Repeat):
            return again(self.may_fail(s.body))
        if isinstance(s, Draw) and self._several(s.loop):
            return NEVER
        rest: list[Stmt] | None = getattr(s, "rest", None)
        return NEVER if rest is None else self.may_fail(rest)

    def _option(self, o: Option) -> int:
        return REQUIREMENT if o.when is not None else self.may_fail(o.body)

    def _entry(self, e: Entry) -> int:
        """How can an action not be on offer?"""
        if e.when is not None or not all(map(self.never_empty, e.loops)):
            return OFFER
        if len(e.loops) == 1 and self._has_sure_pick(e, e.loops[0]):
            return NEVER
        return min(self.fails(e.proc), OFFER)

    def _has_sure_pick(self, e: Entry, loop: Loop) -> bool:
        """Is there something to pick with which the action can always be carried out, as in `stake = 1 or ...`?"""
        proc, source = self.proc(e.proc), loop.source
        leading = proc.body[: self.prefix(proc.body)]
        if not isinstance(source, FromRange) or self.fails_late(e.proc) != NEVER:
            return False
        if not isinstance(source.lo, Const) or not isinstance(source.hi, Const):
            return False
        picked = [p.id for p, a in zip(proc.params, e.args, strict=True) if isinstance(a, Local) and a.var == loop.var]
        few = range(source.lo.value, min(source.hi.value, source.lo.value + MOST_PICKS) + 1)
        return any(
            all(isinstance(s, Needs) and surely(s.cond, dict.fromkeys(picked, value)) for s in leading) for value in few
        )

    def empty(self, s: Choose, known: Known | None = None) -> int:
        """How can a choice have nothing to choose from, so that it fails?"""
        if s.if_any or s.no is not None:
            return NEVER
        known = known or Known(self)
        filled = s.one_of_several or self.never_empty(s.loop) or known.has_elements(s.loop)
        return self.may_fail(s.rest, known.when(None)) if filled else REQUIREMENT

    def never_empty(self, loop: Loop) -> bool:
        if loop.where is not None or loop.stop is not None:
            return False
        source = loop.source
        if isinstance(source, FromSet):
            return isinstance(source.set, Const) and source.set.value != 0
        if isinstance(source, FromRange):
            lo, hi = source.lo.type, source.hi.type
            return isinstance(lo, Num) and isinstance(hi, Num) and lo.hi <= hi.lo
        return isinstance(source, FromSeats)

    # -------------------------------------------------------------------------------------------- values

    def total(self, e: Any) -> bool:
        """Does evaluating this never end in an error?"""
        return not any(self._partial(n) for n in inside(e))

    def _partial(self, n: Any) -> bool:
        if isinstance(n, Unary):
            return n.op in ("some", "only") or not in_i32(n.type)
        if isinstance(n, Binary):
            if n.op in ("div", "divup", "mod"):
                t = n.right.type
                return not isinstance(t, Num) or t.lo <= 0 <= t.hi
            return n.op in ("add", "sub", "mul") and not in_i32(n.type)
        if isinstance(n, Narrow):
            return n.checked
        if isinstance(n, CallFunc):
            if n.func not in self._total:
                self._total[n.func] = False
                self._total[n.func] = self.total(self.program.funcs[n.func].body)
            return not self._total[n.func]
        return False


def surely(e: Expr, known: Mapping[int, int]) -> bool:
    """Does a condition hold whatever the state is, given some names?"""
    if isinstance(e, Binary) and e.op in ("and", "or"):
        sides = (surely(e.left, known), surely(e.right, known))
        return all(sides) if e.op == "and" else any(sides)
    if isinstance(e, Binary) and e.op in COMPARED:
        left, right = _plain(e.left, known), _plain(e.right, known)
        return left is not None and right is not None and COMPARED[e.op](left, right)
    return isinstance(e, Const) and bool(e.value)


def _plain(e: Expr, known: Mapping[int, int]) -> int | None:
    if isinstance(e, Local):
        return known.get(e.var.id)
    return e.value if isinstance(e, Const) else None


def again(fails: int) -> int:
    """How can a loop fail whose rounds fail like this?"""
    return ROUND if fails == OFFER else fails
