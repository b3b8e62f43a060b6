"""The application: which call leads where. One list makes the routes and their description (`/api/openapi.json`)."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from .guarding import OPENED, Bucket, Guard
from .hall import Hall
from .lobby import COMPILING, Lobby
from .news import news
from .openapi import described
from .renewal import Renewal
from .saves import saved
from .tables import models
from .tables.faults import Fault
from .tables.keys import hashed, opened
from .tables.listing import Call, at_table
from .tables.seat_calls import Visit

log = logging.getLogger("regelwerk.web")
STATIC = Path(__file__).parent / "static"
SEE = "See /api/openapi.json."
NO_KEY = Fault(401, "key_missing", "This needs the link of a seat, or one to watch.", "Ask whoever set up the table.")


def calls() -> list[Call]:
    """List the calls of the API."""
    table = "/api/tables/{table}"
    return [
        Call("GET", "/api/library", "What can be played.", models.Library, _library, keyed=False),
        Call("POST", "/api/tables", "Set up a table.", models.Made, _new_table, models.NewTable, keyed=False,
             status=201),
        Call("POST", OPENED, "Go on with a saved game at a table.", models.Made, _open_saved, models.SavedTable,
             keyed=False, status=201),
        Call("POST", "/api/mine", "How it stands at one's own tables.", models.MyTables, _mine, models.OwnKeys,
             keyed=False),
        *at_table(table),
        Call("POST", f"{table}/save", "The game as a file, for who sits with bots alone, and for all when it is over.",
             models.Words, _save),
        Call("GET", f"{table}/rules", "Whether the rules have changed since.", models.RulesState, _rules),
        Call("POST", f"{table}/rules", "Go on under the new rules (host).", models.NewRules, _new_rules),
        Call("POST", f"{table}/seats/{{seat}}/link", "A new link for a seat (host).", models.NewLink, _link),
        Call("POST", f"{table}/seats/{{seat}}/name", "Another name for a seat (host, or who sits there).", models.State,
             _name, models.NewName),
    ]  # fmt: skip


class App:
    """Everything the calls work with."""

    def __init__(self, hall: Hall, own: Mapping[str, str], most_tables: int) -> None:
        self.hall = hall
        self.lobby = Lobby(hall, dict(own), most_tables)
        self.renewal = Renewal(hall, dict(own), COMPILING)
        self.seats = Bucket(burst=80, a_second=20)
        self.strangers = Bucket(burst=120, a_second=10)
        self.openers = Bucket(burst=30, a_second=1)  # saved games are played again whole
        self.forgers = Bucket(burst=20, a_second=0.2)  # keys that fit nothing, by address

    async def visit(self, request: Request) -> Visit:
        """See who asks, by the key in the header."""
        scheme, _, key = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not key.strip():
            raise NO_KEY
        client = request.client.host if request.client else ""
        return await self.admitted(request.path_params["table"], key.strip(), client)

    async def admitted(self, id: str, key: str, client: str) -> Visit:
        """Open a table with a key; who tries one after the other has to wait, whatever the keys are."""
        if not self.seats.take(hashed(key)):
            raise Fault(429, "too_often", "That is too often.", "Wait a moment.")
        lock = opened(self.hall.locks(id), key)  # before the table is fetched: that takes time
        if lock is None:
            if not self.forgers.take(client):
                raise Fault(429, "too_often", "That is too often.", "Wait a moment.")
            raise Fault(403, "key_unknown", "This link does not fit the table.", "Ask the host for a new one.")
        if lock.void:
            text = "This link is no longer good: the host has issued a new one for the seat."
            raise Fault(403, "key_void", text, "Ask the host for the new one.")
        return Visit(self.hall, await self.hall.table(id), lock)


def _app(request: Request) -> App:
    found: App = request.app.state.regelwerk
    return found


async def _library(request: Request) -> dict[str, Any]:
    return await _app(request).lobby.library()


async def _new_table(request: Request, wanted: models.NewTable) -> dict[str, Any]:
    return await _app(request).lobby.new_table(wanted)


async def _open_saved(request: Request, wanted: models.SavedTable) -> dict[str, Any]:
    app = _app(request)
    if not app.openers.take(request.client.host if request.client else ""):
        raise Fault(429, "too_often", "That is too often.", "Wait a moment.")
    return await app.lobby.open_saved(wanted)


async def _save(visit: Visit, request: Request) -> dict[str, Any]:
    return await saved(_app(request).hall, visit)


async def _mine(request: Request, wanted: models.OwnKeys) -> dict[str, Any]:
    return await _app(request).lobby.mine(wanted)


def _host(visit: Visit) -> None:
    if visit.lock.role != "host":
        raise Fault(403, "host_only", "Only the host may do that.", "Use the host's link.")


async def _rules(visit: Visit, request: Request) -> dict[str, Any]:
    return await _app(request).renewal.looked_up(visit.table, visit.seat)


async def _new_rules(visit: Visit, request: Request) -> dict[str, Any]:
    _host(visit)
    return await _app(request).renewal.adopted(visit.table)


def _seat(request: Request) -> int:
    seat = request.path_params["seat"]
    return int(seat) if seat.isdecimal() and len(seat) < 4 else -1


async def _link(visit: Visit, request: Request) -> dict[str, Any]:
    _host(visit)
    return await _app(request).lobby.new_link(visit.table, _seat(request))


async def _name(visit: Visit, request: Request, wanted: models.NewName) -> dict[str, Any]:
    if visit.seat is None or visit.seat != _seat(request):
        _host(visit)
    await _app(request).lobby.rename(visit.table, _seat(request), wanted.name.strip())
    return await visit.state()


# ---------------------------------------------------------------- from calls to routes


def _route(call: Call) -> Route:
    async def endpoint(request: Request) -> Response:
        app = _app(request)
        given: list[Any] = []
        if call.keyed:
            given.append(await app.visit(request))
        else:
            client = request.client.host if request.client else ""
            if not app.strangers.take(client):
                raise Fault(429, "too_often", "That is too often.", "Wait a moment.")
            given.append(request)
        _fits(call, request.query_params)
        if call.handler in (_link, _name, _rules, _new_rules, _save):
            given.append(request)
        if call.body is not None:
            given.append(await _read(request, call.body))
        elif call.keyed and len(given) == 1:
            given.append(request.query_params)
        return _json(await call.handler(*given), call.status)

    return Route(call.path, endpoint, methods=[call.method])


def _fits(call: Call, query: Mapping[str, str]) -> None:
    """Refuse names that nothing is asked by, as in a body: who misspells one would get another answer unawares."""
    for name in query:
        if name not in (call.query or ()):
            raise Fault(422, "request_wrong", f"{name[:40]}: nothing is asked by this name.", SEE)
    if call.needed and call.needed not in query:
        raise Fault(422, "request_wrong", f"{call.needed} is missing.", SEE)


async def _read(request: Request, model: type[BaseModel]) -> BaseModel:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Fault(415, "not_json", "A request is JSON, and says so: Content-Type: application/json.")
    try:
        return model.model_validate_json(await request.body())
    except ValidationError as wrong:
        first = wrong.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"])) or "the request"
        raise Fault(422, "request_wrong", f"{place}: {first['msg']}.", SEE) from None


def _json(data: Any, status: int = 200) -> Response:
    body = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    return Response(body, status, {"cache-control": "no-store"}, "application/json")


def _language(request: Request) -> str:
    """Give the language that whoever asks would read first."""
    return request.headers.get("accept-language", "").strip().lower()[:8]


async def _faulty(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, Fault)
    return _json(fault.data(_language(request)), fault.status)


async def _unrouted(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    known = {404: ("not_found", "There is nothing here."), 405: ("not_so", "That cannot be asked in this way.")}
    code, text = known.get(error.status_code, ("http", HTTPStatus(error.status_code).phrase))
    return _json(Fault(error.status_code, code, text).data(_language(request)), error.status_code)


async def _unexpected(request: Request, error: Exception) -> Response:
    """Something is wrong in here: the log says what, without anything secret; who asks gets a sentence."""
    log.error("%a %a: %s", request.method, request.scope.get("path"), type(error).__name__, exc_info=error)
    help = "Nothing has happened at the table. If it comes again, report it with what you did."
    return _json(Fault(500, "internal", "The server has made a mistake.", help).data(_language(request)), 500)


def _page(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def page(request: Request) -> Response:
        if not (STATIC / name).is_file():
            raise HTTPException(404)
        return FileResponse(STATIC / name, headers={"cache-control": "no-cache"})

    return page


def make_app(hall: Hall, names: Collection[str] = (), own: Mapping[str, str] | None = None,
             most_tables: int = 10_000, ahead: bool = False) -> Starlette:  # fmt: skip
    """Put the application together; `names` are hosts it goes by, `own` games by their paths."""
    listed, parts = calls(), App(hall, own or {}, most_tables)
    description = described(listed)

    async def openapi(request: Request) -> Response:
        return _json(description)

    @contextlib.asynccontextmanager
    async def living(app: Starlette) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(hall.resume())]
        if ahead:
            tasks.append(asyncio.create_task(parts.lobby.ready()))
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await hall.close()

    app = Starlette(
        routes=[
            Route("/", _page("lobby.html")),
            Route("/table/{table}", _page("table.html")),
            Route("/api/openapi.json", openapi),
            *map(_route, listed),
            WebSocketRoute("/api/tables/{table}/news", news),
            Mount("/static", StaticFiles(directory=STATIC, check_dir=False)),
        ],
        middleware=[Middleware(Guard, names=names)],
        exception_handlers={Fault: _faulty, HTTPException: _unrouted, Exception: _unexpected},
        lifespan=living,
    )
    app.state.regelwerk = parts
    return app
