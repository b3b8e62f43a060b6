"""The tutorial as a tour: every step as markup, with buttons that put the files into the editor as they are then.

What the page tells is told by the comments above its blocks (see `tests/docs/stories.py`, which carries it out): a
change that no longer fits stops the build.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import Any

import markdown

from regelwerk.dsl.format.document import format_text
from regelwerk.scaffolds.game import new_game
from regelwerk.scaffolds.names import name_of

_BLOCK = re.compile(
    r"(?:^<!-- (?P<kind>[\w ]+): (?P<about>[^\n]*) -->\n)?^```(?P<info>\w*)\n(?P<body>.*?)^```$", re.M | re.S
)
_STEP = re.compile(r"^## (.*)$", re.M)
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_COMMAND = re.compile(r"^\$ regelwerk (\w+)(?: game \"([^\"]*)\")?", re.M)
_HERE = {  # what a command is in this page: the words, and where to look
    "play": ("Play it here", "play"),
    "test": ("Run the scenarios here", "scenarios"),
    "check": ("See its messages below the editor", "rules"),
}


class Tour:
    """Walks through the page; `files` are those that a reader has by then."""

    def __init__(self) -> None:
        self.files: dict[str, str] = {}
        self.name = ""

    def step(self, title: str, text: str) -> dict[str, Any]:
        """Give one step: its markup cut where there is something to do."""
        parts: list[dict[str, Any]] = []
        done = 0
        for block in _BLOCK.finditer(text):
            parts += [*_prose(text[done : block.start()]), {"markup": _shown(block)}]
            parts += self._button(block)
            done = block.end()
        return {"title": title, "parts": [*parts, *_prose(text[done:])]}

    def _button(self, block: re.Match[str]) -> list[dict[str, Any]]:
        kind, name, body = block["kind"], block["about"], block["body"]
        if block["info"] == "console":
            return self._command(body)
        if kind == "file":
            self.files[name] = body
        elif kind == "add to":
            self.files[name] += "\n" + body
        elif kind == "change":
            lines = body.splitlines()
            before, after = ("".join(f"{x[2:]}\n" for x in lines if x[:1] != sign) for sign in "+-")
            assert self.files[name].count(before) == 1, f"{name}: {before}"
            self.files[name] = self.files[name].replace(before, after)
        else:
            return []
        self.name = name
        return [self._put("Do this in the editor", "rules")]

    def _command(self, body: str) -> list[dict[str, Any]]:
        found = []
        for command, title in _COMMAND.findall(body):
            if command == "new":
                id = name_of(title)
                self.name = f"{id}.regel"
                self.files[self.name] = new_game(id, title, "2..4")
                found.append(self._put("Put it into the editor", "rules"))
            elif command == "fmt":
                self.files[self.name] = format_text(self.files[self.name])
                found.append(self._put("Do this in the editor", "rules"))
            elif command in _HERE:
                found.append(self._put(*_HERE[command]))
        return found

    def _put(self, say: str, pane: str) -> dict[str, Any]:
        return {"say": say, "pane": pane, "file": self.name, "files": dict(self.files)}


def tour(page: Path) -> list[dict[str, Any]]:
    """Read the tutorial; what leads on from it is left to the documentation."""
    _, *rest = _STEP.split(page.read_text(encoding="utf-8"))
    walk = Tour()
    return [walk.step(title, text) for title, text in zip(rest[::2], rest[1::2], strict=True) if title[0].isdigit()]


def _prose(text: str) -> list[dict[str, Any]]:
    said = _LINK.sub(r"\1", text).strip()
    return [{"markup": markdown.markdown(said)}] if said else []


def _shown(block: re.Match[str]) -> str:
    if block["info"] != "diff":
        return f'<pre tabindex="0">{escape(block["body"])}</pre>'
    marks = {"+": "added", "-": "removed"}
    lines = [f'<span class="{marks.get(line[:1], "")}">{escape(line)}</span>' for line in block["body"].splitlines()]
    return '<pre tabindex="0">' + "\n".join(lines) + "</pre>"
