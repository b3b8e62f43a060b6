"""The games: one folder of `.regel` files each.

Holds data only; the engine learns about a game nowhere else.
"""
