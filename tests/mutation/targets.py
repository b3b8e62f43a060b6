"""What guards secrets, legality and state, and the tests that should notice when it is wrong; quick ones first."""

from __future__ import annotations

from dataclasses import dataclass

_D, _I, _R = "tests/dsl", "tests/interpreter", "tests/reliability"
SIGHT = (
    f"{_I}/test_view.py",
    f"{_I}/test_who_knows.py",
    f"{_I}/test_untold.py",
    f"{_I}/test_copies.py",
    f"{_I}/test_game.py",
    f"{_I}/test_turned_outward.py",
    f"{_R}/test_sight.py",
    f"{_R}/test_by_the_way.py",
)
MEMORY = (
    f"{_I}/test_who_knows.py",
    f"{_I}/test_undo_secrets.py",
    f"{_I}/test_untold.py",
    f"{_R}/test_sight.py",
    f"{_I}/test_game.py",
    "tests/bots/test_given.py::test_a_dealt_game_is_dealt_again_as_the_game_itself_would_be",
    f"{_R}/test_by_the_way.py",
)
DEALS = (
    f"{_R}/test_secrets.py::test_what_an_action_has_in_hand_is_dealt_anew_and_still_lies_where_it_lay",
    f"{_R}/test_deals.py::test_a_card_held_alone_that_an_action_has_named_is_dealt_anew_where_it_lies",
    f"{_R}/test_deals.py::test_a_set_that_an_action_has_named_is_dealt_with_what_it_lies_in",
    f"{_R}/test_deals.py::test_deals_do_not_depend_on_what_the_seat_cannot_know[coup]",
    f"{_I}/test_selection.py",
)
RULES = (f"{_I}/test_operations.py", f"{_I}/test_trials.py", f"{_I}/test_game.py", f"{_I}/test_ways_on.py")
TRIALS = (
    f"{_I}/test_trials.py",
    f"{_I}/test_who_knows.py",  # states that carry who knows what are tried in their own way
    f"{_I}/test_ways_on.py",
    f"{_D}/test_lower_trials.py",
    f"{_D}/test_offered_to_the_end.py",
    f"{_R}/test_limits.py",
)


@dataclass(frozen=True, slots=True)
class Target:
    """A module and its tests; with `functions`, only some of it."""

    name: str
    module: str
    tests: tuple[str, ...]
    functions: tuple[str, ...] = ()


_GAME, _ENGINE = "regelwerk.interpreter.game", "regelwerk.interpreter.engine"
TARGETS = (
    Target("view", f"{_GAME}.view", SIGHT),
    Target("sight", f"{_GAME}.sight.cells", SIGHT),
    Target("log", f"{_GAME}.log", SIGHT),
    Target("onlookers", f"{_GAME}.sight.onlookers", SIGHT + DEALS),
    Target("veils", f"{_GAME}.veils", SIGHT),
    Target("undoing", f"{_GAME}.knowledge.undoing", MEMORY),
    Target("memory", f"{_GAME}.knowledge.memory", MEMORY),
    Target("labels", f"{_GAME}.knowledge.labels", MEMORY),
    Target("in_hand", f"{_GAME}.deals.in_hand", DEALS),
    Target("operations", f"{_ENGINE}.reference.operations", RULES),
    Target("trials", f"{_ENGINE}.trials", TRIALS),
)
