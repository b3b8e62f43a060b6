"""What can be called from outside: run on, list options, play out one game or many, with or without checks."""

from __future__ import annotations

from collections.abc import Callable

from ...dsl import ir
from ..chance import fnv1a64
from ..walks import MOST_STEPS, NAME, STEP
from . import memory as mem
from .asks import Ask, make_pick, make_recorded
from .copies import keep_state, let_go, make_save, put_back
from .encode import I32, I64, Code, Push
from .helpers import MAKERS, store
from .masks import Masks
from .procs import Procedure
from .program import CHECKED, Program
from .rooms import make_tight
from .spans import words
from .statements import Statements
from .trials import (
    enter,
    get_header,
    make_attempt,
    make_holds,
    make_home,
    make_risk,
    make_run,
    make_secret,
    make_tried,
    put_header,
    top_frame,
    zero_result,
)
from .trials import walk as walk_frames
from .walks import heard, make_answered, make_lean, score, tell

OVER, TOO_LONG, STUCK, VIOLATED = range(4)  # how a game ended

MAKERS |= {
    "run": make_run, "tried": make_tried, "attempt": make_attempt, "holds": make_holds, "home": make_home,
    "risk": make_risk, "secret": make_secret, "pick": make_pick, "tight": make_tight, "save": make_save,
    "recorded": make_recorded, "lean": make_lean, "answered": make_answered,
}  # fmt: skip


def write(p: Program) -> bytes:
    """Write the whole module."""
    asks = {n: Ask(p, n) for n in p.asks}
    for ask in asks.values():
        ask.write()
    for n, (_, code) in p.procs.items():
        Procedure(p, code, n).write()
    p.module.table = _called_by_number(p, asks)
    p.module.exports = {
        "run": make_step(p), "options": make_options(p), "playout": make_playout(p),
        "playouts": make_playouts(p), "checked": make_checked(p), "walk": make_walk(p), "stand": make_stand(p),
        "reseed": make_reseed(p),
    }  # fmt: skip
    while p.todo:
        number, variant, code = p.todo.pop()
        Statements(p, code, ("f", number), variant).function(number)
    p.module.data = p.memory.data
    p.module.pages = p.memory.end // mem.PAGE + 1
    return p.module.bytes()


def _called_by_number(p: Program, asks: dict[int, Ask]) -> list[int]:
    """Give the procedures, and what lists and tries the options of decisions; what was left out is never called."""
    nothing, c = p.module.function([], [])
    c.trap()
    sites = range(len(p.compiled.sites))
    found = [p.procs[n][0] if n in p.procs else nothing for n in range(len(p.compiled.procs))]
    found += [asks[n].listed if n in asks else nothing for n in sites]
    return found + [asks[n].offered if n in asks else nothing for n in sites]


def _ready(p: Program, c: Code) -> None:
    """Put the control words in order."""
    for word in (mem.SIGNAL, mem.TRIAL, mem.EXPLAIN, mem.INSIDE, mem.UNIT, mem.BUDGET, mem.TOO_LONG):
        store(c, word, 0)
    store(c, mem.HOME, -1)
    store(c, mem.OPTIONS, p.options)
    store(c, mem.SCRATCH, p.scratch)
    store(c, mem.TRIED, p.copies)
    store(c, mem.LEVEL, 0)
    for n in range(len(p.layout.big)):
        store(c, p.saved + 4 * n, 0)
    store(c, mem.EVENTS, p.events)


def _run(p: Program, c: Code) -> None:
    """Run until the machine stands still."""
    c.call(p.helper("run"))
    _still(p, c)


def _still(p: Program, c: Code) -> None:
    c.i32(0).i64(0).load("i64.store", p.state - 8)
    put_header(p, c, ir.CHOSEN, 0)
    zero_result(p, c)


def make_step(p: Program) -> int:
    number, c = p.module.function([], [])
    _ready(p, c)
    _run(p, c)
    return number


def _listed(p: Program, c: Code) -> None:
    """List the options of the decision the machine stands at."""
    site, count = c.local(I32), c.local(I32)
    get_header(p, c, ir.ASK)
    c.op("i32.wrap_i64").i32(1).op("i32.sub").set(site)
    c.i32(0).read(mem.OPTIONS, "i32.load")
    store(c, mem.FIRST)
    c.get(site).i32(len(p.compiled.procs)).op("i32.add").call_indirect(p.module.type([], [I32])).set(count)
    c.i32(0).read(mem.FIRST, "i32.load").get(count).get(site)
    c.i32(len(p.compiled.procs) + len(p.compiled.sites)).op("i32.add")
    c.call_indirect(p.module.type([I32, I32], [I32]))
    store(c, mem.COUNT)
    c.free(site, count)


def make_options(p: Program) -> int:
    """List the options of the decision the machine stands at anew."""
    number, c = p.module.function([], [])
    _ready(p, c)
    _listed(p, c)
    c.read(mem.COUNT, "i32.load").op("i32.eqz").trap_if()
    c.i32(0).i64(0).load("i64.store", p.state - 8)
    return number


def _take(p: Program, c: Code, code: Push) -> None:
    """Take an option of the decision at hand."""
    put_header(p, c, ir.ASK, 0)
    put_header(p, c, ir.WHO, ir.NONE)
    c.i32(0)
    code()
    put_header(p, c, ir.CHOSEN)
    store(c, mem.OPTIONS, p.options)


def make_playout(p: Program) -> int:
    """Play on from the state at hand to the end, at random; a pending decision is answered first."""
    number, c = p.module.function([], [])
    code = c.local()
    _ready(p, c)
    get_header(p, c, ir.ASK)
    c.op("i64.eqz", "i32.eqz")
    c.if_()
    _listed(p, c)
    c.read(mem.COUNT, "i32.load").op("i32.eqz").trap_if()
    c.read(mem.FIRST, "i32.load").read(mem.COUNT, "i32.load").call(p.helper("pick")).tee(code).i64(0)
    c.op("i64.lt_s")
    c.if_()
    c.op("return")
    c.end()
    c.i32(0).i64(0).load("i64.store", p.state - 8)
    _take(p, c, lambda: c.get(code))
    c.end()
    _run(p, c)
    return number


def make_walk(p: Program) -> int:
    """Play on from the state at hand by leanings; a pending decision is answered first."""
    number, c = p.module.function([], [])
    code = c.local()
    _ready(p, c)
    for word in (mem.FIRST, mem.COUNT):
        store(c, word, 0)
    out = object()
    c.block(out)
    get_header(p, c, ir.ASK)
    c.op("i64.eqz", "i32.eqz")
    c.if_()
    c.read(mem.ANSWER).i64(0).op("i64.ge_s")
    c.if_(I64)
    c.call(p.helper("answered"))
    c.else_()
    _listed(p, c)
    c.read(mem.COUNT, "i32.load").op("i32.eqz").trap_if()
    c.read(mem.FIRST, "i32.load").read(mem.COUNT, "i32.load")
    store(c, mem.COUNT, 0)
    c.call(p.helper("pick"))
    c.end()
    c.tee(code).i64(0).op("i64.lt_s").br_if(out)
    c.i32(0).i64(0).load("i64.store", p.state - 8)
    heard(p, c, code)
    _take(p, c, lambda: c.get(code))
    c.end()
    _run(p, c)
    c.end()
    tell(p, c)
    return number


def make_reseed(p: Program) -> int:
    """Begin a walk with the seed that lies where answers do."""
    number, c = p.module.function([], [])
    seed = c.local()
    c.read(mem.ANSWER).set(seed)
    _seeded(p, c, seed, lambda: c.i64(fnv1a64(NAME)))
    c.i32(0).i64(STEP).load("i64.store", mem.STEP)
    c.i32(0).i64(MOST_STEPS).load("i64.store", mem.MOST)
    return number


def make_stand(p: Program) -> int:
    """Let every scoring take place and write down what seats are ranked by; spoils the state."""
    number, c = p.module.function([], [])
    to, seat = c.local(I32), c.local()
    _ready(p, c)
    score(p, c)
    c.i32(p.outcomes).set(to)
    _ranked(p, c, to, seat)
    return number


# ---------------------------------------------------------------------- many games


def _make_mixed(p: Program) -> int:
    """`chance.splitmix64`."""
    number, c = p.module.function([I64], [I64])
    c.get(0).i64(0x9E37_79B9_7F4A_7C15).op("i64.add").set(0)
    for shift, factor in ((30, 0xBF58_476D_1CE4_E5B9), (27, 0x94D0_49BB_1331_11EB), (31, None)):
        c.get(0).get(0).i64(shift).op("i64.shr_u", "i64.xor")
        if factor is not None:
            c.i64(factor).op("i64.mul").set(0)
    return number


def _fresh(p: Program, c: Code, seed: int) -> None:
    """Lay out the state of a new game with its seed in a local; answers come from its own dice."""
    c.i32(p.state - 8).i32(p.fresh - 8).i32(p.layout.size + 8).copy()
    _seeded(p, c, seed, lambda: c.read(mem.STEP))


def _seeded(p: Program, c: Code, seed: int, name: Push) -> None:
    """Give every chance site, and the dice for answers, the word that belongs to a seed."""
    mixed = p.once("mixed", lambda: _make_mixed(p))
    base = c.local()
    c.get(seed).call(mixed).set(base)
    at = c.local(I32)
    c.i32(0).set(at)
    out, again = object(), object()
    c.block(out)
    c.loop(again)
    c.get(at).i32(len(p.chances)).op("i32.ge_u").br_if(out)
    c.get(at).i32(4).op("i32.mul").load("i32.load", p.words_at).get(at).i32(8).op("i32.mul")
    c.load("i64.load", p.names).get(base).op("i64.xor").call(mixed).load("i64.store")
    c.get(at).i32(1).op("i32.add").set(at)
    c.br(again)
    c.end()
    c.end()
    c.i32(0).get(base)
    name()
    c.op("i64.xor").call(mixed).load("i64.store", mem.DICE)
    c.i32(0).i64(0).load("i64.store", mem.MADE)
    c.free(base, at)


def _games(p: Program, play: Callable[[Code, int], None]) -> int:
    """Play a game for every seed; `play` pushes how it ended."""
    number, c = p.module.function([I32], [])
    game, to, seed, seat = c.local(I32), c.local(I32), c.local(), c.local()
    store(c, mem.PLAYED, 0)
    store(c, mem.LISTENING, 0)
    out, again = object(), object()
    c.block(out)
    c.loop(again)
    c.read(mem.PLAYED, "i32.load").tee(game).get(0).op("i32.ge_u").br_if(out)
    c.get(game).i32(8).op("i32.mul").load("i64.load", p.seeds).set(seed)
    c.get(game).i32(p.outcome).op("i32.mul").i32(p.outcomes).op("i32.add").set(to)
    _ready(p, c)
    c.get(to)
    play(c, seed)
    c.load("i64.store")
    c.get(to).read(mem.MADE).load("i64.store", 8)
    c.get(to).read(mem.FAILED).load("i64.store", 16)
    c.get(to).load("i64.load").op("i64.eqz")
    c.if_()
    _ranked(p, c, to, seat)
    c.end()
    c.i32(0).get(game).i32(1).op("i32.add")
    store(c, mem.PLAYED)
    c.br(again)
    c.end()
    c.end()
    return number


def _ranked(p: Program, c: Code, to: int, seat: int) -> None:
    """Write down what seats are ranked by."""
    masks = Masks(c)
    out, again = object(), object()
    c.i64(0).set(seat)
    c.block(out)
    c.loop(again)
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
    c.br(again)
    c.end()
    c.end()


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
        _fresh(p, c, seed)
        _run(p, c)
        _ended(p, c)

    return _games(p, play)


# ---------------------------------------------------------------------- with checks


def _active(p: Program, proc: int) -> int:
    """Tell whether a procedure is active."""

    def make() -> int:
        number, c = p.module.function([], [I32])
        top, at, block = (c.local(I32) for _ in range(3))
        top_frame(p, c, top)
        out, again = object(), object()
        c.block(out)
        c.loop(again)
        walk_frames(p, c, top, at, block, out)
        c.get(at).i32(proc).op("i32.ne").br_if(again)
        c.i32(1).op("return")
        c.end()
        c.end()
        c.i32(0)
        return number

    return p.once(("active", proc), make)


def _make_at_check(p: Program) -> int:
    """`checks.at_check`: the set-up is over and no guarded unit is open."""
    number, c = p.module.function([], [I32])
    top, at, block, asks = (c.local(I32) for _ in range(4))
    if p.compiled.setup >= 0:
        c.call(_active(p, p.compiled.setup))
        c.if_()
        c.i32(0).op("return")
        c.end()
    get_header(p, c, ir.ASK)
    c.op("i32.wrap_i64").set(asks)
    top_frame(p, c, top)
    out, again = object(), object()
    c.block(out)
    c.loop(again)
    walk_frames(p, c, top, at, block, out)
    c.get(block).load("i32.load8_u", p.asking).get(block).load("i32.load8_u", p.units).get(asks).op("select")
    c.if_()
    c.i32(0).op("return")
    c.end()
    c.i32(0).set(asks)
    c.br(again)
    c.end()
    c.end()
    c.i32(1)
    return number


def _copy(p: Program, c: Code, to: int, source: int) -> None:
    c.i32(to).i32(source).i32(p.layout.size).copy()


def make_checked(p: Program) -> int:
    """Play many games at random and evaluate every invariant whenever no guarded unit is open."""
    setup = p.compiled.setup
    at_check = _make_at_check(p)

    def play(c: Code, seed: int) -> None:
        code, known = c.local(), c.local(I32)
        store(c, mem.RANDOM, 0)
        store(c, mem.TABLE, 1)
        store(c, mem.LISTENING, 0)
        if p.together:
            c.trap()
        c.i32(0).set(known)
        _fresh(p, c, seed)
        _copy(p, c, p.start, p.state)
        if p.compiled.invariants:
            if setup >= 0:
                put_header(p, c, ir.TOP, setup + 1)
                enter(p, c, setup, 0)
                _run(p, c)
                store(c, mem.OPTIONS, p.options)
            get_header(p, c, ir.ASK)
            c.op("i64.eqz")
            c.if_()
            _copy(p, c, p.before, p.state)
            c.i32(1).set(known)
            c.end()
            _fresh(p, c, seed)
        store(c, mem.LISTENING, 1)
        _run(p, c)
        c.get(known).op("i32.eqz")
        c.if_()
        _copy(p, c, p.before, p.state)
        c.end()
        ended, again = object(), object()
        c.block(ended, I64)
        c.loop(again)
        get_header(p, c, ir.ASK)
        c.op("i64.eqz")
        c.if_()
        c.i64(OVER).i64(STUCK)
        get_header(p, c, ir.OVER)
        c.op("i32.wrap_i64", "select").br(ended)
        c.end()
        c.read(mem.MADE).read(mem.MOST).op("i64.ge_s")
        c.if_()
        c.i64(TOO_LONG).br(ended)
        c.end()
        c.read(mem.FIRST, "i32.load").read(mem.COUNT, "i32.load").call(p.helper("pick")).set(code)
        c.i32(0).set(known)
        if setup >= 0:
            c.call(_active(p, setup))
            c.if_()
            store(c, mem.LISTENING, 0)
            _set_up_by(p, c, code, known)
            store(c, mem.LISTENING, 1)
            c.end()
        store(c, mem.EVENTS, p.events)
        _take(p, c, lambda: c.get(code))
        _run(p, c)
        c.get(known).br_if(again)
        c.call(at_check).op("i32.eqz").br_if(again)
        _violated(p, c)
        c.if_()
        c.i64(VIOLATED).br(ended)
        c.end()
        _copy(p, c, p.before, p.state)
        c.br(again)
        c.end()
        c.trap()
        c.end()

    return _games(p, play)


def _set_up_by(p: Program, c: Code, code: int, known: int) -> None:
    """Take the step with the set-up on its own: if it ends there, that is what invariants look back at."""
    base = p.compiled.procs[p.compiled.setup].base
    keep_state(p, c)
    c.i32(0).i64(0).load("i64.store", p.state + p.layout.frame_cell(base + ir.FRAME_CALLER))
    _take(p, c, lambda: c.get(code))
    _run(p, c)
    get_header(p, c, ir.TOP)
    c.op("i64.eqz")
    c.if_()
    _copy(p, c, p.before, p.state)
    c.i32(1).set(known)
    c.end()
    put_back(p, c)
    let_go(p, c)


def _violated(p: Program, c: Code) -> None:
    """Push whether an invariant does not hold; its number is in FAILED."""
    for at in (p.state, p.before, p.start):
        c.i32(0).i64(0).load("i64.store", at - 8)
    broken = c.local(I32)
    c.i32(0).set(broken)
    for n, check in reversed(list(enumerate(p.compiled.invariants))):
        span = p.bounds.results[check.function] or (0, 0)
        c.call(p.function(check.function, CHECKED))
        Masks(c).is_any(max(1, words(span)))
        c.op("i32.eqz")
        c.if_()
        c.i32(0).i64(n).load("i64.store", mem.FAILED)
        c.i32(1).set(broken)
        c.end()
    for at in (p.state, p.before, p.start):
        c.i32(0).i64(0).load("i64.store", at - 8)
    c.get(broken)
