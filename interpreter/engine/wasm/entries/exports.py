"""What can be called from outside: run on, list options, play out one game or many, with or without checks."""

from __future__ import annotations

from dataclasses import replace

from regelwerk.dsl import ir
from regelwerk.interpreter.engine.chance import fnv1a64
from regelwerk.interpreter.engine.learning.rollouts import MOST_STEPS, NAME, STEP
from regelwerk.interpreter.engine.learning.wasm.policy_gradient import make_follow, make_learn, make_usual
from regelwerk.interpreter.engine.learning.wasm.rollouts import heard, make_answered, make_lean, make_like, score, tell

from .. import memory as mem
from ..code.copies import make_save
from ..code.decisions import Ask, make_pick
from ..code.helpers import make_recorded, store
from ..code.library import HELPERS, LIBRARY
from ..code.operations.branches import function
from ..code.operations.writers import emitter
from ..code.procedures import Procedure
from ..code.rooms import make_tight
from ..code.trials import get_header, make_attempt, make_holds, make_home, make_risk, make_run, make_secret, make_tried
from ..code.trials import run_on as _run
from ..code.trials import take as _take
from ..encode import I32, I64, Code
from ..program import Program
from .checked import make_checked
from .games import make_playouts
from .games import ranked as _ranked
from .games import ready as _ready
from .games import seeded as _seeded
from .rows import make_advance

WHOLE_LIBRARY = replace(LIBRARY, helpers=HELPERS | {
    "run": make_run, "tried": make_tried, "attempt": make_attempt, "holds": make_holds, "home": make_home,
    "risk": make_risk, "secret": make_secret, "pick": make_pick, "tight": make_tight, "save": make_save,
    "recorded": make_recorded, "lean": make_lean, "answered": make_answered,
})  # fmt: skip


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
        "playouts": make_playouts(p), "checked": make_checked(p), "rollout": make_rollout(p), "stand": make_stand(p),
        "reseed": make_reseed(p), "like": make_like(p), "learn": make_learn(p), "follow": make_follow(p),
        "usual": make_usual(p), "advance": make_advance(p),
    }  # fmt: skip
    while p.todo:
        number, variant, code = p.todo.pop()
        function(emitter(p, code, ("f", number), variant), number)
    p.module.data = p.memory.data
    p.module.pages = p.memory.end // mem.PAGE + 1
    p.module.most_pages = mem.MOST_PAGES
    return p.module.bytes()


def _called_by_number(p: Program, asks: dict[int, Ask]) -> list[int]:
    """Give the procedures, and what lists and tries the options of decisions; what was left out is never called."""
    nothing, c = p.module.function([], [])
    c.trap()
    sites = range(len(p.compiled.sites))
    found = [p.procs[n][0] if n in p.procs else nothing for n in range(len(p.compiled.procs))]
    found += [asks[n].listed if n in asks else nothing for n in sites]
    return found + [asks[n].offered if n in asks else nothing for n in sites]


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


def make_rollout(p: Program) -> int:
    """Play on from the state at hand by a policy; a pending decision is answered first."""
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
    """Begin a rollout with the seed that lies where answers do."""
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
