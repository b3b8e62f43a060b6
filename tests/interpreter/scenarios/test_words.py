"""What a scenario may name, and how it is told that it fails."""

from __future__ import annotations

from pathlib import Path

from regelwerk.dsl.pipeline import compile_sources
from regelwerk.dsl.source import Source
from regelwerk.interpreter.scenarios.run import Failure, run_scenarios
from tests.rules import ruleset_of

FERRY = (Path(__file__).parents[2] / "dsl" / "mistakes" / "ferry.regel").read_text(encoding="utf-8")
RULES = FERRY[: FERRY.index("scenario ")]


def failures(lines: str) -> list[Failure]:
    (outcome,) = run_scenarios(ruleset_of(f'{RULES}scenario "s"\n  seats ann, bob\n{lines}'))
    return outcome.failures


def test_a_card_with_copies_is_named_by_its_name() -> None:
    given = "  given\n    each f in bag: if f != (first g in bag: g): move f to ann.hold\n"
    assert failures(f"{given}  when\n    as ann: sell(bag)\n  then\n    ann.purse = 7\n    ann.hold.size = 2\n") == []
    assert (
        failures(
            f"{given}  then\n    can(ann, sell(bag))\n    not can(ann, sell(ingot))\n    not can(bob, sell(bag))\n"
        )
        == []
    )


def test_why_speaks_of_the_first_copy() -> None:
    given = "  given\n    move bag to ann.hold\n    set ann.boat to e1\n"
    assert failures(f'{given}  then\n    why(ann, sell(bag)) = "Nobody here wants a bag of salt."\n') == []


def test_what_is_not_possible_is_told_at_the_line_of_the_scenario() -> None:
    (failure,) = failures("  given  move bale to ann.hold\n  when\n    as ann: sell(bale)\n  then\n    ann.purse = 8\n")
    assert failure.text.startswith("This is not possible here. Nobody here wants a bale of wool.  (test.regel:")


def test_an_answer_that_is_missing_is_asked_for_as_it_is_written() -> None:
    (failure,) = failures("  given  move bag to ann.hold\n  when\n    as ann: turn\n  then\n    day = 0\n")
    assert failure.text == ("ann has to decide here: sail(b1), sail(a2), sell(bag), rest. Answer below: `ann: …`.")


def test_a_question_under_given_is_not_to_be_answered_there() -> None:
    (failure,) = failures("  given\n    move bag to ann.hold\n    as ann: turn\n  then\n    day = 0\n")
    assert failure.text.startswith("ann has to decide here: sail(b1)")
    assert failure.text.endswith(
        "Nobody can answer under `given`: let it happen under `when`, or set what comes of it."
    )


def test_a_number_outside_its_range_is_said_once() -> None:
    (failure,) = failures("  given  set ann.purse to ann.purse + 36\n  then\n    day = 0\n")
    assert failure.text == "41 lies outside 0..40"


def test_an_action_that_only_a_scenario_does_is_never_offered() -> None:
    rules = RULES.replace("offer sail, load, sell, rest", "offer sail, load, rest")
    lines = "  given  move bag to ann.hold\n  when\n    as ann: sell(bag)\n  then\n    day = 0\n"
    text = f'{rules}scenario "s"\n  seats ann, bob\n{lines}'
    found = compile_sources([Source("ferry", text)]).diagnostics
    assert [(d.code, d.about or d.message) for d in found] == [("RW2050", "The action `sell` is never used.")]


def test_who_may_look_is_asked_with_sees() -> None:
    assert failures("  then\n    not sees(ann, stock)\n    sees(bob, ann.hold)\n    sees(ann, wanted[a1])\n") == []
    (failure,) = failures("  then  sees(ann, stock)\n")
    assert failure.line == "sees(ann, stock)"


def test_what_was_revealed_is_seen() -> None:
    assert failures("  when  reveal stock\n  then  sees(ann, stock) and sees(bob, stock)\n") == []


def test_what_is_private_is_seen_by_its_owner() -> None:
    rules = RULES.replace("hold      pile of Freight", "hold      pile of Freight private")
    lines = "  then  all p in players: all q in players: sees(p, q.hold) = (p = q)\n"
    (outcome,) = run_scenarios(ruleset_of(f'{rules}scenario "s"\n  seats ann, bob\n{lines}'))
    assert outcome.ok


def test_what_chance_decides_differs_from_game_to_game() -> None:
    assert failures("  then  by_chance(top(stock))\n") == []
    (failure,) = failures("  then  by_chance(ann.purse)\n")
    assert failure.text == "Chance does not decide this: it is the same in 3 games."


def test_what_is_not_among_the_options_is_said_before_the_answer() -> None:
    turn = "  given  move bag to ann.hold\n  when\n    as ann: turn\n"
    assert failures(f"{turn}    ann: not load\n    ann: not sail(e1)\n    ann: rest\n  then  day = 0\n") == []
    (failure,) = failures(f"{turn}    ann: not sell(bag)\n    ann: rest\n  then  day = 0\n")
    assert failure.text == "ann can answer sell(bag) here."
    (failure,) = failures(f"{turn}    ann: not sail(e1)\n  then  day = 0\n")
    assert failure.text.startswith("ann has to decide here: ")
