"""Any ruleset as an environment of the libraries researchers use (extras `pettingzoo`, `gymnasium`, `openspiel`).

In comes a ruleset; out go observations made of what a seat may see and of nothing else, actions with stable numbers,
and masks of what can be chosen. Every adapter needs numpy, and its own library when it is made."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .extras import required

if TYPE_CHECKING:
    from .actions import Actions
    from .gymnasium import SeatEnv
    from .observations import Cell, Observer
    from .openspiel import openspiel_game
    from .pettingzoo import aec_env, parallel_env
    from .vector import VectorEnv

__all__ = [
    "Actions", "Cell", "Observer", "SeatEnv", "VectorEnv", "aec_env", "openspiel_game", "parallel_env",
]  # fmt: skip

_FROM = {
    "Actions": "actions", "Cell": "observations", "Observer": "observations", "SeatEnv": "gymnasium",
    "VectorEnv": "vector", "aec_env": "pettingzoo", "openspiel_game": "openspiel", "parallel_env": "pettingzoo",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _FROM:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    required("numpy", "research")
    return getattr(import_module(f".{_FROM[name]}", __name__), name)
