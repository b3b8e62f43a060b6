"""Scenarios: running them, telling why one failed, and which must run again after a change.

Comes in: a compiled ruleset with its scenarios. Goes out: outcomes, with the values on both sides of what failed. A run
is the reference engine, watched; what it came by decides whether a change of the rules makes it run again.
"""
