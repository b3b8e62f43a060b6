"""Checks that need the whole program: what is allowed but hardly meant, secrets given away, what comes too late.

Comes in: a checked program. Goes out: messages, nothing else: what lints find changes no rule. A lint is a function
of the program that gives messages; `..check` calls them all, one after the other, and none relies on another.
"""
