"""wasmtime, as far as it is needed: one memory, functions without results. Calls go the short way if there is one.

The ordinary call of the Python package takes longer than a decision. The short way uses names of the package that are
not promised to stay; if they do not fit, the ordinary call is taken."""

from __future__ import annotations

import atexit
import ctypes
import sys
from typing import Any, cast
from weakref import WeakSet

from . import browser
from .memory import PAGE

IN_A_PAGE = sys.platform == "emscripten"  # Python itself is WebAssembly there: the browser runs ours beside it
STACK = 1 << 20  # bytes for calls inside the module


class Unavailable(Exception):
    """wasmtime is not installed, or does not run here."""


def _library() -> Any:
    try:
        import wasmtime
    except Exception as error:  # a wheel of another platform fails in many ways
        if isinstance(error, ModuleNotFoundError):
            raise Unavailable("wasmtime is not installed (pip install 'regelwerk[fast]')") from error
        raise Unavailable(f"wasmtime does not start: {error}") from error
    return wasmtime


_engine: Any = None
_made: WeakSet[Any] = WeakSet()  # everything of wasmtime that is still alive


def _close() -> None:
    """Let go of everything while the library can still do it: at the very end of Python it no longer can."""
    for thing in sorted(_made, key=lambda thing: ("Store", "Module", "Engine").index(type(thing).__name__)):
        thing.close()


def engine() -> Any:
    """Give the engine of this process."""
    global _engine
    if IN_A_PAGE:
        return browser
    if _engine is None:
        wasmtime = _library()
        try:
            config = wasmtime.Config()
            config.cranelift_opt_level = "speed"
            config.max_wasm_stack = STACK
            _engine = wasmtime.Engine(config)
            _made.add(_engine)
            atexit.register(_close)
        except Exception as error:
            raise Unavailable(f"wasmtime does not start: {error}") from error
    return _engine


def _noted(thing: Any) -> Any:
    _made.add(thing)
    return thing


def why_not() -> str:
    """Say why nothing runs here; nothing if it does."""
    try:
        engine()
    except Unavailable as missing:
        return str(missing)
    return ""


def version() -> str:
    """Name what compiled modules depend on."""
    return "browser" if IN_A_PAGE else str(getattr(_library(), "__version__", "?"))


def compile(binary: bytes) -> Any:
    """Compile a module."""
    found = engine()
    try:
        if IN_A_PAGE:
            return browser.Module(binary)
        return _noted(_library().Module(found, binary))
    except Exception as error:
        raise Unavailable(f"{'the browser' if IN_A_PAGE else 'wasmtime'} does not compile this: {error}") from error


def restore(data: bytes) -> Any:
    """Take up a module compiled before on this machine; None if it is not one."""
    try:
        return browser.Module(data) if IN_A_PAGE else _noted(_library().Module.deserialize(engine(), data))
    except Unavailable:
        raise
    except Exception:
        return None


def kept(module: Any) -> bytes:
    """Give a compiled module as bytes to be taken up later."""
    return bytes(module.binary if IN_A_PAGE else module.serialize())


def instance(module: Any) -> Instance:
    """Give a memory of its own with the functions of a module over it."""
    return cast(Instance, browser.Instance(module)) if IN_A_PAGE else Instance(module)


class Instance:
    """One memory and the functions over it; not to be used by two threads at once."""

    def __init__(self, module: Any) -> None:
        library = _library()
        self._store = _noted(library.Store(engine()))
        try:
            exports = library.Instance(self._store, module, []).exports(self._store)
            self._exports = exports
            self.memory = self._view()
        except Exception as error:
            raise Unavailable(f"wasmtime does not run this: {error}") from error
        self._short: dict[str, Any] = {}

    def _view(self) -> memoryview:
        memory = self._exports["memory"]
        size = memory.data_len(self._store)
        where = ctypes.addressof(memory.data_ptr(self._store).contents)
        return memoryview((ctypes.c_ubyte * size).from_address(where)).cast("B")

    def more(self, size: int) -> bool:
        """Have so many bytes more at the end of the memory, which may lie elsewhere then; False if there are none."""
        try:
            self._exports["memory"].grow(self._store, -(-size // PAGE))
        except Exception as error:
            if type(error).__name__ != "WasmtimeError":
                raise
            return False
        self.memory = self._view()
        return True

    def call(self, name: str, argument: int | None = None) -> bool:
        """Call a function; False if it was broken off."""
        short = self._short.get(name)
        if short is None:
            short = self._short[name] = self._short_way(name)
        return bool(short(argument))

    def _short_way(self, name: str) -> Any:
        function = self._exports[name]
        try:
            from wasmtime import _ffi as ffi

            given = (ffi.wasmtime_val_raw_t * 1)()
            trap = ctypes.c_void_p()
            kind = ctypes.POINTER(ffi.wasm_trap_t)
            by = ctypes.cast(ctypes.byref(trap), ctypes.POINTER(kind))
            context, raw = self._store._context(), ctypes.byref(function._func)
            run, drop_trap, drop_error = (
                ffi.wasmtime_func_call_unchecked, ffi.wasm_trap_delete, ffi.wasmtime_error_delete
            )  # fmt: skip
        except (ImportError, AttributeError, TypeError):
            return lambda argument: self._ordinary(function, argument)

        def short(argument: int | None) -> bool:
            if argument is not None:
                given[0].i32 = argument
            error = run(context, raw, given, 1, by)
            if error:
                drop_error(error)
                return False
            if trap.value:  # told here, not by an error
                drop_trap(ctypes.cast(trap, kind))
                trap.value = None
                return False
            return True

        return short

    def _ordinary(self, function: Any, argument: int | None) -> bool:
        try:
            function(self._store, *(() if argument is None else (argument,)))
        except Exception as error:
            if type(error).__name__ in ("Trap", "WasmtimeError"):
                return False
            raise
        return True
