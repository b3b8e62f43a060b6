"""Questions in words inside a line of the language: behind `if`, `needs`, `repeat until` and `when`."""

from __future__ import annotations

import re

_LINE = re.compile(
    r' *(?:(?:else )?if|needs|repeat until|may(?: "[^"]*")? when|[a-z_]\w* "[^"]*" when) +'
    r'(?P<asked>[^:"]*?)(?P<after> *(?:(?<=\S):.*|:| else ".*"| at most \d+)?)$'
)
_SIGNS = re.compile(r"[/=<>+*@#\[\]{}%&|\\^~(]")


def question(text: str) -> tuple[int, int] | None:
    """Return where the question of a line stands, if it is one in words."""
    found = _LINE.match(text)
    if (
        found is None
        or re.search(r",|\botherwise\b", found["asked"])
        or _SIGNS.search(found["asked"])
        or len(found["asked"].split()) < 2
    ):
        return None
    return found.span("asked")
