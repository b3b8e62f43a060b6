"""Sets: questions about masks, and new masks of old ones."""

from __future__ import annotations

from functools import partial

from regelwerk.dsl.ir.operations import Expression

from ... import spans
from ...spans import Span, words
from ..emitter import Emitter
from .wide import has_word


def operand(em: Emitter, e: Expression) -> tuple[int, Span]:
    """Push a mask or number as it is; give how many words, and its bounds."""
    return max(1, em.natural(e)), em.known(e)


def bit(em: Emitter, a: Expression) -> int:
    found = em.known(a)
    span = spans.unary("bit", found, em.p.bounds.widest)
    form = words(span)
    em.number(a)
    em.stack.within(spans.number(found), 0, span[1].bit_length() - 1)
    em.stack.single(max(1, form))
    return form


def ones(em: Emitter, a: Expression) -> int:
    found = em.known(a)
    span = spans.unary("ones", found, em.p.bounds.widest)
    form = words(span)
    em.number(a)
    em.stack.within(spans.number(found), 0, span[1].bit_length())
    em.stack.lowest(max(1, form), span[1].bit_length())
    return form


def has(em: Emitter, mask: Expression, element: Expression) -> int:
    if has_word(em, mask, element):
        return 0
    k, found = operand(em, mask)
    em.number(element)
    em.stack.contains(k, found, spans.number(em.known(element)))
    return 0


def _bits(op: str, em: Emitter, a: Expression, b: Expression) -> int:
    x, y = em.known(a), em.known(b)
    forms = words(x), words(y)
    result = words(spans.BINARY[op](x, y))
    if not max(forms):
        em.number(a)
        em.number(b)
        em.stack.combine(op, 1)
        return result
    wide = [max(1, form) for form in forms]
    k = max(2, *wide, result)
    if x[0] >= 0 and y[0] >= 0:
        k = {"band": min(wide), "bor": max(wide), "bandn": wide[0]}[op]
    for e, form in ((a, forms[0]), (b, forms[1])):
        if form > k:  # what lies above does not matter here
            em.natural(e)
            for _ in range(form - k):
                em.c.op("drop")
        else:
            em.value(e, k)
    em.stack.combine(op, k)
    for _ in range(k - max(1, result)):
        em.c.op("drop")
    return result


both, joined, without = (partial(_bits, op) for op in ("band", "bor", "bandn"))


def shifted_up(em: Emitter, a: Expression, n: int) -> int:
    found = em.known(a)
    span = spans.shifted("shl", found, n, em.p.bounds.widest)
    form = words(span)
    if form == 0:
        em.number(a)
        em.stack.moved_up(found, n)
        return 0
    em.value(a, form)
    room = 64 * form - (form > 1)
    em.stack.moved_up_wide(form, n, 0 if (found[1] << n).bit_length() <= room else room)
    return form


def shifted_down(em: Emitter, a: Expression, n: int) -> int:
    k, found = operand(em, a)
    span = spans.shifted("shr", found, n, em.p.bounds.widest)
    if k > 1:
        em.stack.positive(found)
    em.stack.moved_down(k, n, signed=words(found) == 0)
    for _ in range(k - max(1, words(span))):
        em.c.op("drop")
    return words(span)


def size(em: Emitter, a: Expression) -> int:
    k, found = operand(em, a)
    em.stack.positive(found)
    em.stack.counted(k)
    return 0


def low(em: Emitter, a: Expression) -> int:
    k, _ = operand(em, a)
    em.stack.first(k)
    return 0


def nth(em: Emitter, mask: Expression, n: Expression) -> int:
    k, found = operand(em, mask)
    em.stack.positive(found)
    em.number(n)
    em.c.call(em.p.nth(k))
    return 0
