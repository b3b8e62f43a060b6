"""The reference engine: what every operation means, written to be read. The other engines must agree with it.

Comes in: the compiled ruleset. Goes out: closures, one per piece of code, made when first met. Written to be read:
one method per operation says what it means, and whoever wants to watch (coverage, who knows what) wraps them.
"""
