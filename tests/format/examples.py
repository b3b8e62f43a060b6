"""The examples in the documentation: `python -m tests.format.examples` lays them out."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent, indent

from regelwerk.dsl.format import format_text

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
FENCE = re.compile(r"^(?P<indent>[ ]*)```regel\n(?P<body>.*?)^(?P=indent)```$", re.M | re.S)


def laid_out(page: str) -> str:
    """Format the examples of a page."""

    def example(m: re.Match[str]) -> str:
        text = indent(format_text(dedent(m["body"])), m["indent"])
        return f"{m['indent']}```regel\n{text}{m['indent']}```"

    return FENCE.sub(example, page)


if __name__ == "__main__":
    for path in PAGES:
        before = path.read_text(encoding="utf-8")
        if (after := laid_out(before)) != before:
            path.write_text(after, encoding="utf-8")
            print(f"formatted {path.relative_to(ROOT)}")
