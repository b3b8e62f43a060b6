"""Chance from a real table: whoever plays types what the dice show and which card was drawn.

A step is first done on a copy, to see which chance it asks for; of the copy only what is said before that is shown.
What is typed takes the place of chance, until nothing is left to chance in the step; then it is done for good.
How a pile lies need not be known when it is shuffled: which card was turned over is asked when somebody sees it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from regelwerk import Game
from regelwerk.dsl import ir
from regelwerk.interpreter.errors import Refused, RuleError
from regelwerk.interpreter.game.deals.exchange import exchanged, nobody_knows, seen_now
from regelwerk.interpreter.game.decisions import plain
from regelwerk.interpreter.texts.sentences import Texts
from regelwerk.telling.speech import Say

Made = TypeVar("Made")
Thing = tuple[int, int]  # its type, and which one
MOST = 400  # chance results of one step
FEW = 8  # things that are listed in a question


class RealDice:
    """Asks for every chance result."""

    def __init__(self, compiled: ir.Compiled, texts: Texts, say: Say, read: Callable[[str], str]) -> None:
        self.compiled = compiled
        self.texts = texts
        self.say = say
        self.read = read
        self.typed: dict[str, list[str]] = {}  # cards typed ahead in this step, by question
        self.told: set[Thing] = set()  # named when a pile was shuffled: nobody is asked for them again

    def begin(self, start: Callable[[Sequence[Any]], Game]) -> Game:
        """Start a game; `start` sets it up with chance results."""
        return self._asked(lambda supplied: (start(supplied), 0))

    def step(self, game: Game, act: Callable[[Game], None]) -> Game:
        """Do something with a game, and give it back: as it was, or with other cards where nobody had seen them."""
        settled, supplied = self.told.copy(), list[Any]()
        self.typed.clear()
        while True:

            def tried(supplied: Sequence[Any], game: Game = game) -> tuple[Game, int]:
                twin = game.clone()
                twin.supply(supplied)
                act(twin)
                return twin, game.logged

            twin = self._asked(tried, supplied)
            supplied = [entry["result"] for entry in twin.log[game.logged :] if entry["kind"] == "chance"]
            settled |= self._drawn(twin.log[game.logged :])
            turned = next((thing for thing in self._turned(game, twin) if thing not in settled), None)
            if turned is None:
                game.supply(supplied)
                act(game)
                return game
            game, known = self._lying(game, turned, seen_now(twin, *turned))
            settled.add(known)

    # ------------------------------------------------------------------ cards that are turned over

    def _drawn(self, log: Sequence[dict[str, Any]]) -> set[Thing]:
        """Give the components that chance has named by itself."""
        found = set()
        for entry in log:
            if entry["kind"] == "chance" and entry["means"] is not None:
                for movable, kind in enumerate(self.compiled.movables):
                    ids = self._ids(kind.domain)
                    found |= {(movable, ids.index(entry["means"]))} if entry["means"] in ids else set()
        return found

    def _turned(self, game: Game, twin: Game) -> Iterator[Thing]:
        """Give the components of hidden piles that somebody has got to see by a step, the topmost first."""
        places = twin.machine.runtime.places
        for (movable, thing), place in nobody_knows(game).items():
            went = twin.state[places.loc[movable] + thing] != place
            if places.pile[place] and went and seen_now(twin, movable, thing):
                yield movable, thing

    def _lying(self, game: Game, turned: Thing, seats: int) -> tuple[Game, Thing]:
        """Ask which card it is; give the game in which it lies there, and the card."""
        movable, thing = turned
        kind = self.compiled.movables[movable].domain
        there = nobody_knows(game)
        same = [other for (of, other), place in there.items() if of == movable and place == there[turned]]
        slot = self.compiled.slots[game.machine.runtime.places.slot[there[turned]]]
        name, ids = self.texts.words(slot.name.replace("_", " ")), self._ids(kind)
        if len({self.texts.title(kind, other) for other in same}) == 1:
            return game, turned  # they are all the same
        who = [seat for seat in range(game.players) if seats >> seat & 1]
        asked = self.say("Which card is turned over ({pile})? Enter lets chance decide > ", pile=name)
        if len(who) == 1:
            said = "{name} alone sees a card ({pile}): which? Enter lets chance decide > "
            asked = self.say(said, name=game.words.texts.title("Player", who[0]), pile=name)
        while typed := self._card(asked):
            called = (thing, *same)  # if it is called so itself, nothing changes
            fits = (o for o in called if typed in (self.texts.title(kind, o).casefold(), plain(ids[o])))
            found = next(fits, None)
            if found == thing:
                break
            if found is not None:
                try:
                    other = Game.restored(game.ruleset, exchanged(game, movable, thing, found))
                    if all(other.view(seat) == game.view(seat) for seat in range(game.players)):
                        return other, (movable, found)
                except (RuleError, Refused):
                    pass  # something has depended on it already
            self.typed.pop(asked, None)  # what was typed behind a wrong card is typed anew
            left = ", ".join(sorted({self.texts.title(kind, other) for other in same}))
            print(self.say("That cannot be: it may be {cards}.", cards=left))
        return game, turned

    def _card(self, asked: str) -> str:
        """Read a card; several can be typed at once, and Enter leaves all to chance of which the same is asked."""
        if asked not in self.typed:
            self.typed[asked] = [each.strip().casefold() for each in self.read(asked).split(",") if each.strip()] or [
                ""
            ]
        if self.typed[asked] == [""]:
            return ""
        first, *rest = self.typed.pop(asked)
        if rest:
            self.typed[asked] = rest
        return first

    # ------------------------------------------------------------------ what chance decides

    def _asked(self, tried: Callable[[Sequence[Any]], tuple[Game, int]], known: Sequence[Any] = ()) -> Game:
        """Try with what is known of the table so far, until nothing is left to chance."""
        supplied = list(known)
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
            titles = ", ".join(self._drawable(site.element))
            return self.say("Which is drawn ({name})? Enter lets chance decide > ", name=titles or name)
        low, high = site.offset, site.offset + entry["of"] - 1
        return self.say("What is rolled ({low} to {high})? Enter lets chance decide > ", low=low, high=high)

    def _drawable(self, kind: str) -> list[str]:
        """List what may be drawn, if that is little: what a rule calls it for itself says nothing to whoever plays."""
        domains = [self.texts.domains[part] for part in kind.split("|") if part in self.texts.domains]
        sizes = ((each, len(self.texts.names if each.kind == "player" else each.ids)) for each in domains)
        found = [self.texts.title(each.name, element) for each, size in sizes for element in range(size)]
        titles = list(dict.fromkeys(found))
        return titles if len(titles) <= FEW else [self.texts.words(each.name.lower()) for each in domains]

    def _named(self, site: ir.Chance, typed: str) -> str:
        """Find what is drawn by its title, or take it as it is."""
        for part in site.element.split("|") if site.element else ():
            domain = self.texts.domains.get(part)
            for element, id in enumerate(domain.ids if domain is not None else ()):
                if typed.casefold() in (self.texts.title(part, element).casefold(), plain(id)):
                    return plain(id)
        return typed

    def _ids(self, kind: str) -> list[str]:
        """List the components of a type, or of several that share places."""
        return [id for domain in self.texts.type(kind).domains for id in domain.ids]

    def _order(self, site: ir.Chance, typed: str, order: list[int]) -> list[int]:
        """Put the cards that are named on top; the others stay as chance has them."""
        kind = _kind(self.compiled, site)
        ids = self._ids(kind)
        if not ids:
            raise RuleError("chance", self.say("the order of this pile cannot be typed"))
        left, first = list(order), list[int]()
        for name in (each.strip().casefold() for each in typed.split(",") if each.strip()):
            called = ((c, self.texts.title(kind, c).casefold(), plain(ids[c])) for c in left)
            found = next((c for c, *names in called if name in names), None)
            if found is None:
                raise RuleError("chance", self.say("{name} is not in the pile", name=name))
            left.remove(found)
            first.append(found)
        movable = next(number for number, each in enumerate(self.compiled.movables) if each.domain == kind)
        self.told |= {(movable, thing) for thing in first}
        return first + left


def _kind(compiled: ir.Compiled, site: ir.Chance) -> str:
    """Find what lies in the pile that a shuffle is about."""
    name = site.name.partition("/shuffle ")[2].rpartition(".")[2]
    return next((slot.type for slot in compiled.slots if slot.name == name and slot.kind == "pile"), "")
