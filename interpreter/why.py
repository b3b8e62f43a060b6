"""Answers in words: why an option is not offered, and how a rule value comes about."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..dsl import ir
from .context import Context
from .errors import Refused, RuleError, Unmet

if TYPE_CHECKING:
    from .game import Game

Place = tuple[str, int, int, int, int]


@dataclass(frozen=True, slots=True)
class Reason:
    """A requirement that does not hold."""

    text: str
    cites: tuple[str, ...]
    at: Place


@dataclass(frozen=True, slots=True)
class ValueStep:
    """One step of a rule value: by how much, to what, and through what; the first is the printed value."""

    change: int
    value: int
    by: str

    def __str__(self) -> str:
        return f"{self.value} {self.by}" if self.by == PRINTED else f"{self.change:+} by {self.by}"


PRINTED = "printed"


def named(things: Sequence[ir.Named], name: str) -> ir.Named:
    """Find a value, action or effect by its name."""
    found = next((thing for thing in things if thing.name == name), None)
    if found is None:
        raise Refused(f"there is no {name}")
    return found


def read_args(game: Game, thing: ir.Named, args: Sequence[int | str], seat: int) -> list[int]:
    """Read arguments given as ids or numbers; `me` is put in front."""
    types = thing.types[1:] if thing.me and len(thing.types) == len(args) + 1 else thing.types
    if len(types) != len(args):
        raise Refused(f"{thing.name} takes {len(types)} arguments, not {len(args)}")
    try:
        values = [
            arg if isinstance(arg, int) else game.words.texts.value_of(written, arg)
            for written, arg in zip(types, args, strict=True)
        ]
    except KeyError as unknown:
        raise Refused(f"{unknown.args[0]} is not known") from None
    return [seat, *values] if thing.me else values


class _Asker:
    def __init__(self, game: Game, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.machine = game.machine
        self.S = game.seen_state(seat).copy()

    def reason(self, text: int, args: tuple[int, ...], span: int, cites: Sequence[str]) -> Reason:
        said = self.game.words.texts.sentence(text, args) if text >= 0 else "There is nothing to choose then."
        return Reason(said, tuple(cites), self.machine.compiled.spans[span])

    def guard(self, entry: ir.Entry, chosen: Sequence[int]) -> list[Reason]:
        """Collect the leading requirements that do not hold."""
        if entry.guard < 0:
            return []
        X = Context()
        X.unmet = []
        # Past an unmet requirement the rest need not make sense.
        with suppress(RuleError, Unmet, IndexError, ValueError):
            self.machine.reference.call(entry.guard, self.S, X, (self.seat, *chosen))
        return [self.reason(*unmet, entry.cites) for unmet in X.unmet]

    def trial(self, proc: int, args: Sequence[int], cites: Sequence[str]) -> list[Reason]:
        """Try the whole action and tell what stops it."""
        try:
            unmet = self.machine.trials.obstacle(self.S, proc, args)
        except RuleError as error:
            error = self.machine.explained(error)
            return [Reason(error.message, tuple(cites), error.at)]
        return [] if unmet is None else [self.reason(unmet.text, unmet.args_of_text, unmet.span, cites)]

    def entry(self, site: int, entry: ir.Entry, chosen: list[int]) -> list[Reason]:
        """Look through the requirements of an entry in order."""
        found = self.guard(entry, chosen)
        if found:
            return found
        R = [self.seat, *chosen, 0]
        for mask, element, offset in zip(entry.domain, chosen, entry.offsets, strict=False):
            if not self.machine.reference.value(mask, self.S, R, Context()) >> (element - offset) & 1:
                return [Reason("That is not among what can be chosen here.", tuple(entry.cites), _at(self, site))]
        if entry.proc >= 0:
            args = self.machine.reference.values(entry.call, self.S, R, Context())
            return self.trial(entry.proc, args, entry.cites)
        return []


def _at(asker: _Asker, site: int) -> Place:
    compiled = asker.machine.compiled
    return compiled.spans[compiled.sites[site].span]


def why(game: Game, option: str, seat: int | None = None) -> list[Reason]:
    """Tell why an option or action is not offered; nothing if it is."""
    decision = next((d for d in game.decisions() if seat is None or d.seat == seat), None)
    if decision is not None and decision.option(option) is not None:
        return []
    who = seat if seat is not None else decision.seat if decision else 0
    asker = _Asker(game, who)
    compiled = game.ruleset.compiled
    if decision is not None:
        site = next(i for i, s in enumerate(compiled.sites) if s.name == decision.site)
        try:
            entry, chosen = game.words.offers.read(site, option)
        except Refused:
            pass
        else:
            nothing = Reason("That cannot be chosen now.", tuple(entry.cites), _at(asker, site))
            return asker.entry(site, entry, chosen) or _carried(game, asker, site, entry, chosen) or [nothing]
    return _elsewhere(game, asker, option)


def _carried(game: Game, asker: _Asker, site: int, entry: ir.Entry, chosen: list[int]) -> list[Reason]:
    """Try the option where it would be taken."""
    code = game.words.offers.code(site, entry, chosen)
    try:
        unmet = asker.machine.trials.obstacle_of(asker.S, site, code)
    except RuleError as error:
        error = asker.machine.explained(error)
        return [Reason(error.message, tuple(entry.cites), error.at)]
    return [] if unmet is None else [asker.reason(unmet.text, unmet.args_of_text, unmet.span, entry.cites)]


def _elsewhere(game: Game, asker: _Asker, option: str) -> list[Reason]:
    """Look at an action that is no part of the pending decision at all."""
    compiled = game.ruleset.compiled
    name, _, rest = option.strip().removesuffix(")").partition("(")
    action = named(compiled.actions, name.strip())
    words: list[int | str] = [word.strip() for word in rest.split(",") if word.strip()]
    args = read_args(game, action, words, asker.seat)
    chosen = args[1:] if action.me else args
    entries = [(i, e) for i, s in enumerate(compiled.sites) for e in s.entries if e.proc == action.number]
    for site, entry in entries:
        if len(entry.types) == len(chosen) and (found := asker.entry(site, entry, chosen)):
            return found
    not_now = Reason("That is not offered now.", tuple(action.cites), compiled.spans[action.span])
    return asker.trial(action.number, args, action.cites) or [not_now]


def why_value(game: Game, name: str, args: Sequence[int | str], seat: int) -> list[ValueStep]:
    """Tell step by step how a rule value comes about."""
    compiled = game.ruleset.compiled
    value = named(compiled.values, name)
    X = Context()
    X.notes = []
    S = game.seen_state(seat).copy()
    result = game.machine.reference.call(value.number, S, X, read_args(game, value, args, seat))
    steps: list[ValueStep] = []
    so_far = 0
    for change, after in X.notes:
        by = compiled.changes[change] if 0 <= change < len(compiled.changes) else PRINTED
        if not steps or after != so_far:
            steps.append(ValueStep(after - so_far, after, by or PRINTED))
        so_far = after
    if not steps or so_far != result:
        steps.append(ValueStep(result - so_far, result, PRINTED))
    return steps
