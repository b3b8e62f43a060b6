"""The checker: reads a syntax tree, reports mistakes, and makes the core program.

Comes in: declarations with overlays applied. Goes out: `core.Program`, and messages. Every function is handed the world
under check (`context`) and the scope; `readers` says who reads which kind of node, and `program` in which order
everything is settled. Imports the tree, the core and diagnostics; knows nothing of the machine, nor of the lints that
look at the whole program afterwards (`core/check.py` calls both).
"""
