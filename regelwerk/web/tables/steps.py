"""One change of a table: what is carried out, kept, and played again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal["choose", "commit", "retract", "undo"]


@dataclass(frozen=True, slots=True)
class Step:
    """One change of a table. Secret ones concern only their seat until all have committed."""

    kind: Kind
    seat: int
    data: dict[str, Any] = field(default_factory=dict)
    position: str = ""  # fingerprint of the game after it

    @property
    def private(self) -> bool:
        return bool(self.data.get("secret"))
