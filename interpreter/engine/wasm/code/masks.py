"""Masks of one or more words on the stack: how they are taken apart, combined and turned into numbers."""

from __future__ import annotations

from itertools import pairwise

from .. import spans
from ..encode import I64, Code
from ..spans import HIGHEST, Span

ONES = (1 << 64) - 1
NEGATIVE = (-1, 0)  # bounds of something that may lie below 0
OPS = {"band": "i64.and", "bor": "i64.or"}


class Masks:
    def __init__(self, code: Code) -> None:
        self.c = code

    # ------------------------------------------------------------------ the stack

    def push(self, kept: list[int]) -> None:
        for n in kept:
            self.c.get(n)

    def pop(self, kept: list[int]) -> None:
        """Take words from the stack, the highest first."""
        for n in reversed(kept):
            self.c.set(n)

    def held(self, k: int) -> list[int]:
        """Take a mask from the stack into new locals."""
        kept = [self.c.local() for _ in range(k)]
        self.pop(kept)
        return kept

    def convert(self, span: Span, have: int, want: int) -> None:
        """Turn a value into another form; what does not fit ends the run."""
        c = self.c
        if have == want:
            return
        if max(1, have) <= want:
            if want == 1:
                self.positive(span)
            elif span[0] < 0:
                self._extended(want - max(1, have))
            else:
                for _ in range(want - max(1, have)):
                    c.i64(0)
            return
        if have == 1:
            if span[1] > HIGHEST:
                self.positive(NEGATIVE)
            return
        kept = self.held(have)
        low, high = kept[: max(1, want)], kept[max(1, want) :]
        for n in high:
            c.get(n)
            if want == 1:
                c.i64(0)
            else:
                c.get(low[-1]).i64(63).op("i64.shr_s")
            c.op("i64.ne").trap_if()
        self.push(low)
        c.free(*kept)

    def _extended(self, count: int) -> None:
        """Push the sign of the word on top so many times."""
        c = self.c
        t = c.local()
        c.set(t)
        c.get(t)
        for _ in range(count):
            c.get(t).i64(63).op("i64.shr_s")
        c.free(t)

    def positive(self, span: Span) -> None:
        """See that the value on the stack is not below 0."""
        if span[0] >= 0:
            return
        c = self.c
        t = c.local()
        c.tee(t).get(t).i64(0).op("i64.lt_s").trap_if()
        c.free(t)

    def within(self, span: Span, lo: int, hi: int) -> None:
        """See that the number on the stack lies within bounds."""
        if spans.inside(span, (lo, hi)):
            return
        t = self.c.local()
        self.c.tee(t)
        self.outside(t, span, lo, hi)
        self.c.trap_if()
        self.c.free(t)

    def outside(self, n: int, span: Span, lo: int, hi: int) -> None:
        """Push whether the number in a local lies outside of bounds."""
        c = self.c
        below, above = span[0] < lo, span[1] > hi
        if lo > hi:  # of several limits, no number fits all
            c.i32(1)
            return
        c.get(n)
        if below and above:
            c.i64(lo).op("i64.sub").i64(hi - lo).op("i64.gt_u")
        else:
            c.i64(lo if below else hi).op("i64.lt_s" if below else "i64.gt_s")

    def below_ones(self, form: int, hi: int) -> None:
        """See that a mask is not larger than allowed."""
        c = self.c
        bits = (hi + 1).bit_length() - 1  # a bound between two powers counts as the lower one: rather too strict
        kept = self.held(form)
        for i, n in enumerate(kept):
            room = min(64, max(0, bits - 64 * i))
            if room < 64:
                c.get(n).i64(room)
                c.op("i64.shr_u") if room else c.op("drop")
                if not room:
                    c.get(n)
                c.i64(0).op("i64.ne").trap_if()
        self.push(kept)
        c.free(*kept)

    # ------------------------------------------------------------------ questions

    def is_any(self, k: int) -> None:
        """Push whether a mask has any bit."""
        for _ in range(k - 1):
            self.c.op("i64.or")
        self.c.i64(0).op("i64.ne")

    def equal(self, k: int) -> None:
        """Push whether two masks are the same."""
        c = self.c
        if k == 1:
            c.op("i64.eq")
            return
        right, left = self.held(k), self.held(k)
        for a, b in zip(left, right, strict=True):
            c.get(a).get(b).op("i64.xor")
        for _ in range(k - 1):
            c.op("i64.or")
        c.op("i64.eqz")
        c.free(*left, *right)

    def equal_number(self, k: int) -> None:
        """Push whether a mask is the number above it."""
        c = self.c
        t = c.local()
        c.set(t)
        kept = self.held(k)
        c.get(kept[0]).get(t).op("i64.eq")
        if k == 1:
            c.get(t).i64(0).op("i64.ge_s", "i32.and")
        for n in kept[1:]:
            c.get(n).get(t).i64(63).op("i64.shr_s", "i64.eq", "i32.and")
        c.free(t, *kept)

    def contains(self, k: int, mask: Span, element: Span) -> None:
        """Push whether an element, above the mask on the stack, is in it."""
        c = self.c
        t = c.local()
        c.set(t)
        if k > 1:
            kept = self.held(k)
            c.get(kept[0])
            for i, n in enumerate(kept[1:], 1):
                if element[1] >= 64 * i:
                    c.get(n).get(t).i64(64 * i).op("i64.lt_s", "select")
            c.free(*kept)
        if element[0] >= 0 and element[1] < 64 * k:
            c.get(t).op("i64.shr_u").i64(1).op("i64.and")
        else:
            if mask[0] < 0:  # the sign goes on for ever
                c.get(t).i64(64 * k - 1).op("i64.gt_s").trap_if()
            c.get(t).op("i64.shr_u").i64(1).op("i64.and").i64(0).get(t).i64(64 * k).op("i64.lt_u", "select")
        c.free(t)

    def counted(self, k: int) -> None:
        """Push the number of bits."""
        c = self.c
        if k == 1:
            c.op("i64.popcnt")
            return
        kept = self.held(k)
        c.i64(0)
        for n in kept:
            c.get(n).op("i64.popcnt", "i64.add")
        c.free(*kept)

    def first(self, k: int) -> None:
        """Push the number of the lowest bit, -1 if there is none."""
        c = self.c
        kept = self.held(k)
        c.i64(-1)
        for i, n in reversed(list(enumerate(kept))):
            t = c.local()
            c.set(t)
            c.get(n).op("i64.ctz")
            if i:
                c.i64(64 * i).op("i64.add")
            c.get(t).get(n).i64(0).op("i64.ne", "select")
            c.free(t)
        c.free(*kept)

    def next_bit(self, left: list[int], base: int, out: object) -> None:
        """Take the lowest element out of a mask in locals and push it, or leave. Empty words are shifted out, `base`
        counts them."""
        c = self.c
        if len(left) == 1:
            c.get(left[0]).op("i64.eqz").br_if(out)
            c.get(left[0]).op("i64.ctz")
        else:
            with c.endless() as (found, _):
                c.get(left[0]).i64(0).op("i64.ne").br_if(found)
                self.push(left)
                c.op(*["i64.or"] * (len(left) - 1), "i64.eqz").br_if(out)
                for here, above in pairwise(left):
                    c.get(above).set(here)
                c.i64(0).set(left[-1])
                c.get(base).i64(64).op("i64.add").set(base)
            c.get(left[0]).op("i64.ctz").get(base).op("i64.add")
        c.get(left[0]).get(left[0]).i64(1).op("i64.sub", "i64.and").set(left[0])

    # ------------------------------------------------------------------ making masks

    def single(self, k: int) -> None:
        """Turn an element into the mask of it alone."""
        c = self.c
        t = c.local()
        c.set(t)
        if k == 1:
            c.i64(1).get(t).op("i64.shl")
        else:
            for i in range(k):
                c.i64(1).get(t).op("i64.shl").i64(0).get(t).i64(6).op("i64.shr_u").i64(i).op("i64.eq", "select")
        c.free(t)

    def lowest(self, k: int, most: int) -> None:
        """Turn a number, at most so large, into the mask of so many lowest elements."""
        c = self.c
        t = c.local()
        c.set(t)
        for i in range(k):
            c.i64(1).get(t).i64(64 * i).op("i64.sub", "i64.shl").i64(1).op("i64.sub")
            if most >= 64 * (i + 1):
                u = c.local()
                c.set(u)
                c.i64(ONES).get(u).get(t).i64(64 * (i + 1)).op("i64.ge_s", "select")
                c.free(u)
            if i:
                u = c.local()
                c.set(u)
                c.get(u).i64(0).get(t).i64(64 * i).op("i64.gt_s", "select")
                c.free(u)
        c.free(t)

    def combine(self, op: str, k: int) -> None:
        """Combine two masks: band, bor, bandn."""
        c = self.c
        if k == 1:
            if op == "bandn":
                c.i64(-1).op("i64.xor", "i64.and")
            else:
                c.op(OPS[op])
            return
        right, left = self.held(k), self.held(k)
        for a, b in zip(left, right, strict=True):
            c.get(a).get(b)
            self.combine(op, 1)
        c.free(*left, *right)

    def moved_up(self, span: Span, n: int) -> None:
        """Move a number up by so many bits."""
        c = self.c
        if not spans.inside((span[0] << n, span[1] << n), spans.NUMBER):
            self.within(spans.number(span), -(2 ** max(0, 63 - n)), 2 ** max(0, 63 - n) - 1)
        if n >= 64:
            c.op("drop").i64(0)
            return
        c.i64(n).op("i64.shl")

    def moved_up_wide(self, k: int, n: int, room: int) -> None:
        """Move a mask up by so many bits; what has no room ends the run (0: it is known to fit)."""
        c = self.c
        kept = self.held(k)
        whole, part = divmod(n, 64)
        if room:
            for i, word in enumerate(kept):
                lost = min(64, max(0, 64 * i + 64 + n - room))
                if lost:
                    c.get(word).i64(64 - lost).op("i64.shr_u").i64(0).op("i64.ne").trap_if()
        for i in range(k):
            self._joined(kept, i - whole, part, i - whole - 1, 64 - part)
        c.free(*kept)

    def _joined(self, kept: list[int], high: int, up: int, low: int, down: int) -> None:
        """Push one word made of parts of two."""
        c = self.c
        c.get(kept[high]) if 0 <= high < len(kept) else c.i64(0)
        c.i64(up).op("i64.shl")
        if up and 0 <= low < len(kept):
            c.get(kept[low]).i64(down).op("i64.shr_u", "i64.or")

    def moved_down(self, k: int, n: int, signed: bool) -> None:
        """Move a mask down by so many bits."""
        c = self.c
        if k == 1:
            if n >= 64 and not signed:
                c.op("drop").i64(0)
                return
            c.i64(min(n, 63)).op("i64.shr_s" if signed else "i64.shr_u")
            return
        kept = self.held(k)
        whole, part = divmod(n, 64)
        for i in range(k):
            c.get(kept[i + whole]) if i + whole < k else c.i64(0)
            c.i64(part).op("i64.shr_u")
            if part and i + whole + 1 < k:
                c.get(kept[i + whole + 1]).i64(64 - part).op("i64.shl", "i64.or")
        c.free(*kept)


def types(form: int) -> list[int]:
    """Give the types of a value in a form."""
    return [I64] * max(1, form)
