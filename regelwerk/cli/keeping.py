"""Saving without harm: a name that is taken is only used again for a saved game, and only if that is wanted."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from regelwerk import Game
from regelwerk.interpreter.errors import Refused
from regelwerk.interpreter.replaying import log_file
from regelwerk.interpreter.saving import read_file, write_file
from regelwerk.mods import folder

from .speech import ENGLISH, Say, speaker

WORDS = {"text", "means"}  # of the entries of a log: what another language says otherwise
FORMATS = ("regelwerk/game/1", "regelwerk/log/1")
OURS = "regelwerk/"  # how the formats of saved games and logs begin


def read_game(path: Path) -> dict[str, Any]:
    """Read a saved game or log; one from another version of Regelwerk is told from a damaged one."""
    data = read_file(path)
    format = str(data.get("format", ""))
    if format not in FORMATS and format.rpartition("/")[0] in (each.rpartition("/")[0] for each in FORMATS):
        raise Refused(f"{path.name} has the format {format}; this version of Regelwerk reads {' and '.join(FORMATS)}")
    return data


def same_course(game: Game, entries: Sequence[Mapping[str, Any]]) -> bool:
    """Tell whether a game went as a log says, in whatever words."""
    logs = ([{k: v for k, v in e.items() if k not in WORDS} for e in log] for log in (game.log, entries))
    return next(logs) == next(logs)


def is_saved_game(path: Path) -> bool:
    """Tell whether a file is a saved game or log."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(data, dict) and str(data.get("format", "")).startswith(OURS)


def unfit(path: Path, say: Say = ENGLISH) -> str:
    """Say why a game must not be saved under a name; empty if it may."""
    if path.suffix.lower() == ".regel":
        return say(
            "{path} would be a ruleset. Save the game as {name}.", path=path, name=path.with_suffix(".json").name
        )
    if path.is_dir():
        return say("{path} is a folder. Name a file in it.", path=path)
    if path.exists() and not is_saved_game(path):
        return say("{path} exists and is no saved game. Choose another name.", path=path)
    return ""


def free_name(path: Path) -> Path:
    """Give a name that is not taken: the wished one, or with the next number."""
    found, number = path, 2
    while found.exists():
        found, number = path.with_stem(f"{path.stem}-{number}"), number + 1
    return found


class Shelf:
    """Where a game has been saved; only its own files are written again without asking."""

    def __init__(self, own: Path | None = None, logged: int = 0) -> None:
        self.own = {own.resolve()} if own is not None else set[Path]()
        self.logged = logged  # how long the log was when all was saved

    def save(self, game: Game, name: str, anyway: bool) -> str:
        """Save a game and say what came of it."""
        say = speaker(game)
        if not name:
            return say("Say where: s FILE")
        path = Path(name)
        try:
            if said := unfit(path, say):
                return said
            if path.exists() and path.resolve() not in self.own and not anyway:
                return say("{name} holds another saved game. s! {name} writes over it.", name=name)
            write_file(path, log_file(game))
            self.own.add(path.resolve())
            self.logged = game.logged
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            return say("{name} cannot be written: {reason}.", name=name, reason=reason)
        return say("Saved in {name}.", name=name)

    def keep(self, game: Game) -> Path | None:
        """Keep a game that was left without saving it, in the user's own folder; the last one of each ruleset."""
        if game.over or game.logged == self.logged:
            return None
        path = folder().parent / "unfinished" / f"{game.ruleset.name}.json"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_file(path, log_file(game))
        except OSError:
            return None
        return path
