"""The log in lines of text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence

from rich.text import Text

from regelwerk import Game
from regelwerk.interpreter.game.unseen import Wording
from regelwerk.telling.speech import speaker
from regelwerk.telling.stories import SHUFFLED, told

LITTLE = 2  # lines in which there is no room for saying that there is more


def _paragraphs(lines: Iterable[str]) -> list[str]:
    """Join what one seat does in a row."""
    found: list[str] = []
    for line in lines:
        who, colon, said = line.partition(": ")
        if colon and found and found[-1].startswith(f"{who}: "):
            found[-1] += f" · {said}"
        else:
            found.append(line)
    return found


def news(
    game: Game, seat: int | None, since: int = 0, said: Mapping[int, Wording] | None = None, width: int = 100
) -> list[str]:  # fmt: skip
    """Tell what happened after a point of the log, in lines."""
    lines: list[str] = []
    shuffled = speaker(game)(SHUFFLED).removeprefix("{pile}")
    for paragraph in _paragraphs(line for line in told(game, seat, since, said) if not line.endswith(shuffled)):
        lines += textwrap.wrap(paragraph, width, subsequent_indent="  ")
    return lines


def last(lines: Sequence[str], most: int, width: int = 100, more: str = "…") -> Text:
    """Show no more than so many lines, the last ones; `more` stands for those before."""
    first = len(lines) - most
    if first <= 0:
        shown = list(lines)
    elif most > LITTLE:
        shown = [more, *lines[first + 1 :]]
    else:
        shown = [textwrap.shorten(f"… {lines[first]}", width, placeholder=" …"), *lines[first + 1 :]]
    return Text("\n".join(shown), style="dim")
