"""Games without people: one by one, many at once, in several processes, and what was done in them.

Comes in: a ruleset, seats, seeds. Goes out: results, surveys and warnings that play confirms. A game is decided by its
seed alone: results are the same in one process, in many and on a cluster, and after a run that was stopped.
"""
