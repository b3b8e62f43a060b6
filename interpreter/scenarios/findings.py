"""What a failed expectation or a broken invariant found: the values on both sides of its comparisons, in words."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from regelwerk.dsl import ir

from ..engine.context import Context, State
from ..engine.machine import Machine
from ..errors import RuleError
from ..texts.sentences import Texts

_HOLDS = {
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}


@dataclass(frozen=True, slots=True)
class Found:
    """One value that was found, and what stood against it ("" if nothing does)."""

    text: str
    left: str
    value: str
    right: str = ""
    against: str = ""


def findings(machine: Machine, texts: Texts, S: State, X: Context, parts: Sequence[ir.Comparison]) -> tuple[Found, ...]:
    """Give what is not as it should be; a part that cannot be evaluated here says nothing."""
    found: dict[Found, None] = {}
    for part in parts:
        try:
            found.update(dict.fromkeys(_Look(machine, texts, S, X).part(part)))
        except (RuleError, IndexError, ValueError):
            continue
    return tuple(found)


class _Look:
    def __init__(self, machine: Machine, texts: Texts, S: State, X: Context) -> None:
        self.machine, self.texts, self.S, self.X = machine, texts, S, X

    def value(self, side: ir.Side) -> int:
        R = [0] * (side.code.registers + 1)
        self.machine.reference.bind_block(side.code.body)(self.S, R, self.X)
        return R[-1]

    def said(self, side: ir.Side, value: int) -> str:
        """Write a value as scenarios do; copies of a card have its name."""
        words = re.sub(r"#\d+", "", self.texts.id(side.type, value))
        if "Player" in side.type:
            words = re.sub(r"\bplayer_(\d+)\b", lambda seat: self.seat(int(seat[1])), words)
        return "empty" if words == "{}" else words

    def seat(self, number: int) -> str:
        return self.texts.names[number - 1] if number <= len(self.texts.names) else f"player_{number}"

    def part(self, part: ir.Comparison) -> Iterator[Found]:
        left = self.value(part.left)
        value = self.said(part.left, left)
        if part.op == "can":
            if bool(left) != part.wanted:
                reason = "" if left else self.reason(part)
                yield Found(f"{part.left.text} is {value}{f': {reason}' if reason else '.'}", part.left.text, value)
        elif part.op in ("", "flag"):
            if not part.op or bool(left) != part.wanted:
                yield Found(f"{self.about(part)}{part.left.text} is {value}.", part.left.text, value)
        elif part.right is not None:
            right = self.value(part.right)
            if self.holds(part, left, right) != part.wanted:
                against = self.said(part.right, right)
                text = self.about(part) + _sentence(part, value, against)
                yield Found(text, part.left.text or value, value, part.right.text or against, against)

    def holds(self, part: ir.Comparison, left: int, right: int) -> bool:
        if part.op != "in":
            return bool(_HOLDS[part.op](left, right))
        assert part.right is not None
        low = self.texts.type(part.left.type).lo if not self.texts.type(part.left.type).domains else 0
        return left >= low and bool(right >> (left - low) & 1)

    def about(self, part: ir.Comparison) -> str:
        named = ", ".join(f"{side.text} = {self.said(side, self.value(side))}" for side in part.given)
        return f"With {named}: " if named else ""

    def reason(self, part: ir.Comparison) -> str:
        unmet = self.machine.trials.obstacle(self.S, part.proc, [self.value(side) for side in part.given])
        return "" if unmet is None else self.texts.obstacle(unmet.text, unmet.args_of_text, unmet.span)


def _sentence(part: ir.Comparison, value: str, against: str) -> str:
    """Say what both sides are; a side that stands there as it is need not be said twice."""
    assert part.right is not None
    left, right = part.left.text, part.right.text
    if not left:
        left, value, right, against = right, against, "", value
    if part.op == "eq" and part.wanted and not right:
        return f"{left} is {value}, not {against}."
    first = f"{left} is {value}" if left != value else ""
    second = f"{right} is {against}" if right and right != against else ""
    return (f"{first}, {second}" if first and second else first or second or f"{left} is {value}") + "."
