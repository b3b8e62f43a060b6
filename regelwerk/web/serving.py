"""Starting the server: where it listens, where it keeps its tables, and what it says."""

from __future__ import annotations

import os
import socket
import webbrowser
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette

from .app import App, make_app
from .hall import Hall
from .store import Store
from .tables.faults import Fault as Fault  # what serving may be refused with
from .tables.models import SavedTable
from .thinkers import Thinkers

PATIENCE = 10.0  # seconds that bots think at tables that were not set up in the lobby
NEWS = 4096  # bytes of a message from a client


@dataclass(frozen=True, slots=True)
class Wanted:
    """How the server was asked for."""

    host: str
    port: int
    folder: Path
    names: Collection[str] = ()
    own: Mapping[str, str] = field(default_factory=dict)
    jobs: int = 0
    most_tables: int = 10_000
    ahead: bool = False  # read the library before anybody asks
    saved: Sequence[dict[str, Any]] = ()  # games that go on at tables of their own


class Taken(OSError):
    """Somebody else listens there."""


def serve(wanted: Wanted, said: Callable[[str, list[Opened]], None]) -> None:
    """Serve until somebody ends it; `said` gets the address and the tables that go on, as soon as it answers."""
    listening = _listening(wanted.host, wanted.port)
    try:
        store = Store(wanted.folder)
    except BaseException:
        listening.close()
        raise
    jobs = wanted.jobs or max(1, min(8, os.cpu_count() or 1))
    hall = Hall(store, Thinkers(store.path, jobs))
    app = make_app(hall, {*wanted.names, socket.gethostname()}, wanted.own, wanted.most_tables, wanted.ahead)
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, ws="websockets-sansio", ws_max_size=NEWS, server_header=False,
        date_header=False, timeout_keep_alive=15, timeout_graceful_shutdown=1, h11_max_incomplete_event_size=32_768,
    )  # fmt: skip
    where = address(listening)
    server = _Server(config, app, wanted.saved, where, said)
    server.run([listening])
    if server.refused is not None:
        raise server.refused


@dataclass(frozen=True, slots=True)
class Opened:
    """A table at which a saved game goes on: its title, and who sits down by which link."""

    title: str
    links: list[tuple[str, str]]


class _Server(uvicorn.Server):
    """Opens the saved games, then tells that it answers."""

    def __init__(
        self, config: uvicorn.Config, app: Starlette, saved: Sequence[dict[str, Any]], where: str,
        ready: Callable[[str, list[Opened]], None],
    ) -> None:  # fmt: skip
        super().__init__(config)
        self._app, self._saved, self._where, self._ready = app, saved, where, ready
        self.refused: Fault | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        try:
            opened = [await self._opened(game) for game in self._saved]
        except Fault as fault:
            self.refused, self.should_exit = fault, True
            return
        self._ready(self._where, opened)

    async def _opened(self, game: dict[str, Any]) -> Opened:
        parts: App = self._app.state.regelwerk
        made = await parts.lobby.open_saved(SavedTable(game=game, seats=[], patience=PATIENCE))
        table = await parts.hall.table(made["table"])
        links = [
            (table.data["seats"][each["seat"]]["name"], f"{self._where}table/{table.id}#{each['key']}")
            for each in made["seats"]
            if each["key"]
        ]
        return Opened(table.data["title"], links or [("", f"{self._where}table/{table.id}#{made['watch_key']}")])


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # else answers wait for Nagle
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
    except OSError as error:
        found.close()
        raise Taken(error.errno, f"{host}:{port} cannot be used: {error.strerror}") from None
    return found


def address(listening: socket.socket) -> str:
    """Write the address that a browser opens."""
    host, port = listening.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{host}:{port}/"


def open_browser(address: str) -> None:
    """Open the page where there is a desktop."""
    desktop = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")) or os.name == "nt"
    if desktop or os.uname().sysname == "Darwin":
        with suppress(webbrowser.Error, OSError):
            webbrowser.open(address)
