"""Commands for who writes rules: messages and their pages, scenarios, layout, beginnings of games and overlays.

Comes in: texts of a ruleset. Goes out: what is wrong, where, and the way out.
"""
