"""What stands between the network and the tables: who may ask, how much, how often, and what every answer carries."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import time
from collections import OrderedDict
from collections.abc import Collection
from contextlib import suppress

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .tables.faults import Fault

LARGEST = 64 * 1024  # bytes of a request
OPENED = "/api/tables/saved"  # a saved game comes in here
LARGEST_SAVE = 4 * 1024 * 1024
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
OWN_SITE = ("same-origin", "none")  # what browsers say of requests that no other site has caused


class Bucket:
    """So many requests at once, and then so many a second; the clock of the day may be set as it likes."""

    def __init__(self, burst: float, a_second: float, most: int = 10_000) -> None:
        self.burst, self.a_second, self.most = burst, a_second, most
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str) -> bool:
        """Count a request; False: there were too many."""
        now = time.monotonic()
        left, since = self._left.pop(who, (self.burst, now))
        left = min(self.burst, left + (now - since) * self.a_second)
        self._left[who] = (max(0.0, left - 1), now)
        while len(self._left) > self.most:
            self._left.popitem(last=False)
        return left >= 1


class Guard:
    """Refuses foreign hosts and origins and what is too large; adds the headers to every answer."""

    def __init__(self, app: ASGIApp, names: Collection[str] = ()) -> None:
        self.app = app
        self.names = {"localhost", *(name.lower() for name in names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        fault = self._refused(scope)
        if fault is not None:
            await _answer(scope, receive, send, fault)
            return

        begun = False

        async def told(message: Message) -> None:
            nonlocal begun
            begun = True
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        try:
            heard = limited(receive, largest(scope)) if scope["type"] == "http" else receive
            await self.app(scope, heard, told)
        except asyncio.CancelledError:  # the server ends: who still waits is told
            if scope["type"] == "http" and not begun:
                help = "Everything that was answered is kept. Start it again, then ask again."
                await _answer(scope, receive, send, Fault(503, "ending", "The server ends.", help))

    def _refused(self, scope: Scope) -> Fault | None:
        said = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        host = said.get("host", "")
        if not self.known(host):
            help = "Name it when the server is started: regelwerk serve --name NAME."
            return Fault(403, "host_foreign", "This server does not go by that name.", help)
        origin, site = said.get("origin"), said.get("sec-fetch-site", "none")
        asks = scope["type"] == "websocket" or scope["path"].startswith("/api/")
        foreign = origin is not None and origin.partition("://")[2].lower() != host.lower()
        if asks and (foreign or site not in OWN_SITE):
            return Fault(403, "origin_foreign", "Another site must not ask for this.")
        with suppress(ValueError):
            if int(said.get("content-length", "0")) > (most := largest(scope)):
                return too_large(most)
        return None

    def known(self, host: str) -> bool:
        """Is this a name of the server? A number is: no foreign name can be made to lead there."""
        name = host.lower().rsplit(":", 1)[0] if not host.endswith("]") else host
        if name in self.names:
            return True
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return False
        return True


def largest(scope: Scope) -> int:
    """Give the bytes that a request may have."""
    return LARGEST_SAVE if scope["path"] == OPENED else LARGEST


def too_large(most: int) -> Fault:
    return Fault(413, "too_large", f"A request is no longer than {most // 1024} kB.")


def limited(receive: Receive, most: int) -> Receive:
    """Count what comes in, whatever was announced."""
    size = 0

    async def counted() -> Message:
        nonlocal size
        message = await receive()
        if message["type"] == "http.request":
            size += len(message.get("body", b""))
            if size > most:
                raise too_large(most)
        return message

    return counted


async def _answer(scope: Scope, receive: Receive, send: Send, fault: Fault) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4403, "reason": fault.code})
        return
    said = next((value for name, value in scope["headers"] if name == b"accept-language"), b"")
    body = json.dumps(fault.data(said.decode("latin-1").lower()[:8])).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *HEADERS]
    await send({"type": "http.response.start", "status": fault.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
