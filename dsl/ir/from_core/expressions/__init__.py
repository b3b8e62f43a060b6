"""Core expressions to IR expressions, loops included.

Comes in: a typed core expression. Goes out: an IR expression, and statements before it where it needs a loop. Sets are
made only where somebody keeps them. Imports no statement: what has to be emitted first goes through the builder.
"""
