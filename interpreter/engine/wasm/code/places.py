"""Components in places, as in `interpreter/engine/components.py`: what lies there, moving, shuffling."""

from __future__ import annotations

from .. import memory as mem
from ..encode import I32, I64, READ, WRITE, Code, Push
from ..program import Program
from ..spans import words
from .chance import reached, write_words
from .helpers import store
from .masks import Masks, types


def _place(p: Program, c: Code, place: int, delta: int | None) -> tuple[int, int]:
    """Look up a place: give locals with its address and its capacity (0: a holder)."""
    at, cap = c.local(I32), c.local(I32)
    c.get(place).i64(p.place_count).op("i64.ge_u").trap_if()
    c.get(place).op("i32.wrap_i64").i32(16).op("i32.mul").tee(at).load("i32.load", p.places + 4).set(cap)
    if any(region.big >= 0 for region in p.place_regions):
        c.away().i32(0).get(at).load("i32.load", p.places + 12).i32(0).op("i32.ge_s", "select")
        c.get(at).load("i32.load", p.places).op("i32.add")
    else:
        c.get(at).load("i32.load", p.places)
    if delta is not None:
        c.get(delta).op("i32.add")
    c.set(at)
    return at, cap


def _nowhere(c: Code, result: Push) -> None:
    """Give a result at once if the place, which is the first parameter, is the box or none."""
    c.get(0).i64(0).op("i64.le_s")
    c.if_()
    result()
    c.op("return")
    c.end()


def _size(p: Program, c: Code, at: int, cap: int) -> None:
    """Push how many things lie in a pile, which cannot be more than it holds."""
    t = c.local()
    c.get(at).load(READ[p.place_size]).tee(t).get(cap).op("i64.extend_i32_u", "i64.gt_u").trap_if()
    c.get(t)
    c.free(t)


def make_psize(p: Program) -> int:
    number, c = p.module.function([I64, I32], [I64])
    _nowhere(c, lambda: c.i64(0))
    at, cap = _place(p, c, 0, 1)
    c.get(cap)
    c.if_(I64)
    _size(p, c, at, cap)
    c.else_()
    c.get(at).load(READ[p.place_size]).i64(0).op("i64.ge_s", "i64.extend_i32_u")
    c.end()
    return number


def make_lowest(p: Program) -> int:
    """Where the lowest thing of a place lies."""
    number, c = p.module.function([I64, I32], [I32])
    _nowhere(c, lambda: c.i32(0))
    at, cap = _place(p, c, 0, 1)
    c.get(at).i32(p.place_size).i32(0).get(cap).op("select", "i32.add")
    return number


def _cell(p: Program, c: Code, at: int, index: Push) -> None:
    """Push the address of a cell of a pile."""
    index()
    c.i32(p.place_size).op("i32.mul").get(at).op("i32.add")


def make_ptop(p: Program) -> int:
    number, c = p.module.function([I64, I64, I32], [I64])
    _nowhere(c, lambda: c.i64(-1))
    _nowhere_below(c, 1)
    at, cap = _place(p, c, 0, 2)
    size = c.local()
    c.get(cap)
    c.if_(I64)
    _size(p, c, at, cap)
    c.set(size)
    c.get(1).get(size).op("i64.ge_s")
    c.if_(I64)
    c.i64(-1)
    c.else_()

    def index() -> None:
        c.get(size).get(1).op("i64.sub", "i32.wrap_i64")

    _cell(p, c, at, index)
    c.load(READ[p.place_size])
    c.end()
    c.else_()
    c.get(at).load(READ[p.place_size]).i64(-1).get(1).op("i64.eqz", "select")
    c.end()
    return number


def _nowhere_below(c: Code, n: int) -> None:
    c.get(n).i64(0).op("i64.lt_s")
    c.if_()
    c.i64(-1).op("return")
    c.end()


def make_pset(p: Program) -> int:
    """What lies in a place as a mask."""
    form = max(1, words((0, (2 << p.bounds.place_span[1]) - 1)))
    number, c = p.module.function([I64, I32], types(form))
    masks = Masks(c)
    left, at = c.local(), c.local(I32)
    kept = [c.local() for _ in range(form)]
    c.get(0).get(1).call(p.helper("psize")).set(left)
    c.get(0).get(1).call(p.helper("lowest")).set(at)
    with c.endless() as (out, _):
        c.get(left).op("i64.eqz").br_if(out)
        masks.push(kept)
        c.get(at).load(READ[p.place_size])
        masks.within((-1, 2**31), 0, p.bounds.place_span[1])
        masks.single(form)
        masks.combine("bor", form)
        masks.pop(kept)
        c.get(at).i32(p.place_size).op("i32.add").set(at)
        c.get(left).i64(1).op("i64.sub").set(left)
    masks.push(kept)
    return number


def make_move(p: Program) -> int:
    """Move a component: where its place is kept, the component, the new place, whether under it."""
    number, c = p.module.function([I32, I64, I64, I32], [])
    size = p.place_size
    old, last, gap = c.local(), c.local(I32), c.local(I32)
    c.get(2).i64(0).op("i64.lt_s")
    _stumble_if(c)
    c.get(0).load(READ[p.loc_size]).tee(old).i64(0).op("i64.gt_s")
    c.if_()
    at, cap = _place(p, c, old, None)
    _save(p, c, old)
    c.get(cap)
    c.if_()
    _size(p, c, at, cap)
    c.op("i32.wrap_i64").tee(last).op("i32.eqz").trap_if()
    _cell(p, c, at, lambda: c.get(last))
    c.set(last)
    c.get(last).load(READ[size]).get(1).op("i64.ne")
    c.if_()
    c.get(at).set(gap)
    with c.endless() as (found, _):
        c.get(gap).i32(size).op("i32.add").tee(gap).get(last).op("i32.ge_u").trap_if()
        c.get(gap).load(READ[size]).get(1).op("i64.eq").br_if(found)
    c.get(gap).get(gap).i32(size).op("i32.add").get(last).get(gap).op("i32.sub").copy()
    c.end()
    c.get(last).i64(0).load(WRITE[size])
    c.get(at).get(at).load(READ[size]).i64(1).op("i64.sub").load(WRITE[size])
    c.else_()
    c.get(at).i64(-1).load(WRITE[size])
    c.end()
    c.end()
    c.get(2).i64(0).op("i64.gt_s")
    c.if_()
    _lay(p, c)
    c.end()
    c.get(0).get(2).load(WRITE[p.loc_size])
    return number


def _save(p: Program, c: Code, place: int) -> None:
    """See that a trial has a copy of the region of a place that is about to be changed."""
    if not any(region.big >= 0 for region in p.place_regions):
        return
    big = c.local(I32)
    c.get(place).op("i32.wrap_i64").i32(16).op("i32.mul").load("i32.load", p.places + 12).tee(big)
    c.i32(0).op("i32.ge_s").read(mem.LEVEL, "i32.load").i32(0).op("i32.ne", "i32.and")
    c.if_()
    c.get(big).call(p.helper("save"))
    c.end()
    c.free(big)


def _stumble_if(c: Code) -> None:
    """Let a trial fail if the pushed flag is set; in play, break it off."""
    c.if_()
    c.read(mem.TRIAL, "i32.load").op("i32.eqz").trap_if()
    store(c, mem.SIGNAL, mem.STUMBLED)
    c.op("return")
    c.end()


def _lay(p: Program, c: Code) -> None:
    size = p.place_size
    at, cap = _place(p, c, 2, None)
    _save(p, c, 2)
    c.get(1).get(2).op("i32.wrap_i64").i32(16).op("i32.mul").load("i32.load", p.places + 8)
    c.op("i64.extend_i32_s", "i64.gt_s").trap_if()
    c.get(cap).op("i32.eqz")
    c.if_()
    c.get(at).load(READ[size]).i64(0).op("i64.ge_s")
    _stumble_if(c)
    c.get(at).get(1).load(WRITE[size])
    c.else_()
    count = c.local(I32)
    _size(p, c, at, cap)
    c.op("i32.wrap_i64").tee(count).get(cap).op("i32.ge_u").trap_if()
    c.get(3)
    c.if_()
    c.get(at).i32(2 * size).op("i32.add").get(at).i32(size).op("i32.add").get(count).i32(size).op("i32.mul")
    c.copy()
    c.get(at).get(1).load(WRITE[size], size)
    c.else_()
    _cell(p, c, at, lambda: c.get(count))
    c.get(1).load(WRITE[size], size)
    c.end()
    c.get(at).get(count).op("i64.extend_i32_u").i64(1).op("i64.add").load(WRITE[size])
    c.end()


def make_copied(p: Program) -> int:
    """Copy so many cells of a place to where nobody changes them; give their new address."""
    number, c = p.module.function([I32, I32], [I32])
    to = c.local(I32)
    c.get(1).i32(p.place_size).op("i32.mul").set(1)
    c.read(mem.SCRATCH, "i32.load").tee(to).get(1).op("i32.add").i32(p.scratch_end).op("i32.gt_u").trap_if()
    c.get(to).get(0).get(1).copy()
    c.i32(0).get(to).get(1).op("i32.add")
    store(c, mem.SCRATCH)
    c.get(to)
    return number


def make_shuffle(p: Program) -> int:
    """Shuffle a pile: place, address of the word, step, site. Cells count from the top as the things do."""
    number, c = p.module.function([I64, I32, I64, I32], [])
    size = p.place_size
    count, last, other, a, b = c.local(), c.local(), c.local(), c.local(I32), c.local(I32)
    t = c.local()
    _nowhere(c, lambda: None)
    at, cap = _place(p, c, 0, None)
    c.get(cap).op("i32.eqz")
    c.if_()
    c.op("return")
    c.end()
    _size(p, c, at, cap)
    c.tee(count).i64(2).op("i64.lt_s")
    c.if_()
    c.op("return")
    c.end()
    reached(c)
    _save(p, c, 0)
    c.get(count).i64(1).op("i64.sub").set(last)
    with c.endless() as (out, _):
        c.get(last).i64(0).op("i64.le_s").br_if(out)
        c.get(last).i64(1).op("i64.add").get(1).get(2).call(p.helper("below")).set(other)
        for n, to in ((last, a), (other, b)):

            def index(n: int = n) -> None:
                c.get(count).get(n).op("i64.sub", "i32.wrap_i64")

            _cell(p, c, at, index)
            c.set(to)
        c.get(a).load(READ[size]).set(t)
        c.get(a).get(b).load(READ[size]).load(WRITE[size])
        c.get(b).get(t).load(WRITE[size])
        c.get(last).i64(1).op("i64.sub").set(last)
    c.read(mem.LISTENING, "i32.load")
    c.if_()

    def site() -> None:
        c.get(3).op("i64.extend_i32_u")

    write_words(p, c, lambda: c.i64(mem.ORDER), site, lambda: c.get(count))
    with c.endless() as (out, _):
        c.get(count).op("i64.eqz").br_if(out)
        _cell(p, c, at, lambda: c.get(count).op("i32.wrap_i64"))
        c.load(READ[size]).call(p.helper("wrote")).get(count).i64(1).op("i64.sub").set(count)
    c.end()
    return number
