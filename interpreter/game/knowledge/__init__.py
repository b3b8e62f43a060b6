"""Who can know what: the rules run once more on numbers that carry the seats to which they are unknown.

Comes in: a course of play. Goes out: for every cell, the seats that cannot know what is in it; and whether a step taken
back would tell something. Whatever is not certain counts as unknown: a seat may be thought to know too little, never
too much. What the field calls taint tracking: `labels` are the marks, `taint` is the engine that hands them on, and
`taint_machine` runs steps on it. Below `deals` and `view`, which ask.
"""
