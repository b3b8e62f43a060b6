"""The words of the language, derived from the grammar."""

from __future__ import annotations

import re
from functools import lru_cache

from .parser_tables import grammar

# Their words are words of the language only before certain neighbours, and otherwise free for names.
_GUARDED = frozenset({"FOLD", "COUNTING", "IF_ANY", "IN_SECRET", "LABEL", "RANKED"})
_NO_WORDS = frozenset({"NAME", "TYPE", "NUMBER", "STRING", "CITE", "LABEL"})
# Rules in which a word after an operand joins it to the next one.
_JOINING = frozenset({"clamp", "imp", "or_", "and_", "not_", "cmp", "mul", "binder"})
_WORD = re.compile(r"(?<![\\\w])[a-z]{2,}|\bx\b")


@lru_cache(maxsize=1)
def terminals() -> dict[str, tuple[str, ...]]:
    """Return the words each terminal of the grammar stands for."""
    found: dict[str, tuple[str, ...]] = {}
    for terminal in grammar().terminals:
        if terminal.name in _NO_WORDS:
            found[terminal.name] = ()
            continue
        pattern = re.sub(r"\(\?[=!].*| \+\w+", "", terminal.pattern.value).replace(r"\b", "")
        found[terminal.name] = tuple(_WORD.findall(pattern))
    return found


@lru_cache(maxsize=1)
def keywords() -> frozenset[str]:
    """Return every word of the language."""
    return frozenset(word for words in terminals().values() for word in words)


@lru_cache(maxsize=1)
def joining() -> frozenset[str]:
    """Return the words that join operands; no line of its own may begin with one."""
    words: set[str] = {"then", "else"}
    for rule in grammar().rules:
        if rule.origin.name not in _JOINING:
            continue
        for before, symbol in zip(rule.expansion, rule.expansion[1:], strict=False):
            if symbol.is_term and not before.is_term:
                words.update(terminals().get(symbol.name, ()))
    return frozenset(words)


@lru_cache(maxsize=1)
def reserved() -> frozenset[str]:
    """Return the words that cannot be names: they join operands, or a line or a value begins with them."""
    table = grammar().parser.parser._parse_table
    start = table.start_states["expression"]
    as_operand = table.states[start]["NAME"]
    words = set(joining())
    for actions in table.states.values():
        begins_line = "NAME" in actions and "SHUFFLE" in actions
        if begins_line or actions.get("NAME") == as_operand:
            for terminal in actions.keys() - _GUARDED:
                words.update(terminals().get(terminal, ()))
    return frozenset(words)
