"""Chance from a real table: whoever plays types what the dice show and which card was drawn.

A step is first done on a copy, to see which chance it asks for; of the copy only what is said before that is shown.
What is typed takes the place of chance, until nothing is left to chance in the step; then it is done for good.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from regelwerk import Game
from regelwerk.dsl import ir
from regelwerk.interpreter.errors import RuleError
from regelwerk.interpreter.game.decisions import plain
from regelwerk.interpreter.texts.sentences import Texts
from regelwerk.telling.speech import Say

Made = TypeVar("Made")
MOST = 400  # chance results of one step


class RealDice:
    """Asks for every chance result."""

    def __init__(self, compiled: ir.Compiled, texts: Texts, say: Say, read: Callable[[str], str]) -> None:
        self.compiled = compiled
        self.texts = texts
        self.say = say
        self.read = read

    def begin(self, start: Callable[[Sequence[Any]], Game]) -> Game:
        """Start a game; `start` sets it up with chance results."""
        return self._asked(lambda supplied: (start(supplied), 0))

    def step(self, game: Game, act: Callable[[Game], None]) -> None:
        """Do something with a game."""

        def tried(supplied: Sequence[Any]) -> tuple[Game, int]:
            twin = game.clone()
            twin.supply(supplied)
            act(twin)
            return twin, game.logged

        twin = self._asked(tried)
        game.supply([entry["result"] for entry in twin.log[game.logged :] if entry["kind"] == "chance"])
        act(game)

    def _asked(self, tried: Callable[[Sequence[Any]], tuple[Game, int]]) -> Game:
        """Try with what is known of the table so far, until nothing is left to chance."""
        supplied: list[Any] = []
        for _ in range(MOST):
            game, since = tried(supplied)
            log = game.log[since:]
            drawn = [number for number, entry in enumerate(log) if entry["kind"] == "chance"]
            if len(drawn) <= len(supplied):
                return game
            here = drawn[len(supplied)]
            for entry in log[drawn[len(supplied) - 1] + 1 if supplied else 0 : here]:
                if entry["kind"] == "say":  # happens for good: it comes before what is still open
                    print(entry["text"])
            supplied.append(self._result(log[here], supplied, tried))
        raise RuleError("chance", f"more than {MOST} chance results in one step")

    def _result(
        self, entry: dict[str, Any], before: list[Any], tried: Callable[[Sequence[Any]], tuple[Game, int]]
    ) -> Any:
        """Ask for one result until it can be."""
        site = next(chance for chance in self.compiled.chances if chance.name == entry["site"])
        shuffled = isinstance(entry["result"], list)
        while True:
            typed = self.read(self._question(site, entry, shuffled)).strip()
            if not typed:
                return entry["result"]  # chance decides, as if there were no table
            try:
                result = self._order(site, typed, entry["result"]) if shuffled else self._named(site, typed)
                tried([*before, result])
            except RuleError as error:
                if error.kind != "chance":
                    raise
                print(self.say("That cannot be: {reason}.", reason=error.message))
                continue
            return result

    def _question(self, site: ir.Chance, entry: dict[str, Any], shuffled: bool) -> str:
        name = self.texts.words(site.name.rpartition("/")[2].rpartition(" ")[2].replace("_", " "))
        if shuffled:
            said = "{pile} is shuffled ({number} cards): the first from the top, Enter if nobody knows > "
            return self.say(said, pile=name, number=len(entry["result"]))
        if site.element and ".." not in site.element:
            return self.say("Which is drawn ({name})? Enter lets chance decide > ", name=name)
        low, high = site.offset, site.offset + entry["of"] - 1
        return self.say("What is rolled ({low} to {high})? Enter lets chance decide > ", low=low, high=high)

    def _named(self, site: ir.Chance, typed: str) -> str:
        """Find what is drawn by its title, or take it as it is."""
        for part in site.element.split("|") if site.element else ():
            domain = self.texts.domains.get(part)
            for element, id in enumerate(domain.ids if domain is not None else ()):
                if typed.casefold() in (self.texts.title(part, element).casefold(), plain(id)):
                    return plain(id)
        return typed

    def _order(self, site: ir.Chance, typed: str, order: list[int]) -> list[int]:
        """Put the cards that are named on top; the others stay as chance has them."""
        kind = _kind(self.compiled, site)
        if kind not in self.texts.domains:
            raise RuleError("chance", self.say("the order of this pile cannot be typed"))
        left, first = list(order), list[int]()
        for name in (each.strip().casefold() for each in typed.split(",") if each.strip()):
            domain = self.texts.domains[kind]
            called = ((c, self.texts.title(kind, c).casefold(), plain(domain.ids[c])) for c in left)
            found = next((c for c, *names in called if name in names), None)
            if found is None:
                raise RuleError("chance", self.say("{name} is not in the pile", name=name))
            left.remove(found)
            first.append(found)
        return first + left


def _kind(compiled: ir.Compiled, site: ir.Chance) -> str:
    """Find what lies in the pile that a shuffle is about."""
    name = site.name.partition("/shuffle ")[2].rpartition(".")[2]
    return next((slot.type for slot in compiled.slots if slot.name == name and slot.kind == "pile"), "")
