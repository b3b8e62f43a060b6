"""What an option would do, as far as the seat can know: what it changes on the table, and how its price comes about.

The option is taken in copies of the game that are dealt anew for the seat. What differs from deal to deal hangs on
chance or on something hidden and is left out, so that nothing can be learnt from a preview.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from regelwerk import Game
from regelwerk.dsl import ir
from regelwerk.interpreter.errors import Refused, RuleError
from regelwerk.interpreter.game.decisions import Decision, Option
from regelwerk.interpreter.game.explain import PRINTED, value_steps
from regelwerk.interpreter.game.knowledge.memory import worked_out
from regelwerk.scene import Plan, plan_of, scene
from regelwerk.scene.looks import Looks, looks_of
from regelwerk.scene.marks import Palette
from regelwerk.scene.model import Graph, Thing

from .speech import speaker

DEALS = 6  # so many deals have to agree: few enough for a glance, so many that chance hardly ever does
LOOKS = 3  # ... and so many drawings
MOST = 12  # changes that are told
PLAYER = "Player"


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that would be otherwise: whose, of what, and how."""

    thing: str  # its id, "" for the table
    text: str  # "" if it is only drawn otherwise


@dataclass(frozen=True, slots=True)
class Preview:
    """What can be said about an option before it is taken."""

    lines: list[str]
    changes: list[Change]


@dataclass(frozen=True, slots=True)
class _Deal:
    """A game dealt anew: what a seat sees in it, and how the places on its maps look."""

    game: Game
    slots: Mapping[str, Any]
    places: Mapping[str, str]


class Deals:
    """Copies of a game dealt anew for a seat, made when they are wanted: to deal takes longer than to choose, and all
    options are looked at in the same ones."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game, self.seat = game, seat
        self.plan = plan_of(game.ruleset.compiled)
        self._made: list[_Deal] = []

    def __iter__(self) -> Iterator[_Deal]:
        for seed in range(DEALS):
            if seed == len(self._made):
                # What somebody only remembers is dealt anew, too: to remember, the whole game would have to be looked
                # through.
                twin = self.game.determinize(self.seat, seed, memory=False, goes_on=True)
                shown = _places(twin, self.seat, self.plan) if self.drawn(seed) else {}
                self._made.append(_Deal(twin, twin.view(self.seat)["slots"], shown))
            yield self._made[seed]

    @cached_property
    def blind(self) -> bool:
        """Is something kept in the course of play that was worked out from what the seat cannot know? A deal does not
        change that, so what comes of it is not told."""
        game = self.game
        kept = {cell for cell, off in worked_out(game.ruleset, game.past, game.state).items() if off >> self.seat & 1}
        movables, texts = game.ruleset.onlookers.movables, game.words.texts
        return any(  # things are named anew in a deal
            cell in kept and movables.keys().isdisjoint(domain.name for domain in texts.type(written).domains)
            for cell, written, _ in game.machine.runtime.locals(game.state)
        )

    def drawn(self, seed: int) -> bool:
        """Whether maps are looked at, too; on boards and maps of tiles, things lie in slots, and are told as such."""
        return bool(self.plan.graphs) and seed < LOOKS


def preview(game: Game, decision: Decision, option: Option, deals: Deals | None = None) -> Preview:
    """Tell what an option would do; `deals` are those of this game and seat, if there are any."""
    looks = looks_of(game.ruleset.compiled)
    dealt = deals or Deals(game, decision.seat)
    return Preview(list(_prices(game, decision, option, looks)), _changes(dealt, option, looks))


def _prices(game: Game, decision: Decision, option: Option, looks: Looks) -> Iterator[str]:
    """Say step by step how the numbers come about that the rules remark on an option."""
    say, texts = speaker(game), game.words.texts
    entry, chosen = game.words.offers.split(game.machine.site(decision.site), option.code)
    for remark in looks.remarks:
        value = remark.value
        if remark.action != entry.name or value.type == "flag" or texts.type(value.type).kind != "number":
            continue
        types = value.types[1:] if value.me else value.types
        args = list(chosen) if len(types) == len(chosen) else []
        if len(types) != len(args):
            continue
        try:
            steps = value_steps(game, value, [decision.seat, *args] if value.me else args, decision.seat)
        except (Refused, RuleError):
            continue
        if steps and steps[-1].value and (label := texts.words(remark.text)):
            said = str(steps[-1].value)
            parts = [f"{s.value} {say('as printed')}" if s.by == PRINTED else f"{s.change:+} {s.by}" for s in steps]
            line = label.replace("#", said) if "#" in label else f"{label} {said}"
            yield f"{line} = {', '.join(parts)}" if len(steps) > 1 else line


def _changes(deals: Deals, option: Option, looks: Looks) -> list[Change]:
    """Tell what would be otherwise in every deal; on maps also which places would look otherwise."""
    if deals.blind:
        return []
    agreed: list[Change] | None = None
    agreed_places: set[str] = set()
    for seed, deal in enumerate(deals):
        twin = deal.game.clone()
        try:
            twin.choose(option.id, deals.seat)
        except (Refused, RuleError):
            return []
        found = list(_Teller(deals.game, looks).changes(deal.slots, twin.view(deals.seat)["slots"]))
        if deals.drawn(seed):
            new = _places(twin, deals.seat, deals.plan)
            places = {id for id in new if new[id] != deal.places.get(id)}
            agreed_places = places if agreed is None else agreed_places & places
        agreed = found if agreed is None else [change for change in agreed if change in found]
        if not agreed and not agreed_places:
            break
    told = (agreed or [])[:MOST]
    return told + [Change(id, "") for id in sorted(agreed_places - {change.thing for change in told})]


def _places(game: Game, seat: int, plan: Plan) -> dict[str, str]:
    """Give the looks of all places on maps, by id."""
    parts = scene(game, seat, Plan(graphs=plan.graphs)).parts
    things: list[Thing] = [t for part in parts if isinstance(part, Graph) for t in (*part.nodes, *part.links)]
    return {thing.id: thing.model_copy(update={"options": []}).model_dump_json() for thing in things if thing.id}


class _Teller:
    """Says what is otherwise in one view than in another."""

    def __init__(self, game: Game, looks: Looks) -> None:
        self.compiled = game.ruleset.compiled
        self.texts = game.words.texts
        self.palette = Palette(self.compiled, self.texts)
        self.labels = {item.slot.address: item.label for item in (*looks.own, *looks.others, *looks.table)}
        self.listed = bool(looks)

    def changes(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Change]:
        for slot in self.compiled.slots:
            if slot.address in before and slot.address in after and self._wanted(slot):
                yield from self._slot(slot, slot.keys, [], before[slot.address], after[slot.address])

    def _wanted(self, slot: ir.Slot) -> bool:
        """Where a ruleset says what is shown, what it leaves out of sight is bookkeeping; things that lie somewhere
        are always told."""
        return slot.shown and (not self.listed or slot.address in self.labels or slot.owner not in ("table", "player"))

    def _slot(
        self, slot: ir.Slot, keys: Sequence[str], path: list[tuple[str, str]], was: Any, now: Any
    ) -> Iterator[Change]:  # fmt: skip
        if was == now:
            return
        if keys and isinstance(was, dict) and isinstance(now, dict):
            for key in dict.fromkeys((*was, *now)):
                yield from self._slot(slot, keys[1:], [*path, (keys[0], key)], was.get(key), now.get(key))
            return
        names = [self.palette.title(kind, key) for kind, key in path]
        label = self.labels.get(slot.address, "")
        label = self.texts.words(label) if label else self.texts.slot(slot.name)
        head = " · ".join([*names, label])
        things = [key for kind, key in path if kind != PLAYER]
        thing = things[0] if things else now if isinstance(now, str) else path[0][1] if path else ""
        if isinstance(was, list) and isinstance(now, list):
            came = [id for id in now if id not in was]
            went = [id for id in was if id not in now]
            said = ", ".join(
                [*(f"+ {self._title(slot, x)}" for x in came), *(f"− {self._title(slot, x)}" for x in went)]
            )
            if said:
                yield Change(thing, f"{head}: {said}")
            return
        yield Change(thing, f"{head}: {self._said(slot, was)} → {self._said(slot, now)}")

    def _title(self, slot: ir.Slot, id: Any) -> str:
        return self.palette.title(slot.type.removeprefix("set "), str(id))

    def _said(self, slot: ir.Slot, value: Any) -> str:
        if value is None:
            return "–"
        if isinstance(value, dict):
            return str(value.get("size", "?"))
        if isinstance(value, bool):
            return "✓" if value else "–"
        if isinstance(value, list):
            return str(len(value))
        return str(value) if isinstance(value, int) else self._title(slot, value)
