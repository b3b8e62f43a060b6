"""The binary format of WebAssembly, as far as it is needed: one module, one memory, one global number, no imports."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Push = Callable[[], object]  # writes something that pushes a value
I32, I64, F64 = 0x7F, 0x7E, 0x7C
VOID = 0x40

# Operations without operands, by their names in the standard.
OPS = {
    "unreachable": 0x00, "end": 0x0B, "else": 0x05, "return": 0x0F, "drop": 0x1A, "select": 0x1B,
    "i32.eqz": 0x45, "i32.eq": 0x46, "i32.ne": 0x47, "i32.lt_s": 0x48, "i32.lt_u": 0x49, "i32.gt_s": 0x4A,
    "i32.gt_u": 0x4B, "i32.le_s": 0x4C, "i32.le_u": 0x4D, "i32.ge_s": 0x4E, "i32.ge_u": 0x4F,
    "i64.eqz": 0x50, "i64.eq": 0x51, "i64.ne": 0x52, "i64.lt_s": 0x53, "i64.lt_u": 0x54, "i64.gt_s": 0x55,
    "i64.gt_u": 0x56, "i64.le_s": 0x57, "i64.le_u": 0x58, "i64.ge_s": 0x59, "i64.ge_u": 0x5A,
    "i32.add": 0x6A, "i32.sub": 0x6B, "i32.mul": 0x6C, "i32.and": 0x71, "i32.or": 0x72, "i32.shl": 0x74,
    "i32.shr_u": 0x76, "i32.div_u": 0x6E, "i32.rem_u": 0x70,
    "i64.clz": 0x79, "i64.ctz": 0x7A, "i64.popcnt": 0x7B, "i64.add": 0x7C, "i64.sub": 0x7D,
    "i64.mul": 0x7E, "i64.div_s": 0x7F, "i64.div_u": 0x80, "i64.rem_s": 0x81, "i64.rem_u": 0x82, "i64.and": 0x83,
    "i64.or": 0x84, "i64.xor": 0x85, "i64.shl": 0x86, "i64.shr_s": 0x87, "i64.shr_u": 0x88, "i64.rotl": 0x89,
    "i64.rotr": 0x8A, "f64.eq": 0x61, "f64.lt": 0x63, "f64.gt": 0x64, "f64.abs": 0x99, "f64.sqrt": 0x9F,
    "f64.add": 0xA0, "f64.sub": 0xA1, "f64.mul": 0xA2, "f64.div": 0xA3, "f64.max": 0xA5, "f64.convert_i32_u": 0xB8,
    "f64.convert_i64_u": 0xBA, "i32.wrap_i64": 0xA7, "i64.extend_i32_s": 0xAC, "i64.extend_i32_u": 0xAD,
}  # fmt: skip
LOADS = {
    "i32.load": (0x28, 2), "i64.load": (0x29, 3), "i32.load8_s": (0x2C, 0), "i32.load8_u": (0x2D, 0),
    "i32.load16_s": (0x2E, 1), "i32.load16_u": (0x2F, 1), "i32.store8": (0x3A, 0),
    "i64.load8_s": (0x30, 0), "i64.load8_u": (0x31, 0), "i64.load16_s": (0x32, 1), "i64.load32_s": (0x34, 2),
    "f64.load": (0x2B, 3), "f64.store": (0x39, 3),
    "i32.store": (0x36, 2), "i64.store": (0x37, 3), "i64.store8": (0x3C, 0), "i64.store16": (0x3D, 1),
    "i64.store32": (0x3E, 2),
}  # fmt: skip
READ = {1: "i64.load8_s", 2: "i64.load16_s", 4: "i64.load32_s", 8: "i64.load"}
WRITE = {1: "i64.store8", 2: "i64.store16", 4: "i64.store32", 8: "i64.store"}


def unsigned(n: int) -> bytes:
    """Write a number as LEB128."""
    out = bytearray()
    while n > 0x7F:
        out.append(n & 0x7F | 0x80)
        n >>= 7
    out.append(n)
    return bytes(out)


def signed(n: int) -> bytes:
    """Write a number as signed LEB128."""
    out = bytearray()
    while not -64 <= n < 64:
        out.append(n & 0x7F | 0x80)
        n >>= 7
    out.append(n & 0x7F)
    return bytes(out)


def _listed(items: list[bytes]) -> bytes:
    return unsigned(len(items)) + b"".join(items)


def _section(number: int, content: bytes) -> bytes:
    return bytes([number]) + unsigned(len(content)) + content


class Code:
    """The body of one function. Labels are names; how deep they lie is counted here."""

    def __init__(self, params: list[int], results: list[int]) -> None:
        self.params = params
        self.results = results
        self.locals: list[int] = []
        self.out = bytearray()
        self._labels: list[object] = []
        self._free: dict[int, list[int]] = {I32: [], I64: [], F64: []}

    # ------------------------------------------------------------------ locals

    def local(self, kind: int = I64) -> int:
        """Give a local nobody uses."""
        if self._free[kind]:
            return self._free[kind].pop()
        return self.untouched(kind)

    def untouched(self, kind: int = I64) -> int:
        """Give a local that is still 0."""
        self.locals.append(kind)
        return len(self.params) + len(self.locals) - 1

    def free(self, *numbers: int) -> None:
        """Give locals back."""
        for number in numbers:
            self._free[self.locals[number - len(self.params)]].append(number)

    def get(self, number: int) -> Code:
        self.out += b"\x20" + unsigned(number)
        return self

    def set(self, number: int) -> Code:
        self.out += b"\x21" + unsigned(number)
        return self

    def tee(self, number: int) -> Code:
        self.out += b"\x22" + unsigned(number)
        return self

    # ------------------------------------------------------------------ numbers, memory, calls

    def op(self, *names: str) -> Code:
        """Write operations without operands."""
        for name in names:
            self.out.append(OPS[name])
        return self

    def i64(self, n: int) -> Code:
        """Push a number; 64 bits without a sign are taken as they are."""
        self.out += b"\x42" + signed(n if n < 1 << 63 else n - (1 << 64))
        return self

    def i32(self, n: int) -> Code:
        self.out += b"\x41" + signed(n)
        return self

    def f64(self, x: float) -> Code:
        self.out += b"\x44" + struct.pack("<d", x)
        return self

    def load(self, name: str, offset: int = 0) -> Code:
        """Read or write memory at the pushed address plus an offset."""
        code, align = LOADS[name]
        self.out += bytes([code, align]) + unsigned(offset)
        return self

    def read(self, address: int, name: str = "i64.load") -> Code:
        """Push what lies at a fixed address."""
        self.i32(0)
        self.load(name, address)
        return self

    def away(self) -> Code:
        """Push the module's one global."""
        self.out += b"\x23\x00"
        return self

    def set_away(self) -> Code:
        """Set it."""
        self.out += b"\x24\x00"
        return self

    def copy(self) -> Code:
        """Copy memory: to, from, size."""
        self.out += b"\xfc\x0a\x00\x00"
        return self

    def fill(self) -> Code:
        """Fill memory: to, byte, size."""
        self.out += b"\xfc\x0b\x00"
        return self

    def call(self, function: int) -> Code:
        self.out += b"\x10" + unsigned(function)
        return self

    def call_indirect(self, kind: int) -> Code:
        self.out += b"\x11" + unsigned(kind) + b"\x00"
        return self

    # ------------------------------------------------------------------ structure

    def block(self, label: object, kind: int = VOID) -> Code:
        self._open(0x02, label, kind)
        return self

    def loop(self, label: object) -> Code:
        self._open(0x03, label, VOID)
        return self

    @contextmanager
    def endless(self) -> Iterator[tuple[object, object]]:
        """Write a loop around what is written meanwhile; give labels to leave it and to begin it anew."""
        out, again = object(), object()
        self.block(out).loop(again)
        yield out, again
        self.br(again).end().end()

    def if_(self, kind: int = VOID, label: object = None) -> Code:
        self._open(0x04, label, kind)
        return self

    def _open(self, code: int, label: object, kind: int) -> None:
        self.out.append(code)
        self.out += signed(kind) if kind < 0x40 else bytes([kind])
        self._labels.append(label)

    def else_(self) -> Code:
        self.op("else")
        return self

    def end(self) -> Code:
        self.op("end")
        self._labels.pop()
        return self

    def _depth(self, label: object) -> bytes:
        return unsigned(self._labels[::-1].index(label))

    def br(self, label: object) -> Code:
        self.out += b"\x0c" + self._depth(label)
        return self

    def br_if(self, label: object) -> Code:
        self.out += b"\x0d" + self._depth(label)
        return self

    def br_table(self, labels: list[object]) -> None:
        """Jump by the pushed number; the last label is for everything else."""
        self.out += b"\x0e" + _listed([self._depth(label) for label in labels[:-1]]) + self._depth(labels[-1])

    def trap(self) -> Code:
        self.op("unreachable")
        return self

    def trap_if(self) -> Code:
        """Stop everything if the pushed flag is set."""
        self.if_()
        self.trap()
        self.end()
        return self

    def body(self) -> bytes:
        runs: list[tuple[int, int]] = []
        for kind in self.locals:
            if runs and runs[-1][1] == kind:
                runs[-1] = runs[-1][0] + 1, kind
            else:
                runs.append((1, kind))
        content = _listed([unsigned(n) + bytes([kind]) for n, kind in runs]) + self.out + b"\x0b"
        return unsigned(len(content)) + content


class Module:
    """Collects functions and data; `bytes` writes the module."""

    def __init__(self) -> None:
        self.types: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        self.functions: list[Code] = []
        self.exports: dict[str, int] = {}
        self.table: list[int] = []  # functions that can be called by number
        self.data: list[tuple[int, bytes]] = []
        self.pages = 1
        self.most_pages = 1

    def type(self, params: list[int], results: list[int]) -> int:
        """Give the number of a kind of function."""
        found = tuple(params), tuple(results)
        if found not in self.types:
            self.types.append(found)
        return self.types.index(found)

    def function(self, params: list[int], results: list[int]) -> tuple[int, Code]:
        """Begin a function."""
        self.type(params, results)
        code = Code(params, results)
        self.functions.append(code)
        return len(self.functions) - 1, code

    def bytes(self) -> bytes:
        kinds = [self.type(f.params, f.results) for f in self.functions]
        types = [
            b"\x60" + unsigned(len(p)) + bytes(p) + unsigned(len(r)) + bytes(r)
            for p, r in self.types
        ]  # fmt: skip
        size = unsigned(len(self.table))
        exports = [b"\x06memory\x02\x00"]
        for name, number in self.exports.items():
            exports.append(unsigned(len(name)) + name.encode() + b"\x00" + unsigned(number))
        out = b"\x00asm\x01\x00\x00\x00"
        out += _section(1, _listed(types))
        out += _section(3, _listed([unsigned(kind) for kind in kinds]))
        out += _section(4, _listed([b"\x70\x01" + size + size]))
        out += _section(5, _listed([b"\x01" + unsigned(self.pages) + unsigned(max(self.pages, self.most_pages))]))
        out += _section(6, _listed([b"\x7f\x01\x41\x00\x0b"]))
        out += _section(7, _listed(exports))
        if self.table:
            out += _section(9, _listed([b"\x00\x41\x00\x0b" + _listed([unsigned(n) for n in self.table])]))
        out += _section(10, _listed([f.body() for f in self.functions]))
        if self.data:
            segments = [b"\x00\x41" + signed(a) + b"\x0b" + unsigned(len(d)) + d for a, d in self.data]
            out += _section(11, _listed(segments))
        return out
