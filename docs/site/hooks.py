"""Hooks of MkDocs: add the made pages, and show written ones as readers of the site want them."""

from __future__ import annotations

import posixpath
import re
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from pygments.lexers import LEXERS

from docs.site import made
from regelwerk.cli.group import COMMANDS
from regelwerk.lexer import RegelLexer

_LINK = re.compile(r"\]\((?!\w+:|#)([^)#\s]+)(#[^)\s]*)?\)")
_FENCE = re.compile(
    r"(?:^[ ]*<!-- (?P<note>[^\n]*?) -->\n)?^(?P<indent>[ ]*)```regel\n(?:[ ]*# (?P<base>in|on): (?P<name>\w+)\n)?", re.M
)
_HOME = {"README.md": "index.md", "docs/guides/editor.md": "guides/editor.md"}


def on_config(config: MkDocsConfig, **_: Any) -> MkDocsConfig:
    """List every command below the page of all commands, and let Pygments know the language."""
    # An installed package announces its lexer by itself; a checkout whose metadata is older does not.
    LEXERS["RegelLexer"] = ("regelwerk.lexer", RegelLexer.name, RegelLexer.aliases, RegelLexer.filenames, ())
    for page in (p for door in config.nav or [] for pages in door.values() if isinstance(pages, list) for p in pages):
        if isinstance(page, dict) and isinstance(page.get("Commands"), list):
            page["Commands"] += [{f"regelwerk {name}": f"commands/{name}.md"} for name in COMMANDS]
    return config


def on_files(files: Files, config: MkDocsConfig, **_: Any) -> Files:
    """Add the made pages."""
    for place, text in made.pages().items():
        files.append(File.generated(config, place, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Turn the notes above examples into titles, and links out of `docs/` into links to the site's own pages."""
    place = page.file.src_uri
    shown = _FENCE.sub(_titled, made.added(place, markdown))
    written = made.ELSEWHERE.get(place, f"docs/{place}")
    return _LINK.sub(lambda found: _led(found, place, written), shown)


def _titled(found: re.Match[str]) -> str:
    title = ""
    if found["name"]:
        title = f"{'added to' if found['base'] == 'in' else 'on top of'} {found['name']}"
    elif found["note"]:
        title = re.sub(r"^(file|from|part of|add to): (?:.*/)?", lambda m: _NOTES[m[1]], found["note"])
    return f"{found['indent']}```regel" + (f' title="{title}"' if title else "") + "\n"


_NOTES = {"file": "", "from": "", "part of": "in ", "add to": "at the end of "}


def _led(found: re.Match[str], place: str, written: str) -> str:
    """Lead a link from the place of its page on the site to that of its target."""
    target = posixpath.normpath(posixpath.join(posixpath.dirname(written), found[1]))
    homes = {path: site for site, path in made.ELSEWHERE.items()} | _HOME
    if target in homes:
        new = homes[target]
    elif target.startswith("docs/"):
        new = target.removeprefix("docs/")
    else:
        return found[0] if written == f"docs/{place}" else re.sub(r"\]\(.*", "]", found[0])
    return f"]({posixpath.relpath(new, posixpath.dirname(place) or '.')}{found[2] or ''})"
