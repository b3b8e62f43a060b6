"""The course of a game: in which order turns are taken, when everybody chooses in secret, when something is over."""

from __future__ import annotations

from ..clauses.lines import Lines, under
from ..clauses.seats import ending
from ..lexicon.phrases import listed
from ..lexicon.words import split_at
from ..parts.actors import worth
from ..parts.conditions import condition, whoever
from ..parts.nouns import FILLERS, Scene, Unread, spotted

_TURNS = listed("turns_taken")


def turns(scene: Scene, said: list[str], subject: list[str] | None) -> Lines | None:
    """`players take turns clockwise, beginning with the start player`, `… in order of points, lowest first`."""
    text = " ".join(said)
    if (
        said[:1] in (["starting"], ["beginning"])
        and "," in said
        and (ranked := whoever(scene, said[2 : said.index(",")])) is not None
        and ranked.many.startswith("(")
    ):
        value = ranked.many.split(": ", 1)[-1][:-1].replace("p.", "me.").replace("[p]", "[me]")
        return [f"as each players by {'-' if ranked.many.startswith('(most') else ''}{value}: turn"]
    if not any(p in text for p in _TURNS) or "another" in said or "extra" in said or "skip" in said:
        return None
    if not [t for t in scene.v.all("effect") if t.name == "turn" and not t.of]:
        return None
    if cut := split_at(
        said,
        "in order of",
        "in ascending order of",
        "in descending order of",
        "in increasing order of",
        "by",
        "according to",
    ):
        asked = cut[1]
        least = bool({"lowest", "fewest", "least", "ascending", "increasing", "poorest", "smallest"} & set(said))
        what = [
            w
            for w in asked
            if w
            not in (
                "lowest",
                "fewest",
                "least",
                "most",
                "highest",
                "first",
                ",",
                "from",
                "to",
                "starting",
                "beginning",
                "with",
                "the",
                "order",
                "their",
                "number_of",
                "descending",
                "ascending",
                "increasing",
                "richest",
                "poorest",
            )
        ]
        by_what = worth(scene, what, "me")
        if by_what is None:
            raise Unread(text)
        return [f"as each players by {'' if least else '-'}{by_what}: turn"]
    starts_ = split_at(said, "beginning with", "starting with", "starting from", "beginning from", "the first is")
    if starts_:
        who = whoever(scene, starts_[1])
        if who is not None and not who.many and not who.me:
            return [f"as each seats({who.who}): turn"]
    things, _ = spotted(scene, said, "player")
    return [f"as each seats({things[0].name}): turn"] if things else ["as each players: turn"]


def secretly(scene: Scene, said: list[str], subject: list[str] | None) -> Lines | None:
    """`all players secretly choose a bid and reveal it at the same time`."""
    secret = {"secretly", "simultaneously", "hidden", "secret"} & set(said) or split_at(said, "at the same time")
    if not secret or not {"choose", "chooses", "bid", "bids", "select", "pick", "decide", "write", "reveal"} & set(
        said
    ):
        return None
    slots = [t for t in scene.v.all("number", owner="player") if t.hidden in ("private", "hidden")]
    named = [t for t in slots if t in spotted(scene, said, "number")[0]] or slots[:1]
    if not named or {"card", "cards"} & set(said):
        return None
    lines = ["as all players", f'  choose n in 0..{named[0].high} "How many?"', f"  set me.{named[0].name} to n"]
    if {"reveal", "revealed", "reveals", "show"} & set(said):
        lines.append(f"each p in players: reveal p.{named[0].name}")
    return lines


def game_end(scene: Scene, said: list[str], subject: list[str] | None) -> Lines | None:
    """`the game ends when …`, `the round is over once …`."""
    cut = next((i for i, w in enumerate(said) if w in ("when", "if", "once", "after")), None)
    main = said if cut is None else said[:cut]
    asked = [] if cut is None else said[cut + 1 :]
    if cut == 0 and "," in said:
        at = said.index(",")
        main, asked = said[at + 1 :], said[1:at]
    plain = [w for w in main if w not in FILLERS and w not in ("immediately", "at", "once", "then", "will", "at")]
    for what in ("game", "round", "turn", "phase"):
        rest = [w for w in plain if w not in (what, "your", "you")]
        if what in plain and rest in (
            ["ends"],
            ["end"],
            ["is", "over"],
            ["over"],
            ["finished"],
            ["is", "finished"],
            ["are", "over"],
        ):
            lines = ["end flow"] if what == "game" else ending(scene, [what])
            return under(f"if {condition(scene, asked)}", lines) if asked else lines
    return None
