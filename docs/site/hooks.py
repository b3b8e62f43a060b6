"""Hooks of MkDocs: add the made pages, show the written ones."""

from __future__ import annotations

from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from pygments.lexers import LEXERS

from docs.site import made
from docs.site.shown import shown
from regelwerk.cli.group import COMMANDS
from regelwerk.lexer import RegelLexer


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
    """Show a page as the site does."""
    return shown(page.file.src_uri, markdown)
