"""What an overlay adds, said otherwise: a further member of a kind is included, a card is simply declared."""

from __future__ import annotations

import re

from regelwerk.dsl.diagnostics import Diagnostic, Fix
from regelwerk.dsl.source import Source

from .situation import place

_MEMBER = r'[^\W\d]\w*(?: *"[^"\n]*")?'
_MEMBERS = rf"(?P<members>{_MEMBER}(?: *(?:,|\band\b) *{_MEMBER})*)"
_KIND = r"(?P<kind>[A-ZÀ-Ö]\w*)"
_VERB = r"(?:add|include|insert|append|extend|expand|put)"
_WAYS = (
    re.compile(rf"{_VERB} +{_MEMBERS} +(?:to|into|in) +(?:the +)?(?:kind +)?{_KIND} *$", re.MULTILINE),
    re.compile(rf"{_VERB} +(?:to +)?(?P<said>kind +)?{_KIND}(?: *:| +with| +by)? +{_MEMBERS} *$", re.MULTILINE),
)


def addition(source: Source, clean: str, start: int, end: int) -> Diagnostic | None:
    """Say how a member gets into a kind, or a card into the game, if that is what a line at the margin wants."""
    found = next((found for way in _WAYS if (found := way.match(clean, start, end)) is not None), None)
    if found is None:
        return None
    at = place(source, clean, start, found.end() - start)
    if clean[found.end() : end].strip() and not found.groupdict().get("said"):  # a card, with its fields below
        if found.re is _WAYS[0]:
            return None
        new = f"{found['kind']} {found['members']}"
        return Diagnostic("RW1023", "A card is added by declaring it.", at, f"Write `{new}`.", fixes=(Fix(at, new),))
    members = re.findall(r'(\w+)(?: *("[^"\n]*"))?', re.sub(r"\band\b", ",", found["members"]))
    new = f"include {', '.join(name for name, _ in members)} into {found['kind']}"
    titles = [(f"add {found['kind']}.{name}.title", f"to {title}") for name, title in members if title]
    way = f"Write `{new}`" + "".join(f", and below it `{head}` with the line `{line}`" for head, line in titles) + "."
    whole = "\n".join([new, *(f"{head}\n  {line}" for head, line in titles)])
    return Diagnostic("RW1023", "A kind gets a further member with `include`.", at, way, fixes=(Fix(at, whole),))
