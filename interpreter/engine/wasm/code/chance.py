"""Chance, as in `interpreter/engine/chance.py`: the stream of a site, and drawing from it. Written once by hand."""

from __future__ import annotations

from regelwerk.interpreter.engine.chance import MULTIPLIER

from .. import memory as mem
from ..encode import I32, I64, Code, Push
from ..program import Program
from .helpers import store


def rolled(c: Code, word: int, at: Push, step: Push) -> None:
    """Push 32 bits of the stream whose word lies in a local, and store the next word."""
    c.get(word).i64(18).op("i64.shr_u").get(word).op("i64.xor").i64(27).op("i64.shr_u").i64(0xFFFF_FFFF)
    c.op("i64.and")
    turned = c.local()
    c.tee(turned).i64(32).op("i64.shl").get(turned)
    c.op("i64.or")  # twice the same 32 bits: turning them is moving down
    c.get(word).i64(59).op("i64.shr_u", "i64.shr_u").i64(0xFFFF_FFFF).op("i64.and")
    c.free(turned)
    at()
    c.get(word).i64(MULTIPLIER).op("i64.mul")
    step()
    c.op("i64.add").load("i64.store")


def make_below(p: Program) -> int:
    """Draw below a bound (2 .. 2**32 - 1) with the word at an address and its step."""
    number, c = p.module.function([I64, I32, I64], [I64])
    word, product, surplus = c.local(), c.local(), c.local()

    def roll() -> None:
        c.get(1).load("i64.load").set(word)
        rolled(c, word, lambda: c.get(1), lambda: c.get(2))
        c.get(0).op("i64.mul").set(product)

    def low() -> None:
        c.get(product).i64(0xFFFF_FFFF).op("i64.and")

    c.get(0).i64(0xFFFF_FFFF).op("i64.gt_u").trap_if()
    roll()
    low()
    c.get(0).op("i64.lt_u")
    c.if_()
    c.i64(1 << 32).get(0).op("i64.rem_u").set(surplus)
    with c.endless() as (out, _):
        low()
        c.get(surplus).op("i64.ge_u").br_if(out)
        roll()
    c.end()
    c.get(product).i64(32).op("i64.shr_u")
    return number


def reached(c: Code) -> None:
    """End the run if it is a trial: chance need not be looked into. Nobody draws while explaining."""
    c.read(mem.EXPLAIN, "i32.load").trap_if()
    c.read(mem.TRIAL, "i32.load")
    c.if_()
    store(c, mem.SIGNAL, mem.REACHED)
    if c.results:
        c.i64(0)
    c.op("return")
    c.end()


def write_words(p: Program, c: Code, *words: Push) -> None:
    """Write the words of an event."""
    for word in words:
        word()
        c.call(p.helper("wrote"))


def make_draw(p: Program) -> int:
    """Draw at a site: bound, address of the word, step, site."""
    number, c = p.module.function([I64, I32, I64, I32], [I64])
    result = c.local()
    c.get(0).i64(1).op("i64.le_s")
    c.if_()
    c.get(0).i64(1).op("i64.ne").trap_if()
    c.i64(0).op("return")
    c.end()
    reached(c)
    for n in range(3):
        c.get(n)
    c.call(p.helper("below")).set(result)
    c.read(mem.LISTENING, "i32.load")
    c.if_()

    def site() -> None:
        c.get(3).op("i64.extend_i32_u")

    write_words(p, c, lambda: c.i64(mem.CHANCE), site, lambda: c.get(0), lambda: c.get(result))
    c.end()
    c.get(result)
    return number
