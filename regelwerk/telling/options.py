"""The options of a decision in words: grouped by action, with what the rules remark on them and what they pick."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from regelwerk import Game
from regelwerk.dsl import ir
from regelwerk.interpreter.game.decisions import Decision, Option
from regelwerk.interpreter.texts.sentences import Texts
from regelwerk.scene.looks import Looks, Remark, looks_of
from regelwerk.scene.values import SeatValues

from .apart import apart
from .directions import directed

FRAMED = 3  # that many ways of one action are said together


def action_of(option: Option) -> str:
    """Give the name in front of the bracket."""
    return option.id.partition("(")[0]


def offered(game: Game, decision: Decision, looks: Looks | None = None) -> list[dict[str, Any]]:
    """Give the options for a page: sentence, remark, the action they belong to in words, and the things they pick."""
    looks = looks_of(game.ruleset.compiled) if looks is None else looks
    decision = directed(game, decision, looks)
    remarks = remarks_on(game, decision, looks)
    titles = _group_titles(game, decision)
    return [
        {
            "number": number,
            "id": option.id,
            "text": option.text,
            "remark": remarks.get(option.id, ""),
            "group": action_of(option) if "(" in option.id else "",
            "group_title": titles.get(action_of(option), "") if "(" in option.id else "",
            "things": things,
        }
        for number, (option, things) in enumerate(zip(decision.options, _things(game, decision), strict=True), 1)
    ]


def _group_titles(game: Game, decision: Decision) -> dict[str, str]:
    """Say actions by the words that all their ways have in common, or by their names."""
    ways: dict[str, list[str]] = {}
    for option in decision.options:
        ways.setdefault(action_of(option), []).append(option.text)
    frames = {name: framed(said) for name, said in ways.items()}
    return {name: "…".join(frame) if frame else called(game.words.texts, name) for name, frame in frames.items()}


def called(texts: Texts, action: str) -> str:
    """Say an action by its sentence, with `…` for what is picked; by its name if it has none."""
    entries = (entry for site in texts.compiled.sites for entry in site.entries)
    entry = next((entry for entry in entries if entry.name == action and entry.text >= 0), None)
    said = texts.sentence(entry.text, (), frozenset(range(len(entry.args))), "…") if entry else ""
    return said if any(sign.isalpha() for sign in said) else texts.words(action.rpartition(".")[2].replace("_", " "))


def _things(game: Game, decision: Decision) -> Iterator[list[str]]:
    """Name what each option picks by the ids that the seat knows, numbers aside."""
    for option in decision.options:
        inner = option.id.partition("(")[2].rpartition(")")[0] if "(" in option.id else option.id
        yield [id for word in inner.split(",") if (id := word.strip()) and not id.isdecimal()]


def remarks_on(game: Game, decision: Decision, looks: Looks) -> dict[str, str]:
    """Say beside options what the rules tell about them, or what tells those apart that read alike; by id."""
    ruled = _ruled(game, decision, looks)
    parted = apart(game, decision, ruled, looks)
    return ruled | {id: ", ".join(filter(None, (ruled.get(id), words))) for id, words in parted.items()}


def _ruled(game: Game, decision: Decision, looks: Looks) -> dict[str, str]:
    site = next(i for i, s in enumerate(game.ruleset.compiled.sites) if s.name == decision.site)
    names = {entry.name for entry in game.ruleset.compiled.sites[site].entries}
    wanted = [remark for remark in looks.remarks if remark.action in names]
    if not wanted:
        return {}
    values, said = SeatValues(game, decision.seat), {}
    for option in decision.options:
        entry, chosen = game.words.offers.split(site, option.code)
        parts = [_remark(game, values, remark, chosen) for remark in wanted if remark.action == entry.name]
        if text := ", ".join(part for part in parts if part):
            said[option.id] = text
    return said


def _remark(game: Game, values: SeatValues, remark: Remark, chosen: Sequence[int]) -> str:
    value, said = remark.value, game.words.texts.words(remark.text)
    found = values.ask(value, chosen, values.seat)
    if found is None or value.type == "flag":
        return said if found else ""
    kind = game.words.texts.type(value.type).kind
    if found == ir.NONE_NUM or (kind == "ref" and found == ir.NONE) or (kind != "ref" and not found):
        return ""
    title = game.words.texts.title(value.type, found)
    return said.replace("#", title) if "#" in said else f"{said} {title}".strip()


def framed(texts: list[str]) -> tuple[str, str] | None:
    """Find the words that sentences begin and end with in common; None if they are not worth saying once."""
    words = [text.split(" ") for text in texts]
    if len(words) < FRAMED:
        return None
    first = _alike(words)
    last = _alike([each[first:][::-1] for each in words])
    if not first or first + last < 2 or any(len(each) <= first + last for each in words):
        return None
    head, tail = " ".join(words[0][:first]) + " ", words[0][len(words[0]) - last :]
    stop = {each[len(each) - last - 1][-1:] for each in words} if tail else set()
    comma = stop.pop() if len(stop) == 1 and stop <= {",", ":", ";"} else ""
    return head, comma + " " + " ".join(tail) if tail else ""


def _alike(rows: list[list[str]]) -> int:
    """Count the words at the beginning that are the same everywhere."""
    count = 0
    while all(len(row) > count and row[count] == rows[0][count] for row in rows):
        count += 1
    return count
