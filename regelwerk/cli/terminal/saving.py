"""Saving without harm: a name that is taken is only used again for a saved game, and only if that is wanted."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from regelwerk import Game
from regelwerk.interpreter.errors import Refused
from regelwerk.interpreter.game.replay import log_file
from regelwerk.interpreter.game.saving.save import read_file, write_file
from regelwerk.storage import folders
from regelwerk.telling.speech import ENGLISH, Say, speaker

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


class Saves:
    """Where a game is saved: by whoever wants it under a name, and by itself after every decision.

    Only its own files are written again without asking. The file that is kept by itself belongs to one game: if
    somebody else has written it meanwhile, the next free name is taken."""

    def __init__(self, own: Path | None = None, logged: int = 0, table: dict[str, Any] | None = None) -> None:
        self.own = {own.resolve()} if own is not None else set[Path]()
        self.logged = logged  # how long the log was when all was saved under a name
        self.table = table or {}
        self.kept: Path | None = None
        self._left: tuple[int, ...] = ()  # what the kept file was like when it was written
        if own is not None and (root := games()) is not None and own.resolve().parent == root.resolve():
            self.kept, self._left = own, _state(own)

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
            write_file(path, log_file(game, self.table))
            self.own.add(path.resolve())
            self.logged = game.logged
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            return say("{name} cannot be written: {reason}.", name=name, reason=reason)
        return say("Saved in {name}.", name=name)

    def keep(self, game: Game) -> str:
        """Keep a game as it is now in the user's own folder; say why, if it cannot be done."""
        root = games()
        if root is None:
            return speaker(game)("There is no folder to keep the game in: set HOME, or XDG_DATA_HOME to a whole path.")
        try:
            if self.kept is None or _state(self.kept) != self._left:
                root.mkdir(parents=True, exist_ok=True)
                self.kept = _reserved(root / f"{game.ruleset.name}.json")
            write_file(self.kept, log_file(game, self.table))
            self._left = _state(self.kept)
        except OSError as error:
            reason = error.strerror or error
            return speaker(game)("The game cannot be kept: {reason}. Save it with s FILE.", reason=reason)
        return ""

    def ended(self, game: Game) -> None:
        """Put a game that is over aside: it is not offered any more."""
        if self.kept is not None and self.keep(game) == "" and (root := games()) is not None:
            with suppress(OSError):
                aside = root.parent / "finished"
                aside.mkdir(parents=True, exist_ok=True)
                os.replace(self.kept, _reserved(aside / f"{game.ruleset.name}.json"))

    def left(self, game: Game) -> Path | None:
        """Say where a game goes on that is left; what is saved under a name, too, need not be kept twice."""
        if self.kept is None:
            return None
        if game.logged == self.logged and not game.waiting() and self.own - {self.kept.resolve()}:
            with suppress(OSError):
                self.kept.unlink()
                self.kept.parent.rmdir()
            return None
        return self.kept

    def command(self, game: Game, path: Path) -> str:
        """Write the whole command that goes on with a game."""
        return resuming(self.table.get("ruleset") or game.ruleset.name, self.table, path)


def games() -> Path | None:
    """Give the folder of games that go on; None if there is none."""
    root = folders.data()
    return None if root is None else root / "unfinished"


def resuming(ruleset: str, table: Mapping[str, Any], path: Path) -> str:
    """Write a command that goes on with a saved game."""
    words = ["regelwerk", "play", ruleset]
    for overlay in table.get("overlays") or ():
        words += ["--with", overlay]
    for name, value in (table.get("rulings") or {}).items():
        words += ["--ruling", f"{name}={value}"]
    if table.get("language"):
        words += ["--lang", table["language"]]
    if table.get("seats"):
        words += ["--seats", ",".join(table["seats"])]
    if table.get("dice"):
        words.append("--real-dice")
    return shlex.join([*words, "--load", str(path)])


def _reserved(path: Path) -> Path:
    """Take a name that nobody has, so that nobody else can take it."""
    found, number = path, 2
    while True:
        try:
            with open(found, "xb"):
                return found
        except FileExistsError:
            found, number = path.with_stem(f"{path.stem}-{number}"), number + 1


def _state(path: Path) -> tuple[int, ...]:
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_ino, found.st_size, found.st_mtime_ns
