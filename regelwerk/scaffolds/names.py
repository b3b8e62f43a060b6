"""Names and titles of new things."""

from __future__ import annotations

import re
import unicodedata

from ..dsl.syntax.words import reserved

_FIRST = re.compile(r"[a-zß-öø-ÿ]")
SEATS = "ann bob cara dan eva finn gwen hugo ida jan kim leo mia nils olga pia".split()  # noqa: SIM905


class BadName(ValueError):
    """Nothing can be called that; the sentence says why."""


def name_of(said: str) -> str:
    """Make a name of the language from what somebody typed: `Old Fox` becomes old_fox."""
    plain = unicodedata.normalize("NFC", said).strip().lower()
    name = re.sub(r"_+", "_", re.sub(r"\W", "_", plain)).strip("_")
    if not _FIRST.match(name):
        raise BadName(f"A name begins with a letter: {said!r} does not make one.")
    if name in reserved():
        raise BadName(f"`{name}` is a word of the language. Try `{name}_1` or another word.")
    return name


def title_of(said: str) -> str:
    """Make a title from what somebody typed: old_fox becomes Old fox."""
    words = said.replace("_", " ").replace("-", " ").strip()
    return as_text(words[:1].upper() + words[1:])


def as_text(said: str) -> str:
    """Write words so that they can stand between quotation marks."""
    one_line = " ".join(unicodedata.normalize("NFC", said).split())
    return one_line.replace('"', "'").replace("{", "{{").replace("}", "}}")
