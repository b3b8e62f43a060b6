"""Draw the pictures of the README by playing: `python docs/pictures/draw.py` writes them beside this file."""

from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console
from rich.text import Text

import regelwerk
from regelwerk.cli.session import Quit, Session

MOVES = (3, 2, 2, 3, 2, 2, 2, 2, 4, 3, 5, 6)
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


def play() -> Console:
    """Play Connect Four with what a person would type; keep the last screen only."""
    out = Console(record=True, width=92, height=30, file=io.StringIO(), force_terminal=True, color_system="truecolor")
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
    try:
        Session(game, {}, out, read, False).run()
    except Quit:
        out.print(Text("Ada, h for help > "), end="")
    return out


if __name__ == "__main__":
    target = Path(__file__).with_name("play.svg")
    target.write_text(play().export_svg(title="regelwerk", code_format=FRAME, unique_id="play"), encoding="utf-8")
