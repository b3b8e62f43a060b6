"""A scenario as the beginning of a game: the table after its `given`, from which play goes on by the rules.

A scenario does not say how far the course of play has come. So play goes on as after the set-up: at the beginning of
`flow`, with whatever the position says about turns and rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from functools import partial
from typing import Any

from regelwerk.dsl import ir

from ..errors import Refused
from ..game.game import Game, Ruleset
from ..game.replay import Divergence, OnAnswer, replay, scenario_of
from .run import laid_out

SHOWN = 20  # titles that a message lists


def find_scenario(compiled: ir.Compiled, title: str) -> ir.Scenario:
    """Find a scenario by its title, or by a part of it that no other has. Errors: `Refused` lists what may be meant."""
    wanted = " ".join(title.split()).casefold()
    by_title = {" ".join(s.title.split()).casefold(): s for s in reversed(compiled.scenarios)}
    if wanted in by_title:
        return by_title[wanted]
    found = [s for key, s in reversed(by_title.items()) if wanted in key]
    if len(found) == 1:
        return found[0]
    if found:
        more = [f"and {len(found) - SHOWN} more"] if len(found) > SHOWN else []
        raise Refused("\n  ".join([f"{len(found)} scenarios have “{title}” in their titles:",
                                   *(s.title for s in found[:SHOWN]), *more]))  # fmt: skip
    if not by_title:
        raise Refused(f"{compiled.title} has no scenarios")
    near = get_close_matches(wanted, by_title, n=1)
    meant = f"did you mean “{by_title[near[0]].title}”?" if near else "`regelwerk test` lists them"
    raise Refused(f"no scenario is called “{title}”; {meant}")


def open_scenario(
    ruleset: Ruleset, scenario: ir.Scenario, seed: int, names: Sequence[str] = (), supplied: Sequence[Any] = ()
) -> Game:
    """Begin a game at the position of a scenario, with its seats. Errors: `Refused` if the table cannot be laid out."""
    S, machine = laid_out(ruleset, scenario, seed), ruleset.machine
    main = machine.compiled.main
    calls = [block.term for block in machine.compiled.procs[main].blocks if block.term[0] == "call"]
    if not calls:
        raise Refused(f"nobody decides anything in {ruleset.compiled.title}")
    _, flow, _, then = calls[-1]  # the set-up stands before it
    S[ir.TOP] = S[ir.ASK] = S[ir.OVER] = 0
    S[ir.WHO] = ir.NONE
    machine.runtime.enter(S, main, (), 0)
    S[machine.runtime.bases[main] + ir.FRAME_PC] = then
    machine.runtime.enter(S, flow, (), main + 1)
    return Game.begin_at(ruleset, S, seed, names, supplied)


def replay_opened(
    ruleset: Ruleset, log: dict[str, Any], watch: OnAnswer | None = None
) -> tuple[Game, Divergence | None]:  # fmt: skip
    """Play a log again, from the scenario at which it began if it names one."""
    if not (title := scenario_of(log)):
        return replay(ruleset, log, watch)
    scenario = next((s for s in ruleset.compiled.scenarios if s.title == title), None)
    if scenario is None:
        raise Refused(f"this game begins at the scenario “{title}”, which is not there any more")
    return replay(ruleset, log, watch, partial(_again, ruleset, scenario))


def _again(
    ruleset: Ruleset, scenario: ir.Scenario, players: int, seed: int, names: list[str], supplied: list[Any]
) -> Game:
    if players != len(scenario.seats):
        raise Refused(f"{players} players sat at this game, but {len(scenario.seats)} sit at “{scenario.title}” now")
    return open_scenario(ruleset, scenario, seed, names, supplied)
