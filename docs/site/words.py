"""The index of words: every word of the grammar and every name the language brings, with its place in the reference."""

from __future__ import annotations

import re
from functools import cache

from regelwerk.dsl.core.from_ast.readers import BUILT_INS
from regelwerk.dsl.syntax.words import keywords
from regelwerk.lsp.offered_names import built_in_names
from regelwerk.lsp.reference import Entry, about, pages

from .slugs import slug

_FIRST = """# Words

Every word of the language, and where the reference explains it.
Words in *italics* are names that the language brings along.
"""


def listed() -> list[str]:
    """List every word of the index."""
    return sorted(keywords() | set(BUILT_INS) | {name for name, _, _ in built_in_names(checks=True)}, key=str.casefold)


def place(word: str) -> Entry | None:
    """Give the entry of the reference that explains a word best; None if there is none.

    Of two forms that begin with it, the one on the earlier page does."""
    alone = re.compile(rf"(?<![.\w]){word}(?!\w)")  # in `t.at`, `at` is a name
    found = [e for e in about(word) if alone.search(e.form)] or list(about(word))
    leading = [e for e in found if not e.running and e.form.startswith(word)]
    return min(leading, key=lambda e: _order().index(e.page)) if leading else next(iter(found), None)


@cache
def _order() -> list[str]:
    """The pages of the reference in the order of its overview."""
    return ["index", *re.findall(r"^\| \[\w+\]\((\w+)\.md\)", pages()["index"], re.M)]


def page() -> str:
    """Give the index."""
    parts = [_FIRST]
    initial = ""
    for word in listed():
        if word[0] != initial:
            initial = word[0]
            parts.append(f"\n## {initial}\n\n| word | |\n|---|---|\n")
        parts.append(_row(word))
    return "".join(parts)


def _row(word: str) -> str:
    found = place(word)
    if found is None:
        return f"| `{word}` | |\n"
    shown = f"[`{word}`]({found.page}.md#{slug(found.section)})"
    # Links of that page lead from there, and a table wants no bars.
    said = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", found.meaning).replace("|", "\\|")
    return f"| {shown if word in keywords() else f'*{shown}*'} | {said} |\n"
