"""Wide masks lie in memory, so that one element is found, added or gone to by its word alone.

Nothing recurses, so every register has a fixed place. Only where a trial may come between (it may begin the same code
anew) they stay in locals. A wide parameter is the address of a mask that does not change while the function runs."""

from __future__ import annotations

from regelwerk.dsl.ir.operations import Body, Expression
from regelwerk.interpreter.analysis.code import all_statements, register_set, unset_registers

from ... import spans
from ...encode import I32
from ...program import WIDE
from ...spans import words
from ..emitter import Emitter, Mask


def laid(em: Emitter, n: int) -> Mask | None:
    """Tell where a register lies in memory, if it does."""
    if n in em.registers:
        return None
    if n not in em.masks:
        k = words(em.p.bounds.registers[em.owner].get(n) or (0, 0))
        if k < WIDE or not em.p.in_memory(em.owner):
            return None
        em.masks[n] = _room(em, k)
    return em.masks[n]


def _room(em: Emitter, k: int) -> Mask:
    return Mask(-1, em.p.memory.room(8 * k), k)


def parameters(em: Emitter, function: int, params: int, body: Body) -> None:
    """Find where the parameters of a function lie. What it changes is copied."""
    at = 0
    changed = {register_set(s) for s in all_statements(body)}
    for n in range(params):
        k = max(1, em.p.param(function, n))
        if em.p.by_address(function, n):
            em.masks[n] = Mask(at, 0, k)
            if n in changed:
                given, em.masks[n] = em.masks[n], _room(em, k)
                for i in range(k):
                    em.c.i32(0)
                    _word(em, given, i)
                    em.c.load("i64.store", em.masks[n].at + 8 * i)
            at += 1
        else:
            em.registers[n] = list(range(at, at + k))
            at += k


def clear(em: Emitter, body: Body, given: set[int], last: list[Expression]) -> None:
    """Let registers in memory that may be read before they are set be 0."""
    for n in sorted(unset_registers(body, given, last)):
        mask = laid(em, n)
        if mask:
            _nothing(em, mask)


def _nothing(em: Emitter, mask: Mask) -> None:
    for i in range(mask.words):
        em.c.i32(0).i64(0).load("i64.store", mask.at + 8 * i)


def _word(em: Emitter, mask: Mask, i: int) -> None:
    """Push a word of a mask."""
    if mask.pointer < 0:
        em.c.read(mask.at + 8 * i)
    else:
        em.c.get(mask.pointer).load("i64.load", 8 * i)


def lay(em: Emitter, mask: Mask) -> None:
    """Take a mask from the stack to where it is to lie."""
    t = em.c.local()
    for i in reversed(range(mask.words)):
        em.c.set(t)
        em.c.i32(0).get(t).load("i64.store", mask.at + 8 * i)
    em.c.free(t)


def variable(em: Emitter, n: int) -> int:
    mask = laid(em, n)
    if mask is None:
        kept, form = em.register(n)
        em.stack.push(kept)
        return form
    for i in range(mask.words):
        _word(em, mask, i)
    return mask.words


def set_mask(em: Emitter, n: int, e: Expression) -> bool:
    """Set a register that lies in memory; False if it does not."""
    mask = laid(em, n)
    if mask is None:
        return False
    match e:
        case 0:
            _nothing(em, mask)
        case ["bor", ["v", int(m)], ["bit", element]] if m == n and _inside(em, element, mask.words):
            _put_in(em, mask, element)
        case _:
            em.value(e, mask.words)
            lay(em, mask)
    return True


def _inside(em: Emitter, element: Expression, k: int) -> bool:
    return spans.inside(em.known(element), (0, 64 * k - 2))


def _put_in(em: Emitter, mask: Mask, element: Expression) -> None:
    """Add an element to a mask."""
    c = em.c
    t, at = c.local(), c.local(I32)
    em.number(element)
    _at_word(em, t)
    c.tee(at).get(at).load("i64.load", mask.at).i64(1).get(t).op("i64.shl", "i64.or").load("i64.store", mask.at)
    c.free(t, at)


def _at_word(em: Emitter, t: int) -> None:
    """Turn an element into the place of its word; it is kept in a local."""
    em.c.tee(t).i64(6).op("i64.shr_u").i64(3).op("i64.shl", "i32.wrap_i64")


def has_word(em: Emitter, e: Expression, element: Expression) -> bool:
    """Push whether an element is in a mask that lies in memory; False if it does not."""
    index: Expression | None = None
    match e:
        case ("v", register):
            mask = laid(em, register)
        case ("tab", table, index):
            mask = _row(em, table, index)
        case _:
            return False
    if mask is None or not _inside(em, element, mask.words):
        return False
    c = em.c
    t, row = c.local(), c.local(I32)
    if index is not None:
        em.number(index)
        c.op("i32.wrap_i64").i32(8 * mask.words).op("i32.mul").set(row)
    em.number(element)
    _at_word(em, t)
    if index is not None:
        c.get(row).op("i32.add")
    elif mask.pointer >= 0:
        c.get(mask.pointer).op("i32.add")
    c.load("i64.load", mask.at).get(t).op("i64.shr_u").i64(1).op("i64.and")
    c.free(t, row)
    return True


def _row(em: Emitter, table: int, index: Expression) -> Mask | None:
    """Tell where the wide masks of a table begin, if one of them is asked for in any case."""
    data = em.p.table(table)
    sure = data.words > 1 and spans.inside(em.known(index), (0, data.count - 1))
    return Mask(-1, data.at, data.words) if sure else None


def lying(em: Emitter, e: Expression, body: Body) -> Mask | None:
    """Lay a wide mask down to be gone over by a loop that may change registers; None if it is not wide."""
    found = em.known(e)
    k = words(found)
    if k < WIDE or not em.p.in_memory(em.owner):
        return None
    if isinstance(e, int):
        return Mask(-1, em.p.memory.numbers([e >> 64 * i for i in range(k)], 8), k)
    register = _register(em, e) if found[0] >= 0 else None
    if register is not None and not any(s[0] == "set" and s[1] == e[1] for s in all_statements(body)):
        return register
    em.value(e, k)
    if found[0] < 0:
        em.stack.positive(found)
    mask = _room(em, k)
    lay(em, mask)
    return mask


def next_lying(em: Emitter, mask: Mask, at: int, word: int, out: object) -> None:
    """Push the next element of a mask, or leave: `word` is what is left of the word at `at`."""
    c = em.c
    with c.endless() as (found, _):
        c.get(word).i64(0).op("i64.ne").br_if(found)
        c.get(at).i32(8).op("i32.add").tee(at).i32(8 * mask.words).op("i32.ge_u").br_if(out)
        _word_at(em, mask, at)
        c.set(word)
    c.get(word).op("i64.ctz").get(at).i32(3).op("i32.shl", "i64.extend_i32_u", "i64.add")
    c.get(word).get(word).i64(1).op("i64.sub", "i64.and").set(word)


def _word_at(em: Emitter, mask: Mask, at: int) -> None:
    em.c.get(at)
    if mask.pointer >= 0:
        em.c.get(mask.pointer).op("i32.add")
    em.c.load("i64.load", mask.at)


def start_lying(em: Emitter, mask: Mask, at: int, word: int) -> None:
    """Begin to go over a mask."""
    em.c.i32(0).set(at)
    _word(em, mask, 0)
    em.c.set(word)


def arguments(em: Emitter, function: int, args: list[Expression]) -> None:
    """Push arguments as a function wants them. All are worked out before one is laid down: a trial inside one of
    them may come by here."""
    by_address = [em.p.by_address(function, n) for n in range(len(args))]
    if not any(by_address):
        for n, arg in enumerate(args):
            em.value(arg, em.p.param(function, n))
        return
    kept: list[list[int]] = []
    for n, arg in enumerate(args):
        if not (by_address[n] and _register(em, arg)):
            em.value(arg, em.p.param(function, n))
            kept.append(em.stack.held(max(1, em.p.param(function, n))))
        else:
            kept.append([])
    for n, arg in enumerate(args):
        if not by_address[n]:
            em.stack.push(kept[n])
            continue
        mask = _register(em, arg)
        if mask is None:
            mask = _room(em, len(kept[n]))
            em.stack.push(kept[n])
            lay(em, mask)
        em.c.get(mask.pointer) if mask.pointer >= 0 else em.c.i32(mask.at)
    em.c.free(*(n for words_ in kept for n in words_))


def _register(em: Emitter, e: Expression) -> Mask | None:
    return laid(em, e[1]) if not isinstance(e, int) and e[0] == "v" else None
