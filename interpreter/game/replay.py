"""Replay of a log: the same game again, or as far as changed rules allow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from ..errors import Refused, RuleError
from .game import Game, Ruleset
from .saving.save import SavedSecrets, answer_in_secret, damage, fits, ruleset_of, secrets_of
from .schema import LogFile
from .unseen import Wording, wording

Begin = Callable[[int, int, list[str], list[Any]], Game]  # with players, seed, names and chance results
OnAnswer = Callable[[Game, int, int, Wording], None]  # length of the log before, seat, the option as worded


@dataclass(frozen=True, slots=True)
class Divergence:
    """Where a replay leaves the old course: number of the log entry, what it says, and why it cannot be."""

    entry: int
    said: dict[str, Any]
    reason: str


def log_file(game: Game, table: dict[str, Any] | None = None) -> dict[str, Any]:
    """Give the log of a game with everything needed to replay it; `table` notes who plays, and with what."""
    secrets = secrets_of(game)
    more = {"secrets": secrets.model_dump(mode="json")} if secrets is not None else {}
    return {
        "format": "regelwerk/log/1",
        "ruleset": game.ruleset.name,
        "hash": game.ruleset.hash,
        "lock": game.ruleset.lock,
        "parts": [part.model_dump() for part in game.ruleset.compiled.parts],
        "players": game.players,
        "seed": game.seed,
        "names": list(game.words.names),
        "entries": game.log,
        **more,
        **({"table": table} if table else {}),
    }


def checked_log(ruleset: Ruleset, data: dict[str, Any]) -> dict[str, Any]:
    """Refuse a log that is damaged or does not fit the number of players."""
    ruleset_of(data)
    try:
        log = LogFile.model_validate({name: value for name, value in data.items() if name != "secrets"}, strict=True)
        SavedSecrets.model_validate(data.get("secrets") or {})  # seats are keys, and JSON has only texts for keys
    except ValidationError as broken:
        raise Refused(f"the log is damaged: {damage(broken)}") from None
    if any(entry.kind == "decision" and entry.option is None for entry in log.entries):
        raise Refused("the log is damaged: a decision says no option")
    fits(ruleset, log.players, log.names)
    return data


def scenario_of(log: dict[str, Any]) -> str:
    """Give the title of the scenario at which a game began; empty for one that began at the beginning."""
    table = log.get("table")
    title = table.get("scenario") if isinstance(table, dict) else ""
    return title if isinstance(title, str) else ""


def replay(
    ruleset: Ruleset, log: dict[str, Any], watch: OnAnswer | None = None, begin: Begin | None = None
) -> tuple[Game, Divergence | None]:
    """Play a log again by the ids of its options; stop at the first entry that does not fit. `begin` starts a game
    that does not begin at the beginning."""
    log = checked_log(ruleset, log)
    if begin is None and (title := scenario_of(log)):
        raise Refused(f"this game begins at the scenario “{title}”; go on with it at the terminal (`regelwerk play`)")
    entries = log["entries"]
    supplied = [entry.get("result") for entry in entries if entry["kind"] == "chance" and entry.get("supplied")]
    try:
        start = begin or (lambda players, seed, names, given: ruleset.new_game(players, seed, names, supplied=given))
        game = start(log["players"], log["seed"], log.get("names") or [], supplied)
    except RuleError as refused:
        if not supplied:
            raise
        raise Refused(f"the log does not fit the rules: {refused.message}") from None
    for number, entry in enumerate(entries):
        if entry["kind"] == "decision":
            try:
                _answer(game, entry, watch)
            except (Refused, RuleError) as refused:
                return game, Divergence(number, entry, str(refused))
    different = _difference(game, entries)
    if different is None and log.get("secrets") and not forgets(ruleset, log):
        answer_in_secret(game, SavedSecrets.model_validate(log["secrets"]))
    return game, different


def forgets(ruleset: Ruleset, log: dict[str, Any]) -> bool:
    """Tell whether what a log holds back is asked for anew: under other rules, options may mean something else."""
    secrets = SavedSecrets.model_validate(log.get("secrets") or {})
    return log.get("hash") != ruleset.hash and any(secrets.answers.values())


def described(game: Game, entry: dict[str, Any]) -> str:
    """Say in words what an entry of a log tells."""
    kind = entry["kind"]
    if kind in ("decision", "forced"):
        seat = entry.get("seat", 0)
        name = game.words.texts.title("Player", seat) if 0 <= seat < game.players else f"seat {seat + 1}"
        return f"{name}: {entry.get('text') or entry.get('option')}"
    if kind == "chance":
        site, result = entry.get("site", "").rpartition("/")[2], entry.get("result")
        order = "another order" if isinstance(result, list) else entry.get("means") or result
        return f"chance ({site}): {order}"
    return str(entry.get("text") or entry.get("name") or kind)


def _answer(game: Game, entry: dict[str, Any], watch: OnAnswer | None) -> None:
    """Answer as the entry says; a secret part is committed when it is complete."""
    seat, option = entry.get("seat", 0), entry["option"]
    decision = next((d for d in game.decisions() if d.seat == seat), None)
    if decision is None:
        raise Refused(f"seat {seat + 1} has nothing to decide here")
    if decision.site != entry.get("site", ""):
        raise Refused(f"seat {seat + 1} has to decide something else here")
    found = game.offered(decision, option)
    if found is None:
        reasons = game.why(option, seat)
        raise Refused(f"{option} is not offered" + "".join(f": {reason.text}" for reason in reasons[:1]))
    since = game.logged
    said = None if watch is None else wording(game, decision, found, found.text)
    game.choose(found.code, seat)
    if decision.secret and seat in game.waiting():
        game.commit(seat)
    if watch is not None and said is not None:
        watch(game, since, seat, said)


def _difference(game: Game, entries: list[dict[str, Any]]) -> Divergence | None:
    for number, (old, new) in enumerate(zip(entries, game.log, strict=False)):
        if old != new:
            return Divergence(number, old, f"now it is {described(game, new)}")
    if len(game.log) < len(entries):
        return Divergence(len(game.log), entries[len(game.log)], "this does not happen any more")
    return None
