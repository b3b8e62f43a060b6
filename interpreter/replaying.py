"""Replay of a log: the same game again, or as far as changed rules allow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .errors import Refused, RuleError
from .game import Game
from .ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Divergence:
    """Where a replay leaves the old course: number of the log entry, what it says, and why it cannot be."""

    entry: int
    said: dict[str, Any]
    reason: str


def log_file(game: Game) -> dict[str, Any]:
    """Give the log of a game with everything needed to replay it."""
    return {
        "format": "regelwerk/log/1",
        "ruleset": game.ruleset.name,
        "hash": game.ruleset.hash,
        "players": game.players,
        "seed": game.seed,
        "names": list(game.words.names),
        "entries": game.log,
    }


def replay(ruleset: Ruleset, log: dict[str, Any]) -> tuple[Game, Divergence | None]:
    """Play a log again by the ids of its options; stop at the first entry that does not fit."""
    entries = log["entries"]
    game = ruleset.new_game(log["players"], log["seed"], log.get("names") or None)
    game.supply([entry["result"] for entry in entries if entry["kind"] == "chance" and entry.get("supplied")])
    for number, entry in enumerate(entries):
        if entry["kind"] == "decision":
            try:
                _answer(game, entry)
            except (Refused, RuleError) as refused:
                return game, Divergence(number, entry, str(refused))
    return game, _difference(game, entries)


def _answer(game: Game, entry: dict[str, Any]) -> None:
    """Answer as the entry says; a secret part is committed when it is complete."""
    seat, option = entry["seat"], entry["option"]
    decision = next((d for d in game.decisions() if d.seat == seat), None)
    if decision is None:
        raise Refused(f"seat {seat + 1} has nothing to decide here")
    if decision.site != entry["site"]:
        raise Refused(f"seat {seat + 1} has to decide something else: {decision.site}")
    if decision.option(option) is None:
        reasons = game.why(option, seat)
        raise Refused(f"{option} is not offered" + "".join(f": {reason.text}" for reason in reasons[:1]))
    game.choose(option, seat)
    if decision.secret and seat in game.waiting():
        game.commit(seat)


def _difference(game: Game, entries: list[dict[str, Any]]) -> Divergence | None:
    for number, (old, new) in enumerate(zip(entries, game.log, strict=False)):
        if old != new:
            return Divergence(number, old, f"now it is {new}")
    if len(game.log) < len(entries):
        return Divergence(len(game.log), entries[len(game.log)], "this does not happen any more")
    return None
