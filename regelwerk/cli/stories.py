"""The log in words."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping

from rich.text import Text

from regelwerk import Game
from regelwerk.interpreter.decisions import Decision, Option
from regelwerk.interpreter.errors import Refused
from regelwerk.interpreter.logs import Entry

from .speech import speaker

SHUFFLED = "{pile} shuffled."  # is in the log, but no news
Said = dict[int, str]  # number of a log entry -> the option as it was worded when it was taken


def note(game: Game, said: Said, since: int, seat: int, text: str) -> None:
    """Keep the wording of an option just taken: later on, the log can only say it without what has changed."""
    for number, entry in enumerate(game.log[since:], since):
        if entry["kind"] == "decision":
            if entry["seat"] == seat:
                said[number] = text
            return


def worded(decision: Decision, option: Option) -> str:
    """Say what was chosen, with the question if the answer says little by itself."""
    bare = " " not in option.text or not option.text[:1].isupper()
    return f"{decision.question} {option.text}" if bare and decision.question else option.text


def watching(said: Said) -> Callable[[Game, int, int, str], None]:
    """Keep the wordings of a game that is replayed."""
    return lambda game, since, seat, text: note(game, said, since, seat, text)


def _told(game: Game, entry: Entry, wording: str) -> str:
    kind = entry["kind"]
    if kind == "decision":
        name = game.words.texts.title("Player", entry["seat"])
        text = wording or (entry["text"] if entry["text"] != entry["option"] else _spelt(game, entry))
        return f"{name}: {text}" if entry["text"] else speaker(game)("{name} has decided in secret.", name=name)
    if kind == "chance":
        what = entry["site"].rpartition("/")[2]
        pile = game.words.texts.words(what.removeprefix("shuffle ").replace("_", " ")).capitalize()
        return speaker(game)(SHUFFLED, pile=pile) if what.startswith("shuffle ") else ""
    return str(entry.get("text") or "") if kind == "say" else ""


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


def told(game: Game, seat: int | None, since: int = 0, said: Mapping[int, str] | None = None) -> Iterator[str]:
    """Tell the log from a point on; chance results in a row make one line."""
    say, drawn = speaker(game), list[str]()
    for number, entry in enumerate(game.log_for(seat)[since:], since):
        if entry["kind"] == "chance" and entry["means"]:
            drawn.append(entry["means"])
            continue
        if drawn:
            yield say("Chance: {drawn}", drawn=", ".join(drawn))
            drawn = []
        if line := _told(game, entry, (said or {}).get(number, "")):
            yield line
    if drawn:
        yield say("Chance: {drawn}", drawn=", ".join(drawn))


def _paragraphs(lines: Iterable[str]) -> list[str]:
    """Join what one seat does in a row."""
    found: list[str] = []
    for line in lines:
        who, colon, said = line.partition(": ")
        if colon and found and found[-1].startswith(f"{who}: "):
            found[-1] += f" · {said}"
        else:
            found.append(line)
    return found


def tail(
    game: Game, seat: int | None, since: int, most: int, said: Mapping[int, str] | None = None, width: int = 100,
    more: str = "…",
) -> Text:  # fmt: skip
    """Tell what happened after a point of the log in no more than so many lines; `more` stands for those before."""
    lines: list[str] = []
    shuffled = speaker(game)(SHUFFLED).removeprefix("{pile}")
    news = (line for line in told(game, seat, since, said) if not line.endswith(shuffled))
    for paragraph in _paragraphs(news):
        lines += textwrap.wrap(paragraph, width, subsequent_indent="  ")
    skipped = len(lines) - most
    shown = [more] * (skipped > 0) + lines[-most + (skipped > 0) :]
    return Text("\n".join(shown), style="dim")
