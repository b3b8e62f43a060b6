"""What can be called from outside: a step, a list of options, whole games, games with every invariant looked at.

Comes in: a program whose functions are written. Goes out: exports for whole games, single steps, checks and what a seat
sees. They read and write the memory that `..codec` and `..memory` lay out, and nothing else.
"""
