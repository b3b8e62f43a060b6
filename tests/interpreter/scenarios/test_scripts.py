"""The answers of a scenario are used in the order in which the game asks, across seats and chance."""

from __future__ import annotations

import pytest

from regelwerk.dsl.pipeline import compile_sources
from regelwerk.dsl.source import Source
from regelwerk.interpreter.game.game import Ruleset
from regelwerk.interpreter.scenarios.run import Failure, run_scenarios

RULES = """\
game jars "Jars"
  language  1
  players   2..3

kind Jar      honey, jam, salt
type Card

rows Card: copies
  bee: 2
  ant: 1

table
  deck      pile of Card hidden = Card
  starter   Player
  again     flag

player
  points    0..90
  jar       Jar

setup
  set starter to first p in players: p
  shuffle deck

effect day
  as each seats(starter): visit
  as all players: open_jar

effect visit
  set again to yes
  repeat until not again
    set again to no
    offer roll, take, wait

effect open_jar
  choose j in Jar "Which jar?"
  set me.jar to j

action roll "Roll"
  draw d in 1..6
  add d to me.points
  if d = 6: set again to yes

action take "Take a jar"
  draw j in Jar
  set me.jar to j
  shuffle deck

action wait "Wait"
  nothing

effect alone
  choose j in {jam} "Which?"
  set me.jar to j

flow
  repeat until any p in players where p.points >= 50
    day

winner
  most me.points

"""
HEAD = 'scenario "s"\n  seats ann, bob\n'
FIRST = RULES.count("\n") + 3  # the line below HEAD


def failures(lines: str, engine: str = "python") -> list[Failure]:
    build = compile_sources([Source("jars", f"{RULES}{HEAD}{lines}")])
    assert build.compiled is not None, [f"{d.at.line}: {d.message}" for d in build.diagnostics]
    (outcome,) = run_scenarios(Ruleset(build.compiled, "reference" if engine == "reference" else "python"))
    spans = build.compiled.spans
    return [Failure(f.text, spans[f.span][1] - FIRST + 1, f.line) for f in outcome.failures]


def day(*answers: str) -> str:
    lines = "".join(f"    {answer}\n" for answer in answers)
    return f"  given  set starter to bob\n  when\n    day\n{lines}  then  ann.jar = jam\n"


VISIT = " has to decide here: roll, take, wait."
JAR = " has to decide here (Which jar?): honey, jam, salt."
GOOD = ("bob: roll", "chance: 6", "bob: wait", "ann: roll", "chance: 2", "ann: jam", "bob: salt")


@pytest.mark.parametrize("engine", ["python", "reference"])
def test_the_order_in_which_it_is_asked_is_right(engine: str) -> None:
    assert failures(day(*GOOD), engine) == []


@pytest.mark.parametrize(
    ("answers", "line", "said"),
    [
        (("ann: wait", "bob: wait"), 4, f"ann is not asked here. bob{VISIT}"),
        (("bob: wait", "bob: salt", "ann: wait"), 5, f"bob is not asked here. ann{VISIT}"),
        (("bob: wait", "ann: wait", "bob: jam"), 6, f"bob is not asked here. ann{JAR}"),
        (("chance: 2", "bob: roll"), 4, f"Nothing is drawn here: 2 is not used. bob{VISIT}"),
        (("bob: wait", "ann: wait", "ann: jam", "bob: jam", "chance: 3"), 8,
         "Nothing is drawn any more: 3 is not used."),
        (("bob: wait", "ann: wait", "ann: jam", "bob: jam", "bob: jam"), 8, "bob is not asked any more."),
        (("bob: wait", "ann: not take", "ann: wait"), 5, "ann can answer take here."),
        (("bob: wait", "bob: not take", "ann: wait"), 5, f"bob is not asked here. ann{VISIT}"),
        (("bob: wait",), 4, f"ann{VISIT} Answer below: `ann: …`."),
        ((), 3, f"bob{VISIT} Answer below: `bob: …`."),
    ],
)  # fmt: skip
def test_the_first_line_that_goes_another_way_is_named(answers: tuple[str, ...], line: int, said: str) -> None:
    (failure,) = failures(day(*answers))
    assert (failure.span, failure.text) == (line, said)


def test_a_forgotten_result_is_noticed_where_others_are_given() -> None:
    (failure,) = failures(day("bob: roll", "chance: 3", "ann: roll", "ann: jam", "bob: jam"))
    assert failure.span == 6 and failure.text.startswith("Chance decides more often than the lines here say (1..6).")
    assert failures(day("bob: roll", "chance: 3", "ann: roll", "chance: any", "ann: jam", "bob: jam")) != []  # a six
    assert failures(day("bob: take", "chance: jam", "ann: take", "chance: any", "ann: jam", "bob: jam")) == []


def test_a_result_that_cannot_be_is_blamed_on_its_line() -> None:
    (failure,) = failures(day("bob: roll", "chance: 0"))
    assert (failure.span, failure.text) == (5, "0 is not one of 1..6.")
    (failure,) = failures(day("bob: take", "chance: 7"))
    assert failure.span == 5
    (failure,) = failures(day("bob: take", "chance: wax"))
    assert (failure.span, failure.text) == (5, "wax cannot be drawn here; possible are: honey, jam, salt.")


def test_shuffling_takes_no_result() -> None:
    assert failures(day("bob: take", "chance: jam", "ann: roll", "chance: 2", "ann: jam", "bob: jam")) == []


def test_an_answer_where_there_is_no_choice_is_one_too_many() -> None:
    (failure,) = failures("  when\n    as ann: alone\n    ann: jam\n  then  ann.jar = jam\n")
    assert failure.span == 3
    assert failure.text == "ann is not asked any more: jam is the only option, so it is taken."
