"""The log in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from regelwerk import Game
from regelwerk.interpreter.errors import Refused
from regelwerk.interpreter.game.decisions import UNTOLD, Decision, Option
from regelwerk.interpreter.game.log import REVEALED, SHOWN, Entry
from regelwerk.interpreter.game.unseen import Wording, wording
from regelwerk.scene.looks import looks_of

from .speech import Say, speaker

MOST_DRAWN = 12  # chance results in a row that are told one by one
SHUFFLED = "{pile} shuffled."  # is in the log, but no news
Said = dict[int, Wording]  # number of a log entry -> the option as it was worded when it was taken


class Line(NamedTuple):
    """One line of the log: number of its (last) entry for who reads it, who did it, and the things it is about."""

    n: int
    seat: int | None
    kind: str
    text: str
    things: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()  # of the rule by which it was offered
    entry: int = -1  # number of the (last) entry in the whole log, which nobody at the table is told


def note(game: Game, said: Said, since: int, seat: int, text: Wording) -> None:
    """Keep the wording of an option just taken: later on, the log can only say it without what has changed."""
    for number, event in enumerate(game.past.log()[since:], since):
        entry = game.words.logs.entry(event)
        if entry["kind"] == "decision":
            if entry["seat"] == seat:
                said[number] = text
            return


def worded(game: Game, decision: Decision, option: Option) -> Wording:
    """Say what is about to be chosen, with the question if the answer says little by itself, and who may read that."""
    bare = " " not in option.text or not option.text[:1].isupper()
    asked = decision.question + ("" if decision.question[-1:] in "?!.:…" else ":")
    text = f"{asked} {option.text}" if bare and decision.question else option.text
    return wording(game, decision, option, text)


def watching(said: Said) -> Callable[[Game, int, int, Wording], None]:
    """Keep the wordings of a game that is replayed."""
    return lambda game, since, seat, text: note(game, said, since, seat, text)


def _told(game: Game, entry: Entry, wording: str) -> str:
    kind = entry["kind"]
    if kind == "decision":
        name = game.words.texts.title("Player", entry["seat"])
        text = wording or (entry["text"] if entry["text"] != entry["option"] else _spelt(game, entry))
        return f"{name}: {text}" if entry["text"] else speaker(game)("{name} has decided in secret.", name=name)
    if kind == SHOWN:
        name = game.words.texts.title("Player", entry["seat"])
        if entry["text"] is None:
            return speaker(game)("{name} looks at something hidden.", name=name)
        return speaker(game)("{name} looks: {what}", name=name, what=entry["text"])
    if kind == REVEALED:
        what = _shown_as(game, entry["name"], "player" if "seat" in entry else "table")
        if "seat" not in entry:
            return speaker(game)("{what} revealed: {text}", what=what.capitalize(), text=entry["text"])
        name = game.words.texts.title("Player", entry["seat"])
        return speaker(game)("{name} reveals {what}: {text}", name=name, what=what, text=entry["text"])
    if kind == "chance":
        what = entry["site"].rpartition("/")[2]
        pile = game.words.texts.words(what.removeprefix("shuffle ").replace("_", " ")).capitalize()
        return speaker(game)(SHUFFLED, pile=pile) if what.startswith("shuffle ") else ""
    return str(entry.get("text") or "") if kind == "say" else ""


def _shown_as(game: Game, name: str, owner: str) -> str:
    """Say what a slot is called on the screen: as `display` has it, else by its name."""
    looks = looks_of(game.ruleset.compiled)
    listed = looks.table if owner == "table" else [*looks.own, *looks.others]
    label = next((item.label for item in listed if item.slot.name == name), name.replace("_", " "))
    return game.words.texts.words(label)


def _spelt(game: Game, entry: Entry) -> str:
    """Say an option whose sentence can no longer be said in full: its name, and what it was about."""
    name, bracket, _ = str(entry["option"]).partition("(")
    site = next((n for n, s in enumerate(game.ruleset.compiled.sites) if s.name == entry["site"]), -1)
    if not bracket or site < 0:
        return str(entry["text"])
    try:
        asked, chosen = game.words.offers.read(site, entry["option"])
    except Refused:
        return str(entry["text"])
    things = (game.words.texts.title(kind, x) for kind, x in zip(asked.types, chosen, strict=True))
    called = game.words.texts.words(name.rpartition(".")[2].replace("_", " "))
    return f"{called.capitalize()}: {', '.join(things)}"


def told(game: Game, seat: int | None, since: int = 0, said: Mapping[int, Wording] | None = None) -> Iterator[str]:
    """Tell the log from an entry on, as the seat counts them; chance results in a row make one line."""
    return (line.text for line in told_lines(game, seat, since, said))


def told_lines(
    game: Game, seat: int | None, since: int = 0, said: Mapping[int, Wording] | None = None
) -> Iterator[Line]:  # fmt: skip
    """Tell the log from a point on, with who did it and what it was about."""
    say, drawn, last = speaker(game), list[str](), (since, -1)
    for n, (number, entry) in enumerate(islice(game.words.logs.told(game.past, seat), since, None), since):
        if entry["kind"] == "chance" and entry["means"]:
            drawn.append(_meant(game, entry))
            last = n, number
            continue
        if drawn:
            yield _chance(say, drawn, *last)
            drawn = []
        if text := _told(game, entry, _readable(game, entry, (said or {}).get(number), seat)):
            kind = "shuffle" if entry["kind"] == "chance" else entry["kind"]  # chance without words is no news
            yield Line(n, entry.get("seat"), kind, text, tuple(_about(game, entry)), _cites(game, entry), number)
    if drawn:
        yield _chance(say, drawn, *last)


def _chance(say: Say, drawn: list[str], n: int, number: int) -> Line:
    shown = drawn if len(drawn) <= MOST_DRAWN else [*drawn[:MOST_DRAWN], "…"]
    return Line(n, None, "chance", say("Chance: {drawn}", drawn=", ".join(shown)), entry=number)


def _cites(game: Game, entry: Entry) -> tuple[str, ...]:
    """Give the citations of what was offered: of the option, else of its action, else of the whole decision."""
    if entry["kind"] not in ("decision", "forced") or not entry.get("option"):
        return ()
    compiled = game.ruleset.compiled
    site = next((site for site in compiled.sites if site.name == entry["site"]), None)
    if site is None:
        return ()
    name = str(entry["option"]).partition("(")[0]
    taken = next((each for each in site.entries if each.name == name), None)
    action = next((each for each in compiled.actions if taken and each.number == taken.proc), None)
    return tuple((taken.cites if taken else []) or (action.cites if action else []) or site.cites)


def _about(game: Game, entry: Entry) -> Iterator[str]:
    """Name the things that a decision picked, as far as who reads may know them."""
    picked = str(entry.get("option") or "")
    if entry["kind"] not in ("decision", "forced") or not picked:
        return
    inner = picked.partition("(")[2].rpartition(")")[0] if "(" in picked else picked
    yield from (id for word in inner.split(",") if (id := word.strip()) and UNTOLD not in id and not id.isdecimal())


def _meant(game: Game, entry: Entry) -> str:
    """Say a chance result in words."""
    chance = next(chance for chance in game.ruleset.compiled.chances if chance.name == entry["site"])
    try:
        return game.words.texts.title(chance.type, game.words.texts.value_of(chance.type, entry["means"]))
    except (KeyError, ValueError):
        return str(entry["means"])


def _readable(game: Game, entry: Entry, said: Wording | None, seat: int | None) -> str:
    """Give the wording of an option if a seat may know everything in it."""
    if said is None or UNTOLD in str(entry.get("option")):
        return ""
    readers = 1 << seat if seat is not None else (1 << game.players) - 1  # who watches knows what all know
    return said.text if said.seats & readers == readers else ""
