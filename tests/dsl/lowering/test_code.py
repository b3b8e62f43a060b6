"""The lowering of expressions and statements: consistent code that both engines run alike."""

from __future__ import annotations

from dataclasses import replace

import pytest

from regelwerk.dsl import core
from regelwerk.dsl.core import (
    Cond,
    Const,
    Draw,
    Each,
    Expr,
    FromComp,
    FromPile,
    FromRange,
    FromSeats,
    FromSet,
    If,
    Load,
    Loop,
    Move,
    MoveTop,
    Num,
    Place,
    Quant,
    Ref,
    Repeat,
    SetOf,
    Shuffle,
    Stmt,
    Stop,
    Store,
    Type,
    Unary,
)
from regelwerk.interpreter.errors import RuleError
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
    the,
    value_of,
)

# ------------------------------------------------------------------------------------------------ expressions


def test_the_right_side_is_evaluated_only_when_needed() -> None:
    m = Maker()
    empty = m.slot("empty", SetOf(SPOT))
    x = m.var("x", SPOT)
    mask = Load(empty, (), type=SetOf(SPOT))
    only = Unary("only", mask, type=SPOT)
    never = Quant("any", (Loop(x, full(m), op("eq", the(x), only)),), None, type=FLAG)
    e = op("and", op("ne", Unary("size", mask, type=Num(0, 9)), num(0)), never)
    assert value_of(m, e) == 0


def test_a_failing_expression_is_an_error_on_both_engines() -> None:
    m = Maker()
    empty = m.slot("empty", SetOf(SPOT))
    slot = m.slot("result", SPOT, first=0)
    c = compiled(m.main([Store(slot, (), Unary("only", Load(empty, (), type=SetOf(SPOT)), type=SPOT))]))
    for engine in ENGINES:
        with pytest.raises(RuleError, match="exactly one"):
            Table(c, engine)


def test_a_quantifier_inside_the_branch_of_another_stays_there() -> None:
    m = Maker()
    marks = m.slot("marks", Num(0, 9), (SPOT,))
    x, y = m.var("x", SPOT), m.var("y", SPOT)
    here = Load(marks, (the(y),), type=Num(0, 9))
    most = Quant("max", (Loop(y, full(m), op("le", the(y), the(x))),), here, type=Num(0, 9, True))
    each = Cond(op("eq", the(x), ref(4)), Unary("some", most, type=Num(0, 9)), num(1), type=Num(0, 9))
    e = Quant("sum", (Loop(x, full(m)),), each, type=Num(0, 81))
    fill = [Store(marks, (ref(n),), num(n)) for n in range(9)]
    assert value_of(m, e, list(fill)) == 8 + 4


@pytest.mark.parametrize(
    ("word", "expected"), [("most", 0b1000_0000), ("least", 0b1), ("first", 3), ("no", 0), ("count", 6)]
)
def test_quantifiers(word: str, expected: int) -> None:
    m = Maker()
    marks = m.slot("marks", Num(0, 99), (SPOT,))
    x = m.var("x", SPOT)
    value = Load(marks, (the(x),), type=Num(0, 99))
    where = None if word in ("most", "least") else op("ge", value, num(3))
    result: Expr | None = value if word in ("most", "least", "first") else None
    t: Type = SetOf(SPOT) if word in ("most", "least") else Num(0, 99, word == "first")
    fill = [Store(marks, (ref(n),), num(n if n != 8 else 6)) for n in range(9)]
    assert value_of(m, Quant(word, (Loop(x, full(m), where),), result, type=t), list(fill)) == expected


def test_a_loop_inside_another_can_be_left_at_once() -> None:
    m = Maker()
    limit = m.slot("limit", Num(0, 9), first=2)
    x, y = m.var("x", SPOT), m.var("y", SPOT)
    level = Load(limit, (), type=Num(0, 9))
    product = op("mul", the(x), the(y), Num(0, 64))
    loops = (Loop(x, full(m)), Loop(y, full(m), op("gt", product, level)))
    code = op("add", op("mul", the(x), num(10), Num(0, 80)), the(y), Num(0, 88))
    assert value_of(m, Quant("first", loops, code, type=Num(0, 88, True))) == 13


def test_loops_go_on_only_while_their_condition_holds() -> None:
    m = Maker(players=(2, 4))
    limit = m.slot("limit", Num(0, 9), first=1)
    x, y, z = m.var("x", SPOT), m.var("y", SPOT), m.var("z", Num(0, 99))
    pair = op("add", op("mul", the(x), num(10), Num(0, 80)), the(y), Num(0, 88))
    inner = FromComp((Loop(x, full(m)), Loop(y, full(m), op("le", the(y), the(x)))), pair)
    stop = op("lt", the(z), op("add", Load(limit, (), type=Num(0, 9)), num(20), Num(0, 29)))
    assert value_of(m, Quant("sum", (Loop(z, inner, None, stop),), the(z), type=Num(0, 999))) == 0 + 10 + 11 + 20


def test_seats_are_gone_through_clockwise() -> None:
    m = Maker(players=(3, 4))
    start = m.slot("start", PLAYER, first=2)
    p = m.var("p", PLAYER)
    seats = FromSeats(Load(start, (), type=PLAYER))
    assert value_of(m, Quant("first", (Loop(p, seats, op("ne", the(p), ref(2, PLAYER))),), the(p), type=PLAYER)) == 0


@pytest.mark.parametrize(("start", "reached", "steps"), [(0, 0b111, 2), (3, 0b11000, None)])
def test_reach_and_distance(start: int, reached: int, steps: int | None) -> None:
    for what in ("reach", "distance", "cost"):
        m = Maker(spots=5)
        ways = m.slot("ways", SetOf(SPOT), (SPOT,))
        roads = {0: 0b10, 1: 0b101, 2: 0b10, 3: 0b10000, 4: 0b1000}
        fill: list[Stmt] = [Store(ways, (ref(a),), Const(b, type=SetOf(SPOT))) for a, b in roads.items()]
        v, to = m.var("v", SPOT), m.var("to", SPOT)
        near = Load(ways, (the(v),), type=SetOf(SPOT))
        number = Num(0, 99, True)
        e: Expr = core.Reach(ref(start), v, near, type=SetOf(SPOT))
        if what == "distance":
            e = core.Distance(ref(start), ref(2), v, near, None, None, type=number)
        elif what == "cost":
            cost = op("add", the(v), the(to), Num(0, 8))
            e = core.Distance(ref(start), ref(2), v, near, to, cost, type=number)
        wanted = {"reach": reached, "distance": steps, "cost": None if steps is None else 1 + 3}[what]
        assert value_of(m, e, fill) == (core.NONE_NUM if wanted is None else wanted)


def test_none_as_a_key_gives_none() -> None:
    m = Maker()
    where, marks = m.slot("where", replace(SPOT, none=True)), m.slot("marks", Num(0, 9), (SPOT, PLAYER), first=3)
    spot = Load(where, (), type=replace(SPOT, none=True))
    assert value_of(m, Load(marks, (spot, ref(1, PLAYER)), type=Num(0, 9, True))) == core.NONE_NUM


def test_unions_count_one_domain_after_the_other() -> None:
    m = Maker()
    wide = Ref(("Spot", "Card"))
    card = m.slot("card", CARD, first=2)
    there = core.Widen(Load(card, (), type=CARD), type=wide)
    assert value_of(m, there) == 9 + 2
    m = Maker()
    card = m.slot("card", CARD, first=2)
    there = core.Widen(Load(card, (), type=CARD), type=wide)
    assert value_of(m, core.Narrow(there, type=CARD)) == 2
    m = Maker()
    card = m.slot("card", CARD, first=2)
    there = core.Widen(Load(card, (), type=CARD), type=wide)
    assert value_of(m, core.IsA(there, ("Spot",), type=FLAG)) == 0


def test_what_reads_no_state_becomes_a_table() -> None:
    m = Maker()
    x, y = m.var("x", SPOT), m.var("y", SPOT)
    below = Quant("sum", (Loop(y, full(m), op("lt", the(y), the(x))),), the(y), type=Num(0, 36))
    f = m.func("below", (x,), Num(0, 36), below)
    at = m.slot("at", SPOT, first=4)
    c = compiled(m.main([Store(at, (), Const(5, type=SPOT))]))
    assert ("ret", ("tab", 0, ("v", 0))) in c.functions[f].body
    assert c.tables[0][:9] == [sum(range(n)) for n in range(9)]


# ------------------------------------------------------------------------------------------------ statements


def test_leaving_a_repeat_from_inside_a_loop() -> None:
    m = Maker()
    seen = m.slot("seen", Num(0, 99))
    x = m.var("x", SPOT)
    so_far = Load(seen, (), type=Num(0, 99))
    body: list[Stmt] = [
        Store(seen, (), op("add", so_far, num(1), Num(1, 100))),
        If(op("ge", so_far, num(12)), [Stop()], []),
    ]
    assert outcome(m.main([Repeat(None, num(5), False, [Each(Loop(x, full(m)), body)])]), seen) == [12]


def test_repeating_too_often_is_an_error_unless_it_is_quiet() -> None:
    for quiet in (True, False):
        m = Maker()
        seen = m.slot("seen", Num(0, 99))
        step = Store(seen, (), op("add", Load(seen, (), type=Num(0, 99)), num(1), Num(1, 100)))
        program = m.main([Repeat(None, num(3), quiet, [step])])
        if quiet:
            assert outcome(program, seen) == [3]
        else:
            with pytest.raises(RuleError, match="too often"):
                outcome(program, seen)


def test_a_value_outside_the_range_of_its_slot_is_an_error() -> None:
    m = Maker()
    seen = m.slot("seen", Num(0, 3), first=3)
    program = m.main([Store(seen, (), op("add", Load(seen, (), type=Num(0, 3)), num(1), Num(1, 4)))])
    with pytest.raises(RuleError):
        outcome(program, seen)


def test_packets_keep_their_order() -> None:
    for under, expected in ((False, [4, 0, 3, 4, 5]), (True, [4, 3, 4, 5, 0])):
        m = Maker()
        a = m.slot("a", CARD, kind="pile", starts=[(0, n) for n in range(1, 6)])
        b = m.slot("b", CARD, kind="pile", starts=[(0, 0)])
        assert outcome(m.main([MoveTop(Place(a), num(3), Place(b), under)]), b)[:5] == expected


def test_a_pile_is_gone_through_as_it_was() -> None:
    m = Maker()
    a = m.slot("a", CARD, kind="pile", starts=[(0, n) for n in range(4)])
    b = m.slot("b", CARD, kind="pile")
    x = m.var("x", CARD)
    loop = Loop(x, FromPile(Place(a)), op("ne", the(x), ref(1, CARD)))
    assert outcome(m.main([Each(loop, [Move(the(x), Place(b))])]), b)[:4] == [3, 3, 2, 0]


def test_a_draw_over_nothing_skips_the_rest() -> None:
    m = Maker()
    seen, spots = m.slot("seen", Num(0, 99)), m.slot("spots", SetOf(SPOT))
    x, d = m.var("x", SPOT), m.var("d", Num(1, 6))
    nothing = Draw(Loop(x, FromSet(Load(spots, (), type=SetOf(SPOT)))), [Store(seen, (), num(50))])
    one = Draw(Loop(d, FromRange(num(1), num(6)), op("eq", the(d), num(4))), [Store(seen, (), the(d))])
    program = m.main([nothing, one])
    c = compiled(program)
    assert [x.name for x in c.chances] == ["effect.game/draw x", "effect.game/draw d"]
    assert outcome(program, seen) == [4]


def test_drawing_and_shuffling_depend_on_the_seed_only() -> None:
    m = Maker()
    deck = m.slot("deck", CARD, kind="pile", starts=[(0, n) for n in range(6)])
    hand = m.slot("hand", CARD, kind="pile")
    x = m.var("x", CARD)
    steps: list[Stmt] = [Shuffle(Place(deck)), Draw(Loop(x, FromPile(Place(deck))), [Move(the(x), Place(hand))])]
    c = compiled(m.main(steps))
    for seed in range(5):
        tables = [Table(c, engine, seed=seed) for engine in ENGINES]
        assert tables[0].packed == tables[1].packed
        assert tables[0].cell(hand) == 1


def test_a_list_that_changes_meanwhile_is_gone_through_as_it_was() -> None:
    m = Maker(spots=4)
    marks, seen = m.slot("marks", Num(0, 9), (SPOT,), first=1), m.slot("seen", Num(0, 9))
    x, y, z = m.var("x", SPOT), m.var("y", SPOT), m.var("z", SPOT)
    marked = op("eq", Load(marks, (the(y),), type=Num(0, 9)), num(1))
    pairs = FromComp((Loop(x, full(m)), Loop(y, full(m), op("and", op("lt", the(y), the(x)), marked))), the(y))
    once = op("add", Load(seen, (), type=Num(0, 9)), num(1), Num(1, 10))
    body: list[Stmt] = [Store(marks, (the(z),), num(0)), Store(seen, (), once)]
    assert outcome(m.main([Each(Loop(z, pairs), body)]), seen) == [6]
