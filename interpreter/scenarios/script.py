"""What a scenario answers, line by line: the lines are used in the order in which the game asks for them.

One list for all seats and for chance: an answer of somebody else, a result nobody draws, a question without an answer
stop the scenario at that line. Of a draw that some lines of a step name, all are named; other draws are free. A pile
that is shuffled takes no line.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from typing import NoReturn

from regelwerk.dsl import ir

from ..engine.context import ANY, Event, State
from ..game.decisions import Decision, Offers, plain

SHOWN = 200  # options of a decision that a message lists
_COPY = re.compile(r"#\d+")  # which copy of a card it is; answers do without


class Off(Exception):
    """The script and the game go different ways."""

    def __init__(self, text: str, span: int) -> None:
        super().__init__(text)
        self.text = text
        self.span = span


class Script:
    """The answers below one line of a scenario. As chance results from outside it has what stands next, if anything."""

    def __init__(self, compiled: ir.Compiled, offers: Offers, seats: Sequence[str], span: int) -> None:
        self.compiled = compiled
        self.offers = offers
        self.seats = seats
        self.lines: deque[ir.Step] = deque()
        self.at = span  # the last line that was used
        self.drawn: ir.Step | None = None  # the result that is being used
        self.events: list[Event] = []
        self._looked_at = 0
        self._sites: dict[int, bool] = {}  # chance sites drawn from in this step: is every result named?

    def open(self, step: ir.Step, lines: Sequence[ir.Step]) -> None:
        """Begin with a line and the answers below it."""
        self.lines = deque(lines)
        self.at = step.span
        self.drawn = None
        self.events.clear()
        self._looked_at = 0
        self._sites = {}

    # ------------------------------------------------------------------ chance

    def __bool__(self) -> bool:
        return bool(self.lines) and self.lines[0].seat < 0

    def popleft(self) -> str:
        """Use the result that stands next."""
        step = self.lines.popleft()
        self.drawn, self.at = step, step.span
        return step.option

    # ------------------------------------------------------------------ decisions

    def answer(self, S: State, options: list[int]) -> int:
        """Take the next line: it must be an answer of the seat that decides."""
        self._draws()
        decision = self.offers.decision(S, options)
        name = self.seats[decision.seat]
        while True:
            if not self.lines:
                raise Off(f"{self._asked(decision)} Answer below: `{name}: …`.", self.at)
            step = self.lines.popleft()
            if step.seat != decision.seat:
                raise Off(f"{self._early(step)} {self._asked(decision)}", step.span)
            self.at = step.span
            found = decision.option(step.option)
            if not step.refused:
                break
            if found is not None:
                raise Off(f"{name} can answer {step.option} here.", step.span)
            if not self._ever(step.option):
                raise Off(f"Nobody is ever offered {step.option}: is it written as the rules name it?", step.span)
        if found is None:
            hint = self._taken(step)
            said = f"{hint} {self._asked(decision)}" if hint else ""
            raise Off(said or f"{name} cannot answer {step.option}; possible are: {_listed(decision)}.", step.span)
        self._looked_at = len(self.events)
        return found.code

    def unanswered(self, S: State, options: list[int], span: int) -> NoReturn:
        """Refuse a decision where no answer can stand."""
        asked = self._asked(self.offers.decision(S, options))
        help = "Nobody can answer under `given`: let it happen under `when`, or set what comes of it."
        raise Off(f"{asked} {help}", span)

    def _ever(self, option: str) -> bool:
        """Could this be an option of any decision of the game?"""
        name, bracket, rest = option.removesuffix(")").partition("(")
        words = [word.strip() for word in (rest if bracket else name).split(",") if word.strip()]
        known = {plain(id) for domain in self.compiled.domains for id in domain.ids}
        named = all(
            plain(word) in known or word.lstrip("-").isdigit() or word in ("none", "yes", "no") for word in words
        )
        for site in self.compiled.sites:
            for entry in site.entries:
                if entry.name == name and len(entry.types) == (len(words) if bracket else 0) and (named or not bracket):
                    return True
                if site.kind == "choose" and not bracket and len(entry.types) == len(words) and named:
                    return True
        return False

    def close(self) -> None:
        """Everything has been said; what is left was not asked."""
        self._draws()
        for step in self.lines:
            raise Off(self._early(step).replace("here", "any more", 1), step.span)

    def _asked(self, decision: Decision) -> str:
        asked = f" ({decision.question})" if decision.question else ""
        return f"{self.seats[decision.seat]} has to decide here{asked}: {_listed(decision)}."

    def _early(self, step: ir.Step) -> str:
        if step.seat < 0:
            return f"Nothing is drawn here: {step.option} is not used."
        return self._taken(step) or f"{self.seats[step.seat]} is not asked here."

    def _taken(self, step: ir.Step) -> str:
        """Say that there was no choice, if that is why nobody asked."""
        for _kind, who, site, code, *_ in (e for e in self.events[self._looked_at :] if e[0] == "forced"):
            taken = self.offers.id(site, code)
            if who == step.seat and _COPY.sub("", taken) == step.option:
                return f"{self.seats[who]} is not asked here: {step.option} is the only option, so it is taken."
        return ""

    def _draws(self) -> None:
        """Look at what was drawn since: of one thing either every result is named, or none."""
        for event in self.events[self._looked_at :]:
            if event[0] != "chance" or not self.compiled.chances[event[1]].type:
                continue
            _, site, bound, _result, supplied = event
            if self._sites.setdefault(site, supplied) != supplied:
                chance = self.compiled.chances[site]
                low, high = chance.offset, chance.offset + bound - 1
                said = f"Chance decides more often than the lines here say ({low}..{high})."
                raise Off(f"{said} Add `chance: …`, or `chance: {ANY}` where it does not matter.", self.at)


def _listed(decision: Decision) -> str:
    options = list(dict.fromkeys(_COPY.sub("", o.id) for o in decision.options))
    more = f" and {len(options) - SHOWN} more" if len(options) > SHOWN else ""
    return ", ".join(options[:SHOWN]) + more
