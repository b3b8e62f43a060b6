"""Many games in one call: laid out, played at random, and what seats are ranked by."""

from __future__ import annotations

from collections.abc import Callable

from regelwerk.dsl import ir

from .. import memory as mem
from ..code.helpers import store
from ..code.masks import Masks
from ..code.memoised import forget
from ..code.trials import get_header, run_on
from ..encode import I32, I64, Code, Push
from ..program import Program
from ..spans import words

OVER, TOO_LONG, STUCK, VIOLATED = range(4)  # how a game ended


def ready(p: Program, c: Code) -> None:
    """Put the control words in order, and the state at its place."""
    c.i32(0).set_away()
    for word in (mem.SIGNAL, mem.TRIAL, mem.EXPLAIN, mem.INSIDE, mem.UNIT, mem.BUDGET, mem.TOO_LONG, mem.TOGETHER):
        store(c, word, 0)
    store(c, mem.HOME, -1)
    store(c, mem.OPTIONS, p.options)
    store(c, mem.SCRATCH, p.scratch)
    store(c, mem.TRIED, p.copies)
    store(c, mem.LEVEL, 0)
    for n in range(len(p.layout.big)):
        store(c, p.saved + 4 * n, 0)
    store(c, mem.EVENTS, p.events)
    forget(p, c, range(p.layout.stamps))  # the state may come from outside


def _make_mixed(p: Program) -> int:
    """`chance.splitmix64`."""
    number, c = p.module.function([I64], [I64])
    c.get(0).i64(0x9E37_79B9_7F4A_7C15).op("i64.add").set(0)
    for shift, factor in ((30, 0xBF58_476D_1CE4_E5B9), (27, 0x94D0_49BB_1331_11EB), (31, None)):
        c.get(0).get(0).i64(shift).op("i64.shr_u", "i64.xor")
        if factor is not None:
            c.i64(factor).op("i64.mul").set(0)
    return number


def mixed(p: Program) -> int:
    """Give the number of `splitmix64`."""
    return p.once("mixed", lambda: _make_mixed(p))


def fresh(p: Program, c: Code, seed: int) -> None:
    """Lay out the state of a new game with its seed in a local; answers come from its own dice."""
    c.i32(p.state - 8).i32(p.fresh - 8).i32(p.layout.size + 8).copy()
    seeded(p, c, seed, lambda: c.read(mem.STEP))


def seeded(p: Program, c: Code, seed: int, name: Push) -> None:
    """Give every chance site, and the dice for answers, the word that belongs to a seed."""
    base = c.local()
    c.get(seed).call(mixed(p)).set(base)
    at = c.local(I32)
    c.i32(0).set(at)
    with c.endless() as (out, _):
        c.get(at).i32(len(p.chances)).op("i32.ge_u").br_if(out)
        c.get(at).i32(4).op("i32.mul").load("i32.load", p.words_at).get(at).i32(8).op("i32.mul")
        c.load("i64.load", p.names).get(base).op("i64.xor").call(mixed(p)).load("i64.store")
        c.get(at).i32(1).op("i32.add").set(at)
    c.i32(0).get(base)
    name()
    c.op("i64.xor").call(mixed(p)).load("i64.store", mem.DICE)
    c.i32(0).i64(0).load("i64.store", mem.MADE)
    c.free(base, at)


def games(p: Program, play: Callable[[Code, int], None]) -> int:
    """Play a game for every seed; `play` pushes how it ended."""
    number, c = p.module.function([I32], [])
    game, to, seed, seat = c.local(I32), c.local(I32), c.local(), c.local()
    store(c, mem.PLAYED, 0)
    store(c, mem.LISTENING, 0)
    with c.endless() as (out, _):
        c.read(mem.PLAYED, "i32.load").tee(game).get(0).op("i32.ge_u").br_if(out)
        c.get(game).i32(8).op("i32.mul").load("i64.load", p.seeds).set(seed)
        c.get(game).i32(p.outcome).op("i32.mul").i32(p.outcomes).op("i32.add").set(to)
        ready(p, c)
        c.get(to)
        play(c, seed)
        c.load("i64.store")
        c.get(to).read(mem.MADE).load("i64.store", 8)
        c.get(to).read(mem.FAILED).load("i64.store", 16)
        c.get(to).load("i64.load").op("i64.eqz")
        c.if_()
        ranked(p, c, to, seat)
        c.end()
        c.i32(0).get(game).i32(1).op("i32.add")
        store(c, mem.PLAYED)
    return number


def ranked(p: Program, c: Code, to: int, seat: int) -> None:
    """Write down what seats are ranked by."""
    masks = Masks(c)
    c.i64(0).set(seat)
    with c.endless() as (out, _):
        c.get(seat)
        get_header(p, c, ir.PLAYERS)
        c.op("i64.ge_s").br_if(out)
        for n, rank in enumerate(p.compiled.ranks):
            c.get(to).get(seat)
            masks.convert((0, 63), 0, p.param(rank.function, 0))
            c.call(p.function(rank.function))
            span = p.bounds.results[rank.function] or (0, 0)
            masks.convert(span, words(span), 0)
            c.load("i64.store", 24 + 8 * n)
        c.get(to).i32(8 * len(p.compiled.ranks)).op("i32.add").set(to)
        c.get(seat).i64(1).op("i64.add").set(seat)


def _ended(p: Program, c: Code) -> None:
    """Push how a game ended that stands still."""
    c.i64(TOO_LONG).i64(OVER).i64(STUCK)
    get_header(p, c, ir.OVER)
    c.op("i32.wrap_i64", "select").read(mem.TOO_LONG, "i32.load").op("select")


def make_playouts(p: Program) -> int:
    """Play many games at random."""

    def play(c: Code, seed: int) -> None:
        store(c, mem.RANDOM, 1)
        store(c, mem.TABLE, 0)
        fresh(p, c, seed)
        run_on(p, c)
        _ended(p, c)

    return games(p, play)
