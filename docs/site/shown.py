"""Written pages as readers of the site see them: titles above examples, links that stay on the site."""

from __future__ import annotations

import posixpath
import re

from . import made

LINK = re.compile(r"\]\((?!\w+:|#)([^)#\s]+)(#[^)\s]*)?\)")
_FENCE = re.compile(
    r"(?:^[ ]*<!-- (?P<note>[^\n]*?) -->\n)?^(?P<indent>[ ]*)```regel\n(?:[ ]*# (?P<base>in|on): (?P<name>\w+)\n)?",
    re.M,
)
_NOTES = {"file": "", "from": "", "part of": "in ", "add to": "at the end of "}
_HOMES = {path: place for place, path in made.ELSEWHERE.items()} | {"README.md": "index.md"}
_HOMES |= {f"docs/reference/bases/{p.name}": f"reference/bases/{p.stem}.md" for p in made.BASES.glob("*.regel")}


def shown(place: str, markdown: str) -> str:
    """Give a page as the site shows it."""
    written = made.ELSEWHERE.get(place, f"docs/{place}")
    titled = _FENCE.sub(_titled, made.added(place, markdown))
    return LINK.sub(lambda found: _led(found, place, written), titled)


def _titled(found: re.Match[str]) -> str:
    """Turn the note above an example, or the base it names, into its title."""
    title = ""
    if found["name"]:
        title = f"{'added to' if found['base'] == 'in' else 'on top of'} {found['name']}"
    elif found["note"]:
        kind, _, path = found["note"].partition(": ")
        title = _NOTES[kind] + posixpath.basename(path)
    return f"{found['indent']}```regel" + (f' title="{title}"' if title else "") + "\n"


def _led(found: re.Match[str], place: str, written: str) -> str:
    """Lead a link from the place of its page on the site to that of its target; what the site lacks is no link."""
    target = posixpath.normpath(posixpath.join(posixpath.dirname(written), found[1]))
    new = _HOMES.get(target) or (target.removeprefix("docs/") if target.startswith("docs/") else "")
    if not new:
        return "]"
    return f"]({posixpath.relpath(new, posixpath.dirname(place) or '.')}{found[2] or ''})"
