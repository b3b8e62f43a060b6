"""Every page that is made, not written: messages, commands, words, the Python interface, measurements, pages from
other folders."""

from __future__ import annotations

from pathlib import Path

from benchmarks.page import latest, page

from . import commands, messages, python, words

ROOT = Path(__file__).resolve().parent.parent.parent
# Pages that belong to the site but live where people look for them in the project.
ELSEWHERE = {
    "guides/editors.md": "editors/README.md",
    "explanation/measurements.md": "benchmarks/README.md",
    "explanation/changelog.md": "CHANGELOG.md",
    "LICENSE.txt": "LICENSE",
}
BASES = ROOT / "docs" / "reference" / "bases"
_BASE = """# {name}

Examples of the [reference](../index.md) that say *added to {name}* belong to this ruleset.

```regel
{text}```
"""


def pages() -> dict[str, str]:
    """Give the made pages: place on the site, Markdown."""
    found = {place: (ROOT / path).read_text(encoding="utf-8") for place, path in ELSEWHERE.items()}
    found |= messages.pages() | commands.pages()
    found["reference/words.md"] = words.page()
    found["benchmarks.md"] = page(latest())
    for path in BASES.glob("*.regel"):
        found[f"reference/bases/{path.stem}.md"] = _BASE.format(name=path.stem, text=path.read_text(encoding="utf-8"))
    return found


def added(place: str, markdown: str) -> str:
    """Give a written page with what is made for it."""
    return f"{markdown}\n{python.members()}" if place == "python.md" else markdown
