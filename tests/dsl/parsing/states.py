"""Every situation the parser can stop in: the shortest text that leads to each of its states."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from functools import cache
from typing import Any

from lark import Token, Tree
from lark.parsers.lalr_analysis import Shift

from regelwerk.dsl.source import Source
from regelwerk.dsl.syntax.errors.situation import ENDS, Mishap, place, shift
from regelwerk.dsl.syntax.parser_tables import grammar
from regelwerk.dsl.syntax.words import terminals

TABLE: Any = grammar().parser.parser._parse_table
SPELT = {
    "NAME": "x", "TYPE": "T", "NUMBER": "1", "STRING": '"t"', "CITE": "@R-1", "LABEL": "x", "SEAT": "ann", "CMP": "=",
    "ADD": "+", "MUL": "*", "DOTS": "..", "EQUAL": "=", "COLON": ":", "_RESULT": ":", "MINUS": "-", "LPAR": "(",
    "RPAR": ")", "DOT": ".", "LSQB": "[", "RSQB": "]", "LBRACE": "{", "RBRACE": "}", "_COMMA": ",",
}  # fmt: skip
KINDS = sorted(
    {t.name for t in grammar().terminals} - {"_JOIN", "__IGNORE_0", "__IGNORE_1"}
    | {"_RESULT", "SEAT", "_INDENT", "_DEDENT", "$END"}
)


@cache
def shortest() -> dict[str, tuple[str, ...]]:
    """The fewest tokens of which each rule can consist."""
    found: dict[str, tuple[str, ...]] = {}
    changed = True
    while changed:
        changed = False
        for rule in grammar().rules:
            parts = [(s.name,) if s.is_term else found.get(s.name) for s in rule.expansion]
            if all(part is not None for part in parts):
                whole = tuple(token for part in parts for token in part or ())
                if len(whole) < len(found.get(rule.origin.name, (*whole, ""))):
                    found[rule.origin.name] = whole
                    changed = True
    return found


@cache
def ways() -> dict[int, tuple[tuple[int, str], ...]]:
    """For each state the way to it: (state, symbol that leads there), the first one with no symbol."""
    best: dict[int, tuple[tuple[int, str], ...]] = {}
    queue: list[Any] = [(0, start, ((start, ""),)) for start in TABLE.start_states.values()]
    while queue:
        cost, state, way = heapq.heappop(queue)
        if state in best:
            continue
        best[state] = way
        for symbol, (action, target) in TABLE.states[state].items():
            if action is Shift and target not in best:
                more = 1 if symbol not in shortest() else len(shortest()[symbol])
                heapq.heappush(queue, (cost + more, target, (*way, (target, symbol))))
    return best


def spelt(kind: str) -> str:
    return SPELT.get(kind) or (terminals().get(kind) or ("",))[0]


@dataclass
class _Writer:
    text: str = ""
    depth: int = 0

    def token(self, kind: str) -> Token:
        if kind == "_NL":
            start, self.text = len(self.text), self.text + "\n" + "  " * self.depth
            return Token(kind, self.text[start:], start)
        if kind in ("_INDENT", "_DEDENT"):
            self.depth += 1 if kind == "_INDENT" else -1
            self.text = self.text.rstrip(" ") + "  " * self.depth
            return Token(kind, "", len(self.text))
        if self.text and self.text[-1] not in " \n(" and kind not in ("_COMMA", "COLON", "_RESULT", "RPAR"):
            self.text += " "
        start, word = len(self.text), spelt(kind)
        self.text += word
        line = self.text.count("\n", 0, start) + 1
        return Token(kind, word, start, line, start - self.text.rfind("\n", 0, start))


def stopped(state: int, kind: str) -> Mishap | None:
    """The parser in a state, before a token; None if the token can be read there."""
    way = ways()[state]
    states = [s for s, _ in way]
    if shift(list(states), TABLE.states, kind):
        return None
    writer, values = _Writer(), []
    for _, symbol in way[1:]:
        tokens = [writer.token(t) for t in shortest().get(symbol, (symbol,))]
        values.append(Tree(symbol, list(tokens)) if symbol in shortest() else tokens[0])
    word = "" if kind in ENDS or kind == "_INDENT" else spelt(kind)
    pos = len(writer.text)
    if word:
        pos = writer.token(kind).start_pos or 0
    clean = writer.text + "\n"
    accepts = {k for k in KINDS if shift(list(states), TABLE.states, k)}
    source = Source("f", clean)
    at = place(source, clean, pos, max(1, len(word)))
    end, rule = len(clean), "item"
    return Mishap(source, clean, 0, pos, kind, word, at, values, states, TABLE.states, accepts, accepts, end, rule)
