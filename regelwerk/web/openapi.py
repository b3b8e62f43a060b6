"""The description of the API, made from the list of calls and their models."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from pydantic.json_schema import models_json_schema

from regelwerk import __version__

from .tables.listing import Call
from .tables.models import Error

REFUSALS = {
    "401": "a key is needed", "403": "not with this key, or not now", "404": "there is no such thing",
    "409": "something has happened since, or the table stands still", "413": "too long",
    "415": "not JSON", "422": "it cannot be read, or is not possible", "429": "too often",
    "503": "not now", "507": "it could not be kept",
}  # fmt: skip


def described(calls: Sequence[Call]) -> dict[str, Any]:
    """Describe all calls as OpenAPI 3.1."""
    used = {model for call in calls for model in (call.answer, call.body, Error) if model is not None}
    modes = [(model, "validation") for model in sorted(used, key=lambda m: m.__name__)]
    _, schemas = models_json_schema(modes, ref_template="#/components/schemas/{model}")  # type: ignore[arg-type]
    paths: dict[str, dict[str, Any]] = {}
    for call in calls:
        paths.setdefault(call.path, {})[call.method.lower()] = _operation(call)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Regelwerk: the table",
            "version": __version__,
            "description": "Everything the page does. `/api/tables/{table}/news` is a socket: the first message is "
            '`{"key": KEY}`, then it tells the revision, who thinks and who has committed on every change.',
        },
        "paths": paths,
        "components": {
            "schemas": schemas.get("$defs", {}),
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer", "description": "the key of a link"}},
        },
    }


def _operation(call: Call) -> dict[str, Any]:
    parameters = [_parameter(name, "path", True) for name in re.findall(r"{(\w+)}", call.path)]
    parameters += [_parameter(name, "query", name == call.needed, about) for name, about in (call.query or {}).items()]
    refusals = {status: {"description": about, "content": _content("Error")} for status, about in REFUSALS.items()}
    answer = {"description": call.about, "content": _content(call.answer.__name__)}
    found: dict[str, Any] = {
        "summary": call.about,
        "operationId": re.sub(r"\W+", "_", f"{call.method.lower()}{call.path.removeprefix('/api')}").strip("_"),
        "parameters": parameters,
        "responses": {str(call.status): answer, **refusals},
    }
    if call.body is not None:
        found["requestBody"] = {"required": True, "content": _content(call.body.__name__)}
    if call.keyed:
        found["security"] = [{"key": []}]
    return found


def _content(model: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{model}"}}}


def _parameter(name: str, where: str, needed: bool, about: str = "") -> dict[str, Any]:
    told = {"description": about} if about else {}
    return {"name": name, "in": where, "required": needed, "schema": {"type": "string"}, **told}
