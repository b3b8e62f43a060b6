"""The members of the Python interface, from the package itself."""

from __future__ import annotations

import inspect
import re
from dataclasses import fields, is_dataclass
from types import ModuleType
from typing import Any

import regelwerk


def members() -> str:
    """Describe everything that `regelwerk` offers, as Markdown."""
    parts = ["## Functions\n"]
    found = {name: getattr(regelwerk, name) for name in regelwerk.__all__}
    for name, thing in found.items():
        if inspect.isfunction(thing):
            parts.append(f"```python\nregelwerk.{name}{_written_out(thing)}\n```\n\n{inspect.getdoc(thing)}\n")
    for name, thing in found.items():
        if inspect.isclass(thing):
            parts.append(f"## {name}\n\n{inspect.getdoc(thing) or ''}\n\n{_table(thing)}")
    for name, thing in found.items():
        if inspect.ismodule(thing):
            parts.append(f"## {name}\n\n{inspect.getdoc(thing)}\n\n{_offered(thing)}")
    return "\n".join(parts)


def _offered(module: ModuleType) -> str:
    """List what a module offers."""
    names = [(name, getattr(module, name)) for name in module.__all__]
    rows = [
        f"| `{name}` | {' '.join((vars(thing).get('__doc__') or '').split())} |"
        for name, thing in names
        if callable(thing)
    ]
    return "\n".join(["| name | what it is |", "|---|---|", *rows, ""])


def described(thing: type) -> dict[str, str]:
    """Give the public members of a class that say what they are, in the order they are written in."""
    found: dict[str, str] = {}
    for name, member in vars(thing).items():
        told = _told(member)
        if not name.startswith("_") and told:
            call = inspect.isfunction(member)
            shown = f"{name}{_signature(member)}" if call else name
            found[shown] = " ".join(told.split())
    if is_dataclass(thing):
        found = {f.name: "" for f in fields(thing) if not f.name.startswith("_")} | found
    return found


def _told(member: Any) -> str:
    # A slot or a bare function would answer with what its class says.
    told = (getattr(member, "__doc__", None) or "") if not inspect.ismemberdescriptor(member) else ""
    return told.partition(">>>")[0]  # examples are for `help`


def _table(thing: type) -> str:
    rows = [f"| `{name}` | {told} |" for name, told in described(thing).items()]
    return "\n".join(["| member | |", "|---|---|", *rows, ""]) if rows else ""


def _signature(function: Any) -> str:
    shown = re.sub(r"\(self(?:, )?", "(", str(inspect.signature(function)).replace("'", ""))
    return shown.replace("|", "or").removesuffix(" -> None")


def _written_out(function: Any) -> str:
    """The signature with a line for each parameter."""
    shown = inspect.signature(function)
    lines = "".join(f"    {str(p).replace(chr(39), '')},\n" for p in shown.parameters.values())
    return f"(\n{lines}) -> {str(shown.return_annotation).strip(chr(39))}"
