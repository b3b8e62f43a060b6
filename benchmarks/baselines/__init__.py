"""Games written by hand in plain Python: what a ruleset in the language is measured against.

Idiomatic code with lists and classes, neither naive nor tuned. Moves are trusted to be legal.
Knows nothing of `regelwerk`.
"""
