"""Values: read when they are first asked for, their tables and what cards change about them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from regelwerk.dsl import ast, core
from regelwerk.dsl.core import Cond, Const, Expr, Func, Num, Ref, SetOf, Type
from regelwerk.dsl.core.type_rules import FLAG, coerce, fits, fold, none_of, words
from regelwerk.dsl.diagnostics import Label
from regelwerk.dsl.source import Span

from ..context import Scope, World
from ..errors import SILENT, Mistake, mistake
from ..expressions import read as ex
from ..expressions.promises import WHOLE
from .abilities import changes_of, force
from .parameters import bind, cites, own_scope


def settle_value(w: World, name: str, at: Span) -> Func:
    """Return the function of a rule value, reading its body when it is first needed."""
    entry = w.values[name]
    decl = entry.decl
    assert isinstance(decl, ast.Value)
    if entry.state == "busy":
        if entry.deeper >= 0 and w.asking[-1] == name:
            return w.program.funcs[entry.deeper]
        others = (Label(decl.name.at, "it is declared here"),)
        help = "A value may only use other values, or itself if it says how often: `repeat at most 9` before the `=`."
        if decl.rounds:
            help = f"A value that repeats asks itself in its own lines, and not through `{w.asking[-1]}`."
        raise mistake("RW4001", f"The value `{name}` depends on itself.", at, help, others=others)
    if entry.state == "done":
        if name in w.broken:
            raise SILENT
        return w.program.funcs[entry.number]
    entry.state = "busy"
    w.asking.append(name)
    try:
        declared = w.cell_type(decl.type)
        if decl.rounds:
            entry.deeper = _bottom(w, decl, declared, entry.me)
        for left in reversed(range(max(decl.rounds, 1))):
            entry.number = _read(w, name, decl, declared, entry.me, f" {left}" if left else "").id
            entry.deeper = entry.number if decl.rounds else -1
    except Mistake as m:
        w.report(m)
        w.broken.add(name)
    finally:
        entry.state = "done"
        w.asking.pop()
    if name in w.broken:
        raise SILENT
    return w.program.funcs[entry.number]


def _read(w: World, name: str, decl: ast.Value, declared: Type, me: bool, round: str) -> Func:
    """Read the lines of a value into a function."""
    number = len(w.program.funcs)
    nothing = Const(0, type=declared)
    func = Func(number, name + round, f"value.{name}", (), declared, nothing, cites(decl.marks), decl.at)
    w.program.funcs.append(func)
    s, seat = own_scope(w, me)
    func.params = (*seat, *bind(w, decl.params, s))
    body = _table(w, decl, s, declared) if decl.by is not None else _body(w, decl, s, declared)
    func.body = body = _bend(w, name, decl, body, declared, s)
    if isinstance(declared, Num) and isinstance(body.type, Num) and (declared.lo, declared.hi) == WHOLE:
        func.type = replace(body.type, none=declared.none and body.type.none)
    elif isinstance(body.type, Ref) and isinstance(declared, Ref) and not body.type.none:
        func.type = replace(declared, none=False)
    return func


MOST_ROUNDS = 60


def _bottom(w: World, decl: ast.Value, declared: Type, me: bool) -> int:
    """Make the function for what is asked once too often: nothing."""
    if decl.rounds > MOST_ROUNDS:
        help = f"Write {MOST_ROUNDS} or less; every round is written out."
        raise mistake("RW4066", "A value cannot ask itself that often.", decl.name.at, help)
    empty = none_of(declared) if isinstance(declared, Num | Ref) and declared.none else 0
    if not empty and (isinstance(declared, Ref) or (isinstance(declared, Num) and not declared.lo <= 0 <= declared.hi)):
        help = "What it gives when it is asked once too often is 0 or none: let its type allow one of them."
        raise mistake("RW4066", f"`{decl.name.id}` cannot be nothing.", decl.type.at, help)
    s, seat = own_scope(w, me)
    params = (*seat, *bind(w, decl.params, s))
    number = len(w.program.funcs)
    func = Func(
        number, f"{decl.name.id} {decl.rounds}", f"value.{decl.name.id}", params, declared, Const(empty, type=declared)
    )
    w.program.funcs.append(func)
    return number


def _body(w: World, decl: ast.Value, s: Scope, declared: Type) -> Expr:
    assert decl.body is not None
    e = ex.expr(w, decl.body, s, declared)
    if not fits(e.type, declared):
        said = f"`{decl.name.id}` is declared as {words(declared)}, but this is {words(e.type)}."
        raise mistake("RW3050", said, e.at, "Correct the type in its heading, or what it gives.")
    return ex.promised(w, e, declared)


def _table(w: World, decl: ast.Value, s: Scope, declared: Type) -> Expr:
    """A decision table: disjoint and complete, as far as that can be told before play."""
    assert decl.by is not None
    on = ex.expr(w, decl.by, s)
    covered: dict[int, ast.Case] = {}
    otherwise: Expr | None = None
    rows: list[tuple[Expr, Expr]] = []
    for case in decl.cases:
        result = ex.promised(w, ex.expr(w, case.result, s, declared), declared)
        if not case.patterns:
            otherwise = result
            continue
        tests: list[Expr] = []
        for p in case.patterns:
            values, test = _pattern(w, p, on, s)
            tests.append(test)
            for v in values:
                if v in covered:
                    named = f"`{_all_ids(w, on.type)[v]}`" if isinstance(on.type, Ref) else str(v)
                    others = (Label(covered[v].at, "this line, too"),)
                    help = "Let every case have one line."
                    raise mistake("RW4002", f"Two lines of the table answer for {named}.", p.at, help, others=others)
                covered[v] = case
        cond = tests[0]
        for t in tests[1:]:
            cond = core.Binary("or", cond, t, type=FLAG, at=cond.at)
        rows.append((cond, result))
    if otherwise is None:
        otherwise = _gap(w, decl, on, covered, declared)
    out = otherwise
    for cond, result in reversed(rows):
        joined = w.order.join(result.type, out.type)
        assert joined is not None
        out = Cond(cond, coerce(result, joined), coerce(out, joined), type=joined, at=cond.at)
    return out


def _gap(w: World, decl: ast.Value, on: Expr, covered: dict[int, ast.Case], declared: Type) -> Expr:
    if isinstance(on.type, Num):
        span = range(on.type.lo, on.type.hi + 1) if on.type.hi - on.type.lo < 10000 else range(0)
        missing = [v for v in span if v not in covered]
        if missing or not span:
            gap = f" for {missing[0]}" if missing else " for every number"
            raise mistake(
                "RW4003", f"The table has no line{gap}.", decl.at, "Add the missing line, or `otherwise is ...`."
            )
    elif isinstance(on.type, Ref):
        missing = [v for v in range(w.size(replace(on.type, none=False))) if v not in covered]
        if missing:
            title = _all_ids(w, on.type)[missing[0]]
            raise mistake(
                "RW4003",
                f"The table has no line for `{title}`.",
                decl.at,
                "Add the missing line, or `otherwise is ...`.",
            )
    return Const(0 if not isinstance(declared, Ref) else -1, type=declared, at=decl.at)


def _pattern(w: World, p: ast.Expr, on: Expr, s: Scope) -> tuple[Iterable[int], Expr]:
    """What a case answers for, and the test. A type or a name with several copies stands for all of them."""
    if isinstance(p, ast.Binary) and p.op == "..":
        lo, hi = w.constant(p.left), w.constant(p.right)
        x = ex.number(w, on)
        low, high = Const(lo, type=Num(lo, lo)), Const(hi, type=Num(hi, hi))
        test = core.Binary(
            "and", core.Binary("ge", x, low, type=FLAG), core.Binary("le", x, high, type=FLAG), type=FLAG, at=p.at
        )
        return range(lo, min(hi, lo + 10000) + 1), test
    e = ex.expr(w, p, s, on.type)
    if isinstance(e.type, SetOf) and isinstance(on.type, Ref) and fits(e.type, SetOf(on.type)):
        assert isinstance(e.type.element, Ref)
        numbers = [n for d in e.type.element.domains for n in _numbers(w, d, on.type)]
        values = [n for i, n in enumerate(numbers) if (fold(e) or 0) >> i & 1]
        several = Const(sum(1 << v for v in values), type=SetOf(replace(on.type, none=False)), at=p.at)
        return values, core.Binary("has", several, on, type=FLAG, at=p.at)
    v = fold(e)
    if v is None:
        help = "Write the table as `if … then … else …`."
        raise mistake("RW4004", "A line of a table starts with something fixed: a number, a range, a name.", p.at, help)
    if isinstance(e.type, Ref) and isinstance(on.type, Ref) and len(e.type.domains) == 1 and v >= 0:
        v = _numbers(w, e.type.domains[0], on.type)[v] if e.type.domains[0] in on.type.domains else v
    return (v,), ex.equal(w, "eq", on, e, p.at)


def _numbers(w: World, domain: str, among: Ref) -> range:
    """The numbers the things of a domain have among those of several."""
    first = sum(w.domain(d).size for d in among.domains[: among.domains.index(domain)])
    return range(first, first + w.domain(domain).size)


def _all_ids(w: World, t: Ref) -> list[str]:
    return [id for d in t.domains for id in w.domain(d).ids]


def _bend(w: World, name: str, decl: ast.Value, body: Expr, declared: Type, s: Scope) -> Expr:
    """Apply the changes that cards make to this value, stage by stage."""
    order = {stage.id: i for i, stage in enumerate(decl.stages)}
    for line in sorted(changes_of(w, name), key=lambda c: order.get(c.stage, -1)):
        change = line.line
        assert isinstance(change, ast.ChangeLine)
        inner = s.child()
        inner.it = line.it
        if len(change.params) > len(decl.params):
            told = f"{name}({', '.join(p.name.id for p in decl.params)})" if decl.params else name
            raise mistake(
                "RW2014", f"`{name}` takes fewer in brackets than that.", change.at, f"Write `change {told} to …`."
            )
        inner.names = {
            given.id: replace(s.names[own.name.id], at=given.at)
            for given, own in zip(change.params, decl.params, strict=False)
            if own.name.id in s.names
        }
        in_force = force(w, line, inner)
        so_far, local = w.local(name, body.type)
        inner.names[name] = replace(local, at=decl.name.at)
        if change.when is not None:
            when = ex.condition(w, change.when, inner)
            in_force = core.Binary("and", in_force, when, type=FLAG, at=change.at)
        to = ex.promised(w, ex.expr(w, change.to, inner, declared), declared)
        joined = w.order.join(body.type, to.type)
        assert joined is not None
        body = core.Changed(
            so_far, coerce(body, joined), in_force, coerce(to, joined), line.address, type=joined, at=change.at
        )
    return body
