"""Everything that is kept: one SQLite file with tables, links, rules and an append-only list of steps.

There is one connection that writes, in a thread of its own; what waits for it is written in one transaction and is on
the disk before anybody is told. Others only read.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import queue
import sqlite3
import threading
from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from .tables.keys import Lock
from .tables.steps import Step

FILE = "tables.sqlite"
LOCK = "server.lock"
VERSION = 1
MOST_AT_ONCE = 200  # changes in one transaction
SCHEMA = """
create table if not exists rules (hash text primary key, data blob not null) without rowid;
create table if not exists tables (
    id text primary key, made text not null, data text not null, rules text not null references rules (hash),
    over integer not null default 0, stopped text not null default ''
) without rowid;
create table if not exists links (
    "table" text not null references tables (id), hash text not null, role text not null, seat integer,
    void integer not null default 0, primary key ("table", hash)
) without rowid;
create table if not exists steps (
    "table" text not null references tables (id), number integer not null, kind text not null, seat integer not null,
    data text not null, position text not null, primary key ("table", number)
) without rowid;
"""

Statement = tuple[str, Sequence[Any]]


@dataclass(frozen=True, slots=True)
class Kept:
    """A table as it is kept."""

    id: str
    data: dict[str, Any]
    rules: str
    over: bool
    stopped: str


class Unkept(Exception):
    """Something could not be written; nothing of it was."""


class Foreign(Exception):
    """The file is none of ours, or one of a later version."""


def connect(path: Path, readonly: bool = False) -> sqlite3.Connection:
    """Open the file."""
    if readonly:
        return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=30, check_same_thread=False)
    connection = sqlite3.connect(path, timeout=30, isolation_level=None, check_same_thread=False)
    connection.execute("pragma journal_mode=wal")
    connection.execute("pragma synchronous=full")
    connection.execute("pragma foreign_keys=on")
    return connection


def locked(path: Path) -> IO[bytes]:
    """Take the folder for this process: two servers must not play the same tables. The system lets go of it."""
    found = open(path, "ab")  # noqa: SIM115 (it is held as long as the server runs)
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(found.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
        else:
            import fcntl

            fcntl.flock(found, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        found.close()
        raise Foreign(f"another server keeps its tables in {path.parent}") from None
    return found


def packed_rules(content: bytes) -> tuple[str, bytes]:
    """Give the fingerprint of compiled rules and how they are kept."""
    return hashlib.sha256(content).hexdigest(), gzip.compress(content, 6, mtime=0)


class Reader:
    """Reads what is kept."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection = connect(path, readonly=True)
        self._guard = threading.Lock()

    def close(self) -> None:
        self._connection.close()

    def _rows(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        with self._guard:
            return self._connection.execute(query, values).fetchall()

    def table(self, id: str) -> Kept | None:
        found = self._rows("select id, data, rules, over, stopped from tables where id = ?", (id,))
        return _kept(found[0]) if found else None

    def unfinished(self) -> list[str]:
        """List the tables that go on."""
        return [row[0] for row in self._rows("select id from tables where not over and stopped = '' order by made")]

    def count(self) -> int:
        return int(self._rows("select count(*) from tables")[0][0])

    def locks(self, id: str) -> list[Lock]:
        rows = self._rows('select hash, role, seat, void from links where "table" = ?', (id,))
        return [Lock(hash, role, seat, bool(void)) for hash, role, seat, void in rows]

    def steps(self, id: str, since: int = 0) -> list[Step]:
        """Give the steps of a table in order, from a number on."""
        query = 'select number, kind, seat, data, position from steps where "table" = ? and number >= ? order by number'
        rows = self._rows(query, (id, since))
        if [row[0] for row in rows] != list(range(since, since + len(rows))):
            raise Foreign(f"steps of the table {id} are missing")
        return [Step(kind, seat, json.loads(data), position) for _, kind, seat, data, position in rows]

    def rules(self, hash: str) -> bytes:
        """Give compiled rules; what is damaged is not believed."""
        found = self._rows("select data from rules where hash = ?", (hash,))
        content = gzip.decompress(found[0][0]) if found else b""
        if hashlib.sha256(content).hexdigest() != hash:
            raise Foreign("the rules of the table are damaged")
        return content


def _kept(row: tuple[Any, ...]) -> Kept:
    id, data, rules, over, stopped = row
    return Kept(id, json.loads(data), rules, bool(over), stopped)


def _prepared(path: Path) -> sqlite3.Connection:
    """Open the file for writing; refuse what is none of ours."""
    try:
        found = connect(path)
    except sqlite3.Error as broken:
        raise Foreign(f"{path} cannot be used: {broken}") from None
    try:
        (version,) = found.execute("pragma user_version").fetchone()
        if version > VERSION:
            raise Foreign(f"{path} was written by a later version of Regelwerk")
        found.executescript(SCHEMA)
        found.execute(f"pragma user_version={VERSION}")
    except sqlite3.Error as broken:
        found.close()
        raise Foreign(f"{path} cannot be used: {broken}") from None
    except Foreign:
        found.close()
        raise
    return found


class Store(Reader):
    """Reads, and writes by its own thread."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = folder / FILE
        self._lock = locked(folder / LOCK)
        try:
            self._writer = _prepared(path)
        except BaseException:
            self._lock.close()
            raise
        path.chmod(0o600)
        super().__init__(path)
        self._jobs: queue.SimpleQueue[tuple[list[Statement], Future[None]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="writer", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Write what waits, then end."""
        self._jobs.put(None)
        self._thread.join()
        self._writer.close()
        super().close()
        self._lock.close()

    def write(self, statements: Iterable[Statement]) -> Future[None]:
        """Write all or nothing; the future is done when it is on the disk."""
        done: Future[None] = Future()
        self._jobs.put((list(statements), done))
        return done

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            jobs = [job]
            while len(jobs) < MOST_AT_ONCE and not self._jobs.empty():
                more = self._jobs.get()
                if more is None:
                    self._jobs.put(None)
                    break
                jobs.append(more)
            wanted = [each for each in jobs if each[1].set_running_or_notify_cancel()]  # from now on nobody gives up
            if wanted:
                self._write(wanted)

    def _write(self, jobs: list[tuple[list[Statement], Future[None]]]) -> None:
        try:
            self._transact([statement for statements, _ in jobs for statement in statements])
        except sqlite3.Error as broken:
            if len(jobs) == 1:
                jobs[0][1].set_exception(Unkept(str(broken)))
                return
            for each in jobs:  # one of them may be to blame
                self._write([each])
            return
        for _, done in jobs:
            done.set_result(None)

    def _transact(self, statements: Iterable[Statement]) -> None:
        with closing(self._writer.cursor()) as cursor:
            cursor.execute("begin immediate")
            try:
                for query, values in statements:
                    cursor.execute(query, values)
                cursor.execute("commit")
            except BaseException:
                if self._writer.in_transaction:
                    cursor.execute("rollback")
                raise


def add_rules(hash: str, data: bytes) -> Statement:
    return "insert or ignore into rules values (?, ?)", (hash, data)


def add_table(id: str, made: str, data: dict[str, Any], rules: str) -> Statement:
    return "insert into tables (id, made, data, rules) values (?, ?, ?, ?)", (id, made, json.dumps(data), rules)


def change_table(id: str, data: dict[str, Any]) -> Statement:
    return "update tables set data = ? where id = ?", (json.dumps(data), id)


def add_link(table: str, lock: Lock) -> Statement:
    return "insert into links values (?, ?, ?, ?, 0)", (table, lock.hash, lock.role, lock.seat)


def void_links(table: str, seat: int) -> Statement:
    return 'update links set void = 1 where "table" = ? and role = ? and seat = ?', (table, "seat", seat)


def add_step(table: str, number: int, step: Step) -> Statement:
    values = (table, number, step.kind, step.seat, json.dumps(step.data), step.position)
    return "insert into steps values (?, ?, ?, ?, ?, ?)", values


def end_table(table: str, over: bool = False, stopped: str = "") -> Statement:
    return "update tables set over = ?, stopped = ? where id = ?", (int(over), stopped, table)
