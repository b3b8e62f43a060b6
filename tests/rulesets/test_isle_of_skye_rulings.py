"""Isle of Skye: every ruling answered otherwise does what it says."""

from __future__ import annotations

from pathlib import Path

import regelwerk
from regelwerk.interpreter.scenarios.run import run_scenarios

OTHERWISE = Path(__file__).parent / "skye" / "rulings.regel"
ANSWERS = {
    "barrels_pay": "each_tile",
    "same_bonus_tiles": "yes",
    "plans_checked": "no",
    "any_step_turns": "yes",
    "fee_at_castle": "no",
    "castle_as_tile": "no",
    "bank_pays_own": "yes",
    "scrolls_alike": "same_sort",
}


def test_other_answers_do_what_they_say() -> None:
    made = regelwerk.load("isle-of-skye", ["journeyman", str(OTHERWISE)], rulings=ANSWERS)
    for name in ANSWERS:
        outcomes = run_scenarios(made, f"{name}: ")
        assert outcomes and [f"{o.title}: {o.failures}" for o in outcomes if o.failures] == []
