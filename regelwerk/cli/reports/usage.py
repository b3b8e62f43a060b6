"""What many games used and what none of them did: actions and components, for people and as data."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

from regelwerk.interpreter.engine.context import State
from regelwerk.simulation.usage import BOX, Thing, Use, Used, Watch

from ..screen import plural


class Usage:
    """Counts the games in which an action was taken or a thing used."""

    def __init__(self, watch: Watch, start: State) -> None:
        self.watch = watch
        self.actions: Counter[str] = Counter(dict.fromkeys(watch.reader.actions, 0))
        self.uses: Counter[Use] = Counter()
        in_play = {thing for thing, where in watch.whereabouts.of(start) if where != BOX}
        self._boxed = {thing for thing, _ in watch.whereabouts.of(start)} - in_play

    def add(self, used: Used) -> None:
        """Count a game."""
        self.actions.update(used.actions)
        self.uses.update(used.things)

    @property
    def idle(self) -> list[str]:
        """List the actions that nobody took."""
        return [name for name, games in self.actions.items() if not games]

    def unused(self) -> tuple[list[Thing], list[Thing]]:
        """List the things that were not used: those in play, and those that never left the box.

        What lies in the box for good may be there to be named, as a wage is by whoever pays it: it is used with that.
        """
        used = {thing for thing, _ in self.uses}
        used |= {other for thing in used for other in self.watch.named_by(thing) if other in self._boxed}
        left = [thing for thing in self.watch.things() if thing not in used]
        return [t for t in left if t not in self._boxed], [t for t in left if t in self._boxed]


def usage_data(usage: Usage) -> dict[str, Any]:
    """Give it as data: in how many games each action was taken, and each thing chosen or found somewhere new."""
    things: dict[str, dict[str, dict[str, int]]] = defaultdict(dict)
    for domain, name in usage.watch.things():
        things[domain][name] = {}
    for ((domain, name), where), games in sorted(usage.uses.items()):
        things[domain].setdefault(name, {})[where] = games
    in_play, in_box = usage.unused()
    return {
        "actions": dict(usage.actions),
        "components": dict(things),
        "never_taken": usage.idle,
        "never_used": [".".join(thing) for thing in in_play],
        "never_left_the_box": [".".join(thing) for thing in in_box],
    }


def usage_lines(usage: Usage) -> list[str]:
    """Give it for people: only what was not used has a name."""
    in_play, in_box = usage.unused()
    things, actions = len(usage.watch.things()), len(usage.actions)
    out = [
        "",
        f"used: {actions - len(usage.idle)} of {plural(actions, 'action')}, "
        f"{things - len(in_play) - len(in_box)} of {plural(things, 'component')}",
    ]
    if usage.idle:
        out.append(f"never taken: {', '.join(usage.idle)}")
    return out + _by_type("never used", in_play, usage) + _by_type("never left the box", in_box, usage)


def _by_type(heading: str, things: Iterable[Thing], usage: Usage) -> list[str]:
    found: dict[str, list[str]] = defaultdict(list)
    for thing in things:
        found[thing[0]].append(usage.watch.reader.things[thing])
    return [f"{heading}: {domain}: {', '.join(titles)}" for domain, titles in found.items()]
