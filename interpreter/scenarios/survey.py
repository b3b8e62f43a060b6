"""Looking at a ruleset by playing it: what is ever possible, and what goes wrong.

Seeded random games for every number of players, bounded by decisions and work and not by time, so that the same ruleset
always gets the same answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from regelwerk.dsl import ir

from ..engine.chance import below, first_word, increment
from ..engine.context import Context
from ..errors import RuleError
from ..game.game import Ruleset

STREAM = "survey"
ENOUGH = 400_000  # units of work (half a second at most) after which a survey ends if no question is left open


@dataclass(slots=True)
class Survey:
    """What was seen."""

    games: int = 0
    decisions: int = 0
    work: int = 0
    offered: set[tuple[int, int]] = field(default_factory=set)  # (site, entry)
    problems: list[tuple[int, str, int, int]] = field(default_factory=list)  # span, message, players, seed
    stumbled: dict[int, str] = field(default_factory=dict)  # places that made options impossible, and the kind of error


class _Enough(Exception):
    pass


def survey(
    ruleset: Ruleset,
    games: int = 20,
    decisions: int = 2000,
    seed: int = 1,
    open_questions: bool = False,
    look_up: Callable[[], None] = lambda: None,
) -> Survey:
    """Play up to so many games and decisions at random; fewer if all actions have been possible and the caller has no
    `open_questions`. `look_up` is called at every decision, and may break it off by an exception."""
    seen = Survey()
    lo, hi = ruleset.compiled.players
    while seen.games < games and seen.decisions < decisions and not seen.problems:
        if seen.work > ENOUGH and not open_questions and not never_offered(ruleset, seen):
            break
        players = lo + seen.games % (hi - lo + 1)
        _play(ruleset, seen, players, seed + seen.games, decisions, look_up)
        seen.games += 1
    seen.stumbled = dict(ruleset.machine.trials.stumbled)
    return seen


def never_offered(ruleset: Ruleset, seen: Survey) -> list[tuple[str, int]]:
    """The actions that were offered nowhere, with their places."""
    names: dict[str, bool] = {}
    places: dict[str, int] = {}
    for number, site in enumerate(ruleset.compiled.sites):
        if site.kind == "offer":
            for index, entry in enumerate(site.entries):
                names[entry.name] = names.get(entry.name, False) or (number, index) in seen.offered
                places[entry.name] = ruleset.compiled.procs[entry.proc].span
    return [(name, places[name]) for name, found in names.items() if not found]


def _play(ruleset: Ruleset, seen: Survey, players: int, seed: int, most: int, look_up: Callable[[], None]) -> None:
    machine = ruleset.machine
    sites = ruleset.compiled.sites
    word = [first_word(seed, STREAM)]
    step = increment(STREAM)

    def pick(options: list[int], site: int) -> int:
        look_up()
        seen.work += state[ir.TICKS]
        if seen.decisions >= most:
            raise _Enough
        seen.decisions += 1
        entries = len(sites[site].entries)
        seen.offered.update((site, code % entries) for code in options)
        return options[below(word, 0, step, len(options))]

    x = Context()
    x.pick = pick
    state = machine.fresh(players, seed)
    try:
        machine.run(state, x)
    except RuleError as error:
        seen.problems.append((error.span, error.message, players, seed))
    except _Enough:
        pass
