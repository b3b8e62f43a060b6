"""Saved games: written, read, checked, and played again up to where they were.

Comes in: a game, or JSON that somebody may have changed. Goes out: JSON, or data that `Game` puts together; what fits
no rules or is no state at all (`state_validation`) is refused with the reason. Nothing here makes a game.
"""
