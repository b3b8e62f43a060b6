"""A page for every code, from what `regelwerk explain` reads."""

from __future__ import annotations

from itertools import groupby

from regelwerk.dsl.diagnostics import TITLES, band
from regelwerk.dsl.diagnostics.explained import Example, base, page

_FIRST = """# Messages

Every message has a code. `regelwerk explain RW2009` shows its page at the terminal.
The first digit tells what it is about.
How to read one: [read a message](../guides/read-a-message.md).
"""
_BASE = """# The small game of the examples

Most examples of the [messages](index.md) are added to this game. `regelwerk explain base` prints it.

```regel
{text}```
"""


def pages() -> dict[str, str]:
    """Give the page of every code, their list, and the game their examples belong to."""
    found = {f"messages/{code}.md": _page(code) for code in TITLES}
    found["messages/index.md"] = _FIRST + "".join(_group(about, list(codes)) for about, codes in groupby(TITLES, band))
    found["messages/base.md"] = _BASE.format(text=base())
    return found


def _group(about: str, codes: list[str]) -> str:
    rows = "".join(f"| [{code}]({code}.md) | {TITLES[code]} |\n" for code in codes)
    return f"\n## {about.capitalize()}\n\n| code | title |\n|---|---|\n{rows}"


def _page(code: str) -> str:
    told = page(code)
    parts = [f"# {code}: {told.title}", told.meaning]
    for heading, files in (("Wrong", told.wrong), ("Right", told.right)):
        if files:
            parts += [f"## {heading}", *_files(files)]
    if any(e.kind in ("part", "overlay") for e in told.wrong):
        parts.append("The examples belong to a [small card game](base.md).")
    parts.append(f"[All messages](index.md) · [about {band(code)}](index.md#{band(code)})")
    return "\n\n".join(parts) + "\n"


def _files(files: tuple[Example, ...]) -> list[str]:
    shown = [e.text.replace("\t", "→").replace("\xa0", "␣") for e in files]
    titles = [f' title="file {n}"' if len(files) > 1 else "" for n in range(1, len(files) + 1)]
    return [
        f"```regel{title}\n{text if text.endswith(chr(10)) else text + chr(10)}```"
        for title, text in zip(titles, shown, strict=True)
    ]
