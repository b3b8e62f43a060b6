"""Isle of Skye: the table shows the phase in which something is asked. No rule asks for it, so no scenario can tell."""

from __future__ import annotations

import regelwerk
from regelwerk.interpreter.scenarios.opening import find_scenario, open_scenario

POSITION = "a road that is not wanted is offered once in each phase, and after each tile"


def test_the_phase_is_shown_that_is_played() -> None:
    rules = regelwerk.load("isle-of-skye", ["journeyman"])
    game, shown = open_scenario(rules, find_scenario(rules.compiled, POSITION), seed=1), []
    while (slots := game.view(None)["slots"])["table.round"] == "round_1":
        decision = game.decisions()[0]
        texts = {option.text: option for option in decision.options}
        wish = "castle" if "waypoint" in decision.question else "Buy nothing"
        shown.append((slots["table.phase"], decision.question.partition(":")[0]))
        game.choose((texts.get(wish) or texts.get("no") or decision.options[0]).code, decision.seat)
        if decision.secret and decision.seat in game.waiting():
            game.commit(decision.seat)
    assert [phase for phase, asked in shown if asked == "Place a road"] == [1, 2, 3, 4, 5, 5, 5, 6]
    assert [phase for phase, asked in shown if not asked] == [4, 4, 5, 5]  # buying, collecting a marker
