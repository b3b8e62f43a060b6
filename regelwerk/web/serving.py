"""Starting the server: where it listens, where it keeps its tables, and what it says."""

from __future__ import annotations

import os
import socket
import webbrowser
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import uvicorn

from .app import make_app
from .hall import Hall
from .store import Store
from .thinkers import Thinkers

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


class Taken(OSError):
    """Somebody else listens there."""


def serve(wanted: Wanted, said: Callable[[str], None]) -> None:
    """Serve until somebody ends it; `said` gets the address as soon as it answers."""
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
    _Server(config, lambda: said(address(listening))).run([listening])


class _Server(uvicorn.Server):
    """Tells when it answers."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


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
