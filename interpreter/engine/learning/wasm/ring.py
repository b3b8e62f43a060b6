"""What a seat has answered lately, as it lies in memory."""

from __future__ import annotations

from regelwerk.interpreter.engine.wasm.encode import I32, Code, Push
from regelwerk.interpreter.engine.wasm.program import RING, Program

from ..policy import MEMORY


def key_of(p: Program, c: Code, site: int, code: int) -> None:
    """Push one number for a decision and an option."""
    c.get(code).i64(len(p.compiled.sites)).op("i64.mul").get(site).i32(1).op("i32.add", "i64.extend_i32_u", "i64.add")


def in_ring(p: Program, c: Code, seat: int, key: Push) -> None:
    """Push whether a seat has given an answer lately."""
    ring, wanted = c.local(I32), c.local()
    c.get(seat).i32(RING).op("i32.mul").set(ring)
    key()
    c.set(wanted)
    for n in range(MEMORY):
        c.get(ring).load("i64.load", p.rings + 16 + 8 * n).get(wanted).op("i64.eq")
        if n:
            c.op("i32.or")
    c.free(ring, wanted)
