"""Going by a policy, in WebAssembly: what `..policy` does, decision by decision and sum by sum.

The code is the same for all rulesets. Where to look, and the weights, lie in memory as `features` puts them there from
outside, so a policy can change without anything being compiled anew.
"""

from __future__ import annotations

from collections.abc import Callable

from regelwerk.interpreter.engine.wasm import memory as mem
from regelwerk.interpreter.engine.wasm.code.chance import rolled
from regelwerk.interpreter.engine.wasm.code.helpers import store
from regelwerk.interpreter.engine.wasm.encode import F64, I32, I64, Code
from regelwerk.interpreter.engine.wasm.program import RING, Program

from ..policy import AGAIN, ALWAYS, DOUBLINGS, ELEMENT, HELD, LYING, UNIT
from . import features as at_
from .ring import in_ring, key_of

Do = Callable[[], object]


def repeat(c: Code, at: int, end: Do, step: int, do: Do) -> None:
    """While a local lies below an end, do something and move it on; with step 0, what is done moves it."""
    with c.endless() as (out, _):
        c.get(at)
        end()
        c.op("i32.ge_u").br_if(out)
        do()
        if step:
            c.get(at).i32(step).op("i32.add").set(at)


def root(c: Code, word: int) -> Code:
    """Push a word of the policy in force."""
    return c.read(mem.POLICY, "i32.load").load("i32.load", word)


def _put_word(c: Code, word: int, push: Do) -> None:
    c.i32(0)
    push()
    store(c, word)


def plus(c: Code, n: int, times: int) -> Code:
    """Add a local, so many times."""
    return c.get(n).i32(times).op("i32.mul", "i32.add")


def make_cell(p: Program) -> int:
    """Read a cell of so many bytes at an address."""
    number, c = p.module.function([I32, I32], [I64])
    for size, load in ((1, "i64.load8_s"), (2, "i64.load16_s"), (4, "i64.load32_s")):
        c.get(1).i32(size).op("i32.eq")
        c.if_()
        c.get(0).load(load).op("return")
        c.end()
    c.get(0).load("i64.load")
    return number


def _cell(p: Program, c: Code) -> Code:
    return c.call(p.once("policy cell", lambda: make_cell(p)))


def make_row(p: Program) -> int:
    """Write down a row of numbers without its zeros: first row, index, how many rows, width, where to; give the end."""
    number, c = p.module.function([I32, I64, I32, I32, I32], [I32])
    at, end, found = c.local(I32), c.local(I32), c.local(I32)
    c.get(1).get(2).i32(1).op("i32.sub", "i64.extend_i32_u").get(1).get(2).op("i64.extend_i32_u", "i64.lt_s", "select")
    c.op("i32.wrap_i64").get(3).op("i32.mul").i32(4).op("i32.mul").get(0).op("i32.add").tee(at)
    c.get(3).i32(4).op("i32.mul", "i32.add").set(end)

    def put() -> None:
        c.get(4).get(at).load("i32.load").tee(found).load("i32.store")
        c.get(4).get(found).i32(0).op("i32.ne").i32(2).op("i32.shl", "i32.add").set(4)

    repeat(c, at, lambda: c.get(end), 4, put)
    c.get(4)
    return number


def _row(p: Program, c: Code) -> Code:
    return c.call(p.once("policy row", lambda: make_row(p)))


def make_look(p: Program) -> int:
    """Write down how things stand for a seat."""
    number, c = p.module.function([I32], [])
    at, to, cell, left = (c.local(I32) for _ in range(4))
    value = c.local()
    root(c, at_.TOKENS_SEEN).set(to)
    c.get(to).get(0).i32(RING).op("i32.mul").load("i32.load", p.rings + 8).tee(cell).load("i32.store")
    c.get(to).get(cell).i32(0).op("i32.ne").i32(2).op("i32.shl", "i32.add").set(to)

    def word(name: str) -> Code:
        return c.get(at).load("i32.load", 4 * at_.LOOK.index(name))

    def through(first: str, size: str, stride: str) -> None:
        """Go on to what lies there, or is known of it."""
        word(first)
        c.if_()
        c.get(value).i64(0).op("i64.ge_s")
        c.if_()
        c.get(value).op("i32.wrap_i64")
        word(stride).op("i32.mul")
        word(first).op("i32.add")
        word(size)
        _cell(p, c).set(value)
        c.else_()
        c.i64(-1).set(value)
        c.end()
        c.end()

    def look() -> None:
        word("cell")
        word("stride").get(0).op("i32.mul", "i32.add").set(cell)
        word("words").tee(left)
        c.if_()
        c.i64(0).set(value)
        again = object()
        c.loop(again)
        c.get(value).get(cell)
        word("size")
        _cell(p, c).op("i64.popcnt", "i64.add").set(value)
        c.get(cell).i32(8).op("i32.add").set(cell)
        c.get(left).i32(1).op("i32.sub").tee(left).br_if(again)
        c.end()
        c.else_()
        c.get(cell)
        word("size")
        _cell(p, c).set(value)
        through("on", "on_size", "on_size")
        through("of", "of_size", "of_stride")
        c.end()
        c.get(value)
        word("lowest").op("i64.extend_i32_s", "i64.sub").tee(value).i64(0).get(value).i64(0).op("i64.gt_s", "select")
        c.set(value)
        plus(c.get(at), 0, 4).load("i32.load", 4 * len(at_.LOOK)).get(value)
        word("count")
        word("width").get(to)
        _row(p, c).set(to)

    root(c, at_.LOOKS).set(at)
    repeat(c, at, lambda: root(c, at_.LOOKS_END), at_.look_size(p.compiled.players[1]), look)
    _put_word(c, mem.TOLD, lambda: c.get(to))
    return number


def make_option(p: Program) -> int:
    """Write down the features of an option: code, site, seat, where to; give the end."""
    number, c = p.module.function([I64, I32, I32, I32], [I32])
    kind, at, end, digit, fixed, start, cell = (c.local(I32) for _ in range(7))
    payload, radix, index, thing, own = (c.local() for _ in range(5))
    c.get(3).set(start)
    plus(root(c, at_.SITES), 1, 8).tee(at).load("i32.load").op("i64.extend_i32_u").set(radix)
    c.get(0).get(radix).op("i64.div_u").set(payload)
    c.get(0).get(radix).op("i64.rem_u", "i32.wrap_i64").get(at).load("i32.load", 4).op("i32.add").set(kind)
    _put_word(c, mem.KIND, lambda: c.get(kind))
    plus(root(c, at_.KINDS), kind, 4 * len(at_.KIND)).set(kind)

    def told(name: str) -> Code:
        return c.get(kind).load("i32.load", 4 * at_.KIND.index(name))

    def unpack() -> None:
        c.get(at).load("i64.load").set(radix)
        c.get(digit).get(payload).get(radix).op("i64.rem_u").load("i64.store")
        c.get(payload).get(radix).op("i64.div_u").set(payload)
        c.get(digit).i32(8).op("i32.add").set(digit)

    c.i32(p.digits).set(digit)
    told("radix").set(at)
    repeat(c, at, lambda: told("radix_end"), 8, unpack)

    def word(name: str) -> Code:
        return c.get(at).load("i32.load", 4 * at_.ASPECT.index(name))

    def is_form(form: int) -> Code:
        return word("form").i32(form).op("i32.eq")

    def element(name: str) -> Code:
        return word(name).i32(8).op("i32.mul").load("i64.load", p.digits)

    def on(push: Do) -> Code:
        """Push what lies on the cell that is pushed."""
        push()
        word("on_size").op("i32.mul")
        word("on").op("i32.add")
        word("on_size")
        return _cell(p, c)

    def lying() -> None:
        """Find the cell, what lies there, and the index that follows."""
        element("element").op("i32.wrap_i64")
        word("offset").op("i32.add").set(cell)
        word("onwards").i32(0).op("i32.ge_s")
        c.if_()
        element("onwards").op("i32.wrap_i64").i32(4).op("i32.mul")
        word("sides").op("i32.add").load("i32.load").tee(digit).i32(0).op("i32.ge_s").get(cell).i32(0).op("i32.ge_s")
        c.op("i32.and")
        c.if_(I32)
        c.get(cell)
        word("ways").op("i32.mul").get(digit).op("i32.add").i32(4).op("i32.mul")
        word("beyond").op("i32.add").load("i32.load")
        c.else_()
        c.i32(-1)
        c.end()
        c.set(cell)
        c.end()
        c.get(cell).i32(0).op("i32.lt_s")
        c.if_()
        word("count").i32(1).op("i32.sub").i32(0)
        is_form(LYING).op("select", "i64.extend_i32_u").set(index)
        c.else_()
        on(lambda: c.get(cell)).set(thing)
        is_form(LYING)
        c.if_()
        c.get(thing).i64(1).op("i64.add").set(index)
        c.else_()
        c.i64(0).set(index)
        c.get(thing).i64(0).op("i64.ge_s")
        c.if_()
        owned()
        c.end()
        c.end()
        c.end()

    def owned() -> None:
        word("cell")
        word("stride").get(2).op("i32.mul", "i32.add").set(cell)
        is_form(HELD)
        c.if_()
        c.get(cell).get(thing).i64(6).op("i64.shr_u", "i32.wrap_i64").i32(8).op("i32.mul", "i32.add")
        word("size")
        _cell(p, c).get(thing).i64(63).op("i64.and", "i64.shr_u").i64(1).op("i64.and").set(index)
        c.else_()
        c.get(cell)
        word("size")
        _cell(p, c).tee(own).i64(0).op("i64.ge_s")
        c.if_()
        on(lambda: c.get(own).op("i32.wrap_i64")).get(thing).op("i64.eq", "i64.extend_i32_u").set(index)
        c.end()
        c.end()

    def aspect() -> None:
        told("fixed").get(at).op("i32.eq")
        c.if_()
        c.get(3).get(start).op("i32.sub").i32(2).op("i32.shr_u").set(fixed)
        c.end()
        is_form(ALWAYS)
        c.if_()
        c.i64(0).set(index)
        c.else_()
        is_form(ELEMENT)
        c.if_()
        element("element").set(index)
        c.else_()
        is_form(AGAIN)
        c.if_()
        in_ring(p, c, 2, lambda: key_of(p, c, 1, 0))
        c.op("i64.extend_i32_u").set(index)
        c.else_()
        lying()
        c.end()
        c.end()
        c.end()
        plus(c.get(at), 2, 4).load("i32.load", 4 * len(at_.ASPECT)).get(index)
        word("count")
        word("width").get(3)
        _row(p, c).set(3)

    told("aspects").set(at)
    told("aspects_end").set(end)
    repeat(c, at, lambda: c.get(end), at_.aspect_size(p.compiled.players[1]), aspect)
    _put_word(c, mem.FIXED, lambda: c.get(fixed))
    c.get(3)
    return number


def make_things(p: Program) -> int:
    """Add up what speaks for a kind of option as things stand, once for each decision."""
    number, c = p.module.function([I32], [F64])
    at, row, total = c.local(I32), c.local(I32), c.local(F64)
    plus(root(c, at_.STAMPS), 0, 4).tee(at).load("i32.load").read(mem.STAMP, "i32.load").op("i32.eq")
    c.if_()
    plus(root(c, at_.SUMS), 0, 8).load("f64.load").op("return")
    c.end()
    c.get(at).read(mem.STAMP, "i32.load").load("i32.store")
    root(c, at_.TOKENS).get(0).op("i32.mul").i32(8).op("i32.mul")
    root(c, at_.STANDING).op("i32.add").set(row)

    def add() -> None:
        c.get(total).get(at).load("i32.load").i32(8).op("i32.mul").get(row).op("i32.add").load("f64.load")
        c.op("f64.add").set(total)

    root(c, at_.TOKENS_SEEN).set(at)
    repeat(c, at, lambda: c.read(mem.TOLD, "i32.load"), 4, add)
    plus(root(c, at_.SUMS), 0, 8).get(total).load("f64.store")
    c.get(total)
    return number


def make_liked(p: Program) -> int:
    """Tell how much each option is liked: first option, count, seat, site. If wanted, what was seen is written down."""
    number, c = p.module.function([I32] * 4, [])
    n, at, to, end, sample = (c.local(I32) for _ in range(5))
    total = c.local(F64)
    c.get(2).call(p.once("policy look", lambda: make_look(p)))
    _put_word(c, mem.STAMP, lambda: c.read(mem.STAMP, "i32.load").i32(1).op("i32.add"))
    c.read(mem.SAMPLE, "i32.load").tee(sample)
    c.if_(I32)
    _begin_sample(c, sample, at)
    c.else_()
    root(c, at_.FEATURES_SEEN)
    c.end()
    c.set(to)

    def option() -> None:
        c.get(to).get(sample).i32(0).op("i32.ne").i32(at_.OPTION_HEAD).op("i32.mul", "i32.add").set(at)
        c.get(n).i32(8).op("i32.mul").get(0).op("i32.add").load("i64.load").get(3).get(2).get(at)
        c.call(p.once("policy option", lambda: make_option(p))).set(end)
        c.get(sample)
        c.if_()
        c.get(to).read(mem.KIND, "i32.load").load("i32.store")
        c.get(to).get(end).get(at).op("i32.sub").i32(2).op("i32.shr_u").load("i32.store", 4)
        c.get(to).read(mem.FIXED, "i32.load").load("i32.store", 8)
        c.get(end).set(to)
        c.get(end).read(mem.SAMPLES_END, "i32.load").op("i32.gt_u").trap_if()
        c.end()
        c.read(mem.KIND, "i32.load").call(p.once("policy things", lambda: make_things(p))).set(total)
        repeat(c, at, lambda: c.get(end), 4, weigh)
        c.get(n).i32(8).op("i32.mul").get(total).f64(UNIT).op("f64.div").load("f64.store", p.logits)

    def weigh() -> None:
        c.get(total).get(at).load("i32.load").i32(8).op("i32.mul")
        root(c, at_.OWN).op("i32.add").load("f64.load").op("f64.add").set(total)

    c.i32(0).set(n)
    repeat(c, n, lambda: c.get(1), 1, option)
    c.get(sample)
    c.if_()
    c.get(sample).get(to).i32(7).op("i32.add").i32(-8).op("i32.and").get(sample).op("i32.sub").load("i32.store")
    for word, n in (("seat", 2), ("count", 1)):
        c.get(sample).get(n).load("i32.store", 4 * at_.SAMPLE.index(word))
    c.get(sample)
    _tokens(c).load("i32.store", 4 * at_.SAMPLE.index("tokens"))
    c.end()
    return number


def _tokens(c: Code) -> Code:
    """Push how many tokens tell how things stand."""
    c.read(mem.TOLD, "i32.load")
    return root(c, at_.TOKENS_SEEN).op("i32.sub").i32(2).op("i32.shr_u")


def _begin_sample(c: Code, sample: int, at: int) -> None:
    """Write down how things stand, and push where options go; chances come between."""
    c.get(sample).i32(4 * len(at_.SAMPLE)).op("i32.add")
    plus(c, 1, 8).tee(at)
    _tokens(c).i32(4).op("i32.mul", "i32.add").read(mem.SAMPLES_END, "i32.load").op("i32.gt_u").trap_if()
    c.get(at)
    root(c, at_.TOKENS_SEEN)
    _tokens(c).i32(4).op("i32.mul").copy()
    c.get(at)
    _tokens(c).i32(4).op("i32.mul", "i32.add")


def make_drawn(p: Program) -> int:
    """Draw one of so many options by how much they are liked."""
    number, c = p.module.function([I32], [I32])
    at, end, sample, taken = (c.local(I32) for _ in range(4))
    most, total, weight, luck, word = c.local(F64), c.local(F64), c.local(F64), c.local(F64), c.local()
    c.get(0).i32(8).op("i32.mul").set(end)

    def each(do: Do) -> None:
        c.i32(0).set(at)
        repeat(c, at, lambda: c.get(end), 8, do)

    def power() -> None:
        c.get(at).get(at).load("f64.load", p.logits).get(most).op("f64.sub").read(mem.CALM, "f64.load").op("f64.mul")
        c.f64(-60.0).op("f64.max").f64(1 / 2**DOUBLINGS).op("f64.mul").f64(1.0).op("f64.add")
        for _ in range(DOUBLINGS):
            c.tee(weight).get(weight).op("f64.mul")
        c.tee(weight).load("f64.store", p.logits).get(total).get(weight).op("f64.add").set(total)

    def chance() -> None:
        c.get(sample).get(at).op("i32.add").get(at).load("f64.load", p.logits).get(total).op("f64.div")
        c.load("f64.store", 4 * len(at_.SAMPLE))

    found = object()

    def search() -> None:
        c.get(at).set(taken)
        c.get(luck).get(weight).get(at).load("f64.load", p.logits).op("f64.add").tee(weight).op("f64.lt").br_if(found)

    c.read(p.logits, "f64.load").set(most)
    each(lambda: c.get(at).load("f64.load", p.logits).get(most).op("f64.max").set(most))
    c.f64(0.0).set(total)
    each(power)
    c.read(mem.DICE).set(word)
    rolled(c, word, lambda: c.i32(mem.DICE), lambda: c.read(mem.STEP))
    c.op("f64.convert_i64_u").f64(2.0**-32).op("f64.mul").get(total).op("f64.mul").set(luck)
    c.f64(0.0).set(weight)
    c.block(found)
    each(search)
    c.end()
    c.get(taken).i32(3).op("i32.shr_u").set(taken)
    c.read(mem.SAMPLE, "i32.load").tee(sample)
    c.if_()
    each(chance)
    c.get(sample).get(taken).load("i32.store", 4 * at_.SAMPLE.index("taken"))
    options_of(c, sample)
    c.set(at)
    c.i32(0).set(end)
    repeat(c, end, lambda: c.get(taken), 1, lambda: past_option(c, at))
    c.get(sample).get(at).load("i32.store", 4 * at_.SAMPLE.index("taken_at"))
    _put_word(c, mem.SAMPLE, lambda: c.get(sample).get(sample).load("i32.load").op("i32.add"))
    c.end()
    c.get(taken)
    return number


def options_of(c: Code, sample: int) -> None:
    """Push where the options of a decision lie that was written down."""
    c.get(sample).i32(4 * len(at_.SAMPLE)).op("i32.add")
    c.get(sample).load("i32.load", 4 * at_.SAMPLE.index("count")).i32(8).op("i32.mul", "i32.add")
    c.get(sample).load("i32.load", 4 * at_.SAMPLE.index("tokens")).i32(4).op("i32.mul", "i32.add")


def past_option(c: Code, at: int) -> None:
    """Go on to the next option."""
    c.get(at).i32(at_.OPTION_HEAD).op("i32.add").get(at).load("i32.load", 4).i32(4).op("i32.mul", "i32.add").set(at)
