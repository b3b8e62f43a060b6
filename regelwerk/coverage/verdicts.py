"""What was found is kept line by line, so that a run that was stopped goes on; and what survived can be asked again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ..dsl.source import Source
from .examine import Verdict


class Unreadable(ValueError):
    """A file is no such list; the text says so."""


def fingerprint(sources: Mapping[str, Source], more: Iterable[str] = ()) -> str:
    """Tell rules and tests from others: verdicts hold for the very same texts only."""
    said = [*(f"{name}\0{sources[name].text}" for name in sorted(sources)), *more]
    return hashlib.sha256("\0\0".join(said).encode()).hexdigest()[:16]


class Verdicts:
    """Verdicts in a file, a line each; the first line tells of which rules."""

    def __init__(self, path: Path, of: str) -> None:
        self._path = path
        self.known: dict[int, Verdict] = {}
        self.stale = False  # the file was about other rules and begins anew
        lines = _lines(path)
        if lines and lines[0] == {"coverage": of}:
            self.known = {v.number: v for v in map(_verdict, lines[1:])}
        else:
            self.stale = bool(lines)
            path.write_text(json.dumps({"coverage": of}) + "\n", encoding="utf-8")

    def add(self, verdict: Verdict) -> None:
        """Write down what was found, at once."""
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(verdict), ensure_ascii=False) + "\n")


def _lines(path: Path) -> list[dict[str, Any]]:
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as error:
        raise Unreadable(f"{path} cannot be read: {error}.") from None
    out: list[dict[str, Any]] = []
    for line in text.split("\n")[:-1]:  # the last one may have been cut off
        try:
            found = json.loads(line)
        except ValueError:
            found = None
        if not isinstance(found, dict) or (not out and "coverage" not in found):
            raise Unreadable(f"{path} holds something else; name a file that does not exist yet.")
        out.append(found)
    if text and not out:
        raise Unreadable(f"{path} holds something else; name a file that does not exist yet.")
    return out


def _verdict(line: dict[str, Any]) -> Verdict:
    try:
        by = tuple((str(id), str(title)) for id, title in line["by"])
        verdict = Verdict(**{**line, "by": by, "failing": tuple(map(str, line["failing"]))})
    except (KeyError, TypeError, ValueError):
        raise Unreadable("A line of the file that is to be resumed cannot be read: begin a new one.") from None
    return verdict


def survivors(path: Path) -> frozenset[tuple[str, str]]:
    """Read which changes survived in an earlier report: their lines, and what they were."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return frozenset((each["line"], each["what"]) for each in data["survivors"])
    except (OSError, ValueError, KeyError, TypeError):
        raise Unreadable(f"{path} is no report of `regelwerk coverage --json`.") from None
