"""The browser's own WebAssembly in the place of wasmtime, where Python itself runs in a page (Pyodide).

Python cannot look into the memory of another module there. So each instance has a mirror of it, which is laid over the
memory before a call and taken from it afterwards: the same bytes at the same places as with wasmtime."""

from __future__ import annotations

from typing import Any

from .memory import PAGE


def _web() -> Any:
    import js  # for a fast start: only Pyodide has it

    return js


class Module:
    """A compiled module, and what it was compiled from: browsers keep nothing compiled for us."""

    def __init__(self, binary: bytes) -> None:
        self.binary = binary
        web = _web()
        given = web.Uint8Array.new(len(binary))
        given.assign(binary)
        self.compiled = web.WebAssembly.Module.new(given)


class Instance:
    """One memory and the functions over it."""

    def __init__(self, module: Module) -> None:
        self._exports = _web().WebAssembly.Instance.new(module.compiled).exports
        self.memory = self._mirror()

    def _mirror(self) -> memoryview:
        self._bytes = _web().Uint8Array.new(self._exports.memory.buffer)
        mirror = bytearray(self._bytes.length)
        self._bytes.assign_to(mirror)
        return memoryview(mirror)

    def more(self, size: int) -> bool:
        """Have so many bytes more at the end of the memory; False if there are none."""
        from pyodide.ffi import JsException

        self._bytes.assign(self.memory)
        try:
            self._exports.memory.grow(-(-size // PAGE))
        except JsException:
            return False
        self.memory = self._mirror()
        return True

    def call(self, name: str, argument: int | None = None) -> bool:
        """Call a function; False if it was broken off."""
        from pyodide.ffi import JsException

        self._bytes.assign(self.memory)
        try:
            getattr(self._exports, name)(*(() if argument is None else (argument,)))
            return True
        except JsException:
            return False
        finally:
            self._bytes.assign_to(self.memory)
