"""A real server in a process of its own, and a player who uses nothing but its API."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

READY = "The table is set: "
PATIENCE = 60.0


class Server:
    """Serves a folder until it is stopped or killed; then it can be started again."""

    def __init__(self, folder: Path, *options: str, python: str = "", env: dict[str, str] | None = None) -> None:
        self.folder, self.options, self.python, self.env = folder, options, python, env
        self.start()

    def start(self) -> None:
        code = f"{self.python}\nfrom regelwerk.cli import main\nmain()"
        command = [sys.executable, "-c", code, "serve", "--folder", str(self.folder), "--port", "0", "--no-open"]
        self.errors = open(self.folder.with_suffix(".err"), "ab")  # noqa: SIM115
        self.process = subprocess.Popen(
            [*command, *self.options], stdout=subprocess.PIPE, stderr=self.errors, text=True,
            env={**os.environ, **(self.env or {})},
        )  # fmt: skip
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith(READY), line + self.said()
        self.address = line.removeprefix(READY).strip()
        self.client = httpx.Client(base_url=self.address, timeout=PATIENCE)

    def said(self) -> str:
        """Give what the server has complained about."""
        return self.folder.with_suffix(".err").read_text()

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self._ended()

    def stop(self, number: int = signal.SIGINT) -> int:
        self.process.send_signal(number)
        return self._ended()

    def _ended(self) -> int:
        code = self.process.wait(PATIENCE)
        self.client.close()
        self.errors.close()
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code

    # ------------------------------------------------------------------ tables

    def new_table(self, ruleset: str, people: int, bots: int = 0, **more: Any) -> Table:
        """Set a table up: people first, then bots."""
        bot = more.pop("bot", "random")
        seats = [{"kind": "human"}] * people + [{"kind": "bot", "bot": bot}] * bots
        answer = self.client.post("/api/tables", json={"ruleset": ruleset, "seats": seats, **more})
        assert answer.status_code == 201, answer.text
        return Table(self, answer.json())


@dataclass
class Table:
    """A table and the keys of its links."""

    server: Server
    made: dict[str, Any]

    @property
    def path(self) -> str:
        return f"/api/tables/{self.made['table']}"

    @property
    def watcher(self) -> Seat:
        return Seat(self, self.made["watch_key"])

    @property
    def host(self) -> Seat:
        return Seat(self, self.made["host_key"])

    def seat(self, number: int) -> Seat:
        return Seat(self, self.made["seats"][number]["key"])

    def until_over(self, seconds: float = PATIENCE) -> dict[str, Any]:
        """Wait until the bots have played to the end."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            state = self.watcher.state()
            assert not state["table"]["stopped"], state["table"]["stopped"]
            if state["over"]:
                return state
            time.sleep(0.1)
        raise AssertionError("the game is not over")


@dataclass
class Seat:
    """Somebody with a key."""

    table: Table
    key: str

    def get(self, path: str = "", **query: Any) -> httpx.Response:
        return self._patient("GET", path, params=query)

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self._patient("POST", path, json=body)

    def _patient(self, method: str, path: str, **given: Any) -> httpx.Response:
        """Ask, and again later if that was too often."""
        url = self.table.path + path
        while True:
            answer = self.table.server.client.request(method, url, headers=self.headers, **given)
            if answer.status_code != 429:
                return answer
            time.sleep(0.2)

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.key}"}

    def state(self) -> dict[str, Any]:
        answer = self.get()
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def choose(self, option: str | None = None, dice: random.Random | None = None) -> dict[str, Any]:
        """Answer the decision that is there."""
        state = self.state()
        options = state["decision"]["options"]
        chosen = option or (dice.choice(options) if dice else options[0])["id"]
        answer = self.post("/choose", revision=state["revision"], option=chosen)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def log(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.get("/log").json()["entries"]
        return found


@contextlib.contextmanager
def serving(folder: Path, *options: str, **more: Any) -> Iterator[Server]:
    server = Server(folder, *options, **more)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()
