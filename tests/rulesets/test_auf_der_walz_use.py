"""Auf der Walz: every action is taken somewhere, and every card, tile, marker, place and wage is used.

Chance does not travel, so somebody plays who does what he has done least: whatever a space offers before he walks on,
and he walks where he has not been. Every other game is played by players with experience, who live in cities.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import regelwerk
from regelwerk import Game, Ruleset
from regelwerk.bots import Dice, EagerBot, answer
from regelwerk.cli.reports.usage import Usage
from regelwerk.interpreter.game.decisions import Decision, Option
from regelwerk.simulation.games import game_seed
from regelwerk.simulation.usage import Watch
from tests.amounts import LONGEST

LAST = {"foot_it": 1, "second_card": 2, "rest": 3}  # what is done when nothing else is to be done
ACTIONS = {"foot_it", "scout_land", "scout_city", "stop_at", "stay_at", "visit", "work_for", "relax_at", "board"}
OTHERWISE = {"use_space/may: yes", "use_space/may: no"}  # asked under another ruling only
# Answers to questions that are asked too seldom: when a dice game is tied, when Lilienthal would pay.
RARE = {
    "lucky_fellow.power/may: yes", "lucky_fellow.power/may: no",
    "first_try/options: by_point", "plietscher_fiete.helps/may: no",
}  # fmt: skip
FIXED = {("Tile", name) for name in ("homeland", *(f"start_{n}" for n in range(1, 7)))}

# Where the components of a type have to come to before they count as used.
USED_IN = {
    "FootCard": {"player.played"},
    "Personality": {"Tile.guests", "player.encounters", "box"},  # waits, is kept, gives its insight
    "Companion": {"player.companion", "player.helper", "player.friends", "box"},
    "Development": {"player.unlocked", "player.awake", "player.turned"},
    "Leisure": {"player.memories"},
    "SealCard": {"player.seals"},
    "SealToken": {"Space.tokens"},
    "Stenz": {"player.honours"},
    "Scheniegelei": {"Space.workers"},
    "Piece": {"player.met", "Space.visitors"},
    "Segment": {"player.locked", "player.special", "chosen"},
    "Tile": {"board"},
}
SELDOM = {("Personality", "player.encounters"), ("Personality", "box")}  # left to the long test
Missing = dict[str, set[Any]]


@cache
def rules() -> Ruleset:
    return regelwerk.load("auf-der-walz", engine="python")


class Busybody:
    """Does what was done least: by this seat in this game, then by anybody in any game."""

    def __init__(self) -> None:
        self.ever: Counter[str] = Counter()

    def begin(self, seed: int) -> None:
        self.dice, self.here = Dice(seed, "busybody"), Counter[tuple[int, str]]()

    def choose(self, game: Game, decision: Decision) -> Option:
        option = min(decision.options, key=lambda option: self._order(decision, option))
        self.here[decision.seat, _told(decision, option)] += 1
        self.ever[_told(decision, option)] += 1
        return option

    def _order(self, decision: Decision, option: Option) -> tuple[float, ...]:
        name = option.id.partition("(")[0]
        if name == "play_card":
            return 0, 0, -int(option.id[len("play_card(") : -1])
        told = _told(decision, option)
        ever = 0 if name == "foot_it" else self.ever[told]
        return LAST.get(name, 0), self.here[decision.seat, told], ever, self.dice.random()


def _told(decision: Decision, option: Option) -> str:
    """Tell answers apart by their question, too: it names the card it is about."""
    return f"{decision.site} {decision.question} {option.id}"


class Journeys:
    """Games of busybodies, with all they used."""

    def __init__(self, players: int) -> None:
        self.players, self.watch, self.busybody = players, Watch(rules()), Busybody()
        self.usage = Usage(self.watch, rules().new_game(players, 0).state)
        self.employed: set[tuple[str, str]] = set()  # companion and fate tile, as somebody worked

    def lacking(self, most: int, missing: Callable[[], Missing]) -> Missing:
        """Play until nothing is missing, so many games at most: what some of them used was used in all of them.

        Chance hardly gets to cities, so it is here that invariants are looked at where most happens.
        """
        for index in range(most):
            self._play(game_seed(1, index), experienced=index % 2 == 1)
            if not missing():
                break
        return missing()

    def _play(self, seed: int, experienced: bool) -> None:
        game = rules().new_game(self.players, seed, checks=True)
        self.busybody.begin(seed)
        bots = [EagerBot(seed, seat) if experienced else self.busybody for seat in range(self.players)]
        self.watch.begin(game.state)
        while not game.over:
            decision = game.decisions()[0]
            option = bots[decision.seat].choose(game, decision)
            if option.id.startswith("work_for("):
                self._note(game, decision.seat, option.id[len("work_for(") : -1])
            answer(game, decision, option)
            self.watch.look(game.state)
            assert game.violations == []
        self.usage.add(self.watch.used(game.past.log()))

    def _note(self, game: Game, seat: int, space: str) -> None:
        texts = game.machine.texts
        slots = {slot.address: slot.addr for slot in rules().compiled.slots}
        helper = game.state[slots["player.helper"] + seat]
        fate = game.state[slots["Space.fate"] + texts.value_of("Space", space)]
        self.employed.add((texts.id("Companion", helper), texts.id("Job", fate)))

    def missing(self) -> Missing:
        """Name what was not used yet."""
        in_play, in_box = self.usage.unused()
        wanted = {
            (thing, where) for thing in self.watch.things() for where in USED_IN.get(thing[0], ()) if thing not in FIXED
        }
        helpers, fates = {who for who, _ in self.employed}, {fate for _, fate in self.employed}
        return _some({
            "actions": set(self.usage.idle) - OTHERWISE - RARE,
            "components": {*in_play, *in_box} - FIXED,
            "places": wanted - set(self.usage.uses),
            "helpers at work": {"fugen_fritz", "kalle_kraftprotz", "rudi_rollmops"} - helpers,
            "fate tiles that paid": {f"fate_{n}" for n in range(1, 13)} - fates,
        })  # fmt: skip

    def missing_kinds(self) -> Missing:
        """Name the actions that nobody took, and where no card or marker of a kind has come to."""
        wanted = {(kind, where) for kind, places in USED_IN.items() for where in places} - SELDOM
        taken = {name for name, games in self.usage.actions.items() if games}
        return _some({"actions": ACTIONS - taken, "places": wanted - {(kind, at) for (kind, _), at in self.usage.uses}})


def _some(found: dict[str, set[Any]]) -> Missing:
    return {name: what for name, what in found.items() if what}


def test_every_action_is_taken_and_every_kind_of_card_used_in_a_few_games() -> None:
    journeys = Journeys(3)
    assert journeys.lacking(60, journeys.missing_kinds) == {}


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4] if LONGEST else [3])
def test_every_action_is_taken_and_every_card_used_in_a_thousand_games(players: int) -> None:
    journeys = Journeys(players)
    assert journeys.lacking(1000, journeys.missing) == {}
