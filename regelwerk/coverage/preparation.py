"""Making a subject: which changes can be planted together, and which tests fail without any.

Compiling takes longer than a scenario. Changes that can stand behind a condition are therefore all planted in one
ruleset, and a switch says which is in force; the rest are compiled one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..dsl import ast
from ..dsl.ast.tree import get
from ..dsl.ast.visitor import nodes
from ..dsl.book.citations import INVARIANT, SCENARIO, plain, role_of
from ..dsl.core.check import check
from ..dsl.core.from_ast.declarations.unfold import Unfolding
from ..dsl.ir.from_core import lower
from ..dsl.mutate import SWITCH, Mutant, mutants, planted
from ..dsl.mutate.change import OWN
from ..interpreter.engine.context import Limits
from ..interpreter.engine.machine import EngineName
from .choice import Wanted, drawn
from .examine import STRICT, inside
from .looking import failing, look_over
from .subject import Subject, Test


def prepared(
    decls: Sequence[ast.Decl], kept: Iterable[str] | None = None, engine: EngineName = "auto",
    wanted: Wanted = lambda m: True, most: int | None = None, seed: int = 0,
) -> Subject:  # fmt: skip
    """Find all changes of a ruleset without mistakes, draw those that are wanted, and plant as many as possible."""
    decls = _one_by_one(decls)
    found, tests = mutants(decls, kept), _tests(decls)
    order = drawn([m for m in found if wanted(m)], seed, most)
    chosen = [found[number - 1] for number in sorted(order)]
    good = _plantable(decls, [m for m in chosen if m.kind != OWN and not _narrows(decls, m)])
    while True:
        subject = _subject(decls, tests, found, good)
        subject.order = order
        subject.limits, subject.engine = STRICT, engine
        look_over(subject)
        if subject.failing:  # perhaps only because it needs more
            subject.limits = Limits()
            look_over(subject)
        odd = subject.failing - failing(_subject(decls, tests, found, [])) if subject.failing else frozenset()
        if not odd:
            return subject
        # Planting itself makes a difference: what only the odd scenarios come by is suspect, else all they come by.
        seen = frozenset[int]().union(*(subject.reach[n] for role, n in odd if role == SCENARIO))
        fine = (r for n, r in subject.reach.items() if (SCENARIO, n) not in odd)
        suspects = seen - frozenset[int]().union(*fine) or seen or subject.planted
        good = [m for m in good if m.number not in suspects]


def _one_by_one(decls: Sequence[ast.Decl]) -> list[ast.Decl]:
    """Write out scenarios with a table of cases, and those that begin like others: each must be able to stand alone."""
    whole = Unfolding(decls)
    return [each for d in decls for each in (whole.of(d) if isinstance(d, ast.Scenario) else [d])]


def _subject(decls: Sequence[ast.Decl], tests: list[Test], found: list[Mutant], good: list[Mutant]) -> Subject:
    program, problems = check([ast.File("", tuple(planted(decls, good, len(found))))])
    if program is None or any(p.is_error for p in problems):
        assert good, "the ruleset was checked before"
        return _subject(decls, tests, found, _fitting(decls, [], good))
    compiled = lower(program)
    switch = next(s.addr for s in compiled.slots if s.name == SWITCH)
    return Subject(tuple(decls), tests, found, compiled, switch, frozenset(m.number for m in good))


def _tests(decls: Sequence[ast.Decl]) -> list[Test]:
    out = []
    counts = {SCENARIO: 0, INVARIANT: 0}
    for n, d in enumerate(decls):
        if isinstance(d, ast.Scenario | ast.Invariant):
            role = role_of(d)
            out.append(Test(role, counts[role], plain(d.title), frozenset(_cited(d)), n))
            counts[role] += 1
    return out


def _cited(node: object) -> set[str]:
    marks = (getattr(x, "marks", None) for _, x in nodes(node))
    return {c.id for m in marks if isinstance(m, ast.Marks) for c in m.cites}


def _narrows(decls: Sequence[ast.Decl], m: Mutant) -> bool:
    """Tell whether the rest of a declaration may rely on what is changed: `x != none` makes x something."""
    try:
        was = get(decls[m.decl], m.walk)
    except (AttributeError, IndexError):
        return False
    return any(isinstance(x, ast.Ident) and x.id == "none" for _, x in nodes(was))


def _plantable(decls: Sequence[ast.Decl], candidates: list[Mutant]) -> list[Mutant]:
    """Find the changes that can be read behind a condition: in halves, all declarations at the same time."""
    good: list[Mutant] = []
    waiting: dict[int, list[list[Mutant]]] = {}
    for m in candidates:
        waiting.setdefault(m.decl, [[]])[0].append(m)
    while waiting:
        tried = {n: groups.pop() for n, groups in waiting.items()}
        wrong = _wrong(decls, [*good, *(m for group in tried.values() for m in group)], set(tried))
        if wrong is None:  # a mistake shows where nothing was changed: only one by one tells whose it is
            wrong = {n for n, group in tried.items() if _wrong(decls, [*good, *group], {n}) != set()}
        for n, group in tried.items():
            if n not in wrong:
                good += group
            else:
                waiting[n] += _halves(group)
        waiting = {n: groups for n, groups in waiting.items() if groups}
        if not waiting and (late := _wrong(decls, good, {m.decl for m in good})):
            # Some mistakes are looked for only where there is no other: those of the declarations they show in.
            waiting = {n: _halves([m for m in good if m.decl == n]) for n in late}
            waiting = {n: groups for n, groups in waiting.items() if groups}
            good = [m for m in good if m.decl not in late]
    return sorted(good, key=lambda m: m.number)


def _halves(group: list[Mutant]) -> list[list[Mutant]]:
    """Cut a group in two; what stands alone is not tried again."""
    return [group[len(group) // 2 :], group[: len(group) // 2]] if len(group) > 1 else []


def _fitting(decls: Sequence[ast.Decl], base: list[Mutant], some: list[Mutant]) -> list[Mutant]:
    """Find the changes with which the tests can be read, too, beside those that are known to fit."""
    rules = planted(decls, [*base, *some], max(m.number for m in some))
    program, problems = check([ast.File("", tuple(rules))])
    if program is not None and not any(p.is_error for p in problems):
        return some
    fine: list[Mutant] = []
    for half in reversed(_halves(some)):
        fine += _fitting(decls, [*base, *fine], half)
    return fine


def _wrong(decls: Sequence[ast.Decl], tried: list[Mutant], suspects: set[int]) -> set[int] | None:
    """Name the declarations that cannot be read any more; None if a mistake shows elsewhere."""
    rules = planted(decls, tried, max((m.number for m in tried), default=0))
    _, problems = check([ast.File("", tuple(rules))], with_scenarios=False)
    wrong: set[int] = set()
    for p in (p for p in problems if p.is_error):
        owner = next((n for n in suspects if inside(p, decls[n])), None)
        if owner is None:
            return None
        wrong.add(owner)
    return wrong
