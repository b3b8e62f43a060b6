"""The parser's tables: built from grammar.lark once, kept in the user's cache folder, loaded once a process.

Building takes half a second, loading a twentieth. A cache that cannot be used is no cache, never an error.
"""

from __future__ import annotations

import hashlib
import marshal
import sys
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

import lark
from lark import Lark, Token, Tree
from lark.exceptions import LarkError
from lark.grammar import Rule
from lark.lexer import TerminalDef

from regelwerk.storage import sealed

from .indentation import Layout

_OWN = {"postlex", "propagate_positions"}  # what is given anew when tables are loaded
_STARTS = ["item", "expression", "statement"]


class _Placed:
    """Tell which parts count for the place of a tree: line ends and marks do not."""

    def __call__(self, piece: object) -> bool:
        if isinstance(piece, Token):
            return piece.type not in ("_NL", "_INDENT", "_DEDENT")
        return not (isinstance(piece, Tree) and piece.data == "marks")


@lru_cache(maxsize=1)
def grammar() -> Lark:
    """Return the parser: from tables that were kept, or with tables made now and kept."""
    text = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    version = (text, lark.__version__, sys.version_info[:2])
    name = f"tables-{hashlib.sha256(repr(version).encode()).hexdigest()}"
    content = sealed.read(name)
    if content is not None:
        with suppress(ValueError, EOFError, TypeError, KeyError, LarkError):
            return _loaded(marshal.loads(content))
    parser = build(text)
    # plain data, so nothing that is read back can run; made by lark for its standalone parsers
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    data["options"] = {n: v for n, v in data["options"].items() if n not in _OWN}
    sealed.write(name, marshal.dumps({"data": data, "memo": memo}))
    return parser


def _loaded(tables: dict[str, Any]) -> Lark:
    parser = Lark.__new__(Lark)
    return parser._load(tables, postlex=Layout(), propagate_positions=_Placed())


def build(text: str, *, strict: bool = False) -> Lark:
    """Build the parser."""
    return Lark(
        text,
        parser="lalr",
        lexer="contextual",
        postlex=Layout(),
        start=_STARTS,
        maybe_placeholders=True,
        propagate_positions=_Placed(),
        strict=strict,
    )
