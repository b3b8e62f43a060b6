"""The lines `picture` of a ruleset: their drawings, found and looked through."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from .. import ast
from ..ast.tree import title
from ..diagnostics import Diagnostic, Severity
from .drawings import Unfit, drawing
from .pictures import NAMED, find

MOST = 1_000_000  # characters of all drawings of a ruleset
PLAIN = "A picture is shapes and words alone: save it as plain SVG, without scripts, styles and links."


def illustrated(decls: Sequence[ast.Decl], near: Path | None) -> tuple[dict[str, str], list[Diagnostic]]:
    """Give the drawings by what the lines say, and what is wrong with them."""
    found, problems, size = dict[str, str](), list[Diagnostic](), 0
    lines = (line for d in decls if isinstance(d, ast.Display) for line in d.lines)
    for line in lines:
        if line.word.id != "picture" or line.text is None:
            continue
        said = title(line.text)
        try:
            written = said if said.lstrip().startswith("<") else _read(said, line, near)
            if written is None:
                text, help = f"The picture `{said}` is not there.", f"Put it into `pictures/{said}` beside the ruleset."
                if not said.endswith(".svg"):
                    help = "A picture is the name of a file that ends in `.svg`, or the drawing itself: `<svg …>`."
                problems.append(Diagnostic("RW6004", text, line.at, help, Severity.WARNING))
                continue
            found[said] = drawing(written)
        except Unfit as unfit:
            problems.append(Diagnostic("RW6005", f"This picture is not taken: {unfit}.", line.at, PLAIN))
            continue
        size += len(found[said])
        if size > MOST:
            text = f"All pictures together have more than {MOST} characters."
            problems.append(Diagnostic("RW6005", text, line.at, "Draw them with fewer points."))
            break
    return found, problems


def _read(name: str, line: ast.ShowLine, near: Path | None) -> str | None:
    beside = Path(line.at.file)
    places = [*([near] if near is not None else []), *([beside] if beside.is_file() else [])]
    path = find(name, *places)
    if path is None:
        return None
    try:
        return path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        raise Unfit("it cannot be read as text in UTF-8") from None


def inlined(text: str, near: Path) -> str:
    """Put drawings into the text of an overlay in the place of the files it names: packed, it is one text."""

    def drawn(line: re.Match[str]) -> str:
        path = find(line[1], near)
        if path is None:
            return line[0]
        return line[0].replace(f'"{line[1]}"', f'"{drawing(path.read_bytes().decode("utf-8-sig"))}"')

    return NAMED.sub(drawn, text)
