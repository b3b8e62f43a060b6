"""The journal of long work: every result is written down as it comes, and what is there is not done again.

A line of JSON each: first what the work is, then `[section, result]` in the order of the work. A line that was cut off
when the machine went down is left out; what it told is done again."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from regelwerk.interpreter.errors import Refused

R = TypeVar("R")
FORMAT = "regelwerk/journal/1"
SAFE = 2.0  # seconds after which what was written is brought onto the disk


class Journal:
    """What has been done of one piece of work. Without a file, nothing is kept."""

    def __init__(self, path: Path | None = None, work: dict[str, Any] | None = None, reading: bool = False) -> None:
        self.path, self._reading = path, reading
        self._known: dict[str, list[Any]] = {}
        self._end = 0  # of what can be read
        self._file: Any = None
        self._synced = time.monotonic()
        if path is None:
            return
        head = {"format": FORMAT, "work": json.loads(json.dumps(work))}
        if path.exists():
            self._read(path, head)
        elif reading:
            raise Refused(f"there is no journal {path} yet")
        if not reading:
            self._open(path, head)

    def _read(self, path: Path, head: dict[str, Any]) -> None:
        try:
            content = path.read_bytes()
        except OSError as error:
            raise Refused(f"the journal {path} cannot be read: {error.strerror}") from None
        for number, line in enumerate(content.splitlines(keepends=True)):
            try:
                if not line.endswith(b"\n"):
                    break
                found = json.loads(line)
                if number:
                    section, result = found
            except ValueError:
                if not number:
                    raise Refused(f"{path} is no journal of Regelwerk: choose another name") from None
                break
            if number:
                self._known.setdefault(section, []).append(result)
            else:
                _same(path, found, head)
            self._end += len(line)

    def _open(self, path: Path, head: dict[str, Any]) -> None:
        try:
            self._file = open(path, "r+b" if path.exists() else "xb")  # noqa: SIM115  # closed by `close`
            self._file.truncate(self._end)
            self._file.seek(self._end)
            if not self._end:
                self._write(head)
                self._sync()
        except OSError as error:
            raise Refused(f"the journal {path} cannot be written: {error.strerror}") from None

    def count(self, section: str) -> int:
        """Count the results of a section that are known."""
        return len(self._known.get(section, ()))

    def kept(
        self, section: str, kind: TypeAdapter[R], go_on: Callable[[int], Iterator[R]],
        whole: Callable[[R], bool] = lambda result: True,
    ) -> Iterator[R]:  # fmt: skip
        """Give the results of a section in order: those that are known, then what comes from the first one missing.

        What is not `whole` is given, but not written down."""
        known = self._known.get(section, ())
        try:
            for result in known:
                yield kind.validate_python(result)
        except ValidationError:
            raise Refused(f"the journal {self.path} does not fit: it was written by another version") from None
        if self._reading:
            return
        stream = go_on(len(known))
        for result in stream:
            if self._file is not None and whole(result):
                self._write([section, kind.dump_python(result, mode="json")])
            yield result

    def _write(self, what: Any) -> None:
        try:
            self._file.write(json.dumps(what, separators=(",", ":")).encode() + b"\n")
            if time.monotonic() - self._synced > SAFE:
                self._sync()
        except OSError as error:
            raise self._full(error) from None

    def _sync(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())
        self._synced = time.monotonic()

    def _full(self, error: OSError) -> Refused:
        return Refused(
            f"the journal {self.path} cannot be written any more: {error.strerror}. "
            "What it holds stays; make room and go on with the same --resume"
        )

    def close(self) -> None:
        """Bring everything onto the disk."""
        if self._file is None:
            return
        try:
            self._sync()
        except OSError as error:
            raise self._full(error) from None
        finally:
            with suppress(OSError):
                self._file.close()
            self._file = None

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _same(path: Path, found: Any, head: dict[str, Any]) -> None:
    """Make sure that a journal is of the same work."""
    if not isinstance(found, dict) or found.get("format") != FORMAT or not isinstance(found.get("work"), dict):
        raise Refused(f"{path} is no journal of Regelwerk: choose another name")
    then, now = found["work"], head["work"]
    if other := [name for name in now if then.get(name) != now[name]]:
        raise Refused(f"the journal {path} is of other work: {', '.join(other)} differ. Choose another name for this")
