"""Draw the pictures by playing: `python docs/pictures/draw.py` writes them beside this file."""

from __future__ import annotations

import io
from contextlib import suppress
from pathlib import Path
from random import Random

from rich.console import Console
from rich.text import Text

import regelwerk
from regelwerk.cli.terminal.session import Quit, Session

MOVES = (3, 2, 2, 3, 2, 2, 2, 2, 4, 3, 5, 6)
ENTRIES = 150  # of the log: by then the map has grown
TYPED = (*(f"drop({column})" for column in MOVES), "? drop(2)", "q")

# rich's own frame names a web font; this one is content with what the reader has.
FRAME = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width; }}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: system-ui, sans-serif; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def play() -> str:
    """Play Connect Four with what a person would type; draw the last screen."""
    out = _screen(92)
    typed = iter(TYPED)

    def read(prompt: str) -> str:
        word = next(typed)
        if word == "q":
            raise Quit
        if word.startswith("?"):
            out.export_text(clear=True)  # from here on the picture is taken
            out.print(Text("$ regelwerk play connect-four --seats human,human --names Ada,Ben"))
        return word

    game = regelwerk.load("connect-four").new_game(2, 0, ["Ada", "Ben"])
    return _drawn(out, Session(game, {}, out, read, False), "play")


def travel() -> str:
    """Play Auf der Walz by chance, scouting wherever that is possible; draw the screen of a busy moment."""
    out, typed = _screen(100), iter([""])  # whoever decides sits down

    def read(prompt: str) -> str:
        if (word := next(typed, None)) is None:
            raise Quit
        return word

    random = Random(2)
    game = regelwerk.load("auf-der-walz").new_game(2, 2, ["Ada", "Ben"])
    while game.logged < ENTRIES or len(game.decision().options) < 4:
        options = game.decision().options
        walking = [o for o in options if not o.id.startswith("end")] or options
        game.choose(random.choice([o for o in walking if o.id.startswith("scout")] or walking))
    out.print(Text("$ regelwerk play auf-der-walz --seats human,human --names Ada,Ben"))
    return _drawn(out, Session(game, {}, out, read, False), "walz")


def _screen(width: int) -> Console:
    plain = io.StringIO()
    return Console(record=True, width=width, height=30, file=plain, force_terminal=True, color_system="truecolor")


def _drawn(out: Console, session: Session, name: str) -> str:
    with suppress(Quit):
        session.run()
    seat = session.game.decision().seat
    out.print(Text(f"{('Ada', 'Ben')[seat]}, h for help > "), end="")
    return out.export_svg(title="regelwerk", code_format=FRAME, unique_id=name)


if __name__ == "__main__":
    for name, picture in (("play", play), ("walz", travel)):
        Path(__file__).with_name(f"{name}.svg").write_text(picture(), encoding="utf-8")
