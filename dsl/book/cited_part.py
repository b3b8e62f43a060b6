"""Part of an overlay: only the declarations that cite given entries of the ledger."""

from __future__ import annotations

import re
from collections.abc import Collection

from ..source import Source


def cited_part(source: Source, ids: Collection[str], heading: bool = True) -> tuple[Source, set[str]]:
    """Leave out of a file of an overlay what cites none of these entries; its heading stays, if it stands there. Give
    the entries that were found.

    What is left out becomes empty lines, so that every place in the file is where it was.
    """
    cited = re.compile(rf"@({'|'.join(map(re.escape, sorted(ids)))})\b")
    out: list[str] = []
    found: set[str] = set()
    for number, lines in enumerate(_declarations(source.text)):
        text = "\n".join(lines)
        found |= set(cited.findall(text))
        out += lines if (number == 0 and heading) or cited.search(text) else [""] * len(lines)
    return Source(source.name, "\n".join(out) + "\n", tuple(sorted(ids))), found


def _declarations(text: str) -> list[list[str]]:
    """Cut a text into declarations, each with the comments and empty lines above it."""
    found: list[list[str]] = []
    above: list[str] = []
    for line in text.splitlines():
        if line.startswith("#") or not line.strip():
            above.append(line)
        elif line[0].isspace() and found:
            found[-1] += [*above, line]
            above = []
        else:
            found.append([*above, line])
            above = []
    if found:
        found[-1] += above
    return found
