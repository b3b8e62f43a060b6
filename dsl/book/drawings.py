"""Drawings that come with a ruleset: SVG of which only shapes, colours and words are let through.

Whoever writes rules may be a stranger. So a drawing is read, everything that is not on the list below is refused by
name, and what is left is written anew: no scripts, no handlers, no style sheets, nothing from elsewhere, no documents
within documents. Front ends show it as an image; even there it could do nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree
from xml.sax.saxutils import escape

MOST = 32_000  # characters of one drawing
DEEPEST = 30
SVG = "http://www.w3.org/2000/svg"
_DRAWN = """
    svg g defs title desc path rect circle ellipse line polyline polygon text tspan linearGradient radialGradient stop
    clipPath mask pattern use symbol
"""
_SAID = """
    id viewBox width height x y x1 y1 x2 y2 cx cy r rx ry fx fy d points transform preserveAspectRatio version href
    fill fill-opacity fill-rule stroke stroke-width stroke-linecap stroke-linejoin stroke-dasharray stroke-dashoffset
    stroke-miterlimit stroke-opacity opacity color display visibility clip-path clip-rule mask offset stop-color
    stop-opacity gradientUnits gradientTransform spreadMethod patternUnits patternTransform patternContentUnits
    clipPathUnits maskUnits maskContentUnits font-size font-family font-weight font-style text-anchor
    dominant-baseline dx dy rotate letter-spacing textLength lengthAdjust paint-order vector-effect
"""
ELEMENTS, ATTRIBUTES = frozenset(_DRAWN.split()), frozenset(_SAID.split())
_LOCAL = re.compile(r"#[\w.-]+")
_URL = re.compile(r"url\(\s*(['\"]?)(?P<to>[^)]*?)\1\s*\)", re.IGNORECASE)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*\s*:|//|\\|@import|expression\s*\(", re.IGNORECASE)


class Unfit(ValueError):
    """A drawing is not taken; the text says why."""


def drawing(written: str) -> str:
    """Give a drawing as it may be shown: with single quotes, and nothing in it that is not needed to draw."""
    if len(written) > MOST:
        raise Unfit(f"it has more than {MOST} characters")
    if re.search(r"<!(?!--)|<\?(?!xml[\s?])", written):
        raise Unfit("it declares a document type or gives instructions to programs")
    try:
        root = ElementTree.fromstring(written.strip().encode("utf-8", "replace"))
    except ElementTree.ParseError as broken:
        raise Unfit(f"it is no XML ({broken})") from None
    except (ValueError, LookupError):
        raise Unfit("it is no XML in UTF-8") from None
    if root.tag not in (f"{{{SVG}}}svg", "svg"):
        raise Unfit("it does not begin with `<svg`")
    if "viewBox" not in root.attrib and not {"width", "height"} <= root.attrib.keys():
        raise Unfit("it says neither `viewBox` nor `width` and `height`")
    return "".join(_written(root, 0))


def _written(element: ElementTree.Element, depth: int) -> Iterator[str]:
    name = str(element.tag).removeprefix(f"{{{SVG}}}")
    if name not in ELEMENTS or (name == "svg") != (depth == 0):
        raise Unfit(f"`<{name.rpartition('}')[2]}>` is not drawn")
    if depth > DEEPEST:
        raise Unfit("it is nested too deeply")
    said = "".join(f" {key}='{_value(name, key, value)}'" for key, value in element.attrib.items())
    inner = [*([_text(element.text)] if element.text else [])]
    for child in element:
        inner += _written(child, depth + 1)
        inner += [_text(child.tail)] if child.tail else []
    within = "".join(inner)
    head = f"<{name}{said}" if depth else f"<{name} xmlns='{SVG}'{said}"
    yield f"{head}>{within}</{name}>" if within else f"{head}/>"


def _value(element: str, key: str, value: str) -> str:
    if key not in ATTRIBUTES:
        raise Unfit(f"`{key.rpartition('}')[2]}` at `<{element}>` is not taken")
    bare = _URL.sub(lambda found: "" if _LOCAL.fullmatch(found["to"].strip()) else found[0], value)
    if key == "href":
        bare = _LOCAL.sub("", value)
    if "url" in bare.lower() or _SCHEME.search(bare) or (key == "href" and bare):
        raise Unfit(f"`{key}` at `<{element}>` leads elsewhere")
    return _text(value)


def _text(text: str) -> str:
    """Write words so that they stand in an attribute, and in a text of a ruleset, too."""
    signs = {'"': "&quot;", "'": "&apos;", "{": "&#123;", "}": "&#125;"}
    return escape(re.sub(r"\s+", " ", text) if text.strip() else "", signs)
