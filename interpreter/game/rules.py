"""What the rooms of this folder ask of a ruleset.

`game` is at the top: it offers views, reasons, deals and saves by handing itself and its ruleset to the modules that
make them, so these cannot know it. They know this and `playing`; a type checker sees that `Ruleset` and `Game` fit.
"""

from __future__ import annotations

from typing import Protocol

from .knowledge.taint_machine import BothMachines
from .sight.onlookers import Onlookers


class Rules(BothMachines, Protocol):
    """A ruleset as far as it does not begin games."""

    language: str
    onlookers: Onlookers

    @property
    def name(self) -> str: ...
    @property
    def hash(self) -> str: ...
    @property
    def lock(self) -> str: ...
