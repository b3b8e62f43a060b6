"""Wide masks lie in memory, so that one element is found, added or gone to by its word alone.

Nothing recurses, so every register has a fixed place. Only where a trial may come between (it may begin the same code
anew) they stay in locals. A wide parameter is the address of a mask that does not change while the function runs."""

from __future__ import annotations

from regelwerk.interpreter.analysis.code import all_statements, register_set, unset_registers

from .. import spans
from ..encode import I32
from ..program import WIDE
from ..spans import words
from .values import Mask, Node, Values


class Wide(Values):
    def laid(self, n: int) -> Mask | None:
        """Tell where a register lies in memory, if it does."""
        if n in self.registers:
            return None
        if n not in self.masks:
            k = words(self.p.bounds.registers[self.owner].get(n) or (0, 0))
            if k < WIDE or not self.p.in_memory(self.owner):
                return None
            self.masks[n] = self._room(k)
        return self.masks[n]

    def _room(self, k: int) -> Mask:
        return Mask(-1, self.p.memory.room(8 * k), k)

    def parameters(self, function: int, params: int, body: list[Node]) -> None:
        """Find where the parameters of a function lie. What it changes is copied."""
        at = 0
        changed = {register_set(s) for s in all_statements(body)}
        for n in range(params):
            k = max(1, self.p.param(function, n))
            if self.p.by_address(function, n):
                self.masks[n] = Mask(at, 0, k)
                if n in changed:
                    given, self.masks[n] = self.masks[n], self._room(k)
                    for i in range(k):
                        self.c.i32(0)
                        self._word(given, i)
                        self.c.load("i64.store", self.masks[n].at + 8 * i)
                at += 1
            else:
                self.registers[n] = list(range(at, at + k))
                at += k

    def clear(self, body: list[Node], given: set[int], last: list[Node]) -> None:
        """Let registers in memory that may be read before they are set be 0."""
        for n in sorted(unset_registers(body, given, last)):
            mask = self.laid(n)
            if mask:
                self._nothing(mask)

    def _nothing(self, mask: Mask) -> None:
        for i in range(mask.words):
            self.c.i32(0).i64(0).load("i64.store", mask.at + 8 * i)

    # ------------------------------------------------------------------ words

    def _word(self, mask: Mask, i: int) -> None:
        """Push a word of a mask."""
        if mask.pointer < 0:
            self.c.read(mask.at + 8 * i)
        else:
            self.c.get(mask.pointer).load("i64.load", 8 * i)

    def lay(self, mask: Mask) -> None:
        """Take a mask from the stack to where it is to lie."""
        t = self.c.local()
        for i in reversed(range(mask.words)):
            self.c.set(t)
            self.c.i32(0).get(t).load("i64.store", mask.at + 8 * i)
        self.c.free(t)

    def x_v(self, n: int) -> int:
        mask = self.laid(n)
        if mask is None:
            return super().x_v(n)
        for i in range(mask.words):
            self._word(mask, i)
        return mask.words

    def set_mask(self, n: int, e: Node) -> bool:
        """Set a register that lies in memory; False if it does not."""
        mask = self.laid(n)
        if mask is None:
            return False
        match e:
            case 0:
                self._nothing(mask)
            case ["bor", ["v", int(m)], ["bit", element]] if m == n and self._inside(element, mask.words):
                self._put_in(mask, element)
            case _:
                self.value(e, mask.words)
                self.lay(mask)
        return True

    def _inside(self, element: Node, k: int) -> bool:
        return spans.inside(self.known(element), (0, 64 * k - 2))

    def _put_in(self, mask: Mask, element: Node) -> None:
        """Add an element to a mask."""
        c = self.c
        t, at = c.local(), c.local(I32)
        self.number(element)
        self._at_word(t)
        c.tee(at).get(at).load("i64.load", mask.at).i64(1).get(t).op("i64.shl", "i64.or").load("i64.store", mask.at)
        c.free(t, at)

    def _at_word(self, t: int) -> None:
        """Turn an element into the place of its word; it is kept in a local."""
        self.c.tee(t).i64(6).op("i64.shr_u").i64(3).op("i64.shl", "i32.wrap_i64")

    # ------------------------------------------------------------------ questions

    def has_word(self, e: Node, element: Node) -> bool:
        """Push whether an element is in a mask that lies in memory; False if it does not."""
        index: Node = None
        match e:
            case ("v", register):
                mask = self.laid(register)
            case ("tab", table, index):
                mask = self._row(table, index)
            case _:
                return False
        if mask is None or not self._inside(element, mask.words):
            return False
        c = self.c
        t, row = c.local(), c.local(I32)
        if index is not None:
            self.number(index)
            c.op("i32.wrap_i64").i32(8 * mask.words).op("i32.mul").set(row)
        self.number(element)
        self._at_word(t)
        if index is not None:
            c.get(row).op("i32.add")
        elif mask.pointer >= 0:
            c.get(mask.pointer).op("i32.add")
        c.load("i64.load", mask.at).get(t).op("i64.shr_u").i64(1).op("i64.and")
        c.free(t, row)
        return True

    def _row(self, table: int, index: Node) -> Mask | None:
        """Tell where the wide masks of a table begin, if one of them is asked for in any case."""
        data = self.p.table(table)
        sure = data.words > 1 and spans.inside(self.known(index), (0, data.count - 1))
        return Mask(-1, data.at, data.words) if sure else None

    # ------------------------------------------------------------------ loops, arguments

    def lying(self, e: Node, body: list[Node]) -> Mask | None:
        """Lay a wide mask down to be gone over by a loop that may change registers; None if it is not wide."""
        found = self.known(e)
        k = words(found)
        if k < WIDE or not self.p.in_memory(self.owner):
            return None
        if isinstance(e, int):
            return Mask(-1, self.p.memory.numbers([e >> 64 * i for i in range(k)], 8), k)
        register = self._register(e) if found[0] >= 0 else None
        if register is not None and not any(s[0] == "set" and s[1] == e[1] for s in all_statements(body)):
            return register
        self.value(e, k)
        if found[0] < 0:
            self.positive(found)
        mask = self._room(k)
        self.lay(mask)
        return mask

    def next_lying(self, mask: Mask, at: int, word: int, out: object) -> None:
        """Push the next element of a mask, or leave: `word` is what is left of the word at `at`."""
        c = self.c
        found, again = object(), object()
        c.block(found)
        c.loop(again)
        c.get(word).i64(0).op("i64.ne").br_if(found)
        c.get(at).i32(8).op("i32.add").tee(at).i32(8 * mask.words).op("i32.ge_u").br_if(out)
        self._word_at(mask, at)
        c.set(word)
        c.br(again)
        c.end()
        c.end()
        c.get(word).op("i64.ctz").get(at).i32(3).op("i32.shl", "i64.extend_i32_u", "i64.add")
        c.get(word).get(word).i64(1).op("i64.sub", "i64.and").set(word)

    def _word_at(self, mask: Mask, at: int) -> None:
        self.c.get(at)
        if mask.pointer >= 0:
            self.c.get(mask.pointer).op("i32.add")
        self.c.load("i64.load", mask.at)

    def start_lying(self, mask: Mask, at: int, word: int) -> None:
        """Begin to go over a mask."""
        self.c.i32(0).set(at)
        self._word(mask, 0)
        self.c.set(word)

    def arguments(self, function: int, args: list[Node]) -> None:
        """Push arguments as a function wants them. All are worked out before one is laid down: a trial inside one of
        them may come by here."""
        by_address = [self.p.by_address(function, n) for n in range(len(args))]
        if not any(by_address):
            for n, arg in enumerate(args):
                self.value(arg, self.p.param(function, n))
            return
        kept: list[list[int]] = []
        for n, arg in enumerate(args):
            if not (by_address[n] and self._register(arg)):
                self.value(arg, self.p.param(function, n))
                kept.append(self.held(max(1, self.p.param(function, n))))
            else:
                kept.append([])
        for n, arg in enumerate(args):
            if not by_address[n]:
                self.push(kept[n])
                continue
            mask = self._register(arg)
            if mask is None:
                mask = self._room(len(kept[n]))
                self.push(kept[n])
                self.lay(mask)
            self.c.get(mask.pointer) if mask.pointer >= 0 else self.c.i32(mask.at)
        self.c.free(*(n for words_ in kept for n in words_))

    def _register(self, e: Node) -> Mask | None:
        return self.laid(e[1]) if not isinstance(e, int) and e[0] == "v" else None
