"""Running compiled rules: three engines that agree step by step, and what they share.

`reference/` is the meaning, `python/` writes Python, `wasm/` WebAssembly; `runtime` is common to all; `machine` starts
a game, runs until somebody must decide, lists the options and takes one. Knows nothing of games in progress (`..game`).
"""
