"""The socket of a table: tells that something has changed, never what. Who is slow gets the newest news only."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from .tables.faults import Fault
from .tables.seat_calls import Visit, pending

FIRST = 10.0  # seconds until the key must have come
SLOW = 20.0  # seconds that sending may take
FULL = 64  # sockets of one table


async def news(socket: WebSocket) -> None:
    """Wait for the key, then tell the revision on every change."""
    await socket.accept()
    try:
        key = await asyncio.wait_for(_key(socket), FIRST)
        client = socket.client.host if socket.client else ""
        visit: Visit = await socket.app.state.regelwerk.admitted(socket.path_params["table"], key, client)
        if len(visit.table.listeners) >= FULL:
            raise Fault(503, "table_full", "Too many look at this table.")
    except Fault as fault:
        await _close(socket, 4000 + fault.status, fault.code)
        return
    except (TimeoutError, WebSocketDisconnect, ValueError, RecursionError):  # of what is nested too deep
        await _close(socket, 4401, "key_missing")
        return
    changed = asyncio.Event()
    visit.table.listeners.add(changed)
    talking = asyncio.create_task(_talk(socket, visit, changed))
    try:
        while True:
            message = await socket.receive()  # nothing is awaited but the end; what comes is not read
            if message["type"] == "websocket.disconnect":
                break
    finally:
        talking.cancel()
        visit.table.listeners.discard(changed)


async def _key(socket: WebSocket) -> str:
    first: Any = json.loads((await socket.receive()).get("text") or "")
    if not isinstance(first, dict) or not isinstance(first.get("key"), str) or len(first["key"]) > 100:
        raise ValueError
    return str(first["key"])


async def _talk(socket: WebSocket, visit: Visit, changed: asyncio.Event) -> None:
    with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        while True:
            changed.clear()
            told = {"revision": visit.table.course.revision(visit.seat), **_about(visit)}
            await asyncio.wait_for(socket.send_text(json.dumps(told)), SLOW)
            await changed.wait()
    await _close(socket, 4408, "too_slow")


def _about(visit: Visit) -> dict[str, Any]:
    table = visit.table
    return {"thinking": sorted(table.thinking), "committed": table.course.committed, "undo": pending(table)}


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    with suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(code, reason)
