"""Commands for who changes the rules of others: what an overlay did, reaches and does to games, sharing it.

Comes in: a ruleset with overlays; or two, to be compared. What is packed or added is checked first.
"""
