"""Anchors of headings, as the site gives them."""

from __future__ import annotations

import re
import unicodedata

_HEADING = re.compile(r"^#+ (.+)$", re.M)
_FENCE = re.compile(r"^ *```.*?^ *```$", re.M | re.S)


def slug(heading: str) -> str:
    """Give the anchor of a heading."""
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    ascii_only = unicodedata.normalize("NFKD", plain).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", ascii_only).strip().lower())


def anchors(markdown: str) -> set[str]:
    """Give the anchors of all headings of a page."""
    return {slug(heading) for heading in _HEADING.findall(_FENCE.sub("", markdown))}
