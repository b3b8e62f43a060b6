"""What commands report at length, as text.

Comes in: what came of work (coverage, comparisons, simulations, scenarios). Goes out: text for people and data for
programs that say the same. Nothing is played or checked here.
"""
