"""The parts of a scenario: seats of a file, set-up, shared positions, steps with expectations, cases, what was told."""

from __future__ import annotations

from regelwerk.dsl.pipeline import compile_sources
from regelwerk.dsl.source import Source
from regelwerk.interpreter.game.game import Ruleset
from regelwerk.interpreter.scenarios.run import Outcome, run_scenarios
from tests.rules import ruleset_of

RULES = """\
game jars "Jars"
  language  1
  players   2..3

seats ann, bob

kind Jar      honey, jam, salt
type Card

rows Card: copies
  bee: 3
  ant: 1

table
  deck      pile of Card hidden = Card
  coins     0..50 = 20

player
  points    0..90
  jar       Jar
  hand      pile of Card

setup
  as each players
    choose j in Jar "Which jar?"
    set me.jar to j

effect visit
  offer roll, wait

action roll "Roll"
  draw d in 1..6
  say "{me} rolls {d}."
  add d to me.points

action wait "Wait"
  nothing

effect cheat
  remove 1 from coins

flow
  repeat until any p in players where p.points >= 50
    as each players: visit

winner
  most me.points

invariant "few points"
  all p in players: p.points < 60
invariant "no coin is lost"
  coins = at_start(coins)

"""


def outcomes(lines: str) -> list[Outcome]:
    return run_scenarios(ruleset_of(RULES + lines))


def said(lines: str) -> list[str]:
    return [failure.text for outcome in outcomes(lines) for failure in outcome.failures]


def codes(lines: str) -> list[str]:
    return [d.code for d in compile_sources([Source("jars", RULES + lines)]).diagnostics if d.is_error]


def test_decisions_of_the_set_up_can_be_answered() -> None:
    assert said('scenario "s"\n  setup\n    ann: jam\n    bob: salt\n  then  ann.jar = jam and bob.jar = salt\n') == []
    assert said('scenario "s"\n  then  ann.jar = honey and bob.jar = honey\n') == []
    (failure,) = said('scenario "s"\n  setup\n    bob: jam\n  then  ann.jar = jam\n')
    assert failure == "bob is not asked here. ann has to decide here (Which jar?): honey, jam, salt."


TURNS = """\
scenario "s"
  when
    as each players: visit
    ann: roll; chance: 3; bob: roll; chance: 2
  then
    ann.points = {first}
    told bob "ann rolls 3."
  when
    as ann: visit
    ann: roll
    chance: 6
  then
    ann.points = 9 and before(ann.points) = 3
    told ann "ann rolls 6."
    not told ann "bob rolls 6."
"""


def test_expectations_stand_between_steps() -> None:
    assert said(TURNS.format(first=3)) == []
    assert said(TURNS.format(first=9)) == ["ann.points is 3, not 9."]


def test_what_was_told_is_looked_at_when_it_stands_there() -> None:
    (failure,) = said(TURNS.format(first=3).replace('told bob "ann rolls 3."', 'told bob "ann rolls 6."'))
    assert failure == "bob has been told “Roll” “ann rolls 3.” “Roll” “bob rolls 2.”."


def test_a_position_is_shared() -> None:
    first = 'scenario "one"\n  given  move 2 of bee to ann.hand\n  then  ann.hand.size = 2\n'
    more = "    set bob.points to 5\n  then\n    ann.hand.size = 2\n    bob.points = 5\n"
    shared = f'scenario "two"\n  given as in "one"\n{more}'
    assert said(first + shared) == []
    assert codes(first + shared.replace('in "one"', 'in "none"')) == ["RW7011"]
    assert codes('scenario "one"\n  given as in "one"\n  then  bob.points = 0\n') == ["RW7011"]


def test_copies_that_a_line_above_has_moved_stay_where_they_are() -> None:
    lines = ["move 1 of bee to ann.hand", "move 1 of bee to bob.hand", "move 1 of bee to ann.hand"]
    given = "".join(f"    {line}\n" for line in lines)
    counted = "  then\n    ann.hand.size = 2\n    bob.hand.size = 1\n    deck.size = 1\n"
    assert said(f'scenario "dealt"\n  given\n{given}{counted}') == []
    (failure,) = said(f'scenario "too many"\n  given\n{given}    move 1 of bee to bob.hand\n{counted}')
    assert "nothing" in failure


CASES = """\
scenario "rolls add up"
  given     set ann.points to start
  when
    as ann: visit
    ann: roll
    chance: die
  then      ann.points = both
  cases     start, die, both
    3, 4, 7
    9, 1, 10
"""


def test_a_table_of_cases_is_a_scenario_for_each_row() -> None:
    assert [(o.title, o.ok) for o in outcomes(CASES)] == [
        ("rolls add up: 3, 4, 7", True),
        ("rolls add up: 9, 1, 10", True),
    ]
    assert [(o.title, o.ok) for o in outcomes(CASES.replace("10", "11"))][1] == ("rolls add up: 9, 1, 11", False)
    assert codes(CASES.replace("9, 1, 10", "9, 1")) == ["RW7012"]


def test_an_expectation_can_be_asked_for_a_seat() -> None:
    assert said('scenario "s"\n  given  set bob.points to 4\n  then  as bob: me.points = 4 and me.jar = honey\n') == []


def test_a_position_keeps_the_invariants() -> None:
    given = "  given  set ann.points to 70\n  then  ann.points = 70\n"
    (failure,) = said(f'scenario "s"\n{given}')
    assert failure.startswith("The position breaks “few points”  (test.regel:") and 'breaks "few points"' in failure
    assert failure.endswith("\nWith p = ann: p.points is 70.")
    assert said(f'scenario "s"\n  breaks "few points"\n{given}') == []
    assert codes(f'scenario "s"\n  breaks "few point"\n{given}') == ["RW7010"]


def test_a_title_that_was_meant_is_written_with_its_quotes() -> None:
    scoring = 'scoring sheet to me.points\n  "jars left"  1\n\n'
    named = {
        '  breaks "few point"\n  then coins = 20\n': ("RW7010", "few points"),
        '  given as in "s o"\n  then coins = 20\n\nscenario "so"\n  then coins = 20\n': ("RW7011", "so"),
        '  seats anna, bob\n  then line("jar left", anna) = 0\n': ("RW2021", "jars left"),
    }
    for lines, (code, meant) in named.items():
        text = f'{RULES}\n{scoring}scenario "first"\n{lines}'
        (found,) = [d for d in compile_sources([Source("jars", text)]).diagnostics if d.code == code]
        assert found.help == f"Did you mean `{meant}`?"
        (fix,) = found.fixes
        assert fix.text == f'"{meant}"'
        row = text.split("\n")[fix.at.line - 1]
        mended = row[: fix.at.column - 1] + fix.text + row[fix.at.end_column - 1 :]
        again = compile_sources([Source("jars", text.replace(row, mended))]).diagnostics
        assert [d.code for d in again if d.is_error] == []


def test_a_step_keeps_the_invariants() -> None:
    step = "  when  cheat\n  then  coins = 19\n"
    (failure,) = said(f'scenario "s"\n{step}')
    assert failure.startswith("After this line the table breaks “no coin is lost”")
    assert failure.endswith("\ncoins is 19, at_start(coins) is 20.")
    assert said(f'scenario "s"\n  breaks "no coin is lost"\n{step}') == []


def test_what_given_makes_of_nothing_is_not_held_against_the_steps() -> None:
    assert said('scenario "s"\n  given  set coins to 7\n  when  cheat\n  then  coins = 6\n') == []


def test_a_slip_behind_not_is_told() -> None:
    (failure,) = said('scenario "s"\n  when\n    as ann: visit\n    ann: not rol\n    ann: wait\n  then  coins = 20\n')
    assert failure == "Nobody is ever offered rol: is it written as the rules name it?"


def test_scenarios_are_chosen_by_title_or_by_file() -> None:
    build = compile_sources([Source("box/jars.regel", RULES + CASES)])
    assert build.compiled is not None
    rules = Ruleset(build.compiled)
    chosen = {only: len(run_scenarios(rules, only)) for only in ("", "3, 4", "jars", "jars.regel", "jar", "box")}
    assert chosen == {"": 2, "3, 4": 1, "jars": 2, "jars.regel": 2, "jar": 0, "box": 0}


def test_a_question_under_given_is_told_at_its_line() -> None:
    def lines(given: str) -> tuple[str, int]:
        ruleset = ruleset_of(RULES + f'scenario "s"\n  given\n    set ann.points to 1\n{given}  then  ann.points = 1\n')
        ((failure,),) = (outcome.failures for outcome in run_scenarios(ruleset))
        return failure.text.partition(" (")[0], ruleset.compiled.spans[failure.span][1]

    title = RULES.count("\n") + 1
    asked = "bob has to decide here"
    assert lines('    as bob: choose n in 0..3 "How many?" then set me.points to n\n') == (asked, title + 3)
    said, line = lines("    set bob.points to 2\n    as bob: visit\n")
    assert said.startswith(f"{asked}: roll, wait.") and line == title + 4
