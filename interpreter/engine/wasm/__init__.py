"""The third engine: the compiled ruleset as WebAssembly, written by us, run by wasmtime if it is there.

It gives exactly what the reference gives, or nothing: whatever it cannot do, and every error, is done again in Python
from the state before. Only `host` and `cache` know wasmtime, `browser` stands for it in a page; everything
else is plain bytes.
"""
