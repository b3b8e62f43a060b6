"""Whatever is killed, full, slow or set back: no step that was answered is lost, and no game goes another way."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from regelwerk import load
from regelwerk.interpreter.game.replay import replay
from tests.amounts import part_of
from tests.web.running import Server, Table, serving

GAMES = [("pig", 3), ("leduc-poker", 2), ("isle-of-skye", 3), ("wallenstein", 3)]


class Witness:
    """Somebody who watches tables and remembers everything that was told."""

    def __init__(self, tables: list[Table]) -> None:
        self.told: dict[str, list[dict[str, Any]]] = {table.path: [] for table in tables}
        self.revisions = dict.fromkeys(self.told, 0)

    def look(self, table: Table) -> None:
        """Everything that was told before must still be there."""
        state = table.watcher.state()
        assert not state["table"]["stopped"], state["table"]["stopped"]
        assert state["revision"] >= self.revisions[table.path]
        now, before = table.watcher.log(), self.told[table.path]
        last = before[-1]["n"] if before else -1
        assert [e for e in now if e["n"] < last] == [e for e in before if e["n"] < last]  # the last line may grow
        self.told[table.path], self.revisions[table.path] = now, state["revision"]


def killed_again_and_again(folder: Path, times: int) -> None:
    dice = random.Random(times)
    server = Server(folder, "--jobs", "1")
    tables = [server.new_table(name, 0, players) for name, players in GAMES]
    person = server.new_table("pig", 1, 1)
    answered: list[tuple[int, str]] = []
    witness = Witness(tables)
    try:
        for _ in range(times):
            until = time.monotonic() + dice.random() * 2
            while time.monotonic() < until:
                for table in tables:
                    witness.look(table)
                _answer(person, answered)
                time.sleep(0.2)
            server.kill()
            server.start()
            assert len(person.seat(0).log()) >= sum(1 for _ in answered)
        for table in tables:
            table.until_over(240)
            witness.look(table)
            record = table.watcher.get("/record").json()
            game, divergence = replay(load(record["table"]["ruleset"]), record)
            assert divergence is None
            assert game.over
        texts = [entry["text"] for entry in person.seat(0).log() if entry["seat"] == 0]
        assert len(texts) == len(answered)
    finally:
        if server.process.poll() is None:
            server.stop()
    assert "Traceback" not in server.said()


def _answer(table: Table, answered: list[tuple[int, str]]) -> None:
    state = table.seat(0).state()
    if state["decision"] is not None:
        option = state["decision"]["options"][-1]["id"]
        if table.seat(0).post("/choose", revision=state["revision"], option=option).status_code == 200:
            answered.append((state["revision"], option))


def test_the_server_is_killed_at_any_moment(tmp_path: Path) -> None:
    killed_again_and_again(tmp_path / "tables", 5)


@pytest.mark.slow
def test_the_server_is_killed_again_and_again(tmp_path: Path) -> None:
    killed_again_and_again(tmp_path / "tables", part_of(200))


def workers(server: Server) -> list[int]:
    found = subprocess.run(
        ["ps", "-o", "pid=,args=", "--ppid", str(server.process.pid)], capture_output=True, text=True
    )
    return [int(line.split()[0]) for line in found.stdout.splitlines() if "regelwerk.web.thinker" in line]


def test_a_killed_bot_is_replaced(tmp_path: Path) -> None:
    with serving(tmp_path / "tables", "--jobs", "1") as server:
        table = server.new_table("sushi-go", 0, 3)
        killed = 0
        while not table.watcher.state()["over"]:
            for pid in workers(server) if killed < 3 else ():
                os.kill(pid, signal.SIGKILL)
                killed += 1
            time.sleep(0.2)
        assert killed
        assert not table.watcher.state()["table"]["stopped"]


FULL = """
import sqlite3
from pathlib import Path
from regelwerk.web import store
connect = store.connect
def connected(path, readonly=False):
    found = connect(path, readonly)
    if not readonly:
        found.execute("pragma wal_autocheckpoint=0")
    return found
store.connect = connected
transact = store.Store._transact
def short(self, statements):
    if Path(str(self.path) + ".full").exists():
        raise sqlite3.OperationalError("database or disk is full")
    transact(self, statements)
store.Store._transact = short
"""


def test_a_full_disk_loses_nothing_and_says_so(tmp_path: Path) -> None:
    with serving(tmp_path / "tables", "--jobs", "1", python=FULL) as server:
        table = server.new_table("tic-tac-toe", 1, 1)
        full = tmp_path / "tables" / "tables.sqlite.full"
        full.touch()
        state = table.seat(0).state()
        option = state["decision"]["options"][0]["id"]
        refused = table.seat(0).post("/choose", revision=state["revision"], option=option)
        assert (refused.status_code, refused.json()["error"]["code"]) == (507, "not_kept")
        assert table.seat(0).state()["revision"] == 0
        asked = {"ruleset": "pig", "seats": [{}] * 2}
        assert server.client.post("/api/tables", json=asked).status_code == 507
        full.unlink()
        assert table.seat(0).post("/choose", revision=0, option=option).status_code == 200
        server.kill()
        server.start()
        assert table.watcher.state()["revision"] >= 1


BACKWARDS = """
import time, datetime
class Back(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return datetime.datetime(1970, 1, 1, tzinfo=tz) - datetime.timedelta(seconds=time.monotonic())
from regelwerk.web import lobby
lobby.datetime = Back
real = time.time
time.time = lambda: 1e9 - real()
"""


def test_the_clock_may_go_backwards(tmp_path: Path) -> None:
    with serving(tmp_path / "tables", "--jobs", "1", python=BACKWARDS) as server:
        tables = [server.new_table("pig", 0, 2) for _ in range(2)]
        for table in tables:
            table.until_over()


def test_a_slow_client_holds_nobody_up(tmp_path: Path) -> None:
    """One who asks for news and never reads them, one who sends half a request."""
    with serving(tmp_path / "tables", "--jobs", "1") as server:
        table = server.new_table("pig", 0, 2)
        host, port = server.address.removeprefix("http://").rstrip("/").split(":")
        lazy = [socket.create_connection((host, int(port))) for _ in range(20)]
        path = f"{table.path}/news"
        for each in lazy[:10]:
            each.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            ask = f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            each.sendall(
                f"{ask}Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
            )
        for each in lazy[10:]:
            each.sendall(f"POST /api/tables HTTP/1.1\r\nHost: {host}\r\nContent-Length: 100\r\n\r\n{{".encode())
        began = time.monotonic()
        table.until_over()
        assert server.client.get("/api/openapi.json").status_code == 200
        assert time.monotonic() - began < 60
        for each in lazy:
            each.close()


WILD = """
game wild "Wild"
  language  1
  players   2

table
  n         0..1000000

effect run
  draw d in 1..6
  repeat at most 1000000
    set n to 0
    repeat at most 1000
      add 1 to n
      if n = 999: set n to 0

action quiet "Wait"
  add 1 to n

action loud "Run wild"
  run

flow
  repeat at most 1000
    as each players: offer quiet, loud

winner
  most 1
"""


def wild(folder: Path, *options: str) -> str:
    """Write the game down, with these options on offer."""
    rules = folder / "wild.regel"
    rules.write_text(WILD.replace("offer quiet, loud", f"offer {', '.join(options)}"))
    return str(rules)


def test_rules_that_run_wild_do_nothing(tmp_path: Path) -> None:
    with serving(tmp_path / "tables", wild(tmp_path, "quiet", "loud"), "--jobs", "1") as server:
        table = server.new_table("wild", 2)
        refused = table.seat(0).post("/choose", revision=0, option="loud")
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, "rules_broke")
        assert "units of work" in refused.json()["error"]["text"]
        assert table.seat(0).post("/choose", revision=0, option="quiet").status_code == 200


@pytest.mark.slow
def test_a_table_of_bots_whose_rules_run_wild_stops_alone(tmp_path: Path) -> None:
    with serving(tmp_path / "tables", wild(tmp_path, "loud"), "--jobs", "1") as server:
        table, calm = server.new_table("wild", 0, 2), server.new_table("pig", 0, 2)
        calm.until_over()
        while not (why := table.watcher.state()["table"]["stopped"]):
            time.sleep(0.2)
        assert "units of work" in why


def test_after_ctrl_c_everything_is_there_again(tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    server = Server(folder, "--jobs", "1")
    table = server.new_table("tic-tac-toe", 1, 1)
    table.seat(0).choose()
    with pytest.raises(httpx.TimeoutException):  # the library is still being read when the server ends
        server.client.get("/api/library", timeout=0.3)
    assert server.stop() in (0, 130)
    assert "Traceback" not in server.said()
    server.start()
    try:
        while table.seat(0).state()["decision"] is None:
            time.sleep(0.05)
        assert table.watcher.state()["revision"] == 2
    finally:
        server.stop()


def test_two_servers_do_not_share_a_folder(tmp_path: Path) -> None:
    with serving(tmp_path / "tables", "--jobs", "1") as server:
        command = [sys.executable, "-m", "regelwerk", "serve", "--folder", str(server.folder), "--port", "0"]
        other = subprocess.run(command, capture_output=True, text=True)
        assert other.returncode == 1
        assert "Another server keeps its tables in" in other.stderr
