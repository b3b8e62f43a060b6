"""German sentences, put into English words in English order."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from .phrases import listed

_SIGNS = frozenset(listed("german_signs"))
_VERBS = frozenset(listed("german_verbs"))


@cache
def data() -> dict[str, Any]:
    """Read the data."""
    return tomllib.loads(Path(__file__).with_name("german.toml").read_text(encoding="utf-8"))


@cache
def dictionary() -> dict[str, str]:
    """German words, and the English one for each."""
    return {german: english for english, many in data()["words"].items() for german in many.split()}


@cache
def phrases() -> tuple[tuple[re.Pattern[str], str], ...]:
    """What is put into English before the single words."""
    apart = [
        (rf"\b{s['verb']}\w{{0,3}} ([^,.;]{{1,60}}?) {s['prefix']}\b", rf"{s['new']} \1") for s in data()["separate"]
    ]
    return tuple((re.compile(old), new) for old, new in [*apart, *((p["old"], p["new"]) for p in data()["phrase"])])


def german(text: str) -> bool:
    """Say whether a sentence is German."""
    found = re.findall(r"[^\W\d]+", text.lower())
    return len(found) > 1 and sum(
        w in _SIGNS or (w in dictionary() and w not in ("gold", "hand", "in", "start", "links")) for w in found
    ) * 2 >= len(found)


def english(text: str) -> str:
    """Put a German sentence into English."""
    said = " ".join(text.lower().split())
    for old, new in phrases():
        said = old.sub(new, said)
    said = re.sub(r",? ?\bum ([^,.;]{1,60}?) zu (\w+)", r", to \2 \1", said)
    parts = re.split(r"([,.;:])", said)
    return " ".join(
        _ordered([dictionary().get(w, w) for w in re.findall(r"[^\W]+", part)]) if part not in ",.;:" else part
        for part in parts
        if part
    )


def _ordered(found: list[str]) -> str:
    """Put the verb where it stands in English: `if you 3 wood have`, `gain you 2 points`, `you may 1 card discard`."""
    found = " ".join(found).split()
    if found[:1] == ["to"] and len(found) > 2:
        return " ".join(found)
    asked = found[0] if found and found[0] in ("if", "once") else ""
    rest = found[1:] if asked else found
    if len(rest) > 1 and rest[0] in _VERBS and rest[1] in ("you", "he", "she"):
        rest = [rest[1], rest[0], *rest[2:]]
    if len(rest) > 2 and rest[-1] in _VERBS:
        *most, verb = rest
        at = next((i + 1 for i, w in enumerate(most) if w in ("may", "must")), 0)
        at = at or next((i + 1 for i, w in enumerate(most) if w in ("you", "player", "neighbour", "he", "who")), 0)
        rest = [*most[:at], verb, *most[at:]] if at else [verb, *most] if "and" not in most else rest
    return " ".join([asked, *rest] if asked else rest)
