"""The generated engine: the compiled ruleset as Python source.

Comes in: the compiled ruleset. Goes out: a module of Python with a function per function, procedure and decision, and
an engine that runs it. Only numbers reach the source, never a name of a ruleset, so no ruleset can write code.
"""
