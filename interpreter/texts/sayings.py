"""What the rules of a card say, put into a language: phrases of the compiled ruleset to sentences."""

from __future__ import annotations

import re

from regelwerk.dsl import ir

from .sentences import Texts

_ARGUMENT = re.compile(r"\{(\d+)\}")
_OPEN = "…"
_THEN = "{0}; {1}"  # a question needs no other sign behind it


def said(texts: Texts, phrase: ir.Phrase) -> str:
    """Say a phrase as a sentence."""
    words = _said(texts, phrase)
    if isinstance(phrase, int | str):
        return words
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", "!", "?")) else ".")


def _said(texts: Texts, phrase: ir.Phrase) -> str:
    if isinstance(phrase, int):
        return str(phrase)
    if isinstance(phrase, str):
        return texts.words(phrase)
    head, words, *args = phrase
    if head == "=":
        return _title(texts, words, str(args[0]) if args else "")
    told = [_said(texts, arg) for arg in args]
    if head == "#":
        given = iter(told)
        return re.sub("#", lambda _: next(given, _OPEN), texts.words(words))
    if words == _THEN and len(told) == 2:
        return f"{told[0]} {told[1]}" if told[0].endswith("?") else "; ".join(told)
    parts = texts.translated(words, head)
    if parts is None:
        return _ARGUMENT.sub(lambda found: _argument(told, int(found[1])), words)
    return "".join(part if isinstance(part, str) else _argument(told, part) for part in parts)


def _argument(told: list[str], number: int) -> str:
    return told[number] if number < len(told) else _OPEN


def _title(texts: Texts, kind: str, id: str) -> str:
    domain = texts.domains.get(kind)
    ids = [x.split("#")[0].split("@")[0] for x in domain.ids] if domain is not None else []
    return texts.title(kind, ids.index(id)) if id in ids else id.replace("_", " ")
