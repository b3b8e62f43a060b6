"""What stands between two tokens: a space or nothing."""

from __future__ import annotations

import re
from itertools import pairwise

from lark import Token

OPENERS = frozenset({"LPAR", "LSQB", "LBRACE"})
CLOSERS = frozenset({"RPAR", "RSQB", "RBRACE"})
_NONE_BEFORE = CLOSERS | {"_COMMA", "SEMICOLON", "COLON", "_RESULT", "DOT", "DOTS"}
_NONE_AFTER = OPENERS | {"DOT", "DOTS", "MINUS"}
# What a bracket right behind belongs to: a call, parameters, an index.
_CALLED = frozenset({"NAME", "TYPE", "BASIC", "EFFECT", "RPAR", "RSQB"})
_INDEXED = frozenset({"NAME", "TYPE", "RPAR", "RSQB"})
_SPACES = re.compile(r" +")


def written(token: Token) -> str:
    """Write a token; those of two words (`instead of`) with one space between."""
    return str(token) if token.type == "STRING" else _SPACES.sub(" ", token)


def between(left: Token, right: Token) -> str:
    """Return what stands between two neighbours."""
    if right.type in _NONE_BEFORE or left.type in _NONE_AFTER:
        return ""
    if right.type == "LPAR":
        return "" if left.type in _CALLED else " "
    if right.type == "LSQB":
        return "" if left.type in _INDEXED else " "
    return " "


def text_of(tokens: list[Token]) -> str:
    """Write tokens on one line."""
    out = [written(t) for t in tokens[:1]]
    for left, right in pairwise(tokens):
        out += (between(left, right), written(right))
    return "".join(out)
