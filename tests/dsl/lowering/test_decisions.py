"""The lowering of decisions: what is offered, what is tried, and what outlives a stop."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from regelwerk.dsl import core, ir
from regelwerk.dsl.core import (
    Choose,
    Const,
    Each,
    Entry,
    Expr,
    FromList,
    FromRange,
    FromSet,
    Give,
    If,
    Let,
    Load,
    Loop,
    Move,
    Needs,
    Num,
    Offer,
    Option,
    Options,
    Place,
    Program,
    Quant,
    Repeat,
    Run,
    SetOf,
    Stmt,
    Store,
    Var,
)
from regelwerk.dsl.ir.validation import validate
from tests.dsl.lowering.maker import (
    CARD,
    ENGINES,
    FLAG,
    PLAYER,
    SPOT,
    Maker,
    Table,
    compiled,
    full,
    num,
    op,
    outcome,
    ref,
    text,
    the,
    value_of,
)

# ------------------------------------------------------------------------------------------------ a whole game

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def three_in_a_row() -> tuple[Program, int]:
    m = Maker()
    mark = m.slot("mark", replace(PLAYER, none=True), (SPOT,))
    line = Num(0, len(LINES) - 1)
    m.p.lists.append(core.ListTable(0, "lines", (line,), SPOT, [list(row) for row in LINES]))
    me, there = m.var("me", PLAYER), m.var("there", SPOT)
    row, c = m.var("row", line), m.var("c", SPOT)

    def owner(v: Var) -> Expr:
        return Load(mark, (the(v),), type=replace(PLAYER, none=True))

    whole = Quant("all", (Loop(c, FromList(0, (the(row),))),), op("eq", owner(c), the(me)), type=FLAG)
    won = Quant("any", (Loop(row, FromRange(num(0), num(7)), whole),), None, type=FLAG)
    game = 1
    place = m.proc("place", (me, there), [
        Needs(op("eq", owner(there), Const(-1, type=replace(PLAYER, none=True))), text("Taken.")),
        Store(mark, (the(there),), the(me)),
        If(won, [core.End(game)], []),
    ], action=True)  # fmt: skip
    seat, spot = m.var("seat", PLAYER), m.var("spot", SPOT)
    offer = Offer(the(seat), (Entry("place", place, None, (Loop(spot, full(m)),), (the(seat), the(spot)), None),))
    turns = Each(Loop(seat, FromRange(Const(0, type=Num(0, 0)), num(1))), [offer])
    m.main([Repeat(None, num(4), True, [turns]), Each(Loop(m.var("last", PLAYER), FromRange(num(0), num(0))), [])])
    return m.p, mark


def test_a_whole_game_is_played_alike_by_both_engines() -> None:
    program, mark = three_in_a_row()
    c = compiled(program)
    tables = [Table(c, engine) for engine in ENGINES]
    for code in (0, 3, 1, 4):
        assert all(t.options == tables[0].options for t in tables)
        for t in tables:
            t.take(code)
    for t in tables:
        assert t.options == [2, 5, 6, 7, 8]
        t.take(2)
        assert t.S[ir.OVER] == 1
        assert t.cells(mark)[:5] == [0, 0, 0, 1, 1]


def test_sites_are_named_after_their_declaration() -> None:
    c = compiled(three_in_a_row()[0])
    assert [s.name for s in c.sites] == ["effect.game/offer"]
    assert c.sites[0].entries[0].guard >= 0


# ------------------------------------------------------------------------------------------------ decisions


def chooser(m: Maker, rest: list[Stmt], x: Var, **more: Any) -> Choose:
    return Choose(ref(0, PLAYER), Loop(x, full(m)), None, rest, **more)


def test_only_elements_that_meet_the_requirements_after_the_choice_are_offered() -> None:
    m = Maker()
    at = m.slot("at", SPOT, first=0)
    x = m.var("x", SPOT)
    rest: list[Stmt] = [Needs(op("gt", the(x), ref(6)), text()), Store(at, (), the(x))]
    c = compiled(m.main([chooser(m, rest, x)]))
    for engine in ENGINES:
        t = Table(c, engine)
        assert t.options == [7, 8]
        t.take(8)
        assert t.cell(at) == 8


def test_what_fails_later_is_found_by_trying() -> None:
    m = Maker()
    at, left = m.slot("at", SPOT, first=0), m.slot("left", Num(0, 9), first=5)
    x, y = m.var("x", SPOT), m.var("y", SPOT)
    sure = [Needs(op("lt", op("add", the(x), the(y), Num(0, 16)), Load(left, (), type=Num(0, 9))), text())]
    inner = chooser(m, [*sure, Store(at, (), the(y))], y)
    narrowed = replace(inner, loop=Loop(y, full(m), op("ge", the(y), ref(2))))
    c = compiled(m.main([chooser(m, [Store(at, (), the(x)), narrowed], x)]))
    for engine in ENGINES:
        t = Table(c, engine)
        assert t.options == [0, 1, 2]  # from 3 on no second spot is left
        t.take(1)
        assert t.options == [2, 3]
    blocks = c.procs[c.main].blocks
    assert any(b.risk and b.unit for b in blocks)


def test_one_element_is_taken_without_asking_and_declining_is_an_option() -> None:
    m = Maker()
    at = m.slot("at", SPOT, first=0)
    x, y = m.var("x", SPOT), m.var("y", SPOT)
    one = replace(chooser(m, [Store(at, (), the(x))], x), loop=Loop(x, FromSet(Const(0b1000, type=SetOf(SPOT)))))
    may = chooser(m, [Store(at, (), the(y))], y, no=[Store(at, (), ref(8))])
    c = compiled(m.main([one, may]))
    for engine in ENGINES:
        t = Table(c, engine)
        assert t.cell(at) == 3
        assert t.options == [*range(0, 18, 2), 1]
        t.take(1)
        assert t.cell(at) == 8
        t = Table(c, engine)
        t.take(10)
        assert t.cell(at) == 5


def test_a_choice_if_any_is_skipped_when_there_is_nothing() -> None:
    m = Maker()
    at, spots = m.slot("at", SPOT, first=0), m.slot("spots", SetOf(SPOT))
    x = m.var("x", SPOT)
    loop = Loop(x, FromSet(Load(spots, (), type=SetOf(SPOT))))
    program = m.main([Choose(ref(0, PLAYER), loop, None, [Store(at, (), the(x))], if_any=True), Store(at, (), ref(7))])
    assert outcome(program, at) == [7]


def test_copies_in_one_place_are_one_option() -> None:
    m = Maker()
    a = m.slot("a", CARD, kind="pile", starts=[(0, 0), (0, 1), (0, 2)])
    m.slot("b", CARD, kind="pile", starts=[(0, 3)])
    x = m.var("x", CARD)
    choose = Choose(ref(0, PLAYER), Loop(x, full(m, CARD)), None, [Move(the(x), Place(a))])
    c = compiled(m.main([choose]))
    for engine in ENGINES:
        assert Table(c, engine).options == [0, 2, 3, 4]  # 4 and 5 are both in the box


def test_options_are_offered_when_they_can_be_carried_out() -> None:
    m = Maker()
    at = m.slot("at", Num(0, 9), first=2)
    here = Load(at, (), type=Num(0, 9))
    options = Options(ref(1, PLAYER), text("Which?"), [
        Option("a", text("A"), op("eq", here, num(0)), []),
        Option("b", text("B"), None, [Needs(op("ge", here, num(2)), text()), Store(at, (), num(7))]),
        Option("c", None, None, [Store(at, (), num(9)), Needs(op("ge", here, num(9)), text())]),
        Option("d", None, None, [Store(at, (), num(8)), Needs(op("ge", here, num(9)), text())]),
    ])  # fmt: skip
    c = compiled(m.main([options]))
    for engine in ENGINES:
        t = Table(c, engine)
        assert t.S[ir.WHO] == 1
        assert t.options == [1, 2]
        t.take(1)
        assert t.cell(at) == 7


def test_a_called_procedure_gives_its_result() -> None:
    m = Maker()
    at = m.slot("at", SPOT, first=0)
    x, y, me = m.var("x", SPOT), m.var("y", SPOT), m.var("me", PLAYER)
    ask = Choose(the(me), Loop(x, full(m)), None, [Give(the(x))])
    number = m.proc("pick", (me,), [ask], result=SPOT)
    c = compiled(m.main([Run(number, (ref(1, PLAYER),), y), Store(at, (), the(y))]))
    for engine in ENGINES:
        t = Table(c, engine)
        t.take(6)
        assert t.cell(at) == 6


def test_a_checklist_is_part_of_the_guard_and_prunes_loops() -> None:
    m = Maker()
    marks = m.slot("marks", Num(0, 9), (SPOT,))
    a, b, z = m.var("a", SPOT), m.var("b", SPOT), m.var("z", SPOT)
    me, x, y = m.var("me", PLAYER), m.var("x", SPOT), m.var("y", SPOT)
    near = Const(0b11, type=SetOf(SPOT))
    check = m.proc("check", (z,), [Needs(op("eq", Load(marks, (the(z),), type=Num(0, 9)), num(1)), text())])
    act = m.proc("act", (me, a, b), [
        Run(check, (the(a),)), Needs(op("has", near, the(b)), text()), Store(marks, (the(b),), num(5)),
    ], action=True)  # fmt: skip
    entry = Entry("act", act, None, (Loop(x, full(m)), Loop(y, full(m))), (ref(0, PLAYER), the(x), the(y)), None)
    c = compiled(m.main([Store(marks, (ref(3),), num(1)), Offer(ref(0, PLAYER), (entry,))]))
    for engine in ENGINES:
        assert Table(c, engine).options == [3, 3 + 9]
    body = c.functions[c.sites[0].options].body
    match next(s for s in body if s[0] == "for"):
        case (_, _, _, _, [("if", _, [*_, ("for", _, start, stop, _)], _), *_]):  # tested before the inner loop
            assert (start, stop) == (0, 2)  # which is narrowed to the set
        case other:
            pytest.fail(repr(other))


def test_can_is_the_guard_or_a_trial() -> None:
    m = Maker()
    at = m.slot("at", Num(0, 9), first=2)
    here = Load(at, (), type=Num(0, 9))
    n, k = m.var("n", Num(0, 9)), m.var("k", Num(0, 9))
    easy = m.proc("easy", (n,), [Needs(op("ge", here, the(n)), text()), Store(at, (), num(0))])
    late = m.proc("late", (k,), [Store(at, (), the(k)), Needs(op("ge", here, num(5)), text())])
    for number, given, expected in ((easy, 2, 1), (easy, 3, 0), (late, 4, 0), (late, 5, 1)):
        copy = replace(m.p, slots=list(m.p.slots), procs=list(m.p.procs))
        other = Maker()
        other.p = copy
        assert value_of(other, core.Can(number, (num(given),), type=FLAG)) == expected


def test_a_let_outlives_a_decision() -> None:
    m = Maker()
    at, marks = m.slot("at", Num(0, 99), first=2), m.slot("marks", Num(0, 99), (SPOT,))
    x, y, old = m.var("x", SPOT), m.var("y", SPOT), m.var("old", Num(0, 99))
    here = Load(at, (), type=Num(0, 99))
    ask = Choose(ref(0, PLAYER), Loop(y, full(m)), None, [Store(marks, (the(y),), the(old))])
    each = Each(Loop(x, FromSet(Const(0b110, type=SetOf(SPOT)))), [
        Let(old, op("add", here, the(x), Num(0, 200))), Store(at, (), num(50)), ask,
    ])  # fmt: skip
    c = compiled(m.main([each]))
    for engine in ENGINES:
        t = Table(c, engine)
        t.take(4)
        t.take(5)
        assert t.cells(marks)[4:6] == [3, 52]


def test_the_validator_finds_what_cannot_be() -> None:
    c = compiled(three_in_a_row()[0])
    c.functions[0].body.append(("set", 99, 1))
    c.procs[c.main].blocks[0].term = ("goto", 1000)
    found = " ".join(validate(c))
    assert "no register 99" in found
    assert "no block 1000" in found


def test_code_that_is_none_is_told_before_what_it_names() -> None:
    c = compiled(three_in_a_row()[0])
    wrong: Any = ("set", 99, ("add", 1))
    c.functions[0].body.append(wrong)
    assert [found.split(": ")[1] for found in validate(c)] == ["add has 1 operands, not 2"]
