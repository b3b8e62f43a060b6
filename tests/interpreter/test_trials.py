"""Procedures, units and trials: what is offered can be carried through."""

from __future__ import annotations

from typing import Any

import pytest

from regelwerk.dsl import ir
from regelwerk.interpreter.engine.context import Context, Limits
from regelwerk.interpreter.engine.machine import EngineName, Machine
from regelwerk.interpreter.errors import Refused, RuleError
from regelwerk.interpreter.game.game import Game, Ruleset
from tests.interpreter.tables import SEATS, compiled, ld, raw, v

# Cells: 10 money, 11 goods, 12 log of what happened, 13 the die; frames below.
MONEY, GOODS, TRACE, DIE, WORD = 10, 11, 12, 13, 8
MAIN, ACT, PAY = 20, 26, 32
COLOURS = ir.Domain(name="Colour", kind="kind", ids=["red", "blue", "green"], titles=["Red", "Blue", "Green"])


@pytest.fixture(params=["reference", "python"])
def engine(request: pytest.FixtureRequest) -> EngineName:
    name: EngineName = request.param
    return name


def offers(count: int) -> ir.Function:
    body = [("for", 0, 0, count, [("opt", v(0))])]
    return ir.Function(name="offers", params=0, registers=1, effects=True, body=raw(body))


def choice(name: str, options: int, **more: Any) -> ir.Site:
    entry = ir.Entry(name=name, types=["Colour"], radix=[3], offsets=[0], **more)
    return ir.Site(name=name, kind="choose", who=0, options=options, entries=[entry], forced=False, span=1)


def needs(e: Any, text: int = 0) -> Any:
    return ("needs", e, text, [ld(MONEY)], 1)


def rules(
    act: list[ir.Block], pay: list[ir.Block] | None = None, sites: list[ir.Site] | None = None, **more: Any
) -> ir.Compiled:
    """A game in which `act` is called again and again: at most five times."""
    state = [0] * 40
    state[MONEY] = 2
    main = [
        ir.Block(
            code=[("tick", 1, 1), ("st", MAIN + 2, 0, ("add", ld(MAIN + 2), 1))],
            term=("br", ("gt", ld(MAIN + 2), 5), 2, 1),
        ),
        ir.Block(term=raw(("call", 1, [0], 0))),
        ir.Block(term=("ret", 0)),
    ]
    whole: dict[str, Any] = {
        "domains": [SEATS, COLOURS],
        "state": state,
        "texts": [
            ir.Text(parts=["That costs more than ", 0, "."], types=["number"], address="dear"),
            ir.Text(parts=["Only red will do."], address="red"),
        ],
        "functions": [offers(3)],
        "procs": [
            ir.Proc(name="flow", address="flow", params=0, base=MAIN, size=3, blocks=main),
            ir.Proc(name="act", address="act", params=1, base=ACT, size=4, registers=1, blocks=act, action=True),
            ir.Proc(name="pay", address="pay", params=1, base=PAY, size=3, registers=1, blocks=pay or [leave()]),
        ],
        "sites": sites or [choice("colour", 0)],
        "chances": [ir.Chance(name="die", addr=WORD)],
        "actions": [ir.Named(name="act", number=1, types=["Player"], me=True)],
        "effects": [ir.Named(name="pay", number=2, types=["number"], me=False)],
    }
    return compiled(**(whole | more))


def leave() -> ir.Block:
    return ir.Block(term=("ret", 0))


CHOSEN = ld(ir.CHOSEN)


def asked(compiled_rules: ir.Compiled, engine: EngineName, limits: Limits | None = None) -> list[int]:
    """List the options of the first decision."""
    machine = Machine(compiled_rules, engine, limits)
    X = Context()
    S = machine.start(2, 1, X)
    assert S[ir.ASK]
    return X.options


def spend(price: Any, then: int = 2, risk: bool = False) -> ir.Block:
    """Pay a price, if there is enough."""
    code = [needs(("ge", ld(MONEY), price)), ("st", MONEY, 0, ("sub", ld(MONEY), price))]
    return ir.Block(code=code, term=("goto", then), unit=1, risk=risk)


def test_an_option_that_fails_later_is_not_offered(engine: EngineName) -> None:
    act = [
        ir.Block(term=("ask", 0, 1), unit=1, risk=True),
        ir.Block(code=[needs(("ge", ld(MONEY), ("mul", CHOSEN, 2)))], term=("ret", 0), unit=1, risk=True),
    ]
    assert asked(rules(act), engine) == [0, 1]


def test_without_risk_nothing_is_tried(engine: EngineName) -> None:
    act = [
        ir.Block(term=("ask", 0, 1), unit=1, risk=True),
        ir.Block(code=[needs(0)], term=("ret", 0), unit=1, risk=False),
    ]
    machine = Machine(rules(act), engine)
    X = Context()
    S = machine.start(2, 1, X)
    assert X.options == [0, 1, 2]
    with pytest.raises(RuleError, match=r"a requirement failed in the middle: That costs more than 2\.") as error:
        machine.take(S, X, 0)
    assert error.value.kind == "requirement"


def test_some_later_choice_has_to_succeed(engine: EngineName) -> None:
    """First colour c, then colour d; only c + d = 3 works, so c = 0 is a dead end."""
    act = [
        ir.Block(term=("ask", 0, 1), unit=1, risk=True),
        ir.Block(code=[("st", ACT + 3, 0, CHOSEN)], term=("ask", 0, 2), unit=1, risk=True),
        ir.Block(
            code=[needs(("eq", ("add", ld(ACT + 3), CHOSEN), 3))], term=("ret", 0), unit=1, risk=True
        ),
    ]  # fmt: skip
    assert asked(rules(act), engine) == [1, 2]


def test_a_trial_ends_with_the_unit(engine: EngineName) -> None:
    """What comes after the unit is none of its business, even if it cannot be met."""
    act = [
        ir.Block(term=("ask", 0, 1), unit=1, risk=True),
        ir.Block(code=[needs(("ne", CHOSEN, 1))], term=("goto", 2), unit=1, risk=True),
        ir.Block(code=[needs(0)], term=("ret", 0)),
    ]
    assert asked(rules(act), engine) == [0, 2]


def test_a_trial_ends_with_the_frame(engine: EngineName) -> None:
    act = [
        ir.Block(term=("ask", 0, 1), unit=1, risk=True),
        ir.Block(code=[needs(("ne", CHOSEN, 1))], term=("end", 0), unit=1, risk=True),
    ]
    assert asked(rules(act), engine) == [0, 2]


def test_a_trial_ends_at_chance(engine: EngineName) -> None:
    act = [
        ir.Block(term=("ask", 0, 1), unit=1, risk=True),
        ir.Block(
            code=raw([("if", ("eq", CHOSEN, 1), [("draw", 0, 0, 6)], []), needs(0)]),
            term=("ret", 0), unit=1, risk=True,
        ),
    ]  # fmt: skip
    assert asked(rules(act), engine) == [1]


def test_a_draw_of_one_is_no_chance(engine: EngineName) -> None:
    act = [
        ir.Block(term=("ask", 0, 1), unit=1, risk=True),
        ir.Block(code=[("draw", 0, 0, ("add", ("eq", CHOSEN, 1), 1)), needs(0)], term=("ret", 0), unit=1, risk=True),
    ]
    assert asked(rules(act), engine) == [1]


def test_the_caller_is_at_risk_too(engine: EngineName) -> None:
    """The choice is made in `pay`, the requirement stands behind the call in `act`."""
    act = [
        ir.Block(term=raw(("call", 2, [0], 1)), unit=1, risk=True),
        ir.Block(code=[needs(("eq", ld(GOODS), 2))], term=("ret", 0), unit=1, risk=True),
    ]
    pay = [ir.Block(term=("ask", 0, 1)), ir.Block(code=[("st", GOODS, 0, CHOSEN)], term=("ret", 0))]
    assert asked(rules(act, pay), engine) == [2]


def test_nothing_to_choose_makes_a_branch_fail(engine: EngineName) -> None:
    """Colour c offers 2 - c things next: c = 2 leaves nothing."""
    nothing = ir.Function(
        name="rest", params=0, registers=1, effects=True,
        body=raw([("for", 0, 0, ("sub", 2, ld(ACT + 3)), [("opt", v(0))])]),
    )  # fmt: skip
    act = [
        ir.Block(term=("ask", 0, 1), unit=1, risk=True),
        ir.Block(code=[("st", ACT + 3, 0, CHOSEN)], term=("ask", 1, 2), unit=1, risk=True),
        ir.Block(term=("ret", 0), unit=1, risk=True),
    ]
    sites = [choice("colour", 0), choice("rest", 1)]
    assert asked(rules(act, sites=sites, functions=[offers(3), nothing]), engine) == [0, 1]


def test_nothing_to_choose_at_all_is_an_error(engine: EngineName) -> None:
    act = [
        ir.Block(term=("ask", 0, 1), unit=1, risk=True),
        ir.Block(code=[needs(0)], term=("ret", 0), unit=1, risk=True),
    ]
    with pytest.raises(RuleError, match="nothing can be chosen here") as error:
        asked(rules(act), engine)
    assert error.value.at[:3] == ("mini.regel", 7, 3)


def circle(*code: Any) -> list[ir.Block]:
    """Ask again and again, whatever is answered."""
    return [
        ir.Block(term=("ask", 0, 1), unit=1, risk=True),
        ir.Block(code=[("tick", 1, 1), *code], term=("br", ("eq", CHOSEN, 9), 2, 0), unit=1, risk=True),
        ir.Block(term=("ret", 0), unit=1, risk=True),
    ]


def test_going_round_in_circles_leads_nowhere(engine: EngineName) -> None:
    with pytest.raises(RuleError, match="nothing can be chosen here"):
        asked(rules(circle()), engine)


def test_too_many_ways_are_an_error_that_names_the_decision(engine: EngineName) -> None:
    endless = rules(circle(("st", GOODS, 0, ("add", ld(GOODS), 1))))
    with pytest.raises(RuleError, match=r"ways to go on have to be tried \(colour\)"):
        asked(endless, engine, Limits(trials=50))
    with pytest.raises(RuleError, match=r"in a row have to be tried \(colour\)"):
        asked(endless, engine, Limits(depth=4))


@pytest.mark.parametrize("ahead", [1, 3, 64])
def test_a_way_out_is_found_however_far_it_is(engine: EngineName, ahead: int) -> None:
    """Only green, twelve times in a row, leads out; everything else leads into a circle."""
    way = ("st", GOODS, 0, ("if", ("eq", CHOSEN, 2), ("add", ld(GOODS), 1), 0))
    act = circle(way)
    act[1] = ir.Block(code=act[1].code, term=("br", ("eq", ld(GOODS), 12), 2, 0), unit=1, risk=True)
    assert asked(rules(act), engine, Limits(ahead=ahead)) == [0, 1, 2]


def test_a_risky_entry_is_tried_before_it_is_offered(engine: EngineName) -> None:
    """The offer itself stands outside of any unit; the action pays twice its argument."""
    offer = choice("buy", 0, proc=2, call=[v(1)], risky=True)
    act = [
        ir.Block(term=("ask", 0, 1)),
        ir.Block(term=("call", 2, [CHOSEN], 2)),
        ir.Block(term=("ret", 0)),
    ]
    pay = [spend(("mul", ld(PAY + 2), 2), 1), leave()]
    assert asked(rules(act, pay, sites=[offer]), engine) == [0, 1]


@pytest.mark.parametrize(("money", "expected"), [(5, 1), (4, 0)])
def test_can_tells_whether_a_procedure_can_be_carried_out(engine: EngineName, money: int, expected: int) -> None:
    function = ir.Function(
        name="affordable", params=0, registers=0, effects=False, body=raw([("ret", ("trial", 2, [5]))])
    )
    pay = [spend(ld(PAY + 2), 1), leave()]
    machine = Machine(rules([leave()], pay, functions=[offers(3), function]), engine)
    S = machine.fresh(2, 1)
    S[MONEY] = money
    before = S.copy()
    assert machine.engine.call(1, S, Context(), ()) == expected
    assert S[1:] == before[1:]
    assert S[ir.TICKS] > 0  # trying is work


def test_a_result_comes_back_from_a_call(engine: EngineName) -> None:
    act = [
        ir.Block(term=raw(("call", 2, [4], 1))),
        ir.Block(code=[("st", TRACE, 0, ld(ir.RESULT))], term=("ask", 0, 2)),
        leave(),
    ]
    pay = [ir.Block(term=("ret", ("add", ld(PAY + 2), 3)))]
    machine = Machine(rules(act, pay), engine)
    S = machine.start(2, 1)
    assert S[TRACE] == 7
    assert S[ir.RESULT] == 0


def test_end_leaves_everything_above(engine: EngineName) -> None:
    """`pay` asks and ends `act`; the game goes on in `flow`, three more times."""
    act = [
        ir.Block(term=raw(("call", 2, [0], 1))),
        ir.Block(code=[("st", TRACE, 0, 99)], term=("ret", 0)),
    ]
    pay = [
        ir.Block(term=("ask", 0, 1)),
        ir.Block(code=[("st", GOODS, 0, ("add", ld(GOODS), 1))], term=("end", 1)),
    ]
    game = Ruleset(rules(act, pay), engine).new_game(2, 1)
    for _ in range(5):
        game.choose("red")
    assert game.over
    assert (game.state[GOODS], game.state[TRACE]) == (5, 0)


@pytest.mark.parametrize(("case", "block"), [(0, 3), (1, 4), (2, 5), (7, 5), (-1, 5)])
def test_a_jump_outside_takes_the_last_block(engine: EngineName, case: int, block: int) -> None:
    marks = [ir.Block(code=[("st", TRACE, 0, k)], term=("ask", 0, 2)) for k in (3, 4, 5)]
    act = [ir.Block(term=("jump", case, [3, 4, 5])), leave(), leave(), *marks]
    assert Machine(rules(act), engine).start(2, 1)[TRACE] == block


def test_a_ruleset_that_could_run_for_ever_is_refused(engine: EngineName) -> None:
    act = [ir.Block(term=("goto", 1)), ir.Block(term=("goto", 0))]
    with pytest.raises(RuleError, match="for ever: act"):
        Machine(rules(act), engine)
    endless = ir.Function(name="spin", params=0, registers=0, effects=False, body=[("while", 1, [])])
    with pytest.raises(RuleError, match="for ever: spin"):
        Machine(rules([leave()], functions=[offers(3), endless]), engine)


# ------------------------------------------------------------------------------------------------ reasons, effects


def shop(engine: EngineName) -> Game:
    """A game with one offer: buy for twice the number of the colour; red only, if money is short."""
    guard = ir.Function(
        name="guard", params=2, registers=2, effects=False,
        body=[needs(("ge", ld(MONEY), ("mul", v(1), 2))), needs(("eq", v(1), 0), 1)],
    )  # fmt: skip
    offered = ir.Function(name="offered", params=0, registers=1, effects=True, body=[("opt", 0)])
    value = ir.Function(
        name="price", params=1, registers=2, effects=False,
        body=raw([
            ("set", 1, ("mul", v(0), 2)),
            ("if", 1, [("set", 1, ("sub", v(1), 1)), ("note", 0, v(1))], []),
            ("if", 0, [("set", 1, 9), ("note", 1, v(1))], []),
            ("ret", v(1)),
        ]),
    )  # fmt: skip
    site = ir.Site(
        name="shop", kind="offer", who=0, options=1, span=1, forced=False,
        entries=[ir.Entry(
            name="buy", types=["Colour"], radix=[3], offsets=[0], guard=2, proc=2, call=[v(1)], cites=["R-1"],
        )],
    )  # fmt: skip
    act = [ir.Block(term=("ask", 0, 1)), leave()]
    pay = [spend(ld(PAY + 2), 1), leave()]
    ruleset = Ruleset(
        rules(
            act, pay, sites=[site], functions=[offers(3), offered, guard, value], changes=["taps", "event"],
            values=[ir.Named(name="price", number=3, types=["Colour"], me=False)],
        ),
        engine,
    )  # fmt: skip
    return ruleset.new_game(2, 1)


def test_reasons_are_the_failed_requirements(engine: EngineName) -> None:
    game = shop(engine)
    assert game.why("buy(red)") == []
    assert [reason.text for reason in game.why("buy(blue)")] == ["Only red will do."]
    reasons = game.why("buy(green)")
    assert [reason.text for reason in reasons] == ["That costs more than 2.", "Only red will do."]
    assert reasons[0].cites == ("R-1",)
    assert reasons[0].at[:2] == ("mini.regel", 7)


def test_what_does_not_exist_has_no_reason(engine: EngineName) -> None:
    with pytest.raises(Refused):
        shop(engine).why("sell(red)")
    with pytest.raises(Refused):
        shop(engine).why_value("nothing")


def test_a_value_is_explained_step_by_step(engine: EngineName) -> None:
    steps = shop(engine).why_value("price", ["green"])
    assert [str(step) for step in steps] == ["4 printed", "-1 by taps"]


def test_an_effect_runs_on_its_own_and_the_game_goes_on_after_it(engine: EngineName) -> None:
    game = shop(engine)
    before = game.decisions()
    game.call("pay", args=[1])
    assert game.state[MONEY] == 1
    assert game.decisions() == before
    game.choose("buy(red)")
    game.undo()
    assert game.state[MONEY] == 1
    game.undo()
    assert game.state[MONEY] == 2


def test_an_effect_that_fails_changes_nothing(engine: EngineName) -> None:
    game = shop(engine)
    with pytest.raises(RuleError, match="That costs more than 2"):
        game.call("pay", args=[9])
    assert game.state[MONEY] == 2
    game.choose("buy(red)")
