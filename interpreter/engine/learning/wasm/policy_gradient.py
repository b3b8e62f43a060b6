"""Learning a policy, in WebAssembly: what `..policy.PolicyGradient` does, sum by sum."""

from __future__ import annotations

from functools import partial

from regelwerk.interpreter.engine.wasm import memory as mem
from regelwerk.interpreter.engine.wasm.encode import F64, I32, Code
from regelwerk.interpreter.engine.wasm.program import Program

from ..policy import FAINT, UNIT
from . import features as at_
from .policy import Do, options_of, past_option, plus, repeat, root


def make_learn(p: Program) -> int:
    """Note all decisions that were written down, each with how much better it went than usual."""
    number, c = p.module.function([], [])
    sample, better, more, at, end, n, start, kind, x = (c.local(I32) for _ in range(9))
    much, part = c.local(F64), c.local(F64)

    def word(name: str) -> Code:
        return c.get(sample).load("i32.load", 4 * at_.SAMPLE.index(name))

    def options(do: Do) -> None:
        c.i32(0).set(n)
        options_of(c, sample)
        c.set(at)

        def each() -> None:
            c.get(at).load("i32.load").set(kind)
            c.get(at).i32(at_.OPTION_HEAD).op("i32.add").set(start)
            past_option(c, at)
            c.get(at).set(end)
            do()
            c.get(n).i32(1).op("i32.add").set(n)

        repeat(c, n, lambda: word("count"), 0, each)

    def is_faint() -> Code:
        return c.get(part).op("f64.abs").f64(FAINT).op("f64.gt")

    def pull(row: Do) -> None:
        """Add to the pull of everything from start to end."""
        repeat(c, start, lambda: c.get(end), 4, lambda: add(row))

    def add(row: Do) -> None:
        add_to(row, lambda: c.get(much).get(part).op("f64.mul"))

    def add_to(row: Do, push: Do) -> None:
        row()
        c.get(start).load("i32.load").i32(8).op("i32.mul", "i32.add").tee(x).get(x).load("f64.load")
        push()
        c.op("f64.add").load("f64.store")

    def of_options() -> None:
        c.f64(1.0).f64(0.0).get(n)
        word("taken").op("i32.eq", "select")
        plus(c.get(sample), n, 8).load("f64.load", 4 * len(at_.SAMPLE)).op("f64.sub").set(part)
        plus(root(c, at_.PARTS), kind, 8).tee(x).get(x).load("f64.load").get(part).op("f64.add").load("f64.store")
        is_faint()
        c.if_()
        pull(lambda: root(c, at_.PULL_OWN))
        c.end()

    def of_kinds() -> None:
        plus(root(c, at_.PARTS), kind, 8).tee(x).load("f64.load").set(part)
        c.get(x).f64(0.0).load("f64.store")
        is_faint()
        c.if_()
        tokens_of(c, sample, start, end)
        root(c, at_.TOKENS).get(kind).op("i32.mul").i32(8).op("i32.mul")
        root(c, at_.PULL_STANDING).op("i32.add").set(kind)
        pull(lambda: c.get(kind))
        c.end()

    def learn() -> None:
        c.get(better).load("f64.load").set(much)
        count = word("tokens").op("f64.convert_i32_u")
        count.set(part)
        c.get(more).load("f64.load").get(part).op("f64.div").set(part)
        tokens_of(c, sample, start, end)
        repeat(c, start, lambda: c.get(end), 4, lambda: add_to(lambda: root(c, at_.WORTH), lambda: c.get(part)))
        c.get(more).i32(8).op("i32.add").set(more)
        word("count").i32(1).op("i32.gt_u")
        c.if_()
        options(of_options)
        options(of_kinds)
        c.end()
        c.get(better).i32(8).op("i32.add").set(better)
        c.get(sample)
        word("size").op("i32.add").set(sample)

    c.read(mem.SAMPLES, "i32.load").set(sample)
    c.read(mem.BETTER, "i32.load").set(better)
    c.read(mem.MORE, "i32.load").set(more)
    repeat(c, sample, lambda: c.read(mem.SAMPLE, "i32.load"), 0, learn)
    return number


def tokens_of(c: Code, sample: int, start: int, end: int) -> None:
    """Find where the tokens of a decision lie."""
    c.get(sample).i32(4 * len(at_.SAMPLE)).op("i32.add")
    c.get(sample).load("i32.load", 4 * at_.SAMPLE.index("count")).i32(8).op("i32.mul", "i32.add").tee(start)
    c.get(sample).load("i32.load", 4 * at_.SAMPLE.index("tokens")).i32(4).op("i32.mul", "i32.add").set(end)


def make_usual(p: Program) -> int:
    """Tell for all decisions that were written down what usually comes to the seat from there on."""
    number, c = p.module.function([], [])
    sample, to, start, end = (c.local(I32) for _ in range(4))
    total = c.local(F64)

    def add() -> None:
        c.get(total)
        root(c, at_.WORTH).get(start).load("i32.load").i32(8).op("i32.mul", "i32.add").load("f64.load")
        c.op("f64.add").set(total)

    def each() -> None:
        c.f64(0.0).set(total)
        tokens_of(c, sample, start, end)
        repeat(c, start, lambda: c.get(end), 4, add)
        c.get(to).get(total).load("f64.store")
        c.get(to).i32(8).op("i32.add").set(to)
        c.get(sample).get(sample).load("i32.load").op("i32.add").set(sample)

    c.read(mem.SAMPLES, "i32.load").set(sample)
    c.read(mem.BETTER, "i32.load").set(to)
    repeat(c, sample, lambda: c.read(mem.SAMPLE, "i32.load"), 0, each)
    return number


def make_follow(p: Program) -> int:
    """Change weights as the decisions noted suggest."""
    number, c = p.module.function([], [])
    at, end = c.local(I32), c.local(I32)
    much, pulled = c.local(F64), c.local(F64)

    def both(pull: int, other: int) -> Code:
        """Push the address in another array that belongs to the one at hand."""
        c.get(at)
        root(c, pull).op("i32.sub")
        return root(c, other).op("i32.add")

    def follow(pull: int, before: int, weights: int, pace: int) -> None:
        both(pull, weights)
        both(pull, weights).load("f64.load").read(mem.KEEPING, "f64.load").op("f64.mul").load("f64.store")
        c.get(at).load("f64.load").tee(much).f64(0.0).op("f64.eq", "i32.eqz")
        c.if_()
        both(pull, before)
        both(pull, before).load("f64.load").tee(pulled).get(much).get(much).op("f64.mul")
        c.read(mem.SETTLED, "f64.load").f64(1.0).get(pulled).f64(0.0).op("f64.eq", "select", "f64.mul", "f64.add")
        c.tee(pulled).load("f64.store")
        both(pull, weights)
        both(pull, weights).load("f64.load").read(pace, "f64.load").f64(UNIT).op("f64.mul").get(much).op("f64.mul")
        c.get(pulled).f64(FAINT).op("f64.add", "f64.sqrt", "f64.div", "f64.add").load("f64.store")
        c.get(at).f64(0.0).load("f64.store")
        c.end()

    for pull, size, before, weights, pace in (
        (at_.PULL_OWN, at_.OWN_SIZE, at_.PULLED_OWN, at_.OWN, mem.PACES),
        (at_.PULL_STANDING, at_.STANDING_SIZE, at_.PULLED_STANDING, at_.STANDING, mem.PACES + 8),
    ):
        root(c, pull).tee(at)
        root(c, size).op("i32.add").set(end)
        repeat(c, at, lambda: c.get(end), 8, partial(follow, pull, before, weights, pace))
    return number
