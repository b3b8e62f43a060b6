"""Bots by name: those that come along, those other packages offer, and those of one's own as `module:Class`.

A package offers bots by entry points of the group `regelwerk.bots`. A name is all that travels between processes;
each looks its bots up for itself.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterable
from contextlib import contextmanager
from difflib import get_close_matches
from importlib.metadata import EntryPoint, entry_points
from typing import Any, cast

from regelwerk.interpreter.errors import Refused

from .eager import EagerBot
from .players import Bot, RandomBot
from .sensible import SensibleBot

Maker = Callable[[int, int], Bot]  # by seed and seat

GROUP = "regelwerk.bots"
BOTS: dict[str, Maker] = {"random": RandomBot, "eager": EagerBot, "sensible": SensibleBot}


def offered() -> dict[str, EntryPoint]:
    """List the bots that installed packages offer, by name; those that come along cannot be replaced."""
    return {point.name: point for point in entry_points(group=GROUP) if point.name not in BOTS}


def maker(name: str, besides: Iterable[str] = ()) -> Maker:
    """Find who makes the bot of a name: called with a seed and a seat, it gives a bot.

    Errors: `errors.Refused` if nobody is called so, or what is named is no bot; `besides` are other names to suggest.

    >>> maker("random")(7, 0)
    <regelwerk.bots.players.RandomBot object at ...>
    """
    if name in BOTS:
        return BOTS[name]
    if ":" in name:
        return _checked(name, _imported(*name.split(":", 1)))
    others = offered()
    if name in others:
        try:
            return _checked(name, others[name].load())
        except (ImportError, AttributeError) as error:
            raise Refused(f"the bot {name} cannot be loaded: {error}") from None
    known = [*besides, *BOTS, *others]
    near = get_close_matches(name, known, n=1)
    hint = f"Did you mean {near[0]}?" if near else f"There are: {', '.join(known)}, and your own as module:Class."
    raise Refused(f"nobody who plays is called {name}. {hint}")


def _imported(module: str, path: str) -> Any:
    try:
        with _here():
            found: Any = importlib.import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except ImportError as error:
        raise Refused(f"the module {module} cannot be imported: {error}") from None
    except (AttributeError, ValueError):
        raise Refused(f"there is no {path or 'class'} in the module {module}") from None
    return found


@contextmanager
def _here() -> Any:
    """Find modules of the folder one is in, as Python does for scripts there."""
    sys.path.insert(0, "")
    try:
        yield
    finally:
        sys.path.remove("")


def _checked(name: str, found: Any) -> Maker:
    if not callable(found) or (isinstance(found, type) and not callable(getattr(found, "choose", None))):
        raise Refused(f"{name} is no bot: it needs a method `choose(game, decision)` that gives an option")
    return cast(Maker, found)
